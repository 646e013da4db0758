"""The logbook and the export of a championship, as `tools/verify.py` reads them, and changed by hand."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.test_verifier import told
from tools import verify
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.models import Event

Document = dict[str, Any]

# What neither points nor decisions depend on; the program says in its first lines that it does not check them.
UNCHECKED = {
    "captain", "writer", "signatures", "unsigned", "calls", "logo", "sponsors", "compared", "corrected", "verified",
    "promises", "draws", "withdrawals", "room", "exchanged", "withdrawal", "spent_numbers", "binned",
}  # fmt: skip


class Files:
    """The two files of a championship, and what the program says of them once they are changed."""

    def __init__(self, event: Event, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.log, self.export, self._capsys = folder / "event.log", folder / "event.json", capsys
        self.log.write_text("".join(line + "\n" for line in logbook_file.lines(event)), "utf-8")
        self.export.write_text(exporting.text(event), "utf-8")
        self.document: Document = json.loads(self.export.read_text("utf-8"))

    def confirmed(self) -> str:
        status, said = told(self._capsys, self.log, self.export)
        assert status == verify.UNWITNESSED, said
        return said

    def difference(self, change: Callable[[Document], object]) -> str:
        """The differences that are named once the export is changed."""
        document = copy.deepcopy(self.document)
        change(document)
        self.export.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
        status, said = told(self._capsys, self.log, self.export)
        assert status == 1, said
        return said


def deal_of(document: Document, table: int, number: int) -> Document:
    deals = document["rounds"][0]["tables"][table - 1]["deals"]
    found: Document = next(deal for deal in deals if deal["number"] == number)
    return found


def places(value: Any, path: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The path of every number, text and truth in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    return [path] if inner is None else [one for key, each in inner for one in places(each, (*path, key))]


def alter(document: Document, path: tuple[Any, ...]) -> None:
    for key in path[:-1]:
        document = document[key]
    now = document[path[-1]]
    document[path[-1]] = not now if isinstance(now, bool) else now + 1 if isinstance(now, int) else f"{now or ''}x"
