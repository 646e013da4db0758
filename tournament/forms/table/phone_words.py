"""The words of the phone's own pages, in the visitor's language: a script of ours never holds a sentence."""

from typing import TypedDict

from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import RuleSet, words
from scoring.catalogue import catalogue, either
from scoring.game.contracts import ALL_TRICKS, CONTRACTS
from scoring.game.results import LOST, MAX_DOUBLES, MAX_POINTS
from scoring.game.typed import keypad
from tournament.acts.table.deals import passing_sentence, refused_sentence
from tournament.forms.table.deals import inside, rare, really
from tournament.forms.table.questions import (
    Family,
    families,
    how_many,
    jury_answers,
    jury_hint,
    jury_question,
    trump_names,
)
from tournament.reading.table.sheet_lines import waits_for_jury
from tournament.wording import language, tricks_text

PICTURES = {"H": "heart", "D": "diamond", "C": "club", "S": "spade"}
# The refusals of `scoring.Result.read` that choices on a phone can meet.
REFUSALS = ("declarers_number", "tricks_too_many", "tricks_not_all", "tricks_not_lost", "bad_doubles", "points_range")


class ContractWords(TypedDict):
    """A contract: its name, the one of the rules if they have one, the same inside a sentence, who can play it.

    `keys` are its digits on a numeric keypad.

    `really` holds for each number of tricks the question that is asked if they are hardly ever won, else "".
    """

    name: str
    keys: str
    called: str
    inside: str
    hint: str
    allowed: str
    really: list[str]


class FamilyWords(TypedDict):
    """Contracts of one kind, each as its key and what its tile shows."""

    title: str
    options: list[tuple[str, str]]


class Words(TypedDict):
    """Everything that the phone says: sentences and labels by what they are for, and the words of the game."""

    say: dict[str, str]
    families: list[FamilyWords]
    contracts: dict[str, ContractWords]
    tricks: list[str]
    trumps: dict[str, str]
    pictures: dict[str, str]
    jury: dict[str, str]
    refusals: dict[str, str]
    most_doubles: int
    most_points: int


def phone_words(ruleset: RuleSet) -> Words:
    """The words for the deals of a rule set. Places for values stand in them as `%(name)s` or `{name}`."""
    return {
        "say": _sentences(),
        "families": [_family(family) for family in ([] if ruleset.points_only else families(ruleset))],
        "contracts": {key: _contract(key, ruleset) for key in ruleset.lines},
        "tricks": [tricks_text(number) for number in range(ALL_TRICKS + 1)],
        "trumps": trump_names(),
        "pictures": {suit: static(f"troel/{name}.svg") for suit, name in PICTURES.items()},
        "jury": jury_answers(),
        "refusals": {
            **{code: catalogue(language())[f"error.{code}"] for code in REFUSALS},
            "jury": refused_sentence(1),
            "passing": passing_sentence(1),
        },
        "most_doubles": MAX_DOUBLES,
        "most_points": MAX_POINTS,
    }


def _sentences() -> dict[str, str]:
    return {
        "deal": _("Deal %(number)s"),
        "dealer": _("Dealer: %(dealer)s"),
        "deals": _("dealer"),
        "back": _("Back to the sheet"),
        "record": _("Right, keep it"),
        "correct": _("Correct deal %(number)s"),
        "recorded": _("Recorded:"),
        "same": _("This is what is recorded. Change what is wrong."),
        "before": pgettext("points before a ruling", "Before"),
        "after": pgettext("points after a ruling", "After"),
        "reason": _("Why is it being corrected?"),
        "continue": _("Continue"),
        "change": _("Change"),
        "later": _("Enter tricks later"),
        "playing": _("Now playing, tricks later"),
        "contract": _("Which contract was played?"),
        "who": _("Who played it?"),
        "tricks": _("How many tricks did they make?"),
        "made": pgettext("a contract", "Made"),
        "short": pgettext("a contract", "Lost"),
        "made_it": pgettext("after a name", "made it"),
        "lost_it": pgettext("after a name", "lost"),
        "name_made": _("%(name)s made it"),
        "name_lost": _("%(name)s lost"),
        "counts": _("Give the number of tricks"),
        "lost": tricks_text(LOST),
        "and": _("%(one)s and %(other)s"),
        "trump": _("Which trump?"),
        "jury": jury_question(),
        "jury_hint": jury_hint(),
        "waits": waits_for_jury(),
        "uncalled": _("Annulled: 0 points for everybody, because the jury was not called."),
        "double": _("Doubled"),
        "points": _("Points of this deal"),
        "player": _("Player"),
        "this_deal": _("This deal"),
        "new_total": _("New total"),
        "decided": _("Totals including the decisions at this table."),
    }


def desk_words() -> dict[str, str]:
    """The sentences of the desk's own page: what a typed line lacks or gets wrong, and what becomes of it."""
    return {
        "missing": _("Still to fill in: %(what)s."),
        "what_contract": _("the contract"),
        "what_who": _("who played it"),
        "what_own": _("who played it"),
        "what_tricks": _("the tricks"),
        "what_jury": _("whether the jury was called"),
        "what_points": _("Points of this deal"),
        "unknown": _("These rules have no contract “%(contract)s”. They have %(contracts)s."),
        "seat": _("Nobody plays this deal in seat %(seat)s. The seats are %(seats)s."),
        "space": _("Leave a space between the seats and the tricks."),
        "passed": _("all passed %(count)s×"),
        "doubled": _("Doubled"),
        "waits": _("on this computer, not yet sent"),
        "received": _("recorded"),
        "reason": _("Typed again from the sheet of paper."),
        "totals": _("Type a total for each player, or nothing."),
        "departs": _("%(name)s: deal %(number)s, the sheet adds %(given)s, the rules give %(points)s."),
        "departs_since": _(
            "%(name)s: deals %(from)s to %(number)s, the sheet adds %(given)s, the rules give %(points)s."
        ),
        "agrees": _("The totals on the sheet agree with the rules."),
        "choose": _("Recorded: %(recorded)s. Typed now: %(typed)s. Type 1 for the first, 2 for the second."),
        "agree": _("Both agree: the sheet is verified."),
        "unreached": _(
            "The network is not there. What you typed is kept on this computer: go on as soon as it is back."
        ),
    }


def _family(family: Family) -> FamilyWords:
    return {"title": family.title, "options": [(option.value, option.label) for option in family.options]}


def _contract(key: str, ruleset: RuleSet) -> ContractWords:
    contract, line = CONTRACTS[key], ruleset.lines[key]
    return {
        "name": words.contract(key, language()),
        "keys": keypad(key),
        "called": words.contract(key, language(), ruleset),
        "inside": inside(key, ruleset),
        "hint": how_many(line),
        "allowed": either(line.declarers, language()),
        "really": [really(contract, won) if rare(contract, won) else "" for won in range(contract.played + 1)],
    }
