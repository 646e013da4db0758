"""The parts of a rule set, as a person compares them with a printed sheet: each line of the grid, then the rest.

A part contains figures and rules only.  The source, whether it was verified and the names of contracts do not affect
how a deal is scored, and the declared sums follow from the figures.  The texts of a penalty do count: for a house rule
they are the rule.
"""

from collections.abc import Collection, Mapping

from scoring import words
from scoring.game.contracts import CONTRACTS
from scoring.rules.lines import ContractLine
from scoring.rules.penalties import Penalty
from scoring.rules.rulesets import RuleSet
from scoring.sealing import canonical

LADDER, SETTLE, ALL13, JURY, PENALTIES = "ladder", "settle", "all13", "jury", "penalties"

# Value by field, JSON-serialisable; for the penalties, the fields by the penalty's key.
Content = Mapping[str, object]


def content(ruleset: RuleSet) -> dict[str, Content]:
    """The content of each part, JSON-serialisable: the lines by contract key, from low to high, then five other parts.

    A points-only rule set has nothing but the penalties.
    """
    penalties = {penalty.key: _penalty(penalty) for penalty in ruleset.penalties}
    if ruleset.points_only:
        return {PENALTIES: penalties}
    return {
        **{key: _line(line) for key, line in ruleset.lines.items()},
        LADDER: {"ladder": [_known(rank) for rank in ruleset.ladder]},
        SETTLE: {"settle": ruleset.settle, "together": ruleset.together, "doubles_told": ruleset.doubles},
        ALL13: _all13(ruleset),
        JURY: {"contracts": _known(ruleset.jury)},
        PENALTIES: penalties,
    }


def parts(ruleset: RuleSet) -> dict[str, str]:
    """The parts in the order of the sheet, each with its content as canonical JSON: same text, same rules."""
    return {part: canonical(values) for part, values in content(ruleset).items()}


def is_part(name: str) -> bool:
    """Whether a rule set may have a part of this name."""
    return name in CONTRACTS or name in (LADDER, SETTLE, ALL13, JURY, PENALTIES)


def part_name(part: str, ruleset: RuleSet | None, lang: str) -> str:
    """The name of a part; a contract is called what the rule set calls it.  Raises KeyError for an unknown part."""
    return words.contract(part, lang, ruleset) if part in CONTRACTS else words.text(f"part.{part}", lang)


def _known(keys: Collection[str]) -> list[str]:
    """The contracts in a fixed order: among equals, or in an inventory, the order has no meaning."""
    return [key for key in CONTRACTS if key in keys]


def _line(line: ContractLine) -> Content:
    return {
        "declarers": list(line.declarers),
        "made": list(line.made),
        "over": line.over,
        "over_to": line.over_to,
        "lost": line.lost,
        "under": line.under,
        "opp": list(line.opp),
        "opp_under": line.opp_under,
        "doubles": line.doubles,
        "trump": line.trump,
    }


def _all13(ruleset: RuleSet) -> Content:
    all13 = ruleset.all13
    return {
        "mode": all13.mode,
        "points": all13.points if all13.mode == "flat" else None,
        "contracts": _known(all13.contracts),
    }


def _penalty(penalty: Penalty) -> Content:
    return {
        "kind": penalty.kind,
        "player": [penalty.least, penalty.most],
        "others": penalty.others,
        "to": penalty.to,
        "effect": penalty.effect,
        "article": penalty.article,
        "names": penalty.names,
        "notes": penalty.notes,
        **({"offences": penalty.offences} if penalty.offences else {}),
    }
