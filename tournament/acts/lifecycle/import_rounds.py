"""The rounds in an imported file: their tables, who sat there, and every deal."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import LogLine
from tournament.document.play import DealRecord, RoundRecord, TableRecord
from tournament.document.rows import columns
from tournament.models import Deal, Entry, Event, Round, Seat, SitOut, Table

Document = Mapping[str, Any]
COUNTS = ("passes", "misdeals", "version")


@dataclass(frozen=True, slots=True)
class ImportedRows:
    """What the later parts of a file refer to, by number; a table by those of its round and its own."""

    entries: Mapping[int, Entry]
    rounds: Mapping[int, Round]
    tables: Mapping[tuple[int, int], Table]


def sealed_rounds(event: Event, document: Document) -> list[dict[str, Any]]:
    """The rounds as facts: what was written, without the points, and reasons by their digest."""
    return [{**round, "tables": [_facts(event, table) for table in round["tables"]]} for round in document["rounds"]]


def import_rounds(line: LogLine, entries: Mapping[int, Entry]) -> ImportedRows:
    """Part of an `apply`: lays down the rounds of these facts."""
    rounds = {row["number"]: _round(line.event, row) for row in line.facts["rounds"]}
    tables = {}
    for row in line.facts["rounds"]:
        for table in _import_tables(line, rounds[row["number"]], row, entries):
            tables[row["number"], table.number] = table
    return ImportedRows(entries, rounds, tables)


def _facts(event: Event, table: Document) -> dict[str, Any]:
    """A table's facts; the result of a deal is what was entered, without the jury's answer."""
    deals = [
        {
            "number": deal["number"],
            "result": None if deal.get("unwritten") else _entered(deal.get("played") or deal.get("result")),
            "counts": {name: deal.get(name, 0) for name in COUNTS},
            **({"announced": deal["announced"]} if "announced" in deal else {}),
            **_sealed_reason(event, deal, "corrected"),
        }
        for deal in [*table["deals"], *table.get("unscored", ())]
    ]
    others = {key: value for key, value in table.items() if key != "unscored"}
    return {**others, **_sealed_reason(event, table, "ended"), "deals": deals}


def _sealed_reason(event: Event, row: Document, part: str) -> dict[str, Any]:
    """A part that few rows have, with its reason by digest."""
    return {part: logbook.store_row_texts(event, [row[part]], "reason")[0]} if part in row else {}


def _entered(result: Document | None) -> dict[str, Any] | None:
    return {key: value for key, value in result.items() if key != "jury"} if result else None


def _round(event: Event, row: Document) -> Round:
    # What a file says that does not say it.
    usual = {"deals": event.deals_per_round, "draw": "given", "published": True}
    return Round.objects.create(event=event, **{**usual, **columns(RoundRecord, Round, row), **_timer_of(row)})


def _timer_of(row: Document) -> dict[str, Any]:
    timer = row.get("timer", {"minutes": None})
    since = datetime.fromisoformat(timer["since"]) if "since" in timer else None
    return {"timer_minutes": timer["minutes"], "timer_spent": timer.get("spent", 0), "timer_since": since}


def _import_tables(line: LogLine, round: Round, row: Document, entries: Mapping[int, Entry]) -> list[Table]:
    tables = Table.objects.bulk_create([_table(line, round, table) for table in row["tables"]])
    laid = list(zip(tables, row["tables"], strict=True))
    Seat.objects.bulk_create([seat for table, facts in laid for seat in _seats(table, facts, entries)])
    SitOut.objects.bulk_create([SitOut(round=round, entry=entries[number]) for number in row.get("sit_out", ())])
    deals = [_deal(line, table, deal) for table, facts in laid for deal in facts["deals"]]
    Deal.objects.bulk_create(deals, batch_size=1000)
    return tables


def _table(line: LogLine, round: Round, row: Document) -> Table:
    table = Table(round=round, deals_override=row.get("deals_planned"), **columns(TableRecord, Table, row))
    if "ended" in row:
        (ended,) = line.opened([row["ended"]], "reason")
        table.ended_after, table.ended_because, table.averaged = ended["after"], ended["reason"], "averaged" in ended
    return table


def _seats(table: Table, facts: Document, entries: Mapping[int, Entry]) -> Iterator[Seat]:
    """Who sat there from the first deal on, and who came later."""
    for position, number in facts["seats"].items():
        yield Seat(table=table, position=int(position), entry=entries[number])
    for seat in facts.get("substitutes", ()):
        yield Seat(table=table, position=seat["seat"], entry=entries[seat["entry"]], from_deal=seat["from_deal"])


def _deal(line: LogLine, table: Table, row: Document) -> Deal:
    deal = Deal(table=table, **columns(DealRecord, Deal, {**row, **row["counts"]}))
    if "corrected" in row:
        (corrected,) = line.opened([row["corrected"]], "reason")
        deal.corrected_at = datetime.fromisoformat(corrected["at"])
        deal.corrected_because = corrected["reason"]
    return deal
