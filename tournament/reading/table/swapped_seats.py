"""The effect of putting swapped seats right: what each deal gave the two players, before and after."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring import RuleSet
from tournament.models import Entry, Round, Seat
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import TableFacts
from tournament.ranking.swapped_seats import Place, SeatSwap, swap_tables
from tournament.reading.table.sheets import full_name
from tournament.wording import named


@dataclass(frozen=True, slots=True)
class SwapLine:
    """What one deal of a table gave a player, before and after; None where it gave them nothing."""

    table: int
    deal: int
    name: str
    before: int | None
    after: int | None


def effect(round: Round, tables: Mapping[int, TableFacts], swap: SeatSwap) -> list[SwapLine]:
    """What changes, deal by deal and player by player; nothing where only the places change."""
    ruleset, after = facts.ruleset(round.event), swap_tables(tables, swap)
    numbers = {seat.entry for table in tables.values() for seat in table.seats}
    people = Entry.objects.filter(event=round.event_id, number__in=numbers).select_related("player")
    names = {entry.number: full_name(entry) for entry in people}
    lines = []
    for number, table in sorted(tables.items()):
        for deal in sorted(table.deals):
            old, new = _given(table, deal, ruleset), _given(after[number], deal, ruleset)
            changed = [entry for entry in sorted({*old, *new}) if old.get(entry) != new.get(entry)]
            lines += [SwapLine(number, deal, names[entry], old.get(entry), new.get(entry)) for entry in changed]
    return lines


def seats(round: Round) -> list[tuple[Place, str]]:
    """Every place of a round with who sits there, by table; a substitute is named after who sat there first."""
    rows = Seat.objects.filter(table__round=round).select_related("table", "entry__player")
    names_by_place: dict[Place, list[str]] = {}
    for seat in rows.order_by("table__number", "position", "from_deal"):
        name = named(full_name(seat.entry), seat.entry.number)
        names_by_place.setdefault((seat.table.number, seat.position), []).append(f"{seat.entry.number} {name}")
    return [(place, f"{place[0]}-{place[1]} · {', '.join(names)}") for place, names in names_by_place.items()]


def _given(table: TableFacts, deal: int, ruleset: RuleSet) -> dict[int, int]:
    points = outcome(table.deals[deal], ruleset).points(ruleset)
    return {table.entry(position, deal): given for position, given in points.items()}
