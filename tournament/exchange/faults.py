"""Faults in a troel/1 document that fits its schema: its parts must fit together too."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from scoring import TIE_BREAKS, ResultError, RuleSet, RuleSetError
from scoring.contracts import CONTRACTS
from tournament.exchange.appeals import appeal_faults
from tournament.exchange.calls_faults import call_faults
from tournament.exchange.draws_faults import draw_faults
from tournament.exchange.format_faults import format_faults
from tournament.exchange.rules_faults import correction_faults, is_moment, tellable, tick_faults
from tournament.exchange.signatures_faults import signature_faults
from tournament.models import Decision
from tournament.naming import is_storable
from tournament.ranking import prizes
from tournament.ranking.happened import playing
from tournament.ranking.outcomes import read

# The place of a fault, and what it is.
Fault = tuple[str, str]
Document = Mapping[str, Any]

ANSWERS = (Decision.Ruling.ALLOWED, Decision.Ruling.REFUSED, Decision.Ruling.NOT_CALLED)


def faults(document: Document) -> Iterator[Fault]:
    """The faults in the order of the file."""
    event = document["event"]
    try:
        ruleset = RuleSet.from_dict(event["ruleset"])
    except RuleSetError as error:
        yield "event.ruleset", str(error)
        return
    yield from _event_faults(event, ruleset)
    yield from tick_faults(event, ruleset)
    yield from _entry_faults(document["entries"])
    numbers = {entry["number"] for entry in document["entries"]}
    yield from _round_faults(document, ruleset, numbers)
    yield from _decision_faults(document, ruleset, numbers)
    yield from correction_faults(document)
    yield from format_faults(document, numbers)
    yield from draw_faults(document, numbers)
    yield from signature_faults(document)
    yield from call_faults(document)
    yield from appeal_faults(document)


def _result_fault(result: Document, ruleset: RuleSet, seats: tuple[int, ...]) -> str:
    """Why this result is impossible at these positions; "" if it is possible."""
    try:
        possible = read(result, ruleset)
    except ResultError as error:
        return str(error)
    return "" if tuple(sorted(possible.seats)) == seats else "is of other seats than those that play this deal"


def _positions(table: Document) -> tuple[int, ...]:
    """The positions of a table."""
    return tuple(sorted(int(position) for position in table["seats"]))


def _planned(document: Document, round: Document, table: Document) -> int:
    """The number of deals that a table plays."""
    given: int = table.get("deals_planned") or round.get("deals") or document["event"].get("deals_per_round", 16)
    return given


def _event_faults(event: Document, ruleset: RuleSet) -> Iterator[Fault]:
    for name in ("name", "place", "lot_seed"):
        if not is_storable(event.get(name, "")):
            yield f"event.{name}", "holds a character that cannot be kept"
    if told := prizes.fault(prizes.read(event.get("prizes", {}))):
        yield "event.prizes", str(told)
    if not event["name"].strip():
        yield "event.name", "is empty"
    yield from _time_faults(event)
    chosen = event.get("tie_breaks", ())
    if not set(chosen) <= set(TIE_BREAKS) or len(set(chosen)) < len(chosen):
        yield "event.tie_breaks", "holds an unknown tie-break, or one twice"
    if Decision.MISDEAL not in {penalty.key for penalty in ruleset.penalties}:
        yield "event.ruleset.penalties", f"does not say what a misdeal costs ({Decision.MISDEAL})"


def _time_faults(event: Document) -> Iterator[Fault]:
    for day in ("starts_on", "ends_on"):
        if event.get(day) and not _is_day(event[day]):
            yield f"event.{day}", "is not a day"
    if "final_at" in event and not is_moment(event["final_at"]):
        yield "event.final_at", "is not a time"
    if not all(is_moment(one["until"]) for one in event.get("notices", ()) if one["until"]):
        yield "event.notices", "hold an hour that is none"


def _entry_faults(entries: list[Document]) -> Iterator[Fault]:
    if len({entry["number"] for entry in entries}) < len(entries):
        yield "entries", "a number is given twice"
    for entry in entries:
        # An empty name is one that was erased at the player's request.
        if not is_storable(entry["name"] + entry["club"] + entry.get("family", "") + entry.get("surname", "")):
            yield f"entry {entry['number']}", "holds a character that cannot be kept"


def _round_faults(document: Document, ruleset: RuleSet, numbers: set[int]) -> Iterator[Fault]:
    if [round["number"] for round in document["rounds"]] != list(range(1, len(document["rounds"]) + 1)):
        yield "rounds", "are not numbered 1, 2, 3 …"
    for round in document["rounds"]:
        place = f"round {round['number']}"
        if not is_storable(round["stage"] + round.get("draw", "")):
            yield place, "holds a character that cannot be kept"
        hours = (round.get("provisional_until"), round.get("timer", {}).get("since"))
        if not all(is_moment(hour) for hour in hours if hour is not None):
            yield place, "its hour is not one"
        tables = [table["number"] for table in round["tables"]]
        if len(set(tables)) < len(tables):
            yield place, "a table number is given twice"
        if _twice(round, document):
            yield place, "somebody sits in two places"
        for table in round["tables"]:
            here = f"{place}, table {table['number']}"
            yield from _seat_faults(here, table, _planned(document, round, table), numbers)
            yield from _deal_faults(here, table, _planned(document, round, table), ruleset)
            yield from _ended_faults(here, table, _planned(document, round, table))


def _twice(round: Document, document: Document) -> bool:
    """Whether somebody sits in two places in the same deal of a round."""
    seen: set[tuple[int, int]] = set()
    for table in round["tables"]:
        planned = _planned(document, round, table)
        for position, first in table["seats"].items():
            later = [seat for seat in table.get("substitutes", ()) if str(seat["seat"]) == position]
            starts = sorted([(1, first), *((seat["from_deal"], seat["entry"]) for seat in later)])
            ends = [start for start, _entry in starts[1:]] + [planned + 1]
            spans = [(who, start, max(end, start + 1)) for (start, who), end in zip(starts, ends, strict=True)]
            sat = [(who, deal) for who, start, end in spans for deal in range(start, end)]
            if len(set(sat)) < len(sat) or not seen.isdisjoint(sat):
                return True
            seen.update(sat)
    return False


def _sitting(table: Document) -> list[int]:
    return [*table["seats"].values(), *(seat["entry"] for seat in table.get("substitutes", ()))]


def _seat_faults(place: str, table: Document, deals: int, numbers: set[int]) -> Iterator[Fault]:
    seats = _positions(table)
    if seats != tuple(range(1, len(seats) + 1)):
        yield place, "its seats are not 1 to 4 or 1 to 5"
    if table.get("captain", 4) not in seats:
        yield place, "its captain has no seat"
    if table.get("writer", seats[0]) not in seats:
        yield place, "whoever writes there has no seat"
    if not set(_sitting(table)) <= numbers:
        yield place, "somebody sits there whom the entries do not name"
    substitutes = [(seat["seat"], seat["from_deal"]) for seat in table.get("substitutes", ())]
    if len(set(substitutes)) < len(substitutes):
        yield place, "two substitutes come at once"
    if any(seat not in seats or deal > deals for seat, deal in substitutes):
        yield place, "a substitute comes to a seat or a deal that is not there"


def _deal_faults(place: str, table: Document, deals: int, ruleset: RuleSet) -> Iterator[Fault]:
    played = [*table["deals"], *table.get("unscored", ())]
    if len({deal["number"] for deal in played}) < len(played):
        yield place, "a deal number is given twice"
    for deal in played:
        here = f"{place}, deal {deal['number']}"
        if deal["number"] > deals:
            yield here, "the table plays no such deal"
        for name in ("result", "played"):
            fault = name in deal and _result_fault(deal[name], ruleset, playing(_positions(table), deal["number"]))
            if fault:
                yield f"{here}, {name}", fault
        if not _announceable(deal.get("announced"), playing(_positions(table), deal["number"])):
            yield f"{here}, announced", "is no contract of those who play this deal"
        corrected = deal.get("corrected")
        if corrected and not (is_moment(corrected["at"]) and is_storable(corrected["reason"], multiline=True)):
            yield f"{here}, corrected", "its time is not one, or its reason cannot be kept"


def _ended_faults(place: str, table: Document, deals: int) -> Iterator[Fault]:
    ended = table.get("ended", {"after": 0, "reason": ""})
    if ended["after"] >= deals:
        yield place, "it cannot have ended there"
    if ended["after"] and any(deal["number"] > ended["after"] for deal in table["deals"]):
        yield place, "it played on after it had ended"
    if not is_storable(ended["reason"], multiline=True):
        yield place, "the reason for ending it cannot be kept"


def _announceable(announced: Document | None, seats: tuple[int, ...]) -> bool:
    """Whether a contract could be announced from these seats; the rules may have been corrected since it was."""
    return not announced or (announced["contract"] in CONTRACTS and set(announced["declarers"]) <= set(seats))


def _decision_faults(document: Document, ruleset: RuleSet, numbers: set[int]) -> Iterator[Fault]:
    rounds = {round["number"]: round for round in document["rounds"]}
    given = [decision.get("number", at) for at, decision in enumerate(document["decisions"], 1)]
    if len(set(given)) < len(given):
        yield "decisions", "a number is given twice"
    by_number = dict(zip(given, document["decisions"], strict=True))
    for number, decision in zip(given, document["decisions"], strict=True):
        place = f"decision {number}"
        if not all(is_storable(decision.get(name, "")) for name in ("kind", "offence", "article")):
            yield place, "holds a character that cannot be kept"
        if not {int(entry) for entry in decision["adjustments"]} <= numbers:
            yield place, "names somebody whom the entries do not name"
        if "at" in decision and not is_moment(decision["at"]):
            yield place, "its time is not one"
        round = rounds.get(decision.get("round"))
        if decision.get("round") is not None and round is None:
            yield place, "names a round that is not there"
        yield from _placed_faults(place, decision, document, round, ruleset)
        yield from _ending_faults(place, number, decision, by_number)


def _ending_faults(place: str, number: int, decision: Document, decisions: dict[int, Document]) -> Iterator[Fault]:
    """Whether a decision ends only earlier rulings on its own deal; both lose their place with a wiped rehearsal."""

    def where(row: Document) -> list[Any]:
        return [bool(row.get("ruling")), *(row.get(name) for name in ("round", "table", "deal"))]

    for ended in decision.get("ends", ()):
        if ended >= number or ended not in decisions or where(decisions[ended]) != where(decision):
            yield place, "ends a decision that is no earlier ruling on its deal"


def _placed_faults(
    place: str, decision: Document, document: Document, round: Document | None, ruleset: RuleSet
) -> Iterator[Fault]:
    """Whether the table, deal and ruling of a decision exist and fit each other."""
    number, deal, ruling = (decision.get(name) for name in ("table", "deal", "ruling"))
    tables = round["tables"] if round else []
    table = next((table for table in tables if table["number"] == number), None)
    if number is not None and table is None:
        yield place, "names a table that is not there"
    elif deal is not None and (round is None or table is None or deal > _planned(document, round, table)):
        yield place, "names a deal that is not there"
    elif ruling and (table is None or deal is None):
        yield place, "rules on no deal"
    elif table and deal and ruling:
        yield from _ruling_faults(place, decision, playing(_positions(table), deal), ruleset)


def _ruling_faults(place: str, decision: Document, seats: tuple[int, ...], ruleset: RuleSet) -> Iterator[Fault]:
    ruling, result = decision["ruling"], decision.get("result")
    if not set(decision.get("about", ())) <= set(seats):
        yield place, "is about somebody who does not play the deal"
    if (ruling == Decision.Ruling.RESULT) != (result is not None):
        yield place, "a result as ruled, and only that, names a result"
    # A cancelled result need not be possible under the rules as corrected since.
    if result is not None and not (decision["cancelled"] and tellable(result)):
        fault = _result_fault(result, ruleset, seats)
        if fault:
            yield f"{place}, result", fault
    # A captain's answer is about the contract that was played, and names none. Which contracts need the jury may have
    # been corrected since.
    if decision["kind"] != Decision.JURY_CALL and ruling in ANSWERS and decision.get("contract") not in CONTRACTS:
        yield place, "answers for no contract"


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
