"""Export of an event as troel/1: everything that happened, what it was worth, and the resulting ranking."""

import json
from collections.abc import Iterable
from typing import Any

from tournament.admission import Admission
from tournament.document.draws import DrawRecord, PromiseRecord, WithdrawalRecord
from tournament.document.event import CashCountRecord, CorrectionRecord, CutRecord, EventRecord, NoticeRecord
from tournament.document.jury import AppealRecord, CallRecord, DecisionRecord
from tournament.document.people import EntryRecord, FeesRecord
from tournament.document.play import SignatureRecord
from tournament.document.rows import written
from tournament.document.whole import DocumentRecord
from tournament.exchange.troel1.rounds import in_order, result, rounds
from tournament.models import (
    Appeal,
    Call,
    Cut,
    Decision,
    Draw,
    Entry,
    Event,
    Picture,
    Promise,
    Room,
    RulesCorrection,
    Signature,
    Table,
    Withdrawal,
)
from tournament.ranking import facts, format, prizes
from tournament.ranking.standings import RankingPlace, event_standings
from tournament.reading.people.fees import owing, totals

FORMAT = "troel/1"

Document = dict[str, Any]


def text(event: Event) -> str:
    """The event as the text of a file: the same event always gives the same bytes."""
    return json.dumps(document(event), indent=1, ensure_ascii=False) + "\n"


def document(event: Event) -> Document:
    """The event as troel/1; for the staff, because it has full names and all rounds, hidden ones too."""
    entries = Entry.objects.filter(event=event).select_related("player").order_by("number")
    corrections = RulesCorrection.objects.filter(event=event).order_by("number")
    cuts = Cut.objects.filter(event=event).order_by("stage")
    calls = Call.objects.filter(event=event).select_related("table__round").order_by("number")
    promises = Promise.objects.filter(event=event).order_by("number")
    # Their secrets are only in the rows once they are revealed.
    draws = Draw.objects.filter(event=event).select_related("promise").order_by("number")
    withdrawals = Withdrawal.objects.filter(event=event).order_by("number")
    room = Room.objects.filter(event=event).first()
    return written(
        DocumentRecord,
        format=FORMAT,
        event=_event(event),
        entries=[_entry(entry) for entry in entries],
        rounds=rounds(event),
        decisions=[_decision(decision) for decision in _decisions(event)],
        corrections=[_correction(row) for row in corrections],
        cuts=[written(CutRecord, row) for row in cuts],
        signatures=[_signature(row) for row in _signatures(event)],
        unsigned=_unsigned(event),
        calls=[_call(row) for row in calls],
        appeals=[_appeal(row) for row in _appeals(event)],
        promises=[written(PromiseRecord, row) for row in promises],
        draws=[_draw(row) for row in draws],
        withdrawals=[written(WithdrawalRecord, row) for row in withdrawals],
        room=room and room.rows,
        fees=_fees(event),
        standings=standings(event),
    )


def standings(event: Event, *, all_entries: bool = False) -> list[Document]:
    """The ranking as a file lists it; with `all_entries` as in files of releases up to 0.1."""
    return [_place(place) for place in event_standings(event, public=False, all_entries=all_entries)]


def _event(event: Event) -> Document:
    """Data of the event in a fixed order, because a database may change the order of fields."""
    pictures = Picture.objects.filter(event=event).values_list("kind", "picture")
    return written(
        EventRecord,
        event,
        admission=event.admission or None,
        cash_counts=[written(CashCountRecord, **count) for count in event.cash_counts],
        format=format.read(event.format).to_dict() if event.format else None,
        prizes=prizes.read(event.prizes).to_dict() if event.prizes else None,
        ruleset=facts.ruleset(event).to_dict(),
        notices=[written(NoticeRecord, **notice) for notice in event.notices],
        compared={
            part: {name: event.compared[part][name] for name in ("by", "at")} for part in facts.compared_parts(event)
        },
        **{**dict.fromkeys(Picture.Purpose.values, ""), **dict(pictures)},
    )


def _entry(entry: Entry) -> Document:
    withdrawn = entry.status == "withdrawn"
    return written(
        EntryRecord,
        entry,
        entry.player,
        paid_how=entry.paid_how or None,
        waiting=entry.waiting if withdrawn else 0,
        no_show=entry.no_show if withdrawn else 0,
    )


def _fees(event: Event) -> Document | None:
    """What was received and is owed; None if the event has no prices."""
    if not Admission.read(event.admission).prices:
        return None
    total = totals(event)[""]
    unpaid = sorted(entry.number for entry in owing(event))
    return written(FeesRecord, paid=total.cash + total.bank, owed=total.owed, unpaid=unpaid)


def _decisions(event: Event) -> Iterable[Decision]:
    rows = Decision.objects.filter(event=event).order_by("number").select_related("round", "table")
    return rows.prefetch_related("adjustments__entry", "ends__ended")


def _decision(decision: Decision) -> Document:
    return written(
        DecisionRecord,
        decision,
        round=decision.round and decision.round.number,
        table=decision.table and decision.table.number,
        adjustments={str(row.entry.number): row.points for row in decision.adjustments.all()},
        result=result(decision.result),
        ends=sorted(row.ended.number for row in decision.ends.all()),
    )


def _correction(correction: RulesCorrection) -> Document:
    changes = [
        {name: in_order(change[name]) for name in ("part", "field", "was", "now")} for change in correction.changes
    ]
    return written(CorrectionRecord, correction, changes=changes)


def _signatures(event: Event) -> Iterable[Signature]:
    """What players signed and disputed, table by table."""
    rows = Signature.objects.filter(table__round__event=event).select_related("table__round", "entry")
    return rows.order_by("table__round__number", "table__number", "number")


def _signature(signature: Signature) -> Document:
    places = {"round": signature.table.round.number, "table": signature.table.number}
    return written(SignatureRecord, signature, **places, entry=signature.entry.number)


def _unsigned(event: Event) -> list[Document]:
    """The tables that were closed without all signatures, and why."""
    rows = Table.objects.filter(round__event=event).exclude(unsigned_because="")
    places = rows.order_by("round__number", "number").values_list("round__number", "number", "unsigned_because")
    return [{"round": round, "table": table, "reason": reason} for round, table, reason in places]


def _call(call: Call) -> Document:
    return written(CallRecord, call, round=call.table.round.number, table=call.table.number)


def _appeals(event: Event) -> Iterable[Appeal]:
    return Appeal.objects.filter(decision__event=event).select_related("decision", "entry", "replacement")


def _appeal(appeal: Appeal) -> Document:
    numbers = {"decision": appeal.decision.number, "entry": appeal.entry.number}
    return written(AppealRecord, appeal, **numbers, replacement=appeal.replacement and appeal.replacement.number)


def _draw(draw: Draw) -> Document:
    # A database may change the order of fields at any depth.
    document = json.loads(json.dumps(draw.document, sort_keys=True))
    promise = draw.promise and draw.promise.number
    return written(DrawRecord, draw, players=draw.entries, promise=promise, document=document)


def _place(place: RankingPlace) -> Document:
    row = place.standing.row
    return {
        "rank": place.standing.rank,
        "number": place.entry.number,
        "points": row.points,
        "rounds": [points or 0 for points in place.rounds],
        "adjustments": place.adjustment_points,
        "bonus": place.bonus,
        "carried": place.carried,
    }
