"""Seating, publishing, closing; and the plan of the event itself."""

from dataclasses import replace
from itertools import chain
from typing import Any

import pytest

from tests.support.events import cast
from tournament.acts.event import events
from tournament.acts.kernel import logbook
from tournament.acts.rounds import rounds
from tournament.acts.table.tables import renew_link, substitute
from tournament.draw import drawing
from tournament.draw.field import DrawField
from tournament.models import Event, Round, Seat, Table
from tournament.reading.table.sheets import sheet
from tournament.seating.model import repeats

pytestmark = pytest.mark.django_db


def tables(event: Event, round: int) -> list[list[int]]:
    rows = Table.objects.filter(round__event=event, round__number=round)
    return [list(row.seats.order_by("position").values_list("entry__number", flat=True)) for row in rows]


def test_everyone_present_is_seated_once_and_nobody_meets_twice() -> None:
    event = cast.playing(players=32)
    cast.next_round(event)
    first, second = tables(event, 1), tables(event, 2)
    assert sorted(chain(*first)) == sorted(chain(*second)) == list(range(1, 33))
    assert repeats([*first, *second]) == 0


def test_jokers_are_called_only_as_far_as_the_last_table_needs_them() -> None:
    event = cast.event(players=7)
    jokers = [cast.Entrant(f"Joker {i}", role="joker") for i in range(3)]
    with cast.refused(r"7 players are present\. 1 joker is needed"):
        cast.next_round(event)
    for entry in cast.registration.add_entries(event, "system", jokers):
        cast.registration.check_in(entry, "system", True)
    cast.next_round(event)
    assert sorted(chain(*tables(event, 1))) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("players", [0, 1, 2, 3])
def test_too_few_players_are_refused(players: int) -> None:
    event = cast.event(players=players)
    with cast.refused():
        cast.next_round(event)


def test_a_draw_can_be_rejected_until_it_is_published() -> None:
    event = cast.event(players=8)
    drawn = cast.next_round(event, publish=False)
    with cast.refused("not published yet"):
        cast.next_round(event)
    rounds.withdraw_draw(drawn, "system")
    assert not Round.objects.exists() and not Seat.objects.exists()
    published = cast.next_round(event)
    with cast.refused("its seating stays"):
        rounds.withdraw_draw(published, "system")
    with cast.refused("already been published"):
        rounds.publish_round(published, "system")


def test_a_round_with_missing_deals_closes_only_when_the_organiser_insists() -> None:
    event = cast.playing(players=8)
    round = cast.round_of(event)
    with cast.refused("Table 1: 4 deals missing; Table 2: 4"):
        rounds.close_round(round, "system")
    rounds.close_round(round, "system", reason="Not all came.")
    with cast.refused("still open"):
        rounds.close_round(round, "system", reason="Not all came.")
    rounds.reopen_round(round, "system")
    cast.play_round(event)
    rounds.close_round(round, "system")
    assert cast.round_of(event).closed
    for number in (2, 3):
        cast.next_round(event)
        cast.play_round(event, number)
        rounds.close_round(cast.round_of(event, number), "system")
    with cast.refused("Round 3 has begun: the desk can type and correct"):
        rounds.reopen_round(round, "system")


def test_a_table_of_five_rests_its_dealer() -> None:
    event = cast.event(players=5, deals_per_round=5)
    round = cast.given_round(event, [[1, 2, 3, 4, 5]])
    rounds.publish_round(round, "system")
    cast.write(cast.table(event), 1, {**cast.result(declarers=(2, 4)), "seats": [2, 3, 4, 5]})
    with cast.refused():
        cast.write(cast.table(event), 2, cast.result(declarers=(2, 4)))
    cast.write(cast.table(event), 2, cast.result(declarers=(1, 4)))

    assert [total.points for total in sheet(cast.table(event)).totals] == [10, 10, 0, 20, 0]


@pytest.mark.parametrize(
    ("position", "number", "from_deal", "told"),
    [(1, 99, 2, "No player has"), (5, 9, 2, "Nobody sits"), (1, 9, 0, "no such deal"), (1, 9, 5, "no such deal")],
)
def test_a_substitute_who_cannot_sit_there_is_refused(position: int, number: int, from_deal: int, told: str) -> None:
    event = cast.playing(players=8)
    cast.registration.add_entries(event, "system", [cast.Entrant("Spare Hand", number=9)])
    with cast.refused(told):
        substitute(cast.table(event), "system", position, number, from_deal)


def test_who_sat_there_comes_back_and_nobody_came_where_nothing_was_played_meanwhile() -> None:
    event = cast.playing(players=8)
    cast.registration.add_entries(event, "system", [cast.Entrant(f"Spare {n}", number=n) for n in (9, 10)])
    table, first = cast.table(event), cast.seated(cast.table(event))[1]

    def seats() -> list[tuple[int, int]]:
        rows = Seat.objects.filter(table=table, position=1).order_by("from_deal")
        return list(rows.values_list("from_deal", "entry__number"))

    cast.write(table, 1)
    substitute(table, "system", 1, 9, 2)
    substitute(table, "system", 1, 10, 2)  # the wrong one first
    substitute(table, "system", 1, first, 2)
    assert seats() == [(1, first)]
    with cast.nothing_written():
        substitute(table, "system", 1, first, 2)
    substitute(table, "system", 1, 9, 2)
    cast.write(table, 2)
    substitute(table, "system", 1, first, 3)
    cast.write(table, 3)
    assert seats() == [(1, first), (2, 9), (3, first)]
    points = {(total.entry, total.until): total.points for total in sheet(cast.table(event)).totals}
    assert (points[first, None], points[9, 2]) == (20, 10)
    with cast.refused("already has a seat"):
        substitute(table, "system", 2, 9, 4)


def test_a_renewed_link_kills_the_old_one() -> None:
    event = cast.playing()
    old = cast.token(cast.table(event))
    renew_link(cast.table(event), "system")
    assert cast.token(cast.table(event)) != old
    with pytest.raises(cast.access.DeadLinkError):
        cast.access.captain(old)


def test_links_die_when_their_round_closes() -> None:
    event = cast.playing()
    token = cast.token(cast.table(event))
    assert cast.access.captain(token)[0] == cast.table(event)
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    with pytest.raises(cast.access.DeadLinkError):
        cast.access.captain(token)


@pytest.mark.parametrize("token", ["", "x", "1", "1-", "1-aaaa", "-1-a", "999999999999999999999-a", "１-a", "1-é"])
def test_junk_is_no_link(token: str) -> None:
    cast.playing()
    with pytest.raises(cast.access.DeadLinkError):
        cast.access.captain(token)


@pytest.mark.parametrize(
    "change",
    [
        {"name": " "},
        {"planned_rounds": 0},
        {"deals_per_round": 101},
        {"tie_breaks": ["weather"]},
        {"tie_breaks": ["lot", "lot"]},
        {"languages": []},
        {"ends_on": cast.date(2020, 1, 1)},
    ],
)
def test_a_plan_no_event_can_have_is_refused(change: dict[str, Any]) -> None:
    event = cast.event(players=0)
    with cast.refused(status=422):
        events.change_event(event, "system", replace(cast.plan(), **change))


@pytest.mark.parametrize("slug", ["", "A", "a b", "-a", "a--b", "x" * 61, "é"])
def test_an_address_is_made_of_small_letters_digits_and_hyphens(slug: str) -> None:
    with cast.refused():
        events.make_event("system", slug, cast.plan())


def test_an_address_belongs_to_one_event() -> None:
    cast.event(players=0)
    with cast.refused("already an event"):
        events.make_event("system", "ledegem", cast.plan())


def test_the_plan_leaves_the_rules_as_they_are() -> None:
    event = cast.event(players=0, rules="wallonia")
    events.change_event(event, "system", cast.plan("flanders", name="Another name"))
    event = cast.fresh(event)
    assert (event.name, event.rules["key"]) == ("Another name", "wallonia")


def test_an_old_line_of_the_logbook_still_changes_the_rules() -> None:
    event = cast.event(players=0)
    with logbook.locked_event(event) as event:
        logbook.write(event, "system", "change_event", {"plan": events.sealed_plan(event, cast.plan("wallonia"))})
    assert cast.fresh(event).rules["key"] == "wallonia"


def test_an_event_goes_forward_one_step_at_a_time() -> None:
    event = cast.event(players=0)
    for state in ("closed", "rehearsal", "archived"):
        with cast.refused("cannot change"):
            events.change_state(event, "system", state)
    for state in ("live", "closed", "live", "closed", "archived"):
        events.change_state(event, "system", state)
    with cast.refused("cannot change"):
        events.change_state(event, "system", "live")


def test_an_event_keeps_one_organiser() -> None:
    event = cast.event(players=0)
    organiser = cast.organiser(event)
    with cast.refused("at least one organiser"):
        cast.members.revoke_role(event, "system", organiser, "organiser")
    cast.member(event, "organiser", "second")
    cast.members.revoke_role(event, "system", organiser, "organiser")
    with cast.refused("does not have"):
        cast.members.revoke_role(event, "system", organiser, "organiser")
    with cast.refused("role does not exist"):
        cast.members.grant_role(event, "system", organiser, "king")


def test_who_comes_or_leaves_during_the_draw_is_drawn_for(monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.event(players=9)
    cast.registration.check_in(cast.entry(event, 9), "system", False)
    drawn: list[int] = []

    def interrupted(there: DrawField, *rest: Any, **more: Any) -> Any:
        drawn.append(len(there.players))
        if len(drawn) == 1:
            cast.registration.withdraw(cast.entry(event, 1), "system", "Ill.")
            cast.registration.check_in(cast.entry(event, 9), "system", True)
        return draw(there, *rest, **more)

    draw = drawing.draw
    monkeypatch.setattr(drawing, "draw", interrupted)
    cast.next_round(event)
    assert sorted(chain(*tables(event, 1))) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert drawn == [8, 8]
