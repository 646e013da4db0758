"""The staff's menu marks the entry under which a page is found, and folds what the event's state does not need."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tournament.models import Event

pytestmark = pytest.mark.django_db
MARKED = re.compile(r'href="/staff/[^/]+/([^"]*)" aria-current="page"')


@pytest.fixture
def event() -> Event:
    return cast.event(players=4)


@pytest.mark.parametrize(
    ("address", "entry"),
    [
        ("", ""),
        ("plan/", ""),
        ("players/add/", "players/"),
        ("players/1/decisions/", "decisions/calls/"),
        ("attendance/", "attendance/"),
        ("notices/", "rounds/"),
        ("finale/", "ranking/"),
        ("decisions/", "decisions/calls/"),
        ("logo/", "papers/"),
        ("rules/choose/", "rules/"),
        ("bin/", ""),
    ],
)
def test_the_menu_marks_where_a_page_is_found(event: Event, organiser: Client, address: str, entry: str) -> None:
    page = organiser.get(f"/staff/{event.slug}/{address}")
    assert (page.status_code, MARKED.findall(page.content.decode())[:1]) == (200, [entry])


def entries(page: Any) -> list[list[str]]:
    """The entries of the menu that are in sight, and those under *More*."""
    menu = page.content.decode().partition("<nav")[2].partition("</nav>")[0]
    return [re.findall(r'href="/staff/[^/]+/([^"]*)"', part) for part in menu.partition("<details")[::2]]


def test_the_menu_shows_what_the_state_needs_and_folds_the_rest(event: Event, organiser: Client) -> None:
    address, states = f"/staff/{event.slug}/", []
    for state in (Event.State.REHEARSAL, Event.State.LIVE, Event.State.CLOSED):
        if state != event.state:
            cast.events.change_state(event, "system", state)
        shown, folded = entries(organiser.get(address))
        assert not {*shown} & {*folded} and len(shown) < 7
        states.append({*shown, *folded})
        assert "rules/" in folded and "logbook/" in folded
        assert ("decisions/calls/" in shown) == (state == Event.State.LIVE)
    # Nothing is lost in any of them.
    assert states[0] == states[1] == states[2] and len(states[0]) == 10


def test_the_section_of_the_open_page_is_in_sight(event: Event, organiser: Client) -> None:
    for section in ("logbook/", "members/", "rules/", "decisions/calls/"):
        shown, folded = entries(organiser.get(f"/staff/{event.slug}/{section}"))
        assert section in shown and section not in folded


def test_nobody_finds_what_they_may_not_open_under_more(event: Event) -> None:
    shown, folded = entries(cast.client(cast.desk(event)).get(f"/staff/{event.slug}/"))
    assert not {"members/", "logbook/"} & {*shown, *folded} and "rules/" in folded
