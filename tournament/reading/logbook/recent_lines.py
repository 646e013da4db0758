"""What happened lately in an event, read from its logbook a few times a second for everybody who asks.

An answer that was true when an event had a certain last line is still true if that line is on the chain and no line
after it may have changed the answer. Both follow from the logbook alone, so all servers on one database agree, and
none gives an answer of another history: one that a lost commit, a restored backup or a failover ended.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import DatabaseError, connections

from tournament import memory
from tournament.acts.kernel import declaring
from tournament.models import Event, LogEntry

# For so long (s) nobody reads the lines again; and while one does, others are answered from those read so long ago.
FRESH = 0.25
LATEST = 0.5
# So many new lines are read at once, and of so many the hash is known; about older ones the view is asked.
MAX_LINES = 500
MAX_HASHES = 2_000
MAX_EVENTS = 100
# The acts whose line concerns the pages of its own table only. Any other is taken to concern all pages of the event,
# also those of somebody who now sits at another table.
AT_ONE_TABLE = declaring.acts_where(lambda act: act.scope == declaring.Scope.TABLE)

# The number of a round and of a table.
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Depends:
    """What an answer depends on: an event (its key) as it was at its last line (number and hash), and in it a table,
    or all of it for None. What depends on several events names event 0, which has no line: something may be hidden.
    """

    event: int
    line: int
    seal: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class RecentLines:
    """The lines of an event as read at a moment (monotonic seconds): the numbers of the last one, and of the last that
    concerned everybody, and each table; and the hashes of the newest, by number.
    """

    read_at: float
    last: int
    everybody: int
    hashes: Mapping[int, str]
    by_table: Mapping[Place, int] = field(default_factory=dict)

    def concern(self, depends: Depends) -> bool:
        """Whether any of them is newer than an answer, and may have changed it; or the answer's line is not there."""
        if depends.place is None:
            return self.last > depends.line or self.hide(depends)
        return self.by_table.get(depends.place, 0) > depends.line or self.hide(depends)

    def hide(self, depends: Depends) -> bool:
        """Whether more than play at the tables happened since an answer: something may be hidden, or named otherwise.

        Also where the answer's line is not there.
        """
        return self.everybody > depends.line or self.hashes.get(depends.line) != depends.seal


_lines: dict[int, RecentLines] = {}
_reading: set[int] = set()


def must_read(depends: Depends) -> bool:
    """Whether the lines of an answer's event have to be read before `recent` may be asked. Then call `read`."""
    event = depends.event
    due = _age(depends) >= (LATEST if event in _reading else FRESH)
    if due:
        _reading.add(event)
    return due


def read(depends: Depends) -> None:
    """Reads the lines that the event of an answer got since the last time, unless somebody has just done so."""
    try:
        if _age(depends) >= FRESH:
            _renew(depends)
    except DatabaseError:
        # The view will meet it too, and say so.
        connections.close_all()
        _lines.pop(depends.event, None)
    finally:
        _reading.discard(depends.event)


def _age(depends: Depends) -> float:
    """How long ago (s) the lines were read that an answer is compared with; LATEST if they end before its own."""
    lines = _lines.get(depends.event)
    return time.monotonic() - lines.read_at if lines and lines.last >= depends.line else LATEST


def recent(event: int) -> RecentLines | None:
    """The lines of an event as read a moment ago; None if nobody did."""
    lines = _lines.get(event)
    return lines if lines and time.monotonic() - lines.read_at <= LATEST + FRESH else None


def only_played(depends: Depends, event: Event) -> bool:
    """Whether nothing but play at the tables happened between an answer and an event as it was read.

    Never for who reads as of one moment: what they see may be old, and would be kept as news for everybody.
    """
    if memory.is_held():
        raise RuntimeError("what is read as of one moment is no news")
    lines = _lines.get(event.pk)
    if lines is None or lines.hashes.get(event.revision) != event.seal:
        lines = _renew(depends)
    return not lines.hide(depends)


def clear_cache() -> None:
    """Drops everything; for tests, which begin another database."""
    _lines.clear()


def _renew(depends: Depends) -> RecentLines:
    begun, event = time.monotonic(), depends.event
    known = _lines.get(event) or RecentLines(0.0, depends.line, depends.line, {depends.line: depends.seal})
    last, seal = Event.objects.filter(pk=event).values_list("revision", "seal").first() or (0, "")
    lines = _continued(known, event, last, seal) or RecentLines(begun, last, last, {last: seal})
    _lines[event] = lines = replace(lines, read_at=begun)
    while len(_lines) > MAX_EVENTS:
        _lines.pop(next(iter(_lines)), None)
    return lines


def _continued(known: RecentLines, event: int, last: int, seal: str) -> RecentLines | None:
    """The known lines and those after them, up to a seal; None if these do not follow, or are too many."""
    if not known.last <= last <= known.last + MAX_LINES:
        return None
    everybody, tables, hashes = known.everybody, dict(known.by_table), dict(known.hashes)
    new = LogEntry.objects.filter(event=event, sequence__gt=known.last, sequence__lte=last)
    for line in new if last > known.last else ():
        if line.previous != hashes.get(line.sequence - 1):
            return None
        hashes[line.sequence] = line.hash
        if place := _place(line):
            tables[place] = line.sequence
        else:
            everybody = line.sequence
    if hashes.get(last) != seal:
        return None
    for number in [*hashes][:-MAX_HASHES]:
        del hashes[number]
    return RecentLines(known.read_at, last, everybody, hashes, tables)


def _place(entry: LogEntry) -> Place | None:
    """The round and table that a line is about; None if it concerns everybody, as a penalty without a place does."""
    if entry.act not in AT_ONE_TABLE:
        return None
    facts: Mapping[str, Any] = json.loads(entry.text)["facts"]
    at = facts.get("place") or facts
    return (at["round"], at["table"]) if "table" in at else None
