"""Importing a whole event: one act, one line, every row. What somebody did keeps its own author and time."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.acts.event.events import check_slug
from tournament.acts.event.pictures import Kind, replace_picture
from tournament.acts.event.prizes import opened_prizes, sealed_prizes
from tournament.acts.kernel import logbook
from tournament.acts.kernel.decisions import decide, end_decisions
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.text_references import UNTOLD, imported_reasons, imported_texts
from tournament.acts.lifecycle.import_rounds import ImportedRows, import_rounds, sealed_rounds
from tournament.acts.people.admission import opened_admission, sealed_admission
from tournament.acts.people.registration import player_fields
from tournament.document.draws import DrawRecord, PromiseRecord, WithdrawalRecord
from tournament.document.event import CorrectionRecord, CutRecord, EventRecord
from tournament.document.jury import AppealRecord, CallRecord, DecisionRecord
from tournament.document.people import EntryRecord
from tournament.document.play import SignatureRecord
from tournament.document.rows import columns
from tournament.errors import UserError
from tournament.models import (
    Appeal,
    Call,
    Cut,
    Decision,
    Draw,
    Entry,
    Event,
    Player,
    Promise,
    Room,
    Round,
    RulesCorrection,
    Signature,
    Table,
    Withdrawal,
)

Document = Mapping[str, Any]
# The texts of the parts that few events have, in the order in which they are sealed.
TEXTS_OF_PARTS = {
    "signatures": ("text", "resolution"),
    "unsigned": ("reason",),
    "appeals": ("text", "reason"),
    "draws": ("words",),
    "withdrawals": ("reason",),
}


def import_event(actor: str, document: Document) -> Event:
    """Creates the event of a troel/1 document that was checked before. Refused if its slug is taken or invalid."""
    check_slug(document["event"]["slug"])
    with transaction.atomic():
        event, created = Event.objects.get_or_create(slug=document["event"]["slug"])
        if not created:
            raise UserError(_("There is already an event at this address. Choose another one."))
        logbook.write(event, actor, "import_event", _sealed(event, document))
    return event


def _sealed(event: Event, document: Document) -> dict[str, Any]:
    """The document as facts: names and reasons by their digest, without the points, which follow from the rest."""
    plan = document["event"]
    notices = logbook.store_row_texts(event, plan.get("notices", ()), "text")
    (plan,) = logbook.store_row_texts(event, [plan], "name", "place")
    entries = logbook.store_row_texts(event, document["entries"], "name", "club", "family", "surname")
    decisions = logbook.store_row_texts(event, document["decisions"], "reason", "cancel_reason")
    corrections = logbook.store_row_texts(event, document.get("corrections", ()), "reason")
    at = timezone.now().isoformat()
    return {
        "event": {**plan, **({"notices": notices} if notices else {}), **_sealed_parts(event, plan)},
        "entries": [
            {name: value for name, value in entry.items() if value or name not in ("family", "surname")}
            for entry in entries
        ],
        "rounds": sealed_rounds(event, document),
        "decisions": [{"number": number, "at": at, **decision} for number, decision in enumerate(decisions, 1)],
        "corrections": corrections,
        **{part: document[part] for part in ("cuts", "promises", "room") if part in document},
        **({"calls": document["calls"]} if document.get("calls") else {}),
        **{
            part: logbook.store_row_texts(event, document[part], *texts)
            for part, texts in TEXTS_OF_PARTS.items()
            if document.get(part)
        },
    }


def _sealed_parts(event: Event, plan: Document) -> dict[str, Any]:
    """The parts of a plan that few events have and that hold texts."""
    seals = {"prizes": sealed_prizes, "admission": sealed_admission}
    parts = {name: sealed(event, plan[name]) for name, sealed in seals.items() if name in plan}
    return {**{kind: logbook.store_text(event, plan[kind]) for kind in Kind.values if kind in plan}, **parts}


@Act("import_event", _("Event imported from a file"), player_texts=imported_texts, reasons=imported_reasons)
def apply_import_event(line: LogLine) -> None:
    """Older lines lack many of the parts."""
    _import_plan(line)
    laid = import_rounds(line, _import_entries(line))
    decisions = _import_decisions(line, laid)
    corrections, cuts = line.opened(line.facts.get("corrections", ()), "reason"), line.facts.get("cuts", ())
    RulesCorrection.objects.bulk_create(
        [RulesCorrection(event=line.event, **columns(CorrectionRecord, RulesCorrection, row)) for row in corrections]
    )
    Cut.objects.bulk_create([Cut(event=line.event, **columns(CutRecord, Cut, row)) for row in cuts])
    _import_signatures(line, laid)
    _import_calls(line, laid)
    _import_appeals(line, laid, decisions)
    _import_draws(line)
    _import_withdrawals(line)
    if "room" in line.facts:
        Room.objects.create(event=line.event, rows=line.facts["room"])


def _import_plan(line: LogLine) -> None:
    event, plan = line.event, line.facts["event"]
    (texts,) = line.opened([plan], "name", "place", *Kind.values)
    rows = {
        "notices": line.opened(plan.get("notices", ()), "text"),
        "prizes": opened_prizes(line, plan.get("prizes", {})),
        **({"admission": opened_admission(line, plan["admission"])} if plan.get("admission") else {}),
    }
    # The address may be another than in the file that was replayed.
    for name, value in columns(EventRecord, Event, {**texts, **rows, "slug": event.slug}).items():
        setattr(event, name, value)
    event.rules = plan["ruleset"]
    event.save()
    for kind in Kind:
        replace_picture(event, kind, texts[kind])


def _import_entries(line: LogLine) -> dict[int, Entry]:
    """The entries of the event by number."""
    rows = line.facts["entries"]
    players = Player.objects.bulk_create([Player(**known) for known in player_fields(line, rows)])
    entries = Entry.objects.bulk_create(
        [
            Entry(
                event=line.event,
                player=player,
                **columns(EntryRecord, Entry, row),
                **{status: row["status"] == status for status in ("present", "withdrawn", "excluded")},
            )
            for row, player in zip(rows, players, strict=True)
        ]
    )
    return {entry.number: entry for entry in entries}


def _import_decisions(line: LogLine, laid: ImportedRows) -> dict[int, Decision]:
    """The decisions of the event by number."""
    decisions = {}
    for row in line.opened(line.facts["decisions"], "reason", "cancel_reason"):
        round = laid.rounds[row["round"]] if row.get("round") else None
        table = laid.tables[row["round"], row["table"]] if row.get("table") else None
        fields = columns(DecisionRecord, Decision, row)
        decision = decide(line, adjustments=row["adjustments"], round=round, table=table, **fields)
        end_decisions(decision, row.get("ends", ()))
        decisions[decision.number] = decision
    return decisions


def _import_signatures(line: LogLine, laid: ImportedRows) -> None:
    rows = line.opened(line.facts.get("signatures", ()), "text", "resolution")
    signatures = [
        Signature(
            table=laid.tables[row["round"], row["table"]],
            entry=laid.entries[row["entry"]],
            **columns(SignatureRecord, Signature, row),
        )
        for row in rows
    ]
    Signature.objects.bulk_create(signatures, batch_size=1000)
    sealed = line.facts.get("unsigned", ())
    for row, reason in zip(sealed, line.words(*[row["reason"] for row in sealed]), strict=True):
        table = laid.tables[row["round"], row["table"]]
        because = reason or (UNTOLD if row["reason"] else "")
        Table.objects.filter(pk=table.pk).update(unsigned_because=because)


def _import_calls(line: LogLine, laid: ImportedRows) -> None:
    calls = [
        Call(event=line.event, table=laid.tables[row["round"], row["table"]], **columns(CallRecord, Call, row))
        for row in line.facts.get("calls", ())
    ]
    Call.objects.bulk_create(calls, batch_size=1000)


def _import_appeals(line: LogLine, laid: ImportedRows, decisions: Mapping[int, Decision]) -> None:
    appeals = [
        Appeal(
            decision=decisions[row["decision"]],
            entry=laid.entries[row["entry"]],
            replacement=decisions.get(row.get("replacement", 0)),
            **columns(AppealRecord, Appeal, row),
        )
        for row in line.opened(line.facts.get("appeals", ()), "text", "reason")
    ]
    Appeal.objects.bulk_create(appeals)


def _import_draws(line: LogLine) -> None:
    promises = {
        row["number"]: Promise.objects.create(event=line.event, **columns(PromiseRecord, Promise, row))
        for row in line.facts.get("promises", ())
    }
    for row in line.opened(line.facts.get("draws", ()), "words"):
        Draw.objects.create(
            event=line.event,
            promise=promises.get(row.get("promise")),
            entries=row["players"],
            **columns(DrawRecord, Draw, row),
        )


def _import_withdrawals(line: LogLine) -> None:
    """Creates the withdrawn publications, and links the rounds that still exist to them."""
    withdrawals = {
        row["number"]: Withdrawal.objects.create(event=line.event, **columns(WithdrawalRecord, Withdrawal, row))
        for row in line.opened(line.facts.get("withdrawals", ()), "reason")
    }
    for round in line.facts["rounds"]:
        if "withdrawal" in round:
            same = Round.objects.filter(event=line.event, number=round["number"])
            same.update(withdrawal=withdrawals[round["withdrawal"]])
