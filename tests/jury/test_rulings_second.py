"""Rulings by the second scorer and by `tools/verify.py`: both say the same, each in place of an earlier one."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.second.second_rulings import outcome
from tools import verify

Json = dict[str, Any]
ENTERED = {"contract": "PC8", "declarers": [1, 2], "tricks": 8}
OTHER = {"contract": "A9", "declarers": [3], "tricks": 9}
THROWN = {"1": -24, "2": 12, "3": 12}
RIGHT = {"1": 12, "2": -24, "3": 12}


@cache
def rules() -> Json:
    path = Path(__file__).parents[2] / "conformance/cases/v1/rulesets/world-2018.json"
    return dict(json.loads(path.read_text("utf-8")))


def verified(decisions: list[Json]) -> dict[int, int]:
    """The same of `tools/verify.py`; the players have the numbers of their positions."""
    place = {"round": 1, "table": 1, "deal": 1}
    rows = {
        one["number"]: verify.decision_facts({**place, **one, "adjustments": one.get("points", {})})
        for one in decisions
    }
    facts = {"decisions": rows}
    rulings = verify.rulings_on(facts, 1, 1).get(1, [])
    scores = verify.outcome(rules(), ENTERED, rulings, [1, 2, 3, 4]).points
    return {seat: won + verify.adjustments_of(facts, seat, [], 1)[0] for seat, won in scores.items()}


def annulled(number: int, **more: Any) -> Json:
    return {"number": number, "ruling": "annulled", **more}


@pytest.mark.parametrize(
    ("decisions", "total"),
    [
        ([annulled(1, points=THROWN)], [-24, 12, 12, 0]),
        ([annulled(1, points=THROWN), annulled(2, ends=[1])], [0, 0, 0, 0]),
        ([annulled(1, points=THROWN), annulled(2, ends=[1], points=RIGHT)], [12, -24, 12, 0]),
        ([annulled(1, points=THROWN), annulled(2, ends=[1], cancelled=True)], [-24, 12, 12, 0]),
        ([annulled(1, points=THROWN), annulled(2, points=RIGHT)], [-12, -12, 24, 0]),
    ],
)
def test_a_later_ruling_ends_the_points_of_the_one_before(decisions: list[Json], total: list[int]) -> None:
    expected = dict(enumerate(total, 1))
    assert outcome("world-2018", ENTERED, decisions) == expected
    assert verified(decisions) == expected


RULED = st.fixed_dictionaries(
    {
        "ruling": st.sampled_from(["annulled", "result"]),
        "cancelled": st.booleans(),
        "points": st.dictionaries(st.sampled_from("1234"), st.integers(-30, 30)),
        "all": st.booleans(),
    }
)


@given(st.lists(RULED, max_size=6))
def test_the_second_scorer_and_the_outsiders_check_say_the_same(drawn: list[Json]) -> None:
    decisions = [
        {
            **{name: value for name, value in one.items() if name != "all"},
            "number": number,
            "result": OTHER if one["ruling"] == "result" else None,
            "ends": list(range(1, number)) if one["all"] else [],
        }
        for number, one in enumerate(drawn, 1)
    ]
    assert outcome("world-2018", ENTERED, decisions) == verified(decisions)
