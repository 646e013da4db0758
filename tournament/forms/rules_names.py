"""What a rule set is called after its figures were typed over, and what it says of where they come from."""

from collections.abc import Mapping
from dataclasses import replace

from scoring import RuleSet, words
from scoring.catalogue import LANGUAGES
from scoring.parts import parts
from scoring.reading import LONGEST
from tournament.forms.rules_penalties import retold


def named(typed: RuleSet, name: str, start: RuleSet, origin: RuleSet, lang: str) -> RuleSet:
    """The rule set that was typed, with its names and with why its figures are (not) verified.

    `name` is what was typed as its name, `start` what the form was shown with, `origin` the rule set those figures come
    from. A name that was left says by itself whether the figures are still the origin's.
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
    """Whether the name is one that nobody gave: the origin's own, or that with the word that it was adapted."""
    return nobodys(start, origin) and name == words.ruleset_name(start, lang).strip()


def nobodys(ruleset: RuleSet, origin: RuleSet) -> bool:
    """Whether a rule set has the names of the one its figures come from, or those with the word that it was adapted."""
    return dict(ruleset.names) in (dict(origin.names), _adapted(origin))


def _adapted(origin: RuleSet) -> dict[str, str]:
    return {lang: words.text("adapted.name", lang, name=origin.names[lang])[:LONGEST] for lang in LANGUAGES}


def _why(typed: RuleSet, origin: RuleSet) -> Mapping[str, str]:
    """Why figures that are no longer the origin's are to be doubted: from another source, or some of them changed."""
    if typed.source != origin.source:
        return _typed_over(typed.source)
    said = {lang: words.text("adapted.why_changed", lang, why=origin.why[lang]) for lang in LANGUAGES}
    return said if all(len(text) <= LONGEST for text in said.values()) else dict(origin.why)


def _typed_over(source: str) -> Mapping[str, str]:
    """That somebody typed the figures over, and from where if that is not too long to be said."""
    said = {lang: words.text("adapted.why", lang, source=source) for lang in LANGUAGES}
    if all(len(text) <= LONGEST for text in said.values()):
        return said
    return {lang: words.text("adapted.why_long", lang) for lang in LANGUAGES}
