"""The files of the jury's day, changed at every byte, line and value: each change is found and named."""

import copy
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.exchange.test_verifier import CHANGES, Change, flipped, line_of, missing, told
from tests.support.events.jury_day import jury_day
from tests.support.files.two_files import UNCHECKED, Files, alter, places
from tools import verify
from tournament.exchange.logbook import proof
from tournament.exchange.logbook.logbook_file import LogbookError

pytestmark = [pytest.mark.django_db, pytest.mark.nightly]


@pytest.fixture
def files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Files:
    return Files(jury_day(), tmp_path, capsys)


class Held:
    """The bytes of a file that was not written."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def open(self, _mode: str) -> io.BytesIO:
        return io.BytesIO(self._content)


def read(content: bytes, before: dict[str, Any] | None = None) -> verify.Logbook:
    """A logbook that was read to its end; `before` is what reading the lines left out behind the head gave."""
    book = verify.Logbook(Held(content))  # type: ignore[arg-type]
    vars(book).update(copy.deepcopy(before or {}))
    for _line in book.lines():
        pass
    return book


def difference(content: bytes, before: dict[str, Any] | None = None) -> str:
    """The difference that is named in a logbook that was changed."""
    with pytest.raises(verify.CheckError) as found:
        read(content, before)
    return str(found.value)


def readings(lines: list[bytes]) -> list[dict[str, Any]]:
    """For each line of a logbook, what reading the lines before it gave: so that one need not read them again."""
    book, found = verify.Logbook(Held(b"".join(lines))), list[dict[str, Any]]()  # type: ignore[arg-type]

    def noted() -> Any:
        for row in verify.rows_of(Held(b"".join(lines))):  # type: ignore[arg-type]
            found.append(
                copy.deepcopy(
                    {name: vars(book)[name] for name in ("seals", "texts", "_named", "_possible", "_emptied")}
                )
            )
            yield row

    book._rows = noted()
    for _line in book.lines():
        pass
    return found


@pytest.mark.parametrize("change", [flipped, missing])
def test_every_byte_of_the_logbook_that_is_flipped_or_missing_is_found_in_its_line(
    change: Change, files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = files.log.read_bytes().splitlines(keepends=True)
    (head, *rest), (_none, *before) = lines, readings(lines)
    for at in range(len(head)):
        files.log.write_bytes(change(head, at) + b"".join(rest))
        status, said = told(capsys, files.log)
        assert status == 1 and ("ine 1 of the file" in said or "the head (line 1" in said), said
    for number, (line, known) in enumerate(zip(rest, before, strict=True), 1):
        beyond = rest[number : number + 1]
        for at in range(len(line)):
            said = difference(b"".join([head, change(line, at), *beyond]), known)
            # Behind the head, it is the second line of what was read.
            assert "ine 2 of the file" in said, (number, at)


def test_every_line_of_the_logbook_that_is_missing_doubled_or_swapped_is_found(files: Files) -> None:
    lines = files.log.read_bytes().splitlines(keepends=True)
    for at in range(len(lines)):
        assert difference(b"".join(lines[:at] + lines[at + 1 :]))
        assert difference(b"".join(lines[: at + 1] + lines[at:]))
        if at + 1 < len(lines):
            assert difference(b"".join([*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]))


def judged(book: verify.Replay, document: dict[str, Any]) -> bool:
    """Whether an export is confirmed beside a logbook that was carried out."""
    try:
        return all([*verify.check_export(document), *verify.check_join(copy.deepcopy(book), document)])
    except verify.CheckError:
        return False


def test_every_value_and_field_of_the_export_that_is_other_or_gone_is_found(files: Files) -> None:
    files.confirmed()
    book, reading = verify.Replay(), verify.Logbook(files.log)
    for line in reading.lines():
        book.carry_out(line)
    book.finish(reading)
    assert judged(book, files.document)
    for path in places(files.document, ()):
        if UNCHECKED & set(path):
            continue
        document = copy.deepcopy(files.document)
        alter(document, path)
        assert not judged(book, document), path
        document = inner = copy.deepcopy(files.document)
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]
        assert not judged(book, document), path


@pytest.mark.parametrize("change", CHANGES)
def test_our_own_program_compares_the_export_to_the_byte(change: Change, files: Files) -> None:
    written = files.export.read_bytes()
    call_command("verify", str(files.log), "--export", str(files.export))
    with proof.replayed(files.log) as event:
        for at in Random("bytes").sample(range(len(written)), 25):
            if (changed := change(written, at)) != written:
                files.export.write_bytes(changed)
                line = line_of(written, at)
                with pytest.raises(LogbookError, match=f"line ({line}|{line + 1}) of the export"):
                    proof.check_export(event, files.export)
    document = {**json.loads(written), "format": "troel/2"}
    files.export.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    with pytest.raises(CommandError, match="line 2 of the export"):
        call_command("verify", str(files.log), "--export", str(files.export))
