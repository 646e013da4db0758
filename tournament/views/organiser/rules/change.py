"""Changing the rules of an event: at once before anything was played; later as a correction, with a preview."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scoring import RuleSet, words
from tournament import access
from tournament.acts.event.rules import change_rules, correct_rules, has_results
from tournament.acts.people.admission import change_with_regulation
from tournament.errors import UserError
from tournament.forms.rules.choices import CorrectForm, proposal, proposed
from tournament.forms.rules.form import restorable
from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.event import rules_review, rulesets
from tournament.reading.event.corrections import effect
from tournament.views.organiser.shell import put_right, staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import answers_refusals, see_other, takes
from tournament.wording import language

# How many changed ranks, and results in the way, are listed; the others are counted.
MAX_MOVES = 30
MAX_MISFITS = 20


def proceed(request: HttpRequest, event: Event, by: str, rules: RuleSet, of: str) -> HttpResponse:
    """Changes the rules if nothing was played yet; otherwise shows what the correction would do.

    `of` is the hash of the rules the visitor saw. Refusals are left to the caller, which has what was typed.
    """
    if has_results(event):
        return _effect_page(request, event, rules, of, CorrectForm(initial={"rules": proposed(rules)}))
    change_with_regulation(event, by, lambda: change_rules(event, by, rules, of))
    messages.success(request, _("The rules are saved. Compare them with the sheet, and tick what matches."))
    return see_other("staff:rules", event.slug)


@takes("POST")
@answers_refusals
def correct(request: HttpRequest, slug: str) -> HttpResponse:
    """Corrects the rules for a reason, after the preview."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    form, rules = CorrectForm(request.POST), proposal(request.POST)
    status = 422
    if form.is_valid():
        try:
            reason, second = form.cleaned_data["reason"], second_in(request)
            correction = correct_rules(event, by, rules, request.POST.get("of", ""), reason, second=second)
        except UserError as refusal:
            status = put_right(form, refusal)
        else:
            messages.success(request, _("Correction %(number)s has been made.") % {"number": correction.number})
            return see_other("staff:rules", slug)
    # After a refusal because somebody else was faster, the preview shows the effect on the present rules.
    event.refresh_from_db()
    return _effect_page(request, event, rules, facts.ruleset(event).hash, form, status)


def _effect_page(
    request: HttpRequest, event: Event, rules: RuleSet, of: str, form: CorrectForm, status: int = 200
) -> HttpResponse:
    current = facts.ruleset(event)
    if current.hash != of:
        raise UserError(_("The rules of this event were changed in the meantime. Check them before you continue."))
    changes = rules_review.changes(current, rules, language())
    if not changes and status == 200:
        raise UserError(_("These rules are the same as those of the event."), 422)
    seen = effect(event, rules)
    context: dict[str, Any] = {
        "name": words.ruleset_name(rules, language()),
        "changes": changes,
        "effect": seen,
        "moves": seen.moves[:MAX_MOVES],
        "more_moves": len(seen.moves) - MAX_MOVES,
        "misfits": seen.misfits[:MAX_MISFITS],
        "more_misfits": len(seen.misfits) - MAX_MISFITS,
        "apart": current.points_only != rules.points_only,
        "form": form,
        "restorable": restorable(rules, current, rulesets.origin(current), language()),
        "of": of,
        "unverified": unverified(event),
    }
    return staff_page(request, "organiser/rules/effect.html", event, status=status, **context)
