"""The game of colour whist: what can happen in a deal, and what it is worth.  Standard library only."""

from scoring.errors import RuleSetError as RuleSetError
from scoring.errors import ResultError as ResultError
from scoring.presets import keys as keys
from scoring.presets import load as load
from scoring.results import Result as Result
from scoring.rulesets import RuleSet as RuleSet
from scoring.score import fulfilled as fulfilled
from scoring.score import score as score
