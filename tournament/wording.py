"""How points, contracts, tricks and people are written, on pages and on paper, in the language of the page."""

from collections.abc import Mapping

from django.utils.formats import number_format
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from scoring import Result, RuleSet, words
from scoring.game.contracts import CONTRACTS
from scoring.game.results import LOST, Own
from scoring.rules.penalties import Penalty

SUITS = {"H": "♥", "D": "♦", "C": "♣", "S": "♠", "NT": "NT"}


def language() -> str:
    """The language of the page being made: nl, fr or en."""
    return (get_language() or "en")[:2]


def points(value: int | None) -> str:
    """+13, −10 or 0, with a real minus sign; "" for None."""
    if value is None:
        return ""
    return f"+{value}" if value > 0 else plain(value)


def plain(value: int | None) -> str:
    """A total: 1204 or −35, with a real minus sign; "" for None."""
    return "" if value is None else str(value).replace("-", "−")


def decimal(value: float) -> str:
    """A figure rounded to a decimal, as the visitor's language writes it: 12, −3.5, 12,5."""
    rounded = round(value, 1)
    return number_format(rounded, 0 if rounded == int(rounded) else 1).replace("-", "−")


def money(cents: int) -> str:
    """Cents as euros, as the visitor's language writes them: "€ 12,50", "12,50 €", "€12.50"."""
    amount = f"{cents // 100}.{cents % 100:02}" if cents >= 0 else f"−{-cents // 100}.{-cents % 100:02}"
    if language() == "en":
        return f"€{amount}"
    amount = amount.replace(".", ",")
    return f"{amount}\u00a0€" if language() == "fr" else f"€\u00a0{amount}"


def running(seconds: int) -> str:
    """A time that runs, in minutes and seconds: "7:05", "80:00"."""
    return f"{seconds // 60}:{seconds % 60:02}"


def sign(value: int | None) -> str:
    """The CSS class of a number: plus, minus or zero."""
    return "zero" if not value else "plus" if value > 0 else "minus"


def suit(trump: str | None) -> str:
    """The symbol of a trump suit."""
    return SUITS.get(trump or "", "")


def contract(key: str, ruleset: RuleSet | None = None) -> str:
    """A contract's name in the visitor's language."""
    return words.contract(key, language(), ruleset) if key else ""


def contract_full(key: str, ruleset: RuleSet | None = None) -> str:
    """A contract's name and its other names, where there is room for both."""
    return words.contract_full(key, language(), ruleset) if key else ""


def contract_short(key: str, ruleset: RuleSet | None = None) -> str:
    """A contract's name, short enough for a column."""
    return words.contract_short(key, language(), ruleset) if key else ""


def tricks_text(tricks: Own) -> str:
    """A number of tricks in words, or that the contract was lost."""
    return words.tricks_in_words(tricks, language())


def own_tricks(tricks: Own) -> str:
    """A declarer's own tricks, as briefly as they can be said: "0", or "lost"."""
    return tricks_text(tricks) if tricks == LOST else str(tricks)


def played_text(result: Result, names: Mapping[int, str]) -> str:
    """The declarers by name, with the tricks of the side or of each; nothing where only points were entered."""
    declarers = [names[position] for position in result.declarers]
    if isinstance(result.tricks, int):
        return f"{' + '.join(declarers)} · {tricks_text(result.tricks)}"
    ended = (ended_for(result.contract, own) for own in result.tricks)
    return ", ".join(f"{name} {outcome}" for name, outcome in zip(declarers, ended, strict=True))


def ended_for(contract: str, tricks: Own) -> str:
    """How a personal contract ended for one declarer, after their name: made, or lost and with how many if known."""
    if tricks != LOST and CONTRACTS[contract].made_with(tricks):
        return pgettext("after a name", "made it")
    lost = pgettext("after a name", "lost")
    return lost if tricks == LOST else f"{lost} ({tricks})"


def named(name: str, number: int) -> str:
    """A public name; if it was erased, the player's number."""
    return name or _("player %(number)s") % {"number": number}


def quoted(text: str) -> str:
    """What somebody wrote, in quotation marks: “…”, « … »."""
    return _("“%(text)s”") % {"text": text}


def doubt(rules: RuleSet) -> str:
    """Why the figures of a rule set are not verified; "" if they are, or if there are none to verify."""
    return "" if rules.verified or rules.points_only else words.why(rules, language())


def cited(article: str) -> str:
    """A reference to a rule: "Article 5", or "Articles 3, 9"."""
    sentence = _("Articles %(article)s") if "," in article else _("Article %(article)s")
    return sentence % {"article": article}


def given(preset: Penalty) -> str:
    """What a preset gives the player it is for: −3, or a range such as "0 … −15"; "" if it gives no points."""
    if preset.least == preset.most:
        return points(preset.least) if preset.least else ""
    return f"{points(preset.most)} … {points(preset.least)}"
