"""What all kinds of decisions have in common: their number, row, points and two reasons."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import LogLine
from tournament.errors import UserError
from tournament.models import Adjustment, Decision, Ending, Entry, Event
from tournament.naming import is_storable

LONGEST_REASON = 500
DECISIONS_CHANGED = _("The decisions on this deal have changed in the meantime. Check them again.")


def next_decision(event: Event) -> int:
    """The number that the event's next decision will get."""
    last: int | None = Decision.objects.filter(event=event).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def check_reason(reason: str, missing: Any) -> None:
    """Refuses an act without a reason, with the sentence `missing`, or with a reason that cannot be stored."""
    if not reason.strip():
        raise UserError(missing, 422)
    _check_text(reason)


def _check_text(reason: str) -> None:
    if len(reason) > LONGEST_REASON or not is_storable(reason, multiline=True):
        raise UserError(_("A reason can have at most 500 characters."), 422)


def store_reasons(event: Event, reason: str, internal: str, *, needed: bool = True) -> dict[str, str]:
    """The two reasons of a decision as facts. Refused if the public one is `needed` and missing, or either too long."""
    if needed or reason:
        check_reason(reason, _("Enter a reason for the decision."))
    _check_text(internal)
    sealed, inside = logbook.store_texts(event, [reason, internal.strip()])
    return {"reason": sealed, "internal": inside}


def reasons_of(line: LogLine) -> dict[str, str]:
    """The two reasons in a line, as fields of the decision's row; older lines have only the public one."""
    return {"reason": line.words(line.facts["reason"])[0], "internal": line.facts.get("internal", "")}


def decide(line: LogLine, number: int, kind: str, adjustments: Mapping[str, int], **fields: Any) -> Decision:
    """Writes the decision of a line, with the points it gives and takes by entry number."""
    fields = {"at": line.at, "by": line.by, **fields}
    decision = Decision.objects.create(event=line.event, number=number, kind=kind, **fields)
    entries = Entry.objects.filter(event=line.event, number__in=[int(entry) for entry in adjustments])
    Adjustment.objects.bulk_create(
        [Adjustment(decision=decision, entry=entry, points=adjustments[str(entry.number)]) for entry in entries]
    )
    return decision


def end_decisions(decision: Decision, numbers: Collection[int]) -> None:
    """Part of an `apply`: these earlier decisions count for nothing as long as this one is not cancelled."""
    rows = Decision.objects.filter(event=decision.event_id, number__in=numbers)
    Ending.objects.bulk_create([Ending(ended=row, by=decision) for row in rows])
