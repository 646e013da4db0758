"""The timer of a round as it is shown: until when it is played, what is left of a pause, who has extra minutes.

An hour is told as a moment, so that an open page counts by itself (`static/troel/timer.js`).
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournament.acts.rounds.timer import Timer, timer_of
from tournament.models import Event, Round, Table
from tournament.ranking.round_names import round_in
from tournament.version_tokens import token_of
from tournament.wording import running

# How long a deal takes, in minutes: what the first round of an event is offered.
PER_DEAL = 4
# So many tables with extra minutes are named.
MAX_LONGER = 8


@dataclass(frozen=True, slots=True)
class TimerView:
    """A timer as a page shows it: when time is up (None while it is paused) and how many seconds are left.

    `extra` are the minutes that a table has more than the others, which are among those that are left.
    """

    ends: datetime | None
    seconds: int
    extra: int = 0

    @property
    def up(self) -> bool:
        """Whether time is up."""
        return self.seconds <= 0

    @property
    def paused(self) -> bool:
        """Whether it stands still with some time left."""
        return self.ends is None and not self.up

    @property
    def left(self) -> str:
        """What is left, as "12:34"."""
        return running(max(0, self.seconds))

    @property
    def until(self) -> str:
        """The hour at which time is up, without its day, also after midnight; "" while it is paused."""
        return f"{timezone.localtime(self.ends):%H:%M}" if self.ends else ""

    @property
    def moment(self) -> int:
        """The same for a script; 0 while it is paused."""
        return milliseconds(self.ends) if self.ends else 0

    @property
    def server_time(self) -> int:
        """What time it is now, for a script."""
        return milliseconds(timezone.now())


@dataclass(frozen=True, slots=True)
class HallTimer:
    """The timer of a round for the screen in the hall, with the tables that have extra minutes, by number."""

    round_title: str
    timer: TimerView
    longer: tuple[tuple[int, TimerView], ...]

    @property
    def changes(self) -> list[datetime]:
        """When time is up, for all and for those tables."""
        return [view.ends for view in (self.timer, *(view for _table, view in self.longer)) if view.ends]


def view_of(round: Round, extra: int = 0) -> TimerView | None:
    """The timer of a round for a table with so many extra minutes; None where none runs, and once it is closed."""
    timer = _running(round)
    return _view(timer, timezone.now(), extra) if timer else None


def of_table(table: object) -> TimerView | None:
    """The timer of a table's page; None on any other page, and where none runs or the table is closed."""
    return view_of(table.round, table.extra_minutes) if isinstance(table, Table) and not table.closed else None


def by_table(round: Round) -> dict[int, TimerView]:
    """The timers of the tables that have extra minutes, by number."""
    timer, at = _running(round), timezone.now()
    rows = Table.objects.filter(round=round, extra_minutes__gt=0).order_by("number") if timer else ()
    return {row.number: _view(timer, at, row.extra_minutes) for row in rows if timer}


def on_screen(event: Event) -> HallTimer | None:
    """The timer for the hall: of the last round that is being played and has one."""
    rounds = Round.objects.filter(event=event, published=True, closed=False, timer_minutes__isnull=False)
    round = rounds.select_related("event").order_by("number").last()
    timer = view_of(round) if round else None
    if round is None or timer is None:
        return None
    longer = tuple(by_table(round).items())[:MAX_LONGER]
    return HallTimer(round_in(event, round.number), timer, longer)


def minutes_offered(round: Round) -> int:
    """What the form of a round without a timer offers: the minutes of the last one, or by the number of deals."""
    before = Round.objects.filter(event=round.event_id, number__lt=round.number, timer_minutes__isnull=False)
    last = before.order_by("number").values_list("timer_minutes", flat=True).last()
    return last or PER_DEAL * round.deals


def milliseconds(moment: datetime) -> int:
    """A moment for a script, in milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


def mark(timer: TimerView | None) -> str:
    """A mark of what a page shows; it changes once time is up."""
    return token_of(timer and (timer.moment, timer.up, 0 if timer.moment else timer.seconds))


def _running(round: Round) -> Timer | None:
    timer = timer_of(round)
    return timer if timer and round.published and not round.closed and round.event.is_open else None


def _view(timer: Timer, at: datetime, extra: int) -> TimerView:
    return TimerView(timer.ends(extra), timer.left(at, extra), extra)
