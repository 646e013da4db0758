"""The running totals as a table wrote them, cut out beside those that the rows give."""

from typing import Any

import pytest
from django.test import Client

from scoring import Result, score
from tests.support.events import cast
from tests.support.files.sheets_read import EARLY, address, batch_of, read_page
from tests.support.pages.no_script import Visit
from tournament.acts.kernel import ended
from tournament.models import Event
from tournament.ranking import facts
from tournament.scan.layout import OWN_KINDS, PAGE_WIDTH, TOTALS
from tournament.sheet_reading import batch
from tournament.sheet_reading.answers import SheetAnswer, keep_answer, read_answers
from tournament.sheet_reading.expected_sheets import book
from tournament.sheet_reading.written_totals import WrittenTotals, written_totals

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]
SCALE = 5.0


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def totals_of(event: Event, last: int = 4, **read: Any) -> WrittenTotals | None:
    (page,) = batch.pages(event, batch_of(event, read_page(event, **read)))
    return written_totals(event, page, last)


def all_rows(until: int) -> list[list[Any]]:
    return [[deal, *mark] for deal in range(1, until + 1) for _deal, *mark in EARLY]


def test_they_are_all_that_is_beside_the_other_bubbles_in_the_last_row_and_the_line_below(event: Event) -> None:
    totals = totals_of(event, marked=all_rows(4))
    assert totals and (totals.after, totals.clip.top, totals.clip.height) == (4, 460, 40 + round(TOTALS * SCALE))
    known = book(event).reader_input
    columns = {(kind in OWN_KINDS, x * SCALE) for deal, kind, _value, x, _y in known["forms"][0]["spots"] if deal}
    left, right = totals.clip.left, totals.clip.left + totals.clip.width
    assert max(x for is_own, x in columns if not is_own) < left < min(x for is_own, x in columns if is_own)
    assert max(x for _is_own, x in columns) < right < PAGE_WIDTH * SCALE


def test_of_a_table_that_stopped_they_are_those_of_its_last_row_alone(event: Event) -> None:
    totals = totals_of(event, marked=all_rows(2))
    assert totals and (totals.after, totals.clip.top, totals.clip.height) == (2, 380, 40)
    beyond = totals_of(event, 2, marked=all_rows(3))
    assert beyond and beyond.after == 2, "what was played after the table's last deal does not count"


def test_a_sheet_shows_them_if_a_row_was_seen(event: Event, desk: Client) -> None:
    ended.end_table(cast.table(event), "system", 3, "The hall closes.")
    pages = (read_page(event, marked=all_rows(3)), read_page(event, 2, marked=[]))
    job = batch_of(event, *pages)
    first, second = (cast.shown(desk.get(address(event, f"{job.id}/{number}/"))) for number in (1, 2))
    assert "After deal 3: above what is written, below what these rows give." in first
    assert "above what is written" not in second


FOUR = [[deal, *rest] for deal in (1, 2, 3, 4) for _deal, *rest in EARLY]
UNCLEAR: dict[str, Any] = {
    "marked": [bubble for bubble in FOUR if bubble[:2] != [4, "tricks"]],
    "doubtful": [[4, "tricks", count, 0.2] for count in ("9", "10")],
    "cuts": [[0, 0, 9, 9]] * 2,
}


def totals_after(event: Event, *tricks: int) -> list[list[Any]]:
    """The totals after deals of which seats 1 and 3 took so many tricks, as the reader has them."""
    rules, totals, read = facts.ruleset(event), dict.fromkeys(range(1, 5), 0), list[list[Any]]()
    for deal, count in enumerate(tricks, 1):
        result = Result.read({"contract": "PC9", "declarers": [1, 3], "tricks": count}, rules)
        totals = {seat: totals[seat] + points for seat, points in score(result, rules).items()}
        read += [[deal, seat, {str(total): 0.95}] for seat, total in totals.items()]
    return read


def test_a_row_that_they_settle_says_so_and_is_filled_in(event: Event, desk: Client) -> None:
    fitting = totals_after(event, 10, 10, 10, 10)
    job = batch_of(event, read_page(event, **UNCLEAR, totals=fitting), read_page(event, 2, **UNCLEAR, totals=[]))
    first, second = (cast.shown(desk.get(address(event, f"{job.id}/{number}/"))) for number in (1, 2))
    assert "The totals beside it fit only this:" in first and "Is this a mark?" not in first
    assert "The totals beside it fit only this:" not in second and "Is this a mark?" in second
    assert '"4": "19 13 10"' in first


def test_a_row_that_they_contradict_is_asked_with_both_answers(event: Event, desk: Client) -> None:
    for answer, line in (("As it is marked", "19 13 10"), ("As the totals say", "19 13 11")):
        job = batch_of(event, read_page(event, marked=FOUR, totals=totals_after(event, 10, 10, 10, 11)))
        visit = Visit(desk, address(event, f"{job.id}/questions/"))
        sentence = "The totals beside it do not fit what is marked. They would fit with tricks 11, without tricks 10."
        assert sentence in visit.words
        visit.press(answer)
        (page,) = batch.pages(event, job)
        assert [row.line for row in page.sure] == [*["19 13 10"] * 3, line]


@pytest.mark.parametrize(
    ("seen", "played", "words", "answer", "line"),
    [
        (
            2,
            0,
            "2 with Abund. 9, without Solo 6 3 with tricks 0, without tricks 2 4",
            "with tricks 0",
            "26 1 0",
        ),
        (6, 8, "The totals beside it do not fit what is marked. 1 As it is marked →", "As it is marked", "26 1 6"),
    ],
)
def test_of_several_rows_that_would_fit_each_is_an_answer(
    event: Event, desk: Client, seen: int, played: int, words: str, answer: str, line: str
) -> None:
    """None is where they are many: then the row is typed."""
    totals, rules = totals_after(event, 10, 9, 10), facts.ruleset(event)
    gained = score(Result.read({"contract": "S6", "declarers": [1], "tricks": played}, rules), rules)
    totals += [[4, seat, {str(int(*shares) + gained[seat]): 0.95}] for _deal, seat, shares in totals[-4:]]
    marked = [mark for mark in FOUR if mark[0] != 4 and mark[:2] != [2, "tricks"]] + [[2, "tricks", "9"]]
    marked += [[4, "contract", "S6"], [4, "tricks", str(seen)], [4, "made", "1"]]
    job = batch_of(event, read_page(event, marked=marked, totals=totals))
    visit = Visit(desk, address(event, f"{job.id}/questions/"))
    assert words in visit.words
    visit.press(answer)
    (page,) = batch.pages(event, job)
    assert page.sure[-1].line == line


def test_what_the_desk_answers_of_a_row_stands_against_them(event: Event) -> None:
    job = batch_of(event, read_page(event, **UNCLEAR, totals=totals_after(event, 10, 10, 10, 10)))
    for count, is_mark in (("9", True), ("10", False)):
        keep_answer(job, SheetAnswer(1, 4, (("tricks", count, is_mark),), "user:1"), read_answers(job))
    (page,) = batch.pages(event, job)
    assert [(row.line, row.by_totals) for row in page.sure][2:] == [("19 13 10", False), ("19 13 9", False)]
