"""What a ruling makes of a result: the contract counts as made or as lost, and somebody may pay for it. Pure.

The presets of a rule set name the effect: "made" is a capitulation, "lost" a claim that came too early and was wrong
(rules of 2018, article 5). `about` lists the positions it is about: who threw in their cards, who claimed.
"""

from collections.abc import Collection
from dataclasses import replace

from scoring import Result, RuleSet, score
from scoring.game.contracts import CONTRACTS
from scoring.game.results import LOST, Own

# The effects that set the result of a contract.
EFFECTS = ("made", "lost")


def loses(effect: str, declarers: Collection[int], about: Collection[int]) -> bool:
    """Whether the contract is lost: claimed wrongly, or thrown in by a declarer; an opponent's throwing in makes it."""
    return effect == "lost" or any(seat in declarers for seat in about)


def possible(effect: str, result: Result, about: Collection[int], seat: int, declarer_tricks: Own) -> bool:
    """Whether a declarer (in a team contract: the side) can have this number of tricks under this effect.

    A contract that counts as made has exactly its target. When several players each play a personal contract, each
    keeps a result of their own: it is lost for those it is about, and made for any to whom an opponent conceded it.
    """
    contract = CONTRACTS[result.contract]
    exact = declarer_tricks == contract.target
    if not loses(effect, result.declarers, about):
        return exact or (len(result.declarers) > 1 and contract.kind == "personal")
    if contract.kind == "personal":
        return seat not in _losers(result, about) or not exact
    return declarer_tricks != LOST and declarer_tricks < contract.target


def fits(effect: str, result: Result, about: Collection[int]) -> bool:
    """Whether a result can be that of a deal ruled with this effect."""
    if not result.contract or (len(about) > 1 if effect == "made" else not set(about) <= set(result.declarers)):
        return False  # one player throws in their cards; only declarers claim
    every = all(possible(effect, result, about, seat, tricks) for seat, tricks in _own(result))
    return every and (loses(effect, result.declarers, about) or bool(result.makers()))


def turn_result(effect: str, result: Result, about: Collection[int]) -> Result:
    """The result to start from: each declarer concerned just made the contract, or lost it; a side by one trick."""
    if not loses(effect, result.declarers, about):
        return as_made(result)
    return as_lost(result, _losers(result, about))


def as_made(result: Result) -> Result:
    """The same contract as if just made: the target of the side, or of each declarer."""
    target = CONTRACTS[result.contract].target
    tricks = target if isinstance(result.tricks, int) else (target,) * len(result.declarers)
    return replace(result, tricks=tricks)


def as_lost(result: Result, seats: Collection[int] | None = None) -> Result:
    """The same contract as if lost: by a side by one trick, by each declarer of a personal contract as LOST.

    A personal contract is lost by these `seats`, or by all declarers where none are given.
    """
    if isinstance(result.tricks, int):
        return replace(result, tricks=CONTRACTS[result.contract].target - 1)
    losers = result.declarers if seats is None else seats
    return replace(result, tricks=tuple(LOST if seat in losers else tricks for seat, tricks in _own(result)))


def payments(effect: str, result: Result, about: Collection[int], ruleset: RuleSet) -> dict[int, int]:
    """What is paid on top of a ruled result, by position: only a player who throws in their cards pays."""
    thrower = next(iter(about), None)
    if effect != "made" or thrower is None:
        return {}
    pays = declarer_pays if thrower in result.declarers else capitulation
    return pays(result, thrower, ruleset)


def capitulation(result: Result, thrower: int, ruleset: RuleSet) -> dict[int, int]:
    """What an opponent who threw in their cards gives each of their fellow opponents, by position.

    By the points table the others get what they would have gained had the declarers to whom the contract was conceded
    lost it by one trick; where opponents pay, the thrower pays their shares too. Both are interpretations of the rules:
    the jury may change the amounts.
    """
    companions = [seat for seat in result.seats if seat not in result.declarers and seat != thrower]
    conceded = _of(result, result.makers())
    owed = _worth(conceded, ruleset) if ruleset.settle == "shared" else _worth(as_lost(conceded), ruleset)
    each = {seat: abs(owed[seat]) for seat in companions}
    return {thrower: -sum(each.values()), **each}


def declarer_pays(lost: Result, thrower: int, ruleset: RuleSet) -> dict[int, int]:
    """What a declarer who threw in their cards gives the partner who lost with them, by position (an interpretation).

    Other declarers of a personal contract play for themselves, unless the rules have them play it together.
    """
    partners = [seat for seat in lost.declarers if seat != thrower]
    if CONTRACTS[lost.contract].kind == "personal":
        partners = [seat for seat in partners if ruleset.together == "together" and seat in lost.makers()]
    points = _worth(lost, ruleset)
    each = {seat: max(0, -points[seat]) for seat in partners}
    return {thrower: -sum(each.values()), **each} if each else {}


def _losers(result: Result, about: Collection[int]) -> tuple[int, ...]:
    """The declarers it is about; all of them if it names none."""
    return tuple(seat for seat in result.declarers if seat in about) or result.declarers


def _own(result: Result) -> list[tuple[int, Own]]:
    """Each declarer with their own tricks, or with those of the side."""
    if isinstance(result.tricks, int):
        return [(seat, result.tricks) for seat in result.declarers]
    return list(zip(result.declarers, result.tricks, strict=True))


def _of(result: Result, seats: Collection[int]) -> Result:
    """A personal contract as played by only these of its declarers."""
    if isinstance(result.tricks, int):
        return result
    seated = tuple(seat for seat in result.declarers if seat in seats)
    return replace(result, declarers=seated, tricks=tuple(tricks for seat, tricks in _own(result) if seat in seats))


def _worth(result: Result, ruleset: RuleSet) -> dict[int, int]:
    """What a result is worth if the jury was called: its absence must not hide what is owed."""
    return score(replace(result, jury="allowed"), ruleset)
