"""A rule set as a TOML file laid out like the printed sheet: self-contained, and read back as an equal rule set."""

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from scoring.catalogue import LANGUAGES
from scoring.rules.lines import ContractLine
from scoring.rules.penalties import Penalty
from scoring.rules.rulesets import FORMAT, RuleSet

_WIDTH = 120

# The columns of the grid, the figures first.
_COLUMNS = ("made", "over", "over_to", "lost", "under", "opp", "opp_under", "doubles", "declarers", "trump", "names")

_PAYMENT = {
    "table": "# made, over, lost, under: each declarer. opp, opp_under: each opponent when it is lost.",
    "shared": "# What each opponent pays, or gets when it is lost; the declaring side shares the sum.",
}


def toml(ruleset: RuleSet) -> str:
    """The text of the file, ending in a newline."""
    blocks = [_head(ruleset), _ladder(ruleset), _options(ruleset), _all13(ruleset), _grid(ruleset)]
    blocks += [_table("why", _by_language(ruleset.why)), *map(_penalty, ruleset.penalties), *_bidding(ruleset)]
    return "\n\n".join(text for text in map("\n".join, blocks) if text) + "\n"


def _value(value: object) -> str:
    """One value: JSON strings, integers, booleans and lists of them are valid TOML too."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_fields(value)) + " }"
    return json.dumps(value, ensure_ascii=False)


def _fields(values: Mapping[str, object]) -> Iterator[str]:
    return (f"{name} = {_value(value)}" for name, value in values.items())


def _table(name: str, values: Mapping[str, object]) -> list[str]:
    return [f"[{name}]", *_fields(values)]


def _by_language(texts: Mapping[str, str]) -> dict[str, str]:
    return {language: texts[language] for language in LANGUAGES}


def _head(ruleset: RuleSet) -> Iterator[str]:
    return _fields(
        {
            "format": FORMAT,
            "key": ruleset.key,
            "source": ruleset.source,
            "verified": ruleset.verified,
            "names": _by_language(ruleset.names),
        }
    )


def _ladder(ruleset: RuleSet) -> Iterator[str]:
    """The ladder from low to high, wrapped over several lines; a rank is never split."""
    if ruleset.ladder:
        places = [_value(rank[0] if len(rank) == 1 else list(rank)) for rank in ruleset.ladder]
        unbroken = " ".join(f"{place},".replace(" ", "\N{NO-BREAK SPACE}") for place in places)
        yield "# From the lowest to the highest; contracts in brackets are equals."
        yield "ladder = ["
        yield from (f"  {line}".replace("\N{NO-BREAK SPACE}", " ") for line in wrap(unbroken, _WIDTH - 2))
        yield "]"


def _options(ruleset: RuleSet) -> Iterator[str]:
    """The options of settlement; for a points-only rule set only those that are not the default."""
    chosen = {"settle": ruleset.settle, "together": ruleset.together, "doubles": ruleset.doubles}
    if ruleset.points_only:
        usual = {"settle": "table", "together": "each", "doubles": False}
        chosen = {name: value for name, value in chosen.items() if value != usual[name]}
        yield from _fields({"points_only": True, **chosen, "sums": "free"})
    else:
        jury = [key for key in ruleset.lines if key in ruleset.jury]
        yield from _fields({**chosen, "jury": jury})
        yield "# The least and the most that the four together can have of a deal."
        yield from _fields({"sums": list(ruleset.sums or ())})


def _all13(ruleset: RuleSet) -> list[str]:
    if ruleset.points_only and ruleset.all13.mode == "none":
        return []
    return _table("all13", ruleset.all13.to_dict())


def _grid(ruleset: RuleSet) -> Iterator[str]:
    """One line per contract in the order of the ladder, with its figures in columns."""
    if ruleset.lines:
        rows = [_cells(line) for line in ruleset.lines.values()]
        named = max(map(len, ruleset.lines))
        yield _PAYMENT[ruleset.settle]
        yield "[lines]"
        for key, row in zip(ruleset.lines, _align(rows), strict=True):
            yield f"{key.ljust(named)} = {{ {row} }}"


def _cells(line: ContractLine) -> list[str]:
    """One text per column, empty for a default value."""
    data = line.to_dict()
    usual = {"declarers": list(line.contract.declarers), "trump": line.contract.trump}
    changed = {name: value for name, value in data.items() if value != usual.get(name)}
    return [f"{name} = {_value(changed[name])}" if name in changed else "" for name in _COLUMNS]


def _align(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """The rows as text with aligned columns; a comma follows every cell but the last."""
    ended = [list(_with_commas(row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*ended, strict=True)]
    for row in ended:
        yield " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True) if width).rstrip()


def _with_commas(cells: Sequence[str]) -> Iterator[str]:
    last = max(at for at, cell in enumerate(cells) if cell)
    yield from (f"{cell}," if cell and at < last else cell for at, cell in enumerate(cells))


def _penalty(penalty: Penalty) -> list[str]:
    """A table with the fields that are not at their default, one with the notes, one with the offences if any."""
    points = penalty.least if penalty.least == penalty.most else [penalty.least, penalty.most]
    data = penalty.to_dict() | {"player": points}
    usual = {"player": 0, "others": 0, "to": "others", "effect": "none", "borrowed": False}
    apart = ("names", "notes", "offences")
    changed = {name: value for name, value in data.items() if name not in apart and value != usual.get(name)}
    changed["names"] = _by_language(penalty.names)
    name = f"penalties.{penalty.key}"
    offences = {key: _by_language(names) for key, names in penalty.offences.items()}
    return [
        *_table(name, changed),
        *_table(f"{name}.notes", _by_language(penalty.notes)),
        *(_table(f"{name}.offences", offences) if offences else []),
    ]


def _bidding(ruleset: RuleSet) -> list[list[str]]:
    """What the regulation says of bidding, a line per topic."""
    if ruleset.bidding is None:
        return []
    data = ruleset.bidding.to_dict()
    says = data.pop("says")
    return [_table("bidding", data), _table("bidding.says", says if isinstance(says, Mapping) else {})]
