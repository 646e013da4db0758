"""The rulings on a deal in `conformance/`, a draft: the ranking, the second scorer and `tools/verify.py` agree."""

import json
import sys
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from conformance import run
from tests import conformers
from tests.test_conformance import FOLDER, REGISTRY

SCHEMA: dict[str, Any] = json.loads(FOLDER.joinpath("schema/draft/outcome.json").read_text("utf-8"))
CASES = list(run.cases("outcome"))


@pytest.mark.parametrize("name", ["second", "verify", "ours"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_rulings_on_a_deal_give_what_the_case_says(name: str, case: run.Case) -> None:
    given = conformers.answer(conformers.IMPLEMENTATIONS[name], case.line)
    assert run.verdict(case, json.dumps(given).encode(), any_code=False) == "passed", given


def test_the_runner_asks_our_ranking() -> None:
    command = [sys.executable, "-m", "tests.conformers", "ours"]
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
