"""From what stands in an address to a ruling that can be shown before it is made.

The result as ruled is asked with the questions of the captain's page, and stands in the address as it does there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring import Result, RuleSet, words
from scoring.penalties import Penalty
from tournament.facts import DealFacts, Ruling
from tournament.forms.choices import Choices, chosen, whole
from tournament.forms.deals import Draft, draft
from tournament.forms.questions import Asking, Option, Question
from tournament.models import Decision, Table
from tournament.reading import decided, rulings
from tournament.reading.sheets import Line, Sheet
from tournament.templatetags.game import language

Ruled = Decision.Ruling
# Effects that set a result; "result" is the ruling that says it outright.
SETS_RESULT = ("made", "lost", "result")
# What an address holds of a result.
RESULT_FIELDS = ("asked", "contract", "who", "tricks", "jury", "trump", "double", "points")


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to rule on a deal: a preset of the rule set, or one of the three that every event has.

    `effect` is a preset's, or "result", "annulled", "allowed".
    """

    key: str
    name: str
    note: str
    article: str
    effect: str

    @property
    def stored(self) -> str:
        """The kind that the decision keeps."""
        return decided.RULING if self.key in PLAIN else self.key


@dataclass(frozen=True, slots=True)
class Case:
    """The deal that is ruled on: its table with the names, and what is known of it."""

    row: Table
    sheet: Sheet
    line: Line
    ruleset: RuleSet

    @property
    def deal(self) -> DealFacts:
        """The deal as it stands."""
        return self.sheet.table.deal(self.line.number)

    @property
    def result(self) -> Result | None:
        """What was played: what scores now, or what was entered where a ruling took it away."""
        return self.line.result or self.line.played

    @property
    def asking(self) -> Asking:
        """What may be asked of this deal."""
        event = self.row.round.event
        names = self.sheet.names(self.line.number)
        return Asking(self.ruleset, names, self.line.passes, event.records_trump, from_paper=True)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the address says so far. Without a `ruling` something is still to be asked: by `draft` or `question`.

    `given` are points by position that come with the ruling.
    """

    ruling: Ruling | None = None
    draft: Draft | None = None
    question: Question | None = None
    given: Mapping[int, int] = field(default_factory=dict)


PLAIN = ("result", "annulled", "allowed")


def kinds(case: Case) -> list[Kind]:
    """The rulings that this deal can have, the rule set's own first."""
    presets = [_of_preset(preset) for preset in case.ruleset.penalties if preset.kind == "ruling"]
    return [kind for kind in [*presets, *_plain()] if _fits(kind, case)]


def proposal(kind: Kind, case: Case, data: QueryDict) -> Proposal:
    """What a ruling of this kind is, as far as the address says."""
    if kind.effect in SETS_RESULT:
        return _of_result(kind, case, data)
    if kind.effect == "annulled":
        contract = case.result.contract if case.result else ""
        return Proposal(Ruling(rulings.ruling_of("annulled", contract, case.ruleset), contract))
    return _of_answer(kind, case, data)


def _of_preset(preset: Penalty) -> Kind:
    name, note = decided.preset_name(preset), decided.preset_note(preset)
    return Kind(preset.key, name, note, preset.article, preset.effect)


def _plain() -> list[Kind]:
    return [
        Kind("result", _("Another result"), _("The deal counts with the result the jury enters."), "", "result"),
        Kind("annulled", _("Annulled"), _("The deal gives everyone 0."), "", "annulled"),
        Kind("allowed", _("The jury had allowed it"), _("The deal counts as played."), "", "allowed"),
    ]


def _fits(kind: Kind, case: Case) -> bool:
    """Whether a ruling can be made on this deal: some need a result, some a contract for the jury."""
    if kind.effect in ("allowed", "no_result"):
        return bool(case.ruleset.jury) and (case.result is None or case.result.contract in case.ruleset.jury)
    if kind.effect in ("made", "lost"):
        return not case.ruleset.points_only
    return kind.effect == "result" or case.result is not None


def _of_result(kind: Kind, case: Case, data: QueryDict) -> Proposal:
    """A result as ruled: asked until it is whole; of a capitulation also who threw in his cards."""
    made = draft(case.asking, _choices(kind, case, data))
    if made.result is None:
        return Proposal(draft=made)
    ruling = Ruling(Ruled.RESULT, result=made.result.to_dict())
    if kind.effect != "made":
        return Proposal(ruling, made)
    thrower = whole(data.get("thrower", ""))
    question = _who_threw(case, made.result, thrower)
    if question.missing or thrower is None:
        return Proposal(draft=made, question=question)
    return Proposal(ruling, made, question, rulings.capitulation(made.result, thrower, case.ruleset))


def _choices(kind: Kind, case: Case, data: QueryDict) -> Choices:
    """What the address chose; before it chose anything, what the kind of ruling makes of the deal."""
    if case.result is None or any(name.startswith(RESULT_FIELDS) for name in data):
        return chosen(data)
    turned = {"made": rulings.as_made, "lost": rulings.as_lost}.get(kind.effect)
    return choices_of(turned(case.result) if turned else case.result, case.line.passes)


def choices_of(result: Result, passes: int) -> Choices:
    """A result as the choices that lead to it."""
    team = result.tricks if isinstance(result.tricks, int) else None
    each = () if isinstance(result.tricks, int) else result.tricks
    return Choices(
        contract=result.contract,
        declarers=result.declarers,
        tricks=team,
        tricks_of=dict(zip(result.declarers, each, strict=team is None)),
        jury=result.jury or "",
        trump=result.trump or "",
        doubled=result.doubles > passes,
        points=dict(zip(result.seats, result.points or (), strict=result.points is not None)),
    )


def _who_threw(case: Case, result: Result, thrower: int | None) -> Question:
    names = case.sheet.names(case.line.number)
    options = tuple(
        Option(str(seat), names[seat], seat == thrower) for seat in result.seats if seat not in result.declarers
    )
    missing = "" if any(option.chosen for option in options) else _("who threw in his cards")
    return Question("thrower", _("Who threw in his cards?"), "people", options, missing)


def _of_answer(kind: Kind, case: Case, data: QueryDict) -> Proposal:
    """The jury's answer to a contract that asks for it: the contract played, or the one that is named."""
    ruling = Ruled.ALLOWED if kind.effect == "allowed" else Ruled.REFUSED
    if case.result:
        return Proposal(Ruling(ruling, case.result.contract))
    contract = data.get("contract", "")
    options = tuple(
        Option(key, words.contract(key, language(), case.ruleset), key == contract)
        for key in case.ruleset.lines
        if key in case.ruleset.jury
    )
    missing = "" if any(option.chosen for option in options) else _("the contract")
    question = Question("contract", _("Which contract?"), "contracts", options, missing)
    return Proposal(None if question.missing else Ruling(ruling, contract), question=question)
