"""The timer of a round: how long it is played, with pauses, and extra minutes for single tables.

It is for information only. A deal that is recorded when time is up counts like any other. The hour until which results
are provisional is something else: see `acts.kernel.deadline`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, Facts, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.models import Event, Round, Table
from tournament.ranking import facts
from tournament.version_tokens import require_current, require_unchanged, token_of

LONGEST, MAX_EXTRA = 600, 120


@dataclass(frozen=True, slots=True)
class Timer:
    """A timer: the minutes to play, since when it runs (None: it is paused), and the seconds that it had run before."""

    minutes: int
    since: datetime | None
    spent: int

    def left(self, at: datetime, extra: int = 0) -> int:
        """How many seconds are left, with so many extra minutes; less than 0 once time is up."""
        return 60 * (self.minutes + extra) - self.run(at)

    def run(self, at: datetime) -> int:
        """How many seconds it has run."""
        return self.spent + (max(0, int((at - self.since).total_seconds())) if self.since else 0)

    def ends(self, extra: int = 0) -> datetime | None:
        """When time is up, with so many extra minutes; None while it is paused."""
        return self.since + timedelta(minutes=self.minutes + extra, seconds=-self.spent) if self.since else None


def timer_of(round: Round) -> Timer | None:
    """The timer of a round; None if it has none."""
    if round.timer_minutes is None:
        return None
    return Timer(round.timer_minutes, round.timer_since, round.timer_spent)


def timer_token(round: Round) -> str:
    """A token of the timer of a round as somebody saw it."""
    since = round.timer_since
    return token_of(round.timer_minutes, since and since.timestamp(), round.timer_spent)


def start_timer(round: Round, actor: str, minutes: int, *, seen: str | None = None) -> None:
    """Starts the timer of a round: from now on it is played for so many minutes.

    In this act and the next ones, `seen` is the token (`timer_token`) of the timer that was shown: refused if it has
    changed since, unless exactly what is asked for is so already. Refused where no round is being played.
    """

    def told(timer: Timer | None) -> Facts | None:
        return None if timer and timer.since and timer.minutes == _checked(minutes) else {"minutes": _checked(minutes)}

    def check(timer: Timer | None) -> None:
        if timer:
            raise UserError(_("The timer of this round was started already."))

    _perform(round, actor, "start_timer", seen, told, check)


def pause_timer(round: Round, actor: str, *, seen: str | None = None) -> None:
    """Stops the timer until it is resumed."""

    def told(timer: Timer | None) -> Facts | None:
        return None if timer and not timer.since else {"spent": timer.run(timezone.now()) if timer else 0}

    _perform(round, actor, "pause_timer", seen, told, _require)


def resume_timer(round: Round, actor: str, *, seen: str | None = None) -> None:
    """Lets a paused timer go on with what was left."""

    def told(timer: Timer | None) -> Facts | None:
        return None if timer and timer.since else {}

    _perform(round, actor, "resume_timer", seen, told, _require)


def change_timer(round: Round, actor: str, minutes: int, *, seen: str | None = None) -> None:
    """Changes how many minutes are played in all, those that have passed among them."""

    def told(timer: Timer | None) -> Facts | None:
        return None if timer and timer.minutes == _checked(minutes) else {"minutes": _checked(minutes)}

    _perform(round, actor, "change_timer", seen, told, _require)


def remove_timer(round: Round, actor: str, *, seen: str | None = None) -> None:
    """Takes the timer of a round away, with the extra minutes of its tables."""

    def told(timer: Timer | None) -> Facts | None:
        return {} if timer else None

    _perform(round, actor, "remove_timer", seen, told, _require)


def give_extra_time(table: Table, actor: str, minutes: int, *, replaces: int | None = None) -> None:
    """Gives a table so many extra minutes in all; 0 takes them back. `replaces` is what was shown.

    Refused without a timer, and for more minutes than it has where the table has recorded every deal.
    """
    if not 0 <= minutes <= MAX_EXTRA:
        raise UserError(_("A table can have at most %(most)s extra minutes.") % {"most": MAX_EXTRA}, 422)
    with logbook.locked_event(table.round.event) as event:
        round = _playing(event, table.round)
        row = Table.objects.filter(pk=table.pk, round=round).select_related("round").first()
        if row is None:
            raise UserError(_("There is no such table."), 422)
        if row.extra_minutes == minutes:
            return
        sentence = _("Somebody gave this table other extra minutes in the meantime. Check it again.")
        require_current(replaces, row.extra_minutes, sentence)
        _require(timer_of(round))
        if minutes > row.extra_minutes and is_finished(row):
            raise UserError(_("Table %(table)s has recorded every deal.") % {"table": row.number})
        logbook.write(event, actor, "give_time", {"round": round.number, "table": row.number, "minutes": minutes})


def is_finished(table: Table) -> bool:
    """Whether a table has nothing more to play."""
    return table.closed or facts.count_settled(Table.objects.filter(pk=table.pk))[table.pk] >= table.deals_planned


def require_timed(event: Event, round: Round) -> None:
    """Refuses where no timer can be set: a round that is not published, or closed, or in a closed event."""
    require_open(event)
    if not round.published or round.closed:
        raise UserError(_("This round is not being played."))


def clear_timers(rounds: QuerySet[Round]) -> None:
    """Part of an `apply`: takes away the timers of these rounds, and the extra minutes of their tables."""
    Table.objects.filter(round__in=rounds).update(extra_minutes=0)
    rounds.update(timer_minutes=None, timer_since=None, timer_spent=0)


def _perform(
    round: Round,
    actor: str,
    act: str,
    seen: str | None,
    facts_for: Callable[[Timer | None], Facts | None],
    check: Callable[[Timer | None], None],
) -> None:
    """Performs an act on the timer of a round: `facts_for` gives its facts, None if all is so already."""
    with logbook.locked_event(round.event) as event:
        current = _playing(event, round)
        timer = timer_of(current)
        facts = facts_for(timer)
        if facts is None:
            return
        require_unchanged(seen, timer_token(current))
        check(timer)
        logbook.write(event, actor, act, {"round": current.number, **facts})


def _playing(event: Event, round: Round) -> Round:
    """The round as it is now; refused if it was rejected, or can have no timer."""
    current = Round.objects.filter(pk=round.pk).first()
    if current is None:
        raise UserError(_("The draw of this round was rejected in the meantime."))
    require_timed(event, current)
    return current


def _require(timer: Timer | None) -> None:
    if timer is None:
        raise UserError(_("This round has no timer."))


def _checked(minutes: int) -> int:
    if not 1 <= minutes <= LONGEST:
        raise UserError(_("A round can last 1 to %(most)s minutes.") % {"most": LONGEST}, 422)
    return minutes


def _round(line: LogLine) -> QuerySet[Round]:
    return Round.objects.filter(event=line.event, number=line.facts["round"])


@Act("start_timer", _("Timer started"))
def apply_start_timer(line: LogLine) -> None:
    _round(line).update(timer_minutes=line.facts["minutes"], timer_since=line.at, timer_spent=0)


@Act("pause_timer", _("Timer paused"))
def apply_pause_timer(line: LogLine) -> None:
    _round(line).update(timer_since=None, timer_spent=line.facts["spent"])


@Act("resume_timer", _("Timer resumed"))
def apply_resume_timer(line: LogLine) -> None:
    _round(line).update(timer_since=line.at)


@Act("change_timer", _("Timer changed"))
def apply_change_timer(line: LogLine) -> None:
    _round(line).update(timer_minutes=line.facts["minutes"])


@Act("remove_timer", _("Timer removed"))
def apply_remove_timer(line: LogLine) -> None:
    clear_timers(_round(line))


@Act("give_time", _("Extra minutes for a table"))
def apply_give_time(line: LogLine) -> None:
    Table.objects.filter(round__in=_round(line), number=line.facts["table"]).update(extra_minutes=line.facts["minutes"])
