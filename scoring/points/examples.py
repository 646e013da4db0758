"""Ten example deals of a rule set, which show what its figures amount to.

The choice depends on which contracts are played, by how many declarers, and which of them involve all 13 tricks,
doubles or the jury; never on an amount.  So when somebody changes a figure, the points change and the deals do not.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from scoring.game.contracts import ALL_TRICKS, CONTRACTS, Contract
from scoring.game.possible import possible
from scoring.game.results import SEATS, Result
from scoring.rules.lines import ContractLine
from scoring.rules.rulesets import RuleSet

NUMBER = 10


def examples(ruleset: RuleSet) -> tuple[Result, ...]:
    """Ten different results in a fixed order, valid under this rule set; none for a points-only rule set."""
    by_kind: dict[object, Result] = {}
    for result in chain(_wished(ruleset), _filling(ruleset)):
        result = _before_the_jury(result, ruleset)
        by_kind.setdefault((result.contract, len(result.declarers), result.tricks, result.jury, result.doubles), result)
        if len(by_kind) == NUMBER:
            break
    return tuple(by_kind.values())


def _wished(ruleset: RuleSet) -> Iterator[Result]:
    """The most instructive kinds of result that the rule set has, best first."""
    if not ruleset.points_only:
        yield from _by_two(_of_word(ruleset, "PC"))
        yield from _alone(_of_word(ruleset, "S"))
        yield from _all_tricks(ruleset)
        yield from _one_of_two_fails(ruleset)
        yield from (_side(line, -1, first=2) for line in _of_word(ruleset, "TR")[:1])
        yield from _made(ruleset.lines[ruleset.ladder[-1][-1]], first=3)
        yield from _without_the_jury(ruleset)
        yield from _doubled(ruleset)
        yield from (result for line in _of_kind(ruleset, "personal")[:1] for result in _made(line, first=1))


def _filling(ruleset: RuleSet) -> Iterator[Result]:
    """Further results: contracts made, from the highest down, contracts lost, then any possible result."""
    lines = _lines(ruleset)[::-1]
    yield from (result for line in lines for result in _made(line, first=2))
    yield from (result for line in lines for result in _lost(line, first=4))
    yield from possible(ruleset)


def _before_the_jury(result: Result, ruleset: RuleSet) -> Result:
    """The result, with the jury's consent if the contract needs it and the result does not mention the jury."""
    needed = result.contract in ruleset.jury and result.jury is None
    return replace(result, jury="allowed") if needed else result


def _lines(ruleset: RuleSet) -> list[ContractLine]:
    """The lines in an order that does not depend on the ladder."""
    return [ruleset.lines[key] for key in CONTRACTS if key in ruleset.lines]


def _of_word(ruleset: RuleSet, word: str) -> list[ContractLine]:
    return [line for line in _lines(ruleset) if line.contract.word == word]


def _of_kind(ruleset: RuleSet, kind: str) -> list[ContractLine]:
    return [line for line in _lines(ruleset) if line.contract.kind == kind]


def _at(lines: list[ContractLine], at: int) -> list[ContractLine]:
    """The line at this index, or the last one; empty if there are no lines."""
    return lines[: at + 1][-1:]


def _by_two(lines: list[ContractLine]) -> Iterator[Result]:
    """Prop & cop made exactly, made with an overtrick, and lost by two, on different lines if possible."""
    for at, overtricks in enumerate((0, 1, -2)):
        yield from (_side(line, overtricks, first=1 + at) for line in _at(lines, at))


def _alone(lines: list[ContractLine]) -> Iterator[Result]:
    """A solo made with an overtrick, and another lost by one."""
    yield from (_side(line, 1, first=4) for line in _at(lines, 0))
    yield from (_side(line, -1, first=3) for line in _at(lines, 1))


def _all_tricks(ruleset: RuleSet) -> Iterator[Result]:
    """All 13 tricks, if possible in a contract for which they count; on a later line than the earlier examples."""
    lines = [line for line in _of_kind(ruleset, "team") if line.contract.target < ALL_TRICKS]
    counting = [line for line in lines if line.contract.key in ruleset.all13.contracts]
    yield from (_side(line, ALL_TRICKS, first=1) for line in _at(counting or lines, 3))


def _one_of_two_fails(ruleset: RuleSet) -> Iterator[Result]:
    lines = [line for line in _of_kind(ruleset, "personal") if 2 in line.declarers]
    yield from (_each(line.contract, 2, 1, first=1) for line in lines[:1])


def _without_the_jury(ruleset: RuleSet) -> Iterator[Result]:
    """A contract that was made but counts for nothing, because the jury was not called."""
    lines = [line for line in _lines(ruleset) if line.contract.key in ruleset.jury]
    yield from (replace(result, jury="not_called") for line in lines[:1] for result in _made(line, first=2))


def _doubled(ruleset: RuleSet) -> Iterator[Result]:
    if ruleset.doubles:
        yield from (replace(_side(line, 0, first=4), doubles=1) for line in _of_kind(ruleset, "team")[:1])


def _made(line: ContractLine, first: int) -> Iterator[Result]:
    """The contract made exactly: as a side by the most declarers allowed, as a personal contract by the fewest."""
    if line.contract.kind == "team":
        yield _side(line, 0, first)
    elif line.declarers[0] < len(SEATS):
        yield _each(line.contract, line.declarers[0], 0, first)


def _lost(line: ContractLine, first: int) -> Iterator[Result]:
    """The contract lost by one trick, or by one declarer."""
    if line.contract.kind == "team":
        yield _side(line, -1, first)
    else:
        yield _each(line.contract, line.declarers[0], 1, first)


def _side(line: ContractLine, overtricks: int, first: int) -> Result:
    """A side with `overtricks` tricks above the target, at most all 13; `first` is one of its seats."""
    tricks = min(line.contract.target + overtricks, ALL_TRICKS)
    return Result(line.contract.key, _seats(first, line.declarers[-1]), tricks)


def _each(contract: Contract, number: int, failures: int, first: int) -> Result:
    """A personal contract by `number` declarers, the last `failures` of them failing by one trick.

    If all four declare, the last one also takes the tricks that are left.
    """
    tricks = [contract.target] * (number - failures) + [contract.target + 1] * failures
    if number == len(SEATS):
        tricks[-1] += contract.played - sum(tricks)
    return Result(contract.key, _seats(first, number), tuple(tricks))


def _seats(first: int, number: int) -> tuple[int, ...]:
    """The given number of seats from `first` on; two seats are opposite each other."""
    step = 2 if number == 2 else 1
    return tuple(sorted((first - 1 + step * at) % len(SEATS) + 1 for at in range(number)))
