"""A deal as the desk types it on a numeric keypad, and the check sum over such lines: as `captain/keyed.js` has them.

"19 13 10" is PC9 by seats 1 and 3 with 10 tricks. Of a misère or piccolo the seats that made it come first, then after
a minus those that lost: "60 1-2". A last digit says whether the jury allowed it (1) or was not called (0), "x" that the
deal was doubled. Trump is left out: it never changes the points, and a sheet need not say it.
"""

import re
from collections.abc import Mapping

from django.http import QueryDict

from scoring import RuleSet
from scoring.game.contracts import CONTRACTS
from scoring.game.typed import keypad, meant
from tournament.forms.table.choices import Choices, entered, typed
from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.sheet_reading.marks import TRUMPS

MODULUS = 9973
# All the lines of a table of 125 deals.
LONGEST = 10_000
NUMBER = re.compile(r"[0-9]{1,3}")
JURY = {"allowed": "1", "not_called": "0"}
# What may come after contract, seats and tricks, as a field of the form.
_BESIDE = {
    **{digit: ("jury", said) for said, digit in JURY.items()},
    **{sign: ("trump", key) for key, sign in TRUMPS.items()},
    "x": ("double", "1"),
}


def keyed(choices: Choices, passes: int = 0) -> str:
    """Complete choices as a line; `passes` are given where a deal that was passed out doubles the next one."""
    if choices.points:
        return " ".join(f"{choices.points[position]:+d}" for position in sorted(choices.points))
    contract = CONTRACTS[choices.contract]
    if contract.kind == "team":
        played = ["".join(map(str, choices.declarers)), str(choices.tricks)]
    else:
        made = [position for position in choices.declarers if choices.tricks_of[position] == contract.target]
        lost = [position for position in choices.declarers if position not in made]
        played = ["".join(map(str, made)) + ("-" + "".join(map(str, lost)) if lost else "")]
    after = [JURY.get(choices.jury, ""), "x" if choices.doubled else ""]
    return " ".join(filter(None, ["0"] * passes + [keypad(contract.key), *played, *after]))


def keyed_lines(sheet: Sheet, ruleset: RuleSet) -> dict[int, str]:
    """The deals that a table entered, as lines by their number."""
    return {
        line.number: keyed_line(line, typed(entered(sheet.table.deal(line.number)), ruleset))
        for line in sheet.lines
        if line.entered
    }


def keyed_line(line: SheetLine, choices: Choices) -> str:
    """A deal that a table entered as a line."""
    return keyed(choices, line.passes * bool(line.ruleset.doubles))


def fields_in(line: str, ruleset: RuleSet) -> QueryDict:
    """A line that was read as the form for one deal has it; empty where everybody passed first, which is no result."""
    data = QueryDict(mutable=True)
    code, *played = line.split() or ["0"]
    keys = meant(code, ruleset)
    if not keys or not played:
        return data
    contract = ruleset.lines[keys[0]].contract
    made, _minus, lost = played[0].partition("-")
    seats = sorted(made + lost)
    data["contract"], data["who"] = contract.key, "".join(seats)
    if contract.kind == "team":
        data["tricks"] = played[1]
    else:
        data["tricks"] = " ".join("x" if seat in lost else str(contract.target) for seat in seats)
    for word in played[2 if contract.kind == "team" else 1 :]:
        name, value = _BESIDE[word]
        data[name] = value
    return data


def differences(keyed: Mapping[int, str], other_keyed: Mapping[int, str]) -> list[int]:
    """The deals in which two lists of the same table differ: typed twice, or from a phone and from paper."""
    return sorted(number for number in {*keyed, *other_keyed} if keyed.get(number) != other_keyed.get(number))


def lines_in(text: str) -> dict[int, str]:
    """Lines by number, as a page sends them: "1:19 13 10", each on its own; anything else is left out."""
    parts = (line.split(":", 1) for line in text[:LONGEST].splitlines() if ":" in line)
    return {int(number): line.strip() for number, line in parts if NUMBER.fullmatch(number)}


def check_sum(lines: Mapping[int, str]) -> str:
    """Four digits over the lines of a table: if two people have the same, they have the same results."""
    sum = 0
    for sign in "\n".join(f"{number}:{lines[number]}" for number in sorted(lines)):
        sum = (sum * 31 + ord(sign)) % MODULUS
    return f"{sum:04d}"


def sheet_sum(event: Event, sheet: Sheet) -> str:
    """The check sum of a table's sheet; "" while nothing was entered."""
    lines = keyed_lines(sheet, facts.ruleset(event))
    return check_sum(lines) if lines else ""
