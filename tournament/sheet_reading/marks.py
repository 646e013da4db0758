"""What the marks of one row say: a line as the desk types it, what was played, or the question that they leave open."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from scoring import Result, ResultError, RuleSet
from scoring.game.contracts import Contract
from scoring.game.results import LOST
from scoring.game.typed import keypad
from tournament.scan.layout import OWN_KINDS, VERSION
from tournament.sheet_reading.answers import UNCALLED

# What a bubble of a row says: its kind and value, as `layout.PageBubble` has them.
Bubble = tuple[str, str]
Marks = frozenset[Bubble]
MISDEAL: Bubble = ("misdeal", "")
# The sign that a line has for a trump, as `static/troel/desk/line.js` reads it.
TRUMPS = {"H": "/", "D": "*", "C": "-", "S": "+", "NT": "."}


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """Why a row gives no line; `values` are the contracts, numbers or bubbles that it is about."""

    code: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetRules:
    """What a sheet asks: by which rules, whether its tables say that the jury was there, whether it tells who lost.

    `players` is how many have a place at the table, `edition` that of its form.
    """

    rules: RuleSet = field(hash=False)
    jury: bool
    lost: bool
    players: int
    edition: int = VERSION


@dataclass(frozen=True, slots=True)
class RowReading:
    """What marks say: the line, and what was played, as a result without seats.

    `played` is empty where nobody declares, and None where the sheet does not say whether the contract counts.
    """

    marks: Marks
    line: str
    played: Mapping[str, Any] | None


class QuestionError(Exception):
    """A row that leaves a question open."""

    def __init__(self, code: str, *values: str) -> None:
        self.question = SheetQuestion(code, values)


def read(marks: Marks, sheet_rules: SheetRules) -> RowReading:
    """What a row without doubtful marks says, with the line "" if it is empty; QuestionError where it asks."""
    if not marks:
        return RowReading(marks, "", {})
    if MISDEAL in marks:
        raise QuestionError("misdeal")
    passed = "0" if ("pass", "") in marks else ""
    if passed and len(marks) == 1:
        return RowReading(marks, passed, {})
    contract, rules = _contract(marks, sheet_rules.rules), sheet_rules.rules
    result, words = _team(marks, contract) if contract.kind == "team" else _alone(marks, contract, sheet_rules.lost)
    jury, doubled = _jury(marks, contract, sheet_rules), ("doubled", "") in marks
    _require_possible(result, contract, rules)
    trump = _trump(marks, contract, rules)
    line = " ".join(filter(None, [passed, keypad(contract.key), *words, trump, jury, "x" if doubled else ""]))
    played = {"contract": contract.key, **result}
    if rules.doubles:
        played["doubles"] = len(passed) + doubled
    if contract.key in rules.jury:
        if not jury:
            return RowReading(marks, line, None)
        played["jury"] = "allowed" if jury == "1" else "not_called"
    return RowReading(marks, line, played)


def readings(sure: Marks, doubtful: Marks, sheet_rules: SheetRules, most: int) -> list[RowReading | None]:
    """What a row may say with each choice of at most so many doubtful marks; None where one asks, or there are more."""
    if len(doubtful) > most:
        return [None]
    choices = (part for count in range(len(doubtful) + 1) for part in combinations(sorted(doubtful), count))
    return [_reading(sure | frozenset(part), sheet_rules) for part in choices]


def _reading(marks: Marks, sheet_rules: SheetRules) -> RowReading | None:
    try:
        return read(marks, sheet_rules)
    except QuestionError:
        return None


def _values(marks: Marks, kind: str) -> list[str]:
    return sorted((value for mark, value in marks if mark == kind), key=lambda value: (len(value), value))


def _contract(marks: Marks, rules: RuleSet) -> Contract:
    """The one contract that is marked."""
    keys = [key for key in rules.lines if ("contract", key) in marks]
    if len(keys) != 1:
        raise QuestionError("contracts", *keys) if keys else QuestionError("no contract")
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
        raise QuestionError("who lost", contract.key)
    if tricks is None:
        raise QuestionError("no tricks")
    if lost and contract.made_with(tricks):
        raise QuestionError("lost", contract.key)
    return {"declarers": [int(seat) for seat in who], "tricks": tricks}, ["".join(who), str(tricks)]


def _tricks(marks: Marks) -> int | None:
    counts = _values(marks, "tricks")
    if len(counts) > 1:
        raise QuestionError("tricks", *counts)
    return int(counts[0]) if counts else None


def _alone(marks: Marks, contract: Contract, tells_lost: bool) -> tuple[dict[str, Any], list[str]]:
    """What the declarers of a personal contract played; a mark for who made or lost it says that they declared, too."""
    lost, tricks, who = _values(marks, "lost"), _tricks(marks), _declarers(marks)
    if {*lost} & {*_values(marks, "made")}:
        raise QuestionError("who lost", contract.key)
    if not lost:
        lost = _lost_by_tricks(who, tricks, contract, tells_lost)
    elif tricks is not None and (tricks != contract.target if len(lost) < len(who) else tricks == contract.target):
        # Whose tricks these are is only clear where all fared alike.
        raise QuestionError("who lost", contract.key)
    makers = [seat for seat in who if seat not in lost]
    own = {seat: LOST if seat in lost else contract.target for seat in who}
    words = "".join(makers) + ("-" + "".join(lost) if lost else "")
    return {"declarers": [int(seat) for seat in who], "tricks": own}, [words]


def _lost_by_tricks(declarers: list[str], tricks: int | None, contract: Contract, tells_lost: bool) -> list[str]:
    """Who lost where nobody is marked as such: nobody; without bubbles for it the tricks tell of one declarer."""
    if tricks == contract.target or (tricks is None and tells_lost):
        return []
    if tricks is None:
        raise QuestionError("no tricks" if len(declarers) == 1 else "who lost", contract.key)
    if len(declarers) > 1 or tells_lost:
        raise QuestionError("who lost", contract.key)
    if tricks > contract.played:
        raise QuestionError("tricks of", contract.key, str(tricks))
    return declarers


def _jury(marks: Marks, contract: Contract, sheet_rules: SheetRules) -> str:
    """The jury's digit. That nobody called it must be said by a person: an empty box says nothing."""
    marked, needed = ("jury", "") in marks, contract.key in sheet_rules.rules.jury
    if needed and UNCALLED in marks:
        return "0"
    if marked and not needed:
        raise QuestionError("jury unneeded", contract.key)
    if needed and sheet_rules.jury and not marked:
        raise QuestionError("jury", contract.key)
    return "1" if marked and sheet_rules.jury else ""


def _trump(marks: Marks, contract: Contract, rules: RuleSet) -> str:
    trumps = _values(marks, "trump")
    if len(trumps) > 1:
        raise QuestionError("trumps", *trumps)
    if trumps and trumps[0] not in contract.trumps(rules.lines[contract.key].trump):
        raise QuestionError("trump unfit", contract.key)
    return TRUMPS[trumps[0]] if trumps else ""


def _require_possible(result: dict[str, Any], contract: Contract, rules: RuleSet) -> None:
    """Asks about what these rules do not allow; seats of a table of five are as good as any others."""
    seats = sorted({*result["declarers"], *range(1, 6)}, key=lambda seat: (seat not in result["declarers"], seat))[:4]
    try:
        Result.read({"contract": contract.key, **result, "seats": seats}, rules)
    except ResultError as error:
        if error.code == "declarers_number":
            raise QuestionError("declarers", contract.key, str(len(result["declarers"]))) from error
        raise QuestionError("impossible", contract.key) from error
