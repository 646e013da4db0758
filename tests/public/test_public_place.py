"""The public ranking says where and when the event is."""

from datetime import date

import pytest

from tests.support.events import cast
from tournament.models import Event

pytestmark = pytest.mark.django_db


def test_the_public_page_says_where_and_when() -> None:
    event = cast.playing(slug="waar")
    days = {"starts_on": date(2026, 11, 21), "ends_on": date(2026, 11, 22)}
    Event.objects.filter(pk=event.pk).update(place="Ledegem", **days)
    said = cast.shown(cast.client().get("/e/waar/"))
    assert "Ledegem · 21 November 2026 – 22 November 2026" in said
