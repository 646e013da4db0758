"""The rounds in an imported file: their tables, who sat there, and every deal."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from tournament.acts import logbook
from tournament.acts.declaring import LogLine
from tournament.models import Deal, Entry, Event, Round, Seat, SitOut, Table

Document = Mapping[str, Any]


def sealed_rounds(event: Event, document: Document) -> list[dict[str, Any]]:
    """The rounds as facts: what was written, without the points, and reasons by their digest."""
    return [{**round, "tables": [_facts(event, table) for table in round["tables"]]} for round in document["rounds"]]


def import_rounds(line: LogLine, entries: Mapping[int, Entry]) -> None:
    """Part of an `apply`: lays down the rounds of these facts."""
    for round in line.facts["rounds"]:
        _import_round(line, round, entries)


def moment(row: Document, name: str) -> datetime | None:
    """The moment that a row has under a name; None if it has none."""
    return datetime.fromisoformat(row[name]) if name in row else None


def _facts(event: Event, table: Document) -> dict[str, Any]:
    """A table's facts; the result of a deal is what was entered, without the jury's answer."""
    deals = [
        {
            "number": deal["number"],
            "result": None if deal.get("unwritten") else _entered(deal.get("played") or deal.get("result")),
            "counts": {name: deal.get(name, 0) for name in ("passes", "misdeals", "version")},
            **({"announced": deal["announced"]} if "announced" in deal else {}),
            **_corrected(event, deal),
        }
        for deal in [*table["deals"], *table.get("unscored", ())]
    ]
    ended = table.get("ended")
    sealed = {"ended": {**ended, "reason": logbook.seal(event, ended["reason"])}} if ended else {}
    return {**{key: value for key, value in table.items() if key != "unscored"}, **sealed, "deals": deals}


def _corrected(event: Event, deal: Document) -> dict[str, Any]:
    """When and why a deal was corrected by somebody other than its table; {} for most deals."""
    if "corrected" not in deal:
        return {}
    return {"corrected": {**deal["corrected"], "reason": logbook.seal(event, deal["corrected"]["reason"])}}


def _entered(result: Document | None) -> dict[str, Any] | None:
    return {key: value for key, value in result.items() if key != "jury"} if result else None


def _import_round(line: LogLine, row: Document, entries: Mapping[int, Entry]) -> None:
    round = _round(line.event, row)
    tables = Table.objects.bulk_create([_table(line, round, table) for table in row["tables"]])
    laid = list(zip(tables, row["tables"], strict=True))
    Seat.objects.bulk_create([seat for table, facts in laid for seat in _seats(table, facts, entries)])
    SitOut.objects.bulk_create([SitOut(round=round, entry=entries[number]) for number in row.get("sit_out", ())])
    deals = [_deal(line, table, deal) for table, facts in laid for deal in facts["deals"]]
    Deal.objects.bulk_create(deals, batch_size=1000)


def _round(event: Event, row: Document) -> Round:
    return Round.objects.create(
        event=event,
        number=row["number"],
        stage=row["stage"],
        deals=row.get("deals", event.deals_per_round),
        draw=row.get("draw", "given"),
        published=row.get("published", True),
        closed=row.get("closed", False),
        visible=row.get("visible", True),
        exchanged=row.get("exchanged", []),
        provisional_until=moment(row, "provisional_until"),
        **_timer_of(row),
    )


def _table(line: LogLine, round: Round, table: Document) -> Table:
    return Table(
        round=round,
        number=table["number"],
        captain=table.get("captain", 4),
        writer=table.get("writer"),
        closed=table.get("closed", False),
        deals_override=table.get("deals_planned"),
        extra_minutes=table.get("extra_minutes", 0),
        **_ended_of(line, table),
    )


def _seats(table: Table, facts: Document, entries: Mapping[int, Entry]) -> Iterator[Seat]:
    """Who sat there from the first deal on, and who came later."""
    for position, number in facts["seats"].items():
        yield Seat(table=table, position=int(position), entry=entries[number])
    for seat in facts.get("substitutes", ()):
        yield Seat(table=table, position=seat["seat"], entry=entries[seat["entry"]], from_deal=seat["from_deal"])


def _deal(line: LogLine, table: Table, deal: Document) -> Deal:
    return Deal(
        table=table,
        number=deal["number"],
        result=deal["result"],
        announced=deal.get("announced"),
        **deal["counts"],
        **_correction_of(line, deal),
    )


def _timer_of(row: Document) -> dict[str, Any]:
    told = row.get("timer", {"minutes": None})
    spent, since = told.get("spent", 0), moment(told, "since")
    return {"timer_minutes": told["minutes"], "timer_spent": spent, "timer_since": since}


def _ended_of(line: LogLine, table: Document) -> dict[str, Any]:
    if "ended" not in table:
        return {}
    told = table["ended"]
    because = line.words(told["reason"])[0]
    return {"ended_after": told["after"], "ended_because": because, "averaged": "averaged" in told}


def _correction_of(line: LogLine, deal: Document) -> dict[str, Any]:
    if "corrected" not in deal:
        return {}
    at, reason = deal["corrected"]["at"], deal["corrected"]["reason"]
    return {"corrected_at": parse_datetime(at), "corrected_because": line.words(reason)[0]}
