"""Every paper for a table of five and for a hall of 160, in Dutch and French: its pages, its names, their order."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

import pytest

from tests.printing.test_printing import EDGE, shapes
from tests.support.events import cast
from tests.support.files.paper import Printed, printed, squeezed
from tournament.acts.event import events
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import room, rounds
from tournament.models import Event, Table
from tournament.printing.papers import KINDS
from tournament.printing.pdf.underlay import batches, stack
from tournament.ranking import live
from tournament.reading.table.sheets import listed_name

pytestmark = [pytest.mark.django_db, pytest.mark.long]

T = TypeVar("T")

# Sixty letters, accents, a letter without a capital, signs that mean something in HTML, one that is combined.
HARD = (
    "Maximiliaan-Hendrik van den Bossche-Vandenbroucke Lichtervel",
    "Éloïse Gâtineau-d’Œuvre ß",
    "<b>An & Bea</b>",
    "Ĺukasz Żółć",
    "Jean-Baptiste de la Croix-Rouge du Pont-à-Celles",
)
CLUBS = ("Koninklijke Kaartersclub De Gouden Troefaas van Sint-Katelijne-Waver", "Les Quatre As, a.s.b.l.", "")
WHAT = (*KINDS, "filled")
# Papers that do not name everybody.
NAMELESS = (
    "before-round",
    "certificates",
    "room",
    "clubs",
    "player",
    "bidding",
    "points",
    "points-cards",
    "programme",
    "jury",
    "prizes",
    "prizes-aloud",
)
# How often each name stands on a paper: over a column and where one signs; on both sides of a card.
TIMES = {"sheets": 2, "filled": 2, "cards": 2}
PAGES: Mapping[int, Mapping[str, int]] = {
    5: {**dict.fromkeys(WHAT, 1), "before-round": 5, "certificates": 3},
    48: {
        "before-round": 27,
        "certificates": 3,
        "room": 1,
        "ranking": 2,
        "clubs": 1,
        "seating-names": 2,
        "seating-tables": 2,
        "cards": 6,
        "bidding": 1,
        "points": 1,
        "points-cards": 1,
        "attendance": 2,
        "badges": 5,
        "programme": 1,
        "slips": 5,
        "player": 1,
        "sheets": 12,
        "filled": 12,
        "jury": 1,
        "prizes": 1,
        "prizes-aloud": 1,
    },
    160: {
        "before-round": 85,
        "certificates": 3,
        "room": 1,
        "ranking": 5,
        "clubs": 2,
        "seating-names": 4,
        "seating-tables": 5,
        "cards": 20,
        "bidding": 1,
        "points": 1,
        "points-cards": 1,
        "attendance": 6,
        "badges": 16,
        "programme": 1,
        "slips": 16,
        "player": 1,
        "sheets": 40,
        "filled": 40,
        "jury": 3,
        "prizes": 1,
        "prizes-aloud": 1,
    },
}


def played(players: int) -> Event:
    """A round of eight deals, the first two of them written at each table; all names but the hard ones are alike."""
    event = cast.event(players=0, deals_per_round=8, planned_rounds=2, name="Kampioenschap – Championnat, 28ᵉ")
    names = [*HARD, *(f"{first} {last}" for last in cast.LAST for first in cast.FIRST)]
    names += [f"{name} junior" for name in names]
    people = [Entrant(name, club=CLUBS[at % len(CLUBS)]) for at, name in enumerate(names[:players])]
    for entry in registration.add_entries(event, "system", people):
        registration.check_in(entry, "system", True)
    events.change_state(cast.fresh(event), "system", Event.State.LIVE)
    numbers = iter(range(1, players + 1))
    size = 5 if players == 5 else 4
    laid = cast.given_round(event, [list(islice(numbers, size)) for _table in range(players // size)])
    rounds.publish_round(laid, "system")
    room.set_room(cast.fresh(event), "system", [list(range(1, players // size + 1))])
    for table in Table.objects.filter(round__event=event).select_related("round__event"):
        cast.write(table, 1, cast.result("PC8", (2, 3), 8 + table.number % 6))
        cast.write(table, 2, cast.result("S13", (3,), 4, jury="allowed"))
    return cast.fresh(event)


@pytest.mark.parametrize(
    ("players", "language"),
    [
        (5, "nl"),
        pytest.param(5, "fr", marks=pytest.mark.nightly),
        pytest.param(48, "nl", marks=pytest.mark.nightly),
        pytest.param(48, "fr", marks=pytest.mark.nightly),
        pytest.param(160, "nl", marks=pytest.mark.nightly),
        pytest.param(160, "fr", marks=pytest.mark.long),
    ],
)
def test_every_paper_is_whole(players: int, language: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    event = played(players)
    names = [entry.player.name for entry in event.entries.select_related("player")]
    listed = [listed_name(entry) for entry in event.entries.select_related("player")]
    with caplog.at_level(logging.WARNING):
        for what in WHAT:
            options = ["--player", "1"] if what == "player" else []
            paper = printed(event, what, tmp_path, "--language", language, *options)
            assert len(paper.pages) == PAGES[players][what], what
            assert paper.outside() == [], what
            assert paper.margin() > EDGE, what
            assert (paper.language, paper.fonts) == (language, {"Source"}), what
            assert paper.sizes == shapes(what) or what == "room", what
            if what in ("seating-names", "attendance"):
                _each_name_stands_there(paper, listed, 1)
            elif what not in NAMELESS:
                _each_name_stands_there(paper, names, TIMES.get(what, 1))
    assert not [record for record in caplog.records if "notdef" in record.getMessage()]


def _each_name_stands_there(paper: Printed, names: list[str], times: int) -> None:
    """No name is lost, cut or there too often; a name that another begins with is counted with it."""
    text = paper.squeezed
    for name in names:
        alike = sum(other.startswith(name) for other in names)
        assert text.count(squeezed(name)) == times * alike, name


def cut(items: Sequence[T], size: int) -> Iterator[T]:
    """The order on the pages of what is in this order once the pile of pages is cut."""
    return (item for page in stack(items, size) for item in page)


def test_names_are_read_in_the_order_in_which_they_are_looked_for(tmp_path: Path) -> None:
    event = played(160)
    ranked = [place.entry.name for place in live.ranking(event, public=True).places]
    tables = Table.objects.filter(round__event=event).order_by("number")
    by_table = [cast.entry(event, cast.seated(table)[seat]).player.name for table in tables for seat in (1, 2, 3, 4)]
    by_surname = list(event.entries.select_related("player").order_by("player__sorting"))
    orders = {
        "ranking": ranked,
        "seating-names": [listed_name(entry) for entry in by_surname],
        "attendance": [listed_name(entry) for entry in by_surname],
        "slips": [entry.player.name for entry in cut(by_surname, 10)],
        "seating-tables": by_table,
        "cards": [name for four in cut(list(batches(by_table, 4)), 2) for name in four],
        "sheets": by_table,
        "filled": by_table,
    }
    for what, order in orders.items():
        text = printed(event, what, tmp_path).squeezed
        at = 0
        for name in order:
            at = text.find(squeezed(name), at) + 1
            assert at, f"{name} on {what}"


def test_a_thousand_fill_their_pages(tmp_path: Path) -> None:
    """The rows of the last page too, and no page twice."""
    event = cast.event(players=0)
    registration.add_entries(event, "system", [Entrant(f"Speler {number} van duizend") for number in range(1, 1001)])
    laid = cast.given_round(event, [list(range(first, first + 4)) for first in range(1, 1001, 4)])
    rounds.publish_round(laid, "system")
    for what, pages in {"ranking": 25, "slips": 100}.items():
        paper = printed(cast.fresh(event), what, tmp_path)
        assert len(paper.pages) == pages and paper.outside() == []
        if what == "ranking":
            assert all("Rank Name R1 Points" in " ".join(page.split()) for page in paper.pages)
        words = paper.text
        assert all(words.count(f"Speler {number} van duizend") == 1 for number in range(1, 1001))
