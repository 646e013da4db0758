"""Who sits where in a round, as it is hung on the wall: by table and by name."""

from dataclasses import dataclass

from tournament.models import Entry, Event, Round, Seat, SitOut
from tournament.ranking import facts
from tournament.reading.sheets import full_name, public_name, public_place

# So many who could sit in are named.
MOST_FREE = 24


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a seat, from a deal on; `name` is the public one, `listed` as it stands in a list by name.

    `sorting` is what such a list is sorted by.
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


@dataclass(frozen=True, slots=True)
class Resting:
    """A player who sits a round out; `name` is the public one as it stands in a list by name."""

    number: int
    name: str
    club: str
    sorting: str


def resting(round: Round) -> list[Resting]:
    """Who sits a round out, in the order of the alphabet, in one query."""
    listed = [(entry, *public_place(entry)) for entry in sitting_out(round)]
    found = [Resting(entry.number, name, entry.player.club, sorting) for entry, name, sorting in listed]
    return sorted(found, key=lambda person: (person.sorting, person.number))


def sitting_out(round: Round) -> list[Entry]:
    """Who sits a round out, in the order of the numbers."""
    rows = SitOut.objects.filter(round=round).select_related("entry__player").order_by("entry__number")
    return [row.entry for row in rows]


def by_name(people: list[Seated]) -> list[Seated]:
    """The same people as one looks for a name: by surname."""
    return sorted(people, key=lambda seat: (seat.sorting, seat.number))


@dataclass(frozen=True, slots=True)
class Listed:
    """A player in the public list of an event."""

    number: int
    name: str
    club: str


def listed(event: Event) -> list[Listed]:
    """Who is to play, as long as there is no ranking: the public names, by surname."""
    ranked = {entry.number for entry in facts.entries(event) if entry.ranked}
    entries = Entry.objects.filter(event=event, number__in=ranked).select_related("player")
    found = sorted((public_place(entry)[::-1], entry.number, entry.player.club) for entry in entries)
    return [Listed(number, name, club) for (_sorting, name), number, club in found]


def people_without_seat(round: Round) -> list[tuple[int, str]]:
    """Who is present and has no seat in a round: number and "38 Jos Maes", jokers first, as far as one reads."""
    there = Entry.objects.filter(event=round.event_id, present=True, withdrawn=False, excluded=False)
    free = list(there.exclude(seats__table__round=round).select_related("player").order_by("number"))
    free.sort(key=lambda entry: entry.role != Entry.Role.JOKER)
    return [(entry.number, f"{entry.number} {full_name(entry)}") for entry in free[:MOST_FREE]]
