"""Putting right that two players sat in each other's place, at one table or at two, from a deal on."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf
from tournament.acts.kernel.submissions import (
    Answer,
    TableState,
    finish,
    perform_once,
    raise_revision,
    require_correctable,
)
from tournament.acts.kernel.text_references import corrected
from tournament.acts.table.deals import notify_sheet, read_result
from tournament.errors import UserError
from tournament.models import Adjustment, Deal, Decision, Entry, Event, Round, Seat, Table
from tournament.ranking import facts
from tournament.ranking.records import TableFacts
from tournament.ranking.swapped_seats import SeatSwap, swap_positions, swap_tables
from tournament.version_tokens import require_unchanged, token_of

ACT = "swap_seats"
Tables = dict[int, TableFacts]


def swap_seats(
    table: Table, actor: str, swap: SeatSwap, reason: str, *, seen: str | None = None, key: str = "", second: str = ""
) -> Answer:
    """Gives two players each other's place from a deal on, as they sat; `table` is that of the first place.

    By place, each result stays with its place, and counts for who sat there. By name, which is for one table only, the
    results and the jury's rulings are rewritten, so that each player keeps what was written for them. What the dealer
    paid for a misdeal follows the place either way; other decisions name players, and stay with them. Who keeps score
    stays the same person. Doing it again undoes it. `seen` is the token (`tables_token`) of the tables looked at;
    `second` as in `deals.correct_deal`. Refused if the rules do not allow a result as it would be rewritten.
    """
    check_reason(reason, _("Enter a reason for the correction."))

    def check(event: Event, current: TableState) -> dict[str, Any]:
        before = tables_of(current.row.round, swap)
        require_unchanged(seen, tables_token(current.row.round, swap))
        after = swap_tables(before, swap)
        swap_facts = {
            "places": [list(place) for place in swap.places],
            "from_deal": swap.from_deal,
            "by_name": swap.by_name,
            "numbers": sorted({n for table in before.values() for n in table.deals if n >= swap.from_deal}),
            "seats": [[n, [[s.position, s.from_deal, s.entry] for s in after[n].seats]] for n in swap.tables],
            "paid": _paid(current.row.round, before, after, swap),
            "reason": logbook.store_text(event, reason),
            "tells": True,
        }
        others = [number for number in swap.tables if number != current.row.number]
        swap_facts |= {"other": {"round": current.row.round.number, "table": others[0]}} if others else {}
        return {**swap_facts, **(_rewritten(event, current.row, swap) if swap.by_name else {})}

    submission = {"places": swap.places, "from_deal": swap.from_deal, "by_name": swap.by_name, "of": seen}
    return perform_once(table, actor, ACT, key, submission, check, require_correctable, second=second)


def tables_of(round: Round, swap: SeatSwap) -> Tables:
    """The tables concerned, by number. Refused if the places are not two, are not there, or have no such deal."""
    rows = Table.objects.filter(round=round, number__in=swap.tables)
    tables = {table.number: table for table in facts.tables(rows).values()}
    if any(position not in tables[number].positions if number in tables else True for number, position in swap.places):
        raise UserError(_("Nobody sits there."), 422)
    if swap.places[0] == swap.places[1]:
        raise UserError(_("Name two different players."), 422)
    if not all(1 <= swap.from_deal <= table.planned for table in tables.values()):
        raise UserError(_("This table has no such deal."), 422)
    if swap.by_name and len(tables) > 1:
        raise UserError(_("At two tables the deals can only have been written by place."), 422)
    return tables


def tables_token(round: Round, swap: SeatSwap) -> str:
    """A token of everything that is written and decided at the tables concerned."""
    rows = Table.objects.filter(round=round, number__in=swap.tables).order_by("number")
    return token_of(list(rows.values_list("number", "revision")))


def _rewritten(event: Event, row: Table, swap: SeatSwap) -> dict[str, Any]:
    """The results and rulings as they are by name; refused where a player would play a deal that they sit out."""
    after = swap_tables({row.number: facts.table(row)}, swap)[row.number]
    deals = [deal for number, deal in sorted(after.deals.items()) if number >= swap.from_deal]
    deals = [deal for deal in deals if deal.result or deal.announced]
    for deal in deals:
        if not set(_named(deal.result or deal.announced or {})) <= set(after.playing(deal.number)):
            raise UserError(
                _("Deal %(number)s cannot be by name: who deals it sits out. Correct it by itself first.")
                % {"number": deal.number},
                422,
            )
    decided = Decision.objects.filter(table=row, deal__gte=swap.from_deal, cancelled=False).order_by("number")
    return {
        "deals": [
            [deal.number, deal.version + 1, deal.result and _read(event, deal.result), deal.announced] for deal in deals
        ],
        "rulings": [
            [
                decision.number,
                sorted(map(swap.position_after, decision.about)),
                decision.result and _read(event, swap_positions(decision.result, swap)),
            ]
            for decision in decided
            if decision.about or decision.result
        ],
    }


def _named(result: Mapping[str, Any]) -> list[int]:
    """The positions that a result names."""
    parts = result.get("tricks"), result.get("points")
    each = [int(position) for part in parts if isinstance(part, Mapping) for position in part]
    return [*result.get("declarers", ()), *each]


def _read(event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
    return read_result(event, result).to_dict()


def _paid(round: Round, tables_before: Tables, after: Tables, swap: SeatSwap) -> dict[str, dict[str, int]]:
    """What each misdeal costs now, by decision and entry: the dealer is who sat in the dealer's place."""
    misdeals = Decision.objects.filter(
        table__round=round, table__number__in=swap.tables, kind=Decision.MISDEAL, reason="", deal__gte=swap.from_deal
    ).select_related("table")
    paid: dict[str, dict[str, int]] = {}
    for misdeal in misdeals.prefetch_related("adjustments__entry").order_by("number"):
        if misdeal.table is None or misdeal.deal is None:
            continue
        was, new_table, deal = tables_before[misdeal.table.number], after[misdeal.table.number], misdeal.deal
        other = {was.entry(seat, deal): new_table.entry(seat, deal) for seat in was.positions}
        paid[str(misdeal.number)] = {
            str(other.get(row.entry.number, row.entry.number)): row.points for row in misdeal.adjustments.all()
        }
    return paid


@Act(
    ACT,
    _("Swapped seats put right"),
    points_of=PointsOf.TABLE,
    reasons=corrected,
    changes_deal=lambda facts, _table, deal: deal in facts["numbers"],
)
def apply_swap_seats(line: LogLine) -> None:
    swap_facts = line.facts
    round = Round.objects.get(event=line.event, number=swap_facts["round"])
    rows = {row.number: row for row in Table.objects.filter(round=round).select_related("round")}
    entries = dict(Entry.objects.filter(event=line.event).values_list("number", "pk"))
    if swap_facts["from_deal"] == 1:
        _exchanged(round, swap_facts["places"])
    for number, seats in swap_facts["seats"]:
        Seat.objects.filter(table=rows[number]).delete()
        Seat.objects.bulk_create(
            [Seat(table=rows[number], position=at, from_deal=deal, entry_id=entries[who]) for at, deal, who in seats]
        )
        _keep_writer(rows[number], swap_facts["places"])
        written = Deal.objects.filter(table=rows[number], number__gte=swap_facts["from_deal"], result__isnull=False)
        notify_sheet(line, rows[number], written)
    for number, version, result, announced in swap_facts.get("deals", ()):
        deal_rows = Deal.objects.filter(table=rows[swap_facts["table"]], number=number)
        deal_rows.update(result=result, version=version, announced=announced)
    for number, about, result in swap_facts.get("rulings", ()):
        Decision.objects.filter(event=line.event, number=number).update(about=about, result=result)
    _pay(line, entries)
    for number, _seats in swap_facts["seats"]:
        if number != swap_facts["table"]:
            raise_revision(rows[number], "captain", "writer")
    finish(line, rows[swap_facts["table"]], "captain", "writer")


def _exchanged(round: Round, places: list[list[int]]) -> None:
    """What was not played as it was drawn, from the first deal on, is shown with the exchanges made by hand."""
    first = Seat.objects.filter(table__round=round, from_deal=1).select_related("entry")
    sat = [(first.get(table__number=table, position=at).entry.number, table) for table, at in places]
    round.exchanged = [*round.exchanged, [number for pair in sat for number in pair]]
    round.save(update_fields=["exchanged"])


def _keep_writer(table: Table, places: list[list[int]]) -> None:
    """Who keeps score stays the same person, where both sit at one table."""
    if len({number for number, _position in places}) > 1:
        return
    first, other = (position for _number, position in places)
    moved = {first: other, other: first}
    table.captain = moved.get(table.captain, table.captain)
    table.writer = table.writer and moved.get(table.writer, table.writer)


def _pay(line: LogLine, entries: Mapping[int, int]) -> None:
    for number, paid in line.facts["paid"].items():
        decision = Decision.objects.get(event=line.event, number=int(number))
        decision.adjustments.all().delete()
        Adjustment.objects.bulk_create(
            [Adjustment(decision=decision, entry_id=entries[int(who)], points=points) for who, points in paid.items()]
        )
