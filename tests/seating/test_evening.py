"""Seats are evened out within tables, as far as can be: beside all ways there are, on fields small enough."""

import random
from itertools import permutations
from typing import Any

import pytest

from tournament.seating.changes import events
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import Wish
from tournament.seating.model import cut, flat_of, people_of
from tournament.seating.proof import trace
from tournament.seating.rounds.whole import draw
from tournament.seating.seats import evening


def evened(flats: list[list[int]], counts: list[list[int]]) -> list[list[int]]:
    """Rounds as flat lists, evened out after rounds in which everybody sat on each seat as often as counted."""
    told = ((person, seat) for person, own in enumerate(counts) for seat in range(4) for _ in range(own[seat]))
    before = [[[person if at == seat else None for at in range(4)] for person, seat in told]]
    laid = [cut(flat) for flat in flats]
    rounds = evening.even_seats(before, laid, evening.every(laid))
    return [flat_of(people_of(table) for table in tables) for tables in rounds]


def counted(rounds: list[Any], counts: list[list[int]]) -> list[list[int]]:
    """Everybody's counts of the four seats, those of before among them."""
    now = [list(seats) for seats in counts]
    for flat in rounds:
        for place, person in enumerate(flat):
            now[person][place % 4] += 1
    return now


def uneven(rounds: list[Any], counts: list[list[int]]) -> int:
    """How many people have counts that differ by more than 1."""
    return sum(max(seats) - min(seats) > 1 for seats in counted(rounds, counts))


def best_of_one_round(flat: list[int], counts: list[list[int]]) -> int:
    """The fewest who can have uneven counts, of all ways in which each table can sit down."""
    tables = [flat[at : at + 4] for at in range(0, len(flat), 4)]
    return sum(
        min(
            sum(
                max(now := [times + (s == seat) for s, times in enumerate(counts[p])]) - min(now) > 1
                for seat, p in enumerate(way)
            )
            for way in permutations(table)
        )
        for table in tables
    )


@pytest.mark.parametrize("seed", range(4))
def test_one_round_is_seated_as_evenly_as_can_be(seed: int) -> None:
    rng = random.Random(seed)
    flat = rng.sample(range(24), 24)
    counts = [rng.sample([0, 1, 1, 1], 4) for _ in flat]
    found = evened([flat], counts)
    assert [sorted(found[0][at : at + 4]) for at in range(0, 24, 4)] == [
        sorted(flat[a : a + 4]) for a in range(0, 24, 4)
    ]
    assert uneven(found, counts) == best_of_one_round(flat, counts)


def test_seats_even_out_what_was_before() -> None:
    flats = [random.Random(number).sample(range(40), 40) for number in range(6)]
    earlier = [[1, 1, 0, 0] if person % 2 else [0, 0, 2, 1] for person in range(40)]
    assert uneven(evened(flats, earlier), earlier) == 0


def test_even_rounds_stay_as_they_are() -> None:
    rounds = [list(range(8)), [3, 0, 1, 2, 7, 4, 5, 6]]
    assert evened(rounds, [[0] * 4] * 8) == rounds


@pytest.mark.parametrize(
    ("players", "rest", "after"),
    [
        (41, "sit-outs", 4),
        (16, "vacancies", 1),
        pytest.param(41, "fives", 4, marks=pytest.mark.long),
        pytest.param(65, "sit-outs", 4, marks=pytest.mark.long),
    ],
)
def test_seats_stay_balanced_when_people_leave_published_rounds(players: int, rest: str, after: int) -> None:
    rounds = 8 if players > 16 else 4
    absent = random.Random(players).sample(range(1, players + 1), players // 8)
    wish = Wish(players, rounds, "even", rest=rest)
    left = events.redraw(draw(wish), after=after, absent=absent, arrive=0, mode="published")
    assert left["audit"]["seat_imbalance"] <= 1


@pytest.mark.parametrize(("players", "finalists"), [(160, 40), (100, 24)])
def test_as_many_finalists_as_can_have_a_seat_they_are_due(players: int, finalists: int) -> None:
    drawn: Any = draw(Wish(players, 3, "final"))
    order = random.Random(0).sample(range(1, players + 1), finalists)
    before = [[0] * 4 for _ in order]
    for tables in drawn["rounds"]:
        for table in tables:
            for seat, player in enumerate(table):
                if player in order:
                    before[order.index(player)][seat] += 1
    # After three rounds everybody is due one seat, and a seat is there as often as there are tables.
    due = [seats.index(0) for seats in before]
    least = sum(max(0, due.count(seat) - finalists // 4) for seat in range(4))
    final: Any = ranked_round(drawn, order)["rounds"][-1]
    assert least > 0
    assert uneven([[order.index(player) for table in final for player in table]], before) == least


@pytest.mark.long
@pytest.mark.parametrize("rest", ["vacancies", "sit-outs"])
def test_open_rounds_that_different_people_play_are_each_seated_whole(rest: str) -> None:
    drawn = events.redraw(draw(Wish(17, 4, "s", rest=rest)), after=3, absent=(1, 2, 3), arrive=1, mode="open")
    again = events.redraw(drawn, after=1, absent=(4, 5), arrive=0, mode="open")
    assert trace.problems(again) == []
