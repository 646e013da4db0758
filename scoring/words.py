"""Names and sentences in Dutch, French and English.

Every sentence comes from `text(code, lang)`; an unknown language falls back to English, `register` adds one.
"""

from scoring import catalogue as texts
from scoring.catalogue import LANGUAGES, catalogue, register, text
from scoring.errors import RuleSetFault
from scoring.points.telling import explanation, tricks_in_words
from scoring.reworded import reworded
from scoring.rules.places import place
from scoring.rules.rulesets import RuleSet

__all__ = [
    "LANGUAGES",
    "about",
    "catalogue",
    "contract",
    "contract_full",
    "contract_short",
    "explanation",
    "fault",
    "place",
    "register",
    "ruleset_name",
    "text",
    "tricks_in_words",
    "why",
]


def contract(key: str, lang: str, ruleset: RuleSet | None = None) -> str:
    """The name of a contract with its number, as used in every sentence. A rule set may have its own.

    Raises KeyError for an unknown contract.
    """
    return _own_name(key, lang, ruleset) or texts.contract(key, lang)


def contract_full(key: str, lang: str, ruleset: RuleSet | None = None) -> str:
    """The name with the contract's other names, for where there is room. A rule set's own name is given alone."""
    return _own_name(key, lang, ruleset) or texts.contract(key, lang, "full")


def contract_short(key: str, lang: str, ruleset: RuleSet | None = None) -> str:
    """The name abbreviated for a narrow column or a small button. A rule set's own names are not shortened."""
    return _own_name(key, lang, ruleset) or texts.contract(key, lang, "short")


def _own_name(key: str, lang: str, ruleset: RuleSet | None) -> str:
    if ruleset is None or key not in ruleset.lines:
        return ""
    names = ruleset.lines[key].names
    return names.get(lang) or names.get(texts.FALLBACK, "")


def fault(rule_set_fault: RuleSetFault, lang: str) -> str:
    """The place of a fault in a rule set, in words and as a path in the file, and its sentence."""
    where = place(rule_set_fault.place, lang)
    text = rule_set_fault.sentence(lang)
    return text if where == rule_set_fault.place else texts.text("list.placed", lang, place=where, said=text)


def ruleset_name(ruleset: RuleSet, lang: str) -> str:
    """The name of a rule set."""
    return ruleset.names.get(lang) or ruleset.names[texts.FALLBACK]


def about(key: str, lang: str) -> str:
    """What the rule set of this key is and who plays by it; "" for one that does not come with this package."""
    return texts.catalogue(lang).get(f"about.{key}", "")


def why(ruleset: RuleSet, lang: str) -> str:
    """Why the rule set's figures are verified, or why not."""
    return reworded(ruleset.why.get(lang) or ruleset.why[texts.FALLBACK])
