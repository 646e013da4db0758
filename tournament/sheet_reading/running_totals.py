"""What the running totals that a table wrote beside its rows say of them: which reading of a doubtful row they fit.

Of each player it is known how likely which total is before a row, and which number is written beside it. A row in
doubt is taken as the reading under which what is written is far likelier than under any other, and than after some
result that nobody thought of. A row without a doubt asks if one bubble otherwise would make it far likelier. Who adds
up goes wrong now and then: another total is never impossible, and what follows is counted from there.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, prod
from typing import Any

from scoring import Result, RuleSet, score
from tournament.ranking import records
from tournament.scan.layout import EDITIONS, MAX_TRICKS, OWN_KINDS
from tournament.sheet_reading.marks import Bubble, Marks, RowReading, SheetRules, readings

# Of more marks in doubt not every choice is tried.
MAX_TRIED = 6
# What no total tells: that a hand was not played to its end; and that the jury was called, which a person has to say.
ASKED = frozenset({"misdeal", "jury"})
# So many times as likely as any other is the reading that is taken; and one for which a sure row asks. None that
# differs in a bubble nobody doubts may be so many times likelier.
APART, OTHERWISE, BETTER = 50.0, 300.0, 2.0
# So many times as likely sure rows are, by what is written, if these are running totals at all.
TOTALS = 10.0
# How likely a total is that cannot be read as what it should be; and one that was added up wrongly.
LEAST, SLIP = 0.001, 0.001
# After some other result a total is as it was, or one of about so many.
OTHERS = 10
# So many totals of a player are followed.
FOLLOWED = 8
# What so many rows may say is remembered: each is looked at several times.
REMEMBERED = 500

# How likely each total is.
Shares = Mapping[int, float]
# What each position gets.
Gains = Mapping[int, int]
# What a row may say, with what is gained then.
Outcomes = Sequence[tuple[RowReading, Gains]]


@dataclass(frozen=True, slots=True)
class RowMarks:
    """The bubbles of a row that are marked, and those that may be; `instead`: what marks its totals would fit."""

    sure: Marks
    doubtful: Marks
    instead: tuple[Marks, ...] = ()


def compare(
    marks: Mapping[int, RowMarks],
    totals: Iterable[Sequence[Any]],
    answered: Collection[int],
    sheet_rules: SheetRules,
) -> dict[int, RowMarks]:
    """The marks of each deal, in order, after what the totals say; those `answered` by a person stay as they are.

    `totals` are deal, position, and how likely each number is there, as the reader has them.
    """
    numbers: dict[int, dict[int, Shares]] = {}
    for deal, position, shares in totals:
        likely = {int(number): share for number, share in shares.items() if share > 0}
        numbers.setdefault(int(deal), {})[int(position)] = likely
    positions = tuple(range(1, sheet_rules.players + 1))

    def follow(decide: Callable[[int, RunningTotals], RowMarks]) -> list[tuple[RunningTotals, RowMarks]]:
        carried: Mapping[int, Shares] = dict.fromkeys(positions, {0: 1.0} if 1 in marks else {})
        followed = []
        for deal in marks:
            beside = RunningTotals(carried, numbers.get(deal, {}), records.playing(positions, deal), sheet_rules)
            followed.append((beside, decide(deal, beside)))
            carried = beside.after(followed[-1][1])
        return followed

    # Somebody may write there what each deal gives, or something else altogether.
    as_read = follow(lambda deal, _beside: marks[deal])
    if sum(beside.agreement(row) for beside, row in as_read) < log(TOTALS):
        return dict(marks)
    decided = follow(lambda deal, beside: marks[deal] if deal in answered else beside.settle_row(marks[deal]))
    return {deal: row for deal, (_beside, row) in zip(marks, decided, strict=True)}


@dataclass(frozen=True, slots=True)
class RunningTotals:
    """What may be written beside a row, and what each player may have before it; empty where nothing is known.

    `seats` are the positions that play the deal.
    """

    carried: Mapping[int, Shares]
    numbers: Mapping[int, Shares]
    seats: tuple[int, ...]
    sheet_rules: SheetRules

    def settle_row(self, row_marks: RowMarks) -> RowMarks:
        """A row in doubt as the reading that the totals fit, a sure one with what they would fit; else the same."""
        possible = self._possible(row_marks)
        if not possible or any(kind in ASKED for kind, _value in row_marks.doubtful):
            return row_marks
        if not row_marks.doubtful:
            return self._doubt_row(row_marks, possible[0][1]) if row_marks.sure else row_marks
        likely = [self._likelihood(gains) for _reading, gains in possible]
        best, _gains = possible[likely.index(max(likely))]
        others = [share for share, (reading, _gains) in zip(likely, possible, strict=True) if reading.line != best.line]
        is_best = max(likely) >= APART * max([self._of_others(), *others])
        is_settled = is_best and not self._otherwise(best.marks, BETTER * max(likely))
        return RowMarks(best.marks, frozenset()) if is_settled else row_marks

    def agreement(self, row_marks: RowMarks) -> float:
        """How many times as likely the totals are after a sure row as after some other one, as a logarithm.

        Whoever had nothing before is left out: there what a deal gives is written too by those who add nothing up.
        """
        if row_marks.doubtful or not row_marks.sure:
            return 0.0
        possible, counted = self._possible(row_marks), [at for at in self._legible if not self.carried[at].get(0)]
        return log(self._likelihood(possible[0][1], counted) / self._of_others(counted)) if possible else 0.0

    def after(self, row_marks: RowMarks) -> dict[int, Shares]:
        """What each player may have after this row."""
        possible = self._possible(row_marks)
        likely = [self._likelihood(gains) for _reading, gains in possible]
        totals: dict[int, Shares] = {}
        for position, before in self.carried.items():
            moved: defaultdict[int, float] = defaultdict(float)
            for share, (_reading, gains) in zip(likely, possible, strict=True):
                for number, of_number in before.items():
                    moved[number + gains.get(position, 0)] += of_number * share / sum(likely)
            written = self.numbers.get(position, {})
            if written:
                slip = SLIP if moved else 1.0
                for number in moved:
                    moved[number] *= max(written.get(number, 0.0), LEAST)
                for number, share in written.items():
                    moved[number] += slip * share
            best = sorted(moved, key=moved.__getitem__)[-FOLLOWED:]
            whole = sum(moved[number] for number in best)
            totals[position] = {number: moved[number] / whole for number in best}
        return totals

    def _doubt_row(self, row_marks: RowMarks, gains: Gains) -> RowMarks:
        """A sure row with what marks would fit far better, if they differ in one bubble; else the same."""
        least = max(OTHERWISE * self._likelihood(gains), APART * self._of_others())
        return RowMarks(row_marks.sure, row_marks.doubtful, self._otherwise(row_marks.sure, least))

    def _otherwise(self, marks: Marks, least: float) -> tuple[Marks, ...]:
        """The marks that differ in one bubble and fit, if the totals are at least so likely; one for each line.

        Without those that are far less likely than the best.
        """
        fitting: dict[str, tuple[float, Marks]] = {}
        # In order, as every server has to offer the same.
        for others in sorted(self._one_otherwise(marks), key=sorted) if least < 1 else ():
            for reading, gains in self._possible(RowMarks(others, frozenset())):
                if (likely := self._likelihood(gains)) >= least:
                    fitting.setdefault(reading.line, (likely, others))
        best = max((likely for likely, _others in fitting.values()), default=0.0)
        return tuple(others for likely, others in fitting.values() if likely * APART > best)

    def _possible(self, row_marks: RowMarks) -> Outcomes:
        return _outcomes(row_marks, self.seats, self.sheet_rules)

    def _likelihood(self, gains: Gains, positions: Sequence[int] | None = None) -> float:
        """How likely what is written is, if the players get so much; of all of whom it is known, or of some."""
        some = self._legible if positions is None else positions
        return prod(self._fit(position, gains.get(position, 0)) for position in some)

    def _of_others(self, positions: Sequence[int] | None = None) -> float:
        """The same after some result that nobody thought of."""
        some = self._legible if positions is None else positions
        return prod((self._fit(position, 0) + 1 / OTHERS) / 2 for position in some)

    def _fit(self, position: int, gain: int) -> float:
        written = self.numbers[position]
        shares = (share * written.get(number + gain, 0.0) for number, share in self.carried[position].items())
        return max(sum(shares), LEAST)

    @property
    def _legible(self) -> list[int]:
        """The positions of which a total is written, and something is known before."""
        return [position for position, carried in self.carried.items() if carried and self.numbers.get(position)]

    def _one_otherwise(self, marks: Marks) -> Iterator[Marks]:
        """The same marks with one more, one less, or one at another place."""
        yield from (marks - {bubble} for bubble in marks)
        for kind, values in (("contract", self.sheet_rules.rules.lines), ("tricks", range(MAX_TRICKS + 1))):
            rest = frozenset(bubble for bubble in marks if bubble[0] != kind)
            yield from (rest | {(kind, str(value))} for value in values if (kind, str(value)) not in marks)
        pair = EDITIONS[self.sheet_rules.edition].pair
        kinds = [kind for kind, _text in pair] if self.sheet_rules.lost else ["declares"]
        own_bubbles: list[Bubble] = [(kind, str(seat)) for kind in kinds for seat in self.seats]
        for bubble in {*own_bubbles, ("doubled", ""), ("pass", "")} - marks:
            yield marks | {bubble}
            for other in marks:
                if bubble in own_bubbles and other in own_bubbles:
                    yield marks - {other} | {bubble}


@lru_cache(maxsize=REMEMBERED)
def _outcomes(row_marks: RowMarks, seats: tuple[int, ...], sheet_rules: SheetRules) -> Outcomes:
    """What a row may say, with what each of the seats gets; empty if it cannot be told.

    A sure mark is in doubt if one that excludes it is: an arrow may lead to that one.
    """
    doubtful = row_marks.doubtful
    doubted = {_excluding(bubble) for bubble in doubtful}
    sure = frozenset(bubble for bubble in row_marks.sure if _excluding(bubble) not in doubted)
    some = readings(sure, doubtful | (row_marks.sure - sure), sheet_rules, MAX_TRIED)
    possible = [reading for reading in some if reading]
    if any(reading.played is None for reading in possible):
        return []
    return [(reading, _gains(reading.played, seats, sheet_rules.rules)) for reading in possible]


def _gains(played: Mapping[str, Any] | None, seats: tuple[int, ...], rules: RuleSet) -> Gains:
    return score(Result.read({**played, "seats": seats}, rules), rules) if played else {}


def _excluding(bubble: Bubble) -> Bubble:
    """What bubbles have in common of which mostly one is marked: their kind, or the player whose they are."""
    kind, value = bubble
    return ("", value) if kind in OWN_KINDS else (kind, "")
