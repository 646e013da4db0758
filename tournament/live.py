"""The ranking as it is now: totals kept per table, the page kept as bytes.

A deal costs the totals of its own table and nothing more; how many deals were played before does not matter. The
pages of the ranking are rendered by one thread, at most once a second, and every visitor gets the same bytes.
"""

import gzip
import hashlib
import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.conf import settings
from django.db import close_old_connections
from django.utils import translation

from tournament import facts
from tournament.models import Event, Table
from tournament.standings import Place, Share, standings, table_shares

PAUSE = 1.0
MOST_TABLES = 50_000

_shares: dict[int, tuple[int, str, Mapping[int, Share]]] = {}


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of an event at a revision: its places, and the rounds that count in it."""

    revision: int
    rounds: tuple[int, ...]
    places: tuple[Place, ...]


def ranking(event: Event, *, public: bool) -> Ranking:
    """The ranking now, from the tables' totals; only tables that changed since are computed again."""
    rounds = facts.rounds(event, public=public)
    numbers = tuple(round.number for round in rounds)
    hidden = {round.number for round in facts.rounds(event, public=False)} - set(numbers)
    places = standings(
        facts.entries(event),
        numbers,
        _table_shares(event, {round.pk: round.number for round in rounds}),
        facts.adjustments(event, hidden),
        event.tie_breaks,
        event.lot_seed,
    )
    return Ranking(event.revision, numbers, tuple(places))


def _table_shares(event: Event, rounds: Mapping[int, int]) -> list[tuple[int, Mapping[int, Share]]]:
    """Per table its round number and its shares, from memory where the table has not changed."""
    rules = facts.ruleset(event)
    rows = list(Table.objects.filter(round__in=rounds).values_list("pk", "revision", "round_id"))
    stale = [pk for pk, revision, _ in rows if _shares.get(pk, (None, None))[:2] != (revision, rules.hash)]
    revisions = {pk: revision for pk, revision, _ in rows}
    for start in range(0, len(stale), 500):
        chunk = facts.tables(Table.objects.filter(pk__in=stale[start : start + 500]))
        for pk, table in chunk.items():
            _shares[pk] = (revisions[pk], rules.hash, table_shares(table, rules))
    while len(_shares) > MOST_TABLES + len(rows):
        _shares.pop(next(iter(_shares)))
    return [(rounds[round], _shares[pk][2]) for pk, _, round in rows]


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page: its bytes, the same compressed, and the ETag under which they are known."""

    revision: int
    made: float
    body: bytes
    compressed: bytes
    etag: str


Key = tuple[int, str, str]
Render = Callable[[Event, Ranking], str]


class Board:
    """The prerendered ranking pages of all events, by event, language and kind.

    A page that was overtaken a moment ago is still served, while one thread renders the next. Who comes after a quiet
    time, to a page that nobody found up to date within `settings.RANKING_PATIENCE` seconds, waits for the new one.
    """

    def __init__(self, renderers: Mapping[str, Render]) -> None:
        self._renderers = renderers
        self._pages: dict[Key, Page] = {}
        # When a page was last seen to be up to date.
        self._current: dict[Key, float] = {}
        self._rendering = threading.Lock()
        self._wanted: set[Key] = set()
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None

    def page(self, event: Event, language: str, kind: str) -> Page:
        """The page for a visitor, at most `settings.RANKING_PATIENCE` seconds old."""
        key = (event.pk, language, kind)
        page = self._pages.get(key)
        now = time.monotonic()
        if page and page.revision == event.revision:
            self._current[key] = now
            return page
        if page and now - self._current[key] < settings.RANKING_PATIENCE:
            self._ask(key)
            return page
        return self._render(key, event.revision)

    def _ask(self, key: Key) -> None:
        """Has the thread render a page; the first to ask starts it."""
        self._wanted.add(key)
        self._wake.set()
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._work, name="ranking", daemon=True)
            self._thread.start()

    def _work(self) -> None:
        while self._wake.wait():
            self._wake.clear()
            while self._wanted:
                key = self._wanted.pop()
                try:
                    self._render(key, 0)
                except Exception:
                    # The old page stays; whoever comes once patience is over meets the fault itself.
                    logging.getLogger(__name__).exception("the ranking of event %s could not be rendered", key[0])
            close_old_connections()
            time.sleep(PAUSE)

    def _render(self, key: Key, wanted: int) -> Page:
        """Renders a page, one at a time; who waited takes what was made meanwhile if it is new enough."""
        with self._rendering:
            page = self._pages.get(key)
            if page and wanted and page.revision >= wanted:
                return page
            event = Event.objects.get(pk=key[0])
            with translation.override(key[1]):
                page = _page(event.revision, self._renderers[key[2]](event, ranking(event, public=True)))
            self._pages[key] = page
            self._current[key] = page.made
            return page


def _page(revision: int, html: str) -> Page:
    body = html.encode()
    # mtime=0: the same page compresses to the same bytes.
    compressed = gzip.compress(body, compresslevel=6, mtime=0)
    return Page(revision, time.monotonic(), body, compressed, f'"{hashlib.sha256(body).hexdigest()[:32]}"')
