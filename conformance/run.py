#!/usr/bin/env python3
"""Asks an implementation every case and compares its answers: Python 3.11 or later and nothing else.

    python3 conformance/run.py [--only KIND ...] [--any-code] -- COMMAND [ARGUMENT ...]

COMMAND is started once. It reads requests as lines of JSON from its standard input and writes one line of JSON to its
standard output for each, in order; `spec.md` says what they mean. KIND is `spec` (the examples in spec.md), `score`,
`refuse`, `requests`, `rules`, `rank`, `seal` (those of version 1, asked by default), or `traps` or `outcome` (drafts,
asked only by name). With `--any-code` an error may have any code.

Each case that fails is named, with the answer that was expected. Exit status: 0 if every case passed, 1 if one failed
or is not supported, 2 if COMMAND cannot be started.
"""

import argparse
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple

HERE = Path(__file__).resolve().parent
CASES = HERE / "cases" / "v1"
DRAFT = HERE / "cases" / "draft"
TRAPS = DRAFT / "traps"
KINDS = ("spec", "score", "refuse", "requests", "rules", "rank", "seal")
DRAFTS = ("traps", "outcome")
LONGEST_RUN = 1800.0

Json = dict[str, Any]


class Case(NamedTuple):
    """A line to send, and the answer to it."""

    id: str
    line: str
    answer: Json


class Outcome(NamedTuple):
    """What came of a case: `passed`, `failed` or `unsupported`; `given` is the answer as it was written."""

    case: Case
    verdict: str
    given: str


def cases(kind: str) -> Iterator[Case]:
    """The cases of a kind, in order."""
    if kind == "spec":
        rows: list[Json] = [{"id": f"spec-{at}", **row} for at, row in enumerate(examples(), 1)]
    else:
        drafts = {"traps": TRAPS / "traps.jsonl", "outcome": DRAFT / "outcome.jsonl"}
        file = drafts.get(kind, CASES / f"{kind}.jsonl")
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for row in rows:
        yield Case(row["id"], line_of(row), row["answer"])


def examples() -> list[Json]:
    """The examples in the specification: every block of JSON that has a request and its answer."""
    blocks = re.findall(r"^```json\n(.*?)^```$", (HERE / "spec.md").read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [json.loads(block) for block in blocks]


def line_of(row: Json) -> str:
    """The line that is sent: `raw` as it is; or a request, with the rule set in place of its name."""
    if "raw" in row:
        return str(row["raw"])
    request = sprung(row["change"]) if "change" in row else dict(row["request"])
    if isinstance(request.get("ruleset"), str):
        request["ruleset"] = json.loads((CASES / "rulesets" / f"{request['ruleset']}.json").read_text("utf-8"))
    return json.dumps(request)


def sprung(change: Json) -> Json:
    """The request to verify the championship of the traps, after a change to one of its two files."""
    files = {name: (TRAPS / name).read_text("utf-8") for name in ("logbook", "export")}
    if change:
        units = (
            files[change["file"]].splitlines(keepends=True) if change["unit"] == "line" else [*files[change["file"]]]
        )
        files[change["file"]] = "".join(changed(units, change["how"], change["at"] - 1))
    return {"op": "verify", **files}


def changed(units: list[str], how: str, at: int) -> list[str]:
    """The characters or lines of a file with one of them flipped, missing, doubled or swapped with the next."""
    before, here, after = units[:at], units[at], units[at + 1 :]
    if how == "flipped":
        return [*before, chr(ord(here) ^ 1), *after]
    if how == "swapped":
        return [*before, after[0], here, *after[1:]]
    return [*before, *([here, here] if how == "doubled" else []), *after]


def run(command: Sequence[str], asked: Sequence[Case], any_code: bool = False) -> Iterator[Outcome]:
    """Asks the cases and judges each answer as it comes. Raises OSError if the command cannot be started."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        watch = threading.Timer(LONGEST_RUN, process.kill)
        writer = threading.Thread(target=send, args=(process.stdin, asked))
        try:
            watch.start()
            writer.start()
            for case in asked:
                given = process.stdout.readline() if process.stdout else b""
                yield Outcome(case, verdict(case, given, any_code), given.decode("utf-8", "replace").strip())
        finally:
            watch.cancel()
            process.kill()
            writer.join()


def send(stream: IO[bytes], asked: Sequence[Case]) -> None:
    """Writes the lines and closes the stream, or stops where the command stops reading."""
    with suppress(OSError), stream:
        for case in asked:
            stream.write(f"{case.line}\n".encode())


def verdict(case: Case, given: bytes, any_code: bool) -> str:
    """Whether an answer is the one expected: the fields expected must be there, to the byte of their JSON."""
    try:
        answer = json.loads(given)
    except ValueError:
        return "failed"
    if not isinstance(answer, dict):
        return "failed"
    if "unsupported" in answer:
        return "unsupported"
    if "error" in case.answer and any_code:
        return "passed" if "error" in answer else "failed"
    found = {name: answer.get(name) for name in case.answer}
    fits = plain(found) == plain(case.answer) and ("error" in answer) == ("error" in case.answer)
    return "passed" if fits else "failed"


def plain(value: Any) -> str:
    """JSON that is equal for equal values only: neither true nor 1.0 is 1; faults may come in any order."""
    if "faults" in value:
        value = {**value, "faults": sorted(value["faults"] or [])}
    return json.dumps(value, sort_keys=True)


def main(arguments: Sequence[str]) -> int:
    """Runs the cases, says which failed, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="run.py", description="Asks an implementation every case.")
    parser.add_argument("--only", action="append", choices=[*KINDS, *DRAFTS], help="only cases of this kind")
    parser.add_argument("--any-code", action="store_true", help="an error may have any code")
    parser.add_argument("command", nargs="+", help="the implementation and its arguments")
    asked = parser.parse_args(arguments)
    wanted = [case for kind in asked.only or KINDS for case in cases(kind)]
    counts = dict.fromkeys(("passed", "failed", "unsupported"), 0)
    try:
        for outcome in run(asked.command, wanted, asked.any_code):
            counts[outcome.verdict] += 1
            if outcome.verdict == "failed":
                expected = json.dumps(outcome.case.answer, ensure_ascii=False)
                sys.stdout.write(f"FAILED {outcome.case.id}: expected {expected}, got {outcome.given or 'no answer'}\n")
    except OSError as fault:
        sys.stderr.write(f"{asked.command[0]} cannot be started: {fault.strerror}\n")
        return 2
    sys.stdout.write(", ".join(f"{count} {verdict}" for verdict, count in counts.items()) + "\n")
    return 0 if counts["passed"] == sum(counts.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
