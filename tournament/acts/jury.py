"""The jury: penalties, rulings on a deal, and taking a decision back."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament import facts
from tournament.acts import logbook
from tournament.acts.deals import read_result
from tournament.acts.decisions import decide, next_decision
from tournament.acts.events import require_open
from tournament.acts.logbook import Line, applies
from tournament.acts.refusal import Refusal
from tournament.acts.submissions import deal_at
from tournament.acts.tables import at_table, touch
from tournament.models import Decision, Entry, Event, Round, Table

MOST_POINTS = 10_000
Ruling = Decision.Ruling


def penalise(
    event: Event,
    by: str,
    kind: str,
    points: Mapping[int, int],
    reason: str,
    *,
    article: str = "",
    table: Table | None = None,
    deal: int | None = None,
    expected: int | None = None,
) -> Decision:
    """Gives and takes points by entry number, on a line of their own beside the deals (rules of 2018, article 5).

    `expected` is the number the decision was prepared under: refused when another one has it by now, so that what is
    sent twice is decided once.
    """
    with logbook.turn(event) as event:
        require_open(event)
        _check_reason(reason)
        _check_next(event, expected)
        decision = _facts(event, kind, points, reason, article, table, deal)
        logbook.write(event, by, "penalise", decision)
        return Decision.objects.get(event=event, number=decision["decision"])


def rule(
    table: Table,
    by: str,
    deal: int,
    ruling: str,
    reason: str,
    *,
    kind: str = "ruling",
    article: str = "",
    contract: str = "",
    result: Mapping[str, Any] | None = None,
    points: Mapping[int, int] | None = None,
    expected: int | None = None,
) -> Decision:
    """Rules on a deal: what was entered stays, and its points follow the ruling.

    `contract` goes with refused, `result` with a result as ruled; `points` are adjustments that come with it, as in
    a capitulation (rules of 2018, articles 3, 5 and 9). `expected` as in `penalise`.
    """
    with logbook.turn(table.round.event) as event:
        require_open(event)
        _check_reason(reason)
        _check_next(event, expected)
        entered = deal_at(table, deal).result
        facts = _facts(event, kind, points or {}, reason, article, table, deal)
        facts["ruling"] = ruling
        facts["contract"] = _ruled_contract(event, ruling, contract, entered)
        facts["result"] = _ruled_result(event, ruling, result)
        logbook.write(event, by, "rule", facts)
        return Decision.objects.get(event=event, number=facts["decision"])


def cancel_decision(decision: Decision, by: str, reason: str) -> None:
    """Takes a decision back, for a reason: it stays in the list and counts for nothing."""
    with logbook.turn(decision.event) as event:
        require_open(event)
        _check_reason(reason)
        if Decision.objects.get(pk=decision.pk).cancelled:
            raise Refusal(_("This decision has already been cancelled."))
        logbook.write(
            event, by, "cancel_decision", {"decision": decision.number, "reason": logbook.seal(event, reason)}
        )


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal(_("A decision needs a reason."), 422)
    if len(reason) > 500 or "\0" in reason:
        raise Refusal(_("A reason has at most 500 characters."), 422)


def _check_next(event: Event, expected: int | None) -> None:
    if expected is not None and expected != next_decision(event):
        raise Refusal(_("Another decision was made meanwhile. Look at it before you go on."))


def _facts(
    event: Event,
    kind: str,
    points: Mapping[int, int],
    reason: str,
    article: str,
    table: Table | None,
    deal: int | None,
) -> dict[str, Any]:
    known = Entry.objects.filter(event=event, number__in=points).count()
    if known < len(points):
        raise Refusal(_("Nobody plays under this number."), 422)
    if any(abs(given) > MOST_POINTS for given in points.values()):
        raise Refusal(_("A decision gives or takes at most %(most)s points.") % {"most": MOST_POINTS}, 422)
    return {
        "decision": next_decision(event),
        "kind": kind,
        "article": article,
        "reason": logbook.seal(event, reason),
        "place": {**at_table(table), "deal": deal} if table else None,
        "adjustments": {str(number): points[number] for number in sorted(points)},
    }


def _ruled_contract(event: Event, ruling: str, contract: str, entered: Mapping[str, Any] | None) -> str:
    """The contract a ruling speaks of, where it speaks of one: refused always, allowed and not called on their own."""
    if ruling not in (Ruling.REFUSED, Ruling.ALLOWED, Ruling.NOT_CALLED):
        return ""
    spoken = contract or str((entered or {}).get("contract", ""))
    if spoken not in facts.ruleset(event).jury:
        raise Refusal(_("The jury is asked for its contracts only, and this is not one of them."), 422)
    return spoken


def _ruled_result(event: Event, ruling: str, result: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if (ruling == Ruling.RESULT) != (result is not None):
        raise Refusal(_("A result as ruled, and only that, names a result."), 422)
    return read_result(event, result).to_dict() if result is not None else None


def _placed(line: Line) -> dict[str, Any]:
    """Where a decision was made, as fields of its row; the table's totals are no longer what they were."""
    place = line.facts.get("place")
    if not place:
        return {}
    round = Round.objects.get(event=line.event, number=place["round"])
    table = Table.objects.get(round=round, number=place["table"])
    touch(table)
    return {"round": round, "table": table, "deal": place["deal"]}


def _decided(line: Line, **fields: Any) -> None:
    decide(
        line,
        line.facts["decision"],
        line.facts["kind"],
        line.facts["adjustments"],
        article=line.facts["article"],
        reason=line.words(line.facts["reason"])[0],
        **_placed(line),
        **fields,
    )


@applies("penalise")
def _penalise(line: Line) -> None:
    _decided(line)


@applies("rule")
def _rule(line: Line) -> None:
    _decided(line, ruling=line.facts["ruling"], contract=line.facts["contract"], result=line.facts["result"])


@applies("cancel_decision")
def _cancel_decision(line: Line) -> None:
    decision = Decision.objects.get(event=line.event, number=line.facts["decision"])
    decision.cancelled = True
    decision.cancel_reason = line.words(line.facts["reason"])[0]
    decision.save(update_fields=["cancelled", "cancel_reason"])
    if decision.table:
        touch(decision.table)
    if decision.kind == "exclusion":
        Entry.objects.filter(adjustments__decision=decision).update(excluded=False)
