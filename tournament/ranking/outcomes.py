"""What a deal comes to after the jury's rulings on it: its result, its points, whether it waits. Pure."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring import Result, RuleSet, fulfilled, score
from scoring.points.score import annulled
from tournament.models import Decision
from tournament.ranking import records
from tournament.ranking.records import DealFacts

Ruled = Decision.Ruling


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """A deal after the rulings on it.

    `result` is what scores, None while there is nothing to score. `played` is what was entered, where a ruling replaced
    it or took it away. An annulled deal gives 0 to all of `seats`, those who play it. A `mixed` deal has no result
    because the jury allowed the contract to some of its declarers and refused it to others: it waits for the jury's
    points. A `waiting` deal has a result that scores once the jury has answered for each of its declarers.
    """

    result: Result | None
    played: Result | None = None
    annulled: bool = False
    seats: tuple[int, ...] = ()
    mixed: bool = False
    waiting: bool = False

    @property
    def over(self) -> bool:
        """Whether the table has nothing left to play: there is a result, entered or ruled, or the deal is annulled."""
        return self.result is not None or self.annulled

    @property
    def settled(self) -> bool:
        """Whether the deal counts: it is over, and does not wait for the jury."""
        return self.over and not self.waiting

    def points(self, ruleset: RuleSet) -> dict[int, int]:
        """Points per position; empty while the deal does not count."""
        if self.annulled:
            return dict.fromkeys(self.seats, 0)
        return score(self.result, ruleset) if self.result and not self.waiting else {}

    def uncalled(self, ruleset: RuleSet) -> bool:
        """Whether the deal gives nothing because the jury was not called for a contract that requires it."""
        return self.result is not None and not self.waiting and annulled(self.result, ruleset)

    def fulfilled(self, ruleset: RuleSet) -> dict[int, bool]:
        """Per declarer whether the contract was made; empty when no result counts."""
        return {} if self.result is None or self.annulled or self.waiting else fulfilled(self.result, ruleset)


def outcome(deal: DealFacts, ruleset: RuleSet) -> DealOutcome:
    """The deal after the rulings on it; later ones override earlier ones (rules of 2018, articles 3, 5 and 9).

    A contract that needs the jury waits until it is known, for each of its declarers, what the jury said. So does any
    that was entered with a player who had to pass in this hand, until the jury rules or withdraws its refusal.
    """
    result, void, answers = _apply_rulings(deal)
    if result is None:
        return DealOutcome(None, _read_entered(deal, ruleset), void, deal.seats)
    answer = combine_answers(answers, result["declarers"]) if answers else ""
    if answer == Ruled.REFUSED:
        mixed = any(answers.get(seat) != Ruled.REFUSED for seat in result["declarers"])
        return DealOutcome(None, _read_entered(deal, ruleset), seats=deal.seats, mixed=mixed)
    if answer:
        result["jury"] = answer
    replaced = deal.result is not None and {**result, "jury": None} != {**deal.result, "jury": None}
    scores = read(result, ruleset)
    waiting = not void and (_is_unanswered(scores, ruleset) or _must_have_passed(deal, scores.declarers))
    return DealOutcome(scores, _read_entered(deal, ruleset) if replaced else None, void, scores.seats, waiting=waiting)


def _is_unanswered(result: Result, ruleset: RuleSet) -> bool:
    return result.contract in ruleset.jury and result.jury is None


def _must_have_passed(deal: DealFacts, declarers: Collection[int]) -> bool:
    ruled = any(ruling.result is not None or ruling.ruling == Ruled.NOT_CALLED for ruling in deal.rulings)
    return not ruled and not bound(deal.rulings).isdisjoint(declarers)


def _read_entered(deal: DealFacts, ruleset: RuleSet) -> Result | None:
    return read(deal.result, ruleset) if deal.result is not None else None


def _apply_rulings(deal: DealFacts) -> tuple[dict[str, Any] | None, bool, dict[int, str]]:
    """The result that the rulings leave, whether they annul the deal, and the jury's answer to each declarer."""
    result = dict(deal.result) if deal.result is not None else None
    void, answers = False, _answers(result)
    for ruling in deal.rulings:
        if ruling.ruling == Ruled.RESULT and ruling.result is not None:
            result, void = dict(ruling.result), False
            answers = _answers(result)
        elif ruling.ruling == Ruled.ANNULLED:
            void = True
            answers = {seat: answer for seat, answer in answers.items() if answer != Ruled.REFUSED}
        elif result is not None and _is_about(ruling, result):
            if ruling.ruling == Ruled.REFUSED and not ruling.about:
                result, void = None, False  # an answer from before they were given per player: to the whole table
            else:
                answers |= dict.fromkeys(ruling.about or result.get("declarers", ()), ruling.ruling)
    return result, void, answers


def combine_answers(answers: Mapping[int, str], declarers: Iterable[int]) -> str:
    """The one answer that counts for a deal, from the jury's answers to its declarers by position; "" if there is none.

    If it was refused to one of them, nothing was played that could score: the result is taken away from all, and the
    refused player passes. The deal counts as allowed when it was allowed to every declarer.
    """
    known = [answers.get(seat, "") for seat in declarers]
    if Ruled.REFUSED in known:
        return Ruled.REFUSED
    if Ruled.NOT_CALLED in known:
        return Ruled.NOT_CALLED
    return "" if "" in known else Ruled.ALLOWED


def opens(ruled: Mapping[str, Any] | None, earlier: Result | None) -> bool:
    """Whether a result as ruled says that the jury allowed a contract that was not allowed to each who plays it so far.

    `earlier` is what the deal came to until then; None if it had no result.
    """
    if not ruled or ruled.get("jury") != Ruled.ALLOWED:
        return False
    known = earlier is not None and earlier.jury == Ruled.ALLOWED.value and earlier.contract == ruled["contract"]
    return not known or not set(ruled["declarers"]) <= set(earlier.declarers if earlier else ())


def answers(rulings: Iterable[records.DealRuling]) -> dict[str, dict[int, str]]:
    """What the jury itself has said of a deal, by contract and position; later answers override earlier ones."""
    by_contract: dict[str, dict[int, str]] = {}
    for ruling in rulings:
        if ruling.contract and ruling.about and not ruling.from_table:
            by_contract.setdefault(ruling.contract, {}).update(dict.fromkeys(ruling.about, ruling.ruling))
    return by_contract


def bound(rulings: Iterable[records.DealRuling]) -> frozenset[int]:
    """The positions that must pass in this hand, whatever the contract (rules of 2018, articles 3 and 9).

    Those to whom the jury refused a contract, and has allowed none since. A refusal from before the hand was sealed
    with it binds for its own contract alone (`refused_to`).
    """
    passing: set[int] = set()
    for ruling in rulings:
        if ruling.redealt is not None:
            passing = passing | {*ruling.about} if ruling.ruling == Ruled.REFUSED else passing - {*ruling.about}
    return frozenset(passing)


def refused_to(rulings: Iterable[records.DealRuling], contract: str, declarers: Collection[int]) -> list[int]:
    """Those declarers of a contract to whom the jury refused it, and has not allowed it since."""
    answers: dict[int, str] = {}
    for ruling in rulings:
        if contract and ruling.contract == contract:
            if ruling.ruling == Ruled.REFUSED and not ruling.about:
                return sorted(declarers)  # an answer from before they were given per player
            answers |= dict.fromkeys(ruling.about, ruling.ruling)
    return [seat for seat in sorted(declarers) if answers.get(seat) == Ruled.REFUSED]


def unanswered(rulings: Iterable[records.DealRuling], contract: str, about: Collection[int]) -> set[int]:
    """Those of these positions to whom the jury has neither allowed nor refused a contract."""
    answered: set[int] = set()
    for ruling in rulings:
        if contract and ruling.contract == contract and not ruling.from_table:
            answered |= set(ruling.about or about)
    return set(about) - answered


def _answers(result: Mapping[str, Any] | None) -> dict[int, str]:
    """What a result itself says about the jury, by declarer."""
    answer = (result or {}).get("jury")
    return dict.fromkeys(result["declarers"], answer) if result and answer else {}


def _is_about(ruling: records.DealRuling, result: Mapping[str, Any]) -> bool:
    """Whether an answer is about this contract, and not about one that a correction has replaced."""
    spoken = ruling.contract or ("" if ruling.ruling == Ruled.REFUSED else result.get("contract"))
    return spoken == result.get("contract")


def read(result: Mapping[str, object], ruleset: RuleSet) -> Result:
    """A result that was entered or ruled, read by the present rules. Raises ResultError if they do not allow it.

    The jury's answer is dropped if the contract no longer needs the jury. If a contract came to need the jury after it
    was played, there is no answer: the deal waits for the jury (see `outcome`).
    """
    if "jury" in result and result.get("contract") not in ruleset.jury:
        result = {name: value for name, value in result.items() if name != "jury"}
    return Result.read(result, ruleset)
