"""The line that the desk types, in Node: every result in few keys, and the check sum that both sides compute."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.http import QueryDict

from scoring import Result, compile_table, keys, load, possible
from scoring.game.results import LOST
from scoring.game.typed import meant, vocabulary
from tests.support.servers.in_node import needs_node, run
from tournament.forms.table.choices import typed, written
from tournament.forms.table.keypad import check_sum, keyed
from tournament.forms.table.phone_words import desk_words, phone_words

pytestmark = needs_node
SCRIPTS = Path(__file__).resolve().parents[2] / "tournament" / "static" / "troel"
MOST_KEYS = 8
ASK = f"""
const {{ readFileSync }} = await import("node:fs");
const path = "file://{SCRIPTS}/";
const {{ lineIn, fieldsOf }} = await import(path + "desk/line.js");
const {{ keyed, checkSum }} = await import(path + "captain/keyed.js");
const {{ fromFields }} = await import(path + "captain/choices.js");
const {{ departures, totalsIn }} = await import(path + "desk/totals.js");
const asked = JSON.parse(readFileSync(0, "utf8"));
const answer = (one) => {{
  const {{ state, deal, words, say }} = asked;
  const read = lineIn(one.text, {{ ...state, ...one.state }}, {{ ...deal, ...one.deal }}, words, say);
  const line = read.result && keyed({{ ...state, ...one.state }}, {{ ...deal, ...one.deal }}, read.choices);
  return {{ ...read, line, fields: read.choices && fieldsOf(read.choices) }};
}};
const told = asked.lines?.map(answer) ?? {{
  sum: asked.sum && checkSum(asked.sum), wrong: asked.rows && departures(asked.rows, asked.positions),
  totals: asked.totals?.map((text) => totalsIn(text, [1, 2, 3, 4])),
}};
console.log(JSON.stringify(told));
"""
DEAL = {"number": 1, "plays": [[1, "An"], [2, "Bert"], [3, "Cil"], [4, "Dirk"]], "passes": 0, "recorded": ""}


def read(rules: str, *texts: str, state: dict[str, Any] | None = None, deal: dict[str, Any] | None = None) -> list[Any]:
    """What the desk's page makes of lines in a rule set."""
    ruleset = load(rules)
    known = {"rules": compile_table(ruleset), "words": phone_words(ruleset), "trump": False, "tells": True}
    lines = [{"text": text, "state": state or {}, "deal": deal or {}} for text in texts]
    given = {"state": known, "deal": DEAL, "words": dict(vocabulary(ruleset)), "say": desk_words(), "lines": lines}
    return list(run(ASK, given))


def deliberate(result: Result) -> dict[str, Any]:
    """A result as the desk tells it: of who lost a misère, not with how many tricks."""
    told = result.to_dict()
    if isinstance(told["tricks"], dict):
        made = {str(seat) for seat in result.makers()}
        told["tricks"] = {seat: own if seat in made else LOST for seat, own in told["tricks"].items()}
    return told


@cache
def every(rules: str) -> list[dict[str, Any]]:
    """Every result of a rule set that the desk can tell apart, without doubles."""
    found = [deliberate(one) for one in possible(load(rules)) if not one.doubles]
    return [json.loads(one) for one in sorted({json.dumps(one, sort_keys=True) for one in found})]


def as_typed(rules: str, result: dict[str, Any]) -> str:
    """The line of a result, in as few keys as it takes: no space, unless the number of seats may vary."""
    ruleset = load(rules)
    line = keyed(typed(written(result, result.get("jury", "")), ruleset))
    counts = ruleset.lines[result["contract"]].declarers
    return line.replace(" ", "") if len(counts) == 1 or isinstance(result["tricks"], dict) else line.replace(" ", "", 1)


@pytest.mark.long
@pytest.mark.parametrize("rules", [key for key in keys() if key != "points-only"])
def test_every_result_is_typed_in_eight_keys_with_enter(rules: str) -> None:
    results = every(rules)
    lines = [as_typed(rules, one) for one in results]
    assert max(len(line) + 1 for line in lines) <= MOST_KEYS
    assert all(set(line) <= set("0123456789- ") for line in lines)
    for line, result, told in zip(lines, results, read(rules, *lines), strict=True):
        assert told.get("result") == result, (line, told)
        # The server reads the same from the fields, and both sides write the same line.
        form = QueryDict("&".join(f"{name}={value}" for name, value in told["fields"]))
        choices = typed(form, load(rules))
        assert told["line"] == keyed(choices) and told["line"].replace(" ", "") == line.replace(" ", "")


@pytest.mark.long
@pytest.mark.parametrize("rules", ["iwwa-2025", "world-2018", "interclub-2025", "wallonia"])
def test_with_its_trump_too(rules: str) -> None:
    signs = {"/": "H", "*": "D", "-": "C", "+": "S", ".": "NT"}
    ruleset = load(rules)
    for sign, trump in signs.items():
        asked = [
            (line, one) for one in every(rules) if trump in _trumps(ruleset, one) for line in [as_typed(rules, one)]
        ]
        lines = [line[:2] + sign + line[2:] for line, _one in asked]
        told = read(rules, *lines, state={"trump": True})
        assert max((len(line) + 1 for line in lines), default=0) <= MOST_KEYS
        assert [one["result"] for one in told] == [{**one, "trump": trump} for _line, one in asked]


def _trumps(ruleset: Any, result: dict[str, Any]) -> tuple[str, ...]:
    line = ruleset.lines[result["contract"]]
    return tuple(line.contract.trumps(line.trump))


WORDS: dict[str, dict[str, Any]] = {
    "pc9 13 10": {"contract": "PC9", "who": [1, 3], "tricks": 10},
    "pc91310": {"contract": "PC9", "who": [1, 3], "tricks": 10},
    "pc0 31 9": {"contract": "PC10", "who": [1, 3], "tricks": 9},
    "PC 10 1+3 9": {"contract": "PC10", "who": [1, 3], "tricks": 9},
    "samen 9 13 10": {"contract": "PC9", "who": [1, 3], "tricks": 10},
    "vm91309": {"contract": "PC9", "who": [1, 3], "tricks": 9},
    "s618": {"contract": "S6", "who": [1], "tricks": 8},
    "km 1-2": {"contract": "PM", "who": [1, 2], "own": {"1": 0, "2": "lost"}},
    "pic 3": {"contract": "PIC", "who": [3], "own": {"3": 1}},
    "60−4": {"contract": "PM", "who": [4], "own": {"4": "lost"}},
    "224121": {"contract": "S12", "who": [4], "tricks": 12, "jury": "allowed"},
    "772 0": {"contract": "GMT", "who": [2], "own": {"2": 0}, "jury": "not_called"},
}
FAULTS: dict[str, tuple[list[str] | None, str]] = {
    "": (["contract"], ""),
    "1": (None, "no contract"),
    "99 13 10": (None, "no contract"),
    "19": (["who", "tricks"], ""),
    "1913": (["tricks"], ""),
    "191399": (["tricks"], ""),
    "19 1 9": (None, "2"),
    "19 15 9": (None, "seat 5. The seats are 1, 2, 3, 4."),
    "22412": (["jury"], ""),
    "811234": (None, "1, 2 or 3"),
}


def test_words_and_signs() -> None:
    for told, (text, choices) in zip(read("iwwa-2025", *WORDS), WORDS.items(), strict=True):
        assert "result" in told and {name: told["choices"][name] for name in choices} == choices, text


def test_what_is_not_a_deal_says_why() -> None:
    for told, (text, (missing, error)) in zip(read("iwwa-2025", *FAULTS), FAULTS.items(), strict=True):
        assert "result" not in told and told.get("missing") == missing, text
        assert bool(error) == ("error" in told) and error in told.get("error", ""), text


def test_doubles_passes_and_points() -> None:
    passed, doubled, signed = read("flanders", "0", "25 1 5x", "25 1*5", deal={"passes": 1})
    assert passed["pass"]
    assert doubled["result"]["doubles"] == signed["result"]["doubles"] == 2
    form = QueryDict("contract=S5&who=1&tricks=5&double=1")
    assert doubled["line"] == "0 25 1 5 x" == keyed(typed(form, load("flanders")), 1)
    (twice,) = read("flanders", "25//15", state={"trump": True})
    assert twice["result"]["trump"] == "H" and twice["result"]["doubles"] == 1
    (given,) = read("points-only", "12-4-4-4")
    assert given["result"] == {"points": {"1": 12, "2": -4, "3": -4, "4": -4}} and given["line"] == "+12 -4 -4 -4"
    unclear, clear, parted = read("jeux-de-cartes", "18213", "18128", "18 2 13")
    assert "space" in unclear["error"]
    assert (clear["choices"]["who"], parted["choices"]["tricks"]) == ([1, 2], 13)


def test_both_sides_have_the_same_check_sum() -> None:
    lines = {1: "19 13 10", 2: "60 1-2", 4: "22 4 12 1", 5: "+12 -4 -4 -4"}
    told = run(ASK, {"sum": list(lines.items())})
    assert told["sum"] == check_sum(lines) and len(told["sum"]) == 4
    swapped = {**lines, 1: "19 13 11"}
    assert check_sum(swapped) != check_sum(lines)


def test_a_word_of_the_vocabulary_is_what_a_typed_line_means() -> None:
    ruleset = load("iwwa-2025")
    known = vocabulary(ruleset)
    assert set(known.values()) == set(ruleset.lines)
    assert all(meant(word, ruleset) == (key,) for word, key in known.items())


def sheet(*changes: tuple[int, int]) -> list[dict[str, Any]]:
    """A sheet of twelve deals, 10 for seat 1 in each, with totals; these (row, amount) are added to its total there."""
    rows, total = [], 0
    for number in range(1, 13):
        total += 10 + sum(amount for row, amount in changes if row == number)
        rows.append({"number": number, "points": {"1": 10, "2": 0}, "totals": {"1": total, "2": 0}})
    return rows


@pytest.mark.parametrize(
    ("changes", "rows"), [((), []), (((5, 3),), [5]), (((9, -10),), [9]), (((5, 3), (9, -10)), [5, 9])]
)
def test_the_first_row_where_the_sheet_leaves_the_rules(changes: tuple[tuple[int, int], ...], rows: list[int]) -> None:
    wrong = run(ASK, {"rows": sheet(*changes), "positions": [1, 2]})["wrong"]
    assert [one["number"] for one in wrong["1"]] == rows and wrong["2"] == []
    assert [one["given"] - one["points"] for one in wrong["1"]] == [amount for _row, amount in changes]


def test_totals_may_be_left_out_and_deals_unknown() -> None:
    rows = sheet((5, 3))
    rows[4]["totals"] = rows[5]["totals"] = None
    wrong = run(ASK, {"rows": rows, "positions": [1, 2]})["wrong"]
    assert wrong["1"] == [{"number": 7, "from": 5, "given": 33, "points": 30}]
    rows[5]["points"] = None
    assert run(ASK, {"rows": rows, "positions": [1, 2]})["wrong"]["1"] == []


def test_totals_are_typed_with_spaces_or_signs() -> None:
    told = run(ASK, {"totals": ["13 0 13 0", "13+0-13+0", "13 0 13", ""]})["totals"]
    assert told == [
        {"1": 13, "2": 0, "3": 13, "4": 0},
        {"1": 13, "2": 0, "3": -13, "4": 0},
        None,
        None,
    ]
