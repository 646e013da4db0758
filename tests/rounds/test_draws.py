"""Draws in a championship: promised, drawn at once or one by one, published, withdrawn, and checked by everybody."""

import json
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.support.events import cast
from tests.support.events.drawn import BY, drawn, relate, seats
from tests.support.pages.reading import read
from tests.support.second.seating_count import repeats, seat_imbalance
from tests.support.servers.in_node import answers, needs_node
from tournament import links
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import draws, rounds
from tournament.acts.rounds.promises import promise_draw
from tournament.acts.table.tables import substitute
from tournament.draw import drawing, promises
from tournament.draw.drawing import DrawRequest
from tournament.draw.field import field
from tournament.draw.promises import open_promise
from tournament.exchange.logbook import logbook_file
from tournament.models import Draw, Event, LogEntry, Promise, Round, Seat, SitOut, Table
from tournament.reading.rounds import draw_checks
from tournament.seating.__main__ import main
from tournament.seating.constraints import FIVES, SIT_OUTS

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_families_are_kept_apart_and_who_is_willing_writes() -> None:
    event = cast.event(players=32, planned_rounds=4)
    families, writers = [(1, 2, 3), (7, 8)], set(range(1, 25, 2))
    relate(event, families, writers)
    drawn(event, 4, wishes=("repeats", "families", "captains"))
    assert repeats(seats(event)) == 0
    for table in chain.from_iterable(seats(event)):
        assert all(len(set(table) & set(family)) < 2 for family in families)
        assert set(table) & writers
    captains = Table.objects.filter(round__event=event).values_list("captain", "round__number", "number")
    for captain, round, number in captains:
        seated = cast.seated(cast.table(event, number, round))
        assert seated[captain] in writers
        assert captain == 4 or seated[4] not in writers


@pytest.mark.long
def test_all_rounds_of_a_stage_are_drawn_at_once() -> None:
    event = cast.event(players=32, planned_rounds=5)
    drawn(event, 5)
    assert [round.published for round in Round.objects.filter(event=event)] == [False] * 5
    assert all(sorted(chain(*tables)) == list(range(1, 33)) for tables in seats(event))
    assert repeats(seats(event)) == 0


def test_rounds_are_published_one_by_one_in_their_order_or_all_at_once() -> None:
    event = cast.event(players=16, planned_rounds=4)
    drawn(event, 4)
    with cast.refused("Round 1 must be published first"):
        rounds.publish_round(cast.round_of(event, 2), BY)
    rounds.publish_round(cast.round_of(event, 1), BY)
    assert [round.published for round in Round.objects.filter(event=event)] == [True, False, False, False]
    rounds.publish_round(cast.round_of(event, 2), BY, ahead=True)
    assert all(round.published for round in Round.objects.filter(event=event))


def test_more_rounds_than_the_stage_has_are_refused() -> None:
    event = cast.event(players=16, planned_rounds=2)
    with cast.refused("not have that many rounds left"):
        drawn(event, 3)


def test_who_came_in_for_somebody_met_the_others_and_made_no_table_of_five() -> None:
    event = cast.event(players=17, planned_rounds=2)
    drawn(event, 1, publish=True, rest=FIVES)
    wide = [len(table) for table in field(event, FIVES).rounds[0]]
    assert sorted(wide) == [4, 4, 4, 5]
    [late] = registration.add_entries(event, BY, [Entrant("Invaller")])
    substitute(cast.table(event, wide.index(4) + 1), BY, 1, late.number, 2)
    assert [len(table) for table in field(event, FIVES).rounds[0]] == wide
    assert field(event, SIT_OUTS).rounds[0][wide.index(4)][-1] == late.number


def test_a_promise_of_a_secret_that_everybody_knows_is_kept_by_that_secret_alone() -> None:
    event = cast.event(players=8)
    promise = promise_draw(event, BY, secret="known")
    with cast.refused("already been promised"):
        promise_draw(event, BY, secret="known")
    assert open_promise(event) is None and open_promise(event, "another") is None
    assert open_promise(event, "known") == promise
    assert draws.draw_rounds(event, BY, DrawRequest(), secret="known").promise == promise
    assert open_promise(event, "known") is None


@pytest.mark.long
def test_a_draw_is_rejected_whole_and_what_is_published_stands() -> None:
    event = cast.event(players=16, planned_rounds=3)
    drawn(event, 3)
    with cast.refused("rejected together"):
        rounds.withdraw_draw(cast.round_of(event, 2), BY)
    rounds.withdraw_draw(cast.round_of(event, 1), BY)
    assert not Draw.objects.exists() and not Round.objects.exists() and not Seat.objects.exists()
    drawn(event, 3)
    rounds.publish_round(cast.round_of(event, 1), BY)
    rounds.withdraw_draw(cast.round_of(event, 2), BY)
    draw = Draw.objects.get()
    assert (draw.count, Round.objects.count(), bool(draw.secret)) == (1, 1, True)
    drawn(event, 2)
    assert [draw.first for draw in Draw.objects.all()] == [1, 2]
    assert repeats(seats(event)) == 0


@pytest.mark.long
def test_a_promise_is_kept_by_the_next_draw_also_after_one_was_rejected() -> None:
    event = cast.event(players=16)
    promise = promise_draw(event, BY)
    with cast.refused("already been promised"):
        promise_draw(event, BY)
    first = drawn(event, words="6 1 4 4")
    before = seats(event)
    rounds.withdraw_draw(cast.round_of(event, 1), BY)
    again = drawn(event, words="6 1 4 4")
    assert seats(event) == before
    assert (first.attempt, again.attempt, Promise.objects.get().draws) == (1, 2, 2)
    assert (first.commitment, again.commitment) == (promise.commitment, promise.commitment)
    rounds.publish_round(cast.round_of(event, 1), BY, ahead=True)
    assert open_promise(event) is None
    assert promise_draw(event, BY).commitment != promise.commitment


def test_no_secret_and_no_seed_leaves_before_the_last_round_is_published() -> None:
    event = cast.event(players=16)
    promise_draw(event, BY)
    draw = drawn(event)
    secret = promises.secret(draw)
    seed = promises.seed_of(draw, secret)
    assert len(secret) == 64

    def told() -> str:
        return "".join(logbook_file.lines(event)) + read(f"/e/{event.slug}/draws/")

    assert secret not in told() and seed not in told()
    rounds.publish_round(cast.round_of(event, 1), BY)
    assert secret not in told() and seed not in told()
    assert cast.client().get(f"/e/{event.slug}/draws/1.json").status_code == 404
    rounds.publish_round(cast.round_of(event, 2), BY)
    assert secret in told()
    assert cast.client().get(f"/e/{event.slug}/draws/1.json").json()["seed"] == seed


@pytest.mark.long
@needs_node
def test_of_a_draw_that_was_rejected_in_part_everybody_can_check_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = cast.event(players=18, planned_rounds=4)
    drawn(event, 4, rest="sit-outs")
    for number in (1, 2):
        rounds.publish_round(cast.round_of(event, number), BY)
    rounds.withdraw_draw(cast.round_of(event, 3), BY)
    document = cast.client().get(f"/e/{event.slug}/draws/1.json").json()
    assert drawing.seats(document, document["entries"]) == seats(event)
    [answer] = answers([{"whole": document}])
    assert answer["ok"]
    (tmp_path / "draw.json").write_text(json.dumps(document))
    assert main(["audit", str(tmp_path / "draw.json")]) == 0, capsys.readouterr().out
    assert "Of the 4 rounds drawn, the organiser rejected the last 2" in read(f"/e/{event.slug}/draws/")


def test_a_secret_of_another_installation_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=16)
    promise_draw(event, BY)
    drawn(event, 1)
    monkeypatch.setattr(links, "link_key", lambda: b"another key")
    assert open_promise(event) is None
    rounds.publish_round(cast.round_of(event), BY)
    assert Draw.objects.get().secret == ""
    assert "Fingerprint of the secret" in read(f"/e/{event.slug}/draws/")


@pytest.mark.long
@needs_node
@pytest.mark.parametrize("rest", ["jokers", "fives", "sit-outs"])
def test_everybody_can_check_what_was_published(rest: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    event = cast.event(players=18 if rest != "jokers" else 20, planned_rounds=4)
    drawn(event, 2, publish=True, rest=rest, words=" vier dobbelstenen: 6 1 4 4 ")
    drawn(event, 1, publish=True, rest=rest)
    files = [cast.client().get(f"/e/{event.slug}/draws/{number}.json").json() for number in (1, 2)]
    assert [answer["ok"] for answer in answers(files)] == [True, True]
    told = drawing.seats(files[0], files[0]["entries"]) + drawing.seats(files[1], files[1]["entries"])
    assert told == seats(event)
    for number, document in enumerate([*files, *(draw_checks.document(draw) for draw in Draw.objects.all())]):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(document))
        again = ["--rerun"] if number > 1 else []
        assert main(["audit", str(path), *again]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["problems"] == [] and answer.get("rerun", "the same") == "the same"


@pytest.mark.long
def test_who_sits_out_is_kept_and_takes_turns() -> None:
    event = cast.event(players=9, planned_rounds=9)
    drawn(event, 4, publish=True, rest="sit-outs")
    for _ in range(5):
        drawn(event, 1, publish=True, rest="sit-outs")
    resting = SitOut.objects.filter(round__event=event).values_list("entry__number", flat=True)
    assert sorted(resting) == list(range(1, 10))


@pytest.mark.parametrize(("deals", "at_five"), [(4, 5), (6, 8), (16, 20)])
def test_a_table_of_five_plays_so_many_deals_that_nobody_there_plays_fewer(deals: int, at_five: int) -> None:
    event = cast.event(players=9, deals_per_round=deals)
    drawn(event, 1, rest="fives")
    laid = {table.seats.count(): table.deals_planned for table in Table.objects.filter(round__event=event)}
    assert laid == {4: deals, 5: at_five}
    rested = [sum((n - 1) % 5 + 1 == seat for n in range(1, at_five + 1)) for seat in range(1, 6)]
    assert deals <= at_five - max(rested)


@pytest.mark.parametrize(
    ("players", "wishes", "told"),
    [
        (7, {"rest": "fives"}, "seated that way"),
        (3, {"rest": "sit-outs"}, "seated that way"),
        (8, {"stays": {1: 9}}, "a table that does not exist"),
        (8, {"words": "x" * 121}, "cannot be stored"),
        (8, {"words": "\x00"}, "cannot be stored"),
    ],
)
def test_what_cannot_be_is_refused_in_words(players: int, wishes: dict[str, Any], told: str) -> None:
    event = cast.event(players=players)
    with cast.refused(told, 422):
        drawn(event, 1, **wishes)


def test_no_line_of_a_draw_holds_a_word_or_a_club() -> None:
    event = cast.event(players=16)
    drawn(event, words="zes een vier vier")
    line = LogEntry.objects.get(event=event, act="draw_rounds").text
    assert "zes een" not in line and "De Troefkaart" not in line
    assert Draw.objects.get().words == "zes een vier vier"


def test_clubs_and_pairs_are_kept_apart_and_a_player_stays_at_his_table() -> None:
    event = cast.event(players=32, planned_rounds=3)
    drawn(event, 3, apart=((1, 2),), stays={5: 3})
    for tables in seats(event):
        assert 5 in tables[2]
        assert not any({1, 2} <= set(table) for table in tables)


@pytest.mark.long
class AnyField(TestCase):
    """Fields of any size, drawn in any parts: nobody is lost, invented, or seated twice, and seats stay balanced."""

    @settings(max_examples=8)
    @given(st.data())
    def test_everybody_has_one_seat_or_sits_out(self, data: st.DataObject) -> None:
        players = data.draw(st.integers(6, 24), label="players")
        rest = "jokers" if players % 4 == 0 else data.draw(st.sampled_from(["sit-outs", "fives"]), label="rest")
        if rest == "fives" and (players % 4 > players // 4):
            rest = "sit-outs"
        parts = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=3), label="parts")
        event = cast.event(players=players, slug="any", planned_rounds=sum(parts))
        for count in parts:
            draw = drawn(event, count, publish=True, rest=rest)
            for number in range(draw.first, draw.last + 1):
                self._judge(event, number, range(1, players + 1))
        fours = [[table[:4] for table in tables] for tables in seats(event)]
        assert seat_imbalance(fours, players) <= (1 if rest == "jokers" else 2)
        again = logbook_file.replay(list(logbook_file.lines(event)), slug="again")
        assert seats(again) == seats(event)

    def _judge(self, event: Event, number: int, there: Iterable[int]) -> None:
        tables = seats(event)[number - 1]
        resting = SitOut.objects.filter(round__event=event, round__number=number)
        out = list(resting.values_list("entry__number", flat=True))
        assert sorted([*chain(*tables), *out]) == sorted(there)
        assert all(len(table) in (4, 5) for table in tables)


@pytest.mark.long
def test_who_left_is_not_drawn_and_two_draws_at_once_are_one() -> None:
    event = cast.event(players=12)
    for number in (1, 2, 3, 4):
        registration.withdraw(cast.entry(event, number), BY)
    drawn(event)
    assert set(chain(*chain(*seats(event)))) == set(range(5, 13))
    with cast.refused("not published yet"):
        drawn(event)


def test_a_round_that_was_rejected_meanwhile_is_not_published() -> None:
    event = cast.event(players=8)
    drawn(event, 1)
    seen = cast.round_of(event)
    rounds.withdraw_draw(cast.round_of(event), BY)
    for act in (rounds.publish_round, rounds.withdraw_draw):
        with cast.refused("rejected in the meantime"):
            act(seen, BY)
