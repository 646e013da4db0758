"""What can be drawn next in an event, and which wishes can be made about it."""

from dataclasses import dataclass, field

from tournament.draw.field import JOKERS, RESTS, SEATS, by_ranking, known, present, rounds_left
from tournament.draw.promises import open_promise
from tournament.draw.wishes import possible
from tournament.errors import UserError
from tournament.models import Entry, Event, Promise, Round
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format
from tournament.seating.constraints import ImpossibleError, check_players, check_rest


@dataclass(frozen=True, slots=True)
class Drawable:
    """The next rounds: from `first` on, up to `left` of them by lot, or one by the ranking.

    `ranked` says that the ranking decides, `strict` that it is followed in fours. `players` are the competitors
    present, who play `deals` each; `jokers` are the jokers present. `kinds` are the wishes for which the event has
    facts, `numbers` all entry numbers, `promise` the open promise of the draw; `planned` is the event's format.
    """

    first: int
    left: int
    ranked: bool
    strict: bool
    players: int
    jokers: int
    kinds: tuple[str, ...]
    numbers: frozenset[int]
    promise: Promise | None
    deals: int = 0
    planned: Format = field(default_factory=Format)

    @property
    def sit_out(self) -> str:
        """What the format gives a player who sits out."""
        return self.planned.sit_out

    @property
    def last(self) -> int:
        """The number of the last round that may be drawn."""
        return self.first + self.left - 1

    @property
    def wanting(self) -> int:
        """How many jokers would fill the last table."""
        return -self.players % SEATS

    @property
    def lacking(self) -> int:
        """How many more jokers are needed to fill it."""
        return short(self.players, self.jokers)

    @property
    def over(self) -> int:
        """How many players are left over from tables of four: without jokers each sits out, or is a fifth player."""
        return self.players % SEATS

    @property
    def uneven(self) -> bool:
        """Whether the players do not fill tables of four."""
        return self.wanting > 0

    @property
    def rests(self) -> tuple[str, ...]:
        """What can be done with players who do not fill a table, from RESTS."""
        return tuple(rest for rest in RESTS if self._can(rest))

    def _can(self, rest: str) -> bool:
        if rest == JOKERS:
            return self.jokers >= self.wanting
        try:
            check_players(self.players)
            check_rest(self.players, RESTS[rest])
        except ImpossibleError:
            return False
        return True


def drawable(event: Event) -> Drawable:
    """What the next draw of an event can be."""
    first = Round.objects.filter(event=event).count() + 1
    competitors, jokers = _present(event, first)
    numbers = frozenset(Entry.objects.filter(event=event).values_list("number", flat=True))
    tables = by_ranking(event, first)
    return Drawable(
        first=first,
        left=rounds_left(event),
        ranked=bool(tables),
        strict=tables == "strict",
        players=len(competitors),
        jokers=len(jokers),
        kinds=possible(known(event, competitors)),
        numbers=numbers,
        promise=open_promise(event),
        deals=event.deals_per_round,
        planned=format_of(event),
    )


def jokers_lacking(event: Event) -> int:
    """How many more jokers the players present need now, so that all tables of the next round have four players."""
    competitors, jokers = _present(event, Round.objects.filter(event=event).count() + 1)
    return short(len(competitors), len(jokers))


def short(players: int, jokers: int) -> int:
    """How many jokers more than these would fill the last table of so many players."""
    return max(0, -players % SEATS - jokers)


def _present(event: Event, round: int) -> tuple[list[int], list[int]]:
    """The competitors and jokers who may play; nobody while the cut before a final is still to be made."""
    try:
        return present(event, round)
    except UserError:
        return [], []
