"""The seating of a round as posted on the wall: by table and by name."""

from dataclasses import dataclass

from scoring.sealing import canonical, chained
from tournament.models import Entry, Event, Round, Seat, SitOut, Table
from tournament.ranking import facts
from tournament.reading.table.sheets import full_name, public_name, public_place

# At most this many people without a seat are named.
MAX_FREE = 24
# The digits of a version: it is compared with another paper's, by eye.
VERSION = 6


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a seat from a given deal on; `name` is the public name, `listed` its form in a list by name.

    `sorting` is the sort key of such a list.
    """

    table: int
    position: int
    from_deal: int
    captain: bool
    number: int
    name: str
    club: str
    listed: str
    sorting: str


def seated(round: Round) -> list[Seated]:
    """Everyone who has a seat in a round, by table and seat, in one query."""
    rows = Seat.objects.filter(table__round=round).order_by("table__number", "position", "from_deal")
    return [
        Seated(
            table=seat.table.number,
            position=seat.position,
            from_deal=seat.from_deal,
            captain=seat.position == seat.table.captain,
            number=seat.entry.number,
            name=public_name(seat.entry),
            club=seat.entry.player.club,
            listed=public_place(seat.entry)[0],
            sorting=public_place(seat.entry)[1],
        )
        for seat in rows.select_related("table", "entry__player")
    ]


def version(round: Round) -> str:
    """What tells this seating from every other one: it changes if anybody changes seats, and with nothing else."""
    rows = Seat.objects.filter(table__round=round).order_by("table__number", "position", "from_deal")
    seats = rows.values_list("table__number", "position", "from_deal", "entry__number")
    return chained("", canonical(list(map(list, seats))))[:VERSION]


@dataclass(frozen=True, slots=True)
class Resting:
    """A player who sits out a round; `name` is the public name in the form of a list by name."""

    number: int
    name: str
    club: str
    sorting: str


def resting(round: Round) -> list[Resting]:
    """The players who sit out a round, in alphabetical order, in one query."""
    listed = [(entry, *public_place(entry)) for entry in sitting_out(round)]
    resting_players = [Resting(entry.number, name, entry.player.club, sorting) for entry, name, sorting in listed]
    return sorted(resting_players, key=lambda person: (person.sorting, person.number))


def sitting_out(round: Round) -> list[Entry]:
    """The entries that sit out a round, by number."""
    rows = SitOut.objects.filter(round=round).select_related("entry__player").order_by("entry__number")
    return [row.entry for row in rows]


def by_name(players: list[Seated]) -> list[Seated]:
    """The same people sorted by surname."""
    return sorted(players, key=lambda seat: (seat.sorting, seat.number))


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A player in the public list of an event."""

    number: int
    name: str
    club: str


def listed(event: Event) -> list[ListedPlayer]:
    """The players as shown while there is no ranking: public names, by surname."""
    ranked = {entry.number for entry in facts.entries(event) if entry.ranked}
    entries = Entry.objects.filter(event=event, number__in=ranked).select_related("player")
    players = sorted((public_place(entry)[::-1], entry.number, entry.player.club) for entry in entries)
    return [ListedPlayer(number, name, club) for (_sorting, name), number, club in players]


def people_without_seat(round: Round) -> list[tuple[int, str]]:
    """People who are present without a seat in a round: number and "38 Jos Maes", jokers first, at most MAX_FREE."""
    present = Entry.objects.filter(event=round.event_id, present=True, withdrawn=False, excluded=False)
    free = list(present.exclude(seats__table__round=round).select_related("player").order_by("number"))
    free.sort(key=lambda entry: entry.role != Entry.PlayerRole.JOKER)
    return list(map(_numbered, free[:MAX_FREE]))


def people_seated_before(table: Table, position: int | None = None) -> list[tuple[int, str]]:
    """As above, who sat at a table, or at a position there, until somebody came for them: they may come back to it."""
    rows = Seat.objects.filter(table=table).select_related("entry__player").order_by("position", "from_deal")
    last = {seat.position: seat.entry for seat in rows}
    before = {seat.entry for seat in rows if position in (None, seat.position)}.difference(last.values())
    return sorted(_numbered(entry) for entry in before if entry.present and not (entry.withdrawn or entry.excluded))


def _numbered(entry: Entry) -> tuple[int, str]:
    return entry.number, f"{entry.number} {full_name(entry)}"
