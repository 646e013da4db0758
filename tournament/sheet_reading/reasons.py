"""What a reading says, in words: why a page is refused, and what a row asks."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import RuleSet, words
from tournament.printing.sheets.score_form import LABELS
from tournament.sheet_reading.answers import verdicts_in
from tournament.sheet_reading.code_origin import SheetOrigin
from tournament.sheet_reading.marks import SheetQuestion
from tournament.wording import language, suit

# By the codes of `tournament.scan.reader.REFUSALS`; "illegible" is what `rows.is_illegible` says.
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
        "This sheet is not of this event as it is seated and printed now. Which event is named at its top? If it is "
        "this one, its seating or its form was another one then: type it by hand at its table. If it is another event, "
        "it is not typed here."
    ),
    "too small": gettext_lazy("This picture is too small to read. Scan it with 150 dpi or more, or go closer."),
    "folded": gettext_lazy("The sheet is folded or badly curled in this picture. Press it flat and take it again."),
    "illegible": gettext_lazy(
        "Too little is left of the marks in this picture: many rows would ask something. Scan the sheet in grey or in "
        "colour, or photograph it in better light. If that does not help, type it by hand."
    ),
}


# Where it is known more exactly why a sheet is not expected.
FORMER = gettext_lazy(
    "This sheet was printed for an earlier seating of this table. If those who sit there now played on it, type it by "
    "hand at that table; if others did, do not record it."
)
OTHERS = gettext_lazy("This is a sheet of another event. It is not typed here: bring it to the desk of its own event.")


def refusal(code: str, origin: SheetOrigin | None = None, slug: str = "") -> str:
    """Why a page was not read, and what to do, in the visitor's language; `slug` is the event for which it was read."""
    if code == "not of this event" and origin and origin.event:
        return str(FORMER if origin.event == slug else OTHERS)
    return str(REFUSALS[code])


def origin_words(origin: SheetOrigin) -> str:
    """What the code of a sheet names: round, table, which of its sheets, and the edition of its form where known."""
    numbers = {"round": origin.round, "table": origin.table, "part": origin.part, "edition": origin.edition}
    if not origin.table:
        return _("Round %(round)s, a spare sheet") % numbers
    if not origin.edition:
        return _("Round %(round)s, table %(table)s, sheet %(part)s") % numbers
    return _("Round %(round)s, table %(table)s, sheet %(part)s, edition %(edition)s") % numbers


def question(question: SheetQuestion, rules: RuleSet) -> str:
    """What a row of a sheet leaves open, in the visitor's language."""
    say = QUESTIONS[question.code]
    return say(question.values, rules) if callable(say) else str(say)


def _contract(key: str, rules: RuleSet) -> str:
    return words.contract_short(key, language(), rules)


def _contracts(keys: tuple[str, ...], rules: RuleSet) -> str:
    named = ", ".join(_contract(key, rules) for key in keys)
    return _("%(count)s contracts are marked: %(contracts)s.") % {"count": len(keys), "contracts": named}


def _about(sentence: Any) -> Callable[[tuple[str, ...], RuleSet], str]:
    """A sentence about a contract, which is the first value; a number may be the second."""

    def say(values: tuple[str, ...], rules: RuleSet) -> str:
        key, *more = values
        return str(sentence) % {"contract": _contract(key, rules), "number": "".join(more)}

    return say


def _tricks(counts: tuple[str, ...], _rules: RuleSet) -> str:
    return _("%(count)s numbers of tricks are marked: %(numbers)s.") % {
        "count": len(counts),
        "numbers": ", ".join(counts),
    }


def _trumps(keys: tuple[str, ...], _rules: RuleSet) -> str:
    return _("%(count)s trumps are marked: %(trumps)s.") % {"count": len(keys), "trumps": ", ".join(map(suit, keys))}


def _doubtful(bubbles: tuple[str, ...], rules: RuleSet) -> str:
    named = ", ".join(bubble_words(*bubble.split(" ")[:2], rules=rules) for bubble in bubbles)
    return _("Is this a mark? %(bubbles)s.") % {"bubbles": named}


def _otherwise(differences: tuple[str, ...], rules: RuleSet) -> str:
    """About bubbles with whether the totals say that they are marked; of several choices each is an answer."""
    sentence = _("The totals beside it do not fit what is marked.")
    if len(differences) > 1:
        return sentence
    fitting = {"bubbles": difference_words(differences[0], rules)}
    return f"{sentence} " + _("They would fit %(bubbles)s.") % fitting


def difference_words(difference: str, rules: RuleSet) -> str:
    """What "tricks 10:1;tricks 9:0" says: with tricks 10, without tricks 9."""
    parts = []
    for kind, value, is_mark in verdicts_in(difference):
        part = _("with %(bubble)s") if is_mark else _("without %(bubble)s")
        parts.append(part % {"bubble": bubble_words(kind, value, rules=rules)})
    return ", ".join(parts)


def bubble_words(kind: str, value: str = "", *, rules: RuleSet) -> str:
    """What a bubble says, as briefly as it can be said."""
    if kind == "contract":
        return _contract(value, rules)
    named = {
        "tricks": _("tricks %(value)s"),
        "declares": pgettext("a bubble under a name", "player %(value)s"),
        "made": _("made %(value)s"),
        "lost": _("lost %(value)s"),
        "trump": pgettext("a bubble", "trump %(value)s"),
        "agreed": _("signature %(value)s"),
        "substitute": _("substitute in seat %(value)s"),
        **LABELS,
    }
    return str(named[kind]) % {"value": suit(value) if kind == "trump" else value}


QUESTIONS: Mapping[str, Any] = {
    "empty": gettext_lazy("Nothing is marked here, but deals below are."),
    "unseen": gettext_lazy("Nothing was seen here, but somebody says that it is not empty."),
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
    "trumps": _trumps,
    "trump unfit": _about(gettext_lazy("A trump is marked that %(contract)s does not have.")),
    "misdeal": gettext_lazy("A misdeal is marked: record it on the page of the deal, then type what was played."),
    "impossible": _about(gettext_lazy("%(contract)s cannot have gone as it is marked.")),
    "doubtful": _doubtful,
    "otherwise": _otherwise,
}
