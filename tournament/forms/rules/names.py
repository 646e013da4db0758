"""The name of a rule set whose figures were typed over, and what it says about their source."""

from collections.abc import Mapping
from dataclasses import replace

from scoring import RuleSet, words
from scoring.catalogue import LANGUAGES
from scoring.rules.parts import parts
from scoring.rules.reading import MAX_LENGTH
from tournament.forms.rules.penalties import retold


def named(typed: RuleSet, name: str, start: RuleSet, origin: RuleSet, lang: str) -> RuleSet:
    """The rule set that was typed, with its names and with why its figures are or are not verified.

    `name` is the name that was typed, `start` the rule set the form showed, `origin` the one whose figures it started
    from. A name that nobody gave, left unchanged, follows whether the figures are still the origin's.
    """
    figures = parts(typed)
    adapted = figures != parts(origin)
    names = retold(start.names, name, lang)
    if _left(name, start, origin, lang):
        names = _adapted(origin) if adapted else dict(origin.names)
    if figures == parts(start) and typed.source == start.source:
        return replace(typed, names=names)
    return replace(typed, names=names, why=_why(typed, origin) if adapted else dict(origin.why))


def _left(name: str, start: RuleSet, origin: RuleSet, lang: str) -> bool:
    """Whether nobody gave this name: it is the origin's own, or that marked as adapted."""
    return nobodys(start, origin) and name == words.ruleset_name(start, lang).strip()


def nobodys(ruleset: RuleSet, origin: RuleSet) -> bool:
    """Whether a rule set has the names of the one its figures come from, possibly marked as adapted."""
    return dict(ruleset.names) in (dict(origin.names), _adapted(origin))


def _adapted(origin: RuleSet) -> dict[str, str]:
    return {lang: words.text("adapted.name", lang, name=origin.names[lang])[:MAX_LENGTH] for lang in LANGUAGES}


def _why(typed: RuleSet, origin: RuleSet) -> Mapping[str, str]:
    """Why figures that are no longer the origin's are doubtful: from another source, or partly changed."""
    if typed.source != origin.source:
        return _typed_over(typed.source)
    said = {lang: words.text("adapted.why_changed", lang, why=origin.why[lang]) for lang in LANGUAGES}
    return said if all(len(text) <= MAX_LENGTH for text in said.values()) else dict(origin.why)


def _typed_over(source: str) -> Mapping[str, str]:
    """That somebody typed the figures over, and their source if it is not too long."""
    said = {lang: words.text("adapted.why", lang, source=source) for lang in LANGUAGES}
    if all(len(text) <= MAX_LENGTH for text in said.values()):
        return said
    return {lang: words.text("adapted.why_long", lang) for lang in LANGUAGES}
