"""The workbook of an event, read back: the same numbers as the ranking, typed, and no name that calculates."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation

from tests import cast
from tests.full_day import a_full_day
from tests.workbooks_out import columns, exported
from tournament.acts import jury, redeals, registration, rounds
from tournament.acts.import_people import entered_people
from tournament.acts.registration import Person
from tournament.exchange import people_in, table_in
from tournament.exchange.proposal import Verdict
from tournament.models import Deal, Decision, Entry, Event, Player
from tournament.naming import sorting
from tournament.ranking import live

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
    jury.rule(table, "system", 2, "annulled", "Marked cards.")
    jury.rule(table, "system", 3, "refused", "Not feasible.", kind="jury-refuses", contract="S12", about=(1,))
    cast.write(table, 3, cast.result("PC8", (1, 3), 8))
    ruled = cast.result("PC8", (1, 3), 7)
    jury.rule(table, "system", 3, "result", "Too early.", kind="claimed-too-early", about=(1, 3), result=ruled)
    told = columns(exported(event, tmp_path)["Decisions"])
    rows = set(zip(told["Decision"], told["Contract"], told["About"], strict=True))
    assert {
        ("The jury was not called", None, None),
        ("The jury was called and allowed the contract", None, None),
        ("Ruling on a deal: annulled", None, None),
        ("The jury refuses the contract", "Solo 12", names[1]),
        ("Claimed too early and wrong: result as ruled", None, f"{names[1]}, {names[3]}"),
    } == rows


def test_sheets_open_with_a_heading_that_stays(tmp_path: Path) -> None:
    book = exported(a_full_day(), tmp_path, "nl")
    assert len(book.worksheets) == 5 and book.worksheets[0].title == "Klassement"
    for sheet in book.worksheets:
        assert sheet.freeze_panes == "A2"
        assert sheet.auto_filter.ref.startswith("A1:")
        assert all(cell.font.bold for cell in sheet[1])
        assert sheet.column_dimensions["C"].width > 5


def test_a_name_is_never_a_formula(tmp_path: Path) -> None:
    event = cast.event(players=0)
    registration.add_entries(event, "system", [Person(name, club="=2+2") for name in NAMES])
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


def test_columns_are_as_wide_as_the_longest_name(tmp_path: Path) -> None:
    event = cast.event(players=2)
    widths = exported(event, tmp_path)["Players"].column_dimensions
    assert widths["B"].width == widths["D"].width == 24
    registration.add_entries(event, "system", [Person(NAMES[-1], club="C" * 80)])
    widths = exported(event, tmp_path)["Players"].column_dimensions
    assert widths["B"].width == 62 and widths["D"].width == 64


ODD = [
    Person("An  De   Smet", "  Twee  Spaties ", number=500),
    Person("Jan Peeters", "Hartenaas", number=7),
    Person("Jan Peeters", "Hartenaas", "fr", number=8, family="Peeters", writes=True),
    Person("Peeters Jan", "", "en", Entry.Role.JOKER, initials_only=True, number=9),
    Person("12", "1e4", number=1001),
    *[Person(name, club="+2-2") for name in NAMES],
]


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
@pytest.mark.parametrize("sheet", ["all", "players"])
def test_what_was_exported_can_be_read_in_again_and_changes_nothing(tmp_path: Path, language: str, sheet: str) -> None:
    event = cast.event(players=5)
    registration.add_entries(event, "system", ODD)
    seated = [entry.number for entry in event.entries.filter(role=Entry.Role.COMPETITOR)]
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
    told = [(row.person.name, row.verdict, row.why) for row in proposal.rows]
    assert [row for row in told if row[1] != Verdict.SAME] == []
    assert len(told) == 5 + len(ODD) - (sheet == "all")


@pytest.mark.parametrize("rules", ["points-only", "flanders"])
def test_other_rules_fill_the_same_columns(rules: str, tmp_path: Path) -> None:
    call_command("demo", players=16, rounds=1, deals=4, rules=rules, slug="demo")
    told = columns(exported(Event.objects.get(slug="demo"), tmp_path)["Deals"])
    points = [told[f"Seat {seat}: points"] for seat in (1, 2, 3, 4)]
    assert all(isinstance(value, int) for column in points for value in column)
    assert (told["Contract"][0] is None) == (rules == "points-only")
