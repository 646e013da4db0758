"""Who writes sits on the last seat: in every kind of field, ahead, by lot, by ranking, when people leave or come."""

import hashlib
import json
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

import pytest

from tests.support.servers.nightly import by_day
from tournament.seating.changes import events
from tournament.seating.constraints import Wish
from tournament.seating.proof.follow import follow
from tournament.seating.rounds import continued
from tournament.seating.rounds.whole import draw
from tournament.seating.seats.writers import writers_last

FIELDS = [(28, 4, "vacancies"), (31, 4, "vacancies"), (29, 4, "fives"), (25, 4, "sit-outs")]
KINDS = [(40, "vacancies"), (43, "vacancies"), (37, "fives"), (38, "fives"), (39, "sit-outs"), (26, "sit-outs")]
LARGER = [(players, 8, rest) for players, rest in KINDS]
EVERY = [*FIELDS, *(pytest.param(*field, marks=pytest.mark.nightly) for field in LARGER)]


def wish(players: int, rounds: int, rest: str = "vacancies", *, every: int = 2, **more: Any) -> Wish:
    """Every second player is willing to write, unless told otherwise."""
    captains = tuple(range(1, players + 1, every))
    return Wish(players, rounds, "markers", captains=captains, rest=rest, writers_last=True, **more)


@cache
def drawn_ahead(players: int, rounds: int, rest: str, every: int = 2) -> Any:
    """A draw that several tests read, and none changes."""
    return draw(wish(players, rounds, rest, every=every))


def elsewhere(rounds: Any, captains: Any) -> int:
    """Tables with somebody willing at which somebody else sits last; counted without the engine."""
    tables = [table for table in chain(*rounds) if table]
    return sum(any(p in captains for p in table) and table[-1] not in captains for table in tables)


def worst(rounds: Any) -> int:
    """The largest difference between two of anybody's counts of the first three seats."""
    counts: dict[int, list[int]] = {}
    for table in chain(*rounds):
        for seat, player in enumerate(table[:3]):
            if player is not None:
                counts.setdefault(player, [0, 0, 0])[seat] += 1
    return max(max(seats) - min(seats) for seats in counts.values())


def company(rounds: Any) -> list[list[list[int]]]:
    """Who sits at each table, whatever the seats."""
    return [[sorted(player or 0 for player in table) for table in tables] for tables in rounds]


@pytest.mark.parametrize(("players", "rounds", "rest"), EVERY)
@pytest.mark.parametrize("every", by_day([2, 5]))
def test_rounds_drawn_ahead_have_a_writer_last_and_the_other_seats_balanced(
    players: int, rounds: int, rest: str, every: int
) -> None:
    asked = wish(players, rounds, rest, every=every)
    drawn = drawn_ahead(players, rounds, rest, every)
    assert elsewhere(drawn["rounds"], asked.captains) == drawn["audit"]["writer_elsewhere"] == 0
    assert worst(drawn["rounds"]) == drawn["audit"]["seat_imbalance"] <= 1
    assert follow(drawn["trace"]) == drawn["rounds"]
    assert events.rerun(drawn) == drawn


@pytest.mark.parametrize(("players", "rounds", "rest"), EVERY)
def test_nobody_sits_with_anybody_else_for_it(players: int, rounds: int, rest: str) -> None:
    asked = wish(players, rounds, rest)
    before = draw(Wish.from_dict({**asked.to_dict(), "writers_last": False}))
    assert company(drawn_ahead(players, rounds, rest)["rounds"]) == company(before["rounds"])


def test_writers_take_turns_at_a_table_with_several() -> None:
    drawn = draw(wish(32, 8, every=1))
    last = [table[-1] for table in chain(*drawn["rounds"])]
    assert {last.count(player) for player in range(1, 33)} == {2}


# SHA-256 of draws: whoever changes one changes the engine's version too, since older draws cannot be made again then.
KNOWN = {
    (40, 7, "vacancies"): "b28edcd1ebae98d890738b899980d199882e8585bcad5114ec07f63202a68832",
    (37, 6, "fives"): "466205a730a2881a9e73320b8fe147ea54a78c868aed3722223e70cd9582c500",
    (26, 9, "sit-outs"): "b15c3718ae4ae9289117ce6209f4da769dee9087b364673787dc50e745eee19c",
    (31, 5, "vacancies"): "9ea5486c3bda8ee29eb7bc1e1eee25bd967321e640179b5abba90b3c3f45bdab",
}


@pytest.mark.parametrize("field", KNOWN)
def test_where_nobody_is_named_the_same_seed_gives_the_same_seats(field: tuple[int, int, str]) -> None:
    players, rounds, rest = field
    told = json.dumps(draw(Wish(players, rounds, "nail", rest=rest)), separators=(",", ":"), sort_keys=True)
    assert hashlib.sha256(told.encode()).hexdigest() == KNOWN[field]


def test_a_trace_of_before_is_made_again_as_it_was() -> None:
    old = Wish(40, 4, "old", captains=tuple(range(1, 41, 2)))
    assert "writers_last" not in old.to_dict() and not Wish.from_dict(old.to_dict()).writers_last
    assert elsewhere(draw(old)["rounds"], old.captains) > 0


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds", "rest"), EVERY)
@pytest.mark.parametrize("way", [{}, {"snake": True}, {"strict": True}])
def test_a_round_by_ranking_has_a_writer_last(players: int, rounds: int, rest: str, way: dict[str, bool]) -> None:
    asked = wish(players, 1, rest)
    drawn: Any = {"rounds": [], "resting": []}
    for _round in range(rounds):
        order = list(range(players, 0, -1))
        drawn_now = continued.draw_ranked(asked, drawn["rounds"], drawn.get("resting", ()), order, **way)
        assert follow(drawn_now["trace"]) == drawn_now["rounds"]
        drawn = {name: drawn.get(name, []) + drawn_now.get(name, []) for name in ("rounds", "resting")}
    assert elsewhere(drawn["rounds"], asked.captains) == 0
    assert worst(drawn["rounds"]) <= 3


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds", "rest"), by_day(LARGER))
def test_rounds_by_lot_one_after_the_other_keep_the_other_seats_close(players: int, rounds: int, rest: str) -> None:
    asked = wish(players, 1, rest)
    drawn: Any = {"rounds": [], "resting": []}
    for number in range(rounds):
        one = replace(asked, seed=f"lot {number}")
        now = continued.draw_further(one, drawn["rounds"], drawn["resting"])
        assert follow(now["trace"]) == now["rounds"] and events.rerun(now) == now
        drawn = {name: drawn[name] + now.get(name, []) for name in ("rounds", "resting")}
    assert elsewhere(drawn["rounds"], asked.captains) == 0
    assert worst(drawn["rounds"]) <= 2


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds", "rest"), EVERY)
@pytest.mark.parametrize("mode", ["published", "open"])
def test_who_writes_still_sits_last_when_people_leave_and_come(players: int, rounds: int, rest: str, mode: str) -> None:
    asked = wish(players, rounds, rest)
    drawn = drawn_ahead(players, rounds, rest)
    left = events.redraw(drawn, after=2, absent=[2, 3, 8], arrive=1, mode=mode)
    assert elsewhere(left["rounds"], asked.captains) == left["audit"]["writer_elsewhere"] == 0
    if mode == "published":
        for was, now in zip(drawn["rounds"], left["rounds"], strict=True):
            same = [(a, b) for a, b in zip(was, now, strict=False) if sorted(map(str, a)) == sorted(map(str, b))]
            assert same and all(a == b for a, b in same)


def test_a_closed_table_and_an_empty_seat_stay() -> None:
    now = writers_last([], [[[1, 2, None, 3], [], [4, 5, 6, 7, 8]]], (1, 5))
    assert [len(table) for table in now[0]] == [4, 0, 5]
    assert now[0][0][-1] == 1 and now[0][0].count(None) == 1 and now[0][2][-1] == 5
