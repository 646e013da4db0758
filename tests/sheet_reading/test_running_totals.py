"""What the running totals beside the rows settle, what they ask, and what they leave alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from scoring import Result, RuleSet, load, possible, score
from tests.sheet_reading.test_scanned_rows import line_of, signs_of
from tournament.sheet_reading.marks import Bubble, SheetRules
from tournament.sheet_reading.rows import SheetRow, rows

RULES = load("iwwa-2025")
SEATS = (1, 2, 3, 4)
NINE = Result.read({"contract": "PC9", "declarers": [1, 3], "tricks": 10, "seats": SEATS}, RULES)
LOST = Result.read({"contract": "PC9", "declarers": [1, 3], "tricks": 8, "seats": SEATS}, RULES)
MISERE = Result.read({"contract": "GM", "declarers": [2], "tricks": {"2": 0}, "seats": SEATS}, RULES)
BOTH = Result.read({"contract": "GM", "declarers": [2, 4], "tricks": {"2": 0, "4": 0}, "seats": SEATS}, RULES)
Totals = dict[int, dict[int, dict[int, float]]]


@dataclass(frozen=True)
class Played:
    """A sheet: the result of each deal from the first on, and which of its bubbles are in doubt, by deal."""

    results: tuple[Result, ...]
    doubtful: Mapping[int, frozenset[Bubble]]
    first: int = 1

    def totals(self, begin: int = 0) -> Totals:
        """Everybody's running totals, each surely read."""
        points, totals = dict.fromkeys(SEATS, begin), Totals()
        for deal, result in enumerate(self.results, self.first):
            points = {seat: points[seat] + more for seat, more in score(result, RULES).items()}
            totals[deal] = {seat: {total: 0.99} for seat, total in points.items()}
        return totals

    def read(self, totals: Totals, answered: Iterable[int] = (), rules: RuleSet = RULES) -> list[SheetRow]:
        """Its rows as they are read with these totals."""
        marked, doubtful = list[Any](), list[Any]()
        for deal, result in enumerate(self.results, self.first):
            unsure = self.doubtful.get(deal, frozenset())
            marked += [(deal, *mark) for mark in sorted(signs_of(result) - unsure)]
            doubtful += [(deal, *mark, 0.2) for mark in sorted(unsure)]
        written = [(deal, seat, shares) for deal, cells in totals.items() for seat, shares in cells.items()]
        deals = range(self.first, self.first + len(self.results))
        return rows(deals, marked, doubtful, SheetRules(rules, True, True, 4), written, {*answered})

    def lines(self, totals: Totals, answered: Iterable[int] = ()) -> list[str]:
        """The line of each row, "?" where it asks."""
        return ["?" if row.question else row.line for row in self.read(totals, answered)]

    @property
    def right(self) -> list[str]:
        """The line of each row as it was played."""
        return [line_of(result, RULES) for result in self.results]


def doubt(*bubbles: Bubble) -> frozenset[Bubble]:
    """Some bubbles in doubt."""
    return frozenset(bubbles)


# Two rows that say that these are running totals, and two in doubt.
IN_DOUBT = Played((NINE, LOST, MISERE, LOST), {3: doubt(("made", "4")), 4: doubt(("tricks", "8"), ("tricks", "7"))})


def test_a_doubt_is_settled_by_the_one_reading_that_the_totals_fit() -> None:
    assert IN_DOUBT.lines({}) == [*IN_DOUBT.right[:2], "?", "?"]
    settled = IN_DOUBT.read(IN_DOUBT.totals())
    assert [row.line for row in settled] == IN_DOUBT.right
    assert [row.by_totals for row in settled] == [False, False, True, True]


def test_what_was_marked_faintly_is_settled_as_well() -> None:
    both = replace(IN_DOUBT, results=(NINE, LOST, BOTH, LOST))
    assert both.lines(both.totals()) == both.right


def test_one_total_that_does_not_fit_leaves_the_question() -> None:
    totals = IN_DOUBT.totals()
    totals[3][1] = {77: 0.99}
    # From there on what was added up is counted on.
    totals[4][1] = {77 + score(LOST, RULES)[1]: 0.99}
    assert IN_DOUBT.lines(totals) == [*IN_DOUBT.right[:2], "?", IN_DOUBT.right[3]]


def test_totals_that_nobody_can_read_leave_the_question() -> None:
    totals = IN_DOUBT.totals()
    totals[3] = {seat: dict.fromkeys(range(3), 0.3) for seat in SEATS}
    assert IN_DOUBT.lines(totals)[2] == "?"
    totals[3] = {}
    assert IN_DOUBT.lines(totals)[2] == "?"


def test_a_total_left_out_as_it_stayed_says_nothing() -> None:
    totals = IN_DOUBT.totals()
    for deal, result in enumerate(IN_DOUBT.results, 1):
        for seat, points in score(result, RULES).items():
            if not points:
                del totals[deal][seat]
    assert IN_DOUBT.lines(totals)[0] == IN_DOUBT.right[0]
    assert set(IN_DOUBT.lines(totals)) <= {"?", *IN_DOUBT.right}


@pytest.mark.parametrize("bubble", [("pass", ""), ("contract", "PC10"), ("misdeal", "")], ids=" ".join)
def test_a_doubt_that_no_total_tells_is_asked(bubble: Bubble) -> None:
    sheet = Played((NINE, LOST, NINE), {3: doubt(bubble)})
    assert sheet.lines(sheet.totals())[2] == "?"


def test_that_the_jury_was_called_is_said_by_nobody_but_a_person() -> None:
    slam = {"contract": "S12", "declarers": [1], "tricks": 12, "jury": "allowed", "seats": SEATS}
    sheet = Played((NINE, LOST, Result.read(slam, RULES)), {3: doubt(("jury", ""))})
    assert sheet.lines(sheet.totals())[2] == "?"


def test_a_doubt_beside_a_sure_mark_of_its_kind_may_stand_for_it() -> None:
    """An arrow from 8 tricks to 7, or one that is none: by what each gives."""
    for played in (LOST, replace(LOST, tricks=7)):
        sheet = Played((NINE, LOST, LOST), {3: doubt(("tricks", "7"))})
        assert sheet.lines(Played((NINE, LOST, played), {}).totals())[2] == line_of(played, RULES)


def test_no_doubt_is_settled_where_a_bubble_that_nobody_doubts_would_fit_better() -> None:
    sheet = Played((NINE, LOST, MISERE), {3: doubt(("made", "3"))})
    totals = Played((NINE, LOST, BOTH), {}).totals()
    (before,), (fitting,) = totals[2][4], totals[3][4]
    totals[3][4] = {before: 0.5, fitting: 0.4}
    assert sheet.lines(totals)[2] == line_of(MISERE, RULES)
    totals[3][4] = {before: 0.15, fitting: 0.8}
    assert sheet.lines(totals)[2] == "?"


def test_a_speck_that_changes_nothing_does_not_hide_that_the_totals_say_otherwise() -> None:
    sheet = Played((NINE, LOST, MISERE), {3: doubt(("tricks", "0"))})
    assert sheet.lines({})[2] == line_of(MISERE, RULES)
    (*_before, row) = sheet.read(Played((NINE, LOST, BOTH), {}).totals())
    assert row.question and row.question.values == ("made 4:1",)


def test_a_second_sheet_counts_from_what_was_written_first() -> None:
    second = replace(IN_DOUBT, first=17, doubtful={19: doubt(("made", "4"))})
    assert second.lines(second.totals(begin=-23)) == second.right
    first = replace(second, doubtful={17: doubt(("tricks", "10"), ("tricks", "11"))})
    assert first.lines(first.totals(begin=-23))[0] == "?"


def test_what_a_person_said_of_a_row_is_not_asked_again() -> None:
    wrong = replace(IN_DOUBT, doubtful={})
    totals = replace(wrong, results=(NINE, LOST, BOTH, LOST)).totals()
    assert wrong.lines(totals) == [*wrong.right[:2], "?", wrong.right[3]]
    assert wrong.lines(totals, answered=[3]) == wrong.right


OTHERWISE = {
    ("made", "4"): (BOTH, MISERE),
    ("tricks", "10"): (NINE, replace(NINE, tricks=11)),
    ("contract", "GM"): (MISERE, replace(MISERE, contract="PM")),
}


@pytest.mark.parametrize("bubble", OTHERWISE, ids=" ".join)
def test_a_row_without_a_doubt_asks_if_one_bubble_otherwise_would_fit(bubble: Bubble) -> None:
    played, seen = OTHERWISE[bubble]
    *_before, row = Played((NINE, LOST, seen), {}).read(Played((NINE, LOST, played), {}).totals())
    assert row.question and row.question.code == "otherwise"
    assert any(f"{' '.join(bubble)}:1" in value for value in row.question.values)


@pytest.mark.parametrize(
    ("seen", "played", "fitting"),
    [
        # Solo 7 with two tricks and any Abondance 9 that is lost cost as much as Solo 6 without a trick.
        (2, 0, ["contract A9:1;contract S6:0", "tricks 0:1;tricks 2:0", "contract S7:1;contract S6:0"]),
        (6, 8, [f"tricks {tricks}:1;tricks 6:0" for tricks in (10, 11, 12, 13, 8, 9)]),
    ],
)
def test_every_row_that_the_totals_would_fit_is_named(seen: int, played: int, fitting: list[str]) -> None:
    solo = Result.read({"contract": "S6", "declarers": [1], "tricks": seen, "seats": SEATS}, RULES)
    sheet = Played((NINE, LOST, NINE, LOST, solo), {})
    totals = replace(sheet, results=(*sheet.results[:4], replace(solo, tricks=played))).totals()
    *_before, row = sheet.read(totals)
    assert row.question and [*row.question.values] == fitting


def test_who_added_up_wrongly_is_not_asked_about_the_row() -> None:
    sheet = replace(IN_DOUBT, doubtful={})
    totals = sheet.totals()
    for deal in (3, 4):
        totals[deal][4] = {total + 7: share for total, share in totals[deal][4].items()}
    assert sheet.lines(totals) == sheet.right


@pytest.mark.parametrize("written", ["of each deal", "of nothing"])
def test_what_is_no_running_total_says_nothing(written: str) -> None:
    random, sheet = Random(5), replace(IN_DOUBT, results=(NINE, LOST, MISERE, NINE))
    anything = [{seat: random.randint(-30, 30) for seat in SEATS} for _deal in sheet.results]
    totals = sheet.totals()
    for deal, result in enumerate(sheet.results, 1):
        points = score(result, RULES) if written == "of each deal" else anything[deal - 1]
        totals[deal] = {seat: {number: 0.99} for seat, number in points.items()}
    assert sheet.lines(totals) == sheet.lines({})


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_in_doubt_is_settled_rightly_or_asked(seed: int) -> None:
    """Against what was played: random deals, doubts, slips, and totals that cannot be read."""
    random = Random(seed)
    every = [result for result in possible(RULES) if result.jury != "not_called"]
    results = tuple(random.choice(every) for _deal in range(12))
    signs = [sorted(signs_of(result)) for result in results]
    doubtful = {deal: doubt(random.choice(signs[deal - 1]), ("made", "1")) for deal in range(1, 13) if deal % 2}
    sheet = Played(results, doubtful)
    totals = sheet.totals()
    for _cell in range(10):
        deal, seat = random.randint(1, 12), random.choice(SEATS)
        totals[deal][seat] = random.choice([{}, {random.randint(-40, 40): 0.4}, {5: 0.3, 6: 0.3}])
    lines = sheet.lines(totals)
    assert all(line in ("?", right) for line, right in zip(lines, sheet.right, strict=True))
    assert sum(line != "?" for line in sheet.lines(sheet.totals())) >= 9
