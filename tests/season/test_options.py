"""Every fault of a season's options is named, with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.season.options import SeasonError, read_season, season_faults
from tournament.season.presets import SEASON_PRESETS
from tournament.season.readings import our_readings

FAULTS: list[tuple[Any, str, str]] = [
    ([], "season", "This is not a season."),
    ({"cups": 1}, "cups", "A season does not have this part."),
    ({"score": "most"}, "score", "This is not one of the choices."),
    ({"score": []}, "score", "This is not one of the choices."),
    ({"jokers": True}, "jokers", "This is not one of the choices."),
    ({"best": -1}, "best", "This must be a number of evenings from 0 to 400."),
    ({"least": True}, "least", "This must be a number of evenings from 0 to 400."),
    ({"meal": "15"}, "meal", "This must be a number of evenings from 0 to 400."),
    ({"score": "table"}, "table", "A table of points is needed to count by a table, and only then."),
    ({"table": [3]}, "table", "A table of points is needed to count by a table, and only then."),
    ({"score": "table", "table": [3, 4]}, "table", "A better place cannot have fewer points."),
    ({"score": "table", "table": [1.5]}, "table", "The points of a place must be whole numbers."),
    ({"score": "table", "table": [1] * 201}, "table", "A table can have at most 200 places."),
    ({"periods": {}}, "periods", "A season can have at most 60 periods."),
    ({"periods": [{"weeks": 6}]}, "periods.1", "A period does not have this part."),
    ({"periods": [{}]}, "periods.1", "A period must say how many evenings it has, or until when it lasts."),
    ({"periods": [{"evenings": 0}]}, "periods.1.evenings", "This must be a number of evenings from 1 to 400."),
    ({"periods": [{"evenings": 3, "best": 4}]}, "periods.1.best", "More evenings cannot count than the period has."),
    ({"periods": [{"evenings": 3, "best": "2"}]}, "periods.1.best", "This must be a number of evenings from 0 to 400."),
    ({"periods": [{"ends_on": "2026-2-1"}]}, "periods.1.ends_on", "This is not a date."),
    ({"periods": [{"evenings": 1, "name": "x" * 41}]}, "periods.1.name", "A name can have at most 40 letters."),
    (
        {"periods": [{"evenings": 1}, {"ends_on": "2026-10-01"}]},
        "periods",
        "All periods go by dates, or all by numbers of evenings.",
    ),
    (
        {"periods": [{"ends_on": "2026-10-01"}, {"ends_on": "2026-10-01"}]},
        "periods.2.ends_on",
        "A period must end after the one before it.",
    ),
    (
        {"best": 3, "periods": [{"evenings": 9}]},
        "best",
        "In a season with periods, each period says how many of its evenings count.",
    ),
    ({"weights": []}, "weights", "At most 400 evenings can have a weight of their own."),
    ({"weights": {"20261001": 2}}, "weights.20261001", "This is not a date."),
    ({"weights": {"2026-10-01": 0}}, "weights.2026-10-01", "An evening can count 1 to 10 times."),
    ({"ties": ["lot"]}, "ties", "This is not one of the choices."),
    ({"ties": [[]]}, "ties", "This is not one of the choices."),
    ({"ties": ["wins", "wins"]}, "ties", "Each way to break a tie can be named once."),
    (
        {"score": "mean", "absence": "average"},
        "absence",
        "An average per deal gives nothing for an absence: no deals were played.",
    ),
    (
        {"absence": "fixed", "absence_points": 0.5},
        "absence_points",
        "The points for an absence must be a whole number.",
    ),
    ({"absence_points": 5}, "absence_points", "Only an absence with fixed points can have this."),
]


@pytest.mark.parametrize(
    ("data", "place", "sentence"), FAULTS, ids=[f"{place}-{at}" for at, (_d, place, _s) in enumerate(FAULTS)]
)
def test_a_fault_is_named_with_its_place(data: Any, place: str, sentence: str) -> None:
    assert [(fault.place, str(fault.sentence)) for fault in season_faults(data)] == [(place, sentence)]
    with pytest.raises(SeasonError, match=place.replace(".", r"\.")):
        read_season(data)


def test_all_faults_are_named_at_once() -> None:
    data = {"score": "x", "best": -1, "weights": {"x": 1}, "ties": 3}
    assert [fault.place for fault in season_faults(data)] == ["score", "best", "weights.x", "ties"]


def test_what_a_file_says_is_read() -> None:
    for preset in SEASON_PRESETS.values():
        assert read_season(json.loads(json.dumps(preset.options))) == read_season(preset.options)


def test_the_same_season_is_the_same_data() -> None:
    data: dict[str, Any] = {
        "best": 0,
        "ties": ["wins"],
        "weights": {"2026-12-17": 2, "2026-10-01": 1},
        "score": "points",
    }
    assert read_season(data).to_dict() == {"weights": {"2026-12-17": 2}, "ties": ["wins"]}
    assert read_season({"weights": {"2026-10-01": 1}}).to_dict() == {}
    by_numbers = [{"evenings": 3, "best": 2}, {"evenings": 3, "name": "June"}]
    seasons: list[dict[str, Any]] = [{"periods": by_numbers}, {"periods": [{"ends_on": "2026-10-01", "best": 1}]}]
    for season in (*seasons, {"score": "table", "table": [2, 1]}):
        assert read_season(season).to_dict() == season


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)
PARTS = ["score", "table", "best", "least", "meal", "periods", "weights", "absence", "absence_points", "jokers", "ties"]
period = st.dictionaries(st.sampled_from(["evenings", "ends_on", "best", "name"]), anything)


@pytest.mark.long
@given(st.dictionaries(st.sampled_from(PARTS), st.one_of(anything, st.lists(period, max_size=3))))
def test_anything_is_read_or_named(data: dict[str, Any]) -> None:
    if not list(season_faults(data)):
        options = read_season(data)
        plain = options.to_dict()
        assert read_season(plain).to_dict() == plain


SEASONS: dict[str, dict[str, Any]] = {
    "plain": {},
    "jokers": {"jokers": "out"},
    "absence": {"absence": "average"},
    "periods": {"periods": [{"evenings": 3}]},
}


def test_a_reading_is_shown_where_it_matters() -> None:
    count = {name: len(our_readings(read_season(data))) for name, data in SEASONS.items()}
    assert count == {"plain": 2, "jokers": 3, "absence": 3, "periods": 3}
