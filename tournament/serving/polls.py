"""Open pages that ask whether anything changed at their table, answered without Django as long as nothing did.

Such a page asks every two seconds, with the mark of what it shows in `since`; its view answers 204 if that is still so
(`views.shared.page.unchanged`). This stays true until the logbook has a line about that table, or one that is not about
a single table. So lines are read here, a few times a second for all pages of an event together, and a page whose table
they do not concern gets the answer it got before. The view itself answers after every line that may concern it: it
alone decides who may read, and what a mark contains.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import DatabaseError, connections

from tournament.serving.bodies import Scope
from tournament.serving.wsgi_adapter import Answer

# isort: split
# The bridge has set Django up, which the models need.
from tournament.acts.kernel import declaring
from tournament.models import Event, LogEntry

# For so long (s) nobody reads the lines again; and while one does, others are answered from those read so long ago.
FRESH = 0.25
LATEST = 1.0
MAX_LINES = 500
MAX_PAGES = 20_000
MAX_EVENTS = 100
OF_PAGES = ("/p/", "/r/", "/t/")
# The acts whose line concerns the pages of its own table only. Any other is taken to concern all pages of the event,
# also those of somebody who now sits at another table.
AT_ONE_TABLE = declaring.acts_where(lambda act: act.scope == declaring.Scope.TABLE)

# Host and path; the number of a round and of a table.
Key = tuple[str, str]
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Depends:
    """What an answer depends on: an event as it was at a revision, and in it a table, or all of it for None."""

    event: int
    revision: int
    place: Place | None


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of an event as read at a moment (monotonic seconds): the numbers of the last one, and of the last that
    concerned everybody, and each table.
    """

    read_at: float
    last: int
    everybody: int
    by_table: Mapping[Place, int] = field(default_factory=dict)

    def concern(self, depends: Depends) -> bool:
        """Whether any of them is newer than an answer, and may have changed it."""
        if depends.place is None:
            return self.last > depends.revision
        return max(self.everybody, self.by_table.get(depends.place, 0)) > depends.revision


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """What was answered to a page: the query it asked with, what that depends on, and the answer."""

    query: bytes
    depends: Depends
    answer: Answer


_answers: dict[Key, LastAnswer] = {}
_lines: dict[int, Lines] = {}
_reading: set[int] = set()


def asked_before(scope: Scope) -> LastAnswer | None:
    """What a page that asks again was answered last; None for anything else."""
    if not scope["path"].startswith(OF_PAGES) or not scope["query_string"].startswith(b"since="):
        return None
    last = _answers.get(_key(scope)) if scope["method"] == "GET" else None
    return last if last and last.query == scope["query_string"] else None


def must_read(previous: LastAnswer) -> bool:
    """Whether the lines of its event have to be read before the answer can be given again. Then call `read`."""
    event = previous.depends.event
    lines = _lines.get(event)
    age = time.monotonic() - lines.read_at if lines else LATEST
    due = age >= (LATEST if event in _reading else FRESH)
    if due:
        _reading.add(event)
    return due


def read(previous: LastAnswer) -> None:
    """Reads the lines that its event got since the last time, in a thread of its own."""
    event = previous.depends.event
    before = _lines.get(event)
    try:
        if before and time.monotonic() - before.read_at < FRESH:
            return
        if len(_lines) >= MAX_EVENTS and not before:
            _lines.clear()
        _lines[event] = _read(event, before)
    except DatabaseError:
        # The view will meet it too, and say so.
        connections.close_all()
        _lines.pop(event, None)
    finally:
        _reading.discard(event)


def again(previous: LastAnswer) -> Answer | None:
    """The same answer; None if a line since then may have changed it."""
    lines = _lines.get(previous.depends.event)
    return previous.answer if lines and not lines.concern(previous.depends) else None


def keep(scope: Scope, answer: Answer) -> None:
    """Stores the answer that nothing has changed, for when the page asks again."""
    if answer.depends is None or answer.status != 204:
        return
    headers = [(name, value) for name, value in answer.headers if name.lower() != "content-language"]
    same = replace(answer, headers=headers, depends=None)
    while len(_answers) >= MAX_PAGES:
        del _answers[next(iter(_answers))]
    _answers[_key(scope)] = LastAnswer(scope["query_string"], Depends(*answer.depends), same)


def clear_cache() -> None:
    """Drops everything; for tests, which begin another database."""
    _answers.clear()
    _lines.clear()


def _key(scope: Scope) -> Key:
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return host.decode("latin-1"), scope["path"]


def _read(event: int, known: Lines | None) -> Lines:
    begun = time.monotonic()
    last = Event.objects.filter(pk=event).values_list("revision", flat=True).first() or 0
    if known is None:
        return Lines(begun, last, last)
    if not known.last <= last <= known.last + MAX_LINES:
        # Fewer lines than before: an older database took the place of this one.
        return Lines(begun, last, max(last, known.last + 1))
    everybody, tables = known.everybody, known.by_table
    if last > known.last:
        rows = LogEntry.objects.filter(event=event, sequence__gt=known.last, sequence__lte=last).order_by("sequence")
        for sequence, act, text in rows.values_list("sequence", "act", "text"):
            place = _place(text) if act in AT_ONE_TABLE else None
            if place:
                tables = {**tables, place: sequence}
            else:
                everybody = sequence
    return Lines(begun, last, everybody, tables)


def _place(text: str) -> Place | None:
    """The round and table that a line is about; None for a penalty without a place."""
    facts: Mapping[str, Any] = json.loads(text)["facts"]
    at = facts.get("place") or facts
    return (at["round"], at["table"]) if "table" in at else None
