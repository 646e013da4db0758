"""The second scorer and `tools/verify.py` as implementations of `conformance/spec.md`.

    python -m tests.conformers second|verify

Neither says why it refuses a result: their refusals have the code `refused`.
"""

import hashlib
import io
import json
import re
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.second_results import GAMES
from tests.second_scorer import Impossible, points
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
    except Impossible:
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
    except verify.Difference:
        return REFUSED


def verified_rank(request: Json) -> Json:
    def key(row: Json) -> list[Any]:
        return [
            verify.tie_value(name, shares(row, name), request["seed"], row["number"]) for name in request["tie_breaks"]
        ]

    return compared(request, key)


def shares(row: Json, name: str) -> list[verify.Share]:
    """What a player had from each round, as far as this tie-break looks at it."""
    if name == "best_round":
        return [verify.Share(points=points) for points in row.get("rounds", []) if points is not None]
    counts = {"made": row.get("contracts_made", 0), "lost": row.get("contracts_lost", 0)}
    return [verify.Share(**counts, best=row.get("best_deal"))]


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


IMPLEMENTATIONS: dict[str, dict[str, Callable[[Json], Json]]] = {
    "second": {"score": second_score, "rank": second_rank, "seal": second_seal},
    "verify": {"score": verified_score, "rank": verified_rank, "seal": verified_seal, "verify": verified},
}


def answer(operations: Mapping[str, Callable[[Json], Json]], line: str) -> Json:
    try:
        request = json.loads(line)
        operation = operations.get(request["op"])
    except (ValueError, TypeError, KeyError):
        return REFUSED
    return operation(request) if operation else {"unsupported": request["op"]}


def main(name: str) -> None:
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(IMPLEMENTATIONS[name], line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
