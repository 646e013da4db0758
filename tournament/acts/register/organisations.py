"""Making an organisation and changing what it is."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.sealing import canonical
from tournament.acts.event.events import check_slug
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import Organisation
from tournament.naming import is_storable
from tournament.version_tokens import require_unchanged, token_of

COLOUR = re.compile(r"(#[0-9a-f]{6})?")
MAX_NAME, MAX_PLAN, MAX_MONTHS = 120, 20_000, 1200


@dataclass(frozen=True, slots=True)
class OrganisationProfile:
    """What an organisation is and what its evenings are like; `parent` is an address, "" for none."""

    name: str
    kind: str = Organisation.OrganisationKind.CLUB
    parent: str = ""
    place: str = ""
    colour: str = ""
    plan: Mapping[str, Any] = field(default_factory=dict)
    names_kept_months: int = 24

    @classmethod
    def of(cls, organisation: Organisation) -> "OrganisationProfile":
        """The present one."""
        values = {name: getattr(organisation, name) for name in cls.__dataclass_fields__}
        return cls(**{**values, "parent": organisation.parent.slug if organisation.parent else ""})


def make_organisation(actor: str, slug: str, profile: OrganisationProfile) -> Organisation:
    """Makes an organisation, without stewards. Refused when the slug is taken or not made of a-z, 0-9 and hyphens."""
    check_profile(profile, slug)
    check_slug(slug)
    with transaction.atomic():
        organisation, created = Organisation.objects.get_or_create(slug=slug)
        if not created:
            raise UserError(_("There is already an organisation at this address. Choose another one."))
        logbook.write(organisation, actor, "make_organisation", {"slug": slug, **_sealed(organisation, profile)})
    return organisation


def change_organisation(
    organisation: Organisation, actor: str, profile: OrganisationProfile, *, seen: str | None = None
) -> None:
    """Changes what an organisation is. The same again writes nothing.

    `seen` is the token (`profile_token`) of what was looked at: refused if it has changed since.
    """
    check_profile(profile, organisation.slug)
    with logbook.locked_register(organisation) as organisation:
        if profile == OrganisationProfile.of(organisation):
            return
        require_unchanged(seen, profile_token(organisation))
        logbook.write(organisation, actor, "change_organisation", _sealed(organisation, profile))


def profile_token(organisation: Organisation) -> str:
    """A token of what an organisation is."""
    return token_of(OrganisationProfile.of(organisation))


def check_profile(profile: OrganisationProfile, slug: str) -> None:
    """Refuses what no organisation can be; `slug` is the address of the one that would be it."""
    if not profile.name.strip():
        raise UserError(_("Enter a name for the organisation."), 422)
    if max(len(profile.name), len(profile.place)) > MAX_NAME:
        raise UserError(_("A name can have at most %(most)s characters.") % {"most": MAX_NAME}, 422)
    if not is_storable(profile.name + profile.place):
        raise UserError(_("The name contains a character that cannot be stored."), 422)
    if profile.kind not in Organisation.OrganisationKind.values or not COLOUR.fullmatch(profile.colour):
        raise UserError(_("This kind of organisation or this colour does not exist."), 422)
    if not 0 <= profile.names_kept_months <= MAX_MONTHS or len(canonical(dict(profile.plan))) > MAX_PLAN:
        raise UserError(_("The plan of an organisation is too large."), 422)
    _check_parent(profile.parent, slug)


def _check_parent(address: str, slug: str) -> None:
    parent = Organisation.objects.filter(slug=address).first()
    if address and parent is None:
        raise UserError(_("There is no organisation at the address %(slug)s.") % {"slug": address}, 422)
    while parent:
        if parent.slug == slug:
            raise UserError(_("An organisation cannot be part of itself."), 422)
        parent = parent.parent


def _sealed(organisation: Organisation, profile: OrganisationProfile) -> dict[str, Any]:
    """The profile as facts, in which name, place and the plan's JSON are digests: people type them."""
    texts = [profile.name, profile.place, canonical(dict(profile.plan))]
    digests = dict(zip(("name", "place", "plan"), logbook.store_texts(organisation, texts), strict=True))
    return {"kind": profile.kind, "parent": profile.parent, "colour": profile.colour, **digests} | {
        "names_kept_months": profile.names_kept_months
    }


def _set_profile(line: LogLine) -> None:
    organisation, facts = line.organisation, line.facts
    organisation.name, organisation.place, plan = line.words(facts["name"], facts["place"], facts["plan"])
    organisation.plan = json.loads(plan)
    for name in ("kind", "colour", "names_kept_months"):
        setattr(organisation, name, facts[name])
    # In a replay elsewhere the organisation above may be unknown.
    organisation.parent = Organisation.objects.filter(slug=facts["parent"]).first()
    organisation.save()


@Act("make_organisation", _("Organisation created"), owner=Organisation)
def apply_make_organisation(line: LogLine) -> None:
    _set_profile(line)


@Act("change_organisation", _("Organisation changed"), owner=Organisation)
def apply_change_organisation(line: LogLine) -> None:
    _set_profile(line)
