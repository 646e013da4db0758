"""What the season of a club costs beside the ranking of its evening: 40 evenings of 24 players, among 100 clubs.

    make setup && .venv/bin/python benchmarks/season.py [--postgres] [--clubs 100] [--evenings 40] [--others 40]

Wanted, in one run: its page takes at most twice as long as the ranking page of the evening that is played, as it is
served, after every new deal, and at all clubs in turn; a new deal is in it within 2 s. The other clubs have a tenth of
the evenings unless `--others` says how many: with 40, 1.1 million deals. Results are kept per event under its seal, a
season under the seals of its register and all its events.
"""

import argparse
import http.client
import sys
from collections.abc import Callable, Sequence
from datetime import time, timedelta
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from benchmarks.ranking import DEAL, HEADERS, SEEN_MS, fetch, timed, until_seen, worked
from benchmarks.support import hall
from tournament import guards
from tournament.acts.register.organisations import OrganisationProfile, make_organisation
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails, add_persons
from tournament.acts.register.receiving import receive
from tournament.acts.register.series import SeriesPlan, make_series
from tournament.acts.table.deals import record_deal
from tournament.exchange.logbook import proof
from tournament.models import Event, Organisation, Table
from tournament.site import process
from tournament.views.public.ranking_board import RANKING

PLAYERS, LOOKS = 24, 200
# Of every table of the round that is played: all but the last are written between looks, the last until it is seen.
LEFT = 5
TWICE = 2.0
BY = "system"


# The milliseconds that an act takes: by the clock, or of the processor, which waits for nobody.
Clock = Callable[[Callable[[], object]], float]


class ClubNight(NamedTuple):
    """A club: the event that is played, and the addresses of its ranking and of its season."""

    event: Event
    ranking: str
    season: str


def main() -> int:
    """Prints the table; the exit status is 1 when something is slower than wanted."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL cluster of its own")
    parser.add_argument("--clubs", type=int, default=100, help="how many; default %(default)s")
    parser.add_argument("--evenings", type=int, default=40, help="of the first one; default %(default)s")
    parser.add_argument("--others", type=int, help="evenings of each of the others; default: a tenth")
    settings = parser.parse_args()
    guards.lay()
    process.tune()
    with transaction.atomic():
        first = made(1, settings.evenings)
    print(f"{'ms, median':50}{'ranking':>10}{'season':>10}{'times':>8}")
    ratios = [after_a_deal(first), by_the_view([first], "page, by the view")]
    others = settings.others or max(2, settings.evenings // 10)
    clubs = [first]
    for number in range(2, settings.clubs + 1):
        with transaction.atomic():
            clubs.append(made(number, others))
    for number in {1, settings.clubs}:
        print(proved(number), flush=True)
    ratios.append(by_the_view(clubs, f"all {len(clubs)} clubs in turn, by the view"))
    *served, seen = by_the_server(clubs)
    ratios += served
    print(f"\nfrom written to seen in the season: {seen:.0f} ms (wanted: {SEEN_MS:.0f})")
    print(f"at most {max(ratios):.2f} times as long as the ranking (wanted: {TWICE:.0f})")
    return 0 if max(ratios) <= TWICE and seen <= SEEN_MS else 1


def made(number: int, evenings: int) -> ClubNight:
    """A club with so many evenings, made by the acts, but for the deals (`hall.play`); the last one is being played."""
    began = timezone.localtime() - timedelta(hours=1)
    first = began.date() - timedelta(weeks=evenings - 1)
    plan = {"rules": "iwwa-2025", "planned_rounds": hall.ROUNDS, "deals_per_round": hall.DEALS}
    club = make_organisation(BY, f"club-{number}", OrganisationProfile(f"Club {number}", plan=plan))
    names = [NewPerson(PersonDetails(f"Speler {at}"), ClubMembership(since=first)) for at in range(1, PLAYERS + 1)]
    persons = add_persons(club, BY, names)
    at = time(began.hour, began.minute)
    series = make_series(club, BY, SeriesPlan("Clubavond", first.weekday(), at, first))
    for week in range(evenings):
        event = receive(series, BY, first + timedelta(weeks=week), persons)
        event = hall.play(event, left_to_write=LEFT, closed=week < evenings - 1)
    return ClubNight(event, event.get_absolute_url(), reverse("season", args=[club.slug, series.slug]))


def proved(number: int) -> str:
    """What the proofs of a club's register, of its first evening and of its last one say."""
    club = Organisation.objects.get(slug=f"club-{number}")
    events = [row.event for row in club.hosted.order_by("event__starts_on")]
    lines = [proof.prove(owner) for owner in (club, events[0], events[-1])]
    return f"club {number}: {lines[0]} lines of its register, {sum(lines[1:])} of two evenings: proved"


def after_a_deal(club: ClubNight) -> float:
    """Either page after one more deal, with whatever else is kept."""
    client = Client(headers={**HEADERS, "host": "127.0.0.1"})
    print(f"{'season from nothing':50}{'':10}{timed(lambda: client.get(club.season)):10.1f}")
    client.get(club.ranking)
    figures: dict[str, list[float]] = {club.ranking: [], club.season: []}
    deals = ((table, number) for number in range(hall.DEALS - LEFT + 1, hall.DEALS) for table in playing(club.event))
    for at, (table, number) in enumerate(deals):
        address = club.season if at % 2 else club.ranking
        by = f"table:{table.round.number}/{table.number}"
        record_deal(table, by, number, DEAL, key=f"bench-{table.pk}-{number}")
        RANKING.clear_cache()  # it would be shown as it was while the next is made
        figures[address].append(worked(lambda to=address: client.get(to)))  # type: ignore[misc]
    return show("page after a new deal, rendered", figures[club.ranking], figures[club.season])


def playing(event: Event) -> list[Table]:
    """The tables of the round that is played."""
    return list(Table.objects.filter(round__event=event, round__number=hall.ROUNDS).select_related("round__event"))


def by_the_view(clubs: Sequence[ClubNight], what: str) -> float:
    """Either page as it is kept, through Django."""
    client = Client(headers={**HEADERS, "host": "127.0.0.1"})
    return looked(what, clubs, lambda address: client.get(address), worked)


def by_the_server(clubs: Sequence[ClubNight]) -> tuple[float, float, float]:
    """The same from a real server: the first club again and again, all of them in turn; and the ms until news show."""
    with place.serving() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port)
        alone = looked("page, by the server", clubs[:1], lambda address: fetch(connection, address))
        together = looked(f"all {len(clubs)} clubs in turn, by the server", clubs, lambda to: fetch(connection, to))
        news = [until_seen(connection, clubs[0].season, table) for table in playing(clubs[0].event)]
    return alone, together, median(news)


def looked(what: str, clubs: Sequence[ClubNight], look: Callable[[str], object], clock: Clock = timed) -> float:
    """Looks at the ranking and the season of each club, after having looked once."""
    for club in clubs:
        look(club.ranking)
        look(club.season)
    turns = max(2, LOOKS // len(clubs))
    rankings = [clock(lambda at=club.ranking: look(at)) for _ in range(turns) for club in clubs]  # type: ignore[misc]
    of_season = [clock(lambda at=club.season: look(at)) for _ in range(turns) for club in clubs]  # type: ignore[misc]
    return show(what, rankings, of_season)


def show(what: str, rankings: Sequence[float], of_season: Sequence[float]) -> float:
    """One line of the table; how many times as long the season takes as the ranking, in the median."""
    ranking, season = median(rankings), median(of_season)
    print(f"{what:50}{ranking:10.2f}{season:10.2f}{season / ranking:8.2f}", flush=True)
    return season / ranking


if __name__ == "__main__":
    sys.exit(main())
