"""Whatever happens to a draw, one thing after the other: nobody is lost, nobody sits twice, as few move as can be."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.second import seating_count as count
from tournament.seating.changes import events
from tournament.seating.changes.events import ranked_round
from tournament.seating.constraints import MODES, RESTS, Wish
from tournament.seating.proof import trace
from tournament.seating.rounds.whole import draw

Data = Any
There = list[set[int]]


@pytest.mark.long
@given(
    players=st.integers(16, 60), rounds=st.integers(1, 6), rest=st.sampled_from(RESTS), lot=st.integers(0, 2**32 - 1)
)
@settings(max_examples=12)
def test_nobody_is_lost_whatever_happens(players: int, rounds: int, rest: str, lot: int) -> None:
    chance = random.Random(lot)
    drawn = draw(Wish(players, rounds, "walk", rest=rest))
    there = [{*range(1, players + 1)} for _ in range(rounds)]
    for _ in range(3):
        drawn, there = (ranked if chance.random() < 0.25 else changed)(drawn, there, rest, chance)
        assert trace.problems(drawn) == []
        assert [{*count.places(drawn, number)} for number in range(1, len(there) + 1)] == there
        assert [sum(map(len, sat_or_rested(drawn, at))) for at in range(len(there))] == [*map(len, there)]
    assert drawn["audit"]["repeats"] == count.repeats(drawn["rounds"])
    assert events.rerun(json.loads(json.dumps(drawn))) == drawn


def ranked(drawn: Data, there: There, rest: str, chance: random.Random) -> tuple[Data, There]:
    """One round more, for all who play in the last."""
    order = chance.sample(sorted(there[-1]), len(there[-1]))
    after = ranked_round(drawn, order)
    assert after["rounds"][:-1] == drawn["rounds"]
    return after, [*there, {*order}]


def changed(drawn: Data, there: There, rest: str, chance: random.Random) -> tuple[Data, There]:
    """A few leave and come after any round, be it before another change or after it."""
    after, mode = chance.randrange(len(there)), chance.choice(MODES)
    # Twelve are left at least: at 5, 6, 7 and 11 not everything can be.
    most = min(5, min(map(len, there)) - 12)
    absent = {*chance.sample(sorted(there[after]), chance.randint(0, max(0, most)))}
    arrive = chance.randint(0, 6)
    new = {*range(drawn["players"] + 1, drawn["players"] + arrive + 1)}
    left = events.redraw(drawn, after=after, absent=sorted(absent), arrive=arrive, mode=mode)
    assert left["rounds"][:after] == drawn["rounds"][:after]
    if mode == "published":
        for number in range(after + 1, len(there) + 1):
            judge_moves(drawn, left, number, rest, absent, arrive)
    elif rest == "vacancies":
        assert count.shared_vacancies(left["rounds"][after:]) == 0
    return left, [*there[:after], *((people - absent) | new for people in there[after:])]


def judge_moves(drawn: Data, left: Data, number: int, rest: str, absent: set[int], arrive: int) -> None:
    """The moves of a round are those told, and no more than must be."""
    moved = count.moved(drawn, left, number)
    told = [(move["player"], (move["from"], move["to"])) for move in left["moves"] if move["round"] == number]
    assert sorted(told) == sorted(moved.items())
    if rest == "vacancies":
        assert len(moved) == count.least_moves(drawn, number, absent, arrive)
        return
    least = count.least_moves_of_full_tables(drawn, number, absent, arrive)
    # Where some rest, a newcomer does not rest again before the others have: whoever rests instead moves too.
    assert least <= len(moved) <= least + (min(3, arrive) if rest == "sit-outs" else 0)


def sat_or_rested(drawn: Data, at: int) -> list[list[int]]:
    """Who sits at each table of a round, and who rests in it."""
    resting = drawn["resting"][at] if "resting" in drawn else []
    return [resting, *([player for player in table if player is not None] for table in drawn["rounds"][at])]
