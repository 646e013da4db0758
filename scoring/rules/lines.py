"""One line of a rule set's grid: what a contract is worth, made and lost, and to whom."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from scoring.game.contracts import ALL_TRICKS, Contract, Trump
from scoring.rules.reading import RuleSetReader

Settlement = Literal["table", "shared"]
Together = Literal["each", "together"]


@dataclass(frozen=True, slots=True)
class ContractLine:
    """A line as printed on the sheet; all amounts are whole points without a sign.

    `made` lists the amounts for the target, one trick more, …, the last one for everything beyond; or it is one amount
    with `over` for each overtrick, counted up to `over_to` tricks if that is given.  `lost` and `under` (per
    undertrick) are what a declarer loses.  `opp` and `opp_under` are what each opponent then gains: `opp` is one amount
    (in a personal contract: for each declarer who failed), or in a personal contract a list: the amount for one
    failure, for two together, …  In a `shared` settlement `made` and `lost` are what each opponent pays or gets, and
    `opp` is empty.
    `doubles` is the number of doublings built into the contract itself.
    """

    contract: Contract
    declarers: tuple[int, ...]
    made: tuple[int, ...]
    over: int
    over_to: int | None
    lost: int
    under: int
    opp: tuple[int, ...]
    opp_under: int
    doubles: int
    trump: Trump
    names: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, object]:
        """The line as data that `read_line` reads back; a single amount is a number, not a list."""
        data: dict[str, object] = {
            "declarers": list(self.declarers),
            "made": _one_or_list(self.made),
            "lost": self.lost,
            "trump": self.trump,
        }
        for name in ("over", "over_to", "under", "opp_under", "doubles"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        if self.opp:
            data["opp"] = _one_or_list(self.opp)
        if self.names:
            data["names"] = dict(self.names)
        return data


def _one_or_list(amounts: tuple[int, ...]) -> int | list[int]:
    return amounts[0] if len(amounts) == 1 else list(amounts)


def read_line(contract: Contract, reader: RuleSetReader, settle: Settlement, together: Together) -> ContractLine:
    """The line of a contract, read from its table; faults are added to the reader's."""
    if contract.kind == "personal":
        reader.refuse(("over", "over_to", "under", "opp_under"), "not_personal")
    if settle == "shared":
        reader.refuse(("opp", "opp_under"), "not_shared")
    declarers = _read_declarers(contract, reader, settle, together)
    amounts, over = _read_made(contract, reader)
    line = ContractLine(
        contract,
        declarers,
        made=amounts,
        over=over,
        over_to=reader.whole("over_to", least=contract.target, most=ALL_TRICKS) if reader.has("over_to") else None,
        lost=reader.whole("lost"),
        under=reader.whole("under", 0),
        opp=_read_opp(contract, reader, settle, together, max(declarers)),
        opp_under=reader.whole("opp_under", 0),
        doubles=reader.whole("doubles", 0, most=9),
        trump=cast(Trump, reader.choice("trump", ("suit", "any", "none"), contract.trump)),
        names=reader.texts("names", {}),
    )
    if contract.kind == "personal" and line.trump != "none":
        reader.fault("trump", "trump_personal")
    reader.close()
    return line


def _read_declarers(
    contract: Contract, reader: RuleSetReader, settle: Settlement, together: Together
) -> tuple[int, ...]:
    declarers = reader.wholes("declarers", contract.declarers, least=1, most=4)
    if list(declarers) != sorted(set(declarers)):
        reader.fault("declarers", "not_rising")
    # A side of three cannot share one opponent's payment equally, and a side of four has no opponents.
    side = contract.kind == "team" or together == "together"
    allowed = tuple(n for n in contract.allowed if not side or n < (3 if settle == "shared" else 4))
    if not set(declarers) <= set(allowed):
        reader.fault("declarers", "declarers_not_allowed", allowed=list(allowed))
    return declarers


def _read_made(contract: Contract, reader: RuleSetReader) -> tuple[tuple[int, ...], int]:
    amounts = reader.wholes("made")
    if len(amounts) > 1 and contract.kind == "personal":
        reader.fault("made", "one_amount")
    elif len(amounts) > ALL_TRICKS + 1 - contract.target:
        reader.fault("made", "too_many", most=ALL_TRICKS + 1 - contract.target)
    over = reader.whole("over", 0)
    if len(amounts) > 1 and over:
        reader.fault("over", "made_and_over")
    if reader.has("over_to") and not over:
        reader.fault("over_to", "over_to_alone")
    return amounts, over


def _read_opp(
    contract: Contract, reader: RuleSetReader, settle: Settlement, together: Together, max_declarers: int
) -> tuple[int, ...]:
    if settle == "shared":
        return ()
    opp = reader.wholes("opp")
    if len(opp) > 1 and (contract.kind == "team" or together == "together"):
        reader.fault("opp", "one_amount")
    elif 1 < len(opp) != max_declarers:
        reader.fault("opp", "opp_per_failure", most=max_declarers)
    return opp
