"""Results in an event that other rules would not allow: they prevent a correction."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import ResultError, RuleSet
from tournament.models import Deal, Decision, Event
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format
from tournament.ranking.outcomes import read
from tournament.ranking.round_names import round_name


@dataclass(frozen=True, slots=True)
class IncompatibleResult:
    """A result that the rules forbid: the deal it was entered or ruled for, and why; `planned` names its round."""

    round: int
    table: int
    deal: int
    result_error: ResultError
    planned: Format

    @property
    def place(self) -> str:
        """Where it is, in the visitor's language."""
        where = {"round": round_name(self.planned, self.round), "table": self.table, "deal": self.deal}
        return _("%(round)s, table %(table)s, deal %(deal)s") % where

    @property
    def why(self) -> str:
        """Why the result is impossible, as a sentence in the visitor's language."""
        return self.result_error.sentence(get_language() or "en")


def incompatible_results(event: Event, ruleset: RuleSet) -> list[IncompatibleResult]:
    """The results, entered or ruled and not cancelled, that these rules do not allow, in the order of the deals.

    An entered result counts even if a ruling replaced it: the sheet still shows it, and the ruling may be cancelled.
    """
    planned = format_of(event)
    forbidden = [
        IncompatibleResult(round, table, deal, error, planned)
        for round, table, deal, result in _results(event)
        if (error := _error(result, ruleset)) is not None
    ]
    return sorted(forbidden, key=lambda misfit: (misfit.round, misfit.table, misfit.deal))


def _results(event: Event) -> Iterator[tuple[int, int, int, Mapping[str, Any]]]:
    """Every result with its round, table and deal."""
    entered = Deal.objects.filter(table__round__event=event, result__isnull=False)
    ruled = Decision.objects.filter(event=event, cancelled=False, result__isnull=False, table__isnull=False)
    rows = chain(
        entered.values_list("table__round__number", "table__number", "number", "result"),
        ruled.values_list("table__round__number", "table__number", "deal", "result"),
    )
    return ((round, table, deal or 0, result or {}) for round, table, deal, result in rows)


def _error(result: Mapping[str, Any], ruleset: RuleSet) -> ResultError | None:
    try:
        read(result, ruleset)
    except ResultError as error:
        return error
    return None
