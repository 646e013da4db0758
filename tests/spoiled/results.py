"""What is played: rows that the rules allow, as the bubbles that a writer wants read."""

import numpy as np

from scoring import Result, ResultError, score
from scoring.game.results import LOST
from scoring.rules.lines import ContractLine
from tests.spoiled.blanks import Blank
from tournament.sheet_reading.marks import SheetRules
from tournament.sheet_reading.rows import SheetRow, rows

Mark = tuple[str, str]
Meant = frozenset[Mark]
# How often a contract is played beside a rare one.
USUAL = {"PC8": 6.0, "PC9": 6.0, "PC10": 4.0, "S6": 6.0, "S7": 4.0, "PM": 5.0, "PIC": 4.0, "GM": 3.0, "TR9": 2.0}
PASSED, MISDEALT, PASSED_BEFORE = 0.05, 0.01, 0.01
TRIES = 50


def play(blank: Blank, deal: int, rng: np.random.Generator) -> Meant:
    """The bubbles of one deal; the rules make one line of them, unless it was misdealt."""
    bubbles = blank.by_deal[deal]
    if ("pass", "") in bubbles and rng.random() < PASSED:
        return frozenset({("pass", "")})
    for _attempt in range(TRIES):
        meant = _contract(blank, deal, rng)
        if meant and meant <= bubbles.keys() and line(blank, deal, meant).line:
            if ("misdeal", "") in bubbles and rng.random() < MISDEALT:
                return meant | {("misdeal", "")}
            return meant
    raise AssertionError(f"nothing can be played on {blank.slug}, deal {deal}")


def line(blank: Blank, deal: int, meant: Meant) -> SheetRow:
    """What the desk would type for these bubbles."""
    rules = SheetRules(blank.rules, blank.is_jury_marked, blank.is_lost_marked, len(blank.cells))
    return rows([deal], [(deal, *mark) for mark in sorted(meant)], [], rules)[0]


def points(blank: Blank, deal: int, meant: Meant) -> dict[int, int]:
    """What these bubbles give each seat; nothing where nobody declares, or the hand is to be played again."""
    by_kind: dict[str, list[str]] = {}
    for kind, value in sorted(meant):
        by_kind.setdefault(kind, []).append(value)
    if "contract" not in by_kind or "misdeal" in by_kind:
        return {}
    contract = blank.rules.lines[by_kind["contract"][0]].contract
    seats = sorted({int(value) for kind, value in blank.by_deal[deal] if kind in ("declares", "made")})
    declarers = sorted({int(value) for kind in ("declares", "made", "lost") for value in by_kind.get(kind, [])})
    losers = {int(value) for value in by_kind.get("lost", [])}
    tricks: object = int(by_kind["tricks"][0]) if "tricks" in by_kind else contract.target
    if contract.kind == "personal":
        is_lost = not losers and tricks != contract.target
        tricks = {str(seat): LOST if is_lost or seat in losers else contract.target for seat in declarers}
    data = {"contract": contract.key, "declarers": declarers, "tricks": tricks, "seats": seats}
    if contract.key in blank.rules.jury:
        data["jury"] = "not_called" if blank.is_jury_marked and "jury" not in by_kind else "allowed"
    if blank.rules.doubles:
        data["doubles"] = ("pass" in by_kind) + ("doubled" in by_kind)
    return score(Result.read(data, blank.rules), blank.rules)


def _contract(blank: Blank, deal: int, rng: np.random.Generator) -> Meant | None:
    bubbles = blank.by_deal[deal]
    keys = [value for kind, value in bubbles if kind == "contract"]
    weights = np.array([USUAL.get(key, 1.0) for key in keys])
    contract_line = blank.rules.lines[keys[rng.choice(len(keys), p=weights / weights.sum())]]
    contract = contract_line.contract
    seats = sorted({int(value) for kind, value in bubbles if kind in ("declares", "made")})
    declarers = sorted(map(int, rng.choice(seats, size=int(rng.choice(contract_line.declarers)), replace=False)))
    meant = {("contract", contract.key)}
    if contract.kind == "team":
        meant |= _team(blank, deal, contract_line, declarers, rng)
    else:
        personal = _personal(blank, deal, contract_line, declarers, rng)
        if personal is None:
            return None
        meant |= personal
    if contract.key in blank.rules.jury and ("jury", "") in bubbles and (blank.is_jury_marked or rng.random() < 0.5):
        meant.add(("jury", ""))
    trumps = contract.trumps(contract_line.trump)
    if trumps and rng.random() < 0.9:
        meant |= {("trump", str(rng.choice(trumps)))} & bubbles.keys()
    if ("doubled", "") in bubbles and rng.random() < 0.1:
        meant.add(("doubled", ""))
    if ("pass", "") in bubbles and rng.random() < PASSED_BEFORE:
        meant.add(("pass", ""))
    return frozenset(meant)


def _team(
    blank: Blank, deal: int, contract_line: ContractLine, declarers: list[int], rng: np.random.Generator
) -> set[Mark]:
    """Of a contract of one side; where a form has + and − only, some mark + for who declares, even if it is lost."""
    contract = contract_line.contract
    tricks = int(np.clip(round(rng.normal(contract.target + 0.3, 1.6)), 0, contract.played))
    kind = "declares"
    if (kind, str(declarers[0])) not in blank.by_deal[deal]:
        kind = "made" if contract.made_with(tricks) or rng.random() < 0.3 else "lost"
    return {("tricks", str(tricks)), *((kind, str(seat)) for seat in declarers)}


def _personal(
    blank: Blank, deal: int, contract_line: ContractLine, declarers: list[int], rng: np.random.Generator
) -> set[Mark] | None:
    """Of a contract that each declarer plays alone; None if it cannot happen, or has no bubbles on this form."""
    contract, kinds = contract_line.contract, {kind for kind, _value in blank.by_deal[deal]}
    losers = {seat for seat in declarers if rng.random() < 0.45}
    own = {str(seat): LOST if seat in losers else contract.target for seat in declarers}
    others = {int(value) for kind, value in blank.by_deal[deal] if kind in ("declares", "made")}
    four = sorted({*declarers, *others})[-4:]
    seats = sorted({*declarers, *[seat for seat in four if seat not in declarers][: 4 - len(declarers)]})
    try:
        Result.read({"contract": contract.key, "declarers": declarers, "tricks": own, "seats": seats}, blank.rules)
    except ResultError:
        # All four play it, and not one of them gets the tricks.
        return None
    counted = str(contract.target)
    if losers:
        missed = [tricks for tricks in range(min(contract.played, 5) + 1) if tricks != contract.target]
        counted = str(rng.choice(missed))
    fates = {("lost" if seat in losers else "made", str(seat)) for seat in declarers}
    declare = {("declares", str(seat)) for seat in declarers}
    if "made" in kinds:
        return fates | (declare & blank.by_deal[deal].keys() if rng.random() < 0.5 else set())
    if "lost" in kinds:
        marks = declare | {fate for fate in fates if fate[0] == "lost"}
        is_counted = rng.random() < 0.3 and (not losers or len(declarers) == 1)
        return marks | ({("tricks", counted)} if is_counted else set())
    if losers and len(declarers) > 1:
        return None
    return {*declare, ("tricks", counted)}
