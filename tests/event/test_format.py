"""The format of an event as data: what it says of each round, and every fault of what is none."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.ranking.format import Clubs, Format, FormatError, Stage, faults, read

FINAL = {"kind": "final", "rounds": 2, "cut": 32, "draw": "snake", "points": "zero"}
WHOLE = {
    "stages": [
        {"kind": "preliminary", "rounds": 3},
        {"kind": "ranked", "rounds": 1},
        FINAL,
        {"kind": "final", "rounds": 1, "cut": 8, "draw": "rank", "points": "carried"},
    ],
    "bonus": [90, 60, 30, 0],
    "clubs": {"count": "best", "best": 4, "least": 4},
    "sit_out": "average",
}


def test_a_format_is_read_and_written_as_it_was() -> None:
    assert read(WHOLE).to_dict() == WHOLE
    assert read({}) == Format()
    assert Format().to_dict() == {}


def test_what_is_not_said_is_as_usual() -> None:
    short = read({"stages": [{"kind": "preliminary", "rounds": 3}, {"kind": "final", "rounds": 1, "cut": 16}]})
    assert short.stages[1] == Stage("final", 1, 16, "rank", "carried")
    assert (short.bonus, short.clubs, short.sit_out) == ((), Clubs("average", 4, 1), "nothing")


def test_a_stage_by_rank_says_how_its_tables_are_made() -> None:
    for stage in ({"kind": "ranked", "rounds": 2, "draw": "strict"}, {"kind": "ranked", "rounds": 2}):
        assert read({"stages": [stage]}).to_dict() == {"stages": [stage]}
    assert read({"stages": [{"kind": "ranked", "rounds": 1, "draw": "strict"}]}).stage_of(1).draw == "strict"


def test_every_round_has_its_stage() -> None:
    planned = read(WHOLE)
    assert [planned.stage_number(round) for round in range(1, 10)] == [1, 1, 1, 2, 3, 3, 4, 4, 4]
    assert [planned.first_round(stage) for stage in range(1, 6)] == [1, 4, 5, 7, 8]
    assert (planned.rounds, planned.finals) == (7, (3, 4))
    assert planned.stage_of(6) == Stage("final", 2, 32, "snake", "zero")


def test_a_plain_event_is_one_stage_of_the_planned_rounds() -> None:
    plain = Format(bonus=(9,)).with_rounds(3)
    assert (plain.stages, plain.bonus) == ((Stage("preliminary", 3),), (9,))
    assert read(WHOLE).with_rounds(3) == read(WHOLE)


WRONG = {
    "an unknown part": ({"weather": 1}, "weather"),
    "stages that are no list": ({"stages": {}}, "stages"),
    "a stage that says nothing": ({"stages": [{}]}, "stages.1"),
    "too many stages": ({"stages": [{"kind": "ranked", "rounds": 1}] * 6}, "stages"),
    "an unknown kind": ({"stages": [{"kind": "quarter", "rounds": 1}]}, "stages.1.kind"),
    "no round": ({"stages": [{"kind": "ranked", "rounds": 0}]}, "stages.1.rounds"),
    "half a round": ({"stages": [{"kind": "ranked", "rounds": 1.5}]}, "stages.1.rounds"),
    "true rounds": ({"stages": [{"kind": "ranked", "rounds": True}]}, "stages.1.rounds"),
    "a cut before no final": ({"stages": [{"kind": "ranked", "rounds": 1, "cut": 8}]}, "stages.1.cut"),
    "a final of three": ({"stages": [{"kind": "ranked", "rounds": 1}, {**FINAL, "cut": 3}]}, "stages.2.cut"),
    "another way to draw": ({"stages": [{"kind": "ranked", "rounds": 1}, {**FINAL, "draw": "x"}]}, "stages.2.draw"),
    "tables by lot in a stage by rank": ({"stages": [{"kind": "ranked", "rounds": 1, "draw": "x"}]}, "stages.1.draw"),
    "tables of a stage by lot": ({"stages": [{"kind": "preliminary", "rounds": 1, "draw": "rank"}]}, "stages.1.draw"),
    "half of the points": (
        {"stages": [{"kind": "ranked", "rounds": 1}, {**FINAL, "points": "half"}]},
        "stages.2.points",
    ),
    "a final first": ({"stages": [FINAL]}, "stages.1.kind"),
    "rounds for all after a final": (
        {"stages": [{"kind": "ranked", "rounds": 1}, FINAL, {"kind": "ranked", "rounds": 1}]},
        "stages.3.kind",
    ),
    "a final as large": ({"stages": [{"kind": "ranked", "rounds": 1}, FINAL, FINAL]}, "stages.3.cut"),
    "more rounds than an event has": (
        {"stages": [{"kind": "ranked", "rounds": 50}, FINAL]},
        "stages",
    ),
    "six places": ({"bonus": [6, 5, 4, 3, 2, 1]}, "bonus"),
    "a bonus in words": ({"bonus": ["90"]}, "bonus"),
    "a better place that gives less": ({"bonus": [30, 60]}, "bonus"),
    "clubs by chance": ({"clubs": {"count": "lot"}}, "clubs.count"),
    "clubs of none": ({"clubs": {"least": 0}}, "clubs.least"),
    "clubs of what": ({"clubs": {"worst": 1}}, "clubs"),
    "half a sit-out": ({"sit_out": "half"}, "sit_out"),
}


@pytest.mark.parametrize(("data", "place"), WRONG.values(), ids=WRONG.keys())
def test_what_is_no_format_is_told_where(data: dict[str, Any], place: str) -> None:
    assert [fault.place for fault in faults(data)] == [place]
    with pytest.raises(FormatError, match=place):
        read(data)


def test_all_faults_are_told_at_once() -> None:
    wrong = {"stages": [{"kind": "final", "rounds": 0}], "bonus": [1, 2], "sit_out": None}
    assert [fault.place for fault in faults(wrong)] == ["stages.1.cut", "stages.1.rounds", "bonus", "sit_out"]


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.sampled_from(["final", "ranked", "rank", "zero", "best"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["stages", "bonus", "clubs", "kind", "rounds", "cut", "count"]), inner)
    ),
    max_leaves=12,
)


@given(anything)
def test_whatever_is_sent_is_read_or_told_what_is_wrong_with_it(data: Any) -> None:
    if not list(faults(data)):
        assert read(read(data).to_dict()) == read(data)
