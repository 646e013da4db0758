"""The lists, cards and slips that are printed, read back: what is in them, and in which order."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation
from django.utils.translation import gettext, pgettext

from tests.support.events import cast
from tests.support.files.paper import demo, printed, squeezed
from tests.support.servers.nightly import by_day
from tournament import links
from tournament.acts.event import events
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.rounds.room import set_room
from tournament.acts.table.tables import substitute
from tournament.models import Event, Round, Seat, Table
from tournament.ranking import facts, live
from tournament.reading.rounds import seating
from tournament.reading.table.sheets import public_place

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return demo()


@pytest.mark.long
def test_the_ranking_is_that_of_the_page_in_reading_order(event: Event, tmp_path: Path) -> None:
    text = printed(event, "ranking", tmp_path).text
    places = live.ranking(event, public=True).places
    at = [text.index(f" {place.entry.name} ") for place in places]
    assert at == sorted(at)
    first = places[0]
    rounds_told = " ".join(str(points).replace("-", "−") for points in first.standing.row.rounds)
    assert re.search(
        rf"\b1 (= )?{re.escape(first.entry.name)} .*? {rounds_told} .*?{first.standing.row.points}\b", text
    )


@pytest.mark.long
def test_a_tie_is_explained(tmp_path: Path) -> None:
    event = cast.playing(tie_breaks=["contracts_made"])
    cast.write(cast.table(event), 1, cast.result("PM", (1,), {"1": 0}))
    cast.write(cast.table(event, 2), 1, cast.result("S6", (1,), 8))
    text = printed(cast.fresh(event), "ranking", tmp_path).text
    assert "1 =" in text


@pytest.mark.long
def test_the_ranking_after_a_round(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "ranking", tmp_path, "--round", "1")
    assert "Ranking after round 1" in paper.title
    assert " R2 " not in paper.text and " R2 " in printed(event, "ranking", tmp_path).text
    Round.objects.filter(event=event, number=1).update(visible=False)
    with pytest.raises(CommandError, match="not shown"):
        printed(event, "ranking", tmp_path, "--round", "1")


@pytest.mark.long
def test_a_ranking_says_how_final_it_is(tmp_path: Path) -> None:
    event = cast.event()
    assert "Rehearsal: nothing counts yet." in printed(event, "ranking", tmp_path).text
    events.change_state(event, "system", Event.State.LIVE)
    assert "Provisional" in printed(cast.fresh(event), "ranking", tmp_path).text
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    assert "Final ranking" in printed(cast.fresh(event), "ranking", tmp_path).title


@pytest.mark.long
def test_a_round_that_somebody_did_not_play_has_a_dash_as_on_the_page(tmp_path: Path) -> None:
    event = cast.playing(players=8)
    cast.play(cast.table(event, 1))
    text = printed(cast.fresh(event), "ranking", tmp_path).text
    assert text.count(" – 0") == 4


# What WeasyPrint sets alone, page by page.
LISTS = (
    "clubs",
    "seating-names",
    "seating-tables",
    "prizes",
    "prizes-aloud",
    "points",
    "attendance",
    "programme",
    "jury",
)


@pytest.mark.long
@pytest.mark.parametrize("what", [*LISTS, "cards", "slips", "room", "bidding", "points-cards"])
def test_every_page_says_when_it_was_printed_and_what_it_belongs_to(what: str, tmp_path: Path) -> None:
    event = cast.playing(players=64, name="Kampioenschap – Championnat, 28ᵉ")
    set_room(event, "system", [[1, 2]])
    paper = printed(cast.fresh(event), what, tmp_path)
    assert paper.outside() == [] and paper.pages
    for at, page in enumerate(paper.pages, 1):
        told = " ".join(page.split())
        assert re.search(r"Printed \d+/\d+/\d{4} \d\d:\d\d", told), page
        assert (what not in LISTS) or (f"{at} / {len(paper.pages)}" in told and event.name in told), page
        if what in ("seating-names", "seating-tables", "cards", "slips"):
            assert f"seating {seating.version(cast.round_of(event))}" in told
        if what in ("bidding", "points", "points-cards", "programme"):
            assert f"mark of the rules: {facts.ruleset(event).short_hash}" in told


def test_the_seating_has_another_version_once_somebody_sits_elsewhere_and_only_then() -> None:
    event = cast.playing()
    before = seating.version(cast.round_of(event))
    cast.write(cast.table(event), 1)
    registration.check_in(cast.entry(event, 1), "system", False)
    assert seating.version(cast.round_of(event)) == before
    one, other = Seat.objects.filter(table__round__event=event).order_by("pk")[:2]
    one.entry, other.entry = other.entry, one.entry
    Seat.objects.filter(pk=one.pk).update(entry=one.entry)
    assert seating.version(cast.round_of(event)) != before
    assert re.fullmatch("[0-9a-f]{6}", before)


@pytest.mark.long
def test_many_rounds_turn_the_page(tmp_path: Path) -> None:
    call_command("demo", players=8, rounds=20, deals=2, slug="long", stdout=StringIO(), stderr=StringIO())
    paper = printed(Event.objects.get(slug="long"), "ranking", tmp_path)
    assert paper.sizes == {(297, 210)}
    assert paper.outside() == []
    assert "R20" in paper.text


def test_seating_by_name_and_by_table(event: Event, tmp_path: Path) -> None:
    names = printed(event, "seating-names", tmp_path, "--round", "1").squeezed
    tables = printed(event, "seating-tables", tmp_path, "--round", "1").squeezed
    people = [place.entry for place in live.ranking(event, public=True).places]
    entries = event.entries.filter(number__in=[one.number for one in people]).select_related("player")
    listed = sorted(public_place(entry)[::-1] for entry in entries)
    at = [names.index(squeezed(name)) for _sorting, name in listed]
    assert at == sorted(at)
    assert all(squeezed(one.name) in tables for one in people)
    Round.objects.filter(event=event, number=1).update(visible=False)
    for what in ("seating-names", "seating-tables"):
        with pytest.raises(CommandError, match="not shown"):
            printed(event, what, tmp_path, "--round", "1")


LASTS = ("De Smet", "De Backer", "Van Hoof", "de la Croix", "Aartselaarschedorpsmuzikantenbond")


@pytest.mark.parametrize("what", ["seating-names", "seating-tables"])
def test_a_name_on_the_wall_begins_beside_its_place_and_keeps_its_particles(what: str, tmp_path: Path) -> None:
    """A word wider than its column too."""
    event = cast.event(players=0)
    firsts = ("Jan-Baptist", "Maximiliaan", "An", "Éloïse")
    registration.add_entries(event, "system", [Entrant(f"{first} {last}") for last in LASTS[:4] for first in firsts])
    registration.add_entries(event, "system", [Entrant(LASTS[4])] * 4)
    laid = cast.given_round(event, [list(range(first, first + 4)) for first in range(1, 21, 4)])
    rounds.publish_round(laid, "system")
    words = printed(cast.fresh(event), what, tmp_path).words()
    for particle, name in (("De", "Smet"), ("De", "Backer"), ("Van", "Hoof"), ("de", "la"), ("la", "Croix")):
        after = [(top, left) for left, top, _right, _low, word in words if word == name]
        ends = [(top, right) for _left, top, right, _low, word in words if word == particle]
        beside = [one for one in after if any(one[0] == end[0] and 0 < one[1] - end[1] < 4 for end in ends)]
        assert len(after) == len(beside) == 4, (particle, name)
    places = [(low, left) for left, _top, _right, low, word in words if re.fullmatch(r"[1-5]\.?", word)]
    begins = [(low, left) for left, _top, _right, low, word in words if word.startswith("Aarts")]
    assert len(begins) == 4
    assert all(any(abs(low - place) < 2 and 0 < left - start < 30 for place, start in places) for low, left in begins)


@pytest.mark.long
def test_the_seating_by_table_numbers_the_seats_where_a_substitute_came(tmp_path: Path) -> None:
    event = cast.playing(players=4)
    table = cast.table(event)
    (late,) = registration.add_entries(event, "system", [Entrant("Late Guest")])
    substitute(table, "system", 2, late.number, 3)
    text = " ".join(printed(cast.fresh(event), "seating-tables", tmp_path).pages[0].split())
    names = [cast.entry(event, number).player.name for _seat, number in sorted(cast.seated(table).items())]
    assert re.findall(r"\b([1-9])\. ", text) == ["1", "2", "2", "3", "4"]
    assert "2. Late Guest" in text and f"3. {names[2]}" in text


@pytest.mark.long
def test_the_wall_lists_of_a_round_that_is_not_published_say_so(event: Event, tmp_path: Path) -> None:
    assert "Draft: not published yet" not in printed(event, "seating-names", tmp_path, "--round", "1").text
    Round.objects.filter(event=event, number=1).update(published=False)
    for what in ("seating-names", "seating-tables"):
        assert printed(event, what, tmp_path, "--round", "1").text.count("Draft: not published yet") >= 2


def test_every_table_card_has_its_own_link(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "cards", tmp_path, "--round", "2")
    tables = Table.objects.filter(round__event=event, round__number=2).order_by("number")
    wanted = {link for table in tables for link in (links.table_url(table), links.reading_url(table))}
    assert {link for link, drawn in paper.codes() if drawn} == wanted and len(paper.codes()) == len(wanted)
    assert len(paper.pages) == -(-tables.count() // 2)


@pytest.mark.long
def test_a_slip_for_each_who_plays(event: Event, tmp_path: Path) -> None:
    paper = printed(event, "slips", tmp_path)
    playing = event.entries.filter(withdrawn=False, excluded=False)
    assert {address for address, drawn in paper.codes() if drawn} == {links.personal_url(entry) for entry in playing}
    assert all(f" {links.pin(entry)} " in paper.text for entry in playing)
    assert all(squeezed(entry.player.name) in paper.squeezed for entry in playing.select_related("player"))
    assert all(f"1 · {position}" in paper.text for position in (1, 2, 3, 4))
    assert event.entries.get(withdrawn=True).player.name not in paper.text


@pytest.mark.long
@pytest.mark.parametrize("planned", by_day([7, 20, 1, 6, 12], count=2))
def test_a_slip_has_a_box_for_every_round(planned: int, tmp_path: Path) -> None:
    event = cast.playing(players=12, planned_rounds=planned)
    paper = printed(event, "slips", tmp_path)
    assert len(paper.pages) == 2 and paper.outside() == []
    # The round that counts now is named beside table and seat too.
    assert [page.split().count(f"R{planned}") for page in paper.pages] == [12 if planned == 1 else 6] * 2
    assert paper.text.count("Fold this over the code.") == 12


@pytest.mark.long
def test_what_is_read_aloud_is_marked_as_what_it_is(tmp_path: Path) -> None:
    event = cast.playing()
    lists = ("ranking", "clubs", "seating-names", "seating-tables", "jury")
    assert all(printed(event, what, tmp_path).tagged for what in lists)
    assert printed(event, "player", tmp_path, "--player", "1").tagged


@pytest.mark.long
def test_the_card_of_a_player_adds_up(event: Event, tmp_path: Path) -> None:
    place = live.ranking(event, public=True).places[0]
    paper = printed(event, "player", tmp_path, "--player", str(place.entry.number))
    assert place.entry.name in paper.title
    assert f" {place.standing.row.points} " in paper.text.replace("−", "-")
    assert "Round 1, table" in paper.text and "Round 2, table" in paper.text


@pytest.mark.long
def test_namesakes_are_told_apart_by_their_numbers(event: Event, tmp_path: Path) -> None:
    namesake = cast.entry(event, 2).player
    registration.change_entry(cast.entry(event, 1), "system", Entrant(namesake.name, namesake.club))
    names = printed(event, "seating-names", tmp_path, "--round", "1").squeezed
    first, last = namesake.name.split(" ", 1)
    assert all(squeezed(f"{last} {first} ({number})") in names for number in (1, 2))


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_no_heading_of_points_is_so_long_that_all_figures_get_small(language: str) -> None:
    with translation.override(language):
        headings = [pgettext("before a final", "Before"), gettext("Bonus"), gettext("Points"), gettext("Jury")]
    assert [heading for heading in headings if len(heading) > 8] == []
