"""The look-up table of a rule set, with which a phone shows points without a second copy of the arithmetic."""

from typing import TypedDict

from scoring.game.contracts import ALL_TRICKS
from scoring.game.results import MAX_DOUBLES, SEATS
from scoring.points.grid import cell
from scoring.rules.lines import ContractLine
from scoring.rules.rulesets import RuleSet

FORMAT = 1

CompiledCell = dict[str, int | None]


class CompiledContract(TypedDict):
    """What a form asks about a contract, and its cells.

    `kind` is `team` or `personal`, `target` the tricks needed, `played` the tricks in the deal, `declarers` the allowed
    numbers of declarers, `trumps` the allowed trump codes (empty: do not ask), `jury` whether the jury must allow it.
    `cells` is indexed by number of declarers, then by tricks of their side (team) or number of declarers who failed
    (personal), then by doubles.  A cell holds the points of a declarer who made it, of one who failed and of an
    opponent; null where there cannot be one.
    """

    kind: str
    target: int
    played: int
    declarers: list[int]
    trumps: list[str]
    jury: bool
    cells: dict[str, dict[str, list[CompiledCell]]]


class CompiledTable(TypedDict):
    """The look-up table of a rule set: its contracts from low to high, and the cell of an annulled deal."""

    format: int
    ruleset: str
    hash: str
    points_only: bool
    doubles: int
    contracts: dict[str, CompiledContract]
    annulled: CompiledCell


def compile_table(ruleset: RuleSet) -> CompiledTable:
    """The look-up table of a rule set as JSON-serialisable data; `doubles` is the most that a result may have."""
    return {
        "format": FORMAT,
        "ruleset": ruleset.key,
        "hash": ruleset.hash,
        "points_only": ruleset.points_only,
        "doubles": MAX_DOUBLES if ruleset.doubles else 0,
        "contracts": {key: _compile(ruleset, line) for key, line in ruleset.lines.items()},
        "annulled": {"made": 0, "failed": 0, "opponent": 0},
    }


def _compile(ruleset: RuleSet, line: ContractLine) -> CompiledContract:
    contract = line.contract
    return {
        "kind": contract.kind,
        "target": contract.target,
        "played": contract.played,
        "declarers": list(line.declarers),
        "trumps": list(contract.trumps(line.trump)),
        "jury": contract.key in ruleset.jury,
        "cells": {str(declarers): _outcomes(ruleset, line, declarers) for declarers in line.declarers},
    }


def _outcomes(ruleset: RuleSet, line: ContractLine, declarers: int) -> dict[str, list[CompiledCell]]:
    max_outcome = ALL_TRICKS if line.contract.kind == "team" else declarers
    announced = range(MAX_DOUBLES + 1 if ruleset.doubles else 1)
    return {
        str(outcome): [_cell(ruleset, line, declarers, outcome, doubles) for doubles in announced]
        for outcome in range(max_outcome + 1)
    }


def _cell(ruleset: RuleSet, line: ContractLine, declarers: int, outcome: int, doubles: int) -> CompiledCell:
    maker, failed, opponent = cell(ruleset, line.contract.key, declarers, outcome, doubles)
    if line.contract.kind == "team":
        somebody_made = line.contract.made_with(outcome)
        somebody_failed = not somebody_made
    else:
        somebody_made, somebody_failed = outcome < declarers, outcome > 0
    return {
        "made": maker if somebody_made else None,
        "failed": failed if somebody_failed else None,
        "opponent": opponent if declarers < len(SEATS) else None,
    }
