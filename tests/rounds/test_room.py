"""The map of the room: typed by the organiser, seen by everybody, the own table marked; and every seat ahead."""

from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.events.drawn import BY, drawn, seats
from tests.support.events.laid_again import laid_again
from tests.support.pages.reading import read
from tournament.acts.rounds import rounds
from tournament.acts.rounds.room import set_room
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Event, Room

pytestmark = pytest.mark.django_db


@pytest.fixture
@laid_again
def event() -> Event:
    event = cast.event(players=16, planned_rounds=3)
    drawn(event, 3, publish=True)
    return cast.fresh(event)


def at(event: Event) -> str:
    return f"/staff/{event.slug}/rounds/room/"


def test_the_tables_are_typed_as_one_sees_them(event: Event, organiser: Client) -> None:
    assert cast.sent_from(organiser, at(event), grid="1 2 .\n. 4, 3\n").status_code == 303
    assert Room.objects.get(event=event).rows == [[1, 2, 0], [0, 4, 3]]
    page = organiser.get(at(event)).content.decode()
    assert "1 2 .\n. 4 3" in page and page.count("<rect") == 4
    with cast.nothing_written():
        cast.sent_from(organiser, at(event), grid="1 2 .\n. 4 3")
    cast.sent_from(organiser, at(event), grid="")
    assert not Room.objects.exists()
    assert cast.client().get(f"/e/{event.slug}/room/").status_code == 404


def test_so_many_in_each_row_is_enough(event: Event, organiser: Client) -> None:
    cast.sent_from(organiser, at(event), across="3")
    assert Room.objects.get(event=event).rows == [[1, 2, 3], [4]]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"grid": "1 two"}, "This cannot be read: two"),
        ({"grid": "1 2\n2"}, "A table is in two places."),
        ({"grid": " ".join(str(n) for n in range(1, 62))}, "at most 60 rows"),
        ({"across": "0"}, "greater than or equal to 1"),
    ],
)
def test_what_is_no_room_comes_back(event: Event, organiser: Client, typed: dict[str, Any], told: str) -> None:
    with cast.nothing_written():
        answer = organiser.post(at(event), typed)
    assert answer.status_code == 422 and told in cast.shown(answer)


def test_only_the_organiser_moves_tables(event: Event) -> None:
    for who in (cast.desk(event), cast.auditor(event), None):
        with cast.nothing_written():
            assert cast.client(who).post(at(event), {"across": "3"}).status_code == 403
    with pytest.raises(UserError, match="two places"):
        set_room(event, BY, [[1, 1]])


def test_everybody_sees_the_map_and_a_player_his_own_table(event: Event) -> None:
    set_room(event, BY, [[1, 2], [4, 3]])
    assert "The rows, seen from the door" in read(f"/e/{event.slug}/room/")
    assert "Map of the room" in read(f"/e/{event.slug}/seating/")
    own = next(table for table, people in enumerate(seats(event)[0], 1) if 7 in people)
    page = cast.client().get(f"/e/{event.slug}/player/7/").content.decode()
    marked = page.split('class="is-own">')[-1]
    assert f">{own}</text>" in marked.split("</g>")[0]


def test_a_player_sees_his_seat_in_every_round_and_first_where_he_sits_now(event: Event) -> None:
    page = read(f"/e/{event.slug}/player/7/")
    for number, tables in enumerate(seats(event), 1):
        table, people = next((at, people) for at, people in enumerate(tables, 1) if 7 in people)
        assert f"Round {number}, table {table}, seat {people.index(7) + 1}" in page
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    later = read(f"/e/{event.slug}/player/7/")
    assert page.rindex("Round 1, table") < page.rindex("Round 2, table")
    assert later.rindex("Round 2, table") < later.rindex("Round 1, table") < later.rindex("Round 3, table")


def test_the_seating_that_is_shown_first_is_that_of_the_round_being_played(event: Event) -> None:
    assert "Seating of round 1" in read(f"/e/{event.slug}/seating/")
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    assert "Seating of round 2" in read(f"/e/{event.slug}/seating/")
    for number in (2, 3):
        rounds.close_round(cast.round_of(event, number), BY, reason="Not all came.")
    assert "Seating of round 3" in read(f"/e/{event.slug}/seating/")


@pytest.mark.long
def test_who_sits_out_is_told_on_his_page() -> None:
    event = cast.event(players=9)
    drawn(event, 2, publish=True, rest="sit-outs")
    out = (set(range(1, 10)) - {n for table in seats(event)[0] for n in table}).pop()
    assert "Round 1: sits out" in read(f"/e/{event.slug}/player/{out}/")


def test_the_room_comes_over_and_is_replayed(event: Event) -> None:
    set_room(event, BY, [[1, 2, 0], [4, 3]])
    document = exporting.document(event)
    assert document["room"] == [[1, 2, 0], [4, 3]]
    assert exporting.document(importing.load(document, BY, slug="elsewhere"))["room"] == document["room"]
    assert (
        exporting.document(logbook_file.replay(list(logbook_file.lines(event)), slug="again"))["room"]
        == document["room"]
    )
