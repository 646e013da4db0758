"""Who is in the ranking: those who took a seat, or rested by the draw; and nobody who was only entered."""

import pytest

from tests.support.events import cast
from tools import verify
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.acts.table import tables
from tournament.exchange.lists.listings import listings
from tournament.exchange.troel1 import exporting
from tournament.models import Event
from tournament.ranking import live
from tournament.ranking.format import Clubs
from tournament.reading.ranking.clubs import club_ranking

pytestmark = pytest.mark.django_db

BY = "system"


def ranked(event: Event, *, public: bool = True) -> list[int]:
    return sorted(place.entry.number for place in live.ranking(cast.fresh(event), public=public).places)


def late(event: Event) -> int:
    """The number of somebody who is entered and has no seat."""
    [entry] = registration.add_entries(event, BY, [registration.Entrant("Mia Noël", "De Troefkaart")])
    return entry.number


def test_before_the_first_round_is_published_nobody_is_ranked() -> None:
    event = cast.event(8)
    assert ranked(event) == ranked(event, public=False) == []
    page = cast.shown(cast.client().get(event.get_absolute_url()))
    assert "8 players have been entered. The ranking appears with the first deal." in page
    drawn = cast.next_round(event, publish=False)
    assert ranked(event, public=False) == []
    rounds.publish_round(drawn, BY)
    assert ranked(event) == list(range(1, 9))


def test_who_was_entered_and_never_sat_down_is_in_no_ranking() -> None:
    event = cast.playing(8)
    number = late(event)
    cast.play_round(event)
    event = cast.fresh(event)
    document = exporting.document(event)
    assert ranked(event) == ranked(event, public=False) == list(range(1, 9))
    assert sorted(place["number"] for place in document["standings"]) == list(range(1, 9))
    assert list(verify.check_export(document))
    assert {row[1] for row in listings(event)[0].rows} == set(range(1, 9))
    page = cast.client().get(event.get_absolute_url())
    assert "Mia Noël" not in cast.shown(page)
    card = cast.client().get(f"/e/{event.slug}/player/{number}/")
    assert "This player has not sat at a table yet." in cast.shown(card)
    assert "is not ranked" not in cast.shown(card)


def test_who_never_sat_down_does_not_weigh_in_the_average_of_the_club() -> None:
    event = cast.playing(8)
    late(event)
    cast.play_round(event)
    before = club_ranking(live.ranking(cast.fresh(event), public=True).places, Clubs())
    troefkaart = next(place.club for place in before if place.club.name == "De Troefkaart")
    assert troefkaart.members == 2


def test_a_substitute_is_ranked_from_the_seat_on_and_who_was_replaced_from_the_first_deal_is_not() -> None:
    event = cast.playing(8)
    number = late(event)
    table = cast.table(event)
    leaves = cast.seated(table)[2]
    tables.substitute(table, BY, 2, number, 1)
    assert set(ranked(event)) == {*range(1, 10)} - {leaves}


def test_who_rests_by_the_draw_is_ranked() -> None:
    event = cast.event(9)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4], [5, 6, 7, 8]], sit_out=[9]), BY)
    assert ranked(event) == list(range(1, 10))


def test_a_hidden_round_ranks_nobody_in_public() -> None:
    event = cast.playing(8)
    assert ranked(event)
    rounds.show_round(cast.round_of(event), BY, visible=False)
    assert ranked(event) == []
    assert ranked(event, public=False) == list(range(1, 9))
