"""Importing a whole event: one act, one line, every row."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.decisions import decide, end
from tournament.acts.declaring import Act, LogLine
from tournament.acts.events import check_slug
from tournament.acts.imports_appeals import import_appeals, sealed_appeals
from tournament.acts.imports_calls import import_calls
from tournament.acts.imports_draws import import_draws, sealed_draws
from tournament.acts.imports_rounds import import_rounds, moment, sealed_rounds
from tournament.acts.imports_signatures import import_signatures, sealed_signatures
from tournament.acts.notices import notices_of, sealed_notices
from tournament.acts.pictures import Kind, replace_picture
from tournament.acts.prizes import opened_prizes, sealed_prizes
from tournament.acts.registration import player_fields
from tournament.acts.text_references import imported_reasons, imported_texts
from tournament.models import Cut, Entry, Event, Player, Round, RulesCorrection, Table
from tournament.refusal import Refusal

Document = Mapping[str, Any]
# Fields of the event that are copied unchanged; `ruleset` becomes `rules`.
COPIED_FIELDS = (
    "planned_rounds",
    "deals_per_round",
    "tie_breaks",
    "lot_seed",
    "languages",
    "confirmation",
    "records_trump",
    "ranks_jokers",
    "listed",
    "demo",
    "state",
)
# The same, for fields that most events lack.
OPTIONAL_FIELDS = (
    "jury",
    "spent_numbers",
    "binned",
    "appeal_minutes",
    "typed_twice",
    "paper_signed",
    "admission",
    "frozen_after",
    "revealed",
)


def import_event(by: str, document: Document) -> Event:
    """Creates the event of a troel/1 document that was checked before. Refused if its slug is taken or invalid."""
    check_slug(document["event"]["slug"])
    with transaction.atomic():
        event, made = Event.objects.get_or_create(slug=document["event"]["slug"])
        if not made:
            raise Refusal(_("There is already an event at this address. Choose another one."))
        logbook.write(event, by, "import_event", _sealed(event, document))
    return event


def _sealed(event: Event, document: Document) -> dict[str, Any]:
    """The document as facts: names and reasons by their digest, without the points, which follow from the rest."""
    plan = {**document["event"], **sealed_notices(event, document["event"])}
    name, place = logbook.seal_all(event, [plan["name"], plan.get("place", "")])
    entries, decisions = document["entries"], document["decisions"]
    names = logbook.seal_all(event, [entry["name"] for entry in entries])
    clubs = logbook.seal_all(event, [entry["club"] for entry in entries])
    families = logbook.seal_all(event, [entry.get("family", "") for entry in entries])
    surnames = logbook.seal_all(event, [entry.get("surname", "") for entry in entries])
    reasons = logbook.seal_all(event, [decision.get("reason", "") for decision in decisions])
    cancelled = logbook.seal_all(event, [decision.get("cancel_reason", "") for decision in decisions])
    corrections = document.get("corrections", ())
    why = logbook.seal_all(event, [correction["reason"] for correction in corrections])
    now = timezone.now().isoformat()
    return {
        "event": {**plan, "name": name, "place": place, **_sealed_parts(event, plan)},
        "entries": [
            {
                **entry,
                "name": name,
                "club": club,
                **({"family": family} if family else {}),
                **({"surname": surname} if surname else {}),
            }
            for entry, name, club, family, surname in zip(entries, names, clubs, families, surnames, strict=True)
        ],
        "rounds": sealed_rounds(event, document),
        "decisions": [
            {"number": number, "at": now, **decision, "reason": reason, "cancel_reason": undone}
            for number, (decision, reason, undone) in enumerate(zip(decisions, reasons, cancelled, strict=True), 1)
        ],
        "corrections": [{**correction, "reason": reason} for correction, reason in zip(corrections, why, strict=True)],
        **({"cuts": document["cuts"]} if "cuts" in document else {}),
        **({"calls": document["calls"]} if document.get("calls") else {}),
        **sealed_signatures(event, document),
        **sealed_appeals(event, document),
        **sealed_draws(event, document),
    }


def _sealed_parts(event: Event, plan: Document) -> dict[str, Any]:
    """The parts of a plan that few events have and that hold texts."""
    prizes = {"prizes": sealed_prizes(event, plan["prizes"])} if "prizes" in plan else {}
    return {**{kind: logbook.seal(event, plan[kind]) for kind in Kind.values if kind in plan}, **prizes}


@Act("import_event", _("Event imported from a file"), player_texts=imported_texts, reasons=imported_reasons)
def apply_import_event(line: LogLine) -> None:
    _import_plan(line)
    entries = _import_entries(line)
    import_rounds(line, entries)
    _import_decisions(line)
    _import_corrections(line)
    _import_cuts(line)
    import_signatures(line, entries)
    import_calls(line)
    import_appeals(line, entries)
    import_draws(line)


def _import_plan(line: LogLine) -> None:
    event, plan = line.event, line.facts["event"]
    event.name, event.place = line.words(plan["name"], plan["place"])
    event.rules, event.compared = plan["ruleset"], plan.get("compared", {})
    event.starts_on, event.ends_on = (
        plan.get(day) and date.fromisoformat(plan[day]) for day in ("starts_on", "ends_on")
    )
    event.format, event.final_at = plan.get("format", {}), moment(plan, "final_at")
    event.prizes = opened_prizes(line, plan.get("prizes", {}))
    for name in (*COPIED_FIELDS, *OPTIONAL_FIELDS):
        if name in plan:
            setattr(event, name, plan[name])
    event.notices, event.cash_counts = notices_of(line, plan), plan.get("cash_counts", [])
    event.save()
    for kind in Kind:
        replace_picture(event, kind, line.words(plan.get(kind, ""))[0])


def _import_entries(line: LogLine) -> dict[int, Entry]:
    """The entries of the event by number."""
    rows = line.facts["entries"]
    players = Player.objects.bulk_create([Player(**known) for known in player_fields(line, rows)])
    entries = Entry.objects.bulk_create(
        [
            Entry(
                event=line.event,
                player=player,
                number=row["number"],
                role=row["role"],
                present=row["status"] == "present",
                withdrawn=row["status"] == "withdrawn",
                no_show=row.get("no_show", 0),
                waiting=row.get("waiting", 0),
                price=row.get("price", ""),
                paid=row.get("paid", 0),
                paid_how=row.get("paid_how", ""),
                excluded=row["status"] == "excluded",
            )
            for row, player in zip(rows, players, strict=True)
        ]
    )
    return {entry.number: entry for entry in entries}


def _import_decisions(line: LogLine) -> None:
    rows = line.facts["decisions"]
    reasons = line.words(*[row["reason"] for row in rows])
    undone = line.words(*[row["cancel_reason"] for row in rows])
    for row, reason, cancel_reason in zip(rows, reasons, undone, strict=True):
        table = (
            Table.objects.get(round__event=line.event, round__number=row["round"], number=row["table"])
            if row.get("table")
            else None
        )
        round = Round.objects.get(event=line.event, number=row["round"]) if row.get("round") else None
        decision = decide(
            line,
            row["number"],
            row["kind"],
            row["adjustments"],
            article=row.get("article", ""),
            offence=row.get("offence", ""),
            reason=reason,
            internal=row.get("internal", ""),
            round=round,
            table=table,
            deal=row.get("deal"),
            ruling=row.get("ruling", ""),
            about=row.get("about", []),
            contract=row.get("contract", ""),
            result=row.get("result"),
            later=row.get("later", False),
            redealt=row.get("redealt"),
            cancelled=row["cancelled"],
            cancel_reason=cancel_reason,
        )
        # The decision keeps its own author and time, not those of the import.
        decision.by, decision.at = row.get("by", line.by), parse_datetime(row["at"]) or line.at
        decision.save(update_fields=["by", "at"])
        end(decision, row.get("ends", ()))


def _import_corrections(line: LogLine) -> None:
    """The corrections of the rules with their own authors and times; older lines have none."""
    rows = line.facts.get("corrections", ())
    reasons = line.words(*[row["reason"] for row in rows])
    RulesCorrection.objects.bulk_create(
        [
            RulesCorrection(
                event=line.event,
                number=row["number"],
                at=parse_datetime(row["at"]) or line.at,
                by=row["by"],
                reason=reason,
                changes=row["changes"],
                tables=row["tables"],
            )
            for row, reason in zip(rows, reasons, strict=True)
        ]
    )


def _import_cuts(line: LogLine) -> None:
    """The cuts with their own authors and times; most events have none."""
    Cut.objects.bulk_create(
        [
            Cut(
                event=line.event,
                stage=row["stage"],
                finalists=row["finalists"],
                replaced=row.get("replaced", []),
                decisions=row["decisions"],
                at=parse_datetime(row["at"]) or line.at,
                by=row["by"],
            )
            for row in line.facts.get("cuts", ())
        ]
    )
