"""What a reading says, in words: why a page is refused, and what a row asks."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import RuleSet, words
from tournament.printing.sheets.score_form import LABELS
from tournament.sheet_reading.rows import SheetQuestion
from tournament.wording import language

# By the codes of `tournament.scan.reader.REFUSALS`.
REFUSALS: Mapping[str, Any] = {
    "unreadable file": gettext_lazy("This file cannot be opened. It must be a PDF, a JPEG or a PNG."),
    "unreadable page": gettext_lazy("This page could not be read."),
    "too large": gettext_lazy("This file is too large."),
    "too many pages": gettext_lazy("This file has too many pages. Send it in parts."),
    "too long": gettext_lazy("This page took too long and was left out."),
    "stopped": gettext_lazy(
        "Reading this file was stopped at this page: it took too long, or too much memory. "
        "Its next pages were not read. Send them again without this one."
    ),
    "no sheet": gettext_lazy("No score sheet was found in this picture. All four corners must be in it."),
    "no code": gettext_lazy("The small code at the top of the sheet cannot be read. Is it covered, or blurred?"),
    "not of this event": gettext_lazy(
        "This sheet is of another event, or of a seating or a form from before. Type it by hand."
    ),
    "too small": gettext_lazy("This picture is too small to read. Scan it with 150 dpi or more, or go closer."),
    "folded": gettext_lazy("The sheet is folded or badly curled in this picture. Press it flat and take it again."),
}


def refusal(code: str) -> str:
    """Why a page was not read, in the visitor's language."""
    return str(REFUSALS[code])


def question(question: SheetQuestion, rules: RuleSet) -> str:
    """What a row of a sheet leaves open, in the visitor's language."""
    say = QUESTIONS[question.code]
    return say(question.values, rules) if callable(say) else str(say)


def _contract(key: str, rules: RuleSet) -> str:
    return words.contract_short(key, language(), rules)


def _contracts(keys: tuple[str, ...], rules: RuleSet) -> str:
    named = ", ".join(_contract(key, rules) for key in keys)
    return _("Two contracts are marked: %(contracts)s.") % {"contracts": named}


def _about(sentence: Any) -> Callable[[tuple[str, ...], RuleSet], str]:
    """A sentence about a contract, which is the first value; a number may be the second."""

    def say(values: tuple[str, ...], rules: RuleSet) -> str:
        key, *more = values
        return str(sentence) % {"contract": _contract(key, rules), "number": "".join(more)}

    return say


def _tricks(counts: tuple[str, ...], _rules: RuleSet) -> str:
    return _("Two numbers of tricks are marked: %(numbers)s.") % {"numbers": ", ".join(counts)}


def _doubtful(bubbles: tuple[str, ...], rules: RuleSet) -> str:
    named = ", ".join(_bubble(*bubble.split(" ")[:2], rules=rules) for bubble in bubbles)
    return _("Is this a mark? %(bubbles)s.") % {"bubbles": named}


def _bubble(kind: str, value: str = "", *, rules: RuleSet) -> str:
    """What a bubble says, as briefly as it can be said."""
    if kind == "contract":
        return _contract(value, rules)
    named = {
        "tricks": _("tricks %(value)s"),
        "declares": pgettext("a bubble under a name", "player %(value)s"),
        "made": _("made %(value)s"),
        "lost": _("lost %(value)s"),
        "trump": pgettext("a bubble", "trump"),
        **LABELS,
    }
    return str(named[kind]) % {"value": value}


QUESTIONS: Mapping[str, Any] = {
    "empty": gettext_lazy("Nothing is marked here, but deals below are."),
    "no contract": gettext_lazy("No contract is marked."),
    "contracts": _contracts,
    "no tricks": gettext_lazy("No tricks are marked."),
    "tricks": _tricks,
    "declarers": _about(gettext_lazy("%(contract)s cannot be played by as many as are marked here: %(number)s.")),
    "lost": _about(gettext_lazy("Under a name − is marked, but with these tricks %(contract)s is made.")),
    "who lost": _about(gettext_lazy("Who made %(contract)s, and who lost it?")),
    "tricks of": _about(gettext_lazy("%(number)s tricks cannot be won in %(contract)s.")),
    "jury": _about(gettext_lazy("Was the jury called for %(contract)s? Its box is empty.")),
    "jury unneeded": _about(gettext_lazy("The jury’s box is marked, but %(contract)s needs no jury.")),
    "trumps": gettext_lazy("Two trumps are marked."),
    "trump unfit": _about(gettext_lazy("A trump is marked that %(contract)s does not have.")),
    "misdeal": gettext_lazy("A misdeal is marked: record it on the page of the deal, then type what was played."),
    "impossible": _about(gettext_lazy("%(contract)s cannot have gone as it is marked.")),
    "doubtful": _doubtful,
}
