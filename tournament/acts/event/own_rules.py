"""Rule sets saved on this installation for later events. They belong to no event, so no logbook mentions them."""

from collections.abc import Mapping
from dataclasses import replace

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring import RuleSet, RuleSetError, keys
from scoring.game.possible import with_sums
from tournament.acts.event.events import SLUG, check_penalties
from tournament.errors import UserError
from tournament.models import OwnRuleSet

LONGEST_KEY = 40
MOST = 200


def save_own(who: User, rules: RuleSet, key: str, names: Mapping[str, str]) -> OwnRuleSet:
    """Saves rules under a key of their own, with a name in each language (`nl`, `fr`, `en`).

    Refused when the key is taken, a preset's or not a slug, when a name is missing, and when there are 200 already.
    """
    check_penalties(rules)
    _check_key(key)
    named = _named(rules, key, names)
    with transaction.atomic():
        # There may be no row yet to lock, so the content type of these rule sets is locked instead.
        ContentType.objects.select_for_update().get(app_label="tournament", model="ownruleset")
        if OwnRuleSet.objects.filter(key=key).exists():
            raise UserError(_("There is already a rule set with this name. Choose another one."))
        if OwnRuleSet.objects.count() >= MOST:
            raise UserError(_("There are %(most)s rule sets already. Remove one first.") % {"most": MOST})
        return OwnRuleSet.objects.create(key=key, rules=named.to_dict(), saved_by=who, saved_at=timezone.now())


def remove_own(key: str) -> None:
    """Removes a saved rule set. Events keep their copies. Refused (404) when there is none under this key."""
    deleted, _by_model = OwnRuleSet.objects.filter(key=key).delete()
    if not deleted:
        raise UserError(_("This rule set does not exist, or was removed."), 404)


def _check_key(key: str) -> None:
    if not SLUG.fullmatch(key) or len(key) > LONGEST_KEY:
        raise UserError(
            _("The key can contain lowercase letters, digits and single hyphens, at most 40 characters."), 422
        )
    if key in keys():
        raise UserError(_("This is the key of a rule set that comes with Troel. Choose another one."), 422)


def _named(rules: RuleSet, key: str, names: Mapping[str, str]) -> RuleSet:
    """The rules under another key and other names, with their sums recomputed and no mark that they were verified."""
    renamed = with_sums(replace(rules, key=key, names=dict(names), verified=False))
    try:
        return RuleSet.from_dict(renamed.to_dict())
    except RuleSetError as error:
        raise UserError(error.sentence(get_language() or "en"), 422) from error
