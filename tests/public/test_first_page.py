"""The first page and its search: what is on today, what was last week, and whom everybody may find there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.event.test_reveal import frozen
from tests.support.events import cast
from tournament.acts.rounds import rounds
from tournament.models import Entry, Event, Player
from tournament.ranking import live

pytestmark = pytest.mark.django_db
BY = "system"


def page(address: str = "/", language: str = "en") -> str:
    """A page as a stranger sees it."""
    answer = cast.client(language=language).get(address)
    assert answer.status_code == 200
    return cast.shown(answer)


def on(event: Event, days: int) -> Event:
    """The event on another day than today."""
    Event.objects.filter(pk=event.pk).update(starts_on=timezone.localdate() + timedelta(days=days))
    return cast.fresh(event)


def leader(event: Event) -> str:
    """Who is first in the public ranking, as it is written there."""
    return live.ranking(event, public=True).places[0].entry.name


def test_today_has_its_leader_and_last_week_its_winner() -> None:
    event = on(cast.playing(players=8, name="Herfstbeker"), 0)
    assert "in the lead" not in page() and "Today" in page()
    cast.play_round(event)
    text = page()
    assert text.index("Today") < text.index("in the lead") < text.index(leader(event)) < text.index("All tournaments")
    on(event, -3)
    assert "Today" not in page() and "Last week" in page()
    on(event, -9)
    assert "Last week" not in page() and "Herfstbeker" in page()
    on(event, 2)
    assert "in the lead" not in page()


def test_what_never_began_and_what_is_not_listed_are_no_result() -> None:
    on(cast.event(name="Nooit begonnen"), -1)
    assert "Last week" not in page()
    event = on(cast.played(slug="unlisted", listed=False), -1)
    assert "Last week" not in page() and leader(event) not in page()


def test_a_hidden_round_and_a_frozen_ranking_tell_nothing_here() -> None:
    event = on(cast.playing(players=8), 0)
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), BY)
    rounds.show_round(cast.round_of(event), BY, False)
    assert "in the lead" not in page()
    other = on(frozen("frozen"), 0)
    assert leader(other) in page() and "won by" not in page()


def found(query: str) -> list[tuple[str, int]]:
    """Slug and number of the cards that a search leads to."""
    answer = cast.client().get("/find/", {"q": query})
    return [(player.event.slug, player.number) for player in answer.context["players"]]


def test_a_name_is_found_in_every_listed_event_the_newest_first() -> None:
    older = on(cast.event(4, "older"), -30)
    on(cast.event(4, "newer"), -1)
    name = cast.entry(older, 2).player.name
    assert found(name) == found(name.upper()) == [("newer", 2), ("older", 2)]
    Event.objects.filter(slug="newer").update(listed=False)
    assert found(name) == [("older", 2)]
    Event.objects.filter(slug="older").update(binned=True)
    assert found(name) == []


def test_nobody_is_found_by_a_name_that_is_not_shown() -> None:
    event = cast.event(4)
    name = cast.entry(event, 2).player.name
    Player.objects.filter(entries__event=event, entries__number=2).update(initials_only=True)
    assert found(name) == [] and "Nobody is called" in page(f"/find/?q={name}")
    Player.objects.filter(entries__event=event, entries__number=2).update(initials_only=False, name="")
    assert found(name) == found("player 2") == []
    Entry.objects.filter(event=event, number=3).update(withdrawn=True)
    assert found(cast.entry(event, 3).player.name) == []


@pytest.mark.parametrize("query", ["", " ", "x" * 5000, "<script>", "\x00", "％", "ßx" * 45, "' or 1=1 --"])
def test_any_text_may_be_looked_for(query: str) -> None:
    cast.event(4)
    assert found(query) == []
    assert "<script>" not in page("/find/?q=<script>").partition("<main")[2]


def test_the_parts_of_our_pages_are_for_who_is_signed_in() -> None:
    refused = cast.client().get("/style/")
    assert (refused.status_code, refused["Location"]) == (302, "/sign-in/?next=/style/")
    for language in ("nl", "fr"):
        answer = cast.client(cast.outsider(), language).get("/style/")
        assert answer.status_code == 200 and "errorlist" in answer.content.decode()
