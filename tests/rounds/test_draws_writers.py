"""Who is willing to write sits on the last seat and writes, if a draw asks for it; earlier draws keep their seats."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from tests.support.events import cast
from tests.support.events.drawn import BY, come, confirm, drawn, leave, relate, seats
from tests.support.servers.in_node import answers, needs_node
from tournament.acts.kernel.declaring import LogLine
from tournament.acts.rounds import draws, rounds
from tournament.acts.rounds.rounds import captain_position
from tournament.draw.drawing import DrawRequest, draw
from tournament.draw.field import field
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Event, LogEntry, Table
from tournament.ranking.contest import format_of
from tournament.reading.rounds.draw_words import sentences
from tournament.reading.rounds.draws import drawn_with, everybody, report
from tournament.seating.__main__ import main

pytestmark = pytest.mark.django_db
WISHES = ("repeats", "captains")


def written(players: int, count: int, **wishes: Any) -> tuple[Event, set[int]]:
    """An event whose rounds are drawn; every second player is willing to write."""
    event = cast.event(players, planned_rounds=8)
    cast.events.change_state(event, BY, Event.State.LIVE)
    willing = set(range(1, players + 1, 2))
    relate(event, writers=willing)
    drawn(event, count, wishes=WISHES, **wishes)
    return cast.fresh(event), willing


def check(event: Event, willing: set[int]) -> None:
    """At every table with somebody willing, somebody willing sits last and writes."""
    for table in Table.objects.filter(round__event=event):
        seated = cast.seated(table)
        if willing & set(seated.values()):
            assert seated[len(seated)] in willing
            assert table.captain == len(seated)


@pytest.mark.long
def test_the_report_counts_the_tables_without_a_writer_in_the_rounds_that_stand() -> None:
    event = cast.event(16, planned_rounds=3)
    relate(event, writers={1, 2})
    drawn(event, 3, wishes=WISHES)
    told = "6 of 12 tables in these rounds have nobody willing to keep score"
    assert told in said(event)
    rounds.publish_round(cast.round_of(event), BY)
    rounds.withdraw_draw(cast.round_of(event, 2), BY)
    assert "2 of 4 tables in these rounds" in said(event)


def said(event: Event) -> str:
    found = report(event, drawn_with(cast.round_of(event)), everybody(event))
    return " ".join(sentences(found, format_of(event)))


@pytest.mark.long
@pytest.mark.parametrize(("players", "rest"), [(32, "jokers"), (33, "fives"), (34, "sit-outs")])
def test_who_writes_sits_last_and_the_report_says_so(players: int, rest: str) -> None:
    event, willing = written(players, 6, rest=rest)
    check(event, willing)
    found = report(event, list(event.rounds.order_by("number")), everybody(event))
    told = " ".join(sentences(found, format_of(event)))
    assert found.imbalance <= 1 and "Everyone has each seat except the last equally often" in told
    copied = importing.load(json.loads(exporting.text(event)), BY, slug="elsewhere")
    again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
    for one in (copied, again):
        assert seats(one) == seats(event)
        check(one, willing)


@pytest.mark.long
def test_rounds_one_by_one_have_a_writer_last() -> None:
    event, willing = written(24, 1)
    for number in range(1, 4):
        rounds.publish_round(cast.round_of(event, number), BY)
        drawn(event, 1, wishes=WISHES)
        check(event, willing)


@pytest.mark.long
@pytest.mark.parametrize("rest", ["jokers", "fives"])
def test_a_writer_still_sits_last_when_people_leave_and_come(rest: str) -> None:
    event, willing = written(24 if rest == "jokers" else 25, 3, rest=rest)
    rounds.publish_round(cast.round_of(event), BY)
    leave(event, 1, 2)
    come(event, 2)
    confirm(event)
    check(event, willing - {1})


@pytest.mark.long
@needs_node
def test_everybody_can_follow_where_who_writes_was_seated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event, _willing = written(25, 4, rest="fives")
    rounds.publish_round(cast.round_of(event), BY, ahead=True)
    document = cast.client().get(f"/e/{event.slug}/draws/1.json").json()
    assert "captains" not in document["trace"]["wish"]
    [answer] = answers([{"whole": document}])
    assert answer["ok"]
    (tmp_path / "draw.json").write_text(json.dumps(document))
    assert main(["audit", str(tmp_path / "draw.json")]) == 0, capsys.readouterr().out
    whole = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/draws/1.json").json()
    (tmp_path / "whole.json").write_text(json.dumps(whole))
    assert main(["audit", str(tmp_path / "whole.json"), "--rerun"]) == 0, capsys.readouterr().out


def test_a_draw_sealed_before_keeps_its_seats_and_its_captains() -> None:
    event, _willing = written(25, 1, rest="fives")
    line = json.loads(LogEntry.objects.get(event=event, act="draw_rounds").text)
    facts = line["facts"]
    five = next(at for at, table in enumerate(facts["document"]["rounds"][0]) if len(table) == 5)
    wish = facts["document"]["trace"]["wish"]
    # As it was sealed before: no word of the last seat; at a table of five seat 4 writes, where it is willing.
    del wish["writers_last"]
    wish["captains"] = [facts["document"]["rounds"][0][five][at] for at in (3, 4)]
    rounds.withdraw_draw(cast.round_of(event), BY)
    draws.apply_draw_rounds(LogLine(event, timezone.now(), BY, "draw_rounds", 1, facts))
    assert cast.table(event, five + 1).captain == 4
    assert seats(event)[0] == [list(table) for table in facts["document"]["rounds"][0]]


def test_the_writer_of_a_table() -> None:
    assert [captain_position([1, 2, 3, 4], some) for some in ((), (2,), (2, 4))] == [4, 2, 4]
    assert [captain_position([1, 2, 3, 4, 5], some) for some in ((), (4, 5), (5,))] == [4, 4, 5]
    assert [captain_position([1, 2, 3, 4, 5], some, last=True) for some in ((), (4, 5), (5,), (1,))] == [5, 5, 5, 1]


def test_where_nobody_is_willing_nothing_is_asked_of_the_draw() -> None:
    event = cast.event(16)
    there = field(event)
    wishes = [draw(there, DrawRequest(wishes=asked), "seed")["trace"]["wish"] for asked in (WISHES, ("repeats",))]
    assert "writers_last" not in wishes[0] and "captains" not in wishes[0]
    assert (
        draw(there, DrawRequest(wishes=WISHES), "seed")["rounds"]
        == draw(there, DrawRequest(wishes=("repeats",)), "seed")["rounds"]
    )
