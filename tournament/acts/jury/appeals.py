"""Appeals against a decision of the jury, in events that allow them: recorded in time, settled with two names."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.access import Role, members
from tournament.acts.jury.rulings import cancel, cancelled_with, renewed_call, require_unappealed
from tournament.acts.kernel import logbook
from tournament.acts.kernel.co_signature import require_second
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.impartial import require_impartial
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.rehearsal_data import wiped_decisions
from tournament.acts.kernel.text_references import settled
from tournament.errors import UserError
from tournament.models import Appeal, Decision, Entry, Event
from tournament.ranking.records import playing

Outcome = Appeal.AppealOutcome


def appeal(decision: Decision, entry: Entry, text: str, actor: str) -> None:
    """A player whom a decision concerns appeals against it. The same appeal again writes nothing.

    Refused where the event allows none, once its time is over, and a second time.
    """
    check_reason(text, _("Enter why you appeal."))
    with logbook.locked_event(decision.event) as event:
        decision = Decision.objects.select_related("table__round", "event").get(pk=decision.pk)
        before = Appeal.objects.filter(decision=decision, entry=entry).first()
        if before and (before.text, before.by) == (text, actor):
            return
        require_appeal(event, decision, entry)
        appeal_facts = {"decision": decision.number, "entry": entry.number, "text": logbook.store_text(event, text)}
        logbook.write(event, actor, "appeal", appeal_facts)


def settle_appeal(
    appeal: Appeal,
    actor: str,
    outcome: str,
    reason: str,
    second: str,
    *,
    replacement: int | None = None,
    returning: Collection[int] | None = None,
    also: Collection[int] = (),
) -> None:
    """The head jury settles an appeal, and `second`, another member, signs it too. The same again writes nothing.

    Neither may have made the decision, nor play at the table it is about. Unless the decision stands, the same line
    cancels it, also once the hour of its round has passed: the two who sign are those who decide then (`judges`).
    `replacement` is the number of the decision, made since the appeal, that takes its place; `returning` and `also` as
    in `rulings.cancel_decision`. Raises CoSignatureNeededError while the second name is missing.
    """
    if outcome not in Outcome.values or not outcome:
        raise UserError(_("Choose how the appeal is settled."), 422)
    check_reason(reason, _("Enter a reason for settling the appeal."))
    with logbook.locked_event(appeal.decision.event) as event:
        require_open(event)
        rows = Appeal.objects.select_related("decision__round", "decision__table", "entry", "replacement")
        current = rows.get(pk=appeal.pk)
        new = current.replacement.number if current.replacement else None
        if (current.outcome, current.reason, current.seconded_by, new) == (outcome, reason, second, replacement):
            return
        if current.outcome:
            raise UserError(_("This appeal has been settled in the meantime."))
        require_judge(event, current.decision, actor)
        if outcome == Outcome.UPHELD and current.decision.cancelled:
            raise UserError(_("This decision has already been cancelled."))
        _require_replacement(current, outcome, replacement)
        two = str(_("Two people sign how an appeal is settled: you and one other."))
        require_second(event, two, second, actor, current.decision.by, heads=True)
        for who in (actor, second):
            require_impartial(event, who, current.decision.table, concerned_entries(current.decision))
        cancels = outcome != Outcome.UPHELD and not current.decision.cancelled
        settled = {
            "decision": current.decision.number,
            "entry": current.entry.number,
            "outcome": outcome,
            "reason": logbook.store_text(event, reason),
            "second": second,
            "cancels": cancels,
            **({"replacement": replacement} if replacement else {}),
            **(renewed_call(event, current.decision, also) if cancels else {}),
        }
        for row in cancelled_with(current.decision, returning, also) if cancels else ():
            require_unappealed(row)
            for who in (actor, second):
                require_impartial(event, who, row.table, concerned_entries(row))
            sealed = logbook.store_text(event, reason)
            logbook.write(event, actor, "cancel_decision", {"decision": row.number, "reason": sealed, "with": second})
        logbook.write(event, actor, "settle_appeal", settled)


def appeal_deadline(event: Event, decision: Decision) -> datetime:
    """Until when a decision can be appealed."""
    return decision.at + timedelta(minutes=event.appeal_minutes)


def concerned_entries(decision: Decision) -> dict[int, Entry]:
    """The players whom a decision concerns, by number: those it gives or takes points, and those whose deal it rules.

    Who only sat out at a table of five is not among them, nor who came later as a substitute.
    """
    about = [row.entry for row in decision.adjustments.all()]
    if decision.table and decision.deal and decision.ruling:
        seats = sorted(decision.table.seats.all(), key=lambda seat: seat.from_deal)
        sat = {seat.position: seat.entry for seat in seats if seat.from_deal <= decision.deal}
        about += [sat[position] for position in playing(tuple(sorted(sat)), decision.deal)]
    return {entry.number: entry for entry in sorted(about, key=lambda entry: entry.number)}


def open_appeals(event: Event) -> QuerySet[Appeal]:
    """The appeals that wait to be settled, oldest first; those against decisions of a wiped rehearsal are gone."""
    rows = Appeal.objects.filter(decision__event=event, outcome=Outcome.OPEN)
    rows = rows.exclude(decision__number__in=wiped_decisions(event))
    return rows.select_related("decision", "entry__player").order_by("at", "pk")


def require_appeal(event: Event, decision: Decision, entry: Entry) -> None:
    """Refuses an appeal that cannot be: not allowed, too late, a second one, or of somebody it does not concern."""
    require_appealable(event, decision)
    require_concerned(decision, entry)
    if Appeal.objects.filter(decision=decision, entry=entry).exists():
        raise UserError(_("This player has already appealed against this decision."))


def require_concerned(decision: Decision, entry: Entry) -> None:
    """Refuses whoever a decision does not concern."""
    if entry.number not in concerned_entries(decision):
        raise UserError(_("This decision does not concern this player."), 422)


def require_appealable(event: Event, decision: Decision) -> None:
    """Refuses an appeal against a decision by anybody, because of the event, the decision or the time."""
    require_open(event)
    if not event.appeal_minutes:
        raise UserError(_("In this event the jury decides: there is no appeal."))
    if decision.by.startswith("table:"):
        raise UserError(_("The table recorded this itself. Ask the jury to rule on it."))
    if decision.cancelled:
        raise UserError(_("This decision has already been cancelled."))
    end = appeal_deadline(event, decision)
    if timezone.now() > end:
        when = date_format(timezone.localtime(end), "d/m/Y H:i")
        raise UserError(_("The time to appeal against this decision ended on %(when)s.") % {"when": when})


def judges(event: Event, decision: Decision) -> Collection[str]:
    """Who may settle an appeal against a decision: the head jury, never who made it; organisers if none is left."""
    heads, organisers = (members(event, role).keys() - {decision.by} for role in (Role.HEAD_JURY, Role.ORGANISER))
    return heads or organisers


def require_judge(event: Event, decision: Decision, actor: str) -> None:
    """Refuses whoever may not settle an appeal against this decision."""
    if actor == decision.by:
        raise UserError(_("Nobody judges an appeal against their own decision."), 403)
    if actor not in judges(event, decision):
        raise UserError(_("The head of the jury settles this appeal."), 403)


def _require_replacement(appeal: Appeal, outcome: str, number: int | None) -> None:
    """Refuses a replacement that was not made since the appeal, and a replaced decision without one."""
    if (outcome == Outcome.REPLACED) != (number is not None):
        raise UserError(_("Name the new decision if it replaces this one, and only then."), 422)
    if number is not None and not replacements(appeal).filter(number=number).exists():
        raise UserError(_("The new decision must have been made since the appeal, and not be cancelled."), 422)


def replacements(appeal: Appeal) -> QuerySet[Decision]:
    """The decisions that can take the place of the one appealed against: made since, and in force."""
    rows = Decision.objects.counting().filter(event=appeal.decision.event_id, at__gt=appeal.at)
    return rows.exclude(pk=appeal.decision.pk).order_by("-number")


def _of(line: LogLine, number: int) -> Decision:
    return Decision.objects.get(event=line.event, number=number)


@Act("appeal", _("Appeal against a decision"), player_texts=lambda facts: [((facts["entry"],), facts)])
def apply_appeal(line: LogLine) -> None:
    entry = Entry.objects.get(event=line.event, number=line.facts["entry"])
    text = line.words(line.facts["text"])[0]
    Appeal.objects.create(decision=_of(line, line.facts["decision"]), entry=entry, at=line.at, by=line.by, text=text)


@Act("settle_appeal", _("Appeal settled"), reasons=settled)
def apply_settle_appeal(line: LogLine) -> None:
    decision, reason = _of(line, line.facts["decision"]), line.words(line.facts["reason"])[0]
    settled: dict[str, Any] = {"outcome": line.facts["outcome"], "reason": reason, "seconded_by": line.facts["second"]}
    if "replacement" in line.facts:
        settled["replacement"] = _of(line, line.facts["replacement"])
    rows = Appeal.objects.filter(decision=decision, entry__number=line.facts["entry"])
    rows.update(**settled, settled_at=line.at, settled_by=line.by)
    if line.facts["cancels"]:
        cancel(line, decision, reason)
