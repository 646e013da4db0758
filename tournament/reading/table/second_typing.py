"""Who typed a sheet, and who typed it a second time and found that it agrees."""

import json
from dataclasses import dataclass
from datetime import datetime

from tournament.acts.table.second_typing import ACT
from tournament.models import Deal, LogEntry, Round, Table
from tournament.ranking.contest import format_of
from tournament.reading.logbook.history import actor_names, table_moments


@dataclass(frozen=True, slots=True)
class Verification:
    """The names of those who recorded a sheet, and who verified it as it is now, and when; "" and None if nobody."""

    typed: tuple[str, ...]
    by: str = ""
    at: datetime | None = None


def verified_in(round: Round) -> set[int]:
    """The numbers of the tables of a round whose sheets are verified as they are now, in two queries."""
    deals: dict[int, list[list[int]]] = {}
    rows = Deal.objects.filter(table__round=round).exclude(result=None).order_by("table__number", "number")
    for table, number, version in rows.values_list("table__number", "number", "version"):
        deals.setdefault(table, []).append([number, version])
    lines = LogEntry.objects.filter(event=round.event_id, act=ACT).values_list("text", flat=True)
    seals = (json.loads(text)["facts"] for text in lines)
    return {
        verification["table"]
        for verification in seals
        if verification["round"] == round.number and deals.get(verification["table"]) == verification["deals"]
    }


def verified(row: Table) -> Verification:
    """What the logbook says about a table."""
    acts = [moment for moment in table_moments(row) if moment.act in ("record_deal", "correct_deal", ACT)]
    names = actor_names(acts, format_of(row.round.event))
    typed = {moment.deal: names[moment.by] for moment in acts if moment.act != ACT}
    rows = Deal.objects.filter(table=row).exclude(result=None).order_by("number")
    versions = [list(pair) for pair in rows.values_list("number", "version")]
    agreed = [moment for moment in acts if moment.act == ACT and moment.facts["deals"] == versions]
    typists = tuple(dict.fromkeys(typed.values()))
    return Verification(typists, names[agreed[-1].by], agreed[-1].at) if agreed else Verification(typists)
