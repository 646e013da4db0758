"""The hands of the clock in a test, and the timer of a round as they move."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tests.support.events import cast
from tournament.acts.rounds import timer as acts
from tournament.models import Event
from tournament.reading.rounds import timer

BY = "user:1"

# A moment in winter: it is 14:00 in Belgium.
TWO = datetime(2027, 1, 16, 13, 0, tzinfo=UTC)


class Hands:
    """The hands of every clock of ours."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = TWO
        monkeypatch.setattr("django.utils.timezone.now", lambda: self.now)
        monkeypatch.setattr("time.time", lambda: self.now.timestamp())

    def go(self, minutes: float) -> None:
        """So many minutes pass."""
        self.now += timedelta(minutes=minutes)


def start(event: Event, minutes: int = 60, **more: Any) -> None:
    acts.start_timer(cast.round_of(event), BY, minutes, **more)


def give(event: Event, table: int, minutes: int, **more: Any) -> None:
    acts.give_extra_time(cast.table(event, table), BY, minutes, **more)


def seen(event: Event) -> timer.TimerView:
    """The timer of the first round, as it is shown."""
    found = timer.view_of(cast.round_of(event))
    assert found
    return found
