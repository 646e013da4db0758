"""From the parameters in a URL to a ruling that can be shown before it is made.

The result as ruled is asked with the questions of the captain's page, and is in the URL in the same way.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring import Result, RuleSet, words
from scoring.game.contracts import CONTRACTS
from scoring.game.results import Own
from scoring.rules.penalties import Penalty
from tournament.acts.jury.rulings import BEFORE_PLAY, lost_or_made
from tournament.forms.table.choices import Choices, choices_of, chosen, read_own_tricks
from tournament.forms.table.deals import Draft, draft
from tournament.forms.table.questions import Asking, Option, Question
from tournament.models import Decision, Table
from tournament.ranking import verdicts
from tournament.ranking.outcomes import answers
from tournament.ranking.records import DealFacts, DealRuling
from tournament.reading.jury import decision_words
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.version_tokens import token_of
from tournament.wording import language

Ruled = Decision.Ruling
# The parameters of a result in a URL.
RESULT_FIELDS = ("asked", "contract", "who", "tricks", "jury", "trump", "double", "points")


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to rule on a deal: a preset of the rule set, or one that every event has.

    `effect` is a preset's, or one of PLAIN. `answer` is what the jury answers about a contract that needs it; "" if the
    ruling is not such an answer.
    """

    key: str
    name: str
    note: str
    article: str
    effect: str
    answer: str = ""

    @property
    def stored(self) -> str:
        """The kind that is stored in the decision."""
        return decision_words.RULING if self.key in PLAIN else self.key

    @property
    def plainly(self) -> str:
        """The ruling that one of PLAIN makes; "" for a preset, whose kind says it."""
        return PLAIN.get(self.key, "")


@dataclass(frozen=True, slots=True)
class Case:
    """The deal that is ruled on: its table with the names, and what is known of it."""

    row: Table
    sheet: Sheet
    line: SheetLine
    ruleset: RuleSet

    @property
    def deal(self) -> DealFacts:
        """The deal as it is now."""
        return self.sheet.table.deal(self.line.number)

    @property
    def result(self) -> Result | None:
        """What was played: what scores now, or what was entered if a ruling took it away."""
        return self.line.result or self.line.played

    @property
    def contract(self) -> str:
        """The key of the contract that was played; "" if there is none."""
        return self.result.contract if self.result else ""

    @property
    def playing(self) -> tuple[int, ...]:
        """The positions that play the deal."""
        return self.sheet.table.playing(self.line.number)

    @property
    def asking(self) -> Asking:
        """What may be asked about this deal."""
        event = self.row.round.event
        names = self.sheet.names(self.line.number)
        return Asking(self.ruleset, names, self.line.passes, event.records_trump, from_paper=True)


@dataclass(frozen=True, slots=True)
class RulingProposal:
    """What the answers say so far. Without a `ruling`, something is still to be asked: by `draft` or `questions`.

    `points` are those by position that come with the ruling; `version` is that of the deal.
    """

    ruling: DealRuling | None = None
    draft: Draft | None = None
    questions: tuple[Question, ...] = ()
    points: Mapping[int, int] = field(default_factory=dict)
    version: int = 0

    @property
    def asks(self) -> bool:
        """Whether the page asks anything about the ruling."""
        return bool(self.draft or self.questions)

    @property
    def mark(self) -> str:
        """The mark of the ruling and of the deal: a page sends back the one it showed, and nothing else is written."""
        return token_of(repr(self.ruling), sorted(self.points.items()), self.version)

    @property
    def missing(self) -> str:
        """The question that is still to be answered, in its own words."""
        return next((question.legend for question in self.questions if question.missing), "")


# Rulings that every event has, whatever its rules.
PLAIN = {
    "result": Ruled.RESULT,
    "scores": Ruled.ANNULLED,
    "annulled": Ruled.ANNULLED,
    "allowed": Ruled.ALLOWED,
}


def kinds(case: Case) -> list[Kind]:
    """The rulings that this deal can have, the rule set's own first."""
    presets = [preset for preset in case.ruleset.presets if preset.kind == "ruling"]
    fitting = [_of_preset(preset) for preset in presets if _concerns(preset, case)]
    return fitting + [kind for kind in _plain() if kind.effect != "allowed" or case.ruleset.jury]


def proposal(kind: Kind, case: Case, data: QueryDict) -> RulingProposal:
    """The ruling of this kind, as far as the answers say."""
    return replace(_proposal(kind, case, data), version=case.line.version)


def _proposal(kind: Kind, case: Case, data: QueryDict) -> RulingProposal:
    if kind.effect == "result":
        return _of_result(case, data)
    if kind.effect in verdicts.EFFECTS:
        return _of_effect(kind, case, data)
    if kind.answer:
        return _of_answer(kind.answer, case, data)
    points = dict.fromkeys(case.playing, 0) if kind.effect == "scores" else {}
    return RulingProposal(DealRuling(Ruled.ANNULLED), points=points)


def _of_preset(preset: Penalty) -> Kind:
    name, note = decision_words.preset_name(preset), decision_words.preset_note(preset)
    answer = (Ruled.REFUSED if preset.effect == "no_result" else Ruled.NOT_CALLED) if preset.of_jury else ""
    return Kind(preset.key, name, note, preset.article, preset.effect, answer)


def _plain() -> list[Kind]:
    scores = _("The deal itself scores nothing; each of the four gets the points that the jury enters.")
    return [
        Kind("result", _("Another result"), _("The deal counts with the result the jury enters."), "", "result"),
        Kind("scores", _("The points of all four"), scores, "", "scores"),
        Kind("annulled", _("Annulled"), _("Everyone scores 0 for the deal."), "", "annulled"),
        Kind("allowed", _("The jury had allowed it"), _("The deal counts as played."), "", "allowed", Ruled.ALLOWED),
    ]


def _concerns(preset: Penalty, case: Case) -> bool:
    """Whether a preset can be a ruling on this deal: some need a result, or a contract that needs the jury.

    The jury may refuse one before anything is written, or after the table wrote what was played instead.
    """
    if preset.effect == "no_result":
        return bool(case.ruleset.jury)
    if preset.of_jury:
        return case.contract in case.ruleset.jury
    return case.result is not None or preset.effect != "annulled"


def _of_result(case: Case, data: QueryDict) -> RulingProposal:
    """A result as ruled: asked until it is complete."""
    ruled = draft(case.asking, _choices(case, data))
    return RulingProposal(DealRuling(Ruled.RESULT, result=ruled.result.to_dict()) if ruled.result else None, ruled)


def _of_effect(kind: Kind, case: Case, data: QueryDict) -> RulingProposal:
    """A contract that counts as made or as lost: asks whom it is about, and offers only the tricks that fit."""
    choices = _choices(case, data)
    line = case.ruleset.lines.get(choices.contract)
    declarers = choices.declarers
    if line is None or len(declarers) not in line.declarers or not set(declarers) <= set(case.playing):
        return RulingProposal(draft=draft(case.asking, choices))
    declared = Result(choices.contract, declarers, _tricks(choices), seats=case.playing)
    claimed, hint = _("Who claimed too early?"), _("Each plays alone: the others keep their own result.")
    question = _who_threw(case, data) if kind.effect == "made" else _several(case, claimed, declared, data, hint)
    about = _chosen(question) if question else declarers
    # Whoever it is no longer about has their own tricks again, not those that the form gave them.
    whom = "".join(f"{seat}," for seat in about)
    if data.get("whom", whom) != whom or not _answered(data):
        choices = _as_entered(case, choices)
        declared = replace(declared, tricks=_tricks(choices))
    ruled = _bound(kind.effect, draft(case.asking, _begun(kind.effect, choices, declared, about)), declared, about)
    ruled = _with(question, ruled) if question else ruled
    if ruled.result is None or ruled.missing:
        return RulingProposal(draft=ruled)
    if not verdicts.fits(kind.effect, ruled.result, about):
        return RulingProposal(draft=replace(ruled, error=lost_or_made(kind.effect, ruled.result, about)))
    points = verdicts.payments(kind.effect, ruled.result, about, case.ruleset)
    return RulingProposal(DealRuling(Ruled.RESULT, result=ruled.result.to_dict(), about=about), ruled, points=points)


def _as_entered(case: Case, choices: Choices) -> Choices:
    """The choices with each declarer's tricks as the table wrote them, in the same personal contract."""
    entered = case.line.played or case.line.result
    if entered is None or isinstance(entered.tricks, int) or entered.contract != choices.contract:
        return choices
    return replace(choices, tricks_of=dict(zip(entered.declarers, entered.tricks, strict=True)))


def _begun(effect: str, choices: Choices, declared: Result, about: tuple[int, ...]) -> Choices:
    """The choices, with the effect's initial tricks for those of whom none that it allows were chosen."""
    turned = verdicts.turn_result(effect, declared, about)
    if isinstance(turned.tricks, int):
        fine = choices.tricks is not None and verdicts.possible(effect, declared, about, 0, choices.tricks)
        return choices if fine else replace(choices, tricks=turned.tricks)
    possible = {
        seat: tricks
        for seat, tricks in choices.tricks_of.items()
        if verdicts.possible(effect, declared, about, seat, tricks)
    }
    return replace(choices, tricks_of=dict(zip(declared.declarers, turned.tricks, strict=True)) | possible)


def _bound(effect: str, ruled: Draft, declared: Result, about: tuple[int, ...]) -> Draft:
    """The draft without the tricks that do not fit; if only one number is left, it is not asked."""
    questions = []
    for question in ruled.questions:
        if question.name.startswith("tricks"):
            seat = int(question.name.removeprefix("tricks") or 0)
            question = question.limited(partial(_fits_effect, effect, declared, about, seat))
        if question.choices > 1:
            questions.append(question)
    return replace(ruled, questions=tuple(questions))


def _fits_effect(effect: str, declared: Result, about: tuple[int, ...], seat: int, option: Option) -> bool:
    tricks = read_own_tricks(option.value)
    return tricks is not None and verdicts.possible(effect, declared, about, seat, tricks)


def _with(question: Question, ruled: Draft) -> Draft:
    """The draft with one more question, before the tricks that depend on it."""
    tricks = tuple(question for question in ruled.questions if question.name.startswith("tricks"))
    before = tuple(question for question in ruled.questions if question not in tricks and question.name == "who")
    after = tuple(question for question in ruled.questions if question not in (*tricks, *before))
    missing = (*ruled.missing, question.missing) if question.missing else ruled.missing
    return replace(ruled, questions=(*before, question, *tricks, *after), missing=missing)


def _tricks(choices: Choices) -> int | tuple[Own, ...]:
    """The tricks that were chosen, 0 if none were."""
    personal = choices.contract in CONTRACTS and CONTRACTS[choices.contract].kind == "personal"
    return tuple(choices.tricks_of.get(seat, 0) for seat in choices.declarers) if personal else choices.tricks or 0


def _choices(case: Case, data: QueryDict) -> Choices:
    """The choices in the URL; if it has none, those of the deal as it is now."""
    if case.result is None or _answered(data):
        return chosen(data)
    return choices_of(case.result, case.line.passes)


def _answered(data: QueryDict) -> bool:
    """Whether the URL says anything of the result."""
    return any(name.startswith(RESULT_FIELDS) for name in data)


def _who_threw(case: Case, data: QueryDict) -> Question:
    options = _people(case, case.playing, data.getlist("about")[:1])
    missing = "" if any(option.chosen for option in options) else _("who threw in their cards")
    return Question("about", _("Who threw in their cards?"), "people", options, missing)


def _several(case: Case, legend: str, declared: Result, data: QueryDict, hint: str) -> Question | None:
    """Asks which declarers of a personal contract are meant, all by default; None for a single one, or a side."""
    if isinstance(declared.tricks, int) or len(declared.declarers) == 1:
        return None
    return _whom(case, legend, declared.declarers, declared.declarers, data, hint)


def _whom(case: Case, legend: str, seats: Iterable[int], likely: Iterable[int], data: QueryDict, hint: str) -> Question:
    """Asks which of these players are meant; the likely ones unless the URL says otherwise."""
    meant = data.getlist("about") if "about" in data or "next" in data else map(str, likely)
    options = _people(case, seats, meant)
    missing = "" if any(option.chosen for option in options) else legend
    return Question("about", legend, "people", options, missing, hint, many=True)


def _people(case: Case, seats: Iterable[int], meant: Iterable[str]) -> tuple[Option, ...]:
    names, chosen = case.sheet.names(case.line.number), set(meant)
    return tuple(Option(str(seat), names[seat], str(seat) in chosen) for seat in seats)


def _of_answer(answer: str, case: Case, data: QueryDict) -> RulingProposal:
    """The jury's answer, per player, about a contract that needs it: the one in the URL, at first the likeliest."""
    usual, likely = _likely(answer, case)
    lines, jury = case.ruleset.lines, case.ruleset.jury
    keys = [case.contract] if answer == Ruled.NOT_CALLED else [key for key in lines if key in jury]
    contract = keys[0] if len(keys) == 1 else data.get("contract", usual)
    options = tuple(Option(key, words.contract(key, language(), case.ruleset), key == contract) for key in keys)
    missing = "" if contract in keys else _("the contract")
    legend, hint = _("Which player?"), _("The jury answers each player separately.")
    if case.result and contract == case.contract:
        who = _several(case, legend, case.result, data, hint)
        about = _chosen(who) if who else case.result.declarers
    else:
        who = _whom(case, legend, case.playing, likely if contract == usual else (), data, hint)
        about = _chosen(who)
    which = Question("contract", _("Which contract?"), "contracts", options, missing)
    questions = [one for one in (which, who) if one]
    hand = case.line.passes + case.line.misdeals if answer in BEFORE_PLAY else None
    ruling = None if any(one.missing for one in questions) else DealRuling(answer, contract, about=about, redealt=hand)
    return RulingProposal(ruling, questions=tuple(question for question in questions if question.choices > 1))


def _likely(answer: str, case: Case) -> tuple[str, tuple[int, ...]]:
    """The contract that an answer is about, and whom: what is played, else what was refused; "" and () if neither."""
    announced, jury = case.deal.announced or {}, case.ruleset.jury
    if announced.get("contract") in jury:
        return announced["contract"], tuple(announced["declarers"])
    if case.result and case.contract in jury:
        return case.contract, case.result.declarers
    for contract, told in answers(case.deal.rulings).items():
        refused = tuple(seat for seat, ruling in told.items() if ruling == Ruled.REFUSED)
        if refused and contract in jury:
            return contract, refused if answer == Ruled.ALLOWED else ()
    return "", ()


def _chosen(question: Question) -> tuple[int, ...]:
    return tuple(int(option.value) for option in question.options if option.chosen)
