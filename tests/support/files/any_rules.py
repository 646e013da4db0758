"""Rule sets as nobody would think of them, and yet valid: what hypothesis draws."""

from typing import Any

from hypothesis import strategies as st

from scoring import RuleSet
from scoring.game.contracts import ALL_TRICKS, CONTRACTS, Contract
from scoring.words import LANGUAGES

AMOUNTS = st.one_of(st.integers(0, 60), st.integers(0, 100_000))

# What a file could stumble over, among all else that may be printed.
_HARD = st.sampled_from("\"'\\#={}[],.\u2028\u00a0\N{GRINNING FACE}é–")
_CHARACTERS = st.one_of(_HARD, st.characters(exclude_categories=["Cc", "Cs"]))
_TEXTS = st.text(_CHARACTERS, min_size=1, max_size=24).filter(str.strip)

_WORDS = st.fixed_dictionaries(dict.fromkeys(LANGUAGES, _TEXTS))
_SLUGS = st.text("abcxyz019-", min_size=1, max_size=40)


def _subset(options: list[Any], least: int = 0) -> st.SearchStrategy[list[Any]]:
    if not options:
        return st.just([])
    return st.lists(st.sampled_from(options), unique=True, min_size=least, max_size=len(options))


@st.composite
def _line(draw: st.DrawFn, contract: Contract, settle: str, together: str) -> dict[str, Any]:
    team = contract.kind == "team"
    side = team or together == "together"
    allowed = [n for n in contract.allowed if not side or n < (3 if settle == "shared" else 4)]
    declarers = sorted(draw(_subset(allowed, 1)))
    line: dict[str, Any] = {"declarers": declarers, "lost": draw(AMOUNTS), "doubles": draw(st.integers(0, 9))}
    line["made"] = draw(AMOUNTS)
    if team:
        line["trump"] = draw(st.sampled_from(["suit", "any", "none"]))
        line |= {"under": draw(AMOUNTS), "made": draw(st.one_of(AMOUNTS, _list(ALL_TRICKS + 1 - contract.target)))}
        if isinstance(line["made"], int) and (over := draw(AMOUNTS)):
            line |= {"over": over, "over_to": draw(st.integers(contract.target, ALL_TRICKS))}
    if settle == "table":
        line["opp"] = draw(AMOUNTS if side else st.one_of(AMOUNTS, _list(declarers[-1], declarers[-1])))
        line |= {"opp_under": draw(AMOUNTS)} if team else {}
    return line | ({"names": draw(_WORDS)} if draw(st.booleans()) else {})


def _list(most: int, least: int = 1) -> st.SearchStrategy[list[int]]:
    return st.lists(AMOUNTS, min_size=least, max_size=most)


@st.composite
def _penalty(draw: st.DrawFn) -> dict[str, Any]:
    ruling = draw(st.booleans())
    return {
        "kind": "ruling" if ruling else "adjustment",
        "effect": draw(st.sampled_from(["made", "lost", "annulled", "no_result"])) if ruling else "none",
        "article": draw(_TEXTS),
        "names": draw(_WORDS),
        "notes": draw(_WORDS),
        "player": sorted(draw(st.lists(st.integers(-1000, 0), min_size=1, max_size=2))),
        "others": draw(st.integers(0, 1000)),
        "to": draw(st.sampled_from(["others", "opponents"])),
        "borrowed": draw(st.booleans()),
    }


@st.composite
def _grid(draw: st.DrawFn, most: int) -> dict[str, Any]:
    settle, together = draw(st.sampled_from(["table", "shared"])), draw(st.sampled_from(["each", "together"]))
    keys = draw(st.lists(st.sampled_from(list(CONTRACTS)), unique=True, min_size=1, max_size=most))
    ladder: list[list[str]] = []
    for key in keys:
        equal: bool = draw(st.booleans())
        if ladder and equal:
            ladder[-1].append(key)
        else:
            ladder.append([key])
    mode = draw(st.sampled_from(["none", "flat", "double"]))
    all13: dict[str, Any] = {"mode": mode}
    if mode != "none":
        all13["contracts"] = draw(_subset([key for key in keys if CONTRACTS[key].kind == "team"]))
    return {
        "settle": settle,
        "together": together,
        "doubles": draw(st.booleans()),
        "ladder": ladder,
        "lines": {key: draw(_line(CONTRACTS[key], settle, together)) for key in keys},
        "jury": draw(_subset(keys)),
        "all13": all13 | ({"points": draw(AMOUNTS)} if mode == "flat" else {}),
        "sums": sorted(draw(st.lists(st.integers(-5000, 5000), min_size=2, max_size=2))),
    }


@st.composite
def any_rules(draw: st.DrawFn, most: int = 8) -> RuleSet:
    """A rule set of at most `most` contracts; now and then without any."""
    grid = st.just({"points_only": True, "sums": "free"}) if draw(st.integers(0, 9)) == 0 else _grid(most)
    data: dict[str, Any] = {
        "format": 1,
        "key": draw(_SLUGS),
        "names": draw(_WORDS),
        "source": draw(_TEXTS),
        "verified": draw(st.booleans()),
        "why": draw(_WORDS),
        "penalties": draw(st.dictionaries(_SLUGS, _penalty(), max_size=3)),
    }
    return RuleSet.from_dict(data | draw(grid))
