"""A club together with its first owner, and stewards by the name they sign in with."""

from django.contrib.auth.models import User
from django.db import transaction

from tournament.access import actor
from tournament.acts.event.members import invite
from tournament.acts.register.organisations import OrganisationProfile, make_organisation
from tournament.acts.register.stewards import appoint_steward
from tournament.evenings import EveningPlan
from tournament.models import Organisation, Steward
from tournament.naming import first_free, short_slug
from tournament.wording import language


def found_organisation(by: str, slug: str, profile: OrganisationProfile, username: str) -> Organisation:
    """Makes an organisation and appoints its first owner, by the name they sign in with: both, or neither."""
    with transaction.atomic():
        organisation = make_organisation(by, slug, profile)
        appoint_by_name(organisation, by, username, Steward.StewardRole.OWNER)
    return organisation


def appoint_by_name(organisation: Organisation, by: str, username: str, role: str) -> User:
    """Finds or makes an account and gives it a role in the organisation, or neither."""
    with transaction.atomic():
        user = invite(username)
        appoint_steward(organisation, by, user, role)
    return user


def found_own_club(user: User, name: str, zone: str) -> Organisation | None:
    """The club of the first account, in its language; None without a name, or if none of it can be an address."""
    slug, usual = free_address(name), EveningPlan()
    languages = sorted(usual.languages, key=lambda code: code != language())
    profile = OrganisationProfile(name, plan={"zone": zone or usual.zone, "languages": languages})
    return found_organisation(actor(user), slug, profile, user.get_username()) if slug else None


def free_address(name: str) -> str:
    """An address made from a name, with a number where another organisation has it; "" if no letter of it can be."""
    plain = short_slug(name)
    taken = set(Organisation.objects.filter(slug__startswith=plain).values_list("slug", flat=True))
    return plain and first_free(plain, taken)
