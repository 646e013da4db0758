"""The staff's menu marks the entry under which a page is found."""

import re

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
