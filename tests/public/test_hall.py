"""The screen in the hall: pages that turn, what they show and what they keep to themselves."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.events import cast
from tests.support.pages.reading import read, rename
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import draws, rounds
from tournament.acts.table import tables
from tournament.draw.drawing import DrawRequest
from tournament.models import Event, Round, SitOut
from tournament.naming import by_surname
from tournament.reading import hall
from tournament.views.hall.screen import LONGEST, SHORTEST, TURN

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=8, deals=2)


def screen(event: Event, query: str = "", status: int = 200) -> str:
    """The words of the screen; pages that are not turned to yet are among them."""
    return read(f"{event.get_absolute_url()}hall/{query}", status=status)


def test_at_the_start_everybody_finds_their_seat(event: Event) -> None:
    table = cast.table(event, 2)
    said = screen(event)
    player = cast.entry(event, cast.seated(table)[3]).player
    assert f"{by_surname(player.name)} 2 – 3" in said and "Seating of round 1" in said
    assert "Ranking and seating on your phone" in said and "Missing: tables 1, 2" in said


def test_who_share_a_name_are_told_apart_by_their_numbers(event: Event) -> None:
    names = [cast.entry(event, number).player.name for number in (1, 2)]
    rename(event, 2, names[0])
    cast.play(cast.table(event))
    said = screen(event, "?show=seating&show=ranking")
    assert said.count(f"{by_surname(names[0])} (1)") == said.count(f"{by_surname(names[0])} (2)") == 1
    assert said.count(f"{names[0]} (1)") == said.count(f"{names[0]} (2)") == 1
    assert "(3)" not in said


def test_once_they_play_the_ranking_turns(event: Event) -> None:
    for number in (1, 2):
        cast.write(cast.table(event, number), 1)
    said = screen(event)
    assert "Seating of round 1" not in said and re.search(r"Ranking 1\. … 8\. 1\. .* 10 2\.", said)
    assert "Seating of round 1" in screen(event, "?show=seating")
    assert "Ranking 1." not in screen(event, "?show=code")


def test_the_tables_that_are_missing_are_named(event: Event) -> None:
    cast.play(cast.table(event, 1))
    assert "Missing: table 2" in screen(event)
    cast.play(cast.table(event, 2))
    assert "Every table has recorded every deal." in screen(event)
    rounds.close_round(cast.round_of(event), "system", "It is late.")
    assert "every deal" not in screen(event) and "Missing" not in screen(event)


def test_where_many_are_missing_they_are_counted(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "MAX_MISSING", 1)
    assert "2 of 2 tables are playing" in screen(event)


def test_a_hidden_round_is_neither_seated_nor_ranked(event: Event) -> None:
    asked = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/1/hide/")
    assert "the hall screen still says which tables are missing" in cast.shown(asked)
    rounds.show_round(cast.round_of(event), "system", False)
    cast.write(cast.table(event, 1), 1)
    names = [entry.player.name for entry in event.entries.select_related("player")]
    said = screen(event, "?show=seating&show=ranking")
    assert not [name for name in names if name in said or by_surname(name) in said]
    assert "Missing: tables 1, 2" in said


def test_an_unpublished_round_is_not_known() -> None:
    event = cast.event(8)
    cast.next_round(event, publish=False)
    said = screen(event, "?show=seating&show=ranking")
    assert "Round 1" not in said and "Seating" not in said and "phone" in said


def test_initials_are_all_that_is_shown_of_who_wants_that(event: Event) -> None:
    rename(event, 1, "Zwart Zoë", initials_only=True)
    assert "Zoë" not in screen(event, "?show=seating&show=ranking")


def test_who_sits_out_and_who_came_later_find_themselves() -> None:
    event = cast.event(9)
    draws.draw_rounds(event, "system", DrawRequest(rest="sit-outs"))
    rounds.publish_round(cast.round_of(event), "system")
    out = SitOut.objects.get(round__event=event).entry
    assert f"{by_surname(out.player.name)} sits out" in screen(event)
    (late,) = registration.add_entries(event, "system", [Entrant("Zoë Zwart")])
    registration.check_in(late, "system", True)
    table = cast.table(event)
    tables.substitute(table, "system", 2, late.number, 2)
    gone = cast.entry(event, cast.seated(table)[2]).player.name
    assert "Zwart Zoë 1 – 2" in screen(event) and by_surname(gone) not in screen(event)


@pytest.mark.parametrize("query", ["?page=999", "?page=-1", "?page=☠", "?show=☠", "?show=ranking&page=7", "?v=☠"])
def test_whatever_the_address_says_there_is_a_page(event: Event, query: str) -> None:
    assert "Kampioenschap van Ledegem" in screen(event, query)


def test_without_scripts_the_next_page_comes_by_itself(event: Event) -> None:
    client, pages = Client(), []
    address = f"{event.get_absolute_url()}hall/?show=seating&show=code"
    for _turn in range(3):
        page = client.get(address).content.decode()
        pages.append(re.findall(r'<section class="slide shown">\s*<h2>\s*(\w+)', page))
        following = re.search(r'<noscript><meta http-equiv="refresh" content="\d+; url=([^"]+)">', page)
        assert following
        address = f"{event.get_absolute_url()}hall/{following[1].replace('&amp;', '&')}"
    assert pages == [["Seating"], ["Ranking"], ["Seating"]]


def test_an_open_screen_hears_only_what_is_new(event: Event) -> None:
    client, address = Client(), f"{event.get_absolute_url()}hall/"
    version = re.search(r'data-version="(\w+)"', client.get(address).content.decode())
    assert version and client.get(f"{address}?v={version[1]}").status_code == 204
    cast.play(cast.table(event, 1))
    news = client.get(f"{address}?v={version[1]}")
    assert news.status_code == 200 and "Missing: table 2" in news.content.decode()


def test_a_whole_hall_turns_within_two_minutes() -> None:
    lines = [hall.HallLine("", f"Name {number}", "1 – 1") for number in range(320)]
    pages = [len(list(hall._slides(kind, "", lines))) for kind in ("seating", "ranking")]
    for count in (*pages, sum(pages) + 1):
        assert count * max(SHORTEST, min(LONGEST, TURN // count)) <= 120


def test_an_event_in_the_bin_has_no_screen(event: Event) -> None:
    Event.objects.update(binned=True)
    assert "no longer shown" in screen(event, status=404)
    assert Client().get(f"{event.get_absolute_url()}hall/code.svg").status_code == 404
    assert Round.objects.exists()


def test_the_code_leads_to_the_public_pages(event: Event) -> None:
    answer = Client().get(f"{event.get_absolute_url()}hall/code.svg")
    assert answer["Content-Type"] == "image/svg+xml" and event.get_absolute_url() in screen(event, "?show=code")


def test_those_who_follow_stand_beside_the_podium(event: Event) -> None:
    cast.play_round(event)
    Event.objects.filter(pk=event.pk).update(final_at=timezone.now())
    podium, *others = hall.ranking(cast.fresh(event))
    assert podium.kind == "podium" and len(podium.hall_lines) + len(podium.followers) == 8
    assert (*podium.hall_lines, *podium.followers) == others[0].hall_lines
    assert all(line.name in screen(event, "?show=ranking") for line in podium.followers)
