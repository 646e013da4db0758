"""The rulings on a deal in `conformance/`, a draft: the ranking, the second scorer and `tools/verify.py` agree."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from conformance import run
from tests.scoring.test_conformance import FOLDER, REGISTRY
from tests.support.second import conformers

SCHEMA: dict[str, Any] = json.loads(FOLDER.joinpath("schema/draft/outcome.json").read_text("utf-8"))
NAMES = ("second", "verify", "ours")
CASES = list(run.cases("outcome"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rulings_on_a_deal_give_what_the_case_says(name: str, case: run.Case) -> None:
    answer = conformers.answer(conformers.IMPLEMENTATIONS[name], case.line)
    assert run.verdict(case, json.dumps(answer).encode(), any_code=False) == "passed", answer


def test_the_runner_asks_our_ranking() -> None:
    command = [sys.executable, "-m", "tests.support.second.conformers", "ours"]
    assert {one.verdict for one in run.run(command, CASES)} == {"passed"}


def test_requests_fit_their_schema_and_twisted_ones_do_not() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    validator = Draft202012Validator(SCHEMA, registry=REGISTRY)
    assert all(validator.is_valid(json.loads(case.line)) for case in CASES)
    request = json.loads(CASES[0].line)
    for ruling in (
        {"number": 1, "ruling": "allowed", "contract": "S12", "about": [1], "ends": [1]},
        {"number": 1, "ruling": "refused"},
        {"number": 1, "ruling": "result"},
        {"number": 1, "ruling": "annulled", "result": request["result"]},
        {"number": 0, "ruling": "annulled"},
        {"number": 1, "ruling": "annulled", "points": {"6": 1}},
    ):
        assert not validator.is_valid({**request, "rulings": [ruling]}), ruling


def test_each_ruling_has_cases_that_count_and_are_cancelled() -> None:
    rulings = [one for case in CASES for one in json.loads(case.line)["rulings"]]
    assert {one["ruling"] for one in rulings} == {"result", "annulled", "allowed", "refused", "not_called"}
    cancelled = {one["ruling"] for one in rulings if one.get("cancelled")}
    assert cancelled == {"result", "annulled", "refused", "not_called"}


RESULTS: list[dict[str, Any]] = [
    {"contract": "PC8", "declarers": [1, 3], "tricks": 8},
    {"contract": "S12", "declarers": [2], "tricks": 12, "jury": "allowed"},
    {"contract": "S12", "declarers": [2], "tricks": 12, "jury": "not_called"},
    {"contract": "GMT", "declarers": [2, 3], "tricks": {"2": 0, "3": 1}, "jury": "allowed"},
]
SETTING = st.one_of(
    st.fixed_dictionaries({"ruling": st.just("annulled")}),
    st.fixed_dictionaries({"ruling": st.just("result"), "result": st.sampled_from(RESULTS)}),
)
ANSWER = st.fixed_dictionaries(
    {
        "ruling": st.sampled_from(["allowed", "refused", "not_called"]),
        "contract": st.sampled_from(["S12", "GMT"]),
        "about": st.lists(st.sampled_from([2, 3]), min_size=1, unique=True),
    }
)
MORE = st.fixed_dictionaries(
    {
        "cancelled": st.booleans(),
        "points": st.dictionaries(st.sampled_from("1234"), st.integers(-30, 30)),
        "ends": st.sets(st.integers(1, 6)),
    }
)


@given(st.sampled_from([None, *RESULTS]), st.lists(st.tuples(st.one_of(SETTING, ANSWER), MORE), max_size=6))
def test_all_three_say_the_same(entered: Any, drawn: list[tuple[dict[str, Any], dict[str, Any]]]) -> None:
    rulings = [
        {**one, **more, "number": number, "ends": sorted(earlier for earlier in more["ends"] if earlier < number)}
        for number, (one, more) in enumerate(drawn, 1)
    ]
    request = {**json.loads(CASES[0].line), "result": entered, "rulings": rulings}
    answers = [
        conformers.answer(one, json.dumps(request)) for one in (conformers.IMPLEMENTATIONS[name] for name in NAMES)
    ]
    assert answers[0] == answers[1] == answers[2]
