"""The rule set: which contracts are played, how they rank, and the grid of what they are worth.

A rule set is immutable data.  It is read from a dictionary (a TOML file with `extends` resolved, or the copy an event
keeps) and can be written back to the same dictionary.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple, cast

from scoring.errors import FaultyRuleSetError, RuleSetFault, quote
from scoring.game.contracts import ALL_TRICKS, CONTRACTS
from scoring.rules.bidding import Bidding, read_bidding
from scoring.rules.lines import ContractLine, Settlement, Together, read_line
from scoring.rules.penalties import MAX_PENALTIES, Penalty, read_penalty
from scoring.rules.reading import MAX_WHOLE, RuleSetReader, is_slug
from scoring.sealing import canonical, chained

FORMAT = 1

_MAX_FAULTS = 500

# All four players get the maximum for the contract and for each trick: once, once more for all 13 tricks, and once more
# for each doubling: up to nine in the contract itself and three announced with the result.
_MAX_SUM = 4 * (1 + ALL_TRICKS) * MAX_WHOLE * (1 + 1 + 9 + 3)


@dataclass(frozen=True, slots=True)
class AllTricks:
    """What a declaring side gets for all 13 tricks in one of `contracts`.

    The mode is `none` (nothing extra), `flat` (`points` instead of the contract's value) or `double` (one doubling).
    """

    mode: Literal["none", "flat", "double"]
    points: int = 0
    contracts: frozenset[str] = frozenset()

    def to_dict(self) -> dict[str, object]:
        """As data that `RuleSet.from_dict` accepts under `all13`."""
        data: dict[str, object] = {"mode": self.mode}
        if self.mode == "flat":
            data["points"] = self.points
        if self.mode != "none":
            data["contracts"] = [key for key in CONTRACTS if key in self.contracts]
        return data


class PointSums(NamedTuple):
    """The minimum and maximum of the sum of the four seats' points in one deal."""

    minimum: int
    maximum: int


class SettledPoints(NamedTuple):
    """One cell of the grid: the points of a declarer who made the contract, of one who failed, and of an opponent."""

    maker: int
    failed: int
    opponent: int


@dataclass(frozen=True)
class RuleSet:
    """A rule set: what the files of `rulesets/` say, with all defaults filled in.

    `settle` says who pays: `table` (the made, lost and opponents' columns each as printed; the sum may be anything) or
    `shared` (an amount is what each opponent pays or gets, and the declaring side shares the sum).  `together` says how
    several declarers of a personal contract are scored: `each` alone, or `together`: made only if each makes it.  With
    `points_only` there are no contracts: whole numbers are entered.  `doubles` says whether a result may contain
    announced doubles; `jury` holds the contracts that need the jury before play.  `sums` is None when any sum is
    possible.  `source` cites titles, dates and addresses in their own language, the same for all readers.  `bidding` is
    None in rule sets that say nothing of it (see `auction.bidding_of`); it has no bearing on points.
    """

    key: str
    names: Mapping[str, str]
    source: str
    verified: bool
    why: Mapping[str, str]
    points_only: bool
    settle: Settlement
    together: Together
    doubles: bool
    ladder: tuple[tuple[str, ...], ...]
    lines: Mapping[str, ContractLine]
    jury: frozenset[str]
    all13: AllTricks
    sums: PointSums | None
    penalties: tuple[Penalty, ...]
    bidding: Bidding | None = None
    points_cache: dict[tuple[str, int, int, int], SettledPoints] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> "RuleSet":
        """The rule set in this data, in which `extends` is already resolved.

        Raises FaultyRuleSet with every fault, up to 500: nobody would read more.
        """
        faults: list[RuleSetFault] = []
        ruleset = _read(cls, RuleSetReader(data, "", faults))
        if faults:
            raise FaultyRuleSetError(faults[:_MAX_FAULTS])
        return ruleset

    def to_dict(self) -> dict[str, object]:
        """The rule set as JSON-serialisable data, from which `from_dict` makes an equal one."""
        return {
            "format": FORMAT,
            "key": self.key,
            "names": dict(self.names),
            "source": self.source,
            "verified": self.verified,
            "why": dict(self.why),
            "points_only": self.points_only,
            "settle": self.settle,
            "together": self.together,
            "doubles": self.doubles,
            "ladder": [rank[0] if len(rank) == 1 else list(rank) for rank in self.ladder],
            "lines": {key: line.to_dict() for key, line in self.lines.items()},
            "jury": [key for key in self.lines if key in self.jury],
            "all13": self.all13.to_dict(),
            "sums": "free" if self.sums is None else list(self.sums),
            "penalties": {penalty.key: penalty.to_dict() for penalty in self.penalties},
            # Rule sets without it keep the hash that they had before it existed.
            **({"bidding": self.bidding.to_dict()} if self.bidding else {}),
        }

    @cached_property
    def hash(self) -> str:
        """SHA-256 (hex) of the canonical JSON of `to_dict`: equal rule sets have equal hashes."""
        return chained("", canonical(self.to_dict()))

    @property
    def short_hash(self) -> str:
        """The first digits of the hash: enough for people to see whether two papers are about the same rules."""
        return self.hash[:8]

    @property
    def presets(self) -> tuple[Penalty, ...]:
        """The penalties and rulings that can apply: those on contracts, or jury contracts, only if any are played."""
        lacking = [penalty for penalty in self.penalties if penalty.of_jury and not self.jury]
        lacking += [penalty for penalty in self.penalties if penalty.of_contract and not self.lines]
        return tuple(penalty for penalty in self.penalties if penalty not in lacking)

    def __hash__(self) -> int:
        return hash(self.hash)


def _read(cls: type[RuleSet], reader: RuleSetReader) -> RuleSet:
    reader.whole("format", least=FORMAT, most=FORMAT)
    points_only = reader.flag("points_only", False)
    settle = cast(Settlement, reader.choice("settle", ("table", "shared"), "table"))
    together = cast(Together, reader.choice("together", ("each", "together"), "each"))
    ladder = reader.ranks("ladder", () if points_only else None)
    lines = _no_lines(reader, ladder) if points_only else _read_lines(reader, ladder, settle, together)
    ruleset = cls(
        key=_read_key(reader),
        names=reader.texts("names"),
        source=reader.text("source"),
        verified=reader.flag("verified"),
        why=reader.texts("why"),
        points_only=points_only,
        settle=settle,
        together=together,
        doubles=reader.flag("doubles", False),
        ladder=ladder,
        lines=lines,
        jury=_read_inventory(reader, "jury", lines),
        all13=_read_all13(reader, lines),
        sums=_read_sums(reader, points_only),
        penalties=_read_penalties(reader),
        bidding=read_bidding(reader.table("bidding")) if reader.has("bidding") else None,
    )
    if points_only and ruleset.bidding:
        reader.fault("bidding", "not_points_only")
    reader.close()
    return ruleset


def _read_key(reader: RuleSetReader) -> str:
    key = reader.text("key")
    if key and not is_slug(key):
        reader.fault("key", "bad_key")
    return key


def _read_lines(
    reader: RuleSetReader, ladder: tuple[tuple[str, ...], ...], settle: Settlement, together: Together
) -> dict[str, ContractLine]:
    lines = {}
    for key, table in reader.tables("lines"):
        if key in CONTRACTS:
            lines[key] = read_line(CONTRACTS[key], table, settle, together)
        else:
            table.fault("", "unknown_contract")
    if not lines:
        reader.fault("lines", "empty")
    return _in_order(reader, lines, [key for rank in ladder for key in rank])


def _in_order(
    reader: RuleSetReader, lines: Mapping[str, ContractLine], rungs: Sequence[str]
) -> dict[str, ContractLine]:
    """The lines in the order of the ladder, which must hold exactly these contracts."""
    for key in lines:
        if key not in rungs:
            reader.fault(f"lines.{key}", "not_in_ladder")
    for key, times in Counter(rungs).items():
        if key not in lines:
            reader.fault("ladder", "no_line", given=quote(key))
        if times > 1:
            reader.fault("ladder", "twice", contract=quote(key))
    return {key: lines[key] for key in dict.fromkeys(rungs) if key in lines}


def _no_lines(reader: RuleSetReader, ladder: tuple[tuple[str, ...], ...]) -> dict[str, ContractLine]:
    """The lines of a points-only rule set: the field may be present, but must be empty."""
    if ladder:
        reader.fault("ladder", "not_points_only")
    if reader.has("lines") and reader.tables("lines"):
        reader.fault("lines", "not_points_only")
    return {}


def _read_inventory(reader: RuleSetReader, name: str, lines: Mapping[str, ContractLine]) -> frozenset[str]:
    keys = reader.strings(name, ())
    for key in keys:
        if key not in lines:
            reader.fault(name, "no_line", given=quote(key))
    return frozenset(keys)


def _read_all13(reader: RuleSetReader, lines: Mapping[str, ContractLine]) -> AllTricks:
    if not reader.has("all13"):
        return AllTricks("none")
    table = reader.table("all13")
    mode = table.choice("mode", ("none", "flat", "double"))
    if mode == "none":
        table.refuse(("points", "contracts"), "not_all13")
    if mode == "double":
        table.refuse(("points",), "not_all13")
    contracts = frozenset[str]() if mode == "none" else _read_inventory(table, "contracts", lines)
    for key in contracts & lines.keys():
        if lines[key].contract.kind == "personal":
            table.fault("contracts", "all13_personal", contract=key)
    points = table.whole("points") if mode == "flat" else 0
    table.close()
    return AllTricks(cast(Literal["none", "flat", "double"], mode), points, contracts)


def _read_sums(reader: RuleSetReader, points_only: bool) -> PointSums | None:
    if points_only:
        reader.choice("sums", ("free",))
        return None
    return PointSums(*reader.span("sums", least=-_MAX_SUM, most=_MAX_SUM))


def _read_penalties(reader: RuleSetReader) -> tuple[Penalty, ...]:
    if not reader.has("penalties"):
        return ()
    tables = reader.tables("penalties")
    if len(tables) > MAX_PENALTIES:
        reader.fault("penalties", "too_many_penalties", most=MAX_PENALTIES)
        return ()
    return tuple(sorted((read_penalty(key, table) for key, table in tables), key=_by_article))


def _by_article(penalty: Penalty) -> tuple[str, list[int], str]:
    """The sort key: adjustments before rulings, each by article, because a database may not keep a table's order."""
    return penalty.kind, [int(number) for number in re.findall(r"\d+", penalty.article)], penalty.key
