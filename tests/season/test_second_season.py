"""Any season counts the same by three programs that share no code: ours, the outsiders' and a second one."""

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.season.by_hand import day
from tests.season.second_season import Came, Column, count
from tools import verify
from tournament.season.counting import count_season
from tournament.season.evenings import SeasonEvening, SeasonResult
from tournament.season.options import TIES, read_season
from tournament.season.presets import SEASON_PRESETS
from tournament.season.written import write_season

Evenings = list[list[SeasonResult]]


def by_us(options: dict[str, Any], evenings: Evenings) -> dict[str, Any]:
    played = [SeasonEvening(day(at), results) for at, results in enumerate(evenings, 1)]
    whole = write_season(count_season(played, read_season(options)), "azen", 1, options, {})
    data = json.loads(json.dumps(whole))
    return {name: data[name] for name in ("standings", "most_points", "best_average", "withdrawn")}


def by_outsiders(options: dict[str, Any], evenings: Evenings) -> dict[str, Any]:
    rows = [[{name: getattr(result, name) for name in verify.RESULT} for result in results] for results in evenings]
    return verify.season_of(options, [(day(at).isoformat(), results) for at, results in enumerate(rows, 1)])


def by_second(options: dict[str, Any], evenings: Evenings) -> dict[str, Any]:
    columns = []
    for at, results in enumerate(evenings, 1):
        column = Column(day(at).isoformat())
        for each in results:
            came = Came(each.points, each.deals, each.deal_points, each.rank, each.joker)
            column.add(each.person, came, withdrawn=each.withdrawn, jokers_out=options.get("jokers") == "out")
        columns.append(column)
    return count(options, columns)


points = st.integers(-3, 3)
results = st.lists(
    st.builds(
        lambda person, points, deals, more, rank, joker, withdrawn: SeasonResult(
            person, points, deals, points + more if deals else 0, rank, joker, withdrawn and person is None
        ),
        st.one_of(st.none(), st.integers(1, 5)),
        points,
        st.integers(0, 2),
        st.integers(-1, 1),
        st.one_of(st.integers(1, 4), st.integers(1, 4), st.none()),
        st.booleans(),
        st.booleans(),
    ),
    max_size=6,
)
dates = st.integers(1, 7).map(lambda number: day(number).isoformat())


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    score = draw(st.sampled_from(["points", "mean", "places", "table"]))
    options: dict[str, Any] = {"score": score, "jokers": draw(st.sampled_from(["in", "out"]))}
    if score == "table":
        options["table"] = sorted(draw(st.lists(points, min_size=1, max_size=4)), reverse=True)
    if score != "mean":
        options["absence"] = draw(st.sampled_from(["nothing", "average", "fixed"]))
        options |= {"absence_points": draw(points)} if options["absence"] == "fixed" else {}
    match draw(st.sampled_from(["best", "evenings", "dates"])):
        case "best":
            options["best"] = draw(st.integers(0, 4))
        case "evenings":
            sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
            options["periods"] = [{"evenings": size, "best": draw(st.integers(0, size))} for size in sizes]
        case _:
            ends = draw(st.lists(dates, min_size=1, max_size=3, unique=True))
            options["periods"] = [{"ends_on": end, "best": draw(st.integers(0, 2))} for end in sorted(ends)]
    options["weights"] = draw(st.dictionaries(dates, st.integers(1, 3), max_size=3))
    options["ties"] = draw(st.lists(st.sampled_from(TIES), unique=True, max_size=4))
    return {**options, "least": draw(st.integers(0, 3)), "meal": draw(st.integers(0, 3))}


@pytest.mark.long
@settings(max_examples=600)
@given(any_options(), st.lists(results, max_size=7))
def test_any_season_is_the_same_by_three_programs(options: dict[str, Any], evenings: Evenings) -> None:
    expected = by_us(options, evenings)
    assert by_outsiders(options, evenings) == expected
    assert by_second(options, evenings) == expected


def test_the_presets_are_the_same_by_three_programs() -> None:
    evenings = [
        [SeasonResult(person, person * at % 7 - 3, 10, at - person, joker=person == at) for person in range(1, 6)]
        for at in range(1, 45)
    ]
    for preset in SEASON_PRESETS.values():
        options = dict(preset.options)
        assert by_outsiders(options, evenings) == by_us(options, evenings) == by_second(options, evenings)
    assert date.fromisoformat(day(44).isoformat()) == day(44)
