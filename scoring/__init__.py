"""The game of colour whist: what can happen in a deal and what it is worth.  Standard library only."""

from scoring import words
from scoring.compiled import compile_table
from scoring.errors import ResultError, RuleSetError
from scoring.explain import explain
from scoring.possible import possible
from scoring.presets import keys, load
from scoring.ranking import TIE_BREAKS, Row, Standing, TieBreak, rank
from scoring.results import Result
from scoring.rulesets import RuleSet
from scoring.score import fulfilled, score

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
