"""The ranking as text to copy into a chat says what the public page says, and no more."""

import pytest

from tests.support.events import cast
from tournament.acts.rounds import rounds
from tournament.ranking import live
from tournament.reading.ranking.chat_text import chat_text, event_chat_text

pytestmark = pytest.mark.django_db


def test_the_first_places_or_all_of_them() -> None:
    lines = [(str(place), f"N{place}", str(10 - place)) for place in (1, 2, 3)]
    assert chat_text(["A", "B"], lines, "http://x/", 2) == "A\nB\n\n1. N1  9\n2. N2  8\n\nhttp://x/"
    assert chat_text(["A"], lines, "http://x/").count("\n") == 6


def test_a_hidden_round_is_not_in_it() -> None:
    event = cast.played(8)
    best = live.ranking(event, public=True).places[0]
    shown = event_chat_text(event, 1)
    assert f"1. {best.entry.name}  " in shown and f"/e/{event.slug}/" in shown
    assert event_chat_text(event).count(". ") == 8
    rounds.show_round(cast.round_of(event), "system", False)
    assert best.entry.name not in event_chat_text(cast.fresh(event))


@pytest.mark.parametrize("top", ["", "0", "3", "x", "-5", "9" * 30])
def test_the_page_takes_any_number(top: str) -> None:
    event = cast.played(8)
    page = cast.client().get(f"/e/{event.slug}/text/?top={top}")
    assert page.status_code == 200 and page.content.decode().count("\n1. ") == 1
