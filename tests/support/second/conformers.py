"""The second scorer and `tools/verify.py` as implementations of `conformance/spec.md`.

    python -m tests.support.second.conformers second|verify|ours

`ours` answers only what the package `scoring` does not know: the rulings on a deal. The others do not say why they
refuse a result: their refusals have the code `refused`.
"""

import hashlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import django

from tests.support.second import second_rulings
from tests.support.second.second_results import GAMES
from tests.support.second.second_scorer import ImpossibleResultError, points
from tools import verify

Json = dict[str, Any]
REFUSED = {"error": "refused"}


# The second scorer, which knows eight rule sets by their keys; with a ranking and a chain as plain as itself


def second_score(request: Json) -> Json:
    key = request["ruleset"]["key"]
    if key not in GAMES:
        return {"unsupported": key}
    try:
        return by_seat(points(key, request["result"]))
    except ImpossibleResultError:
        return REFUSED


def by_seat(found: Mapping[int, int]) -> Json:
    return {"points": {str(seat): won for seat, won in found.items()}}


def second_rank(request: Json) -> Json:
    def key(row: Json) -> list[Any]:
        return [turned(name, shown(row, name, request["seed"])) for name in request["tie_breaks"]]

    return compared(request, key)


def compared(request: Json, key: Callable[[Json], list[Any]]) -> Json:
    """The ranking of rows whose tie-breaks have these values, lowest first: everybody is compared with everybody."""
    breaks, rows = request["tie_breaks"], {row["number"]: row for row in request["rows"]}
    keys = {number: [-row["points"], *key(row)] for number, row in rows.items()}
    standings = []
    for number in sorted(keys, key=lambda number: (keys[number], number)):
        mine, others = keys[number], [key for other, key in keys.items() if other != number]
        depth = max((first_difference(mine, key) for key in others if key != mine), default=0)
        name = breaks[depth - 1] if depth else ""
        standings.append(
            {
                "rank": 1 + sum(key < mine for key in others),
                "number": number,
                "shared": mine in others,
                "broke": [name, shown(rows[number], name, request["seed"])] if depth else None,
            }
        )
    return {"standings": standings}


def shown(row: Json, name: str, seed: str) -> Any:
    """The value of a row in a tie-break, as it is shown."""
    played = [points for points in row.get("rounds", []) if points is not None]
    return {
        "contracts_made": row.get("contracts_made", 0),
        "fewest_lost": row.get("contracts_lost", 0),
        "best_round": max(played) if played else None,
        "best_deal": row.get("best_deal"),
        "lot": hashlib.sha256(f"{seed}{row['number']}".encode()).hexdigest(),
    }[name]


def turned(name: str, value: Any) -> Any:
    """The value, lowest first; nothing comes last."""
    if name in ("lot", "fewest_lost"):
        return value
    return float("inf") if value is None else -value


def first_difference(one: list[Any], other: list[Any]) -> int:
    return next(at for at, (mine, theirs) in enumerate(zip(one, other, strict=True)) if mine != theirs)


def second_seal(request: Json) -> Json:
    text = "".join(written(request["data"]))
    return {"text": text, "seal": hashlib.sha256(request["after"].encode() + text.encode()).hexdigest()}


def written(value: Any) -> str:
    """JSON in its one form, written out by hand; a string's characters are those of its UTF-16."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{written(key)}:{written(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, str):
        units = value.encode("utf-16-be", "surrogatepass")
        return '"' + "".join(escaped(high << 8 | low) for high, low in zip(units[::2], units[1::2], strict=True)) + '"'
    return str(value) if type(value) is int else {True: "true", False: "false", None: "null"}[value]


def escaped(unit: int) -> str:
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    return short.get(unit) or (chr(unit) if 32 <= unit < 127 else f"\\u{unit:04x}")


# The outsiders' check


def verified_score(request: Json) -> Json:
    rules, result = request["ruleset"], request["result"]
    try:
        with verify.reading("The result"):
            lists = {name: sorted(result[name]) for name in ("declarers", "seats") if name in result}
            told, seats = {**result, **lists}, lists.get("seats", [1, 2, 3, 4])
            possible = verify.seats_possible(seats, 4) and not verify.impossible(rules, told, seats)
            return by_seat(verify.points_of(rules, told)) if possible else REFUSED
    except verify.CheckError:
        return REFUSED


def verified_rank(request: Json) -> Json:
    def key(row: Json) -> list[Any]:
        return [
            verify.tie_value(name, shares(row, name), request["seed"], row["number"]) for name in request["tie_breaks"]
        ]

    return compared(request, key)


def shares(row: Json, name: str) -> list[verify.CheckedShare]:
    """What a player had from each round, as far as this tie-break looks at it."""
    if name == "best_round":
        return [verify.CheckedShare(points=points) for points in row.get("rounds", []) if points is not None]
    counts = {"contracts_made": row.get("contracts_made", 0), "contracts_lost": row.get("contracts_lost", 0)}
    return [verify.CheckedShare(**counts, best=row.get("best_deal"))]


def verified_seal(request: Json) -> Json:
    text = verify.canonical(request["data"])
    return {"text": text, "seal": hashlib.sha256((request["after"] + text).encode()).hexdigest()}


PARTS = {"The export": "export", "Round": "export", "The ranking": "export", "": "both"}
IN_FILE = re.compile(r"line (\d+) of the file", re.IGNORECASE)
IN_BOOK = re.compile(r"line (\d+) of the logbook", re.IGNORECASE)


def verified(request: Json) -> Json:
    """What the program says of the two files: whether they fit, and if not which part, and which line of a logbook."""
    with TemporaryDirectory() as folder, redirect_stdout(io.StringIO()) as said:
        for name in ("logbook", "export"):
            (Path(folder) / name).write_text(request[name], "utf-8", newline="")
        status = verify.main([f"{folder}/logbook", f"{folder}/export"])
    found = re.search(r"^DIFFERENCE: (.*)$", said.getvalue(), re.MULTILINE)
    if not found:
        return {"fits": status == verify.UNWITNESSED}
    if "not compared" in said.getvalue():
        return {"fits": False, "part": "logbook", "line": line_named(found[1])}
    return {"fits": False, "part": next(part for start, part in PARTS.items() if found[1].startswith(start))}


def line_named(said: str) -> int:
    """The line of the file that a sentence about the logbook names; its head is line 1."""
    in_file = IN_FILE.search(said)
    if in_file:
        return int(in_file[1])
    in_book = IN_BOOK.search(said)
    assert in_book, said
    return int(in_book[1]) + 1


# What rulings leave of a deal: the second scorer, the outsiders' check, and the ranking itself


def second_outcome(request: Json) -> Json:
    rulings = request["rulings"]
    won = second_rulings.deal_points(request["ruleset"]["key"], request["result"], rulings)
    return {**by_seat(won), "adjustments": numbered(second_rulings.adjusted(rulings))}


def numbered(given: Mapping[int, int]) -> Json:
    return {str(seat): points for seat, points in given.items()}


def placed(request: Json) -> Json:
    """The rulings as an export has them, in which the players have the numbers of their seats.

    What the result says of the jury is a decision of its own there, taken by the table.
    """
    place, result = {"round": 1, "table": 1, "deal": 1}, request["result"] or {}
    rows = [{**place, **one, "adjustments": one.get("points", {})} for one in request["rulings"]]
    if "jury" in result:
        call = {"kind": "jury_call", "ruling": result["jury"], "contract": result["contract"]}
        rows.append({**place, **call, "number": 0, "about": result["declarers"]})
    return {"decisions": {row["number"]: verify.decision_facts(row) for row in rows}}


def verified_outcome(request: Json) -> Json:
    facts, entered = placed(request), request["result"] or {}
    result = {name: value for name, value in entered.items() if name != "jury"} or None
    seats = entered.get("seats", [1, 2, 3, 4])
    rulings = verify.rulings_on(facts, 1, 1).get(1, [])
    won = verify.outcome(request["ruleset"], result, rulings, seats).points
    counting = verify.in_force(facts["decisions"])
    names = {seat for one in request["rulings"] if one["number"] in counting for seat in one.get("points", {})}
    return {
        **by_seat(won),
        "adjustments": {seat: verify.adjustments_of(facts, int(seat), [], 1)[0] for seat in sorted(names)},
    }


def our_outcome(request: Json) -> Json:
    from scoring import RuleSet
    from tournament.ranking.outcomes import outcome
    from tournament.ranking.records import DealFacts, DealRuling

    rules, result = RuleSet.from_dict(request["ruleset"]), request["result"]
    standing = [one for one in request["rulings"] if not one.get("cancelled")]
    ended = {number for one in standing for number in one.get("ends", [])}
    counting = [one for one in standing if one["number"] not in ended]
    rulings = tuple(
        DealRuling(one["ruling"], one.get("contract", ""), one.get("result"), about=tuple(one.get("about", [])))
        for one in counting
    )
    deal = DealFacts(1, result, rulings, seats=tuple((result or {}).get("seats", [1, 2, 3, 4])))
    extra: dict[int, int] = {}
    for one in counting:
        for seat, given in one.get("points", {}).items():
            extra[int(seat)] = extra.get(int(seat), 0) + given
    return {**by_seat(outcome(deal, rules).points(rules)), "adjustments": numbered(extra)}


IMPLEMENTATIONS: dict[str, dict[str, Callable[[Json], Json]]] = {
    "second": {"score": second_score, "rank": second_rank, "seal": second_seal, "outcome": second_outcome},
    "verify": {
        "score": verified_score,
        "rank": verified_rank,
        "seal": verified_seal,
        "verify": verified,
        "outcome": verified_outcome,
    },
    "ours": {"outcome": our_outcome},
}


def answer(operations: Mapping[str, Callable[[Json], Json]], line: str) -> Json:
    try:
        request = json.loads(line)
        operation = operations.get(request["op"])
    except (ValueError, TypeError, KeyError):
        return REFUSED
    return operation(request) if operation else {"unsupported": request["op"]}


def main(name: str) -> None:
    if name == "ours":
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
        django.setup()
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(IMPLEMENTATIONS[name], line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
