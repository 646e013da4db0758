"""Export of an event as troel/1: everything that happened, what it was worth, and the resulting ranking."""

import json
from typing import Any

from scoring import Result, RuleSet
from tournament.acts.imports import COPIED_FIELDS, OPTIONAL_FIELDS
from tournament.exchange import calls_out, draws_out, fees_out, format_out, rules_out, signatures_out
from tournament.exchange.appeals import appeals
from tournament.models import Decision, Entry, Event, Picture, Round, Table
from tournament.ranking import facts, prizes
from tournament.ranking.happened import DealFacts, Ended, TableFacts
from tournament.ranking.outcomes import DealOutcome, outcome
from tournament.ranking.standings import RankingPlace, averages, event_standings

FORMAT = "troel/1"
NOTICE = ("number", "text", "last_deal", "round", "table", "until", "by")
COUNT = ("at", "by", "pieces", "float", "counted", "expected")
EXTRA = ("round__number", "number", "extra_minutes")
PLAN = ("name", "place", *COPIED_FIELDS)
# What few entries have, and as it is in their rows.
FEE = ("price", "paid", "paid_how")

Document = dict[str, Any]


def text(event: Event) -> str:
    """The event as the text of a file: the same event always gives the same bytes."""
    return json.dumps(document(event), indent=1, ensure_ascii=False) + "\n"


def document(event: Event) -> Document:
    """The event as troel/1; for the staff, because it has full names and all rounds, hidden ones too."""
    return {
        "format": FORMAT,
        "event": _event(event),
        "entries": [
            _entry(entry) for entry in Entry.objects.filter(event=event).select_related("player").order_by("number")
        ],
        "rounds": _rounds(event),
        "decisions": [_decision(decision) for decision in _decisions(event)],
        **rules_out.corrections(event),
        **format_out.cuts(event),
        **signatures_out.signatures(event),
        **signatures_out.unsigned(event),
        **calls_out.calls(event),
        **appeals(event),
        **draws_out.draws(event),
        **draws_out.room(event),
        **fees_out.fees(event),
        "standings": standings(event),
    }


def standings(event: Event, *, all_entries: bool = False) -> list[Document]:
    """The ranking as a file lists it; with `all_entries` as in files of releases up to 0.1."""
    return [_place(place) for place in event_standings(event, public=False, all_entries=all_entries)]


def _event(event: Event) -> Document:
    return {
        "slug": event.slug,
        **{name: getattr(event, name) for name in PLAN},
        **_unusual(event),
        **_cash_counts(event),
        **format_out.stages(event),
        **({"prizes": prizes.read(event.prizes).to_dict()} if event.prizes else {}),
        **({"final_at": event.final_at.isoformat()} if event.final_at else {}),
        "starts_on": event.starts_on and event.starts_on.isoformat(),
        "ends_on": event.ends_on and event.ends_on.isoformat(),
        # In the rule set's own order, because a database may change the order of fields.
        "ruleset": facts.ruleset(event).to_dict(),
        **({"notices": [{name: one[name] for name in NOTICE} for one in event.notices]} if event.notices else {}),
        **rules_out.compared(event),
        **_pictures(event),
    }


def _cash_counts(event: Event) -> Document:
    counts = [{name: one[name] for name in COUNT} for one in event.cash_counts]
    return {"cash_counts": counts} if counts else {}


def _unusual(event: Event) -> Document:
    """The optional fields in which the event differs from most."""
    usual = Event()
    return {name: getattr(event, name) for name in OPTIONAL_FIELDS if getattr(event, name) != getattr(usual, name)}


def _pictures(event: Event) -> Document:
    """The pictures that the event has as data: URLs, by their kind."""
    return dict(Picture.objects.filter(event=event).order_by("kind").values_list("kind", "picture"))


def _entry(entry: Entry) -> Document:
    return {
        "number": entry.number,
        "name": entry.player.name,
        "club": entry.player.club,
        "role": entry.role,
        "status": entry.status,
        "language": entry.player.language,
        "initials_only": entry.player.initials_only,
        **({"surname": entry.player.surname} if entry.player.surname else {}),
        **({"family": entry.player.family} if entry.player.family else {}),
        **({"writes": True} if entry.player.writes else {}),
        **{name: getattr(entry, name) for name in FEE if getattr(entry, name)},
        **({"waiting": entry.waiting} if entry.waiting and entry.status == "withdrawn" else {}),
        **({"no_show": entry.no_show} if entry.no_show and entry.status == "withdrawn" else {}),
    }


def _rounds(event: Event) -> list[Document]:
    rounds = list(Round.objects.filter(event=event).select_related("withdrawal").order_by("number"))
    resting = format_out.sit_outs(event)
    ruleset = facts.ruleset(event)
    longer = Table.objects.filter(round__event=event, extra_minutes__gt=0)
    extra = {(round, table): minutes for round, table, minutes in longer.values_list(*EXTRA)}
    tables: dict[int, list[TableFacts]] = {round.number: [] for round in rounds}
    for table in facts.tables(Table.objects.filter(round__event=event)).values():
        tables[table.round].append(table)
    return [
        {
            "number": round.number,
            "stage": round.stage,
            "deals": round.deals,
            "draw": round.draw,
            "published": round.published,
            "closed": round.closed,
            "visible": round.visible,
            **({"sit_out": resting[round.pk]} if round.pk in resting else {}),
            **draws_out.of_round(round),
            "tables": [
                _table(table, round, ruleset, extra.get((round.number, table.number), 0))
                for table in sorted(tables[round.number], key=lambda table: table.number)
            ],
        }
        for round in rounds
    ]


def _table(table: TableFacts, round: Round, ruleset: RuleSet, extra: int) -> Document:
    ended = {number: outcome(deal, ruleset) for number, deal in table.deals.items()}
    scored = [(number, one.result) for number, one in ended.items() if one.result is not None and not one.waiting]
    unscored = [
        number
        for number, one in ended.items()
        if (one.result is None or one.waiting) and (one.settled or _happened(table.deals[number]))
    ]
    written: Document = {
        "number": table.number,
        "captain": table.captain,
        **({"writer": table.writer} if table.writer else {}),
        "closed": table.closed,
        "seats": {str(seat.position): seat.entry for seat in table.seats if seat.from_deal == 1},
        "deals": [_deal(table, table.deals[number], ended[number], result, ruleset) for number, result in scored],
    }
    planned = table.ended.deals.stop - 1 if table.ended else table.planned
    if planned != round.deals:
        written["deals_planned"] = planned
    if table.ended:
        written["ended"] = _ended(table, table.ended, ruleset)
    if extra:
        written["extra_minutes"] = extra
    substitutes = [
        {"seat": seat.position, "from_deal": seat.from_deal, "entry": seat.entry}
        for seat in table.seats
        if seat.from_deal > 1
    ]
    if substitutes:
        written["substitutes"] = substitutes
    if unscored:
        written["unscored"] = [_unscored(table.deals[number], ended[number]) for number in unscored]
    return written


def _ended(table: TableFacts, ended: Ended, ruleset: RuleSet) -> Document:
    """How a table was stopped early; `averaged` is what its players get for the deals it did not play."""
    given = averages(table, ruleset)
    averaged = {"averaged": {str(entry): given[entry] for entry in sorted(given)}} if ended.averaged else {}
    return {"after": table.planned, "reason": ended.because, **averaged}


def _deal(table: TableFacts, deal: DealFacts, ended: DealOutcome, result: Result, ruleset: RuleSet) -> Document:
    written: Document = {"number": deal.number, "result": result.to_dict()}
    if ended.played is not None:
        written["played"] = ended.played.to_dict()
    if deal.result is None:
        written["unwritten"] = True
    if ended.annulled or ended.uncalled(ruleset):
        written["annulled"] = True
    written["points"] = {
        str(table.entry(position, deal.number)): points for position, points in sorted(ended.points(ruleset).items())
    }
    return {**written, **_around(deal)}


def _unscored(deal: DealFacts, ended: DealOutcome) -> Document:
    """A deal in which something happened but that has no result that scores."""
    entered = ended.played or (ended.result if deal.result is not None else None)
    played = {"played": entered.to_dict()} if entered is not None else {}
    annulled = {"annulled": True} if ended.annulled else {}
    return {"number": deal.number, **played, **annulled, **_around(deal)}


def _happened(deal: DealFacts) -> bool:
    """Whether the table wrote anything about a deal without a score; a refusal by the jury alone is a decision."""
    return deal.result is not None or bool(_around(deal))


def _around(deal: DealFacts) -> Document:
    counts = {"passes": deal.passes, "misdeals": deal.misdeals, "version": deal.version}
    around: Document = {name: count for name, count in counts.items() if count}
    if deal.announced:
        around["announced"] = rules_out.result(deal.announced)
    if deal.corrected:
        around["corrected"] = {"at": deal.corrected.at.isoformat(), "reason": deal.corrected.because}
    return around


def _decisions(event: Event) -> list[Decision]:
    rows = Decision.objects.filter(event=event).order_by("number").select_related("round", "table")
    return list(rows.prefetch_related("adjustments__entry", "ends__ended"))


def _decision(decision: Decision) -> Document:
    written: Document = {
        "number": decision.number,
        "kind": decision.kind,
        "article": decision.article,
        "reason": decision.reason,
        "at": decision.at.isoformat(),
        "by": decision.by,
        "round": decision.round and decision.round.number,
        "table": decision.table and decision.table.number,
        "deal": decision.deal,
        "adjustments": {str(row.entry.number): row.points for row in decision.adjustments.all()},
        "cancelled": decision.cancelled,
    }
    optional = {
        "cancel_reason": decision.cancel_reason,
        # The text itself is only for those it concerns; the file contains its digest.
        "internal": decision.internal,
        "offence": decision.offence,
        "ruling": decision.ruling,
        "about": decision.about,
        "contract": decision.contract,
        "result": decision.result and rules_out.result(decision.result),
        "later": decision.later,
        "ends": sorted(row.ended.number for row in decision.ends.all()),
    }
    hand = {} if decision.redealt is None else {"redealt": decision.redealt}
    return {**written, **{name: value for name, value in optional.items() if value}, **hand}


def _place(place: RankingPlace) -> Document:
    row = place.standing.row
    return {
        "rank": place.standing.rank,
        "number": place.entry.number,
        "points": row.points,
        "rounds": [points or 0 for points in place.rounds],
        "adjustments": place.adjustments,
        "bonus": place.bonus,
        "carried": place.carried,
    }
