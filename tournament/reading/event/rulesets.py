"""The rule sets to choose from: those that come with the package, and those saved on this installation."""

from scoring import RuleSet, RuleSetError, keys, load
from tournament.models import OwnRuleSet


def own() -> list[RuleSet]:
    """The rule sets saved here, in the order of their keys."""
    return [RuleSet.from_dict(row.rules) for row in OwnRuleSet.objects.order_by("key")]


def find(key: str) -> RuleSet:
    """The rule set with this key; raises RuleSetError if there is none (any more)."""
    row = None if key in keys() else OwnRuleSet.objects.filter(key=key).first()
    return RuleSet.from_dict(row.rules) if row else load(key)


def origin(rules: RuleSet) -> RuleSet:
    """The rule set with the same key, from which the figures come; the argument itself if there is none (any more)."""
    try:
        return find(rules.key)
    except RuleSetError:
        return rules
