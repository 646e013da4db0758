"""The command line: called here, and where the process matters as a person runs it, with a bare Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import load, words
from scoring.jsonlines import MAX_LINE
from tests.support.servers.scoring_cli import PC9, SCORED, run, score
from tests.support.servers.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[2]

# Without the environment's variables and without the packages installed beside it.
PYTHON = [sys.executable, "-E", "-S", "-m", "scoring"]


def run_alone(*arguments: str, given: bytes = b"", **environment: str) -> tuple[object, str, str]:
    """As `run`, in a process of its own, which may not end in a traceback."""
    call = [*PYTHON[:1], *PYTHON[2:]] if environment else PYTHON
    env = {**os.environ, **environment}
    done = subprocess.run([*call, *arguments], input=given, capture_output=True, cwd=ROOT, env=env, timeout=PATIENCE)
    told = done.stderr.decode("utf-8")
    assert "Traceback" not in told
    return done.returncode, done.stdout.decode("utf-8"), told


def codes(given: bytes) -> list[object]:
    """The codes of the answers, None where a line was scored; the status must fit them."""
    status, found = score(given)
    assert status == (1 if any("error" in answer for answer in found) else 0)
    return [answer.get("error") for answer in found]


def test_one_line_in_one_line_out() -> None:
    given = PC9 + b'\n{"contract": "PM", "declarers": [2, 4], "tricks": {"2": 0, "4": 1}}\n'
    assert score(given) == (0, [SCORED, {"points": {"1": 12, "2": 18, "3": 12, "4": -18}}])


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "--rules", "iwwa-2025"],
        ["score", "--rules", "iwwa-2025", "--explain", "--lang", "fr"],
        ["score", "--rules", "nowhere"],
        ["score", "--rules", "iwwa-2025", "."],
        ["score", "--rules", "iwwa-2025", "--explained"],
        ["table", "\udcff"],
        ["write", "wallonia"],
        ["check", "nowhere.toml"],
        ["sing"],
    ],
)
def test_a_person_is_answered_as_the_tests_are(arguments: list[str]) -> None:
    given = PC9 + b"\n{}\n"
    assert run_alone(*arguments, given=given) == run(*arguments, given=given)


def ask(*requests: object) -> tuple[object, list[dict[str, object]]]:
    """Exit status and the answers to requests."""
    given = "".join(f"{json.dumps(request)}\n" for request in requests).encode()
    status, output, told = run("answer", given=given)
    assert told == ""
    return status, [json.loads(line) for line in output.splitlines()]


def test_requests_are_answered_one_by_one() -> None:
    rules = load("iwwa-2025")
    asked = {"op": "score", "ruleset": rules.to_dict(), "result": json.loads(PC9)}
    status, answers = ask(asked, {**asked, "result": 5}, {"op": "check", "ruleset": rules.to_dict()}, {"op": "sing"})
    assert status == 1 and [answer.get("error") for answer in answers] == [None, "bad_field", None, "unknown_op"]
    assert (answers[0], answers[2]) == (SCORED, {"hash": rules.hash})


def test_a_faulty_rule_set_is_answered_with_all_its_faults() -> None:
    status, (answer,) = ask({"op": "check", "ruleset": {**load("iwwa-2025").to_dict(), "key": "Å", "sums": "?"}})
    assert (status, answer["error"], answer["faults"]) == (1, "faulty", [["key", "bad_key"], ["sums", "not_whole"]])


def test_data_that_are_nested_too_deeply_are_refused() -> None:
    nests = [b'{"op": "seal", "after": "", "data": ' + b"[" * n + b"]" * n + b"}" for n in range(100, 1100, 20)]
    _, output, _ = run("answer", given=b"\n".join(nests))
    assert {json.loads(line).get("error") for line in output.splitlines()} == {None, "too_deep"}


def test_empty_input() -> None:
    assert run("score", "--rules", "iwwa-2025") == (0, "", "")
    assert run("score", "--rules", "iwwa-2025", given=b"\xef\xbb\xbf") == (0, "", "")


def test_points_only() -> None:
    line = b'{"points": {"1": 5, "2": -7, "3": 0, "4": 2}}'
    assert score(line, rules="points-only") == (0, [{"points": {"1": 5, "2": -7, "3": 0, "4": 2}}])


def test_from_a_file_or_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_bytes(PC9)
    for where in (str(file), "-"):
        status, output, _ = run("score", "--rules", "iwwa-2025", where, given=PC9)
        assert (status, json.loads(output)) == (0, SCORED)


def test_explained() -> None:
    _, (answer,) = score(PC9, "--explain")
    assert answer["points"] == SCORED["points"]
    explanation = answer["explanation"]
    assert isinstance(explanation, dict) and explanation["line"] == "PC9"
    assert [(step["code"], step["count"], step["each"], step["points"]) for step in explanation["steps"]] == [
        ("made", 1, 10, 10),
        ("over", 1, 3, 3),
    ]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", "Samen 9, 10 slagen: 10 + 1 overslag × 3 = 13"),
        ("fr", "Emballage 9, 10 plis\N{NO-BREAK SPACE}: 10 + 1 pli supplémentaire × 3 = 13"),
        ("en", "Prop & cop 9, 10 tricks: 10 + 1 overtrick × 3 = 13"),
    ],
)
def test_it_is_explained_in_the_language_asked(language: str, told: str) -> None:
    assert score(PC9, "--explain", "--lang", language)[1][0]["told"] == told


def test_a_refused_line_does_not_stop_the_others() -> None:
    assert codes(b"\n".join([PC9, b"", b"{}", PC9])) == [None, "blank_line", "missing_field", None]


def test_errors_are_said_in_the_language_asked() -> None:
    told = {}
    for language in words.LANGUAGES:
        status, (answer,) = score(b"\n", "--lang", language)
        assert status == 1 and answer["error"] == "blank_line"
        told[language] = answer["message"]
    assert told == {"nl": "De regel is leeg.", "fr": "La ligne est vide.", "en": "The line is blank."}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b" \t", "blank_line"),
        (b"PC9", "not_json"),
        (b"{", "not_json"),
        (PC9[:-1], "not_json"),
        (PC9 + b"}", "not_json"),
        (b'{"contract": "PC9", "declarers": [1, 3], "tricks": 010}', "not_json"),
        (b"NaN", "not_finite"),
        (PC9.replace(b"10", b"NaN"), "not_finite"),
        (PC9.replace(b"10", b"Infinity"), "not_finite"),
        (PC9.replace(b"10", b"-Infinity"), "not_finite"),
        (PC9.replace(b"10", b"10.0"), "tricks_not_whole"),
        (PC9.replace(b"10", b"1e1"), "tricks_not_whole"),
        (PC9.replace(b"10", b"1e999"), "tricks_not_whole"),
        (PC9.replace(b"10", b"1" * 4000), "tricks_range"),
        (PC9.replace(b"10", b"1" * 5000), "number_too_long"),
        (PC9.replace(b"10", b'"\\ud800"'), "tricks_not_whole"),
        (PC9.replace(b'"tricks"', b'"\\udfff"'), "unknown_field"),
        (PC9.replace(b"PC9", b"\xff"), "not_utf8"),
        (PC9.replace(b"PC9", b"\xed\xa0\x80"), "not_utf8"),
        (PC9.replace(b"PC9", b"\\u0000"), "unknown_contract"),
        (PC9[:-1] + b', "tricks": 10}', "duplicate_key"),
        (PC9.replace(b"10", b'{"1": 0, "1": 0}'), "duplicate_key"),
        (b"[" * 30_000, "too_deep"),
        (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, "too_deep"),
        (b"[1]", "not_an_object"),
        (b"null", "not_an_object"),
        (PC9[:-1] + b', "x": 1}', "unknown_field"),
        (PC9[:-1] + b" " * MAX_LINE + b"}", "line_too_long"),
        (b"\xef\xbb\xbf" + PC9, "not_json"),  # the mark is tolerated at the start of the input only
    ],
)
def test_refused_lines(line: bytes, code: str) -> None:
    assert codes(b"\n".join([PC9, line, PC9])) == [None, code, None]


def test_windows_line_ends_and_a_byte_order_mark() -> None:
    assert codes(b"\xef\xbb\xbf" + PC9 + b"\r\n" + PC9 + b"\r\n") == [None, None]
    assert codes(b"\r\n" + PC9) == ["blank_line", None]


def test_the_longest_line_is_64_kib() -> None:
    longest = PC9 + b" " * (MAX_LINE - len(PC9))
    for end in (b"", b"\n", b"\r\n"):
        assert codes(b"\xef\xbb\xbf" + longest + end) == [None]
        assert codes(longest + b" " + end) == ["line_too_long"]
        assert codes(longest * 5 + end + PC9) == (["line_too_long", None] if end else ["line_too_long"])


def test_a_line_is_answered_before_the_next_is_asked() -> None:
    """Who writes a line and waits for its answer is not left waiting."""
    call = [*PYTHON, "score", "--rules", "iwwa-2025"]
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdin and process.stdout
        for _ in range(3):
            process.stdin.write(PC9 + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == SCORED
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0


def test_a_reader_who_leaves_early() -> None:
    call = [*PYTHON, "score", "--rules", "iwwa-2025"]
    with subprocess.Popen(
        call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdout.close()
        process.stdin.write((PC9 + b"\n") * 100)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=PATIENCE) == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PYTHON, "rules"], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, timeout=PATIENCE, check=False
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1) and b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["sing"],
        ["score"],
        ["score", "--rules"],
        ["score", "--rules", "nowhere"],
        ["score", "--rules", "IWWA-2025"],
        ["score", "--rules", "../iwwa-2025"],
        ["score", "--rules", "nowhere.toml"],
        ["score", "--rules", "iwwa-2025", "--lang", "de"],
        ["score", "--rules", "iwwa-2025", "--explained"],
        ["score", "--rules", "iwwa-2025", "nowhere.jsonl"],
        ["score", "--rules", "iwwa-2025", "."],
        ["score", "--rules", "iwwa-2025", "-", "-"],
        ["table"],
        ["table", "nowhere"],
        ["table", "\udcff"],
        ["rules", "all"],
        ["check"],
        ["check", "nowhere.toml"],
        ["check", "."],
    ],
)
def test_an_unusable_call_gets_one_line(arguments: list[str]) -> None:
    status, output, told = run(*arguments, given=PC9)
    assert (status, output, told.count("\n")) == (2, "", 1)
    assert told.startswith("python3 -m scoring")


def test_help() -> None:
    for arguments in (["--help"], ["score", "--help"]):
        status, output, _ = run(*arguments)
        assert status == 0 and "usage: python3 -m scoring" in output


@pytest.mark.long
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_terminal_of_another_encoding_gets_the_same_bytes(language: str) -> None:
    call = ("table", "wallonia", "--lang", language)
    assert run_alone(*call, LC_ALL="C", PYTHONIOENCODING="latin-1") == run(*call)
