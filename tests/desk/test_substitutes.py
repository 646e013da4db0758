"""Who sits in for somebody, is sent away again, comes back: each deal counts for whoever sat there."""

import random
from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.files.two_files import Files
from tests.support.servers.at_once import proven
from tests.support.servers.nightly import by_day
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.table import tables
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Event, Seat
from tournament.ranking import facts, live

pytestmark = pytest.mark.django_db
BY = "user:1"
SOLO = cast.result("S6", (2,), 6)


@pytest.fixture
def event() -> Event:
    event = cast.playing(players=8, deals=4)
    registration.add_entries(event, "system", [Entrant("Zoë Zwart"), Entrant("Yves Ypres")])
    return event


def seat(event: Event, number: int, deal: int, position: int = 2) -> None:
    tables.substitute(cast.table(event), BY, position, number, deal)


def rows(event: Event) -> list[tuple[int, int]]:
    """Who sits at the second place, and from which deal on."""
    return list(Seat.objects.filter(table=cast.table(event), position=2).values_list("from_deal", "entry__number"))


def refused(event: Event, sentence: str, number: int, deal: int, position: int = 2) -> None:
    with cast.refused(sentence):
        seat(event, number, deal, position)


def test_the_wrong_one_is_replaced_or_sent_away_while_nothing_is_recorded(guarded: None, event: Event) -> None:
    (_first, usual), *_rest = before = rows(event)
    seat(event, 9, 3)
    seat(event, 10, 3)
    assert rows(event) == [*before, (3, 10)]
    seat(event, usual, 3)
    assert rows(event) == before
    with cast.nothing_written():
        seat(event, usual, 3)
    seat(event, 9, 1)
    seat(event, usual, 1)
    assert rows(event) == before
    assert proven(event) == cast.fresh(event).revision


def test_who_was_away_comes_back_and_each_deal_is_theirs_who_sat_there(
    guarded: None, event: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual, table = rows(event)[0][1], cast.table(event)
    cast.write(table, 1, SOLO)
    seat(event, 9, 2)
    cast.write(table, 2, SOLO)
    refused(event, "If somebody else played them, empty the sheet first", usual, 2)
    seat(event, usual, 3)
    assert rows(event) == [(1, usual), (2, 9), (3, usual)]
    cast.write(table, 3, SOLO)
    ranked = live.ranking(cast.fresh(event), public=False).places
    points = {place.entry.number: place.standing.row.points for place in ranked}
    assert (points[usual], points[9]) == (24, 12)
    assert proven(event) == cast.fresh(event).revision
    Files(cast.fresh(event), tmp_path, capsys).confirmed()
    again = importing.load(exporting.document(cast.fresh(event)), "system", "elsewhere")
    assert facts.table(cast.table(again)).seats == facts.table(cast.table(event)).seats


def test_nobody_sits_in_two_places_or_before_who_comes_later(event: Event) -> None:
    usual = rows(event)[0][1]
    seat(event, 9, 3)
    refused(event, "already has a seat", 9, 3, 1)
    refused(event, "already has a seat", usual, 3, 1)
    refused(event, "from a later deal onwards", 10, 2)


@pytest.mark.parametrize("seed", by_day(range(8), count=2))
def test_whoever_comes_and_goes_the_table_has_who_sat_there(guarded: None, event: Event, seed: int) -> None:
    chance, table = random.Random(seed), cast.table(event)
    sits = {position: [entry] * 4 for position, entry in cast.seated(table).items()}
    recorded = 0
    for _step in range(40):
        position, deal = chance.randint(1, 4), chance.randint(1, 4)
        number = chance.choice([9, 10, *(sitting[0] for sitting in sits.values())])
        if recorded < 4 and chance.random() < 0.05:
            recorded += 1
            cast.write(cast.table(event), recorded)
        here = sits[position]
        others = {entry for at, sitting in sits.items() if at != position for entry in sitting}
        may = deal > recorded and number not in others and here[deal - 1] != number and len({*here[deal - 1 :]}) == 1
        try:
            seat(event, number, deal, position)
            assert may or here[deal - 1] == number, "done, or there already"
        except UserError:
            assert not may
        if may:
            here[deal - 1 :] = [number] * (5 - deal)
        stands = facts.table(cast.table(event))
        assert {at: [stands.entry(at, deal) for deal in range(1, 5)] for at in sits} == sits
    assert proven(event) == cast.fresh(event).revision
