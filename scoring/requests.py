"""What can be asked of the package in lines of JSON; `conformance/spec.md` describes it for everybody.

An operation takes the other fields of its line and returns its answer; it raises a UserError.
"""

from collections.abc import Callable, Mapping, Sequence

from scoring.errors import RequestError, ScoringError, quote
from scoring.game.results import Result
from scoring.jsonlines import Answer, Data
from scoring.points.explain import explain
from scoring.points.score import score
from scoring.points.telling import explanation
from scoring.ranking import TIE_BREAKS, Row, rank
from scoring.rules.rulesets import RuleSet
from scoring.sealing import canonical, chained

_COUNTS = ("contracts_made", "contracts_lost")


def reply(request: Data) -> Answer:
    """The answer to a line with `op`: `score`, `check`, `rank` or `seal`; raises UserError."""
    op = request.get("op")
    if not isinstance(op, str) or op not in _OPERATIONS:
        raise RequestError("unknown_op", {"given": quote(op), "known": list(_OPERATIONS)})
    needed, operation = _OPERATIONS[op]
    _fields(request, ("op", *needed))
    return operation(*(request[name] for name in needed))


def _fields(data: Data, required: Sequence[str], optional: Sequence[str] = ()) -> None:
    """Refuses data that lack a field or have one too many."""
    for name in required:
        if name not in data:
            raise RequestError("missing_field", {"field": name})
    for name in data:
        if name not in required and name not in optional:
            raise RequestError("bad_field", {"field": quote(name)})


def _score(ruleset: object, result: object) -> Answer:
    rules = _rules(ruleset)
    return scored(Result.read(_object("result", result), rules), rules)


def scored(result: Result, ruleset: RuleSet) -> Answer:
    """The points of a result by seat."""
    return {"points": {str(seat): points for seat, points in score(result, ruleset).items()}}


def explained(result: Result, ruleset: RuleSet, lang: str) -> Answer:
    """The points of a result, and why, as data and as text."""
    why = explain(result, ruleset)
    return {**scored(result, ruleset), "explanation": why, "told": explanation(why, lang, ruleset)}


def _check(ruleset: object) -> Answer:
    return {"hash": _rules(ruleset).hash}


def _rules(data: object) -> RuleSet:
    return RuleSet.from_dict(_object("ruleset", data))


def _rank(rows: object, tie_breaks: object, seed: object) -> Answer:
    for tie_break in _list("tie_breaks", tie_breaks):
        if tie_break not in TIE_BREAKS:
            raise RequestError("unknown_tie_break", {"given": quote(tie_break), "known": list(TIE_BREAKS)})
    if not isinstance(seed, str) or not seed.isascii():
        raise _wrong("seed")
    contributions = [_row(row) for row in _list("rows", rows)]
    if len({row.number for row in contributions}) < len(contributions):
        raise _wrong("number")
    standings = rank(contributions, [str(each) for each in _list("tie_breaks", tie_breaks)], seed)
    return {
        "standings": [
            {"rank": each.rank, "number": each.row.number, "shared": each.shared, "broke": each.broke}
            for each in standings
        ]
    }


def _row(data: object) -> Row:
    fields = _object("rows", data)
    _fields(fields, ("number", "points"), (*_COUNTS, "rounds", "best_deal"))
    return Row(
        number=_whole("number", fields["number"], 1),
        points=_whole("points", fields["points"]),
        contracts_made=_whole("contracts_made", fields.get("contracts_made", 0), 0),
        contracts_lost=_whole("contracts_lost", fields.get("contracts_lost", 0), 0),
        rounds=tuple(_or_none("rounds", each) for each in _list("rounds", fields.get("rounds", []))),
        best_deal=_or_none("best_deal", fields.get("best_deal")),
    )


def _seal(after: object, data: object) -> Answer:
    if not isinstance(after, str) or not after.isascii():
        raise _wrong("after")
    try:
        if _has_fractions(data):
            raise _wrong("data")
        text = canonical(data)
    except RecursionError:
        raise RequestError("too_deep") from None
    return {"text": text, "seal": chained(after, text)}


def _has_fractions(value: object) -> bool:
    """Whether a number is written with a fraction or an exponent: languages print those in different ways."""
    if isinstance(value, (dict, list)):
        return any(map(_has_fractions, value.values() if isinstance(value, dict) else value))
    return isinstance(value, float)


def _object(name: str, value: object) -> Data:
    if not isinstance(value, dict):
        raise _wrong(name)
    return value


def _list(name: str, value: object) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(name)
    return value


def _whole(name: str, value: object, least: int | None = None) -> int:
    if type(value) is not int or (least is not None and value < least):
        raise _wrong(name)
    return value


def _or_none(name: str, value: object) -> int | None:
    return None if value is None else _whole(name, value)


def _wrong(name: str) -> ScoringError:
    return RequestError("bad_field", {"field": name})


_OPERATIONS: Mapping[str, tuple[tuple[str, ...], Callable[..., Answer]]] = {
    "score": (("ruleset", "result"), _score),
    "check": (("ruleset",), _check),
    "rank": (("rows", "tie_breaks", "seed"), _rank),
    "seal": (("after", "data"), _seal),
}
