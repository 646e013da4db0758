"""Drawing a round, looking at the draw, publishing, hiding, closing it; and the ranking of the staff."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tournament.acts.event import events
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.models import Event, Round
from tournament.reading.rounds.draws import everybody, report

pytestmark = pytest.mark.django_db

ACTS = ("publish", "reject", "show", "hide", "close", "reopen")


@pytest.fixture
def event() -> Event:
    return cast.event(players=8)


def at(event: Event, path: str = "") -> str:
    """An address about the rounds of an event."""
    return f"/staff/{event.slug}/rounds/{path}"


def test_a_round_is_drawn_looked_at_and_published(event: Event, organiser: Client) -> None:
    with cast.nothing_written():
        assert "8 players are available for this round." in cast.shown(organiser.get(at(event, "seat/")))
    answer = organiser.post(at(event, "seat/"), follow=True)
    page = cast.shown(answer)
    assert answer.redirect_chain == [(at(event, "1/"), 303)]
    assert "This round is drawn but not published: only staff can see it." in page
    assert "Round 1: publish" in page
    assert all(person.name in page for person in cast.people(8))
    with cast.nothing_written():
        assert "Round 1: publish the seating?" in cast.shown(organiser.get(at(event, "1/publish/")))
    assert cast.sent_from(organiser, at(event, "1/publish/")).status_code == 303
    assert cast.round_of(event).published
    assert "only the staff sees it" not in cast.shown(organiser.get(at(event, "1/")))


def test_a_draw_can_be_rejected_until_it_is_published(event: Event, organiser: Client) -> None:
    organiser.post(at(event, "seat/"))
    assert cast.sent_from(organiser, at(event, "1/reject/"))["Location"] == at(event)
    assert not Round.objects.filter(event=event).exists()
    organiser.post(at(event, "seat/"))
    cast.sent_from(organiser, at(event, "1/publish/"))
    with cast.nothing_written():
        answer = organiser.post(at(event, "1/reject/"))
    assert answer.status_code == 409
    assert "its seating stays" in cast.shown(answer)


def test_a_second_draw_waits_for_the_first(event: Event, organiser: Client) -> None:
    organiser.post(at(event, "seat/"))
    with cast.nothing_written():
        answer = organiser.post(at(event, "seat/"))
    assert answer.status_code == 409
    assert "Publish it or reject it first." in cast.shown(answer)


def test_who_is_missing_to_fill_the_tables_is_said(event: Event, organiser: Client) -> None:
    registration.check_in(cast.entry(event, 1), "system", False)
    with cast.nothing_written():
        answer = organiser.post(at(event, "seat/"))
    assert answer.status_code == 422
    assert "7 players do not fill tables of four" in cast.shown(answer)
    assert "With 1 more joker, all tables have four players" in cast.shown(answer)


def test_the_report_counts_meetings_clubs_jokers_and_who_is_left_out() -> None:
    event = cast.event(players=8)
    jokers = [Entrant(f"Joker {name}", club="De Troefkaart", role="joker") for name in "AB"]
    for entry in registration.add_entries(event, "system", jokers):
        registration.check_in(entry, "system", True)
    registration.check_in(cast.entry(event, 8), "system", False)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4]]), "system")
    again = cast.given_round(event, [[1, 2, 5, 9], [3, 4, 6, 7]])
    found = report(cast.fresh(event), [again], everybody(event))
    assert found.repeats == ((1, 2), (3, 4))
    assert found.clubmates == ((1, 5), (1, 9), (5, 9), (3, 7))
    assert (found.jokers, found.left_out, found.spare) == ((9,), (), (10,))
    page = cast.shown(cast.client(cast.organiser(event)).get(at(event, "2/")))
    for told in (
        "2 pairs meet again.",
        "4 pairs from the same club meet.",
        "Jokers who play: 9 Joker A",
        "Jokers who are not needed: 10 Joker B",
    ):
        assert told in page
    assert "1 Annelies Vandenbroucke + 2 Bertrand Dubois" in page


def test_each_table_that_lacks_deals_is_named_with_how_many() -> None:
    event = cast.playing(12, slug="spel")
    cast.play(cast.table(event, 1))
    for number in (1, 2, 4):
        cast.write(cast.table(event, 3), number)
    page = cast.shown(cast.client(cast.organiser(event)).get(at(event, "1/close/")))
    assert "Table 2: 4 deals missing Table 3: 1 deal missing" in " ".join(page.split())
    assert "Table 1:" not in page


def test_a_round_is_closed_when_every_deal_is_written(event: Event) -> None:
    event = cast.playing(8, slug="spel")
    client = cast.client(cast.organiser(event))
    cast.play(cast.table(event, 1))
    with cast.nothing_written():
        assert "Table 2: 4 deals missing" in cast.shown(client.get(at(event, "1/close/")))
        answer = client.post(at(event, "1/close/"))
    assert answer.status_code == 422
    assert "Not every deal counts yet, so a reason is needed. Table 2: 4 deals missing." in cast.shown(answer)
    cast.play(cast.table(event, 2))
    assert 'name="reason"' not in client.get(at(event, "1/close/")).content.decode()
    assert client.post(at(event, "1/close/")).status_code == 303
    assert cast.round_of(event).closed
    assert client.post(at(event, "1/reopen/")).status_code == 303
    assert not cast.round_of(event).closed


def test_a_round_with_missing_deals_is_closed_by_saying_so() -> None:
    event = cast.playing(8)
    client = cast.client(cast.organiser(event))
    assert cast.sent_from(client, at(event, "1/close/"), reason="Late.").status_code == 303
    assert cast.round_of(event).closed


def test_a_round_is_hidden_and_shown() -> None:
    event = cast.playing(8)
    client = cast.client(cast.organiser(event))
    for act, visible in (("hide", False), ("show", True)):
        with cast.nothing_written():
            assert client.get(at(event, f"1/{act}/")).status_code == 200
        assert client.post(at(event, f"1/{act}/")).status_code == 303
        assert cast.round_of(event).visible is visible


@pytest.mark.parametrize("act", ACTS)
def test_only_the_organiser_acts_on_rounds(act: str) -> None:
    event = cast.playing(8)
    for who in (cast.desk(event), cast.juror(event), cast.auditor(event), cast.outsider(), None):
        with cast.nothing_written():
            assert cast.client(who).post(at(event, f"1/{act}/")).status_code == 403
            assert cast.client(who).post(at(event, "seat/")).status_code == 403


@pytest.mark.parametrize("number", ["2", "0", "99999999999999999999"])
def test_a_round_that_is_not_there_is_not_found(number: str) -> None:
    event = cast.playing(8)
    client = cast.client(cast.organiser(event))
    for path in ("", *(f"{act}/" for act in ACTS)):
        with cast.nothing_written():
            assert client.get(at(event, f"{number}/{path}")).status_code == 404


def test_a_round_of_another_event_is_not_touched() -> None:
    event, other = cast.event(8), cast.playing(8, slug="elders")
    with cast.nothing_written():
        assert cast.client(cast.organiser(event)).post(at(other, "1/hide/")).status_code == 403
        assert cast.client(cast.organiser(event)).post(at(event, "1/hide/")).status_code == 404


@pytest.mark.long
def test_a_large_round_costs_no_more_questions(django_assert_max_num_queries: Any) -> None:
    for size, slug in ((8, "a"), (64, "b")):
        event = cast.event(size, slug=slug)
        cast.next_round(event, publish=False)
        client = cast.client(cast.organiser(event))
        with django_assert_max_num_queries(28):
            assert client.get(at(event, "1/")).status_code == 200


# --- The ranking of the staff ----------------------------------------------------------------------------------


def test_the_staff_ranking_counts_hidden_rounds_and_names_in_full(django_assert_max_num_queries: Any) -> None:
    event = cast.played(8)
    registration.change_entry(cast.entry(event, 1), "system", Entrant("Annelies Vandenbroucke", initials_only=True))
    client = cast.client(cast.organiser(event))
    open_ranking = cast.shown(client.get(f"/staff/{event.slug}/ranking/"))
    rounds.show_round(cast.round_of(event), "system", False)
    with django_assert_max_num_queries(16):
        hidden = cast.shown(client.get(f"/staff/{event.slug}/ranking/"))
    assert "Hidden rounds count here but not on the public pages: round 1" in hidden
    assert "Annelies Vandenbroucke" in hidden
    assert hidden.count(" 18") == open_ranking.count(" 18") > 0


@pytest.mark.parametrize("sort", ["points", "-points", "round_1", "-club", "number", "nothing"])
def test_the_staff_ranking_is_sorted_by_any_column(sort: str) -> None:
    event = cast.playing(8)
    cast.write(cast.table(event), 1)
    page = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/ranking/?sort={sort}")
    assert page.status_code == 200
    assert "Cécile Desmet" in cast.shown(page)


def test_another_round_waits_for_the_one_being_played_unless_one_says_so() -> None:
    event = cast.playing(8, deals=2)
    organiser = cast.client(cast.organiser(event))
    told = "Round 1 is still being played: 0 of 4 deals."
    with cast.nothing_written():
        page = cast.shown(organiser.get(at(event, "seat/")))
        assert told in page and "Draw the next round anyway" in page
        refused = organiser.post(at(event, "seat/"))
    assert (refused.status_code, told in cast.shown(refused)) == (409, True)
    assert organiser.post(at(event, "seat/"), {"anyway": "1"})["Location"] == at(event, "2/")


def test_a_round_beyond_the_plan_is_asked_about(event: Event, organiser: Client) -> None:
    events.change_event(event, "system", cast.plan(planned_rounds=1))
    organiser.post(at(event, "seat/"))
    cast.sent_from(organiser, at(event, "1/publish/"))
    cast.sent_from(organiser, at(event, "1/close/"), reason="Late.")
    with cast.nothing_written():
        assert "All rounds of the plan have already been drawn." in cast.shown(organiser.get(at(event, "seat/")))
        assert organiser.post(at(event, "seat/")).status_code == 409
    assert organiser.post(at(event, "seat/"), {"anyway": "1"}).status_code == 303


def test_no_draw_is_offered_where_it_would_be_refused(event: Event, organiser: Client) -> None:
    assert "Only staff can see the draw" in cast.shown(organiser.get(at(event, "seat/")))
    for number in range(1, 8):
        registration.check_in(cast.entry(event, number), "system", False)
    page = cast.shown(organiser.get(at(event, "seat/")))
    assert "1 player is present. 3 jokers" in page and "Only staff can see the draw" not in page
    for number in range(1, 8):
        registration.check_in(cast.entry(event, number), "system", True)
    organiser.post(at(event, "seat/"))
    page = cast.shown(organiser.get(at(event, "seat/")))
    assert "Publish it or reject it first." in page and "Only staff can see the draw" not in page


def test_a_long_seating_comes_in_parts_and_finds_a_table_and_a_name() -> None:
    event = cast.playing(players=64)
    organiser = cast.client(cast.organiser(event))
    shown = {part: cast.shown(organiser.get(at(event, f"1/?part={part}"))) for part in (1, 2, 0)}
    assert [len(set(re.findall(r"Table \d+", shown[part]))) for part in (1, 2, 0)] == [8, 8, 16]
    entry = cast.entry(event, cast.seated(cast.table(event, 13))[2])
    for query in (entry.player.name, "13"):
        page = organiser.get(at(event, "1/"), {"q": query}).content.decode()
        found = page[page.index('id="found"') : page.index('id="seating"')]
        assert "Table 13" in found and entry.player.name in found
