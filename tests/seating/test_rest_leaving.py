"""People leave or come while there are tables of five, or while some rest: rounds published, and rounds still open."""

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.second import seating_count as count
from tests.support.servers.nightly import by_day
from tournament.seating.__main__ import main
from tournament.seating.changes import events
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import MODES, ImpossibleError, Wish
from tournament.seating.proof import trace
from tournament.seating.rounds.whole import draw

BOTH = ("fives", "sit-outs")
Data = Any


def changed(players: int, rounds: int, rest: str, absent: Any, arrive: int = 0, **more: Any) -> tuple[Data, Data]:
    """A draw, and the same once people left and came; after its first round if nothing else is said."""
    drawn = draw(Wish(players, rounds, "x", rest=rest))
    wanted: Data = {"after": 1, "absent": list(absent), "arrive": arrive, "mode": "published"} | more
    return drawn, events.redraw(drawn, **wanted)


def places(document: Data, number: int) -> list[list[int]]:
    """Who rests in a round (from 0), and then its tables."""
    rested = document.get("resting") or [[] for _ in document["rounds"]]
    return [rested[number], *document["rounds"][number]]


def widths(people: int, rest: str) -> list[int]:
    """How wide the tables are at which so many play, and last how many rest."""
    tables, over = divmod(people, 4)
    return [4] * tables + [over] if rest == "sit-outs" else [5] * over + [4] * (tables - over) + [0]


def fewest(homes: list[int], arriving: int, rest: str) -> int:
    """The fewest who change their place, of all ways to seat people who are at these places (0: they rest)."""
    *tables, resting = widths(len(homes) + arriving, rest)
    wanted, number = sorted(tables), max([*homes, len(tables)])
    best = len(homes)

    def search(people: list[int], sizes: list[int], moved: int) -> None:
        nonlocal best
        room = sorted(size for size in sizes[1:] if size)
        most = sorted(wanted, reverse=True)
        if moved >= best or len(room) > len(most) or any(a > b for a, b in zip(room[::-1], most, strict=False)):
            return
        if sizes[0] > resting:
            return
        if not people:
            best = moved
            return
        for at in sorted(range(number + 1), key=lambda place: place != people[0]):
            sizes[at] += 1
            search(people[1:], sizes, moved + (at != people[0]))
            sizes[at] -= 1

    search(homes, [0] * (number + 1), 0)
    return best


@pytest.mark.parametrize("rest", BOTH)
@pytest.mark.parametrize(
    ("players", "leaving"),
    by_day([(9, 1), (10, 2), (12, 3), (13, 4)]),
)
def test_as_few_move_as_can_be_of_all_ways_to_seat_a_small_field(players: int, leaving: int, rest: str) -> None:
    absent = random.Random(players).sample(range(1, players + 1), leaving)
    drawn, left = changed(players, 3, rest, absent)
    for number in (1, 2):
        homes = [at for at, place in enumerate(places(drawn, number)) for p in place if p not in absent]
        assert sum(move["round"] == number + 1 for move in left["moves"]) == fewest(homes, 0, rest)


@pytest.mark.long
@pytest.mark.parametrize("rest", BOTH)
@pytest.mark.parametrize(("players", "leaving"), [(17, 1), (23, 1), (101, 9), (64, 5)])
def test_moves_are_few_and_told(players: int, leaving: int, rest: str) -> None:
    absent = random.Random(players).sample(range(1, players + 1), leaving)
    drawn, left = changed(players, 4, rest, absent)
    assert trace.problems(left) == []
    assert left["rounds"][0] == drawn["rounds"][0]
    told = {(move["round"], move["player"]): (move["from"], move["to"]) for move in left["moves"]}
    for number in range(1, 4):
        moved = count.moved(drawn, left, number + 1)
        assert moved == {player: ends for (round, player), ends in told.items() if round == number + 1}
        assert len(moved) == count.least_moves_of_full_tables(drawn, number + 1, set(absent), 0)
        seats = {
            (p, at, old.index(p) + 1, new.index(p) + 1)
            for at, (old, new) in enumerate(zip(drawn["rounds"][number], left["rounds"][number], strict=False), 1)
            for p in {*old} & {*new}
            if old.index(p) != new.index(p)
        }
        told_seats = [change for change in left["reseated"] if change["round"] == number + 1]
        assert seats == {(change["player"], change["table"], change["from"], change["to"]) for change in told_seats}


def test_who_leaves_a_five_makes_it_a_four() -> None:
    drawn: Any = draw(Wish(17, 3, "x", rest="fives"))
    five = next(table for table in drawn["rounds"][2] if len(table) == 5)
    left = events.redraw(drawn, after=2, absent=[five[1]], arrive=0, mode="published")
    assert left["moves"] == []
    assert {len(table) for table in left["rounds"][2]} == {4}


def test_who_rests_takes_the_seat_that_got_free() -> None:
    drawn, left = changed(17, 3, "sit-outs", [1])
    for number in (1, 2):
        (rester,) = drawn["resting"][number]
        moves = [move for move in left["moves"] if move["round"] == number + 1]
        at = count.places(drawn, number + 1)[1]
        assert moves == ([] if rester == 1 else [{"round": number + 1, "player": rester, "from": None, "to": at}])


def test_one_who_comes_is_the_fifth_and_nobody_moves() -> None:
    _, left = changed(33, 4, "fives", (), 1)
    assert left["moves"] == left["reseated"] == []
    assert [sum(len(table) == 5 for table in tables) for tables in left["rounds"]] == [1, 2, 2, 2]


def test_the_fourth_who_makes_a_table_full_has_three_come_to_it_from_fives() -> None:
    _, left = changed(19, 2, "fives", (), 1)
    assert len(left["moves"]) == 3
    assert [len(table) for table in left["rounds"][1]] == [4] * 5


def test_those_who_rest_make_a_table_with_one_who_comes() -> None:
    drawn, left = changed(19, 3, "sit-outs", (), 1)
    for number in (1, 2):
        assert sorted(left["rounds"][number][4]) == [*drawn["resting"][number], 20]
    assert left["resting"][1:] == [[], []]


@pytest.mark.long
@pytest.mark.parametrize("rest", BOTH)
def test_open_rounds_of_which_some_leave_in_the_middle_are_drawn_again(rest: str) -> None:
    _, left = changed(38, 5, rest, (3, 17), 1, after=3)
    again = events.redraw(left, after=1, absent=(5,), arrive=2, mode="open")
    assert trace.problems(again) == []
    for number, people in enumerate((38, 39, 39, 38, 38)):
        out, *tables = places(again, number)
        assert [*sorted(map(len, filter(None, tables)), reverse=True), len(out)] == widths(people, rest)


@pytest.mark.long
@pytest.mark.parametrize("mode", MODES)
def test_who_comes_rests_in_turn_and_not_always(mode: str) -> None:
    drawn, left = changed(17, 6, "sit-outs", (), 1, mode=mode)
    assert sum(18 in people for people in left["resting"]) == 1
    # In published rounds somebody may rest again where else two would meet again.
    assert left["audit"]["sit_out_repeats"] <= (mode == "published")
    assert len(left["moves"]) == (4 if mode == "published" else 0)
    assert left["resting"][0] == drawn["resting"][0]


@pytest.mark.parametrize("rest", BOTH)
@pytest.mark.parametrize(("players", "leaving"), [(65, 5), (101, 9), (200, 7)])
def test_open_rounds_are_drawn_again_without_repeats(players: int, leaving: int, rest: str) -> None:
    absent = random.Random(players).sample(range(1, players + 1), leaving)
    _, again = changed(players, 7, rest, absent, 2, after=3, mode="open")
    assert again["moves"] == again["reseated"] == []
    assert count.repeats(again["rounds"]) == again["audit"]["sit_out_repeats"] == again["audit"]["five_repeats"] == 0
    assert trace.problems(again) == []


@pytest.mark.parametrize("mode", MODES)
def test_clubs_are_kept_apart_and_who_stays_stays_when_people_leave(mode: str) -> None:
    clubs = {player: f"club {player % 11}" for player in range(1, 104)}
    drawn = draw(Wish(103, 5, "x", clubs=clubs, rest="sit-outs", stays={7: 3}))
    left = events.redraw(drawn, after=2, absent=(20, 60), arrive=0, mode=mode)
    assert count.club_meetings(left["rounds"], clubs) == count.repeats(left["rounds"]) == 0
    assert left["audit"]["away_from_table"] == 0


@pytest.mark.long
@given(data=st.data(), players=st.integers(8, 30), rest=st.sampled_from(BOTH), mode=st.sampled_from(MODES))
@settings(max_examples=8)
def test_nobody_is_lost_whoever_leaves_and_comes(data: st.DataObject, players: int, rest: str, mode: str) -> None:
    assume(players != 11)
    drawn: Data = draw(Wish(players, 4, "any", rest=rest))
    gone: set[int] = set()
    for after in (1, 2):
        there = set(range(1, drawn["players"] + 1)) - gone
        absent = data.draw(st.sets(st.sampled_from(sorted(there)), max_size=len(there) // 3), label="absent")
        arrive = data.draw(st.integers(0, 6), label="arrive")
        assume(rest != "fives" or len(there) - len(absent) + arrive not in (6, 7, 11))
        before = drawn
        drawn = events.redraw(drawn, after=after, absent=sorted(absent), arrive=arrive, mode=mode)
        gone |= absent
        now = Counter(set(range(1, drawn["players"] + 1)) - gone)
        for number in range(after, 4):
            sizes = widths(len(now), rest)
            assert Counter(p for place in places(drawn, number) for p in place) == now
            assert sorted(len(t) for t in drawn["rounds"][number] if t) == sorted(sizes[:-1])
            moved = sum(move["round"] == number + 1 for move in drawn["moves"])
            if mode == "published" and (rest == "fives" or not arrive):
                assert moved == count.least_moves_of_full_tables(before, number + 1, absent, arrive)
        assert drawn["rounds"][:after] == before["rounds"][:after]
    order = sorted(now)
    drawn = ranked_round(drawn, order)
    assert trace.problems(drawn) == []
    assert events.rerun(json.loads(json.dumps(drawn))) == drawn


@pytest.mark.long
def test_fives_that_cannot_be_are_refused() -> None:
    with pytest.raises(ImpossibleError, match="11 players cannot sit at tables of four and five"):
        changed(13, 2, "fives", (1, 2))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rest", BOTH)
def test_the_command_line_tells_and_repeats_it(
    rest: str, mode: str, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "draw.json"
    assert main(("draw", "--players", "66", "--rounds", "3", "--seed", "s", "--rest", rest)) == 0
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(("redraw", str(path), "--after", "2", "--absent", "3,4", "--arrive", "1", "--mode", mode)) == 0
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(("audit", str(path), "--rerun")) == 0
    assert json.loads(capsys.readouterr().out)["rerun"] == "the same"
