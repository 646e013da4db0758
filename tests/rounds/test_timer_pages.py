"""The timer of a round where it is set and read: the pages of the staff, the hall, the phone of a table."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.desk_pages import at, overview
from tests.support.pages.no_script import Visit
from tests.support.pages.reading import read
from tests.support.servers.hands import BY, TWO, Hands, give, seen, start
from tournament.acts.rounds import rounds
from tournament.acts.rounds import timer as acts
from tournament.acts.rounds.timer import timer_token
from tournament.models import Event
from tournament.reading.rounds import timer
from tournament.reading.rounds.expected import Expected
from tournament.reading.rounds.pace import Pace, overrunning
from tournament.views.hall.screen import HALL

pytestmark = pytest.mark.django_db


@pytest.fixture
def hands(event: Event, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hands]:
    yield Hands(monkeypatch)
    HALL.clear_cache()


def here(event: Event, rest: str = "") -> str:
    return f"/staff/{event.slug}/rounds/1/{rest}"


def test_the_organiser_starts_pauses_and_adds_five_minutes(event: Event, hands: Hands) -> None:
    page = Visit(cast.client(cast.organiser(event)), here(event))
    page.press("Start the timer", minutes="60")
    assert "The timer runs." in page.words and "until 15:00" in page.words
    page.press("5 minutes more")
    assert "until 15:05" in page.words
    hands.go(5)
    page.press("Pause")
    assert "Paused, 60:00 left" in page.words
    page.press("Go on")
    page.press("Change the timer", minutes="30")
    assert "until 14:30" in page.words
    page.press("Remove the timer")
    assert "no timer any more" in page.words and "until" not in page.words.split("provisional")[0]
    told = cast.shown(cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/logbook/"))
    assert "Timer paused" in told and "after 5:00" in told and "65 minutes" in told


def test_what_the_form_cannot_mean_is_refused(event: Event) -> None:
    browser, of = cast.client(cast.organiser(event)), timer_token(cast.round_of(event))
    address, others = here(event, "timer/"), [cast.client(who) for who in (cast.auditor(event), cast.outsider())]
    wrong: list[tuple[dict[str, str], int]] = [
        ({"do": "start", "minutes": "60"}, 422),
        ({"do": "start", "minutes": "60", "of": "older"}, 409),
        ({"do": "start", "minutes": "", "of": of}, 422),
        ({"do": "start", "minutes": "soon", "of": of}, 422),
        ({"do": "", "of": of}, 422),
        ({"do": "wind up", "of": of}, 422),
        ({"longer": "many", "of": of}, 422),
        ({"do": "pause", "of": of}, 409),
    ]
    with cast.nothing_written():
        for fields, status in wrong:
            assert browser.post(address, fields).status_code == status
        assert browser.get(address).status_code == 405
        for other in others:
            assert other.post(address, {"do": "start", "minutes": "60", "of": of}).status_code == 403
            assert other.post(at(cast.table(event), "time/"), {"minutes": "5"}).status_code == 403


def _offered(page: Visit) -> object:
    """The minutes in the form of a round's timer."""
    (minutes,) = next(form.sends["minutes"] for form in page.page.forms if "minutes" in form.sends)
    return minutes


def test_the_first_round_is_offered_a_length_and_the_next_one_that_of_the_last(event: Event) -> None:
    browser = cast.client(cast.organiser(event))
    assert _offered(Visit(browser, here(event))) == "16"
    start(event, 72)
    cast.next_round(event)
    page = Visit(browser, here(event).replace("/1/", "/2/"))
    assert _offered(page) == "72"


def test_the_desk_gives_a_table_extra_minutes_on_its_page(event: Event, hands: Hands) -> None:
    desk = cast.client(cast.desk(event))
    assert "Extra minutes" not in Visit(desk, at(cast.table(event, 2))).words
    start(event)
    page = Visit(desk, at(cast.table(event, 2)))
    page.follow("Extra minutes")
    page.press("Save", minutes="10")
    assert "until 15:10" in page.words
    board = Visit(desk, overview(event)).words
    assert "10 extra minutes, until 15:10" in board and "Timer: until 15:00" in re.sub(r"Time is up ", "", board)
    stale = desk.post(at(cast.table(event, 2), "time/"), {"minutes": "5", "of": "0"})
    assert stale.status_code == 409 and "other extra minutes" in cast.shown(stale)
    assert desk.post(at(cast.table(event, 2), "time/"), {"minutes": "500", "of": "10"}).status_code == 422
    rounds.close_round(cast.round_of(event), BY, "It is late.")
    assert desk.get(at(cast.table(event, 2), "time/")).status_code == 409


def test_the_board_names_who_will_play_on(event: Event, hands: Hands) -> None:
    start(event)
    give(event, 2, 30)
    one, two = cast.round_of(event), timer.by_table(cast.round_of(event))[2]
    ends = TWO + timedelta(minutes=75)
    board = [
        Pace(1, 1, 4, False, False, expected_end=Expected(ends)),
        Pace(2, 1, 4, False, False, expected_end=Expected(ends), timer=two),
        Pace(3, 1, 4, False, False),
        Pace(4, 1, 4, False, False, expected_end=Expected(ends + timedelta(minutes=1))),
    ]
    assert [pace.number for pace in overrunning(board, seen(event))] == [4, 1]
    acts.pause_timer(one, BY)
    assert overrunning(board[:1], seen(event)) == []
    acts.resume_timer(one, BY)
    for number in range(1, 4):
        hands.go(20)
        cast.write(cast.table(event), number)
    assert "later, by their speed: table 1 at 15:20" in Visit(cast.client(cast.desk(event)), overview(event)).words
    assert "table 1 at 15:20" in Visit(cast.client(cast.organiser(event)), here(event)).words


def test_the_hall_reads_it_and_who_has_extra_minutes(event: Event, hands: Hands) -> None:
    address = f"{event.get_absolute_url()}hall/"
    assert "Time is up" not in read(address)
    start(event)
    give(event, 2, 10)
    page = Client().get(address).content.decode()
    end = int((TWO + timedelta(minutes=60)).timestamp() * 1000)
    assert f'data-ends="{end}"' in page and f'data-now="{int(TWO.timestamp() * 1000)}"' in page
    assert page.index("until 15:00") < page.index("until 15:10") and "Table 2" in read(f"{address}?show=timer")
    assert "tot 15:00" in read(address, language="nl")
    version = re.search(r'data-version="(\w+)"', page)
    assert version and Client().get(f"{address}?v={version[1]}").status_code == 204
    hands.go(60.1)
    news = Client().get(f"{address}?v={version[1]}")
    assert news.status_code == 200 and '<strong class="up">Time is up' in news.content.decode()
    acts.change_timer(cast.round_of(event), BY, 90)
    acts.pause_timer(cast.round_of(event), BY)
    assert "Paused, 29:54 left" in read(address)


def test_the_hall_follows_the_round_that_was_timed_last(event: Event, hands: Hands) -> None:
    """Papers of the first round may still be typed while the second is played."""
    start(event, 30)
    later = cast.next_round(event)
    acts.start_timer(later, BY, 45)
    found = timer.on_screen(cast.fresh(event))
    assert found and (found.round_title, found.timer.until) == ("Round 2", "14:45")


def test_the_phone_of_a_table_shows_its_own_end_and_hears_of_a_pause(event: Event, hands: Hands) -> None:
    table = cast.table(event, 2)
    path, news = f"/t/{cast.token(table)}/", f"{event.get_absolute_url()}said/?at=1.2&v="
    quiet = Client().get(path).content.decode()
    assert "data-ends" not in quiet and re.search(r'<small id="timer">\s*</small>', quiet)
    start(event)
    give(event, 2, 10)
    page = Client().get(path).content.decode()
    assert "until 15:10" in page and "data-ends" in page
    marks = [re.search(r'data-mark="(\w+)"', made) for made in (quiet, page)]
    assert marks[0] and marks[1]
    assert "until 15:10" in Client().get(f"{news}{marks[0][1]}").content.decode()
    assert Client().get(f"{news}{marks[1][1]}").status_code == 204
    acts.pause_timer(cast.round_of(event), BY)
    assert "Paused, 70:00 left" in Client().get(f"{news}{marks[1][1]}").content.decode()
    nowhere = Client().get(f"{event.get_absolute_url()}said/?at=0.0").content.decode()
    assert "Paused" not in nowhere
