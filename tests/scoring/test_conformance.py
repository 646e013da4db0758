"""`conformance/`: what it says holds for the package, the second scorer and `tools/verify.py`, and stays as it was."""

import hashlib
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from conformance import run
from scoring import words
from tests.support.second import conformance_maker, conformance_traps, conformers

FOLDER = Path("conformance")
OURS = [sys.executable, "-E", "-S", "-m", "scoring", "answer"]
OTHER = [sys.executable, "-m", "tests.support.second.conformers"]
LARGEST = 1_500_000

Row = dict[str, Any]


def outcomes(command: list[str], *kinds: str, any_code: bool = False) -> Counter[str]:
    """How many cases passed or are not supported; the test fails at the first that fails."""
    counts: Counter[str] = Counter()
    for outcome in run.run(command, [case for kind in kinds for case in run.cases(kind)], any_code):
        assert outcome.verdict != "failed", outcome
        counts[outcome.verdict] += 1
    return counts


def rows(kind: str) -> Iterator[Row]:
    if kind == "spec":
        yield from run.examples()
    else:
        yield from map(json.loads, (run.CASES / f"{kind}.jsonl").read_text("utf-8").splitlines())


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.long] if kind in ("score", "rules") else []) for kind in run.KINDS]
)
def test_the_package_passes_every_case(kind: str) -> None:
    assert set(outcomes(OURS, kind)) == {"passed"}


@pytest.mark.long
def test_the_second_scorer_passes_every_case_of_its_rule_sets() -> None:
    assert set(outcomes([*OTHER, "second"], "score", "refuse", "rank", "seal", any_code=True)) == {"passed"}


@pytest.mark.long
def test_the_outsiders_check_passes_every_case_but_those_of_rule_sets_themselves() -> None:
    assert set(outcomes([*OTHER, "verify"], "score", "refuse", "rank", "seal", any_code=True)) == {"passed"}
    odd = outcomes([*OTHER, "verify"], "rules")
    checks = sum(row["request"]["op"] == "check" for row in rows("rules"))
    assert odd["unsupported"] == checks and odd["passed"] > 250


def test_every_example_of_the_specification_is_a_case() -> None:
    examples = list(rows("spec"))
    assert len(examples) > 12
    assert {row["request"]["op"] for row in examples} == {"score", "check", "rank", "seal"}
    assert all(set(row) == {"request", "answer"} for row in examples)
    assert FOLDER.joinpath("spec.md").read_text("utf-8").count("```") == 2 * len(examples) + 2


@pytest.mark.long
def test_a_wrong_answer_no_answer_and_junk_fail(capsys: pytest.CaptureFixture[str]) -> None:
    answers = ('{"standings": [[]]}', '{"error": "blank_line"}', "[]", "?", "")
    for answer in answers:
        command = [sys.executable, "-c", f"for _ in open(0): print({answer!r})"]
        (first,) = run.run(command, list(run.cases("rank"))[:1])
        assert first.verdict == "failed"
    assert run.main(["--only", "seal", "--", sys.executable, "-c", "pass"]) == 1
    assert "FAILED seal-1: expected" in capsys.readouterr().out
    assert run.main(["no-such-program"]) == 2


def test_the_runner_runs_alone_with_a_bare_python(tmp_path: Path) -> None:
    command = [sys.executable, "-I", "-S", str(FOLDER.resolve() / "run.py"), "--only", "spec", "--", *OURS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "0 failed" in done.stdout


# The traps


@pytest.mark.long
def test_the_outsiders_check_finds_every_trap() -> None:
    assert set(outcomes([*OTHER, "verify"], "traps")) == {"passed"}
    hows = Counter((case["change"].get("unit"), case["change"].get("how")) for case in traps_written())
    assert set(hows) == {(None, None), *product(("byte", "line"), ("flipped", "missing", "doubled", "swapped"))} - {
        ("line", "flipped")
    }


def traps_written() -> list[Row]:
    return [json.loads(line) for line in (run.TRAPS / "traps.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.long
@pytest.mark.django_db
def test_a_championship_of_today_is_trapped_alike(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    conformance_traps.write(tmp_path)
    monkeypatch.setattr(run, "TRAPS", tmp_path)
    for case in run.cases("traps"):
        assert conformers.verified(json.loads(case.line)) == case.answer, case.id


# What is frozen


def test_version_1_is_what_it_was() -> None:
    """A file that changes here is a mistake: whoever needs another case makes a version 2."""
    frozen = sorted([*FOLDER.glob("cases/v1/**/*.json*"), *FOLDER.glob("schema/v1/*.json")])
    hashes = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(FOLDER)}" for file in frozen]
    assert FOLDER.joinpath("spec.md").read_text("utf-8").endswith("\n".join(["```", *hashes, "```\n"]))


@pytest.mark.long
def test_the_cases_are_those_that_the_printed_tables_give() -> None:
    for name, text in conformance_maker.files():
        assert (run.CASES / name).read_text("utf-8") == text, name


def test_the_maker_never_writes_over_a_file() -> None:
    with pytest.raises(FileExistsError):
        conformance_maker.main(run.CASES)


def test_it_is_small_enough_to_read_and_store() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()) < LARGEST


# What the cases cover


def codes(group: str) -> set[str]:
    """The codes of errors, or of faults, for which the package has a sentence: all that it uses."""
    return {code.split(".")[1] for code in words.catalogue("en") if code.startswith(f"{group}.")}


# How much an implementation can take, and what only our files and pages say.
OUTSIDE = {"line_too_long", "not_utf8", "number_too_long", "too_deep", "no_difference"}
OUTSIDE |= {"unknown_ruleset", "broken_toml", "too_large", "odd_toml", "not_place", "unknown_base", "wrong_sums"}
# Bidding, and offences that are counted apart, came after version 1; no points depend on them.
OUTSIDE |= {"troel_suit", "bid_no_trump", "offences_of_adjustment"}


def test_every_code_of_a_refusal_and_of_a_fault_has_a_case_and_is_in_the_specification() -> None:
    answers = [row["answer"] for kind in run.KINDS for row in rows(kind)]
    errors = {answer["error"] for answer in answers if "error" in answer}
    faults = {code for answer in answers for _place, code in answer.get("faults", [])}
    assert (errors, faults) == (codes("error") - OUTSIDE, codes("fault") - OUTSIDE)
    written = set(re.findall(r"`(\w+)`", FOLDER.joinpath("spec.md").read_text("utf-8")))
    assert errors | faults <= written


# The schemas


SCHEMAS = {file.stem: json.loads(file.read_text("utf-8")) for file in sorted(FOLDER.glob("schema/v1/*.json"))}
REGISTRY: Registry[Any] = Registry().with_resources(
    [(schema["$id"], Resource.from_contents(schema)) for schema in SCHEMAS.values()]
)
VALIDATORS = {name: Draft202012Validator(schema, registry=REGISTRY) for name, schema in SCHEMAS.items()}


def fits(name: str, value: object) -> bool:
    return VALIDATORS[name].is_valid(value)


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_and_has_a_name_of_its_own(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == f"urn:troel:{name}:1"


@pytest.mark.long
def test_results_and_rankings_fit_their_schemas() -> None:
    for row in [*rows("score"), *rows("rules"), *rows("rank"), *rows("spec")]:
        request = row["request"]
        if request["op"] == "score" and "points" in row["answer"]:
            assert fits("result", request["result"]), row["id"]
        if request["op"] == "rank":
            assert fits("ranking", request) and fits("ranking", row["answer"]), row["id"]


# Codes of what cannot be in a result of any rule set.
FORM = {"unknown_field", "missing_field", "unknown_contract", "bad_seats", "seats_number", "seat_twice"}
FORM |= {"bad_declarers", "bad_doubles", "points_per_seat"}


def test_results_that_can_never_be_do_not_fit() -> None:
    results = [row["request"]["result"] for row in rows("refuse") if row["answer"]["error"] in FORM]
    fitting = [result for result in results if fits("result", result)]
    assert len(results) > 40
    assert fitting == [{"points": {"1": 3, "2": -1, "3": -1, "4": -1}, "seats": [1, 2, 3, 5]}]  # not these seats


# Faults that depend on more than one field, or on the contract.
BETWEEN = {
    "not_in_ladder", "no_line", "twice", "declarers_not_allowed", "trump_personal", "one_amount", "too_many",
    "made_and_over", "over_to_alone", "opp_per_failure", "not_personal", "not_shared", "not_rising", "all13_personal",
    "not_least_most", "bad_character", "out_of_range", "not_whole", "missing",
}  # fmt: skip


def test_rule_sets_fit_their_schema_and_faulty_ones_do_not() -> None:
    for file in (run.CASES / "rulesets").glob("*.json"):
        assert fits("ruleset", json.loads(file.read_text("utf-8"))), file
    for row in rows("rules"):
        rules, faults = row["request"]["ruleset"], row["answer"].get("faults")
        if row["request"]["op"] == "check" and isinstance(rules, dict):
            if faults is None:
                assert fits("ruleset", rules), row["id"]
            elif faults[0][1] not in BETWEEN:
                assert not fits("ruleset", rules), row["id"]
