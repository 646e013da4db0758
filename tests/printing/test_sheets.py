"""The score sheets: one A4 for every number of deals and players, each its own code, and what was written on them."""

import itertools
import random
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

import scoring
from scoring import words
from tests.support.events import cast
from tests.support.files.paper import Printed, printed, squeezed
from tests.support.servers.nightly import by_day
from tournament import links
from tournament.acts.event.rules import correct_rules
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.table import deals, redeals
from tournament.acts.table.tables import substitute
from tournament.errors import UserError
from tournament.models import Event, Round, Table
from tournament.printing.paper import Order
from tournament.printing.sheets import score_sheets, written_sheets
from tournament.printing.sheets.sheet_code import read_sheet_code, sheet_code
from tournament.ranking import facts
from tournament.scan import layout

pytestmark = pytest.mark.long


def seated(tables: list[int], planned: int, **plan: Any) -> Event:
    """An event with a round of this many players at each table."""
    event = cast.event(sum(tables), planned_rounds=1, deals_per_round=planned, **plan)
    numbers = iter(range(1, sum(tables) + 1))
    cast.given_round(event, [list(itertools.islice(numbers, size)) for size in tables])
    return cast.fresh(event)


def laid(tables: list[int], planned: int, folder: Path, what: str = "sheets", **plan: Any) -> tuple[Event, Printed]:
    """The same, and its sheets."""
    event = seated(tables, planned, **plan)
    return event, printed(event, what, folder, "--language", "nl")


# --- Blank --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Clubkampioenschap", "Clubkampioenschap kleurenwiezen van de Gouden Troefaas " * 2])
def test_the_head_of_two_sheets_has_place_and_days_whole(name: str, tmp_path: Path) -> None:
    where: dict[str, Any] = {
        "place": "Parochiezaal Sint-Katelijne-Waver",
        "starts_on": date(2026, 11, 28),
        "ends_on": date(2026, 11, 29),
    }
    _event, paper = laid([4], 24, tmp_path, name=name.strip(), **where)
    for page, sheet in zip(paper.pages, ("blad 1 van 2", "blad 2 van 2"), strict=True):
        text = " ".join(page.split())
        assert sheet in text and "Parochiezaal Sint-Katelijne-Waver · 28 november 2026 – 29 november 2026" in text
        assert "…" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("deals", by_day([16, 8, 12]))
@pytest.mark.parametrize("players", [4, 5])
def test_a_sheet_is_one_page(players: int, deals: int, tmp_path: Path) -> None:
    event, paper = laid([players], deals, tmp_path)
    (page,) = paper.pages
    assert paper.sizes == {(297, 210)} and paper.outside() == []
    words_of = page.split()
    for number in range(1, deals + 1):
        assert str(number) in words_of
    assert max(paper.bottom("Totaal")) < layout.SIGNED_TOP < max(paper.bottom("Opmerkingen"))
    for row in event.entries.select_related("player"):
        assert paper.squeezed.count(squeezed(row.player.name)) == 2  # over a column, and where one signs


@pytest.mark.django_db
def test_more_deals_than_fit_have_a_second_sheet(tmp_path: Path) -> None:
    _event, paper = laid([4, 4], 32, tmp_path)
    assert len(paper.pages) == 4
    assert ["vorige blad" in page for page in paper.pages] == [False, True, False, True]
    assert [page.split()[0] for page in paper.pages] == ["1", "1", "2", "2"]
    assert " 16 " in f" {' '.join(paper.pages[0].split())} " and " 17 " in f" {' '.join(paper.pages[1].split())} "


@pytest.mark.django_db
def test_tables_of_four_and_five_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    event = seated([4, 5, 4, 5], 8)
    Table.objects.filter(round__event=event, number=1).update(deals_override=10)
    paper = printed(event, "sheets", tmp_path)
    tables = Table.objects.filter(round__event=event).order_by("number")
    assert paper.codes() == [(links.table_url(table), True) for table in tables]
    assert [page.split()[0] for page in paper.pages] == [*"1234"]


@pytest.mark.django_db
@pytest.mark.parametrize("rules", by_day(scoring.keys(), count=3))
def test_a_sheet_of_every_rule_set_stays_on_its_page(rules: str, tmp_path: Path) -> None:
    _event, paper = laid([5], 16, tmp_path, rules=rules, records_trump=True)
    assert len(paper.pages) == 1 and paper.outside() == []
    assert paper.text.count("♣") == 1 + 16 * (rules != "points-only")


@pytest.mark.django_db
def test_a_round_without_tables_has_no_sheets() -> None:
    event = cast.playing()
    empty = Round.objects.create(event=event, number=9, deals=4)
    for make in (score_sheets.blank, written_sheets.filled):
        with pytest.raises(UserError, match="no tables"):
            make(Order(event, empty))


# --- Filled -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_filled_sheet_is_the_sheet_of_the_page(tmp_path: Path) -> None:
    event = cast.playing()
    table = cast.table(event)
    cast.write(table, 1, cast.result("PC8", (1, 3), 10))
    cast.write(table, 2, cast.result("S8", (2,), 6))
    rulings.rule(table, "system", 1, "annulled", "Not called.")
    cast.penalty(event, cast.seated(table)[1])
    text = " ".join(printed(cast.fresh(event), "filled", tmp_path).pages[0].split())
    with translation.override("en"):
        assert words.contract_short("PC8", "en") in text and words.contract_short("S8", "en") in text
    assert "−27" in text and "+18" in text
    assert "○" in text and "Ruling on a deal" in text
    assert "still open" in text
    Round.objects.filter(event=event).update(closed=True)
    text = " ".join(printed(cast.fresh(event), "filled", tmp_path).pages[0].split())
    assert "still open" not in text and "· closed" in text


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "deals"), [(4, 32), (5, 32), (4, 8)])
def test_a_filled_sheet_is_one_page(players: int, deals: int, tmp_path: Path) -> None:
    event, paper = laid([players] * 2, deals, tmp_path, "filled")
    assert len(paper.pages) == 2 and paper.outside() == []
    assert facts.table(cast.table(event)).planned == deals


@pytest.mark.django_db
def test_a_filled_sheet_tells_what_went_beside_the_play(tmp_path: Path) -> None:
    """Who sat there before, deals that were passed out or dealt wrongly, what a decision ruled and by which article."""
    event = cast.playing(planned_rounds=1)
    table = cast.table(event)
    redeals.all_pass(table, cast.captain(table), 1)
    redeals.all_pass(table, cast.captain(table), 1)
    redeals.misdeal(table, cast.captain(table), 1, waived=True)
    cast.write(table, 1)
    (late,) = registration.add_entries(event, "system", [Entrant("Late Guest")])
    leaver = cast.entry(event, cast.seated(table)[4]).player.name
    substitute(table, "system", 4, late.number, 2)
    rulings.rule(table, "system", 1, "annulled", "Marked cards.", article="9")
    text = " ".join(printed(cast.fresh(event), "filled", tmp_path).pages[0].split())
    assert f"Seat 4: {leaver}, up to deal 1; total: 0. Deal 1: everybody passed 2×. Deal 1: misdealt." in text
    assert "deal 1 · Ruling on a deal: annulled · article 9" in text
    assert text.count("Late Guest") == 2 and text.count(leaver) == 1


@pytest.mark.django_db
def test_many_decisions_go_on_overleaf_and_all_are_there(tmp_path: Path) -> None:
    event = cast.playing(planned_rounds=1)
    table = cast.table(event)
    names = [cast.entry(event, number).player.name for number in cast.seated(table).values()]
    for number in range(1, 61):
        rulings.penalise(event, "system", "house", {cast.seated(table)[1]: -number}, "Late.", table=table)
    paper = printed(cast.fresh(event), "filled", tmp_path)
    first, second = paper.pages[:2]
    assert all(f"−{number}" in first + second for number in range(1, 61))
    assert "Table 1" in " ".join(second.split()) and all(name in second for name in names)
    assert paper.outside() == [] and "Table 2" in " ".join(paper.pages[2].split())


@pytest.mark.django_db
def test_points_alone_have_no_columns_of_contracts_and_are_not_doubted(tmp_path: Path) -> None:
    event = cast.playing(planned_rounds=1, rules="points-only")
    cast.write(cast.table(event), 1, {"points": {"1": -1234, "2": 411, "3": 411, "4": 412}})
    for what in ("sheets", "filled"):
        text = printed(cast.fresh(event), what, tmp_path).text
        assert "Tricks" not in text and "Unverified" not in text
    assert "−1234" in text


@pytest.mark.django_db
def test_a_correction_of_the_rules_is_told_where_a_table_was_closed(tmp_path: Path) -> None:
    event = cast.playing(planned_rounds=1)
    closed = cast.table(event)
    cast.play(closed)
    deals.close_table(closed, cast.captain(closed))
    now = facts.ruleset(event)
    changed = {**now.to_dict(), "all13": {"mode": "flat", "points": 31, "contracts": ["PC8"]}}
    correct_rules(cast.fresh(event), "system", scoring.RuleSet.from_dict(changed), now.hash, "As on the sheet.")
    event = cast.fresh(event)
    told = [
        "Figures corrected on" in page and "As on the sheet." in page
        for page in printed(event, "filled", tmp_path).pages
    ]
    assert told == [True, False]
    there, elsewhere = cast.seated(closed)[1], cast.seated(cast.table(event, 2))[1]
    assert "Figures corrected on" in printed(event, "player", tmp_path, "--player", str(there)).text
    assert "Figures corrected on" not in printed(event, "player", tmp_path, "--player", str(elsewhere)).text


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
            with pytest.raises(UserError, match="not the code of a sheet"):
                read_sheet_code(typed)


@pytest.mark.parametrize("typed", ["", "1", "12-3", "abcdef", "٣٣٣٣٣٣", "1" * 500, "20017-", "−20017-9"])
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(UserError):
        read_sheet_code(typed)
