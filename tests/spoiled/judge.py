"""What a reader said of spoiled sheets, beside the truth: silent, asked, refused.

A row is silent if it was accepted as something else than was meant, or if it was taken for played and is empty. One
that was lost is silent too, but not at the end of a sheet: that asks whether its last rows are empty. Silent is also a
substitute that nobody wrote, or that was written and is not seen. A clear row counts as asked where a question is open.
The rows of a refused page are counted apart.
"""

import math
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.utils import translation

from tests.spoiled import place
from tournament.models import Event
from tournament.ranking import facts
from tournament.sheet_reading.expected_sheets import book
from tournament.sheet_reading.marks import SheetRules
from tournament.sheet_reading.rows import rows

ROOT = Path(__file__).resolve().parents[2]
BATCH = 25
SURE = 1.959964
ROW = re.compile(r"^ +(\d+) ")
COUNTS = re.compile(r"\d+ rows read, \d+ asked(?:, (\d+) empty at the end\?)?$")
SUBSTITUTE = re.compile(r"^ +substitute at seat (\d+)(\??)")

Truth = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the command printed: why a page was refused, or a line or "? …" by deal; substitutes, and unsure ones.

    `ending` is how many rows at its end seem empty, of which the sheet asks.
    """

    refused: str = ""
    lines: Mapping[int, str] = field(default_factory=dict)
    substitutes: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    ending: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a row, or of the substitutes at the foot (deal 0).

    `kind` is "clear", "unclear", "empty" (on purpose) or "foot"; `verdict` "right", "asked", "silent" or "refused";
    `answer` is what was read.
    """

    sheet: Truth
    deal: int
    kind: str
    verdict: str
    meant: str
    answer: str

    @property
    def row(self) -> Truth:
        """The truth about the row; of the foot there is little."""
        return self.sheet["rows"].get(str(self.deal), {"why": [], "hand": ""})

    @property
    def hand(self) -> str:
        """Who wrote it."""
        return self.row["hand"] or self.sheet["hand"].split(" + ")[0]

    @property
    def device(self) -> str:
        """What the sheet was read with."""
        return str(self.sheet["spoil"].split(" + ")[0])

    def __str__(self) -> str:
        why = ", ".join(self.row["why"]) or self.kind
        return (
            f"sheet {self.sheet['number']} ({self.sheet['file']}) deal {self.deal}: {self.hand}; {self.sheet['spoil']}"
            f" [{why}]: meant {self.meant!r}, read {self.answer!r}"
        )


def read_files(folder: Path, truth: Sequence[Truth]) -> Iterator[tuple[Truth, Reading]]:
    """Reads the sheets of a folder by the real command, some at a time, those of one event together."""
    by_event: dict[str, list[Truth]] = defaultdict(list)
    for sheet in truth:
        by_event[sheet["event"]].append(sheet)
    for slug, sheets in by_event.items():
        for first in range(0, len(sheets), BATCH):
            some = sheets[first : first + BATCH]
            files = [str(folder / "files" / sheet["file"]) for sheet in some]
            call = [sys.executable, "manage.py", "read-sheets", slug, *files, "--language", "en"]
            environment = {"PATH": "/usr/bin:/bin", **place.variables((folder / "var").resolve())}
            done = subprocess.run(call, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
            readings = dict(printed(done.stdout.splitlines()))
            yield from ((sheet, readings[sheet["file"]]) for sheet in some)


def printed(lines: Iterable[str]) -> Iterator[tuple[str, Reading]]:
    """The readings that the command printed, by the name of the file."""
    name, refused, deals, seats, unsure, ending = "", "", dict[int, str](), list[str](), list[str](), 0
    for line in lines:
        if not line.startswith(" "):
            if name:
                yield name, Reading(refused, deals, tuple(seats), tuple(unsure), ending)
            where, _colon, rest = line.partition(": ")
            name, deals, seats, unsure = where.split(" ")[0], {}, [], []
            counts = COUNTS.search(rest)
            refused, ending = ("", int(counts[1] or 0)) if counts else (rest, 0)
        elif substitute := SUBSTITUTE.match(line):
            (unsure if substitute[2] else seats).append(substitute[1])
        elif row := ROW.match(line):
            deals[int(row[1])] = line.strip().partition(" ")[2]
    if name:
        yield name, Reading(refused, deals, tuple(seats), tuple(unsure), ending)


class Judge:
    """Judges readings of the events of one place."""

    def __init__(self) -> None:
        self._rules: dict[str, SheetRules] = {}

    def judge(self, sheet: Truth, reading: Reading) -> list[Outcome]:
        """What became of each row, and of the foot."""
        outcomes, ending = [], sorted(map(int, sheet["rows"]))[len(sheet["rows"]) - reading.ending :]
        for number, row in sheet["rows"].items():
            kind = "empty" if not row["played"] else "clear" if row["clear"] else "unclear"
            meant, answer = self.line(sheet, int(number)), reading.lines.get(int(number), "")
            verdict = "asked" if answer.startswith("?") or int(number) in ending else "silent"
            if answer[:1] == meant[:1] == "?" or answer == meant:
                verdict = "right"
            outcomes.append(Outcome(sheet, int(number), kind, verdict, meant, answer or "not played"))
        outcomes.append(self._foot(sheet, reading))
        if reading.refused:
            return [replace(outcome, verdict="refused", answer=reading.refused) for outcome in outcomes]
        return outcomes

    def _foot(self, sheet: Truth, reading: Reading) -> Outcome:
        foot, seats = {value for kind, value in sheet["foot"] if kind == "substitute"}, {*reading.substitutes}
        verdict = "silent"
        if seats <= foot <= seats | {*reading.unsure}:
            verdict = "asked" if reading.unsure else "right"
        answer = " ".join([*reading.substitutes, *(f"{seat}?" for seat in reading.unsure)])
        return Outcome(sheet, 0, "foot", verdict, " ".join(sorted(foot)), answer)

    def line(self, sheet: Truth, deal: int) -> str:
        """The line that the desk would type for what was meant; "" for a row that is empty, "? …" if it must ask."""
        meant = [(deal, kind, value) for kind, value in sheet["rows"][str(deal)]["meant"]]
        row = rows([deal], meant, [], self.rules(sheet))[0]
        if sheet["rows"][str(deal)].get("void"):
            return "? (void)"
        return row.line if not row.question else f"? ({row.question.code})"

    def rules(self, sheet: Truth) -> SheetRules:
        """What the sheet asks."""
        if sheet["text"] not in self._rules:
            event = Event.objects.get(slug=sheet["event"])
            with translation.override("en"):
                places = book(event).sheet_places
            rules, jury = facts.ruleset(event), event.jury == Event.Jury.TABLE
            for text, at in places.items():
                self._rules[text] = SheetRules(rules, jury, at.lost, at.players, at.edition)
        return self._rules[sheet["text"]]


def interval(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson's); for none of many, the exact limit that it is below with 95 %."""
    if not of:
        return 0.0, 1.0
    if not count:
        return 0.0, 1 - 0.05 ** (1 / of)
    share, z = count / of, SURE
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z / (1 + z * z / of) * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return max(0.0, middle - half), min(1.0, middle + half)
