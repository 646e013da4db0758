"""Who sits where in a round, as it is hung on the wall: by table and by name."""

from dataclasses import dataclass

from tournament.models import Entry, Round, Seat, SitOut
from tournament.naming import folded
from tournament.reading.sheets import full_name, public_name

# So many who could sit in are named.
MOST_FREE = 24


@dataclass(frozen=True, slots=True)
class Seated:
    """A player at a seat, from a deal on; `name` is the public one."""

    table: int
    position: int
    from_deal: int
    captain: bool
    number: int
    name: str
    club: str


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
        )
        for seat in rows.select_related("table", "entry__player")
    ]


@dataclass(frozen=True, slots=True)
class Resting:
    """A player who sits a round out; `name` is the public one."""

    number: int
    name: str
    club: str


def resting(round: Round) -> list[Resting]:
    """Who sits a round out, in the order of the alphabet, in one query."""
    found = [Resting(entry.number, public_name(entry), entry.player.club) for entry in sitting_out(round)]
    return sorted(found, key=lambda person: (folded(person.name), person.number))


def sitting_out(round: Round) -> list[Entry]:
    """Who sits a round out, in the order of the numbers."""
    rows = SitOut.objects.filter(round=round).select_related("entry__player").order_by("entry__number")
    return [row.entry for row in rows]


def by_name(people: list[Seated]) -> list[Seated]:
    """The same people as one looks for a name: in the order of the alphabet, accents aside."""
    return sorted(people, key=lambda seat: (folded(seat.name), seat.number))


def people_without_seat(round: Round) -> list[str]:
    """Who is present and has no seat in a round, as "38 Jos Maes", jokers first, as far as one reads."""
    there = Entry.objects.filter(event=round.event_id, present=True, withdrawn=False, excluded=False)
    free = list(there.exclude(seats__table__round=round).select_related("player").order_by("number"))
    free.sort(key=lambda entry: entry.role != Entry.Role.JOKER)
    return [f"{entry.number} {full_name(entry)}" for entry in free[:MOST_FREE]]
