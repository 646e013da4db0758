"""Who of a club's stewards is admitted where: every address below an organisation's, and its part of docs/roles.md."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

import pytest
from django.test import Client
from django.urls import reverse

from tests.support import club_evenings, clubs, season_evenings
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tests.support.pages import roles
from tests.support.pages.roles import Page
from tournament.access import ClubPermission
from tournament.acts.register.receiving import receive
from tournament.acts.register.seasons import TableTotal, record_totals
from tournament.acts.register.stickers import add_stickers
from tournament.models import Event, Organisation, Steward

StewardRole = Steward.StewardRole
# The evening of the season that was played on paper, counted from 1.
PAPER = 2
# What each permission lets its holders do.
MEANS = {
    "see the club": "see its stewards, evenings and season",
    "see members": "see names in full, licence numbers, and who played as whom",
    "receive": "let people in at the door, enter guests, hand out personal links",
    "keep members": "paste lists, correct people, link players to them, forget them",
    "run evenings": "make events and series, draw, publish, close; season, totals and stickers",
    "set up": "change the club’s name, colour and plan",
    "appoint": "appoint and remove stewards",
}
HEAD = """\
## Clubs

A steward has a role in one organisation, and through it a role in each of its events: *owner* and *secretary* are
organisers there, the others what they are called. Nobody else opens the pages below `/staff/o/<slug>/`, written …; no
steward of another club either, nor the administrator. `tests/register/test_clubs_apart.py` opens each as everybody.
"""


@laid_again
def filled(slug: str) -> Organisation:
    """A club with every kind of steward, four members, an event in which the first played, and a season.

    Of its series one evening was played here and one on paper; today's begins, and one member is in.
    """
    club = clubs.club(slug, name=slug)
    for role in StewardRole:
        clubs.steward(club, role)
    people = clubs.members(club, *(f"{name} van {slug}" for name in ("An", "Luc", "Tine", "Bart")))
    clubs.evening(club, people[:1], slug=f"avond-{slug}")
    add_stickers(club, "system", 1)
    Event.objects.filter(slug=f"avond-{slug}").update(listed=False, name=f"Avond van {slug}")
    series = season_evenings.a_series(club)
    season_evenings.hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    totals = [TableTotal(1, 1, person.number, 0, 1) for person in people]
    record_totals(series, "system", {season_evenings.day_of(series, PAPER): totals})
    receive(series, "system", club_evenings.today(series), people[:1])
    return club


def pages(club: Organisation, event_of: Organisation | None = None) -> Iterator[Page]:
    """Every page of a club's stewards, with both methods, about what is in it, or about the event of another club."""
    series = club.series.get()
    known: dict[str, object] = {
        "slug": club.slug,
        "event": f"avond-{(event_of or club).slug}",
        "user": Steward.objects.get(organisation=club, role=StewardRole.DESK).user_id,
        "role": "desk",
        "form": "csv",
        "number": 1,
        "series": series.slug,
    }
    for name, route, parts in roles.club_routes():
        known["day"] = season_evenings.day_of(series, PAPER) if "totals" in name else club_evenings.today(series)
        address = reverse(name, kwargs={part: known.get(part, "1") for part in parts})
        yield from (Page(name, route, address, method) for method in ("get", "post"))


def asks(club: Organisation, monkeypatch: pytest.MonkeyPatch) -> dict[Page, str]:
    """What each page of a club asks of its owner, for each method that it takes."""
    owner = cast.client(clubs.steward(club))
    taken = [page for page in pages(club) if page.ask(owner).status_code != 405]
    return {page: roles.asked(page, owner, monkeypatch) for page in taken}


def matrix(asked: Mapping[Page, str]) -> str:
    """The part of docs/roles.md about clubs."""
    where: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    methods = Counter(page.route for page in asked)
    for page, permission in asked.items():
        where[permission][page.route].append(page.method.upper())
    lines = [HEAD, f"| | {' | '.join(str(role.label) for role in StewardRole)} |", f"|---|{':-:|' * len(StewardRole)}"]
    for permission in ClubPermission:
        marks = " | ".join("●" if role in permission.roles else "" for role in StewardRole)
        lines.append(f"| **{permission}**: {MEANS[permission]} | {marks} |")
    for permission in ClubPermission:
        lines.append(f"\n**{permission}**\n")
        for route, taken in sorted(where[permission].items()):
            short = roles.shortened(route).replace("/staff/o/<slug>/", "…/")
            lines.append(f"* `{short}`" + (f" ({taken[0]})" if len(taken) < methods[route] else ""))
    return "\n".join(lines) + "\n"


def client_of(club: Organisation, role: str) -> Client:
    """The browser of the steward with this role."""
    return cast.client(clubs.steward(club, role))
