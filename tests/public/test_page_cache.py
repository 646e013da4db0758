"""A board: what it renders, when, in which thread, and to whom it hands out what was overtaken."""

import gzip
import threading
import time

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import override_settings

from tests.support.events import cast
from tests.support.servers.waiting import PATIENCE, eventually, workers
from tournament.models import Event
from tournament.reading import prerendered_pages
from tournament.reading.prerendered_pages import Board, Edition, Rendered

pytestmark = pytest.mark.django_db
PATIENT = override_settings(RANKING_PATIENCE=60.0)


class Counting:
    """A renderer that counts, and that can be held up or made to fail."""

    def __init__(self) -> None:
        self.rendered = 0
        self.together = 0
        self.most_together = 0
        self.fails = False
        self.connections: set[BaseDatabaseWrapper] = set()
        self.goes_on = threading.Event()
        self.goes_on.set()

    def __call__(self, event: Event, part: int) -> Rendered:
        self.together += 1
        self.connections.add(connections["default"])
        self.most_together = max(self.most_together, self.together)
        try:
            assert self.goes_on.wait(PATIENCE)
            if self.fails:
                raise ZeroDivisionError
            self.rendered += 1
            return Rendered(str(event.revision), {"page": f"{event.name} {part} {event.revision} {self.rendered}"})
        finally:
            self.together -= 1


class Clock:
    """The board's own clock, which goes on when it is told to; whoever sleeps by it hardly does."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        time.sleep(min(seconds, 0.001))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time passes for the board only as a test says, so that no test depends on how busy the machine is."""
    made = Clock()
    monkeypatch.setattr(prerendered_pages, "time", made)
    return made


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that hardly rests between two renderings."""
    monkeypatch.setattr(prerendered_pages, "PAUSE", 0.02)


def shows(edition: Edition, event: Event) -> bool:
    """Whether an edition is of the event as it was read."""
    return edition.depends.seal == event.seal


def test_an_edition_is_rendered_once_and_handed_out_as_long_as_nothing_changes() -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    first = shown.edition(event, "nl")
    assert all(shown.edition(event, "nl") is first for _ in range(5))
    assert render.rendered == 1
    assert first.documents["page"].body == f"{event.name} 0 {event.revision} 1".encode()
    assert gzip.decompress(first.documents["page"].compressed) == first.documents["page"].body


def test_each_language_each_part_and_each_event_has_its_own_edition() -> None:
    event, other, render = cast.event(0), cast.event(0, "other"), Counting()
    shown = Board(render)
    editions = [
        shown.edition(event, "nl"),
        shown.edition(event, "fr"),
        shown.edition(event, "nl", 2),
        shown.edition(other, "nl"),
    ]
    assert len({edition.documents["page"].etag for edition in editions}) == 4
    assert render.rendered == 4
    assert shown.edition(event, "fr") is editions[1]


@override_settings(RANKING_PATIENCE=0.0)
def test_without_patience_everybody_waits_for_the_new_edition() -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    for _ in range(3):
        event = cast.moved_on(event)
        assert shows(shown.edition(event, "nl"), event)
    assert not workers()


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_who_is_patient_sees_the_old_edition_at_once_and_the_new_one_soon(quick: None) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    old = shown.edition(event, "nl")
    render.goes_on.clear()
    event = cast.moved_on(event)
    assert shown.edition(event, "nl") is old
    assert shown.edition(event, "nl") is old
    render.goes_on.set()
    eventually(lambda: shows(shown.edition(event, "nl"), event))
    assert render.rendered == 2
    eventually(lambda: not workers())


@PATIENT
def test_what_was_hidden_or_is_of_another_history_is_shown_to_nobody_however_patient() -> None:
    event, render = cast.moved_on(cast.event(0)), Counting()
    shown = Board(render)
    shown.edition(event, "nl")
    now = cast.moved_on(event, "hide_round")
    assert shows(shown.edition(now, "nl"), now)
    # Who had looked before that gets the new one too.
    assert shows(shown.edition(event, "nl"), now)
    other = "f" * 64
    Event.objects.filter(pk=event.pk).update(seal=other)
    assert shown.edition(cast.fresh(event), "nl").depends.seal == other
    assert not workers()


@pytest.mark.django_db(transaction=True)
@override_settings(RANKING_PATIENCE=2.0)
def test_after_a_quiet_time_nobody_is_shown_what_was_overtaken(clock: Clock) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    shown.edition(event, "nl")
    event = cast.moved_on(event)
    clock.now += 2.1
    assert shows(shown.edition(event, "nl"), event)


@pytest.mark.django_db(transaction=True)
@override_settings(RANKING_PATIENCE=2.0)
def test_an_edition_is_never_shown_longer_than_patience_allows_after_it_was_overtaken(clock: Clock) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    old = shown.edition(event, "nl")
    render.goes_on.clear()
    event = cast.moved_on(event)
    for _ in range(3):  # that somebody looks makes it no younger
        clock.now += 0.6
        assert shown.edition(event, "nl") is old
    eventually(lambda: render.together)
    clock.now += 0.3
    # Who comes now waits for the thread, which is held up.
    threading.Timer(0.1, render.goes_on.set).start()
    assert shows(shown.edition(event, "nl"), event)
    eventually(lambda: not workers())


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@PATIENT
def test_however_many_look_and_however_fast_things_change_one_rendering_runs_at_a_time(quick: None) -> None:
    event, render = cast.event(0), Counting()
    shown, seen, stop = Board(render), [], threading.Event()

    def look() -> None:
        last = 0
        while not stop.is_set():
            now = cast.fresh(event)
            edition = shown.edition(now, "nl")
            assert edition.depends.line >= last
            last = edition.depends.line
        seen.append(last)
        connections.close_all()

    lookers = [threading.Thread(target=look) for _ in range(4)]
    for looker in lookers:
        looker.start()
    for _ in range(25):
        cast.moved_on(event)
        time.sleep(0.01)
    eventually(lambda: shows(shown.edition(cast.fresh(event), "nl"), cast.fresh(event)))
    stop.set()
    for looker in lookers:
        looker.join(PATIENCE)
    assert render.most_together == 1
    assert len(seen) == 4
    assert 1 < render.rendered <= 1 + 25
    eventually(lambda: not workers())


@pytest.mark.django_db(transaction=True)
def test_of_those_who_come_first_together_one_renders_and_all_get_the_same() -> None:
    event, render = cast.event(0), Counting()
    shown, got, start = Board(render), [], threading.Barrier(4)

    def look() -> None:
        start.wait(PATIENCE)
        got.append(shown.edition(event, "nl"))
        connections.close_all()

    render.goes_on.clear()
    lookers = [threading.Thread(target=look) for _ in range(4)]
    for looker in lookers:
        looker.start()
    eventually(lambda: render.together)
    time.sleep(0.1)
    render.goes_on.set()
    for looker in lookers:
        looker.join(PATIENCE)
    assert (render.rendered, render.most_together) == (1, 1)
    assert len(got) == 4 and len({id(edition) for edition in got}) == 1


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_the_thread_ends_when_nobody_asks_any_more_and_leaves_no_connection_open(quick: None) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    for _ in range(2):
        shown.edition(event, "nl")
        event = cast.moved_on(event)
        shown.edition(event, "nl")
        eventually(lambda: not workers())
    others = render.connections - {connections["default"]}
    assert others
    assert all(connection.connection is None for connection in others)


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_a_fault_in_the_thread_keeps_the_old_edition_and_is_told(quick: None, caplog: pytest.LogCaptureFixture) -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    old = shown.edition(event, "nl")
    render.fails = True
    event = cast.moved_on(event)
    assert shown.edition(event, "nl") is old
    eventually(lambda: "could not be rendered" in caplog.text)
    eventually(lambda: not workers())
    render.fails = False
    assert shown.edition(event, "nl") is old
    eventually(lambda: shows(shown.edition(event, "nl"), event))
    eventually(lambda: not workers())


@override_settings(RANKING_PATIENCE=0.0)
def test_a_fault_is_met_by_who_waits_and_does_not_block_the_next() -> None:
    event, render = cast.event(0), Counting()
    shown = Board(render)
    render.fails = True
    with pytest.raises(ZeroDivisionError):
        shown.edition(event, "nl")
    render.fails = False
    assert shows(shown.edition(event, "nl"), event)


def test_a_board_holds_no_more_editions_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prerendered_pages, "MAX_EDITIONS", 2)
    event, render = cast.event(0), Counting()
    shown = Board(render)
    for part in range(5):
        shown.edition(event, "nl", part)
    shown.edition(event, "nl", 4)
    shown.edition(event, "nl", 3)
    assert render.rendered == 5
    shown.edition(event, "nl", 0)
    assert render.rendered == 6
