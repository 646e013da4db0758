"""A club for tests, with people and events, made by the acts themselves."""

from collections.abc import Sequence
from datetime import date

from django.test import Client

from tests.support.club_evenings import steward
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.register import links, organisations, persons
from tournament.acts.register.hosting import host_event
from tournament.acts.register.organisations import OrganisationProfile
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails
from tournament.models import Event, Organisation, Person

BY = "system"
SINCE = date(2026, 1, 5)


@laid_again
def club(slug: str = "de-linde", name: str = "Whistclub De Linde") -> Organisation:
    """A club without stewards and people."""
    plan = {"planned_rounds": 3, "zone": "Europe/Brussels"}
    profile = OrganisationProfile(name, place="Tongeren", colour="#204060", plan=plan)
    return organisations.make_organisation(BY, slug, profile)


@laid_again
def members(organisation: Organisation, *names: str) -> list[Person]:
    """New members of these names, with the licence numbers L1, L2, … after those that are there."""
    first = Person.objects.filter(organisation=organisation).count() + 1
    newcomers = [
        NewPerson(PersonDetails(name), ClubMembership(licence=f"L{number}", since=SINCE))
        for number, name in enumerate(names, first)
    ]
    return persons.add_persons(organisation, BY, newcomers)


@laid_again
def evening(organisation: Organisation, people: Sequence[Person], slug: str = "avond") -> Event:
    """An event of the club in which these people are entered in their order, and linked."""
    event = cast.event(len(people), slug=slug)
    host_event(organisation, BY, event)
    pairs = [(person, cast.entry(event, number)) for number, person in enumerate(people, 1)]
    links.link_entries(organisation, BY, event, pairs, links.LinkedBy.CHOICE)
    return cast.fresh(event)


def secretary(organisation: Organisation) -> Client:
    """The browser of the club's secretary."""
    return cast.client(steward(organisation, "secretary"))


def owner(organisation: Organisation) -> Client:
    """The browser of the club's owner."""
    return cast.client(steward(organisation))
