"""The seal of an event: the number of lines in its logbook and the hash of the last one.

Anyone who kept a seal, for example on paper, can prove later that the logbook had exactly these lines at the time
(`verify --against`).
"""

import re
from dataclasses import dataclass

from tournament.models import Event, LogEntry

# The digits of the hash that are shown, in groups of GROUP: few enough to type, too many to forge a match.
SHOWN, GROUP = 16, 4
FEWEST = 8
WRITTEN = re.compile(r"\s*(\d{1,9})\W+([0-9a-f][0-9a-f\W]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Seal:
    """The number of a line, and its hash (hex) or the beginning of it."""

    line: int
    hash: str

    def __str__(self) -> str:
        shown = self.hash[:SHOWN]
        return f"{self.line} · {'-'.join(shown[at : at + GROUP] for at in range(0, len(shown), GROUP))}"


def seal(event: Event) -> Seal | None:
    """The seal of an event at its revision when it was read; None while its logbook is empty."""
    last = LogEntry.objects.filter(event=event, sequence=event.revision).first()
    return Seal(last.sequence, last.hash) if last else None


def read(text: str) -> Seal:
    """A seal typed from paper, with any separators between its digits; ValueError (a sentence) if it is not one."""
    found = WRITTEN.fullmatch(text)
    digits = re.sub(r"[^0-9a-f]", "", found[2].lower()) if found else ""
    if not found or not FEWEST <= len(digits) <= 64:
        raise ValueError(f"{text!r} is no seal: use the number of the line and {FEWEST} digits or more of its hash.")
    return Seal(int(found[1]), digits)
