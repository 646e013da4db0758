"""The seal of an event: the number of lines in its logbook and the hash of the last one.

Anyone who kept a seal, for example on paper, can prove later that the logbook had exactly these lines at the time
(`verify --seal`).
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournament.integers import read_digits
from tournament.models import ChainOwner, Event, LogEntry, SealedLine

# The digits of the hash that are shown, in groups of GROUP: few enough to type, too many to forge a match.
SHOWN, GROUP = 16, 4
FEWEST = 8
WRITTEN = re.compile(r"\s*(\d{1,9})\W+([0-9a-f][0-9a-f\W]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Seal:
    """The number of a line, and its hash (hex) or the beginning of it."""

    line: int
    hash: str

    @property
    def typed(self) -> str:
        """The seal as an address has it."""
        return f"{self.line}-{self.hash[:SHOWN]}"

    def __str__(self) -> str:
        digits = self.hash[:SHOWN]
        return f"{self.line} · {'-'.join(digits[at : at + GROUP] for at in range(0, len(digits), GROUP))}"


@dataclass(frozen=True, slots=True)
class Dated(Seal):
    """A seal, and when its line was written: nobody can have seen it before. None if that line is gone."""

    at: datetime | None


class Lies(StrEnum):
    """Where a kept seal lies: on the chain; under another number; behind its end; nowhere, where another line is."""

    ON = "on"
    ELSEWHERE = "elsewhere"
    BEYOND = "beyond"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Restored:
    """When an event was restored from a backup, the last line of that backup, and why."""

    at: datetime
    line: int
    reason: str


def seal(event: Event) -> Seal | None:
    """The seal of an event at its revision when it was read; None while its logbook is empty."""
    return Seal(event.revision, event.seal) if event.revision else None


def dated(event: Event) -> Dated | None:
    """The seal of an event with its moment, for a browser that keeps both; None while its logbook is empty."""
    if not event.revision:
        return None
    lines = LogEntry.objects.filter(event=event, sequence=event.revision).order_by()
    return Dated(event.revision, event.seal, next(iter(lines.values_list("at", flat=True)), None))


def sealed(event: Event, mark: str) -> str:
    """A mark of what a page shows, with the seal of the event from which it was read."""
    return f"{mark}.{Seal(event.revision, event.seal).typed}"


def still_shown(event: Event, sealed_mark: str, mark: str) -> bool:
    """Whether a page with a sealed mark shows what has this mark now, in the history of this logbook."""
    shown, _dot, typed = sealed_mark.rpartition(".")
    line, _hyphen, digits = typed.partition("-")
    number = read_digits(line)
    return shown == mark and number is not None and len(digits) == SHOWN and event.has_line(number, digits)


def place_of(owner: ChainOwner, seal: Seal) -> tuple[Lies, SealedLine | None]:
    """Where a kept seal lies on a chain, and the line that has it."""
    lines = owner.log.all()
    if line := lines.filter(sequence=seal.line, hash__startswith=seal.hash).first():
        return Lies.ON, line
    if line := lines.filter(hash__startswith=seal.hash).first():
        return Lies.ELSEWHERE, line
    return (Lies.BEYOND if seal.line > owner.revision else Lies.NOWHERE), None


def restored(owner: ChainOwner, seal: Seal, at: datetime | None = None) -> Restored | None:
    """The restoring that explains why a kept seal is not on the chain: its line came after the backup's end.

    A seal of a moment (`at`) after the restoring is not explained by it. Without a moment that is for whoever kept the
    seal to judge.
    """
    for entry in owner.log.filter(act="say_restored").order_by("-sequence"):
        facts = json.loads(entry.text)["facts"]
        if seal.line > facts["lines"] and (at is None or at < entry.at):
            text = owner.texts.filter(digest=facts["reason"]).first()
            return Restored(entry.at, facts["lines"], text.text if text else "")
    return None


def read(text: str) -> Seal:
    """A seal typed from paper, with any separators between its digits; ValueError (a sentence) if it is not one."""
    match = WRITTEN.fullmatch(text)
    digits = re.sub(r"[^0-9a-f]", "", match[2].lower()) if match else ""
    if not match or not FEWEST <= len(digits) <= 64:
        raise ValueError(f"{text!r} is no seal: use the number of the line and {FEWEST} digits or more of its hash.")
    return Seal(int(match[1]), digits)
