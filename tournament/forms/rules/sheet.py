"""The grid of a rule set and the fields beside it, as the texts in the form for the rules; both ways.

A text has the name of its figure's place in a rule set (`lines.PC9.made`), so that a fault found there names the field
it belongs to.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from scoring import RuleSet
from scoring.errors import RuleSetFault, quote
from scoring.game.contracts import CONTRACTS, Contract
from scoring.points.amounts import players
from scoring.rules.lines import ContractLine
from tournament.forms.rules import figures

Texts = dict[str, str]

TICKED = "on"
SETTLING = ("settle", "together", "doubles", "all13.mode", "all13.points")
# The columns in the order of the paper; `asked` gives those of one contract.
COLUMNS = (
    "place",
    "declarers",
    "made",
    "over",
    "over_to",
    "all13",
    "lost",
    "under",
    "opp",
    "opp_under",
    "jury",
    "doubles",
    "trump",
)
# A contract in which each declarer has their own target has none of these.
_OF_A_SIDE = ("over", "over_to", "all13", "under", "opp_under", "trump")
_LOSSES = ("lost", "under")
_WHOLE = ("over", "over_to", "lost", "under", "opp_under", "doubles")
_LISTS = ("made", "opp")
# Where opponents pay, what they get has no column of its own.
_OF_A_TABLE = ("opp", "opp_under")


def asked(contract: Contract) -> tuple[str, ...]:
    """The columns in which this contract has a field."""
    left_out = _OF_A_SIDE if contract.kind == "personal" else ()
    fixed = ("declarers",) if len(contract.allowed) == 1 else ()
    return tuple(column for column in COLUMNS if column not in (*left_out, *fixed))


def names() -> Iterator[str]:
    """The names of all fields of the grid and beside it, including those of contracts that are not played."""
    yield from SETTLING
    for contract in CONTRACTS.values():
        yield from (f"lines.{contract.key}.{column}" for column in asked(contract))


# --- A rule set as texts ----------------------------------------------------------------------------------------


def texts_of(ruleset: RuleSet) -> Texts:
    """The texts that the form shows for a rule set; empty fields and unticked boxes are left out."""
    all13 = ruleset.all13
    texts: Texts = {"settle": ruleset.settle, "together": ruleset.together, "all13.mode": all13.mode}
    texts["doubles"] = TICKED if ruleset.doubles else ""
    texts["all13.points"] = figures.shown(all13.points) if all13.mode == "flat" else ""
    for place, rank in enumerate(ruleset.ladder, 1):
        for key in rank:
            texts |= {f"lines.{key}.{column}": text for column, text in _line_texts(ruleset, key, place).items()}
    return {name: text for name, text in texts.items() if text}


def _line_texts(ruleset: RuleSet, key: str, place: int) -> Texts:
    line = ruleset.lines[key]
    texts = {
        "place": str(place),
        "declarers": players(line.declarers),
        "all13": TICKED if key in ruleset.all13.contracts else "",
        "jury": TICKED if key in ruleset.jury else "",
        "trump": line.trump,
        "lost": figures.shown(line.lost),
        **{column: figures.shown(getattr(line, column)) for column in _LISTS},
        **{column: figures.shown(getattr(line, column) or None) for column in _WHOLE if column != "lost"},
    }
    return {column: texts[column] for column in asked(line.contract)}


# --- Texts as the data of a rule set ----------------------------------------------------------------------------


def data_of(texts: Mapping[str, str], start: RuleSet) -> tuple[dict[str, Any], list[RuleSetFault]]:
    """What was typed, as the data that `RuleSet.from_dict` reads, and the faults that such data could not show.

    `start` is the rule set that the form showed: what the form does not ask is copied from it.
    """
    ladder, faults = _ladder(texts, start)
    played = [key for rank in ladder for key in rank]
    shared = texts.get("settle") == "shared"
    data = {
        "settle": texts.get("settle", ""),
        "together": texts.get("together", ""),
        "doubles": bool(texts.get("doubles")),
        "ladder": ladder,
        "lines": {key: _line(CONTRACTS[key], texts, start.lines.get(key), shared=shared) for key in played},
        "jury": [key for key in played if texts.get(f"lines.{key}.jury")],
        "all13": _all13(texts, played),
    }
    return data, faults


def _ladder(texts: Mapping[str, str], start: RuleSet) -> tuple[list[list[str]], list[RuleSetFault]]:
    """The contracts that have a place, from low to high; equal ones keep their order."""
    ranks: dict[float, list[str]] = {}
    faults = []
    for key in dict.fromkeys((*start.lines, *CONTRACTS)):
        typed = texts.get(f"lines.{key}.place", "").strip()
        place = figures.place(typed)
        if place is not None:
            ranks.setdefault(place, []).append(key)
        elif typed not in figures.DASHES:
            faults.append(RuleSetFault(f"lines.{key}.place", "not_place", {"given": quote(typed)}))
        elif key not in start.lines and _begun(key, texts):
            faults.append(RuleSetFault(f"lines.{key}.place", "missing", {}))
    return [ranks[place] for place in sorted(ranks)], faults


def _begun(key: str, texts: Mapping[str, str]) -> bool:
    """Whether amounts were typed for a contract: without a place they would be lost."""
    return any(texts.get(f"lines.{key}.{column}", "").strip() for column in (*_LISTS, *_WHOLE))


def _line(
    contract: Contract, texts: Mapping[str, str], original: ContractLine | None, *, shared: bool
) -> dict[str, Any]:
    def typed(column: str) -> str:
        return texts.get(f"lines.{contract.key}.{column}", "") if column in asked(contract) else ""

    data: dict[str, Any] = {column: figures.figures(typed(column)) for column in _LISTS}
    data |= {column: figures.figure(typed(column), "−" if column in _LOSSES else "+") for column in _WHOLE}
    data["declarers"] = figures.declarers(typed("declarers")) if typed("declarers") else list(contract.declarers)
    data["trump"] = typed("trump") or contract.trump
    data["names"] = dict(original.names) if original and original.names else None
    if shared:
        data |= dict.fromkeys(_OF_A_TABLE)
    return {name: value for name, value in data.items() if value is not None}


def _all13(texts: Mapping[str, str], contracts: list[str]) -> dict[str, Any]:
    mode = texts.get("all13.mode", "")
    data: dict[str, Any] = {"mode": mode}
    points = figures.figure(texts.get("all13.points", ""))
    if mode == "flat" and points is not None:
        data["points"] = points
    if mode in ("flat", "double"):
        data["contracts"] = [
            key for key in contracts if CONTRACTS[key].kind == "team" and texts.get(f"lines.{key}.all13")
        ]
    return data
