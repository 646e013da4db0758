"""The game of colour whist: what can happen in a deal and what it is worth.  Standard library only."""

from scoring import words
from scoring.errors import ResultError, RuleSetError
from scoring.game.possible import possible
from scoring.game.results import Result
from scoring.points.compiled import compile_table
from scoring.points.explain import explain
from scoring.points.score import fulfilled, score
from scoring.ranking import TIE_BREAKS, Row, Standing, TieBreak, rank
from scoring.rules.presets import keys, load
from scoring.rules.rulesets import RuleSet

__all__ = [
    "TIE_BREAKS",
    "Result",
    "ResultError",
    "Row",
    "RuleSet",
    "RuleSetError",
    "Standing",
    "TieBreak",
    "compile_table",
    "explain",
    "fulfilled",
    "keys",
    "load",
    "possible",
    "rank",
    "score",
    "words",
]
