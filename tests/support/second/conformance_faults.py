"""What an implementation of `conformance/spec.md` must refuse, and with which code."""

from typing import Any

Deal = dict[str, Any]

_PC8: Deal = {"contract": "PC8", "declarers": [1, 2], "tricks": 8}
_S6: Deal = {"contract": "S6", "declarers": [3], "tricks": 6}
_GM: Deal = {"contract": "GM", "declarers": [1], "tricks": {"1": 0}}
_PM4: Deal = {"contract": "PM", "declarers": [1, 2, 3, 4], "tricks": {"1": 0, "2": 0, "3": 0, "4": 12}}
_S13: Deal = {"contract": "S13", "declarers": [4], "tricks": 13}
_FOUR = {"1": 3, "2": -1, "3": -1, "4": -1}


def _each(*values: Any) -> tuple[Any, ...]:
    """Values of any kind."""
    return values


def _without(deal: Deal, field: str) -> Deal:
    return {name: value for name, value in deal.items() if name != field}


def _own(contract: str, **tricks: Any) -> Deal:
    """A personal contract with the tricks of seats: `s1=0`."""
    return {
        "contract": contract,
        "declarers": [int(seat[1:]) for seat in tricks],
        "tricks": {seat[1:]: own for seat, own in tricks.items()},
    }


_NO_CONTRACTS: tuple[Any, ...] = (
    "PC7",
    "PC14",
    "S4",
    "S11",
    "S14",
    "TR7",
    "TR10",
    "A8",
    "A13",
    "AT8",
    "AT10",
    "P1",
    "pc8",
    "",
    8,
    None,
    [],
)

# The code, the rule set, the result.
RESULTS: list[tuple[str, str, Deal]] = [
    ("unknown_field", "iwwa-2025", {**_PC8, "remark": "late"}),
    *(("missing_field", "iwwa-2025", _without(_PC8, name)) for name in _PC8),
    ("points_not_played", "iwwa-2025", {**_PC8, "points": _FOUR}),
    *(("unknown_contract", "iwwa-2025", {**_PC8, "contract": bad}) for bad in _NO_CONTRACTS),
    ("contract_not_played", "iwwa-2025", {**_S6, "contract": "S5"}),
    ("contract_not_played", "standard-v06", _GM),
    *(("bad_seats", "iwwa-2025", {**_PC8, "seats": bad}) for bad in ([0, 1, 2, 3], [1, 2, 3, 6], 4, "1234", None)),
    *(("bad_seats", "iwwa-2025", {**_PC8, "seats": [1, 2, 3, bad]}) for bad in ("4", 4.5, True, None)),
    *(("seats_number", "iwwa-2025", {**_PC8, "seats": bad}) for bad in ([1, 2, 3], [1, 2, 3, 4, 5], [1, 2])),
    ("seat_twice", "iwwa-2025", {**_PC8, "seats": [1, 2, 2, 3]}),
    ("seat_twice", "iwwa-2025", {**_PC8, "declarers": [2, 2]}),
    *(("bad_declarers", "iwwa-2025", {**_PC8, "declarers": [1, bad]}) for bad in (0, 6, -1, "2", 2.5, True, None)),
    *(("bad_declarers", "iwwa-2025", {**_PC8, "declarers": bad}) for bad in _each(1, "12", None, {})),
    ("declarer_not_seated", "iwwa-2025", {**_PC8, "declarers": [1, 5]}),
    ("declarer_not_seated", "iwwa-2025", {**_PC8, "seats": [2, 3, 4, 5]}),
    *(("declarers_number", "iwwa-2025", {**_PC8, "declarers": bad}) for bad in ([], [1], [1, 2, 3])),
    ("declarers_number", "iwwa-2025", {**_S6, "declarers": [1, 2]}),
    ("declarers_number", "wallonia", _own("GMT", s1=0, s2=0)),
    ("declarers_number", "iwwa-2025", _PM4),
    *(
        ("tricks_not_whole", "iwwa-2025", {**_PC8, "tricks": bad})
        for bad in (8.5, "8", True, None, [8], {"1": 8}, "lost")
    ),
    *(("tricks_not_whole", "iwwa-2025", _own("PM", s1=bad)) for bad in ("Lost", "", 0.5, False, None)),
    *(("tricks_range", "iwwa-2025", {**_PC8, "tricks": bad}) for bad in (-1, 14, 99)),
    *(("tricks_range", "iwwa-2025", {**_S13, "tricks": bad, "jury": "allowed"}) for bad in (-1, 14)),
    *(("tricks_range", "interclub-2025", _own(name, s1=13)) for name in ("PM", "PMT")),
    *(("tricks_range", "iwwa-2025", _own(name, s1=bad)) for name, bad in (("GM", 14), ("PIC", 14), ("PIC", -1))),
    *(("tricks_per_declarer", "iwwa-2025", {**_GM, "tricks": bad}) for bad in (0, {}, {"2": 0}, {"1": 0, "2": 0}, [0])),
    ("tricks_too_many", "iwwa-2025", _own("PM", s1=7, s2=6)),
    ("tricks_too_many", "iwwa-2025", _own("GM", s1=5, s2=5, s3=4)),
    ("tricks_too_many", "jeux-de-cartes", _own("PIC", s1=13, s4=1)),
    ("tricks_not_all", "wallonia", _own("PM", s1=0, s2=0, s3=0, s4=11)),
    ("tricks_not_all", "wallonia", _own("PIC", s1=1, s2=1, s3=1, s4=9)),
    ("tricks_not_lost", "wallonia", _own("PIC", s1=1, s2=1, s3=10, s4="lost")),
    ("tricks_not_lost", "wallonia", _own("PM", s1=0, s2=0, s3=12, s4="lost")),
    ("tricks_not_lost", "iwwa-2025", _own("PM", s1=12, s2="lost")),
    ("tricks_not_lost", "iwwa-2025", _own("GM", s1=12, s2="lost", s3="lost")),
    *(("trump_none", "iwwa-2025", {**_GM, "trump": trump}) for trump in ("H", "NT", None)),
    ("trump_none", "jeux-de-cartes", {**_S13, "trump": "S"}),
    *(("bad_trump", "iwwa-2025", {**_S6, "trump": bad}) for bad in ("NT", "h", "", "SA", 1, ["H"], None)),
    ("bad_trump", "iwwa-2025", {**_S13, "jury": "allowed", "trump": "X"}),
    *(("jury_not_needed", "iwwa-2025", {**_PC8, "jury": answer}) for answer in ("allowed", "not_called")),
    ("jury_refused", "iwwa-2025", {**_S13, "jury": "refused"}),
    *(("bad_jury", "iwwa-2025", {**_S13, "jury": bad}) for bad in ("", "Allowed", True, None)),
    *(("doubles_not_played", "iwwa-2025", {**_PC8, "doubles": number}) for number in (0, 1)),
    *(("bad_doubles", "flanders", {**_PC8, "doubles": bad}) for bad in (-1, 10, 1.5, "1", True, None)),
    *(("only_points", "points-only", {"points": _FOUR, name: 8}) for name in ("contract", "tricks", "remark")),
    ("missing_field", "points-only", {}),
    *(("points_per_seat", "points-only", {"points": bad}) for bad in ([3, -1, -1, -1], None, {}, {**_FOUR, "5": 0})),
    ("points_per_seat", "points-only", {"points": _without(_FOUR, "4")}),
    ("points_per_seat", "points-only", {"points": _FOUR, "seats": [1, 2, 3, 5]}),
    ("bad_seats", "points-only", {"points": _FOUR, "seats": [1, 2, 3, 6]}),
    *(("points_not_whole", "points-only", {"points": {**_FOUR, "2": bad}}) for bad in (1.5, -1.5, "3", True, None)),
    *(("points_range", "points-only", {"points": {**_FOUR, "2": bad}}) for bad in (1_000_001, -1_000_001)),
]

_SCORE = {"op": "score", "ruleset": "iwwa-2025", "result": _PC8}
_ROW = {"number": 1, "points": 5}
_RANK = {"op": "rank", "rows": [_ROW], "tie_breaks": ["lot"], "seed": "s"}
_SEAL = {"op": "seal", "after": "", "data": {}}

# The code, and the request.
REQUESTS: list[tuple[str, Deal]] = [
    *(("unknown_op", {**_SCORE, "op": bad}) for bad in ("scores", "Score", "", 1, None, ["score"])),
    ("unknown_op", _without(_SCORE, "op")),
    *(
        ("missing_field", _without(request, name))
        for request in (_SCORE, {"op": "check", "ruleset": "iwwa-2025"}, _RANK, _SEAL)
        for name in request
        if name != "op"
    ),
    *(("bad_field", {**request, "also": 1}) for request in (_SCORE, _RANK, _SEAL)),
    *(("bad_field", {**_SCORE, "result": bad}) for bad in _each(None, [], 5, "PC8")),
    *(("bad_field", {"op": "check", "ruleset": bad}) for bad in _each(None, [], 5)),
    *(("bad_field", {**_RANK, name: bad}) for name in ("rows", "tie_breaks") for bad in _each(None, {}, "lot", 1)),
    *(("bad_field", {**_RANK, "rows": [bad]}) for bad in _each(None, [], 1)),
    *(("bad_field", {**_RANK, "seed": bad}) for bad in (None, 1, "é")),
    *(("bad_field", {**_RANK, "rows": [{**_ROW, "number": bad}]}) for bad in (0, -1, 1.5, "1", True, None)),
    *(("bad_field", {**_RANK, "rows": [{**_ROW, "points": bad}]}) for bad in (1.5, "1", True, None)),
    *(
        ("bad_field", {**_RANK, "rows": [{**_ROW, name: bad}]})
        for name in ("contracts_made", "contracts_lost")
        for bad in (-1, 1.5, None)
    ),
    *(("bad_field", {**_RANK, "rows": [{**_ROW, "rounds": bad}]}) for bad in (None, 3, [1.5], ["1"], [True])),
    *(("bad_field", {**_RANK, "rows": [{**_ROW, "best_deal": bad}]}) for bad in _each(1.5, "1", [])),
    ("bad_field", {**_RANK, "rows": [{**_ROW, "remark": "x"}]}),
    ("bad_field", {**_RANK, "rows": [_ROW, {**_ROW, "points": 6}]}),
    *(("missing_field", {**_RANK, "rows": [_without(_ROW, name)]}) for name in _ROW),
    *(("unknown_tie_break", {**_RANK, "tie_breaks": [bad]}) for bad in ("most_tricks", "", "Lot", 1, None)),
    *(("bad_field", {**_SEAL, "after": bad}) for bad in (None, 0, "é")),
    *(("bad_field", {**_SEAL, "data": bad}) for bad in (1.5, [2, {"a": -0.5}], {"a": [0.5]})),
]

# The code, and a line that is not a request at all.
LINES: list[tuple[str, str]] = [
    ("blank_line", ""),
    ("blank_line", " \t "),
    ("not_json", "score"),
    ("not_json", "{"),
    ("not_json", '\ufeff{"op": "seal", "after": "", "data": 1}'),
    ("not_json", '{"op": "seal", "after": "", "data": 1'),
    ("not_json", '{"op": "seal", "after": "", "data": 1}}'),
    ("not_json", '{"op": "seal", "after": "", "data": 010}'),
    ("not_json", "{'op': 'seal'}"),
    *(
        ("not_finite", f'{{"op": "seal", "after": "", "data": {number}}}')
        for number in ("NaN", "Infinity", "-Infinity")
    ),
    *(("not_an_object", line) for line in ("[1]", "null", "5", '"score"', "true")),
    ("duplicate_key", '{"op": "seal", "after": "", "data": 1, "data": 1}'),
    ("duplicate_key", '{"op": "seal", "after": "", "data": {"a": [{"b": 1, "b": 2}]}}'),
]
