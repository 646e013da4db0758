"""The map of the room: where each table is, for a drawing and for a list."""

from dataclasses import dataclass

from tournament.models import Event, Room, Table

# The size of a table on the drawing and the space between tables, in the drawing's own units.
WIDE, HIGH, GAP = 44, 32, 8


@dataclass(frozen=True, slots=True)
class Spot:
    """A table on the drawing; `x` and `y` are its upper left corner."""

    number: int
    x: int
    y: int

    @property
    def middle(self) -> tuple[int, int]:
        """The centre of the table, where its number is drawn."""
        return self.x + WIDE // 2, self.y + HIGH // 2


@dataclass(frozen=True, slots=True)
class Map:
    """The drawing: its size, its tables, and the table numbers row by row."""

    width: int
    height: int
    spots: tuple[Spot, ...]
    rows: tuple[tuple[int, ...], ...]
    wide: int = WIDE
    high: int = HIGH


def room_map(event: Event) -> Map | None:
    """The map of an event's room; None if nobody has entered it."""
    drawn = Room.objects.filter(event=event).first()
    if drawn is None:
        return None
    spots = tuple(
        Spot(table, GAP + across * (WIDE + GAP), GAP + down * (HIGH + GAP))
        for down, row in enumerate(drawn.rows)
        for across, table in enumerate(row)
        if table
    )
    across = max(len(row) for row in drawn.rows)
    rows = tuple(tuple(table for table in row if table) for row in drawn.rows)
    return Map(GAP + across * (WIDE + GAP), GAP + len(rows) * (HIGH + GAP), spots, tuple(row for row in rows if row))


def tables_needed(event: Event, players: int) -> int:
    """The number of tables of an event: the highest number so far, or as many as the players need."""
    last = Table.objects.filter(round__event=event).order_by("-number").values_list("number", flat=True).first()
    return max(last or 0, -(-players // 4))
