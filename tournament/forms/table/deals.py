"""From choices to a finished result: what is still to be asked, what is impossible, and what looks improbable.

The captain's tiles and the desk's typed line both end here. A finished result has the form that `scoring.Result.read`
takes.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from secrets import token_urlsafe
from typing import Any

from django.utils.translation import gettext as _

from scoring import Result, ResultError, RuleSet, words
from scoring.catalogue import either
from scoring.game.contracts import CONTRACTS, Contract
from scoring.game.results import LOST, SEATS
from tournament.acts.kernel.submissions import KEY_LENGTH
from tournament.forms.table.choices import Choices
from tournament.forms.table.questions import Asking, Blank, Family, Question, blanks, families, questions
from tournament.wording import language, tricks_text

# With this many overtricks or undertricks, a typing error is likelier than the cards.
FAR = 5
SLAM = 12
# The field at which a code of `scoring.ResultError` points, by a word in it.
AT_FAULT = {"declarer": "who", "jury": "jury", "trump": "trump", "doubles": "double"}


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of a deal so far: a finished `result`, or what is `missing`, or the `error` in it.

    `fault` is the code of the error, if it comes from the rules.
    """

    choices: Choices
    contract: str = ""
    families: tuple[Family, ...] = ()
    questions: tuple[Question, ...] = ()
    blanks: tuple[Blank, ...] = ()
    missing: tuple[str, ...] = ()
    error: str = ""
    fault: str = ""
    result: Result | None = None
    doubt: str = ""

    @property
    def seen(self) -> str:
        """The result as text: a page sends back what it showed, and nothing else is written."""
        return json.dumps(self.result.to_dict(), separators=(",", ":")) if self.result else ""

    @property
    def sentence(self) -> str:
        """Why the deal cannot be written yet, as a sentence; "" if it can."""
        still = ", ".join(self.missing)
        return self.error or (_("Still to fill in: %(what)s.") % {"what": still} if still else "")

    @property
    def asks(self) -> str:
        """The field of a typed line in which something is missing or wrong: contract, who, tricks, jury, trump …"""
        if self.blanks:
            return next((blank.name for blank in self.blanks if not blank.value), self.blanks[0].name)
        if not self.contract:
            return "contract"
        unanswered = next((question.name for question in self.questions if question.missing), "")
        at_fault = next((field for word, field in AT_FAULT.items() if word in self.fault), "tricks")
        return unanswered.rstrip("12345") or (at_fault if self.questions else "who")


def new_key() -> str:
    """A key for one submission, made once when a deal is opened."""
    return token_urlsafe(12)


def valid_key(key: str) -> bool:
    """Whether a key has the form of ours; anything else is ignored or refused."""
    return 0 < len(key) <= KEY_LENGTH and key.isascii() and key.replace("-", "").replace("_", "").isalnum()


def draft(asking: Asking, choices: Choices) -> Draft:
    """The draft of a deal that follows from these choices."""
    if asking.ruleset.points_only:
        missing = tuple(name for position, name in asking.names.items() if position not in choices.points)
        return _judged(asking, Draft(choices, blanks=blanks(choices, asking.names), missing=missing))
    if choices.contract not in asking.ruleset.lines:
        return _without_contract(asking, choices)
    line = asking.ruleset.lines[choices.contract]
    if not (asking.tells or asking.sent):
        choices = replace(choices, jury="")
    if len(choices.declarers) > 1 and line.declarers == (1,) and not asking.from_paper:
        # They were chosen for another contract: only one of them can play this one, and it is not known which.
        choices = replace(choices, declarers=(), tricks_of={})
    strangers = [position for position in choices.declarers if position not in asking.names]
    if strangers:
        values = {"seat": strangers[0], "seats": ", ".join(map(str, asking.names))}
        error = _("Nobody plays this deal in seat %(seat)s. The seats are %(seats)s.") % values
        return Draft(choices, choices.contract, error=error)
    asked = tuple(questions(asking, choices))
    missing = tuple(question.missing for question in asked if question.missing)
    return _judged(asking, Draft(choices, choices.contract, questions=asked, missing=missing))


def rare(contract: Contract, tricks: int) -> bool:
    """Whether these tricks, of a side or of one declarer, are possible but hardly ever won."""
    slam = contract.kind == "team" and contract.target >= SLAM and contract.made_with(tricks)
    return slam or abs(tricks - contract.target) >= FAR


def doubt(result: Result, names: Mapping[int, str], ruleset: RuleSet) -> str:
    """A sentence that asks about a possible but very rare result, by `names`; it can still be written. "" otherwise."""
    contract = CONTRACTS.get(result.contract)
    if contract is None:
        return ""
    people = [names[position] for position in result.declarers]
    if isinstance(result.tricks, int):
        won = [(both(people), result.tricks)]
    else:
        won = [(name, own) for name, own in zip(people, result.tricks, strict=True) if own != LOST]
    return next((_really(who, contract, own, ruleset) for who, own in won if rare(contract, own)), "")


def both(names: Sequence[str]) -> str:
    """The name of one declarer, or of two with "and" between them."""
    return names[0] if len(names) == 1 else _("%(one)s and %(other)s") % {"one": names[0], "other": names[1]}


def inside(key: str, ruleset: RuleSet) -> str:
    """The name of a contract within a sentence."""
    name = words.contract(key, language(), ruleset)
    return name[:1].lower() + name[1:]


def really(contract: Contract, tricks: int) -> str:
    """The question about a rare result, with places for `who`, the `contract` and the `tricks`."""
    few = _("Really? %(who)s, %(contract)s, only %(tricks)s?")
    return few if tricks < contract.target else _("Really? %(who)s, %(contract)s, %(tricks)s?")


def _really(declarers: str, contract: Contract, tricks: int, ruleset: RuleSet) -> str:
    values = {"who": declarers, "contract": inside(contract.key, ruleset), "tricks": tricks_text(tricks)}
    return really(contract, tricks) % values


def _without_contract(asking: Asking, choices: Choices) -> Draft:
    typed, error = choices.contract[:8], ""
    if choices.could_be:
        names = [words.contract(key, language(), asking.ruleset) for key in choices.could_be]
        error = _("“%(part)s” could be %(names)s.") % {"part": typed, "names": either(names, language())}
    elif typed:
        values = {"contract": typed, "contracts": ", ".join(asking.ruleset.lines)}
        error = _("These rules have no contract “%(contract)s”. They have %(contracts)s.") % values
    missing = () if typed else (_("the contract"),)
    return Draft(choices, families=tuple(families(asking.ruleset)), missing=missing, error=error)


def _judged(asking: Asking, unfinished: Draft) -> Draft:
    """The draft with its result, or with what is wrong; unchanged while something is missing."""
    if unfinished.missing:
        return unfinished
    try:
        result = Result.read(_result_fields(asking, unfinished.choices), asking.ruleset)
    except ResultError as error:
        return replace(unfinished, error=error.sentence(language()), fault=error.code)
    return replace(unfinished, result=result, doubt=doubt(result, asking.names, asking.ruleset))


def _result_fields(asking: Asking, choices: Choices) -> dict[str, Any]:
    """The fields of a result that apply, from complete choices."""
    seats = {} if tuple(asking.names) == SEATS else {"seats": list(asking.names)}
    if asking.ruleset.points_only:
        return {"points": {str(position): choices.points[position] for position in asking.names}, **seats}
    line = asking.ruleset.lines[choices.contract]
    fields: dict[str, Any] = {"contract": choices.contract, "declarers": list(choices.declarers), **seats}
    fields["tricks"] = choices.tricks
    if line.contract.kind == "personal":
        fields["tricks"] = {str(position): choices.tricks_of[position] for position in choices.declarers}
    if choices.contract in asking.ruleset.jury and (asking.tells or choices.jury):
        fields["jury"] = choices.jury
    if asking.records_trump and line.contract.trumps(line.trump) and choices.trump:
        fields["trump"] = choices.trump
    if asking.ruleset.doubles:
        # Each passed-out deal before this one doubles it, and an announced double doubles it once more.
        fields["doubles"] = asking.passes + choices.doubled
    return fields
