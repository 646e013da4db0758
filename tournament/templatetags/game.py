"""How the pages write points, contracts and cards."""

from collections.abc import Mapping

from django import template
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring import Result, RuleSet, words
from scoring.penalties import Penalty
from tournament.decided import kind_name, place, preset_name, preset_note
from tournament.models import Decision
from tournament.sheets import Line, Sheet

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
    """A contract's full name in the visitor's language."""
    return words.contract(key, language(), ruleset) if key else ""


@register.filter
def contract_short(key: str, ruleset: RuleSet | None = None) -> str:
    """A contract's name as it fits a column."""
    return words.contract_short(key, language(), ruleset) if key else ""


@register.filter
def why(line: Line) -> str:
    """Why a deal gave what it gave, as a sentence in the visitor's language."""
    return line.told(language())


@register.filter
def why_for(line: Line, position: int) -> str:
    """Why a deal gave one position what it gave, as a sentence in the visitor's language."""
    return line.told(language(), position)


@register.filter
def played(line: Line, sheet: Sheet) -> str:
    """Who played it and what they made: "An + Bea · 10 tricks", or "An 0, Bea 1" where each counts alone."""
    return played_told(line.result, sheet.names(line.number)) if line.result else ""


@register.filter
def tricks(line: Line) -> str:
    """What was made, without names: "10 tricks", or "0, 1" in the order of the seats where each counts alone."""
    if line.result is None:
        return ""
    made = line.result.tricks
    return tricks_told(made) if isinstance(made, int) else ", ".join(str(count) for count in made)


@register.filter
def named(name: str, number: int) -> str:
    """A name, or "player 17" where it was taken away."""
    return name or _("player %(number)s") % {"number": number}


@register.filter
def doubt(ruleset: RuleSet) -> str:
    """Why the figures of a rule set are not verified, or how they were."""
    return words.why(ruleset, language())


@register.filter
def decision_kind(decision: Decision, ruleset: RuleSet) -> str:
    """What a decision is called."""
    return kind_name(decision.kind, ruleset)


@register.filter
def decision_place(decision: Decision) -> str:
    """Where a decision belongs: round, table, deal."""
    return place(decision)


@register.filter
def called(preset: Penalty) -> str:
    """The name of a preset of a rule set."""
    return preset_name(preset)


@register.filter
def noted(preset: Penalty) -> str:
    """What the source adds to a preset."""
    return preset_note(preset)


@register.filter
def given(preset: Penalty) -> str:
    """What a preset gives the player: "−3", or "−15 … 0" where the jury chooses; nothing where it gives nothing."""
    if preset.least == preset.most:
        return points(preset.least) if preset.least else ""
    return f"{points(preset.least)} … {points(preset.most)}"


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
