"""How the pages write points, contracts and cards."""

from collections.abc import Mapping

from django import template
from django.utils.translation import get_language, ngettext

from scoring import Result, RuleSet, words
from tournament.reading.sheets import Line, Sheet

register = template.Library()
SUITS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠", "NT": "NT"}


@register.filter
def points(value: int | None) -> str:
    """+13, −10 or 0, with a real minus sign; nothing for no points."""
    if value is None:
        return ""
    return f"+{value}" if value > 0 else plain(value)


@register.filter
def plain(value: int | None) -> str:
    """A total: 1204 or −35, with a real minus sign; nothing for no total."""
    return "" if value is None else str(value).replace("-", "−")


@register.filter
def sign(value: int | None) -> str:
    """The class of a number: plus, minus or zero."""
    return "zero" if not value else "plus" if value > 0 else "minus"


@register.filter
def suit(trump: str | None) -> str:
    """The sign of a trump suit."""
    return SUITS.get(trump or "", "")


@register.filter
def contract(key: str, ruleset: RuleSet | None = None) -> str:
    """A contract's name in the visitor's language."""
    return words.contract(key, language(), ruleset) if key else ""


@register.filter
def contract_full(key: str, ruleset: RuleSet | None = None) -> str:
    """A contract's name and what else it is called, where there is room for both."""
    return words.contract_full(key, language(), ruleset) if key else ""


@register.filter
def contract_short(key: str, ruleset: RuleSet | None = None) -> str:
    """A contract's name as it fits a column."""
    return words.contract_short(key, language(), ruleset) if key else ""


@register.filter
def why(line: Line, sheet: Sheet) -> str:
    """Why a deal gave what it gave, as a sentence in the visitor's language, with the names of who played it."""
    return line.told(language(), names=sheet.names(line.number))


@register.filter
def played(line: Line, sheet: Sheet) -> str:
    """Who played it and what they made: "An + Bea · 10 tricks", or "An 0, Bea 1" where each counts alone."""
    return played_told(line.result, sheet.names(line.number)) if line.result else ""


@register.filter
def made(line: Line, sheet: Sheet) -> str:
    """The tricks as they stand beside marked players: "10 tricks", or "An 0, Bea 1" where each counts alone."""
    alone = line.result and not isinstance(line.result.tricks, int)
    return played(line, sheet) if alone else tricks(line)


@register.filter
def tricks(line: Line) -> str:
    """What was made, without names: "10 tricks", or "0, 1" in the order of the seats where each counts alone."""
    if line.result is None:
        return ""
    made = line.result.tricks
    return tricks_told(made) if isinstance(made, int) else ", ".join(str(count) for count in made)


@register.filter
def dealer(line: Line, sheet: Sheet) -> str:
    """The name of who deals."""
    return sheet.dealer(line.number)


def played_told(result: Result, names: Mapping[int, str]) -> str:
    """Who declared by name, with the tricks of the side or of each; nothing where points alone were entered."""
    declarers = [names[position] for position in result.declarers]
    if isinstance(result.tricks, int):
        return f"{' + '.join(declarers)} · {tricks_told(result.tricks)}"
    return ", ".join(f"{name} {count}" for name, count in zip(declarers, result.tricks, strict=True))


def tricks_told(count: int) -> str:
    """A number of tricks in words."""
    return ngettext("%(count)s trick", "%(count)s tricks", count) % {"count": count}


def language() -> str:
    """The language of the page being made: nl, fr or en."""
    return (get_language() or "en")[:2]
