"""The rule sets there are to choose from: those that come with the package, and those kept on this installation."""

from scoring import RuleSet, RuleSetError, keys, load
from tournament.models import OwnRuleSet


def own() -> list[RuleSet]:
    """The rule sets that were kept here, by name of their key."""
    return [RuleSet.from_dict(row.rules) for row in OwnRuleSet.objects.order_by("key")]


def find(key: str) -> RuleSet:
    """The rule set of a key; raises RuleSetError where there is none (any more)."""
    row = None if key in keys() else OwnRuleSet.objects.filter(key=key).first()
    return RuleSet.from_dict(row.rules) if row else load(key)


def origin(rules: RuleSet) -> RuleSet:
    """What the figures of a rule set come from, by its key; itself, where nobody has that key (any more)."""
    try:
        return find(rules.key)
    except RuleSetError:
        return rules
