"""Two players sat in each other's place: put right by name or by place, at one table or two, undone, and proved."""

from typing import Any

import pytest

from tests.support.events import cast, finals
from tests.support.events.laid_again import laid_again
from tests.support.events.signing import proved
from tournament import links
from tournament.acts.jury import rulings
from tournament.acts.people.registration import Entrant, add_entries, check_in
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, redeals, tables
from tournament.acts.table.swapped_seats import swap_seats, tables_token
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting
from tournament.models import Decision, Event, Table
from tournament.ranking import facts, live
from tournament.ranking.outcomes import outcome
from tournament.ranking.swapped_seats import SeatSwap
from tournament.views.player import page as views_own

pytestmark = pytest.mark.django_db
BY, WHY = "system", "They had read the wrong line."


@pytest.fixture
@laid_again
def event() -> Event:
    """Two tables that played four deals each: each seat in turn makes eight tricks of a solo."""
    return cast.played(8)


def at(table: Table, one: int = 1, other: int = 2, *, from_deal: int = 1, by_name: bool = False) -> SeatSwap:
    return SeatSwap(((table.number, one), (table.number, other)), from_deal, by_name)


def given(table: Table) -> list[dict[int, int]]:
    """What each deal gave, by entry number."""
    found = facts.table(cast.table(table.round.event, table.number))
    ruleset = facts.ruleset(table.round.event)
    return [
        {found.entry(seat, deal): points for seat, points in outcome(found.deal(deal), ruleset).points(ruleset).items()}
        for deal in sorted(found.deals)
    ]


def seats(table: Table) -> list[tuple[int, int, int]]:
    return sorted(table.seats.values_list("position", "from_deal", "entry__number"))


def swap(table: Table, asked: SeatSwap, **more: Any) -> None:
    swap_seats(cast.table(table.round.event, table.number), BY, asked, WHY, **more)


# --- At one table ----------------------------------------------------------------------------------------------------


def test_by_place_the_points_go_to_who_sat_there(event: Event) -> None:
    table = cast.table(event)
    one, other = cast.seated(table)[1], cast.seated(table)[2]
    before = given(table)
    swap(table, at(table, from_deal=2))
    exchanged = {one: other, other: one}
    after = [{exchanged.get(who, who): points for who, points in deal.items()} for deal in before]
    assert given(table) == [before[0], *after[1:]]
    assert (1, 2, other) in seats(table) and (2, 2, one) in seats(table) and (1, 1, one) in seats(table)
    assert [cast.stored(table, deal)["declarers"] for deal in (1, 2)] == [[1], [2]]
    assert proved(event)


def test_by_name_everybody_keeps_what_was_written_and_the_places_change(event: Event) -> None:
    table = cast.table(event)
    before, one = given(table), cast.seated(table)[1]
    rulings.rule(table, BY, 3, "result", "Claimed.", kind="ruling", result=cast.result("S6", (2,), 5), about=[2])
    before = given(table)
    swap(table, at(table, from_deal=2, by_name=True))
    assert given(table) == before
    assert [cast.stored(table, deal)["declarers"] for deal in (1, 2)] == [[1], [1]]
    ruled = Decision.objects.get(kind="ruling")
    assert ruled.result and (ruled.about, ruled.result["declarers"]) == ([1], [1])
    assert (2, 2, one) in seats(table)
    assert proved(event)


@pytest.mark.parametrize("by_name", [False, True])
def test_doing_it_again_undoes_it(event: Event, by_name: bool) -> None:
    table = cast.table(event)
    redeals_of(event)
    before, sat, paid = given(table), seats(table), _paid()
    swap(table, at(table, from_deal=2, by_name=by_name))
    assert seats(table) != sat
    swap(table, at(table, from_deal=2, by_name=by_name))
    assert (given(table), seats(table), _paid()) == (before, sat, paid)
    assert proved(event)


def redeals_of(event: Event) -> None:
    """The second deal is taken back to its dealer, who misdeals once; then it is written again."""
    table = cast.table(event)
    for number in (4, 3, 2):
        deals.undo_deal(table, BY, number, replaces=1)
    redeals.misdeal(table, BY, 2, waived=False)
    for number in (2, 3, 4):
        cast.write(table, number)


def _paid() -> dict[int, int]:
    return cast.given(Decision.objects.get(kind=Decision.MISDEAL))


def test_what_the_dealer_paid_follows_the_place(event: Event) -> None:
    redeals_of(event)
    table = cast.table(event)
    one, other = cast.seated(table)[1], cast.seated(table)[2]
    assert _paid()[other] == -3 and _paid()[one] == 1
    swap(table, at(table, from_deal=2))
    assert _paid()[one] == -3 and _paid()[other] == 1
    assert proved(event)


def test_a_substitute_who_came_later_moves_with_the_place() -> None:
    event = cast.playing(4, deals=4)
    table = cast.table(event)
    (stranger,) = add_entries(event, BY, [Entrant("Zoë Timmermans")])
    check_in(stranger, BY, True)
    cast.write(table, 1)
    tables.substitute(table, BY, 1, stranger.number, 3)
    one, other = cast.seated(table)[1], cast.seated(table)[2]
    swap(table, at(table, from_deal=2))
    sat = seats(table)
    assert {(1, 1, one), (1, 2, other), (2, 1, other), (2, 2, one), (2, 3, stranger.number)} <= set(sat)
    swap(table, at(table, from_deal=2))
    assert (1, 3, stranger.number) in seats(table) and len(seats(table)) == 5
    assert proved(event)


def test_who_keeps_score_stays_the_same_person(event: Event) -> None:
    table = cast.table(event)
    swap(table, at(table, 1, 4))
    assert cast.table(event).captain == 1


def test_at_a_table_of_five_a_deal_cannot_be_by_name_if_one_of_the_two_sat_it_out() -> None:
    event = cast.event(5, deals_per_round=5)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4, 5]]), BY)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S6", (2,), 6))
    with cast.refused("Deal 1 cannot be by name"):
        swap(table, at(table, by_name=True))
    swap(table, at(table))
    assert given(table) == [{1: 12, 3: 0, 4: 0, 5: 0}]
    assert proved(event)


def test_points_that_were_typed_are_mapped_too() -> None:
    event = finals.planned(finals.stages())
    table = cast.table(event)
    cast.write(table, 1, {"points": {"1": 5, "2": -5, "3": 0, "4": 12}})
    before = given(table)
    swap(table, at(table, by_name=True))
    assert given(table) == before and cast.stored(table, 1)["points"]["2"] == 5


# --- At two tables -----------------------------------------------------------------------------------------------


def test_at_two_tables_the_points_go_to_who_sat_there(event: Event) -> None:
    first, second = cast.table(event), cast.table(event, 2)
    one, other = cast.seated(first)[1], cast.seated(second)[3]
    here, there = given(first), given(second)
    asked = SeatSwap(((1, 1), (2, 3)), 3, False)
    swap(first, asked, seen=tables_token(first.round, asked))
    assert given(first)[:2] == here[:2] and given(second)[:2] == there[:2]
    assert given(first)[2][other] == here[2][one] and given(second)[2][one] == there[2][other]
    assert proved(event)
    history = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/1/tables/2/deals/3/")
    assert "Swapped seats put right" in cast.shown(history)
    with cast.refused("only have been written by place"):
        swap(first, SeatSwap(((1, 1), (2, 3)), 3, True))


def test_from_the_first_deal_on_it_counts_as_an_exchange_by_hand(event: Event) -> None:
    first = cast.table(event)
    one, other = cast.seated(first)[1], cast.seated(cast.table(event, 2))[1]
    swap(first, SeatSwap(((1, 1), (2, 1)), 1, False))
    assert cast.round_of(event).exchanged == [[one, 1, other, 2]]
    page = cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rounds/1/")
    assert "They had read the wrong line." in cast.shown(page)


# --- Refused, sent again, shown ----------------------------------------------------------------------------------


def test_what_cannot_be_is_refused(event: Event) -> None:
    table = cast.table(event)
    with cast.nothing_written():
        for asked, sentence in (
            (at(table, 1, 1), "two different players"),
            (at(table, 1, 5), "Nobody sits there"),
            (SeatSwap(((1, 1), (9, 1)), 1, False), "Nobody sits there"),
            (at(table, from_deal=5), "no such deal"),
        ):
            with pytest.raises(UserError, match=sentence):
                swap(table, asked)
        with pytest.raises(UserError, match="in the meantime"):
            swap(table, at(table), seen="another")
        with pytest.raises(UserError, match="Enter a reason"):
            swap_seats(table, BY, at(table), " ")


def test_a_form_that_is_sent_twice_is_done_once(event: Event) -> None:
    table = cast.table(event)
    asked = at(table)
    seen = tables_token(table.round, asked)
    swap(table, asked, seen=seen, key="k")
    with cast.nothing_written():
        swap(table, asked, seen=seen, key="k")
        with pytest.raises(UserError, match="in the meantime"):
            swap(table, asked, seen=seen, key="other")


def test_after_the_hour_only_the_head_jury_does(event: Event) -> None:
    cast.let_pass(event)
    table = cast.table(event)
    with cast.refused("Only the head jury"):
        swap(table, at(table))


@pytest.mark.parametrize("open", [True, False])
def test_those_who_had_seen_the_sheet_are_told(event: Event, open: bool) -> None:
    table = cast.table(event)
    if not open:
        deals.close_table(table, cast.captain(table))
    swap(table, at(table, from_deal=3))
    found = facts.table(cast.table(event))
    assert [bool(found.deal(number).corrected) for number in (1, 2, 3, 4)] == [False, False, True, True]


def test_the_page_asks_shows_the_effect_and_does_it(event: Event) -> None:
    browser, path = cast.client(cast.organiser(event)), f"/staff/{event.slug}/rounds/1/tables/1/swap/"
    assert "by name or by place?" in cast.shown(browser.get(path))
    others = [cast.client(who) for who in (cast.desk(event), cast.juror(event), cast.auditor(event))]
    asked = "?one=1-1&other=1-2&from_deal=2&written=place"
    page = browser.get(path + asked)
    assert "Table 1, deal 2" in cast.shown(page)
    sent = cast.filled_in(page)
    with cast.nothing_written():
        assert browser.get(f"{path}?one=1-1&other=1-2").status_code == 422
        assert browser.get(f"{path}?one=2-1&other=1-2&from_deal=1&written=place").status_code == 422
        assert browser.post(path + asked, {**sent, "reason": ""}).status_code == 422
        assert browser.post(path + asked, {**sent, "of": "x", "reason": WHY}).status_code == 409
        assert browser.get(f"{path}?one=1-1&other=1-1&from_deal=1&written=name").status_code == 422
        assert {other.get(path).status_code for other in others} == {403}
    assert browser.post(path + asked, {**sent, "reason": WHY}).status_code == 303
    assert "Nobody’s points change" in cast.shown(browser.get(path + asked.replace("place", "name")))


def test_file_and_replay_give_the_same(event: Event) -> None:
    table = cast.table(event)
    swap(table, at(table, from_deal=2, by_name=True))
    swap(table, SeatSwap(((1, 1), (2, 3)), 3, False))
    again = logbook_file.replay(list(logbook_file.lines(cast.fresh(event))), slug="again")
    assert exporting.document(again)["rounds"] == exporting.document(cast.fresh(event))["rounds"]


def test_other_pages_and_the_next_draw_know_where_they_sit(event: Event) -> None:
    first = cast.table(event)
    one, other = cast.seated(first)[1], cast.seated(cast.table(event, 2))[3]
    swap(first, at(first, from_deal=2))
    swap(first, SeatSwap(((1, 3), (2, 3)), 3, False))
    staff, public = cast.client(cast.organiser(event)), cast.client()
    for number in cast.seated(first).values():
        page = public.get(f"{event.get_absolute_url()}player/{number}/")
        assert page.status_code == 200
    assert staff.get(f"/staff/{event.slug}/rounds/1/tables/1/").status_code == 200
    for number in (one, other):
        page = public.get(f"/p/{links.personal_token(cast.entry(event, number))}/")
        assert page.status_code == 200
    assert "seat 2" in cast.shown(public.get(f"/p/{links.personal_token(cast.entry(event, one))}/"))
    assert views_own.sits(cast.entry(event, one), first)
    rounds.close_round(cast.round_of(event), BY)
    cast.next_round(event)
    total = sum(place.standing.row.points for place in live.ranking(cast.fresh(event), public=True).places)
    assert total == sum(sum(deal.values()) for table in (1, 2) for deal in given(cast.table(event, table)))
