"""The marks of a sheet as the lines the desk types (`forms/table/keypad.py`), or as the questions that are open.

Two marks where one belongs, or a doubtful one that would change the line, are a question, never a guess.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring import Result, ResultError, RuleSet
from scoring.game.contracts import Contract
from scoring.game.results import LOST
from scoring.game.typed import keypad
from tournament.scan.layout import OWN_KINDS
from tournament.sheet_reading.answers import UNCALLED

# What a bubble of a row says: its kind and value, as `layout.PageBubble` has them.
Bubble = tuple[str, str]
Marks = frozenset[Bubble]
# With more doubtful marks in one row it is not worth the time to try whether they matter.
MAX_DOUBTFUL = 4
# The sign that a line has for a trump, as `static/troel/desk/line.js` reads it.
TRUMPS = {"H": "/", "D": "*", "C": "-", "S": "+", "NT": "."}


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """Why a row gives no line; `values` are the contracts, numbers or bubbles that it is about."""

    code: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal of a sheet as it was read: a line, a question, or neither if the deal was not played."""

    deal: int
    line: str = ""
    question: SheetQuestion | None = None


@dataclass(frozen=True, slots=True)
class SheetRules:
    """What a sheet asks: by which rules, whether its tables say that the jury was there, whether it tells who lost."""

    rules: RuleSet
    jury: bool
    lost: bool


class _QuestionError(Exception):
    """A row that leaves a question open."""

    def __init__(self, code: str, *values: str) -> None:
        self.question = SheetQuestion(code, values)


def rows(
    deals: Iterable[int], marked: Iterable[Sequence[Any]], doubtful: Iterable[Sequence[Any]], sheet_rules: SheetRules
) -> list[SheetRow]:
    """The rows of a sheet; `marked` and `doubtful` bubbles begin with deal, kind and value, as the reader gives them.

    An empty row is a deal that was not played if all rows below it are empty too; otherwise it is a question.
    """
    sure, unsure = _by_deal(marked), _by_deal(doubtful)
    in_order = [_row(deal, sure.get(deal, frozenset()), unsure.get(deal, frozenset()), sheet_rules) for deal in deals]
    last = max((at for at, row in enumerate(in_order) if row.line or row.question), default=-1)
    empty = SheetQuestion("empty")
    return [
        SheetRow(row.deal, question=empty) if at < last and not (row.line or row.question) else row
        for at, row in enumerate(in_order)
    ]


def substitutes(bubbles: Iterable[Sequence[Any]]) -> tuple[int, ...]:
    """The positions of these bubbles that are for substitutes: `marked`, they say that one sat there."""
    return tuple(sorted(int(value) for deal, kind, value, *_rest in bubbles if (deal, kind) == (0, "substitute")))


def _by_deal(bubbles: Iterable[Sequence[Any]]) -> dict[int, Marks]:
    by_deal: dict[int, set[Bubble]] = {}
    for deal, kind, value, *_rest in bubbles:
        by_deal.setdefault(int(deal), set()).add((str(kind), str(value)))
    return {deal: frozenset(some) for deal, some in by_deal.items()}


def _row(deal: int, sure: Marks, doubtful: Marks, sheet_rules: SheetRules) -> SheetRow:
    try:
        line = _line(sure, sheet_rules)
        if _matters(doubtful - sure, sure, line, sheet_rules):
            return SheetRow(deal, question=_doubt(doubtful - sure))
    except _QuestionError as still:
        return SheetRow(deal, question=_doubt(doubtful - sure) if doubtful - sure else still.question)
    return SheetRow(deal, line)


def _doubt(doubtful: Marks) -> SheetQuestion:
    return SheetQuestion("doubtful", tuple(f"{kind} {value}".strip() for kind, value in sorted(doubtful)))


def _matters(doubtful: Marks, sure: Marks, line: str, sheet_rules: SheetRules) -> bool:
    """Whether the line would be another one if some of the doubtful marks are marks."""
    if len(doubtful) > MAX_DOUBTFUL:
        return True
    some = (frozenset(part) for count in range(1, len(doubtful) + 1) for part in combinations(sorted(doubtful), count))
    return any(_reading(sure | part, sheet_rules) != line for part in some)


def _reading(marks: Marks, sheet_rules: SheetRules) -> str | None:
    try:
        return _line(marks, sheet_rules)
    except _QuestionError:
        return None


def _line(marks: Marks, sheet_rules: SheetRules) -> str:
    """The line of a row without doubtful marks: "" for an empty one; raises _QuestionError where it asks."""
    if not marks:
        return ""
    if ("misdeal", "") in marks:
        raise _QuestionError("misdeal")
    passed = "0" if ("pass", "") in marks else ""
    if passed and len(marks) == 1:
        return passed
    contract = _contract(marks, sheet_rules.rules)
    result, played = _team(marks, contract) if contract.kind == "team" else _alone(marks, contract, sheet_rules.lost)
    jury, doubled = _jury(marks, contract, sheet_rules), ("doubled", "") in marks
    _require_possible(result, contract, sheet_rules.rules)
    trump = _trump(marks, contract, sheet_rules.rules)
    return " ".join(filter(None, [passed, keypad(contract.key), *played, trump, jury, "x" if doubled else ""]))


def _values(marks: Marks, kind: str) -> list[str]:
    return sorted((value for mark, value in marks if mark == kind), key=lambda value: (len(value), value))


def _contract(marks: Marks, rules: RuleSet) -> Contract:
    """The one contract that is marked."""
    keys = [key for key in rules.lines if ("contract", key) in marks]
    if len(keys) != 1:
        raise _QuestionError("contracts", *keys) if keys else _QuestionError("no contract")
    return rules.lines[keys[0]].contract


def _declarers(marks: Marks) -> list[str]:
    """Who declares: by the one bubble of a player, or by either of two."""
    return sorted({value for kind in OWN_KINDS for value in _values(marks, kind)})


def _team(marks: Marks, contract: Contract) -> tuple[dict[str, Any], list[str]]:
    """What a side played, as a result and as words of the line; whether it was made is told by its tricks.

    A + says no more than who declares, as some mark it so before they play; a − must not be against the tricks.
    """
    who, tricks, lost = _declarers(marks), _tricks(marks), {*_values(marks, "lost")}
    if lost & {*_values(marks, "made")}:
        raise _QuestionError("who lost", contract.key)
    if tricks is None:
        raise _QuestionError("no tricks")
    if lost and contract.made_with(tricks):
        raise _QuestionError("lost", contract.key)
    return {"declarers": [int(seat) for seat in who], "tricks": tricks}, ["".join(who), str(tricks)]


def _tricks(marks: Marks) -> int | None:
    counts = _values(marks, "tricks")
    if len(counts) > 1:
        raise _QuestionError("tricks", *counts)
    return int(counts[0]) if counts else None


def _alone(marks: Marks, contract: Contract, tells_lost: bool) -> tuple[dict[str, Any], list[str]]:
    """What the declarers of a personal contract played; a mark for who made or lost it says that they declared, too."""
    lost, tricks, who = _values(marks, "lost"), _tricks(marks), _declarers(marks)
    if {*lost} & {*_values(marks, "made")}:
        raise _QuestionError("who lost", contract.key)
    if not lost:
        lost = _lost_by_tricks(who, tricks, contract, tells_lost)
    elif tricks is not None and (tricks != contract.target if len(lost) < len(who) else tricks == contract.target):
        # Whose tricks these are is only clear where all fared alike.
        raise _QuestionError("who lost", contract.key)
    makers = [seat for seat in who if seat not in lost]
    own = {seat: LOST if seat in lost else contract.target for seat in who}
    words = "".join(makers) + ("-" + "".join(lost) if lost else "")
    return {"declarers": [int(seat) for seat in who], "tricks": own}, [words]


def _lost_by_tricks(declarers: list[str], tricks: int | None, contract: Contract, tells_lost: bool) -> list[str]:
    """Who lost where nobody is marked as such: nobody; without bubbles for it the tricks tell of one declarer."""
    if tricks == contract.target or (tricks is None and tells_lost):
        return []
    if tricks is None:
        raise _QuestionError("no tricks" if len(declarers) == 1 else "who lost", contract.key)
    if len(declarers) > 1 or tells_lost:
        raise _QuestionError("who lost", contract.key)
    if tricks > contract.played:
        raise _QuestionError("tricks of", contract.key, str(tricks))
    return declarers


def _jury(marks: Marks, contract: Contract, sheet_rules: SheetRules) -> str:
    """The jury's digit. That nobody called it must be said by a person: an empty box says nothing."""
    marked, needed = ("jury", "") in marks, contract.key in sheet_rules.rules.jury
    if needed and UNCALLED in marks:
        return "0"
    if marked and not needed:
        raise _QuestionError("jury unneeded", contract.key)
    if needed and sheet_rules.jury and not marked:
        raise _QuestionError("jury", contract.key)
    return "1" if marked and sheet_rules.jury else ""


def _trump(marks: Marks, contract: Contract, rules: RuleSet) -> str:
    trumps = _values(marks, "trump")
    if len(trumps) > 1:
        raise _QuestionError("trumps", *trumps)
    if trumps and trumps[0] not in contract.trumps(rules.lines[contract.key].trump):
        raise _QuestionError("trump unfit", contract.key)
    return TRUMPS[trumps[0]] if trumps else ""


def _require_possible(result: dict[str, Any], contract: Contract, rules: RuleSet) -> None:
    """Asks about what these rules do not allow; seats of a table of five are as good as any others."""
    seats = sorted({*result["declarers"], *range(1, 6)}, key=lambda seat: (seat not in result["declarers"], seat))[:4]
    try:
        Result.read({"contract": contract.key, **result, "seats": seats}, rules)
    except ResultError as error:
        if error.code == "declarers_number":
            raise _QuestionError("declarers", contract.key, str(len(result["declarers"]))) from error
        raise _QuestionError("impossible", contract.key) from error
