"""Popular pages, cached as bytes: rendered one at a time, in another process if there is one, and the same for all."""

import gzip
import hashlib
import logging
import threading
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.db import connections
from django.utils import translation

from tournament.models import Event
from tournament.reading.logbook.recent_lines import Depends, only_played
from tournament.reading.parts import RowIndex
from tournament.site import renderer

PAUSE = 1.0
MAX_EDITIONS = 60


class Sealed(Protocol):
    """What a page is about: a row under its primary key, with a seal that changes with whatever the page shows."""

    @property
    def pk(self) -> int:
        """Its primary key."""

    @property
    def seal(self) -> str:
        """What it was read under."""


class Rendered(NamedTuple):
    """Documents by kind, and a version that changes when their content does.

    `until` is the moment (seconds since 1970) at which their words change by themselves; 0 if they do not. `row_index`
    is what a page that is not the same for everybody is put together from.
    """

    version: str
    documents: Mapping[str, str]
    until: float = 0.0
    row_index: RowIndex | None = None


class Document(NamedTuple):
    """A document as bytes, the same compressed, and the ETag of both."""

    body: bytes
    compressed: bytes
    etag: str


@dataclass(slots=True)
class Edition:
    """All documents of one rendering. `checked_at` is when (monotonic seconds) it was last known to be up to date."""

    depends: Depends
    version: str
    documents: Mapping[str, Document]
    checked_at: float = 0.0
    until: float = 0.0
    row_index: RowIndex | None = None

    def holds(self, subject: Sealed) -> bool:
        """Whether the edition shows its subject as it was read, and its words are still true."""
        return self.depends.seal == subject.seal and not 0 < self.until <= time.time()


def next_of(*moments: float) -> float:
    """The first of these moments at which words change; 0 is none."""
    return min((end for end in moments if end), default=0.0)


# The primary key of an event, a language, and a part of what the board shows (such as a round's number, or a round's
# and a part's).
Key = tuple[int, str, Hashable]
Render = Callable[[Any, Any], Rendered]


def read_event(pk: int) -> Event:
    """The event with a primary key."""
    return Event.objects.get(pk=pk)


class Board:
    """The editions of one page, by event, language and part; or by whatever else `read` gives for a primary key.

    An edition that has only just become outdated, and by play at the tables alone, is still shown while a thread
    renders the next. If it was last known to be up to date more than `settings.RANKING_PATIENCE` seconds ago, or
    something else happened (a round may have been hidden), the visitor waits for a new one. So does a visitor of
    whatever is not an event.
    """

    def __init__(self, render: Render, read: Callable[[int], Sealed] = read_event) -> None:
        self._render = render
        self._read = read
        self._editions: dict[Key, Edition] = {}
        self._rendering = threading.Lock()
        self._asking = threading.Lock()
        self._requested: set[Key] = set()
        self._working = False

    def edition(self, subject: Sealed, language: str, piece: Hashable = 0) -> Edition:
        """The edition for a visitor, outdated by at most `settings.RANKING_PATIENCE` seconds of play."""
        key = (subject.pk, language, piece)
        return self._stored(key, subject) or self._renew(key, subject)

    def _stored(self, key: Key, subject: Sealed) -> Edition | None:
        """The last edition if it may be shown to a visitor who read the event so; asks for the next if need be."""
        edition, now = self._editions.get(key), time.monotonic()
        if edition and edition.holds(subject):
            edition.checked_at = now
            return edition
        if not isinstance(subject, Event):
            return None
        event = subject
        if edition and now - edition.checked_at < settings.RANKING_PATIENCE and only_played(edition.depends, event):
            if edition.depends.line <= event.revision:  # otherwise it is newer than what this visitor read
                self._ask(key)
            return edition
        return None

    def clear_cache(self) -> None:
        """Drops every edition; needed when another database takes the place of this one."""
        self._editions.clear()

    def _ask(self, key: Key) -> None:
        """Asks the thread to render an edition; starts the thread if it is not running."""
        with self._asking:
            self._requested.add(key)
            if not self._working:
                self._working = True
                threading.Thread(target=self._work, name="board", daemon=True).start()

    def _work(self) -> None:
        """Renders what is asked for until nothing is: once a second, and at most half of the time."""
        while requested := self._next():
            begun = time.monotonic()
            for key in requested:
                self._try_to_renew(key)
            took = time.monotonic() - begun
            time.sleep(max(PAUSE - took, took))
        connections.close_all()

    def _next(self) -> set[Key]:
        with self._asking:
            requested, self._requested = self._requested, set()
            self._working = bool(requested)
            return requested

    def _try_to_renew(self, key: Key) -> None:
        try:
            self._renew(key)
        except Exception:
            # The old edition stays; a visitor who comes after RANKING_PATIENCE gets the error.
            connections.close_all()
            logging.getLogger(__name__).exception("a page of event %s could not be rendered", key[0])

    def _renew(self, key: Key, visitor: Sealed | None = None) -> Edition:
        """Renders an edition, one at a time. A visitor who waited takes the one just made if they may.

        `visitor` is the event as the visitor read it.
        """
        with self._rendering:
            if visitor and (edition := self._stored(key, visitor)):
                return edition
            edition, now = self._editions.get(key), time.monotonic()
            if edition and edition.holds(self._read(key[0])):
                # Requested again by a visitor who looked just before it was rendered.
                edition.checked_at = now
                return edition
            edition = renderer.call(_edition, self._render, self._read, key) or _edition(self._render, self._read, key)
            edition.checked_at = now
            self._put(key, edition)
            return edition

    def _put(self, key: Key, edition: Edition) -> None:
        self._editions.pop(key, None)
        self._editions[key] = edition
        # The first is the one renewed longest ago; rendering an old event's page again is quick.
        while len(self._editions) > MAX_EDITIONS:
            self._editions.pop(next(iter(self._editions)), None)


def _edition(render: Render, read: Callable[[int], Sealed], key: Key) -> Edition:
    """The edition for a key as of now. Raises what `render` and `read` raise (such as Event.DoesNotExist)."""
    subject = read(key[0])
    with translation.override(key[1]):
        rendered = render(subject, key[2])
    documents = {kind: _document(html) for kind, html in rendered.documents.items()}
    depends = Depends(0, 0, subject.seal)
    if isinstance(subject, Event):
        depends = Depends(subject.pk, subject.revision, subject.seal)
    return Edition(depends, rendered.version, documents, until=rendered.until, row_index=rendered.row_index)


def _document(html: str) -> Document:
    body = html.encode()
    # mtime=0: the same page compresses to the same bytes. The ETag is weak, because it is used for both.
    compressed = gzip.compress(body, compresslevel=5, mtime=0)
    return Document(body, compressed, f'W/"{hashlib.sha256(body).hexdigest()[:32]}"')
