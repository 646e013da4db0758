"""The clock of the server: for what a form waits while something is due."""

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from django.utils import timezone

from tests.support import club_evenings as club
from tests.support.events import cast
from tournament.acts.register import due, playing
from tournament.models import Event
from tournament.progress.evenings_on import evening_plan
from tournament.serving import clock

pytestmark = pytest.mark.django_db
NEVER = datetime.max.replace(tzinfo=UTC)


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An evening whose first round is due to close, and a clock that has not looked yet."""
    series, _day, event = club.evening()
    playing.draw_and_publish(event, club.BY, evening_plan(series), 1)
    cast.play_round(event)
    later = timezone.now() + timedelta(seconds=61)
    monkeypatch.setattr(timezone, "now", lambda: later)
    monkeypatch.setattr(clock, "_next", later)
    return event


def closed(event: Event) -> bool:
    """Whether its first round is."""
    return cast.round_of(event).closed


def test_a_form_waits_for_its_own_event_alone(event: Event) -> None:
    clock._awake.clear()
    with clock._one_at_a_time:  # as while the thread is busy elsewhere
        clock.look(event.pk + 1)
        assert clock._awake.is_set() and not closed(event)
        clock.look(event.pk)
        assert closed(event)
    before = event.log.count()
    clock.look(event.pk)
    clock.look()
    assert event.log.count() == before
    assert clock._next > timezone.now()


def test_a_form_of_no_known_event_waits_for_everything(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    form = Thread(target=clock.look)
    with clock._one_at_a_time:
        form.start()
        form.join(0.1)
        assert form.is_alive()
        monkeypatch.setattr(clock, "_next", NEVER)  # the thread is done: nothing is left for the form
    form.join(10)
    assert not form.is_alive() and not closed(event)


def test_nobody_passes_before_everything_is_done(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    carry_out = due.carry_out

    def noted(at: datetime, only: int | None = None) -> datetime:
        seen.append(clock._next <= timezone.now())
        return carry_out(at, only)

    monkeypatch.setattr(due, "carry_out", noted)
    clock.look()
    assert seen == [True] and closed(event)
    clock.look()
    assert seen == [True]
