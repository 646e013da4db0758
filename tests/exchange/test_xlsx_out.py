"""The workbook of an event, read back: the same numbers as the ranking, typed, and no name that calculates."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from scoring.rules.parts import parts
from tests.support.events import cast
from tests.support.events.full_day import a_full_day
from tests.support.events.long_day import long_day
from tests.support.files.workbooks_out import columns, exported
from tournament.acts.event import events
from tournament.acts.event.reveal import freeze_ranking
from tournament.acts.event.rules import compare_rules
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.import_people import entered_people
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.table import redeals
from tournament.exchange.lists import people_in, table_in
from tournament.exchange.lists.proposal import Verdict
from tournament.models import Deal, Decision, Entry, Event, Player
from tournament.naming import sorting
from tournament.ranking import facts, live
from tournament.reading.logbook import seals

pytestmark = pytest.mark.django_db

NAMES = ("=1+1", "+32 An", "-Bea", "@Cis", '=HYPERLINK("http://x.example")', "Zoë ß", "Ł" + "o" * 58 + "ß")


def test_the_ranking_is_that_of_the_page(tmp_path: Path) -> None:
    event = a_full_day()
    told = columns(exported(event, tmp_path)["Ranking"])
    places = live.ranking(event, public=False).places
    assert told["Points"] == [place.standing.row.points for place in places]
    assert told["Rank"] == [place.standing.rank for place in places]
    assert told["Round 1"] == [place.standing.row.rounds[0] for place in places]
    assert all(type(points) is int for points in told["Points"])


def test_every_deal_and_decision_is_there(tmp_path: Path) -> None:
    event = a_full_day()
    book = exported(event, tmp_path)
    deals, decisions = columns(book["Deals"]), columns(book["Decisions"])
    assert len(deals["Deal"]) == Deal.objects.filter(table__round__event=event, result__isnull=False).count()
    at = deals["Code"].index("PC9")
    assert (deals["Declarers"][at], deals["Tricks"][at]) == ("2 + 4", 7)
    assert {deals[f"Seat {seat}: points"][at] for seat in (2, 4)} == {-16}
    assert set(decisions["No."]) == set(Decision.objects.filter(event=event).values_list("number", flat=True))
    assert "yes" in decisions["Cancelled"]


def test_a_decision_on_a_deal_says_what_it_ruled_and_about_whom(tmp_path: Path) -> None:
    event = cast.playing(rules="world-2018")
    table = cast.table(event)
    names = {seat: cast.entry(event, number).player.name for seat, number in cast.seated(table).items()}
    cast.write(table, 1, cast.result("GMT", (3,), {"3": 0}, jury="not_called"))
    cast.write(table, 2, cast.result("GMT", (1,), {"1": 0}, jury="allowed"))
    rulings.rule(table, "system", 2, "annulled", "Marked cards.")
    rulings.rule(table, "system", 3, "refused", "Not feasible.", kind="jury-refuses", contract="S12", about=(2,))
    cast.write(table, 3, cast.result("PC8", (1, 3), 8))
    ruled = cast.result("PC8", (1, 3), 7)
    rulings.rule(table, "system", 3, "result", "Too early.", kind="claimed-too-early", about=(1, 3), result=ruled)
    told = columns(exported(event, tmp_path)["Decisions"])
    rows = set(zip(told["Decision"], told["Contract"], told["About"], strict=True))
    assert {
        ("Said by the table: the jury was not called", None, None),
        ("Said by the table: the jury allowed the contract", None, None),
        ("Ruling on a deal: annulled", None, None),
        ("The jury refuses the contract", "Solo 12", names[2]),
        ("Claimed too early and wrong: result as ruled", None, f"{names[1]}, {names[3]}"),
    } == rows


def test_sheets_open_with_a_heading_that_stays(tmp_path: Path) -> None:
    book = exported(a_full_day(), tmp_path, "nl")
    assert len(book.worksheets) == 8 and book.worksheets[0].title == "Klassement"
    for sheet in book.worksheets:
        assert sheet.freeze_panes == "A2"
        assert sheet.auto_filter.ref.startswith("A1:")
        assert all(cell.font.bold for cell in sheet[1])
        assert sheet.column_dimensions["C"].width > 5


def test_a_name_is_never_a_formula(tmp_path: Path) -> None:
    event = cast.event(players=0)
    registration.add_entries(event, "system", [Entrant(name, club="=2+2") for name in NAMES])
    sheet = exported(event, tmp_path)["Players"]
    assert [row[1].value for row in sheet.iter_rows(min_row=2)] == sorted(NAMES, key=sorting)
    for row in sheet.iter_rows(min_row=2):
        assert row[1].data_type == row[3].data_type == "s"
        assert row[3].quotePrefix
        assert row[1].quotePrefix == row[1].value.startswith(("=", "+", "-", "@"))


def test_what_a_workbook_cannot_hold_is_left_out(tmp_path: Path) -> None:
    event = cast.event(players=1)
    Player.objects.update(name="An\x07 De\x0b Smet")
    assert columns(exported(event, tmp_path)["Players"])["Name"] == ["An De Smet"]


def test_the_staff_is_told_hidden_rounds_and_no_deal_without_a_result(tmp_path: Path) -> None:
    event = cast.playing(players=4, deals=4)
    table = cast.table(event)
    cast.write(table, 1)
    redeals.all_pass(table, "table:1/1", 2)
    rounds.show_round(cast.round_of(event), "system", False)
    book = exported(event, tmp_path)
    assert columns(book["Deals"])["Deal"] == [1]
    assert columns(book["Ranking"])["Round 1"] == [10, 10, 0, 0]


def test_columns_are_as_wide_as_the_longest_name_and_longer_ones_are_broken(tmp_path: Path) -> None:
    event = cast.event(players=2)
    widths = exported(event, tmp_path)["Players"].column_dimensions
    assert widths["B"].width == widths["D"].width == 24
    registration.add_entries(event, "system", [Entrant(NAMES[-1], club="C" * 80)])
    sheet = exported(event, tmp_path)["Players"]
    assert sheet.column_dimensions["B"].width == sheet.column_dimensions["D"].width == 40
    assert letters(sheet) > 8
    assert all(row[at].alignment.wrap_text for row in sheet.iter_rows() for at in (1, 3) if len(row[at].value) > 40)
    registration.change_entry(cast.entry(event, 3), "system", Entrant("Maximiliaan Peeters-Vandenbroucke"))
    assert exported(event, tmp_path)["Players"].column_dimensions["B"].width == 35


def test_every_sheet_is_printed_as_wide_as_the_page(tmp_path: Path) -> None:
    """In landscape, with its heading and what it is on every page; a sign that is a code in a footer stays a sign."""
    event = a_full_day()
    Event.objects.filter(pk=event.pk).update(name="An & Bea &P")
    for sheet in exported(cast.fresh(event), tmp_path).worksheets:
        assert sheet.sheet_properties.pageSetUpPr.fitToPage
        page = sheet.page_setup
        assert (page.orientation, page.paperSize, page.fitToWidth, page.fitToHeight) == ("landscape", 9, 1, 0)
        assert sheet.print_title_rows == "$1:$1"
        assert sheet.oddFooter.left.text == "An && Bea &&P"
        assert sheet.title[:20] in sheet.oddFooter.center.text and sheet.oddFooter.right.text == "&P / &N"
        assert {cell.font.name for cell in sheet[1]} == {"Calibri"} and sheet.row_dimensions[1].height >= 18


def letters(sheet: Worksheet) -> float:
    """The size of the letters on A4, in points: a character is 7 pixels wide, and 5 more are around each column."""
    widths = [column.width for column in sheet.column_dimensions.values()]
    wide = sum(7 * width + 5 for width in widths) / 96
    return min(11.0, 11 * (297 / 25.4 - sheet.page_margins.left - sheet.page_margins.right) / wide)


@pytest.mark.parametrize("language", ["nl", *(pytest.param(other, marks=pytest.mark.long) for other in ("fr", "en"))])
def test_every_sheet_is_read_on_a4_and_names_apart_from_numbers(language: str, tmp_path: Path) -> None:
    four, five = a_full_day(), cast.event(players=5, slug="five")
    rounds.publish_round(cast.given_round(five, [[1, 2, 3, 4, 5]]), "system")
    for event, deals, least in ((four, 2, 8), (five, 1, 7.2)):
        book = exported(event, tmp_path, language)
        assert letters(book.worksheets[deals]) > least
        assert min(letters(sheet) for sheet in book.worksheets) > 7
    for row in exported(four, tmp_path, language).worksheets[2].iter_rows(min_row=2):
        for number, name in zip(row[10::3], row[11::3], strict=True):
            assert isinstance(number.value, int) and name.alignment.indent == 1 and name.alignment.wrap_text


def test_headings_over_narrow_columns_are_read_from_below(tmp_path: Path) -> None:
    sheet = exported(a_full_day(), tmp_path, "fr")["Donnes"]
    upright = {cell.value for cell in sheet[1] if cell.alignment.textRotation == 90}
    assert {"Place 1 : n°", "Atout"} <= {text.replace("\u00a0", " ") for text in upright}
    assert sheet.row_dimensions[1].height > 90


def test_the_command_writes_in_the_language_of_the_event(tmp_path: Path) -> None:
    event = cast.event(languages=["nl", "fr"])
    for language, title in (("", "Spelers"), ("fr", "Joueurs")):
        more = ["--language", language] if language else []
        call_command("export", event.slug, "--format", "xlsx", "-o", str(tmp_path / "x.xlsx"), *more)
        assert title in load_workbook(tmp_path / "x.xlsx").sheetnames


def test_the_longest_name_leaves_a_footer_that_excel_accepts(tmp_path: Path) -> None:
    event = cast.event(2)
    Event.objects.filter(pk=event.pk).update(name="&" * 120)
    for sheet in exported(cast.fresh(event), tmp_path).worksheets:
        parts = (sheet.oddFooter.left, sheet.oddFooter.center, sheet.oddFooter.right)
        assert sum(len(part.text) + 2 for part in parts) <= 255


def test_tricks_are_a_number_where_one_was_given(tmp_path: Path) -> None:
    event = cast.playing(rules="world-2018")
    table = cast.table(event)
    cast.write(table, 1, cast.result("PC8", (1, 3), 9))
    cast.write(table, 2, cast.result("PM", (2,), {"2": 0}))
    cast.write(table, 3, cast.result("PM", (2,), {"2": "lost"}))
    cast.write(table, 4, cast.result("PM", (1, 2), {"1": 0, "2": "lost"}))
    assert columns(exported(event, tmp_path)["Deals"])["Tricks"] == [9, 0, "lost", "0, lost"]


def test_there_is_a_fifth_seat_only_where_somebody_sits_in_one(tmp_path: Path) -> None:
    four, five = cast.playing(players=8), cast.event(players=5, slug="five")
    rounds.publish_round(cast.given_round(five, [[1, 2, 3, 4, 5]]), "system")
    assert "Seat 5: no." not in columns(exported(four, tmp_path)["Deals"])
    events.change_state(cast.fresh(five), "system", Event.State.LIVE)
    cast.write(cast.table(five), 1, cast.result("PC8", (2, 3), 8, seats=[2, 3, 4, 5]))
    assert columns(exported(five, tmp_path)["Deals"])["Seat 5: no."] == [5]


# --- What lets a reader check it ----------------------------------------------------------------------------------


SUM = r"=SUM\('(.+?)'!\$([A-Z]+)\$2:\$\2\$(\d+)\)"
OF_ROUND = r"SUMPRODUCT\(--\('.+?'!\$A\$2:\$A\$\d+=\$A(\d+)\),'(.+?)'!\$([A-Z]+)\$2:\$\3\$(\d+)\)"


def calculated(book: Workbook, formula: str) -> int:
    """The sum that a formula of the sheet of totals asks for, from the cells that it names."""
    asked: list[tuple[str, ...]] = [("", *found) for found in re.findall(SUM, formula)] or re.findall(OF_ROUND, formula)
    found = 0
    for line, sheet, letter, last in asked:
        round = book["Checking totals"][f"A{line}"].value if line else None
        rows = [row for row in range(2, int(last) + 1) if not line or book[sheet][f"A{row}"].value == round]
        found += sum(book[sheet][f"{letter}{row}"].value or 0 for row in rows)
    assert asked
    return found


@pytest.mark.parametrize("make", [a_full_day, pytest.param(long_day, marks=pytest.mark.long)])
def test_the_sums_of_deals_and_ranking_agree_and_stand_there_twice(make: Callable[[], Event], tmp_path: Path) -> None:
    book = exported(make(), tmp_path)
    sheet = book["Checking totals"]
    for row in sheet.iter_rows(min_row=2):
        name, deals, nobody, sat_out, ranked, deals_sum, ranked_sum, _difference, agreed = [cell.value for cell in row]
        assert agreed in ("yes", None), name
        if deals is not None:
            assert deals - nobody + sat_out == ranked, name
            assert calculated(book, deals_sum) == deals, name
        if ranked_sum is not None:
            assert row[6].data_type == row[7].data_type == "f"
            assert calculated(book, ranked_sum) == ranked, name
    *parts, whole = [row[4].value for row in sheet.iter_rows(min_row=2)]
    points = columns(book[book.sheetnames[0]])["Points"]
    assert sum(parts) == whole == sum(int(str(one)) for one in points)


def test_a_cell_that_somebody_changed_no_longer_agrees(tmp_path: Path) -> None:
    event = cast.playing()
    cast.write(cast.table(event), 1)
    book = exported(event, tmp_path)
    line = next(book["Checking totals"].iter_rows(min_row=2, max_row=2))
    assert calculated(book, line[5].value) == line[1].value
    seat = next(cell for cell in book["Deals"][2][12::3] if cell.value)
    seat.value += 1
    assert calculated(book, line[5].value) == line[1].value + 1


@pytest.mark.parametrize("verified", [False, True])
def test_it_says_where_it_comes_from(verified: bool, tmp_path: Path) -> None:
    event = cast.playing()
    rules = facts.ruleset(event)
    if verified:
        compare_rules(event, "system", parts(rules), rules.hash)
    event = cast.fresh(event)
    told = dict(exported(event, tmp_path)["About this file"].iter_rows(min_row=2, values_only=True))
    assert told["Event"] == event.name and told["Rules"] == "IWWA 2025"
    assert facts.ruleset(event).hash.startswith(told["Mark of the rules"]) and len(told["Mark of the rules"]) == 8
    assert told["Seal of the logbook"] == str(seals.seal(event))
    assert told["Figures"].startswith("Compared with" if verified else "Unverified figures.")


def test_what_counts_here_and_is_kept_from_the_public_is_said(tmp_path: Path) -> None:
    event = cast.played(deals=1)
    rounds.close_round(cast.round_of(event), "system")
    rounds.show_round(cast.round_of(event), "system", False)
    freeze_ranking(event, "system", 1)
    told = dict(exported(cast.fresh(event), tmp_path)["About this file"].iter_rows(min_row=2, values_only=True))
    assert told["Ranking"] == (
        "provisional · Hidden rounds count here but not on the public pages: round 1"
        " · The public ranking is frozen: later rounds count only here."
    )


def test_without_a_ranking_there_is_nothing_to_add_up(tmp_path: Path) -> None:
    book = exported(cast.event(), tmp_path)
    assert "Checking totals" not in book.sheetnames and book.sheetnames[-1] == "About this file"


ODD = [
    Entrant("An  De   Smet", "  Twee  Spaties ", number=500),
    Entrant("Jan Peeters", "Hartenaas", number=7),
    Entrant("Jan Peeters", "Hartenaas", "fr", number=8, family="Peeters", writes=True),
    Entrant("Peeters Jan", "", "en", Entry.PlayerRole.JOKER, initials_only=True, number=9),
    Entrant("12", "1e4", number=1001),
    *[Entrant(name, club="+2-2") for name in NAMES],
]


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
@pytest.mark.parametrize("sheet", ["all", "players"])
def test_what_was_exported_can_be_read_in_again_and_changes_nothing(tmp_path: Path, language: str, sheet: str) -> None:
    event = cast.event(players=5)
    registration.add_entries(event, "system", ODD)
    seated = [entry.number for entry in event.entries.filter(role=Entry.PlayerRole.COMPETITOR)]
    tables = [seated[at : at + 4] for at in range(0, len(seated), 4)]
    rounds.publish_round(cast.given_round(event, tables), "system")
    book = exported(event, tmp_path, language)
    if sheet == "players":
        for other in (0, 1, 1):
            book.remove(book.worksheets[other])
    path = tmp_path / "again.xlsx"
    book.save(path)
    with translation.override(language):
        proposal = people_in.judge(table_in.lines(path.read_bytes()), entered_people(event))
    told = [(row.person.name, row.verdict, row.why) for row in proposal.lines]
    assert [row for row in told if row[1] != Verdict.SAME] == []
    assert len(told) == 5 + len(ODD) - (sheet == "all")


@pytest.mark.long
@pytest.mark.parametrize("rules", ["points-only", "flanders"])
def test_other_rules_fill_the_same_columns(rules: str, tmp_path: Path) -> None:
    call_command("demo", players=16, rounds=1, deals=4, rules=rules, slug="demo")
    told = columns(exported(Event.objects.get(slug="demo"), tmp_path)["Deals"])
    points = [told[f"Seat {seat}: points"] for seat in (1, 2, 3, 4)]
    assert all(isinstance(value, int) for column in points for value in column)
    assert (told["Contract"][0] is None) == (rules == "points-only")
