"""The scoreboard of a table: each player's total, what the last deal changed in it, and who deals next."""

from dataclasses import dataclass

from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet


@dataclass(frozen=True, slots=True)
class Place:
    """A seat on the scoreboard: its points in total, those of the last deal (None without any), whether it deals."""

    position: int
    name: str
    total: int
    change: int | None
    dealer: bool


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """`line` is the last deal that is over, None before the first; `begun` whether anything became of the next."""

    line: SheetLine | None
    board_seats: tuple[Place, ...]
    begun: bool


def scoreboard(sheet: Sheet) -> Scoreboard:
    """The scoreboard of a sheet; totals include decisions at the table, as on the sheet."""
    line, following = next(reversed(sheet.written), None), sheet.next
    changes = {sheet.table.entry(cell.position, line.number): cell.points for cell in line.cells} if line else {}
    dealer = sheet.table.dealer(following.number) if following else None
    board_seats = (
        Place(
            column.position,
            column.name,
            sheet.total(column.entry).points,
            changes.get(column.entry),
            column.position == dealer,
        )
        for column in sheet.columns
    )
    return Scoreboard(line, tuple(board_seats), following is not None and _begun(following))


def _begun(line: SheetLine) -> bool:
    return bool(line.passes or line.misdeals or line.announced or line.answers or line.played)
