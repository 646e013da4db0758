"""How far an event is, and what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from django.db.models import Count, F, Q
from django.db.models.functions import Coalesce

from tournament.models import Entry, Event, Round, Table
from tournament.ranking import facts
from tournament.ranking.contest import format_of, qualified


class NextStep(StrEnum):
    """What an organiser does next."""

    ADD_PLAYERS = "add players"
    CHECK_IN = "check in"
    START = "start"
    CUT = "cut"
    SEAT = "seat"
    PUBLISH = "publish"
    PLAY = "play"
    CLOSE_ROUND = "close round"
    CLOSE_EVENT = "close event"
    ARCHIVE = "archive"
    RANKING = "ranking"


class _Known(Protocol):
    """A round of which it is known whether it is published and closed."""

    @property
    def published(self) -> bool: ...

    @property
    def closed(self) -> bool: ...


Known = TypeVar("Known", bound=_Known)


def open_round(rounds: Sequence[Known]) -> Known | None:
    """The first of an event's rounds that is published and not closed."""
    return next((round for round in rounds if round.published and not round.closed), None)


def being_played(round: Round) -> int | None:
    """The number of an earlier round still being played, or None: until it closes, this round's links are early."""
    if round.number == 1:
        return None
    earlier = open_round(list(round.event.rounds.filter(number__lt=round.number).order_by("number")))
    return earlier.number if earlier else None


def current_round(rounds: Sequence[Known]) -> Known | None:
    """The round being played, even when later ones are drawn; otherwise the next one, or else the last."""
    ahead = next((round for round in rounds if not round.closed), None)
    return open_round(rounds) or ahead or (rounds[-1] if rounds else None)


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """One round: how many of its tables have written every deal, and how many deals are written in all."""

    number: int
    published: bool
    closed: bool
    visible: bool
    tables: int
    done: int
    deals: int
    planned: int

    @property
    def complete(self) -> bool:
        """Whether every deal of every table is written."""
        return self.done == self.tables


@dataclass(frozen=True, slots=True)
class Progress:
    """An event: its players, how many of them are present, and its rounds in order.

    `drawable` is how many of those present may play the next round: of a final, the finalists.
    `cut` is the number of the next stage, if that is a final whose cut has not been made. Of a `final` ranking nothing
    is played any more.
    """

    state: str
    planned_rounds: int
    players: int
    present: int
    drawable: int
    rounds: tuple[RoundProgress, ...]
    cut: int | None = None
    final: bool = False

    @property
    def open(self) -> RoundProgress | None:
        """The first round that is published and not closed."""
        return open_round(self.rounds)

    @property
    def current(self) -> RoundProgress | None:
        """The round the next step is about."""
        return current_round(self.rounds)

    @property
    def played(self) -> int:
        """How many rounds are closed."""
        return sum(round.closed for round in self.rounds)

    @property
    def planned_reached(self) -> bool:
        """Whether as many rounds are drawn as are planned."""
        return len(self.rounds) >= self.planned_rounds

    @property
    def step(self) -> NextStep:
        """What to do next."""
        if self.state in (Event.State.CLOSED, Event.State.ARCHIVED):
            return NextStep.ARCHIVE if self.state == Event.State.CLOSED else NextStep.RANKING
        current = self.current
        step = _in_round(current) if current and not current.closed else None
        if step and (step == NextStep.CLOSE_ROUND or not self.final):
            return step
        if self.planned_reached or self.final:
            return NextStep.CLOSE_EVENT
        if self.cut and self.rounds:
            return NextStep.CUT
        return self._before_round()

    def _before_round(self) -> NextStep:
        if not self.players:
            return NextStep.ADD_PLAYERS
        if not self.present:
            return NextStep.CHECK_IN
        return NextStep.START if self.state == Event.State.REHEARSAL else NextStep.SEAT


def progress(event: Event) -> Progress:
    """How far an event is now, in four queries whatever its size, and one more where it has finals.

    A deal counts as written when it has a result, the table's or the jury's; whether the jury refused it matters only
    when the round is closed.
    """
    rounds = _rounds(event)
    finalists = qualified(event, len(rounds) + 1)
    # Nobody has qualified: the next round belongs to a final whose cut has not been made.
    cut = format_of(event).stage_number(len(rounds) + 1) if finalists == () else None
    present = Q(present=True)
    counts = Entry.objects.filter(event=event, withdrawn=False, excluded=False).aggregate(
        players=Count("pk"),
        drawable=Count("pk", filter=present if finalists is None else present & Q(number__in=finalists)),
        # The last of them, because it hides the field of that name from the others.
        present=Count("pk", filter=present),
    )
    return Progress(event.state, event.planned_rounds, **counts, rounds=rounds, cut=cut, final=bool(event.final_at))


def _in_round(progress: RoundProgress) -> NextStep:
    if not progress.published:
        return NextStep.PUBLISH
    return NextStep.CLOSE_ROUND if progress.complete else NextStep.PLAY


def _rounds(event: Event) -> tuple[RoundProgress, ...]:
    tables: dict[int, list[tuple[int, int]]] = {}
    planned = Coalesce(F("ended_after"), F("deals_override"), F("round__deals"))
    rows = Table.objects.filter(round__event=event)
    written = facts.count_settled(rows)
    for round, pk, deals in rows.annotate(planned=planned).values_list("round_id", "pk", "planned"):
        tables.setdefault(round, []).append((written[pk], deals))
    return tuple(
        _round(round, tables.get(round.pk, [])) for round in Round.objects.filter(event=event).order_by("number")
    )


def _round(round: Round, table_counts: list[tuple[int, int]]) -> RoundProgress:
    return RoundProgress(
        number=round.number,
        published=round.published,
        closed=round.closed,
        visible=round.visible,
        tables=len(table_counts),
        done=sum(written >= planned for written, planned in table_counts),
        deals=sum(written for written, _planned in table_counts),
        planned=sum(planned for _written, planned in table_counts),
    )
