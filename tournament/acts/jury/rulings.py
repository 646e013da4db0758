"""The jury: penalties, rulings on a deal, and cancelling a decision."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import Result
from tournament.acts.kernel import calls, logbook
from tournament.acts.kernel.deadline import last_published, require_in_time
from tournament.acts.kernel.decisions import (
    DECISIONS_CHANGED,
    decide,
    end_decisions,
    next_decision,
    reasons_of,
    store_reasons,
)
from tournament.acts.kernel.declaring import Act, LogLine, PointsOf, Scope
from tournament.acts.kernel.impartial import require_impartial
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.submissions import TableState, raise_revision, reloaded, require_version, table_facts
from tournament.acts.kernel.text_references import CANCELLED, TextReference, decided
from tournament.acts.table.deals import read_result
from tournament.errors import UserError
from tournament.models import Appeal, Decision, Entry, Event, PersonalText, Round, Table
from tournament.ranking import facts, records, superseded_rulings, verdicts
from tournament.ranking.outcomes import opens, outcome
from tournament.version_tokens import require_current

MAX_POINTS = 10_000
Ruling = Decision.Ruling
# What the jury says before the first card is played.
BEFORE_PLAY = (Ruling.ALLOWED, Ruling.REFUSED)
# The fields by which a decision that is sent twice is recognised, and those that can follow from its deal.
REQUESTED = ("kind", "offence", "table_id", "deal", "ruling", "reason")
FOLLOWING = ("contract", "about", "result")


def penalise(
    event: Event,
    actor: str,
    kind: str,
    points: Mapping[int, int],
    reason: str,
    *,
    offence: str = "",
    article: str = "",
    table: Table | None = None,
    deal: int | None = None,
    internal: str = "",
    expected: int | None = None,
    second: str = "",
) -> Decision:
    """Gives and takes points by entry number, separately from the deals (rules of 2018, article 5).

    `offence` is one that the preset counts apart (article 2.1); "" where it is not known which. `reason` is public;
    `internal` is only for those concerned and the staff. `expected` is the number the decision was prepared under: sent
    twice it is made once, and it is refused if another decision has taken that number. `second` is the second name that
    is needed once the hour of the round has passed (here and below; see `deadline`).
    """
    request = Decision(kind=kind, offence=offence, table=table, deal=deal, reason=reason)
    with logbook.locked_event(event, even_archived=True) as event:
        if earlier := _repeated(event, actor, expected, request, points, internal):
            return earlier
        require_open(event)
        _require_next(event, expected)
        table = reloaded(event, table).row if table else None
        _check_offence(event, kind, offence)
        require_impartial(event, actor, table, points)
        decision = _facts(event, kind, points, article, table, deal) | store_reasons(event, reason, internal)
        decision |= {"offence": offence} if offence else {}
        decision |= require_in_time(event, actor, table.round if table else last_published(event), second)
        logbook.write(event, actor, "penalise", decision)
        return Decision.objects.get(event=event, number=decision["decision"])


def rule(
    table: Table,
    actor: str,
    deal: int,
    ruling: str,
    reason: str,
    *,
    kind: str = "ruling",
    article: str = "",
    about: Collection[int] = (),
    contract: str = "",
    result: Mapping[str, Any] | None = None,
    points: Mapping[int, int] | None = None,
    internal: str = "",
    expected: int | None = None,
    replaces: int | None = None,
    ends: Collection[int] | None = None,
    through: str = "",
    second: str = "",
) -> Decision:
    """Rules on a deal: what was entered stays, and its points follow the ruling.

    That a contract was allowed or refused needs no `reason`: the ruling says it by itself (`Decision.why`).

    `about` lists the positions it is about: those the jury answered, who threw in their cards, who claimed. `contract`
    goes with refused, `result` with a result as ruled; `points` are adjustments that come with the ruling, as in a
    capitulation (rules of 2018, articles 3, 5 and 9). `internal` and `expected` as in `penalise`; `replaces` is the
    version of the deal whose points were looked at; `ends` the numbers of the earlier rulings that this one was said to
    end (`superseded_rulings.to_end`); `through` the actor of the table on whose phone the juror ruled. It settles the
    calls of the table about this. Whether a contract was allowed or refused is said before the first card: on a deal
    that is written already, the decision says that it was recorded `later`, also where a result as ruled says that the
    jury had allowed its contract.
    """
    if not ruling or ruling not in Ruling.values:
        raise UserError(_("Choose the ruling."), 422)
    request = Decision(kind=kind, table=table, deal=deal, ruling=ruling, reason=reason)
    request.about, request.contract, request.result = sorted(about), contract, result
    with logbook.locked_event(table.round.event, even_archived=True) as event:
        if earlier := _repeated(event, actor, expected, request, points or {}, internal):
            return earlier
        require_open(event)
        _require_next(event, expected)
        current = reloaded(event, table)
        table, deal_state = current.row, current.deal(deal)
        ended = superseded_rulings.to_end(table, deal, ruling)
        require_impartial(event, actor, table, {*(points or {}), *_receiving(ended)})
        require_version(deal_state, replaces)
        require_current(None if ends is None else set(ends), {row.number for row in ended}, DECISIONS_CHANGED)
        entered = deal_state.result
        ruled = _facts(event, kind, points or {}, article, table, deal)
        ruled |= store_reasons(event, reason, internal, needed=ruling not in BEFORE_PLAY)
        ruled["ruling"] = ruling
        ruled["ends"] = [row.number for row in ended]
        if ruling in BEFORE_PLAY:
            ruled["redealt"] = deal_state.redealt
        ruled["contract"] = _ruled_contract(event, ruling, contract, entered)
        ruled["about"] = _about(table, deal, ruled["contract"], about, entered)
        ruled["result"] = _ruled_result(event, kind, ruling, result, ruled["about"])
        new_ruling = records.DealRuling(ruling, ruled["contract"], ruled["result"], about=tuple(ruled["about"]))
        ruled |= {**calls.settled_by(current, deal, new_ruling), **({"through": through} if through else {})}
        if _late(event, current, deal, new_ruling):
            ruled["later"] = True
        ruled |= require_in_time(event, actor, table.round, second)
        logbook.write(event, actor, "rule", ruled, 2)
        return Decision.objects.get(event=event, number=ruled["decision"])


def cancel_decision(
    decision: Decision,
    actor: str,
    reason: str,
    *,
    returning: Collection[int] | None = None,
    also: Collection[int] = (),
    second: str = "",
) -> None:
    """Cancels a decision, for a reason: it stays in the list and counts for nothing.

    Rulings that it ended may count again: `returning` are the numbers that were said to
    (`superseded_rulings.returning`), and `also` those of them that are cancelled with it. Refused while an appeal
    against one of them is open.
    """
    with logbook.locked_event(decision.event) as event:
        require_open(event)
        current = Decision.objects.select_related("round", "table").get(pk=decision.pk)
        if current.cancelled:
            raise UserError(_("This decision has already been cancelled."))
        for row in [*cancelled_with(current, returning, also), current]:
            require_impartial(event, actor, row.table, _receiving([row]))
            sealed = store_reasons(event, reason, "")["reason"]
            require_unappealed(row)
            late = require_in_time(event, actor, row.round or last_published(event), second)
            called = renewed_call(event, current, also) if row is current else {}
            logbook.write(event, actor, "cancel_decision", {"decision": row.number, "reason": sealed, **called, **late})


def renewed_call(event: Event, ruling: Decision, also: Collection[int]) -> dict[str, Any]:
    """The call of a table whose contract has no answer once this ruling counts no more, as facts; {} if it has one."""
    if ruling.table is None or ruling.deal is None or not ruling.ruling:
        return {}
    table = TableState(ruling.table)
    counting = [row for row in table.decisions if row.pk != ruling.pk]
    table.decisions = counting + [row for row in superseded_rulings.returning(ruling) if row.number not in also]
    deal = table.deal(ruling.deal)
    played = deal.result if event.jury == Event.Jury.HAND else None
    return calls.contract_call(event, table, deal.number, played or (not deal.result and deal.announced) or {})


def require_unappealed(decision: Decision) -> None:
    """Refuses to cancel a decision while an appeal against it is open."""
    if decision.appeals.filter(outcome=Appeal.AppealOutcome.OPEN).exists():
        raise UserError(_("An appeal against this decision is open: the head jury settles that first."))


def cancelled_with(decision: Decision, returning: Collection[int] | None, also: Collection[int]) -> list[Decision]:
    """The rulings `also` cancelled with the one that ended them; refused if others than `returning` would return."""
    rows = superseded_rulings.returning(decision)
    numbers = {row.number for row in rows}
    require_current(None if returning is None else set(returning), numbers, DECISIONS_CHANGED)
    if not set(also) <= numbers:
        raise UserError(DECISIONS_CHANGED)
    cancelled = [row for row in rows if row.number in also]
    if unseen := [row.number for row in superseded_rulings.returning(decision, cancelled) if row.number not in numbers]:
        raise UserError(_("Decision %(number)s would count again. Cancel them one by one.") % {"number": unseen[-1]})
    return cancelled


def _receiving(decisions: Iterable[Decision]) -> set[int]:
    """The numbers of the players to whom these decisions give or take points."""
    rows = Entry.objects.filter(adjustments__decision__in=list(decisions))
    return set(rows.values_list("number", flat=True))


def _repeated(
    event: Event, actor: str, expected: int | None, request: Decision, points: Mapping[int, int], internal: str
) -> Decision | None:
    """The decision that was made under the expected number, if it is the one requested now."""
    earlier = Decision.objects.filter(event=event, number=expected, by=actor).first() if expected else None
    if earlier is None:
        return None
    # What was not requested followed from the deal.
    fields = [*REQUESTED, *(name for name in FOLLOWING if getattr(request, name))]
    adjustments = dict(earlier.adjustments.values_list("entry__number", "points"))
    texts = PersonalText.objects.filter(event=event, digest=earlier.internal).values_list("text", flat=True)
    requested = [getattr(request, name) for name in fields], dict(points), internal.strip()
    stored = [getattr(earlier, name) for name in fields], adjustments, texts.first() or ""
    return earlier if stored == requested else None


def _require_next(event: Event, expected: int | None) -> None:
    sentence = _("Another decision was made in the meantime. Check it before you continue.")
    require_current(expected, next_decision(event), sentence)


def _check_offence(event: Event, kind: str, offence: str) -> None:
    preset = facts.penalties(event).get(kind)
    if offence and (preset is None or offence not in preset.offences):
        raise UserError(_("The rules do not count this offence apart."), 422)


def _facts(
    event: Event,
    kind: str,
    points: Mapping[int, int],
    article: str,
    table: Table | None,
    deal: int | None,
) -> dict[str, Any]:
    # A decision is kept for good: on a seating that may still be rejected it would prevent that.
    if table and not table.round.published:
        raise UserError(_("This round has not been published yet."))
    known = Entry.objects.filter(event=event, number__in=points).count()
    if known < len(points):
        raise UserError(_("No player has this number."), 422)
    if any(abs(amount) > MAX_POINTS for amount in points.values()):
        raise UserError(_("A decision can add or deduct at most %(most)s points.") % {"most": MAX_POINTS}, 422)
    return {
        "decision": next_decision(event),
        "kind": kind,
        "article": article,
        "place": {**table_facts(table), "deal": deal} if table else None,
        "adjustments": {str(number): points[number] for number in sorted(points)},
    }


def _ruled_contract(event: Event, ruling: str, contract: str, entered: Mapping[str, Any] | None) -> str:
    """The contract a ruling is about, if any: always for refused, and also for allowed and not called."""
    if ruling not in (Ruling.REFUSED, Ruling.ALLOWED, Ruling.NOT_CALLED):
        return ""
    spoken = contract or str((entered or {}).get("contract", ""))
    if spoken not in facts.ruleset(event).jury:
        raise UserError(_("The jury is only called for certain contracts, and this is not one of them."), 422)
    return spoken


def _about(
    table: Table, deal: int, contract: str, about: Collection[int], entered: Mapping[str, Any] | None
) -> list[int]:
    """The positions a ruling is about; an answer of the jury that names nobody is about every declarer."""
    if not set(about) <= set(facts.playing_at(table, deal)):
        raise UserError(_("A ruling can only concern players of the deal."), 422)
    if contract and not about:
        if (entered or {}).get("contract") != contract:
            raise UserError(_("Choose who the jury gave this answer to."), 422)
        about = (entered or {})["declarers"]
    return sorted(set(about))


def _ruled_result(
    event: Event, kind: str, ruling: str, result: Mapping[str, Any] | None, about: Collection[int]
) -> dict[str, Any] | None:
    """The result that a ruling sets, if any; the preset may demand that the contract is made, or lost."""
    preset = facts.penalties(event).get(kind)
    effect = preset.effect if preset else "none"
    if (ruling == Ruling.RESULT) != (result is not None) or (effect in verdicts.EFFECTS and result is None):
        raise UserError(_("Give a result for “result as ruled”, and for no other ruling."), 422)
    if result is None:
        return None
    ruled = read_result(event, result)
    if effect in verdicts.EFFECTS and not verdicts.fits(effect, ruled, about):
        raise UserError(lost_or_made(effect, ruled, about), 422)
    return ruled.to_dict()


def lost_or_made(effect: str, result: Result, about: Collection[int]) -> str:
    """What the result of a ruling with this effect must be, as a sentence."""
    if verdicts.loses(effect, result.declarers, about):
        return gettext("The contract counts as lost: its tricks must fall short, or miss the target.")
    return gettext("The contract counts as made: it needs exactly the tricks that were bid.")


def _late(event: Event, table: TableState, deal: int, new_ruling: records.DealRuling) -> bool:
    """Whether a ruling says of a written deal what the jury must have said before its first card."""
    entered = table.deal(deal).result
    if entered is None or new_ruling.ruling in BEFORE_PLAY:
        return entered is not None
    before = outcome(records.DealFacts(deal, entered, table.rulings(deal)), facts.ruleset(event))
    return opens(new_ruling.result, before.result)


def _placed(line: LogLine) -> dict[str, Any]:
    """Where a decision was made, as fields of its row. Raises the table's revision: its totals have changed."""
    place = line.facts.get("place")
    if not place:
        return {}
    round = Round.objects.get(event=line.event, number=place["round"])
    table = Table.objects.get(round=round, number=place["table"])
    raise_revision(table)
    return {"round": round, "table": table, "deal": place["deal"]}


def _decided(line: LogLine, **fields: Any) -> Decision:
    return decide(
        line,
        line.facts["decision"],
        line.facts["kind"],
        line.facts["adjustments"],
        article=line.facts["article"],
        offence=line.facts.get("offence", ""),
        **reasons_of(line),
        **_placed(line),
        **fields,
    )


@Act("penalise", _("Penalty"), scope=Scope.TABLE, points_of=PointsOf.DECISION, reasons=decided)
def apply_penalise(line: LogLine) -> None:
    _decided(line)


@Act("rule", _("Ruling on a deal"), versions=(1, 2), scope=Scope.TABLE, points_of=PointsOf.DECISION, reasons=decided)
def apply_rule(line: LogLine) -> None:
    # Lines from before the jury answered player by player are about the whole deal.
    ruled = {name: line.facts[name] for name in ("ruling", "contract", "result")}
    more = {"later": line.facts.get("later", False), "redealt": line.facts.get("redealt")}
    decision = _decided(line, about=line.facts.get("about", []), **more, **ruled)
    # Lines of version 1 end nothing: what an older ruling gave stands until `end_rulings` ends it.
    end_decisions(decision, line.facts.get("ends", ()))
    calls.settle_all(line)


@Act(
    "cancel_decision",
    _("Decision cancelled"),
    points_of=PointsOf.EARLIER_DECISION,
    reasons=lambda facts, people: [
        TextReference(facts["reason"], people.of(facts["decision"]), ((CANCELLED, facts["decision"]),))
    ],
)
def apply_cancel_decision(line: LogLine) -> None:
    decision = Decision.objects.get(event=line.event, number=line.facts["decision"])
    cancel(line, decision, line.words(line.facts["reason"])[0])


def cancel(line: LogLine, decision: Decision, reason: str) -> None:
    """Part of an `apply`: the decision counts for nothing from now on; the line may name the call that follows."""
    decision.cancelled, decision.cancel_reason = True, reason
    decision.save(update_fields=["cancelled", "cancel_reason"])
    if decision.table:
        raise_revision(decision.table)
    if decision.kind == "exclusion":
        Entry.objects.filter(adjustments__decision=decision).update(excluded=False)
    if "call" in line.facts and decision.table and decision.deal:
        calls.call_again(line, decision.table, decision.deal)
