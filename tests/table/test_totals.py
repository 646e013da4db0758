"""What a table reads as each player's total: one number on every page and on paper, also where somebody came in."""

from pathlib import Path

import pytest

from tests.support.events import cast
from tests.support.files.paper import printed
from tests.support.pages.captain_phone import opened
from tests.support.pages.desk_pages import at
from tournament.acts.jury import rulings
from tournament.acts.people.registration import Entrant, add_entries, check_in
from tournament.acts.table import redeals
from tournament.acts.table.deals import undo_deal
from tournament.acts.table.tables import substitute
from tournament.models import Deal, Table
from tournament.reading.ranking.cards import card
from tournament.reading.table.sheets import sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Seat 1 made a solo, was penalised and is replaced from deal 2 on; seat 2 misdeals, and the newcomer makes one."""
    event = cast.playing(4, deals=4)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S6", (1,), 6))
    newcomer = add_entries(event, "system", [Entrant("Nieuw Gekomen")])[0]
    check_in(newcomer, "system", True)
    rulings.penalise(event, "system", "house", {cast.seated(table)[1]: -5}, "Te laat.", table=table)
    substitute(table, "system", 1, newcomer.number, 2)
    redeals.misdeal(table, cast.captain(table), 2, waived=False)
    cast.write(table, 2, cast.result("S6", (1,), 6))
    return cast.table(event)


def totals(table: Table) -> dict[str, tuple[int, int, int]]:
    """Deals, decisions and both by name."""
    return {total.name: (total.deals, total.decided, total.points) for total in sheet(table, public=False).totals}


def test_who_comes_in_begins_with_nothing_and_who_left_keeps_what_he_had(table: Table) -> None:
    event = table.round.event
    before = cast.entry(event, cast.seated(table)[1]).player.name
    solo = sheet(table).lines[0].cells[0].points or 0
    given = totals(table)
    # The misdeal of deal 2 gives the newcomer 1, and takes 3 from seat 2, who dealt.
    assert given[before] == (solo, -5, solo - 5)
    assert given["Nieuw Gekomen"] == (solo, 1, solo + 1)
    assert [line.cells[0].total for line in sheet(table).lines[:2]] == [solo, solo]


def test_the_next_deal_is_shown_on_top_of_ones_own_total(table: Table) -> None:
    solo = sheet(table).lines[0].cells[0].points or 0
    page = opened(table, "deal/3/?contract=S6&who=1&tricks=6")
    assert f"Nieuw Gekomen +{solo} {2 * solo + 1} " in page.words


def test_a_deal_of_before_names_who_played_it(table: Table) -> None:
    event, solo = table.round.event, sheet(table).lines[0].cells[0].points or 0
    before = cast.entry(event, cast.seated(table)[1]).player.name
    page = opened(table, "deal/1/")
    assert page.status == 409 and f"{before} +{solo}" in page.words and "Nieuw Gekomen" not in page.words
    desk = cast.shown(cast.client(cast.desk(event)).get(at(table, "deals/1/")))
    assert f"1 · {before}" in desk and "Nieuw Gekomen" not in desk
    for number in (2, 1):
        undo_deal(table, cast.captain(table), number, replaces=Deal.objects.get(table=table, number=number).version)
    page = opened(table, "deal/1/?contract=S6&who=1&tricks=6")
    assert f"{before} +{solo} {solo - 5} " in page.words and "Nieuw Gekomen" not in page.words


def test_closing_names_everybody_who_sat_there(table: Table) -> None:
    event, solo = table.round.event, sheet(table).lines[0].cells[0].points or 0
    before = cast.entry(event, cast.seated(table)[1]).player.name
    for number in (3, 4):
        cast.write(table, number, cast.result("S6", (2,), 6))
    page = opened(table, "close/").words
    lost = sheet(table).lines[2].cells[0].points or 0
    assert f"{before} up to deal 1 {solo - 5}" in page.replace("−", "-")
    assert f"Nieuw Gekomen {solo + 1 + 2 * lost}" in page.replace("−", "-")
    assert f"{before}, up to deal 1: −5 {solo - 5}" in opened(table, "").words
    desk = cast.client(cast.desk(event))
    assert f"{solo + 1 + 2 * lost}" in cast.shown(desk.get(at(table))).replace("−", "-")


def test_the_card_of_each_says_the_same_as_the_sheet(table: Table) -> None:
    event = table.round.event
    for total in sheet(table).totals:
        entry = cast.entry(event, total.entry)
        mine = card(event, entry)
        assert (mine.sat[0].points, mine.sat[0].total.points, mine.points) == (total.deals, total.points, total.points)
        page = cast.shown(cast.client().get(f"/e/{event.slug}/player/{entry.number}/")).replace("−", "-")
        assert f"Including the decisions at this table: {total.points}" in page


def test_the_filled_sheet_has_the_decisions_in_its_total(table: Table, tmp_path: Path) -> None:
    given, event = totals(table), table.round.event
    before = cast.entry(event, cast.seated(table)[1]).player.name
    text = " ".join(printed(cast.fresh(event), "filled", tmp_path).pages[0].split()).replace("−", "-")
    assert f"up to deal 1; total: {given[before][2]}" in text
    now = [points for name, points in given.items() if name != before]
    assert (
        "Decisions " + " ".join(f"+{decided}" if decided > 0 else f"{decided}" for _deals, decided, _all in now) in text
    )
    assert "Total " + " ".join(f"{points}" for _deals, _decided, points in now) in text
