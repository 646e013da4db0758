"""Rule sets, rankings and sealed data for `conformance/`: what no printed rule set has, and every fault of one."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.support.second.second_results import ALL_CONTRACTS, PERSONAL, Deal

Rules = dict[str, Any]


def texts(text: str) -> Rules:
    return dict.fromkeys(("nl", "fr", "en"), text)


def odd(key: str, **rules: Any) -> Rules:
    """A rule set that nobody plays."""
    base = {"format": 1, "key": key, "names": texts("Odd"), "source": "made up", "verified": False, "why": texts("Odd")}
    return {**base, "sums": [-100000, 100000], **rules}


def penalty(**fields: Any) -> Rules:
    return {"kind": "adjustment", "article": "1", "names": texts("Late"), "notes": texts("Late."), **fields}


# Every amount of a rule set is another number, so that none can stand for another.
ODD: list[Rules] = [
    odd(
        "odd-table",
        doubles=True,
        ladder=["PC8", ["S6", "A9"], "S10", "PM", "GM", "TR8", "S12"],
        lines={
            "PC8": {"declarers": [1, 2], "made": [5, 9, 11], "lost": 6, "under": 2, "opp": 3, "opp_under": 1},
            "S6": {"made": 4, "over": 3, "over_to": 8, "lost": 5, "under": 1, "opp": 2, "opp_under": 4, "doubles": 1},
            "A9": {"made": 20, "lost": 7, "opp": 5, "trump": "none"},
            "S10": {"made": 21, "over": 6, "lost": 23, "opp": 0, "opp_under": 8, "trump": "any"},
            "PM": {"declarers": [1, 2, 3, 4], "made": 10, "lost": 11, "opp": [3, 5, 6, 8]},
            "GM": {"declarers": [1, 2, 3], "made": 30, "lost": 31, "opp": 13, "doubles": 2},
            "TR8": {"made": 16, "lost": 0, "opp": 14},
            "S12": {"made": [100, 150], "lost": 90, "opp": 33},
        },
        jury=["S12", "PM"],
        all13={"mode": "double", "contracts": ["PC8", "S6"]},
        penalties={
            "late": penalty(player=[-10, -5], others=2, to="opponents", article="10.2"),
            "wrong": penalty(kind="ruling", effect="lost", article="9"),
            "again": penalty(player=-3, borrowed=True, article="9"),
        },
    ),
    odd(
        "odd-shared",
        settle="shared",
        doubles=True,
        ladder=["PC9", "TR9", "S7", "PIC", "GM"],
        lines={
            "PC9": {"declarers": [1, 2], "made": 5, "over": 2, "over_to": 11, "lost": 7, "under": 3},
            "TR9": {"made": [6, 8], "lost": 9, "under": 1, "doubles": 1},
            "S7": {"made": 4, "over": 1, "lost": 3, "under": 2},
            "PIC": {"declarers": [1, 2, 3, 4], "made": 10, "lost": 13},
            "GM": {"declarers": [1, 3], "made": 12, "lost": 17, "doubles": 1},
        },
        all13={"mode": "double", "contracts": ["PC9", "S7"]},
    ),
    odd(
        "odd-pairs",
        settle="shared",
        together="together",
        doubles=True,
        ladder=["PC8", "PM", "P2", "A9"],
        lines={
            "PC8": {"made": 5, "over": 2, "lost": 7, "under": 3},
            "PM": {"declarers": [1, 2], "made": 10, "lost": 13, "doubles": 1},
            "P2": {"declarers": 2, "made": 8, "lost": 9},
            "A9": {"made": 15, "lost": 14},
        },
        all13={"mode": "flat", "points": 40, "contracts": ["PC8", "A9"]},
    ),
    odd(
        "odd-threes",
        together="together",
        ladder=["PM", "GM"],
        lines={
            "PM": {"declarers": [1, 2, 3], "made": 10, "lost": 13, "opp": 4, "doubles": 1},
            "GM": {"declarers": [1, 2, 3], "made": 21, "lost": 22, "opp": 6},
        },
    ),
]

# Deals that are as they should be, at the edges of what can be written.
FURTHER: list[tuple[str, str, Deal]] = [
    ("seats-in-any-order", "iwwa-2025", {"contract": "PC8", "declarers": [5, 2], "tricks": 9, "seats": [5, 2, 4, 1]}),
    ("three-lost-uncounted", "iwwa-2025",
     {"contract": "PM", "declarers": [1, 2, 3], "tricks": {"1": "lost", "2": "lost", "3": "lost"}}),
    ("all-twelve", "iwwa-2025", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 12, "2": 0}}),
    ("eleven-and-uncounted", "iwwa-2025", {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 11, "2": "lost"}}),
    ("four-and-all-tricks", "wallonia",
     {"contract": "PIC", "declarers": [1, 2, 3, 4], "tricks": {"1": 1, "2": 1, "3": "lost", "4": 11}}),
    ("nine-doubles", "flanders", {"contract": "TR8", "declarers": [1, 3], "tricks": 13, "doubles": 9}),
    ("most-points", "points-only", {"points": {"1": 1000000, "2": -1000000, "3": 0, "4": 7}}),
    ("other-seats", "points-only", {"points": {"5": 3, "2": -1, "3": -1, "4": -1}, "seats": [2, 3, 4, 5]}),
    *((f"trump-{trump}", "iwwa-2025", {"contract": "S13", "declarers": [1], "tricks": 13, "trump": trump})
      for trump in ("H", "D", "C", "S", "NT")),
]  # fmt: skip

_LINES: Rules = {
    "PC8": {"declarers": [2], "made": 7, "lost": 10, "trump": "suit", "over": 3, "opp": 4},
    "PM": {"declarers": [1], "made": 18, "lost": 19, "trump": "none", "opp": 12},
    "S13": {"declarers": [1], "made": 150, "lost": 151, "trump": "any", "opp": 100},
}
_TINY = odd(
    "tiny", points_only=False, settle="table", together="each", doubles=False, ladder=["PC8", "PM", "S13"],
    lines=_LINES, jury=["S13"], all13={"mode": "flat", "points": 30, "contracts": ["PC8"]}, sums=[0, 9],
    penalties={"late": penalty(player=[-5, -5], others=0, to="others", effect="none", borrowed=False)},
)  # fmt: skip
_BARE = {**_TINY, "jury": [], "all13": {"mode": "none"}, "penalties": {}}
_POINTS = {**_BARE, "points_only": True, "ladder": [], "lines": {}, "sums": "free"}


def at(rules: Rules, path: str, value: object) -> Rules:
    """A copy with another value at a path; without the field if the value is None."""
    name, _, rest = path.partition("/")
    if rest:
        return {**rules, name: at(rules.get(name, {}), rest, value)}
    others = {field: old for field, old in rules.items() if field != name or value is not None}
    return others if value is None else {**others, name: value}


def less(rules: Rules, *paths: str) -> Rules:
    for path in paths:
        rules = at(rules, path, None)
    return rules


# A rule set, and the same in its normal form.
WAYS_TO_WRITE: list[tuple[Rules, Rules]] = [
    (less(_TINY, "points_only", "settle", "together", "doubles"), _TINY),
    (less(_TINY, "lines/PC8/declarers", "lines/PM/trump", "lines/S13/trump", "lines/PC8/trump"), _TINY),
    (less(_TINY, "penalties/late/others", "penalties/late/to", "penalties/late/effect", "penalties/late/borrowed"),
     _TINY),
    (less(_BARE, "jury", "all13", "penalties"), _BARE),
    (at(at(_TINY, "lines/PC8/made", [7]), "lines/PM/opp", [12]), _TINY),
    (at(at(_TINY, "lines/PC8/declarers", 2), "penalties/late/player", -5), _TINY),
    (at(at(_TINY, "lines/PC8/under", 0), "lines/PC8/opp_under", 0), _TINY),
    (at(_TINY, "sums", 9), at(_TINY, "sums", [9, 9])),
    (at(_TINY, "ladder", [["PC8"], "PM", ["S13"]]), _TINY),
    (at(_TINY, "ladder", ["PM", ["S13", "PC8"]]), at(_TINY, "ladder", ["PM", ["S13", "PC8"]])),
    (at(at(_TINY, "jury", ["S13", "PC8", "S13"]), "all13/contracts", ["S13", "PC8"]),
     at(at(_TINY, "jury", ["PC8", "S13"]), "all13/contracts", ["PC8", "S13"])),
    (at(_TINY, "lines/PC8/names", texts("Ensemble")), at(_TINY, "lines/PC8/names", texts("Ensemble"))),
    (at(_TINY, "penalties/late/player", [-1000, 0]), at(_TINY, "penalties/late/player", [-1000, 0])),
    (at(_TINY, "lines/PC8/made", 100000), at(_TINY, "lines/PC8/made", 100000)),
    (at(_TINY, "lines/PC8/made", [1, 2, 3, 4, 5, 6]) | {"lines": {**_LINES, "PC8": {
        "declarers": [2], "made": [1, 2, 3, 4, 5, 6], "lost": 10, "opp": 4}}},
     at(_TINY, "lines/PC8", {"declarers": [2], "made": [1, 2, 3, 4, 5, 6], "lost": 10, "opp": 4, "trump": "suit"})),
    *((at(_TINY, path, value), at(_TINY, path, value)) for path, value in [
        ("sums", [-78_400_000, 78_400_000]), ("key", "x" * 40), ("key", "a"), ("source", "x" * 600),
        ("lines/PC8/over_to", 8), ("lines/PC8/over_to", 13), ("lines/PC8/doubles", 9), ("penalties/late/others", 1000),
        ("source", "\u00e9\U0001f600 \u2028"),
    ]),
    (less(_POINTS, "ladder", "jury", "all13", "penalties", "lines"), _POINTS),
    (_POINTS, _POINTS),
]  # fmt: skip


_AMOUNTS = {"made": 1, "lost": 2, "opp": 3}


def usual(contract: str) -> Rules:
    """The line of a contract with what is usual for it."""
    trump = "none" if contract in PERSONAL else "any" if contract in ("S12", "S13") else "suit"
    return {"declarers": [2 if contract.startswith(("PC", "TR")) else 1], "trump": trump, **_AMOUNTS}


_EVERY = {**_BARE, "ladder": ALL_CONTRACTS}
WAYS_TO_WRITE.append(
    (
        {**_EVERY, "lines": dict.fromkeys(ALL_CONTRACTS, _AMOUNTS)},
        {**_EVERY, "lines": {contract: usual(contract) for contract in ALL_CONTRACTS}},
    )
)


def faulty() -> Iterator[tuple[str, str, Rules]]:
    """Where the only fault of a rule set is, its code (or codes, if it has more there), and the rule set."""
    for path, code, value in _FAULTS:
        yield path.replace("/", "."), code, at(_TINY, path, value)
    for path in ("format", "key", "names", "source", "verified", "why", "sums", "lines/PC8/made",
                 "lines/PC8/lost", "lines/PC8/opp", "all13/points", "penalties/late/kind", "penalties/late/article",
                 "penalties/late/names", "penalties/late/notes"):  # fmt: skip
        yield path.replace("/", "."), "missing", less(_TINY, path)
    for path, code, rules in _OTHERS:
        yield path, code, rules


_SHARED = less(at(_TINY, "settle", "shared"), "lines/PC8/opp", "lines/PM/opp", "lines/S13/opp")
_TOGETHER = at(_TINY, "together", "together")
_LATE = _TINY["penalties"]["late"]


def only(contract: str, declarers: int) -> Rules:
    """A rule set of one contract with this number of declarers."""
    return {**_BARE, "ladder": [contract], "lines": {contract: {**_AMOUNTS, "declarers": declarers}}}


_FAULTS: list[tuple[str, str, Any]] = [
    *(("format", code, value) for code, value in (("not_whole", "1"), ("out_of_range", 0), ("out_of_range", 2))),
    *(("key", code, value) for code, value in (("bad_key", "Tiny"), ("bad_key", "a_b"), ("bad_key", "x" * 41))),
    *((f"lines/PC8/{name}", "out_of_range", bad) for name in ("made", "lost", "over", "opp") for bad in (-1, 100001)),
    *((f"lines/PC8/{name}", "not_whole", 1.5) for name in ("made", "lost", "over", "under", "opp", "doubles")),
    *(("lines/PC8/over_to", "out_of_range", bad) for bad in (7, 14)),
    *(("lines/PC8/doubles", "out_of_range", bad) for bad in (-1, 10)),
    ("lines/PC8/made", "empty", []),
    ("lines/PC8/opp", "one_amount", [4, 5]),
    ("lines/PM/made", "one_amount", [18, 19]),
    ("lines/PM/opp", "opp_per_failure", [12, 13]),
    ("lines/PM/trump", "trump_personal", "suit"),
    ("lines/PM/declarers", "not_rising", [2, 1]),
    ("lines/PM/declarers", "not_rising", [1, 1]),
    *(("lines/PM/declarers", "out_of_range", bad) for bad in (0, 5)),
    *(("lines/PC8/declarers", "declarers_not_allowed", bad) for bad in (3, [2, 3])),
    ("lines/S13/declarers", "declarers_not_allowed", 2),
    *((f"lines/PM/{name}", "not_personal", 1) for name in ("under", "opp_under", "over")),
    ("lines/S13/made", "too_many", [1, 2]),
    ("lines/S13/over_to", "over_to_alone", 13),
    ("lines/PC8/trump", "not_choice", "hearts"),
    ("lines/PC8/also", "unknown_field", 1),
    ("lines/PC8/names", "not_texts", "Ensemble"),
    ("lines/PC7", "unknown_contract", {}),
    ("lines/S12", "not_in_ladder", {"made": 1, "lost": 1, "opp": 1}),
    ("ladder", "no_line", ["PC8", "PM", "S13", "S12"]),
    ("ladder", "twice", ["PC8", ["PM", "PC8"], "S13"]),
    ("jury", "no_line", ["S12"]),
    *(("jury", "not_list", bad) for bad in ("S13", [1])),
    ("all13/contracts", "no_line", ["S12"]),
    ("all13/contracts", "all13_personal", ["PM"]),
    ("all13/points", "out_of_range", -1),
    ("all13/also", "unknown_field", 1),
    *(("sums", "not_least_most", bad) for bad in ([9, 0], [1, 2, 3])),
    *(("sums", "out_of_range", bad) for bad in ([-78_400_001, 0], [0, 78_400_001])),
    *(("sums", code, bad) for code, bad in (("empty", []), ("not_whole", "free"))),
    *((name, "not_flag", "yes") for name in ("verified", "points_only", "doubles", "penalties/late/borrowed")),
    *(("settle", "not_choice", bad) for bad in ("tables", 1)),
    ("together", "not_choice", "both"),
    *(("source", code, bad) for code, bad in (
        ("not_text", 1), ("not_text", " "), ("too_long", "x" * 601), ("bad_character", "a\nb"))),
    ("names", "not_texts", ["Tiny"]),
    ("names", "unknown_language", {**texts("Tiny"), "de": "Winzig"}),
    ("names", "language_missing", {"nl": "Klein", "fr": "Petit"}),
    ("why", "not_text", texts("")),
    ("also", "unknown_field", 1),
    ("penalties", "not_table", 3),
    ("penalties/Late", "bad_key", _LATE),
    ("penalties", "too_many_penalties", {f"late-{number}": _LATE for number in range(61)}),
    ("penalties/late/effect", "effect_of_ruling", "lost"),
    ("penalties/late/kind", "not_choice", "fine"),
    ("penalties/late/to", "not_choice", "all"),
    *(("penalties/late/player", "out_of_range", bad) for bad in (1, -1001)),
    *(("penalties/late/others", "out_of_range", bad) for bad in (-1, 1001)),
    ("penalties/late/also", "unknown_field", 1),
]  # fmt: skip
_OTHERS: list[tuple[str, str, Rules]] = [
    *((f"lines.PC8.{name}", "not_shared", at(_SHARED, f"lines/PC8/{name}", 1)) for name in ("opp", "opp_under")),
    ("lines.PM.declarers", "declarers_not_allowed", at(_TOGETHER, "lines/PM/declarers", [1, 4])),
    ("lines.PM.declarers", "declarers_not_allowed", at(at(_SHARED, "together", "together"), "lines/PM/declarers", 3)),
    ("lines.PM.over_to", "not_personal over_to_alone", at(_TINY, "lines/PM/over_to", 5)),
    *(
        (f"lines.{contract}.declarers", "declarers_not_allowed", only(contract, number))
        for contract, number in (("TR8", 1), ("TR9", 3), ("A9", 2), ("AT9", 2), ("S6", 2), ("S12", 2), ("PC13", 3))
    ),
    ("lines.PC8.over", "made_and_over", at(_TINY, "lines/PC8/made", [1, 2])),
    ("penalties.late.effect", "effect_of_ruling", at(_TINY, "penalties/late/kind", "ruling")),
    ("lines.PM.opp", "one_amount", at(at(_TOGETHER, "lines/PM/declarers", [1, 2]), "lines/PM/opp", [1, 2])),
    ("all13.points", "not_all13", at(_TINY, "all13/mode", "double")),
    ("all13.contracts", "not_all13", at(_BARE, "all13", {"mode": "none", "contracts": []})),
    ("all13.mode", "not_choice", at(_BARE, "all13", {"mode": "triple"})),
    ("ladder", "not_points_only", {**_POINTS, "ladder": ["PC8"]}),
    ("lines", "not_points_only", {**_POINTS, "lines": _LINES}),
    ("sums", "not_choice", {**_POINTS, "sums": [0, 9]}),
]


def rankings() -> Iterator[Rules]:
    """Requests to rank: each tie-break alone and in another order, shared places, nobody, and random ones."""
    every = ["contracts_made", "fewest_lost", "best_round", "best_deal", "lot"]
    yield rank([], every)
    yield rank([row(7, 0)], every)
    yield rank([row(1, 10), row(2, 30), row(3, 20), row(4, 20), row(5, -5), row(6, 20)], [])
    yield rank([row(1, 5, contracts_made=9), row(2, 6)], every)
    yield rank([row(2, 5, contracts_made=3), row(1, 5, contracts_made=4), row(3, 5)], ["contracts_made"])
    yield rank([row(1, 5, contracts_lost=3), row(2, 5, contracts_lost=1), row(3, 5)], ["fewest_lost"])
    best = [row(1, 5, rounds=[-9, None]), row(2, 5, rounds=[3, 8]), row(3, 5, rounds=[8, -99]), row(4, 5, rounds=[0])]
    yield rank([*best, row(5, 5, rounds=[]), row(6, 5, rounds=[None, None]), row(7, 5)], ["best_round"])
    deals = [row(1, 5, best_deal=-1), row(2, 5, best_deal=None), row(3, 5), row(4, 5, best_deal=30)]
    yield rank([*deals, row(5, 5, best_deal=0)], ["best_deal"])
    for seed in ("seed", "another", ""):
        yield rank([row(number, 0) for number in (1, 12, 2, 21, 3)], ["lot"], seed)
    lucky, steady = row(1, 5, contracts_made=1), row(2, 5, contracts_made=9, contracts_lost=3)
    yield rank([lucky, steady], ["contracts_made", "fewest_lost"])
    yield rank([lucky, steady], ["fewest_lost", "contracts_made"])
    made = [(9, 4), (7, 1), (7, 2), (7, 2), (6, 0)]
    rows = [row(at, 5, contracts_made=won, contracts_lost=lost) for at, (won, lost) in enumerate(made, 1)]
    yield rank([*rows, row(9, 3, contracts_made=7)], ["contracts_made", "fewest_lost"])
    for number in range(1, 7):
        chance = Random(f"ranking {number}")
        yield rank([random_row(at, chance) for at in range(1, 13)], chance.sample(every, number - 1), f"s{number}")


def rank(rows: list[Rules], tie_breaks: list[str], seed: str = "seed") -> Rules:
    return {"op": "rank", "rows": rows, "tie_breaks": tie_breaks, "seed": seed}


def row(number: int, points: int, **fields: Any) -> Rules:
    return {"number": number, "points": points, **fields}


def random_row(number: int, chance: Random) -> Rules:
    rounds = [chance.choice([None, *range(-2, 3)]) for _ in range(2)]
    best = chance.choice([None, -1, 0, 1])
    counts = {"contracts_made": chance.randrange(2), "contracts_lost": chance.randrange(2)}
    return row(number, chance.randrange(2), rounds=rounds, best_deal=best, **counts)


# What is sealed, each after the one before it.
SEALED: list[Any] = [
    {},
    [],
    None,
    [True, False, None],
    "",
    {"b": 1, "a": 2, "A": 3, "": 4},
    {"act": "record_deal", "facts": {"tricks": 9, "declarers": [1, 3]}, "at": "2026-03-14T13:30:00.000000+00:00"},
    [0, -1, 7, 1000000, -1000000, 9007199254740991, -9007199254740991],
    {"10": 1, "9": 2, "1": {"z": [], "y": {}}},
    "caf\u00e9, \u0141\u00f3d\u017a, \u20ac",
    "\U0001f0a1 \U0001f600",
    {"\uffff": 1, "\U0001f600": 2, "\u00e9": 3, "e": 4},  # by code point, not by UTF-16
    '" \\ / \b \f \n \r \t \u0000 \u001f \u007f \u0080',
    "<script>&'\u2028\u2029",
    "e\u0301 is not \u00e9",
    [[[[]]], [{}], {"a": {"b": {"c": [{"d": None}]}}}],
]
