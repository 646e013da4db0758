"""A club for tests: an organisation with stewards, members and a series that plays today, made by the acts themselves.

club = club_evenings.club()            De Vier Azen, with an owner and a secretary
members = club_evenings.members(organisation, 24)
series = club_evenings.series(organisation) evenings of this day of the week, that began an hour ago
"""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.utils import timezone

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.register.organisations import OrganisationProfile, make_organisation
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails, add_persons
from tournament.acts.register.receiving import receive
from tournament.acts.register.series import SeriesPlan, make_series
from tournament.acts.register.stewards import appoint_steward
from tournament.models import Event, Organisation, Person, Series, Steward

BY = "system"
BRUSSELS = ZoneInfo("Europe/Brussels")
PLAN = {"planned_rounds": 3, "deals_per_round": 2, "rules": "iwwa-2025"}
SINCE = date(2020, 1, 1)


@laid_again
def club(slug: str = "de-vier-azen", **plan: Any) -> Organisation:
    """A club with an owner and a secretary."""
    made = make_organisation(BY, slug, OrganisationProfile("De Vier Azen", plan={**PLAN, **plan}))
    for role in (Steward.StewardRole.OWNER, Steward.StewardRole.SECRETARY):
        steward(made, role)
    return fresh(made)


@laid_again
def steward(organisation: Organisation, role: str = Steward.StewardRole.OWNER) -> User:
    """Who has this role in a club."""
    who = cast.user(f"{role}-of-{organisation.slug}")
    appoint_steward(organisation, BY, who, role)
    return who


def secretary(organisation: Organisation) -> User:
    """The secretary of a club."""
    return steward(organisation, Steward.StewardRole.SECRETARY)


@laid_again
def members(organisation: Organisation, count: int = 8) -> list[Person]:
    """Members of a club for years."""
    people = [NewPerson(PersonDetails(who.name), ClubMembership(since=SINCE)) for who in cast.people(count)]
    return add_persons(organisation, BY, people)


def local(at: datetime | None = None) -> datetime:
    """A moment, or now, on the clock of the club."""
    return (at or timezone.now()).astimezone(BRUSSELS)


@laid_again
def series(organisation: Organisation, at: datetime | None = None, weeks: int = 4, **changes: Any) -> Series:
    """Evenings that begin an hour before a moment (or now), on its day of the week, since so many weeks."""
    began = local(at) - timedelta(hours=1)
    usual: dict[str, Any] = {
        "name": "Clubavond",
        "weekday": began.weekday(),
        "starts_at": time(began.hour, began.minute),
        "begins_on": began.date() - timedelta(weeks=weeks),
    }
    return make_series(organisation, BY, SeriesPlan(**{**usual, **changes}))


def today(series: Series) -> date:
    """The date of the evening that is held."""
    return (local() - timedelta(hours=1)).date()


@laid_again
def evening(players: int = 8, **plan: Any) -> tuple[Series, date, Event]:
    """An evening of a club to which so many came."""
    made = club(**plan)
    people = members(made, players)
    row = series(made)
    return row, today(row), receive(row, BY, today(row), people)


def fresh(organisation: Organisation) -> Organisation:
    """The organisation as the database has it now."""
    return Organisation.objects.get(pk=organisation.pk)
