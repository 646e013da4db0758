"""Played events whose rules are changed or corrected."""

from typing import Any

from scoring import RuleSet
from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.event import rules
from tournament.acts.table import deals
from tournament.models import Event, RulesCorrection
from tournament.ranking import facts

REASON = "The sheet says 11."


def with_line(event: Event, contract: str, **fields: Any) -> RuleSet:
    """The rules of an event with other figures in one line."""
    now: Any = facts.ruleset(event).to_dict()
    now["lines"][contract].update(fields)
    return RuleSet.from_dict(now)


def of(event: Event) -> str:
    return facts.ruleset(event).hash


def correct(event: Event, ruleset: RuleSet, reason: str = REASON) -> RulesCorrection:
    return rules.correct_rules(event, "user:1", ruleset, of(event), reason)


@laid_again
def played() -> Event:
    """Two tables, the first of them closed; PC8 with nine tricks, and a lot of solo."""
    event = cast.playing()
    cast.play(cast.table(event, 1))
    deals.close_table(cast.table(event, 1), "table:1/1")
    cast.write(cast.table(event, 2), 1)
    return cast.fresh(event)


def without(event: Event, contract: str) -> RuleSet:
    """The event's rules without a contract."""
    now: Any = facts.ruleset(event).to_dict()
    del now["lines"][contract]
    now["ladder"] = [key for key in now["ladder"] if key != contract]
    for inventory in (now["jury"], now["all13"].get("contracts", [])):
        if contract in inventory:
            inventory.remove(contract)
    return RuleSet.from_dict(now)
