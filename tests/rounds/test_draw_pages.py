"""The pages of the draw: wishing, promising, looking, publishing all, seating anew; with what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.events.drawn import BY, come, drawn, leave, relate, seats, underway
from tests.support.pages.reading import read
from tournament.acts.event.format import set_format
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.draw.wishes import WISHES
from tournament.models import Draw, Entry, Event, Promise, Round, Seat
from tournament.seating.__main__ import main

pytestmark = pytest.mark.django_db
PAGES = ("seat/", "promise/", "reseat/", "1/publish-all/")


def at(event: Event, path: str = "") -> str:
    return f"/staff/{event.slug}/rounds/{path}"


@pytest.fixture
def event() -> Event:
    return cast.event(players=16, planned_rounds=3)


def test_an_organiser_needs_three_clicks(event: Event, organiser: Client) -> None:
    page = organiser.get(at(event, "seat/"))
    assert "Rounds 1 to 3 at once" in cast.shown(page)
    answer = organiser.post(at(event, "seat/"), {**cast.filled_in(page), "rounds": "3"}, follow=True)
    report = cast.shown(answer)
    assert "16 players, 4 tables, 3 rounds. No two players meet twice." in report
    assert "Everyone has each seat equally often" in report
    assert answer.redirect_chain == [(at(event, "1/"), 303)]
    with cast.nothing_written():
        assert "all rounds drawn after it: publish?" in cast.shown(organiser.get(at(event, "1/publish-all/")))
    assert cast.sent_from(organiser, at(event, "1/publish-all/")).status_code == 303
    assert all(round.published for round in Round.objects.filter(event=event))


def test_one_round_is_drawn_alone_and_the_next_follows_it(event: Event, organiser: Client) -> None:
    drawn = organiser.post(at(event, "seat/"), {"rounds": "1", "words": "6 1 4 4"}, follow=True)
    assert "Public phrase: 6 1 4 4" in cast.shown(drawn)
    assert f'<form class="actions" method="post" action="{at(event, "1/publish/")}">' in drawn.content.decode()
    cast.sent_from(organiser, at(event, "1/publish/"))
    organiser.post(at(event, "seat/"), {"rounds": "1", "anyway": "1"})
    assert [draw.count for draw in Draw.objects.filter(event=event)] == [1, 1]


def test_the_next_draw_is_promised_once_and_shown_to_everybody(event: Event, organiser: Client) -> None:
    assert "This draw was not promised in advance" in cast.shown(organiser.get(at(event, "seat/")))
    with cast.nothing_written():
        assert "Promise the next draw?" in cast.shown(organiser.get(at(event, "promise/")))
    answer = cast.shown(organiser.post(at(event, "promise/"), follow=True))
    promise = Promise.objects.get(event=event)
    assert promise.commitment in answer and promise.commitment in read(f"/e/{event.slug}/draws/")
    with cast.nothing_written():
        assert organiser.post(at(event, "promise/")).status_code == 409
    report = cast.shown(organiser.post(at(event, "seat/"), follow=True))
    assert "This is the first draw under this promise." in report and promise.commitment in report
    cast.sent_from(organiser, at(event, "1/reject/"))
    assert "This is draw number 2 under this promise" in cast.shown(organiser.post(at(event, "seat/"), follow=True))


def test_what_was_wished_is_drawn(event: Event, organiser: Client) -> None:
    wishes = {
        "rounds": "3",
        "apart": "1-2; 3+4",
        "stays": "5:2",
        "wish_1": "clubs",
        "wish_2": "repeats",
        "words": "6 6",
    }
    report = cast.shown(organiser.post(at(event, "seat/"), wishes, follow=True))
    assert "Players who asked not to meet do not meet." in report
    assert all(5 in tables[1] for tables in seats(event))
    draw = Draw.objects.get(event=event)
    assert draw.words == "6 6" and "languages" not in draw.document["trace"]["wish"]
    assert draw.document["trace"]["wish"]["priority"][:3] == ["clubs", "families", "repeats"]


@pytest.mark.long
def test_the_order_of_the_wishes_is_chosen_among_those_the_facts_allow(event: Event, organiser: Client) -> None:
    assert "families apart" not in cast.shown(organiser.get(at(event, "seat/")))
    relate(event, [(1, 2), (3, 4, 5, 6, 7)], [1, 6])
    page = organiser.get(at(event, "seat/"))
    assert page.content.decode().count('<select name="wish_') == 5
    order = {f"wish_{at}": kind for at, kind in enumerate(("captains", "families", "clubs", "repeats"), 1)}
    report = cast.shown(organiser.post(at(event, "seat/"), {"rounds": "3", **order}, follow=True))
    assert Draw.objects.get(event=event).document["trace"]["wish"]["priority"][:4] == list(order.values())
    assert "3 pairs from the same family meet." in report
    assert "6 of 12 tables in these rounds have nobody willing to keep score" in report


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"apart": "1"}, "This cannot be read: 1"),
        ({"apart": "1-99"}, "No player has number 99."),
        ({"apart": "3-3"}, "A player cannot be kept apart from themselves."),
        ({"stays": "1-2"}, "This cannot be read: 1-2"),
        ({"stays": "1:77"}, "a table that does not exist"),
        ({"wish_1": "clubs", "wish_2": "clubs"}, "Choose each only once."),
        ({"rounds": "77"}, "not one of the available choices"),
        ({"words": "x" * 200}, "at most 120 characters"),
    ],
)
def test_a_wish_that_cannot_be_comes_back_to_be_put_right(
    event: Event, organiser: Client, wish: dict[str, Any], told: str
) -> None:
    with cast.nothing_written():
        answer = organiser.post(at(event, "seat/"), wish)
    assert answer.status_code == 422
    assert told in cast.shown(answer)


@pytest.mark.long
def test_what_becomes_of_who_fills_no_table_is_chosen(event: Event, organiser: Client) -> None:
    registration.check_in(cast.entry(event, 1), BY, False)
    page = cast.shown(organiser.get(at(event, "seat/")))
    assert "With 1 more joker" in page and "fills the last table" not in page
    report = cast.shown(organiser.post(at(event, "seat/"), {"rest": "sit-outs"}, follow=True))
    assert "Round 1: " in report and " sit out." in report and "12 players" not in report


def test_one_table_where_some_sit_out_is_told_of_in_the_order_of_its_rounds() -> None:
    event = cast.event(players=6, planned_rounds=3)
    client = cast.client(cast.organiser(event))
    told = cast.shown(client.post(at(event, "seat/"), {"rounds": "3", "rest": "sit-outs"}, follow=True))
    assert told.index("Round 1: ") < told.index("Round 2: ") < told.index("Round 3: ") and told.count(" sit out.") == 3
    assert "has 2 players, and there is only 1 table." in told
    assert "returns to a table" not in told


def test_a_table_of_five_is_told_of_with_its_deals() -> None:
    event = cast.event(players=9, deals_per_round=16)
    client = cast.client(cast.organiser(event))
    told = cast.shown(client.post(at(event, "seat/"), {"rounds": "1", "rest": "fives"}, follow=True))
    assert "So that nobody plays fewer deals: 20 at a table of five, 16 at the others." in told
    assert "each seat equally often" not in told


@pytest.mark.parametrize("act", ["publish", "publish-all", "reject"])
def test_only_the_seating_that_was_looked_at_is_published_or_rejected(
    act: str, event: Event, organiser: Client
) -> None:
    drawn(event)
    pages = [organiser.get(at(event, path)) for path in (f"1/{act}/", "1/")]
    rounds.withdraw_draw(cast.round_of(event), BY)
    drawn(event)
    for page in pages:
        with cast.nothing_written():
            answer = organiser.post(at(event, f"1/{act}/"), cast.filled_in(page))
        assert answer.status_code == 409 and "Somebody has changed this in the meantime." in cast.shown(answer)
    page = organiser.get(at(event, f"1/{act}/"))
    assert organiser.post(at(event, f"1/{act}/"), cast.filled_in(page)).status_code == 303


def test_a_draw_posted_twice_is_drawn_once(event: Event, organiser: Client) -> None:
    organiser.post(at(event, "seat/"), {"rounds": "3", "round": "1"})
    with cast.nothing_written():
        assert organiser.post(at(event, "seat/"), {"rounds": "3", "round": "1"}).status_code == 409


@pytest.mark.long
def test_who_would_move_is_shown_before_it_is_done() -> None:
    event = underway(16, 3)
    client = cast.client(cast.organiser(event))
    gone = seats(event)[1][0]
    leave(event, *gone)
    assert "4 players have a seat in an upcoming round but do not play." in cast.shown(client.get(at(event)))
    with cast.nothing_written():
        page = client.get(at(event, "reseat/"))
    told = cast.shown(page)
    assert "table 1, seat 1 → no seat" in told
    assert "Published: as few people as possible" in told and "Not published: drawn again" in told
    assert client.post(at(event, "reseat/"), cast.filled_in(page)).status_code == 303
    assert seats(event)[1][0] != gone
    assert "do not play." not in cast.shown(client.get(at(event)))
    with cast.nothing_written():
        assert client.post(at(event, "reseat/"), cast.filled_in(page)).status_code == 303  # done already
    assert "4 players sit elsewhere than drawn" in read(f"/e/{event.slug}/draws/")


@pytest.mark.long
def test_who_sat_out_and_gets_a_seat_is_shown() -> None:
    event = underway(17, 3, rest="sit-outs")
    out = cast.round_of(event, 2).sit_outs.get().entry.number
    leave(event, next(number for number in range(1, 18) if number != out))
    client = cast.client(cast.organiser(event))
    page = client.get(at(event, "reseat/"))
    assert "sits out → table" in cast.shown(page)
    assert client.post(at(event, "reseat/"), cast.filled_in(page)).status_code == 303
    assert not cast.round_of(event, 2).sit_outs.exists()


def test_a_late_player_is_told_of_where_he_is_checked_in() -> None:
    event = underway(published=1)
    come(event, 4)
    client = cast.client(cast.organiser(event))
    for page in (f"/staff/{event.slug}/attendance/", f"/staff/{event.slug}/players/1/", at(event, "2/")):
        assert "4 players play but have no seat in the upcoming rounds." in cast.shown(client.get(page))
    assert "See who would move" not in cast.shown(cast.client(cast.desk(event)).get(f"/staff/{event.slug}/attendance/"))


def test_where_jokers_are_lacking_the_notice_says_what_else_can_be_done() -> None:
    event = underway(published=1)
    come(event, 1)
    client = cast.client(cast.organiser(event))
    notice = client.get(at(event)).content.decode()
    assert "3 jokers are needed" in notice and f'href="/staff/{event.slug}/attendance/">Attendance' in notice
    assert f'href="{at(event, "2/reject/")}"' in notice
    published = underway(count=2, published=2, slug="published")
    come(published, 1)
    notice = cast.client(cast.organiser(published)).get(at(published)).content.decode()
    assert "3 jokers are needed" in notice and "reject/" not in notice


@pytest.mark.parametrize("page", PAGES)
def test_only_the_organiser_draws(page: str) -> None:
    event = underway(published=1)
    for who in (cast.desk(event), cast.juror(event), cast.auditor(event), cast.outsider(), None):
        with cast.nothing_written():
            assert cast.client(who).post(at(event, page)).status_code == 403


@pytest.mark.long
def test_the_organiser_and_the_auditor_can_make_a_draw_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], event: Event
) -> None:
    address = at(event, "draws/1.json")
    relate(event, [(1, 2), (3, 4)], [1, 6])
    drawn(event, 2, words="6 1", wishes=WISHES, apart=((1, 9),))
    rounds.publish_round(cast.round_of(event), BY)
    organiser, auditor = cast.client(cast.organiser(event)), cast.client(cast.auditor(event))
    assert organiser.get(address).status_code == 404
    assert "draws/1.json" not in organiser.get(at(event, "1/")).content.decode()
    rounds.publish_round(cast.round_of(event, 2), BY)
    assert address in auditor.get(at(event, "1/")).content.decode()
    for client in (organiser, auditor):
        answer = client.get(address)
        assert answer["Content-Disposition"] == 'attachment; filename="ledegem-draw-1.json"'
        path = tmp_path / "draw.json"
        path.write_bytes(answer.content)
        assert main(["audit", str(path), "--rerun"]) == 0
        assert json.loads(capsys.readouterr().out)["rerun"] == "the same"
    assert {"clubs", "families", "captains", "apart"} <= set(answer.json()["trace"]["wish"])
    assert organiser.get(at(event, "draws/2.json")).status_code == 404
    for who in (cast.desk(event), cast.juror(event), cast.head_juror(event), cast.outsider()):
        assert cast.client(who).get(address).status_code == 403
    assert cast.client().get(address).status_code == 302
    assert "draws/1.json" not in cast.client(cast.desk(event)).get(at(event, "1/")).content.decode()


def test_the_public_page_tells_what_can_be_checked_and_what_not(event: Event) -> None:
    page = f"/e/{event.slug}/draws/"
    assert "No round has been drawn yet." in read(page)
    draw = drawn(event, 3, words="6 1 4 4")
    assert draw.commitment not in read(page)
    rounds.publish_round(cast.round_of(event), BY)
    told = read(page)
    assert "Nothing was promised in advance" in told and "revealed once all rounds of this draw are shown" in told
    rounds.publish_round(cast.round_of(event, 2), BY, ahead=True)
    told = read(page)
    assert "can be followed, but not made again" in told
    assert "6 1 4 4" in told and "python3 -m tournament.seating audit draw-1.json" in told
    assert cast.client().get(f"{page}1.json").status_code == 200
    rounds.show_round(cast.round_of(event, 3), BY, False)
    assert cast.client().get(f"{page}1.json").status_code == 404
    assert cast.client().get(f"{page}9.json").status_code == 404


def test_the_file_of_a_draw_is_not_sent_twice(event: Event) -> None:
    drawn(event, 1, publish=True)
    first = cast.client().get(f"/e/{event.slug}/draws/1.json")
    again = cast.client().get(f"/e/{event.slug}/draws/1.json", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)


# --- One short ---------------------------------------------------------------------------------------------------


def test_one_short_sees_what_each_way_means_and_chooses() -> None:
    event = cast.event(players=15, deals_per_round=16)
    client = cast.client(cast.organiser(event))
    page = cast.shown(client.get(at(event, "seat/")))
    assert "With 1 more joker, all tables have four players" in page
    assert "3 tables of five, where the dealer sits out: 20 deals instead of 16, 25% longer" in page
    assert "3 players sit out each round, in turn, without points" in page
    with cast.nothing_written():
        assert client.post(at(event, "seat/"), {"rounds": "1"}).status_code == 422
    joker = cast.filled_in(client.get(at(event, "seat/")))["start"]
    for _twice in range(2):
        answer = client.post(at(event, "seat/joker/"), {"name": "Nele Nieuw", "start": joker})
    assert answer.status_code == 303 and event.entries.count() == 16
    page = cast.shown(client.get(at(event, "seat/")))
    assert "more joker, all tables" not in page and "1 joker fills the last table: nobody sits out" in page
    report = cast.shown(client.post(at(event, "seat/"), {"rounds": "1", "rest": "jokers"}, follow=True))
    assert "16 players, 4 tables" in report and "Jokers who play: 16 Nele Nieuw" in report


def test_a_joker_of_the_list_is_not_entered_again() -> None:
    event = cast.event(players=15)
    registration.add_entries(event, BY, [cast.Entrant("Nele Nieuw", role=Entry.PlayerRole.JOKER)])
    client = cast.client(cast.organiser(event))
    client.post(at(event, "seat/joker/"), {"name": "nele nieuw", "start": 17})
    assert event.entries.count() == 16 and cast.entry(event, 16).present


@pytest.mark.parametrize(("rest", "report"), [("fives", "1 table of five"), ("sit-outs", "sits out")])
def test_five_players_are_one_table(rest: str, report: str) -> None:
    event = cast.event(players=5, deals_per_round=10)
    client = cast.client(cast.organiser(event))
    page = cast.shown(client.get(at(event, "seat/")))
    assert "1 table of five, where the dealer sits out: 13 deals instead of 10, 30% longer" in page
    with cast.nothing_written():
        assert client.post(at(event, "seat/"), {"rounds": "1"}).status_code == 422
    assert report in cast.shown(client.post(at(event, "seat/"), {"rounds": "1", "rest": rest}, follow=True))
    assert Seat.objects.filter(table__round__event=event).count() == (5 if rest == "fives" else 4)


def test_two_players_are_no_table() -> None:
    event = cast.event(players=2)
    client = cast.client(cast.organiser(event))
    with cast.nothing_written():
        answer = client.post(at(event, "seat/"), {"rounds": "1", "rest": "fives"})
    assert answer.status_code == 409 and "2 players are present. 2 jokers are needed" in cast.shown(answer)


def test_who_rests_is_told_what_it_gives() -> None:
    event = cast.event(players=13, deals_per_round=10)
    set_format(event, BY, {"sit_out": "average"})
    page = cast.shown(cast.client(cast.organiser(event)).get(at(event, "seat/")))
    assert "1 player sits out each round, in turn, for the average of the other rounds" in page
    assert "1 table of five, where the dealer sits out: 13 deals instead of 10, 30% longer" in page
    assert "With 3 more jokers" in page


def test_a_joker_needs_a_name_and_who_may(event: Event, organiser: Client, desk: Client) -> None:
    with cast.nothing_written():
        assert organiser.post(at(event, "seat/joker/"), {"name": " ", "start": "17"}).status_code == 422
        assert desk.post(at(event, "seat/joker/"), {"name": "Nele Nieuw", "start": "17"}).status_code == 403


# --- What an ordinary draw does not need ---------------------------------------------------------------------------


def folded(page: str) -> str:
    """What is folded under "Verifiable draw"."""
    return "".join(part for part in page.split("<details")[1:] if "Verifiable draw" in part.split("</details>")[0])


def test_what_an_ordinary_draw_does_not_need_is_folded(event: Event, organiser: Client) -> None:
    page = organiser.get(at(event, "seat/")).content.decode()
    assert "Public phrase" in folded(page) and "Promise it first" in folded(page)
    assert "<details >" in page and "<details open>" not in page
    organiser.post(at(event, "promise/"))
    assert "<details open>" in organiser.get(at(event, "seat/")).content.decode()
    organiser.post(at(event, "seat/"), {"rounds": "1", "words": "6 1 4 4"})
    assert "6 1 4 4" in folded(organiser.get(at(event, "1/")).content.decode())
    cast.sent_from(organiser, at(event, "1/publish/"))
    assert "--rerun" in folded(organiser.get(at(event, "1/")).content.decode())
