"""`tools/verify.py`, the outsider's check: it confirms what our acts made, and finds and names every planted fault."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tools import verify

KEPT = Path("fixtures/logbooks")
LOGS = sorted(KEPT.glob("*.log"))
PROGRAM = Path("tools/verify.py").resolve()


def told(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str]:
    """The exit status and what the program says."""
    status = verify.main([str(argument) for argument in arguments])
    return status, capsys.readouterr().out


class Trap:
    """A file that is changed and checked again."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self._capsys = folder / "trap.log", capsys

    def sprung(self, content: bytes) -> str:
        """The difference that the program names; the test fails if it finds none."""
        self.file.write_bytes(content)
        status, said = told(self._capsys, self.file)
        assert status == 1 and "DIFFERENCE: " in said, said
        return said.partition("DIFFERENCE: ")[2].splitlines()[0]


@pytest.fixture
def trap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Trap:
    return Trap(tmp_path, capsys)


def ended(log: bytes) -> bytes:
    """A kept logbook under the head that it has today, which says how it ends."""
    head, *rest = log.splitlines(keepends=True)
    seals = [json.loads(line)["hash"] for line in rest if b'"line"' in line]
    now = {**json.loads(head), "lines": len(seals), "seal": seals[-1]}
    return b"".join([json.dumps(now).encode() + b"\n", *rest])


def chained(slug: str, *facts: object) -> bytes:
    """A logbook whose chain holds, with these facts in its lines."""
    rows, seal = list[str](), verify.GENESIS
    for number, one in enumerate(facts, 1):
        line = {"sequence": number, "at": "then", "by": "user:1", "act": "import_event", "version": 1, "facts": one}
        seal = hashlib.sha256((seal + verify.canonical(line)).encode()).hexdigest()
        rows.append(json.dumps({"line": verify.canonical(line), "hash": seal}))
    head = {"format": "troel-log/1", "slug": slug, "lines": len(rows), "seal": seal}
    return "".join(f"{row}\n" for row in [json.dumps(head), *rows]).encode()


def flipped(content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :]


def missing(content: bytes, at: int) -> bytes:
    return content[:at] + content[at + 1 :]


def doubled(content: bytes, at: int) -> bytes:
    return content[: at + 1] + content[at:]


def swapped(content: bytes, at: int) -> bytes:
    return content[:at] + content[at : at + 2][::-1] + content[at + 2 :]


Change = Callable[[bytes, int], bytes]
CHANGES: list[Change] = [flipped, missing, doubled, swapped]


@pytest.mark.parametrize("facts", [{"event": "x"}, {"event": {"slug": {}}}, {"event": []}, {"slug": [[]] * 9}, {}])
def test_forged_lines_that_are_well_chained_end_in_a_sentence(trap: Trap, facts: object) -> None:
    assert trap.sprung(chained("x", facts))


def test_a_kept_logbook_is_confirmed(capsys: pytest.CaptureFixture[str]) -> None:
    for log in LOGS:
        status, said = told(capsys, log, "--old")
        assert status == verify.UNWITNESSED and "every seal follows" in said and "does not say how it ends" in said


@pytest.mark.parametrize("gone", [{"lines", "seal"}, {"lines"}, {"seal"}])
def test_a_head_that_was_stripped_of_how_the_logbook_ends_is_found(gone: set[str], trap: Trap) -> None:
    head, rest = ended(LOGS[0].read_bytes()).split(b"\n", 1)
    stripped = {name: value for name, value in json.loads(head).items() if name not in gone}
    assert "Line 1 of the file, its head," in trap.sprung(json.dumps(stripped).encode() + b"\n" + rest)


def line_of(content: bytes, at: int) -> int:
    """The line of the file, from 1, in which a byte stands."""
    return content.count(b"\n", 0, at) + 1


@pytest.mark.long
@pytest.mark.parametrize("change", CHANGES)
def test_any_changed_byte_is_found(change: Change, trap: Trap) -> None:
    log = ended(LOGS[0].read_bytes())
    for at in sorted(Random("bytes").sample(range(len(log)), 40)):
        if change(log, at) != log:
            trap.sprung(change(log, at))


@pytest.mark.long
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_the_line_of_a_flipped_byte_is_named(log: Path, trap: Trap) -> None:
    content = ended(log.read_bytes())
    for at in sorted(Random("flipped").sample(range(len(content.splitlines()[0]), len(content)), 2000)):
        assert f"line {line_of(content, at)} of the file" in trap.sprung(flipped(content, at)).lower(), at


@pytest.mark.long
@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_every_missing_doubled_or_swapped_line_is_found_and_named(log: Path, trap: Trap) -> None:
    lines = ended(log.read_bytes()).splitlines(keepends=True)
    sealed = sum(b'"line"' in line for line in lines)
    for at in sorted({0, sealed, *Random("lines").sample(range(len(lines)), 30)}):
        for content in (lines[:at] + lines[at + 1 :], lines[: at + 1] + lines[at:]):
            said = trap.sprung(b"".join(content))
            if 0 < at < sealed:
                assert f"Line {at} of the logbook" in said or f"Line {at + 1} of the logbook" in said
        if at + 1 < len(lines):
            trap.sprung(b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))


@pytest.mark.parametrize("log", LOGS, ids=lambda log: log.stem)
def test_lines_cut_off_the_end_are_found_by_a_seal(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    sealed = [json.loads(line)["hash"] for line in lines if b'"line"' in line]
    seal = f"{len(sealed)} · {sealed[-1][:4]}-{sealed[-1][4:8]}"
    status, said = told(capsys, log, "--old", "--seal", seal)
    assert status == 0 and f"that of line {len(sealed)} of {len(sealed)}" in said
    last = max(at for at, line in enumerate(lines) if b'"line"' in line)
    short = tmp_path / "short.log"
    short.write_bytes(b"".join(lines[:last] + lines[last + 1 :]))
    status, said = told(capsys, short, "--old", "--seal", seal)
    assert status == 1 and ("was cut off" in said or "no line of the logbook names" in said)
    assert told(capsys, log, "--old", "--seal", f"1 {sealed[-1]}")[0] == 1
    assert "not that of line 2" in told(capsys, log, "--old", "--seal", "2 0123456789abcdef")[1]


def test_a_logbook_of_another_address_is_named(capsys: pytest.CaptureFixture[str], trap: Trap) -> None:
    said = trap.sprung(ended(LOGS[0].read_bytes()).replace(b'"slug": "', b'"slug": "x', 1))
    assert "line 1 made it at" in said
    head = json.loads(trap.file.read_bytes().splitlines()[0])
    assert told(capsys, trap.file, "--address", head["slug"])[0] == verify.UNWITNESSED


@pytest.mark.long
def test_it_runs_alone_in_any_folder(tmp_path: Path) -> None:
    program = tmp_path / "verify.py"
    program.write_bytes(PROGRAM.read_bytes())
    (tmp_path / "book.log").write_bytes(LOGS[0].read_bytes())
    command = [sys.executable, "-I", "-S", "verify.py", "--old", "book.log"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (verify.UNWITNESSED, "")
    done = subprocess.run([*command[:-1], "none.log"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "cannot be read" in done.stderr
