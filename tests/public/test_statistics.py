"""The figures of an event: counted again from the rows themselves, and nothing of a round that is hidden."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support.events import cast
from tests.support.events.long_day import long_day
from tests.support.pages.reading import read
from tournament.acts.event import reveal
from tournament.acts.rounds import rounds
from tournament.models import Deal, Event
from tournament.ranking import live
from tournament.reading.ranking.statistics import pace_of, statistics
from tournament.reading.rounds.pace import Signs

pytestmark = pytest.mark.django_db
BY = "system"


def page(event: Event) -> str:
    return read(f"{event.get_absolute_url()}statistics/")


def test_contracts_and_seats_as_counted_by_hand() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    cast.write(table, 1, cast.result("PC8", (1, 2), 8))
    cast.write(table, 2, cast.result("PC8", (1, 3), 7))
    cast.write(table, 3, cast.result("PM", (1, 3), {"1": 0, "3": 1}))
    figures = statistics(cast.fresh(event))
    assert [(row.share.contract, row.share.played, row.share.fulfilled) for row in figures.contracts] == [
        ("PC8", 2, 1),
        ("PM", 2, 1),
    ]
    assert (figures.deals, figures.together.played, figures.together.fulfilled) == (3, 4, 2)
    assert [row.deals for row in figures.by_seat] == [3, 3, 3, 3]
    totals = {place.entry.number: place.standing.row.points for place in live.ranking(event, public=True).places}
    for row in figures.by_seat:
        assert round(row.mean * row.deals) == totals[cast.seated(table)[row.seat]]
    assert "2 of 4 made" in page(event) and "%" not in page(event)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_a_long_day_has_each_contract_that_was_written_once(seed: int) -> None:
    event = long_day(seed)
    results = [deal.result or {} for deal in Deal.objects.filter(table__round__event=event)]
    figures = statistics(event)
    assert Counter(result["contract"] for result in results) == {
        row.share.contract: row.share.played for row in figures.contracts
    }
    assert figures.together.fulfilled == sum(result["tricks"] >= 8 for result in results)


def test_of_hidden_and_frozen_rounds_nothing_is_counted() -> None:
    event = cast.played(8)
    rounds.publish_round(cast.next_round(event, publish=False), BY)
    before = page(cast.fresh(event))
    cast.play_round(event, 2)
    assert page(cast.fresh(event)) != before
    rounds.show_round(cast.round_of(event, 2), BY, visible=False)
    assert page(cast.fresh(event)) == before
    rounds.show_round(cast.round_of(event, 2), BY, visible=True)
    reveal.freeze_ranking(cast.fresh(event), BY, 1)
    assert page(cast.fresh(event)) == before


def test_before_the_first_deal_and_without_contracts() -> None:
    event = cast.playing(4, rules="points-only")
    assert "No deal has been recorded yet." in page(event)
    cast.write(cast.table(event), 1, {"points": {"1": 5, "2": -5, "3": 3, "4": -3}})
    text = page(cast.fresh(event))
    assert "Contracts" not in text and re.search(r"1 1 5 2 1 −5 3 1 3 4 1 −3", text)


def test_an_event_that_is_not_there_has_none() -> None:
    assert cast.client().get("/e/nowhere/statistics/").status_code == 404


def test_its_queries_do_not_grow_with_what_was_played() -> None:
    counts = []
    for players in (4, 8):
        event = cast.fresh(cast.played(players, slug=f"figures-{players}"))
        with CaptureQueriesContext(connection) as queries:
            statistics(event)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_pace_is_that_of_tables_that_write_as_they_play() -> None:
    begin = datetime(2027, 3, 6, 14, tzinfo=UTC)

    def ended(minutes: float) -> Signs:
        last = begin + timedelta(minutes=minutes)
        return Signs(last, begin, last)

    own = {1: ended(60), 2: ended(45), 3: ended(90), 4: ended(2), 5: ended(0), 6: Signs(begin, None, None)}
    row = pace_of(2, {1: 16, 2: 16, 3: 16, 4: 16, 5: 1}, own)
    assert row is not None and (row.round, row.tables, row.middle) == (2, 3, 4)
    assert (row.fastest, row.slowest) == ((2, 3), (3, 6))
    assert pace_of(2, {5: 1}, own) is None
