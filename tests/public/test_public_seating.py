"""Who sits where, as everybody may read it."""

import re

import pytest

from tests.support.events import cast
from tests.support.pages.reading import read, rename, words_in
from tournament.acts.rounds import draws, rounds
from tournament.acts.table.tables import choose_captain
from tournament.draw.drawing import DrawRequest
from tournament.models import Player, SitOut
from tournament.naming import by_surname

pytestmark = pytest.mark.django_db


def test_the_seating_is_told_by_table_and_by_name_for_each_visible_round() -> None:
    event = cast.playing(8)
    base = event.get_absolute_url()
    seats = cast.seated(cast.table(event, 2))
    tables = read(f"{base}seating/")
    table_two = tables[tables.index("Table 2") : tables.index("Seat 1 deals first")]
    for number in seats.values():
        assert cast.entry(event, number).player.name in table_two
    assert table_two.count(" captain ") == 1
    names = read(f"{base}seating/1/names/")
    assert f"{by_surname(cast.entry(event, seats[3]).player.name)} " in names
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    cast.next_round(event)
    assert "Seating of round 2" in read(f"{base}seating/")
    assert "Seating of round 1" in read(f"{base}seating/1/")


@pytest.mark.long
def test_who_sits_a_round_out_finds_his_name_on_both_pages() -> None:
    event = cast.event(9)
    draws.draw_rounds(event, "system", DrawRequest(rest="sit-outs"))
    rounds.publish_round(cast.round_of(event), "system")
    out = SitOut.objects.get(round__event=event).entry
    for page in ("seating/", "seating/1/names/"):
        told = read(f"{event.get_absolute_url()}{page}")
        assert f"Sits out this round {by_surname(out.player.name)}" in told
    staff = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/1/"))
    assert f"Sits out this round: {out.number} {out.player.name}" in staff


def test_names_stand_in_the_order_of_the_alphabet_accents_aside() -> None:
    event = cast.event(4)
    for number, name in enumerate(("Zoë", "élise", "Eddy", "Fons"), 1):
        rename(event, number, name)
    cast.next_round(event)
    page = read(f"{event.get_absolute_url()}seating/1/names/")
    assert page.index("Eddy") < page.index("élise") < page.index("Fons") < page.index("Zoë")


def test_a_round_that_is_not_published_has_no_seating() -> None:
    event = cast.event(8)
    cast.next_round(event, publish=False)
    base = event.get_absolute_url()
    assert "No round has been drawn yet." in read(f"{base}seating/")
    for page in ("seating/1/", "seating/1/names/", "seating/0/", "seating/99999999999999999999/"):
        assert "Table 1" not in read(f"{base}{page}", status=200 if page == "seating/0/" else 404)


def test_a_captain_who_was_chosen_is_shown_at_once() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    read(f"{event.get_absolute_url()}seating/")
    choose_captain(table, "system", 2)
    name = cast.entry(event, cast.seated(table)[2]).player.name
    assert f"{name} captain" in read(f"{event.get_absolute_url()}seating/")


@pytest.mark.parametrize("kind", ["", "names/"])
def test_a_long_seating_comes_in_parts_that_lead_to_each_other_and_to_the_whole(kind: str) -> None:
    event = cast.playing(players=64)
    base = f"{event.get_absolute_url()}seating/1/{kind}"
    pages = [cast.client().get(f"{base}{part}").content.decode() for part in ("", "part/2/", "all/")]
    players = [re.findall(r'/player/(\d+)/"', page) for page in pages]
    assert [len(listed) for listed in players] == [40 if kind else 32, 24 if kind else 32, 64]
    assert players[2] == players[0] + players[1] and len(set(players[2])) == 64
    for at, page in enumerate(pages):
        links = re.findall(r'<a class="part" href="([^"]+)"[^>]*?(aria-current="page")?>', page)
        assert links == [
            (f"{base}{part}", 'aria-current="page"' if at == of else "")
            for of, part in enumerate(("", "part/2/", "all/"))
        ]
    assert cast.client().get(f"{base}part/3/").status_code == 404


def test_a_name_is_found_with_its_table_and_seat_as_a_page_and_as_a_piece() -> None:
    event = cast.playing(players=8)
    base = f"{event.get_absolute_url()}seating/1/"
    entry = cast.entry(event, cast.seated(cast.table(event, 2))[3])
    words = " ".join(f"{by_surname(entry.player.name)} {entry.player.club} 2 3".split())
    assert words in read(f"{base}find/?q={entry.number}")
    piece = cast.client().get(f"{base}find/?q={entry.player.name}", headers={"hx-request": "true"}).content.decode()
    assert words in words_in(piece) and "<html" not in piece
    assert f'action="{base}find/"' in cast.client().get(base).content.decode()
    assert "Nobody here is called" in read(f"{base}find/?q=Zzyzx")


def test_a_search_of_seats_shows_no_more_than_the_seating() -> None:
    event = cast.playing(players=8)
    base = f"{event.get_absolute_url()}seating/"
    rename(event, 2, "Marie Antoinette", initials_only=True)
    Player.objects.filter(entries__event=event, entries__number=3).update(name="")
    assert "Nobody here" in read(f"{base}1/find/?q=antoinette") and "M. A." in read(f"{base}1/find/?q=2")
    assert "player 3" in read(f"{base}1/find/?q=3")
    rounds.show_round(cast.round_of(event), "system", False)
    for number in (1, 2):
        read(f"{base}{number}/find/?q=2", status=404)


def test_who_sits_out_is_found_too() -> None:
    event = cast.event(9)
    draws.draw_rounds(event, "system", DrawRequest(rest="sit-outs"))
    rounds.publish_round(cast.round_of(event), "system")
    out = SitOut.objects.get(round__event=event).entry
    answer = read(f"{event.get_absolute_url()}seating/1/find/?q={out.number}")
    assert f"{by_surname(out.player.name)} {out.player.club}".strip() + " sits out" in answer
