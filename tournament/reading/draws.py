"""A seating before it is published: who sits where, and a plain report of how good a draw it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import QuerySet

from tournament.models import Entry, Round, Seat
from tournament.reading.sheets import full_name
from tournament.seating.draw import Pair, meetings


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a position of a table."""

    position: int
    entry: Entry
    name: str


@dataclass(frozen=True, slots=True)
class Laid:
    """One table of the seating, with its people in order of position."""

    number: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be known of a draw: pairs who have met before in the event, pairs of one club, jokers, the left out.

    Everyone is named as `names` says, by entry number.
    """

    repeats: tuple[Pair, ...]
    clubmates: tuple[Pair, ...]
    jokers: tuple[int, ...]
    left_out: tuple[int, ...]
    names: Mapping[int, str]

    def told(self, pairs: Sequence[Pair]) -> list[str]:
        """Pairs as "12 An Peeters + 31 Jos Maes"."""
        return [" + ".join(f"{number} {self.names[number]}" for number in pair) for pair in pairs]


def seating(round: Round) -> list[Laid]:
    """The tables of a round as they are laid, in two queries."""
    seats = Seat.objects.filter(table__round=round, from_deal=1).select_related("entry__player", "table")
    tables: dict[int, list[Place]] = {}
    for seat in seats.order_by("table__number", "position"):
        tables.setdefault(seat.table.number, []).append(Place(seat.position, seat.entry, full_name(seat.entry)))
    return [Laid(number, tuple(places)) for number, places in tables.items()]


def report(round: Round, laid: Sequence[Laid]) -> Report:
    """Judges the seating of a round against the rounds before it."""
    entries = {place.entry.number: place.entry for table in laid for place in table.places}
    pairs = [pair for table in laid for pair in combinations(sorted(p.entry.number for p in table.places), 2)]
    met = meetings(_sat_before(round))
    left_out = _present(round).exclude(number__in=entries).select_related("player")
    return Report(
        repeats=tuple(pair for pair in pairs if pair in met),
        clubmates=tuple(pair for pair in pairs if _one_club(entries[pair[0]], entries[pair[1]])),
        jokers=tuple(number for number, entry in entries.items() if entry.role == Entry.Role.JOKER),
        left_out=tuple(entry.number for entry in left_out),
        names={entry.number: full_name(entry) for entry in [*entries.values(), *left_out]},
    )


def _one_club(one: Entry, other: Entry) -> bool:
    return bool(one.player.club) and one.player.club == other.player.club


def _sat_before(round: Round) -> list[list[int]]:
    """The numbers of those who sat together at each table of the earlier rounds."""
    rows = Seat.objects.filter(table__round__event=round.event_id, table__round__number__lt=round.number)
    together: dict[int, list[int]] = {}
    for table, number in rows.values_list("table", "entry__number"):
        together.setdefault(table, []).append(number)
    return list(together.values())


def _present(round: Round) -> QuerySet[Entry]:
    return Entry.objects.filter(event=round.event_id, present=True, withdrawn=False, excluded=False)
