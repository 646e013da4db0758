"""The score sheets: one A4 for every number of deals and players, each its own code, and what was written on them."""

import itertools
import random
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import scoring
from scoring import words
from tests import cast
from tests.paper import Printed, printed, squeezed
from tournament import facts, links
from tournament.acts import jury, rounds
from tournament.acts.refusal import Refusal
from tournament.models import Event, Round, Table
from tournament.printing import grid, score_sheets, written_sheets
from tournament.printing.paper import Order
from tournament.printing.sheet_code import read_sheet_code, sheet_code


def laid(tables: list[int], deals: int, folder: Path, what: str = "sheets", **plan: Any) -> tuple[Event, Printed]:
    """The sheets of a round with so many players at each table."""
    event = cast.event(sum(tables), planned_rounds=1, deals_per_round=deals, **plan)
    numbers = iter(range(1, sum(tables) + 1))
    rounds.lay_round(event, "system", [list(itertools.islice(numbers, size)) for size in tables])
    return cast.fresh(event), printed(cast.fresh(event), what, folder, "--language", "nl")


# --- Blank --------------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("deals", [8, 16, 20, 24, 26])
@pytest.mark.parametrize("players", [4, 5])
def test_a_sheet_fills_one_page(players: int, deals: int, tmp_path: Path) -> None:
    event, paper = laid([players], deals, tmp_path)
    (page,) = paper.pages
    assert paper.sizes == {(210, 297)} and paper.outside() == []
    words_of = page.split()
    for number in range(1, deals + 1):
        assert str(number) in words_of
    dealt = page.count("●") - 1  # the legend explains it once
    assert dealt == deals
    bottom = max(paper.bottom("Totaal"))
    assert bottom < grid.SIGNATURES_TOP - grid.LEAST_REMARKS + 1
    assert grid.grid(tuple(range(1, players + 1)), 1, deals, facts.ruleset(event), "nl", trump=False).row >= 7
    assert max(paper.bottom("Opmerkingen")) < grid.SIGNATURES_TOP
    for row in event.entries.select_related("player"):
        assert paper.squeezed.count(squeezed(row.player.name)) == 2  # over a column, and where one signs


@pytest.mark.django_db
def test_more_deals_than_fit_have_a_second_sheet(tmp_path: Path) -> None:
    _event, paper = laid([4, 4], 40, tmp_path)
    assert len(paper.pages) == 4
    assert ["vorige blad" in page for page in paper.pages] == [False, True, False, True]
    assert [page.split()[:2] for page in paper.pages] == [
        ["Tafel", "1"],
        ["Tafel", "1"],
        ["Tafel", "2"],
        ["Tafel", "2"],
    ]
    assert " 20 " in f" {' '.join(paper.pages[0].split())} " and " 21 " in f" {' '.join(paper.pages[1].split())} "


@pytest.mark.django_db
def test_tables_of_four_and_five_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    event, paper = laid([4, 5, 4, 5], 8, tmp_path)
    Table.objects.filter(round__event=event, number=1).update(deals_override=10)
    paper = printed(event, "sheets", tmp_path)
    tables = Table.objects.filter(round__event=event).order_by("number")
    assert paper.codes() == [(links.table_url(table), True) for table in tables]
    assert [page.split()[:2] for page in paper.pages] == [["Table", number] for number in "1234"]


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("language", ["nl", "fr", "en"])
@pytest.mark.parametrize("rules", scoring.keys())
def test_every_contract_of_every_rule_set_can_be_circled(rules: str, language: str, tmp_path: Path) -> None:
    ruleset = scoring.load(rules)
    for positions, deals in (((1, 2, 3, 4), 8), ((1, 2, 3, 4, 5), 26)):
        divided = grid.grid(positions, 1, deals, ruleset, language, trump=True)
        told = {
            f"{group.label} {code.text}".strip() for line in divided.lines for group in line for code in group.codes
        }
        assert told == {words.contract_short(key, language, ruleset) for key in ruleset.lines}
        starred = sum(code.jury for line in divided.lines for group in line for code in group.codes)
        assert starred == len(ruleset.jury)


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("rules", scoring.keys())
def test_a_sheet_of_every_rule_set_stays_on_its_page(rules: str, tmp_path: Path) -> None:
    _event, paper = laid([5], 26, tmp_path, rules=rules, records_trump=True)
    assert len(paper.pages) == 1 and paper.outside() == []
    assert paper.text.count("♣") == 1 + 26 * (rules != "points-only")
    divided = grid.grid((1, 2, 3, 4, 5), 1, 26, scoring.load(rules), "nl", trump=True)
    rows_top = grid.NAMES_TOP + grid.NAMES_HEIGHT
    edge = grid.MARGIN + divided.number + divided.contract
    words_there = [
        (left, right)
        for left, right, _word in paper.places(rows_top, rows_top + 26 * divided.row)
        if grid.MARGIN + divided.number < left < edge
    ]
    assert all(right <= edge for _left, right in words_there)
    labels = sum(len(group.label.split()) for line in divided.lines for group in line)
    codes = sum(len(code.text.split()) for line in divided.lines for group in line for code in group.codes)
    assert len(words_there) == 26 * (labels + codes)


@pytest.mark.django_db
def test_the_dealer_of_each_deal_is_marked_in_his_column() -> None:
    divided = grid.grid((1, 2, 3, 4, 5), 1, 7, scoring.load("iwwa-2025"), "nl", trump=False)
    assert [row.dealer for row in divided.rows] == [1, 2, 3, 4, 5, 1, 2]
    assert divided.rows[1].playing == (1, 3, 4, 5)


@pytest.mark.django_db
def test_a_round_without_tables_has_no_sheets() -> None:
    event = cast.playing()
    empty = Round.objects.create(event=event, number=9, deals=4)
    for make in (score_sheets.blank, written_sheets.filled):
        with pytest.raises(Refusal, match="no tables"):
            make(Order(event, empty))


# --- Filled -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_filled_sheet_is_the_sheet_of_the_page(tmp_path: Path) -> None:
    event = cast.playing()
    table = cast.table(event)
    cast.write(table, 1, cast.result("PC8", (1, 3), 10))
    cast.write(table, 2, cast.result("S8", (2,), 6))
    jury.rule(table, "system", 1, "annulled", "Not called.")
    cast.penalty(event, cast.seated(table)[1])
    text = " ".join(printed(cast.fresh(event), "filled", tmp_path).pages[0].split())
    with translation.override("en"):
        assert words.contract_short("PC8", "en") in text and words.contract_short("S8", "en") in text
    assert "−27" in text and "+18" in text
    assert "○" in text and "Ruling on a deal" in text
    assert "still open" in text


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize(("players", "deals"), [(4, 32), (5, 32), (4, 8)])
def test_a_filled_sheet_is_one_page(players: int, deals: int, tmp_path: Path) -> None:
    event, paper = laid([players] * 2, deals, tmp_path, "filled")
    assert len(paper.pages) == 2 and paper.outside() == []
    assert facts.table(cast.table(event)).planned == deals


# --- The short code -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("round", "table"), [(1, 1), (2, 17), (12, 9999), (20, 250)])
def test_a_code_reads_as_it_was_written(round: int, table: int) -> None:
    code = sheet_code(round, table)
    for typed in (code, code.replace("-", ""), code.replace("-", " "), f" {code} "):
        assert read_sheet_code(typed) == (round, table)


def test_every_wrong_figure_and_every_swap_is_found() -> None:
    chance = random.Random(4)
    for _ in range(40):
        digits = sheet_code(chance.randint(1, 20), chance.randint(1, 5000)).replace("-", "")
        wrong = [digits[:at] + figure + digits[at + 1 :] for at in range(len(digits)) for figure in "0123456789"]
        swaps = [
            digits[:at] + digits[at + 1] + digits[at] + digits[at + 2 :]
            for at in range(len(digits) - 1)
            if digits[at] != digits[at + 1]
        ]
        for typed in {*wrong, *swaps} - {digits}:
            with pytest.raises(Refusal, match="not the code of a sheet"):
                read_sheet_code(typed)


@pytest.mark.parametrize("typed", ["", "1", "12-3", "abcdef", "٣٣٣٣٣٣", "1" * 500, "20017-", "−20017-9"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(Refusal):
        read_sheet_code(typed)
