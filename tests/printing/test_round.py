"""What is printed before a round: all of it as one file, one table again, sheets without names, lists for the wall."""

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from django.core.management import CommandError
from django.utils import timezone

from tests.support.events import cast
from tests.support.files.paper import Printed, printed, squeezed
from tests.support.servers.nightly import by_day
from tournament import links
from tournament.acts.event import pictures, prizes
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import room, rounds
from tournament.models import Event, Table
from tournament.printing.lists import wall_lists
from tournament.printing.pdf.underlay import stack
from tournament.ranking import live
from tournament.ranking.prizes import PrizeList, Prizes

pytestmark = [pytest.mark.django_db]

# Points at which a list is read from two metres.
READABLE = 20
# Millimetres in a point, and how high the font is per size.
MM, HIGH = 25.4 / 72, 1.326


@pytest.fixture
def event() -> Event:
    return cast.playing(players=24)


def outline(paper: Printed) -> list[tuple[str, int]]:
    """The bookmarks of a file, and the page each leads to."""
    with pikepdf.open(paper.path) as pdf, pdf.open_outline() as found:
        at = {page.obj.objgen: number for number, page in enumerate(pdf.pages, 1)}
        leads: list[Any] = [(item.title, item.destination) for item in found.root]
        return [(title, at[destination[0].objgen]) for title, destination in leads]


# --- One file -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_everything_before_a_round_is_one_file_with_bookmarks(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "before-round", tmp_path)
    names = ["Seating by name", "Seating by table", "Table cards", "Player slips", "Score sheets"]
    assert outline(paper) == list(zip(names, [1, 2, 3, 6, 9], strict=True))
    assert len(paper.pages) == 14 and paper.outside() == []
    assert paper.title == f"Papers for round 1 – {event.name}" and paper.language == "en"
    tables = Table.objects.filter(round__event=event)
    drawn = {address for address, there in paper.codes() if there}
    assert {links.table_url(table) for table in tables} <= drawn


@pytest.mark.long
def test_what_is_not_shown_is_not_in_it_but_the_tables_get_their_papers(event: Event, tmp_path: Path) -> None:
    rounds.show_round(cast.round_of(event), "system", False)
    paper = printed(event, "before-round", tmp_path)
    assert [name for name, _page in outline(paper)] == ["Table cards", "Player slips", "Score sheets"]


def test_an_event_without_a_round_has_nothing_before_it(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No round has been drawn yet"):
        printed(cast.event(), "before-round", tmp_path)


# --- One table, and none ------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("what", ["cards", "sheets"])
def test_one_table_is_printed_again(what: str, event: Event, tmp_path: Path) -> None:
    paper = printed(event, what, tmp_path, "--table", "5")
    (page,) = paper.pages
    assert links.table_url(cast.table(event, 5)) in [address for address, drawn in paper.codes() if drawn]
    assert links.table_url(cast.table(event, 4)) not in [address for address, _drawn in paper.codes()]
    assert "5" in page.split()


def test_a_table_that_is_not_there_and_a_paper_without_tables_are_refused(event: Event, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no such table"):
        printed(event, "cards", tmp_path, "--table", "99")
    with pytest.raises(CommandError, match="Only cards and sheets"):
        printed(event, "slips", tmp_path, "--table", "1")


@pytest.mark.long
def test_spare_sheets_have_neither_names_nor_a_way_to_a_table(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "sheets", tmp_path, "--spare", "3")
    assert len(paper.pages) == 3 and paper.codes() == []
    names = [squeezed(entry.player.name) for entry in event.entries.select_related("player")]
    assert not any(name in paper.squeezed for name in names)
    assert paper.text.count("Score sheet") == 3


@pytest.mark.long
def test_what_a_deal_is_worth_is_on_the_back_of_each_sheet(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "sheets", tmp_path, "--backs")
    tables = event.rounds.get(number=1).tables.count()
    assert len(paper.pages) == 2 * tables
    assert ["Score sheet" in page for page in paper.pages] == [True, False] * tables
    assert all(squeezed("What a deal is worth") in squeezed(page) for page in paper.pages[1::2])
    addresses = [address for address, _drawn in paper.codes()]
    assert sum("/t/" in address for address in addresses) == tables


# --- The wall -----------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("size", "pages"), [("A4", 4), ("A3", 2)])
def test_names_on_the_wall_are_read_from_two_metres(size: str, pages: int, tmp_path: Path) -> None:
    event = cast.playing(players=160)
    paper = printed(event, "seating-names", tmp_path, "--size", size)
    assert len(paper.pages) == pages and paper.outside() == []
    assert paper.sizes == {{"A4": (210, 297), "A3": (297, 420)}[size]}
    assert set_in(paper) >= READABLE


@pytest.mark.long
def test_a_small_field_fills_its_page(tmp_path: Path) -> None:
    paper = printed(cast.playing(players=8), "seating-names", tmp_path)
    assert len(paper.pages) == 1 and paper.outside() == []
    assert set_in(paper) > 1.4 * READABLE


def set_in(paper: Printed) -> float:
    """The size of the letters of the names, in points: a first name is as high as its font."""
    return max(bottom - top for _left, top, _right, bottom, word in paper.words() if word in cast.FIRST) / MM / HIGH


@pytest.mark.long
def test_a_name_that_never_fits_takes_another_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wall_lists, "SIZES", [40])
    paper = printed(cast.playing(players=48), "seating-names", tmp_path)
    assert len(paper.pages) > 2 and paper.outside() == []


# --- The cutter ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 9, 10, 11, 48, 160])
def test_a_cut_pile_is_in_order(count: int) -> None:
    pages = stack(list(range(count)), 10)
    piles = [[page[place] for page in pages if place < len(page)] for place in range(10)]
    assert [item for pile in piles for item in pile] == list(range(count))
    assert all(len(page) <= 10 for page in pages) and len(pages) == -(-count // 10)


# --- After the round ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_first_three_get_a_certificate_or_whoever_wins_a_prize(event: Event, tmp_path: Path) -> None:
    cast.play_round(event)
    paper = printed(event, "certificates", tmp_path)
    assert "Unverified" not in paper.text
    assert len(paper.pages) == 3 and paper.sizes == {(297, 210)} and paper.outside() == []
    assert [f"Place {place}" in " ".join(page.split()) for place, page in enumerate(paper.pages, 1)] == [True] * 3
    assert len(printed(event, "certificates", tmp_path, "--first", "5").pages) == 5
    prizes.set_prizes(event, "system", Prizes((PrizeList("First lady", "players", ("A basket",), (3, 17)),)))
    (page,) = printed(cast.fresh(event), "certificates", tmp_path).pages
    assert "First lady" in page and "Place 1" in page
    assert "middle of the field" not in page, "it may change yet"
    Event.objects.filter(pk=event.pk).update(final_at=timezone.now())
    final = printed(cast.fresh(event), "certificates", tmp_path)
    assert "middle of the field" in final.text and final.outside() == [] and final.fonts == {"Source"}


@pytest.mark.long
def test_a_long_name_is_smaller_on_its_certificate(event: Event, tmp_path: Path) -> None:
    cast.play_round(event)
    winner = live.ranking(event, public=True).places[0].entry.number
    heights = []
    for name in (
        "An Peeters",
        "Maximiliaan Peeters-Vandenbroucke",
        "Maximiliaan Peeters-Vandenbroucke de Lichtervelde",
    ):
        registration.change_entry(cast.entry(event, winner), "system", Entrant(name))
        words = printed(cast.fresh(event), "certificates", tmp_path, "--first", "1").words()
        heights.append(next(low - top for _left, top, _right, low, word in words if "Peeters" in word))
    assert heights[0] > 1.2 * heights[1] > 1.4 * heights[2]


@pytest.mark.long
def test_the_programme_names_the_prizes_only_if_asked(event: Event, tmp_path: Path) -> None:
    prizes.set_prizes(event, "system", Prizes((PrizeList("", "ranking", ("The cup", "", "A ham")),)))
    event = cast.fresh(event)
    assert "The cup" not in printed(event, "programme", tmp_path).text
    paper = printed(event, "programme", tmp_path, "--prizes")
    assert "Prizes 1. The cup 3. A ham" in paper.text
    assert {"1. The cup", "3. A ham"} <= {*paper.lines}


def test_without_winners_and_without_a_map_there_is_nothing_to_print(tmp_path: Path) -> None:
    event = cast.event(players=0)
    for what, told in {"certificates": "No prize has a winner yet", "room": "has not been entered yet"}.items():
        with pytest.raises(CommandError, match=told):
            printed(event, what, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize(
    "rows", [[[1]], [[1, 2, 3], [6, 5, 4]], [list(range(at, at + 12)) for at in range(1, 240, 12)]]
)
def test_the_map_shows_every_table_once(rows: list[list[int]], event: Event, tmp_path: Path) -> None:
    room.set_room(event, "system", rows)
    paper = printed(event, "room", tmp_path)
    assert len(paper.pages) == 1 and paper.outside() == [] and paper.tagged
    drawn = [word for _left, _right, word in paper.places(38, 260) if word.isdigit()]
    assert {str(table) for row in rows for table in row} <= set(drawn)


# --- What a file says of itself -----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("what", ["seating-names", "cards", "slips", "sheets", "badges", "bidding", "points-cards"])
def test_a_file_says_how_it_is_printed_and_what_it_is(what: str, event: Event, tmp_path: Path) -> None:
    paper = printed(event, what, tmp_path, "--language", "nl")
    with pikepdf.open(paper.path) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert [str(wishes.PrintScaling), str(wishes.Duplex)] == ["/None", "/Simplex"]
        told = pdf.open_metadata()
        assert (told["dc:title"], told["dc:language"]) == (paper.title, {"nl"})
        assert told["pdf:Producer"] == pdf.docinfo["/Producer"]


@pytest.mark.long
def test_a_logo_is_told_and_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    event = cast.playing(name="Kampioenschap " + "van de lange namen " * 5)
    pictures.set_picture(event, "system", pictures.Kind.LOGO, cast.logo())
    paper = printed(event, "ranking", tmp_path)
    assert caplog.records == []
    with pikepdf.open(paper.path) as pdf:
        told = [str(one.Alt) for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one]
    assert told == [f"Logo of {event.name}"]


@pytest.mark.long
@pytest.mark.parametrize("number", by_day([8888, 7, 88, 888]))
def test_a_number_is_whole_however_long(number: int, event: Event, tmp_path: Path) -> None:
    Table.objects.filter(round__event=event, number=6).update(number=number)
    assert printed(event, "cards", tmp_path, "--table", str(number)).text.split().count(str(number)) == 2
    assert f"Table {number}" in printed(event, "slips", tmp_path).text


@pytest.mark.long
def test_a_long_name_of_an_event_covers_nothing_on_a_card(tmp_path: Path) -> None:
    event = cast.playing(name="Kampioenschap kleurenwiezen " * 4 + "2026")
    Event.objects.update(demo=True)
    paper = printed(cast.fresh(event), "cards", tmp_path)
    assert paper.outside() == []
    assert all(page.count("DEMO") == 4 and squeezed(event.name) in squeezed(page) for page in paper.pages)
