"""A publication withdrawn: what it leaves standing, what is in its way, and what nobody can do any more."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.by_hand import WHY, published, same_after_a_copy
from tests.support.events.drawn import BY, drawn, seats
from tests.support.pages.reading import read
from tournament import guards, links
from tournament.acts.jury import rulings
from tournament.acts.kernel.unpublished import seating_token
from tournament.acts.rounds import rounds
from tournament.acts.rounds.promises import promise_draw
from tournament.acts.rounds.publication import withdraw_publication
from tournament.acts.rounds.seat_swaps import exchange_places
from tournament.acts.table import deals, redeals
from tournament.acts.table.tables import choose_captain, renew_link, substitute, take_table
from tournament.draw.promises import open_promise
from tournament.errors import UserError
from tournament.models import Decision, Draw, Event, Promise, Round, Table, Withdrawal

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_publication_is_withdrawn_and_the_draw_stays() -> None:
    guards.lay()
    event = published()
    before, token = seats(event), cast.token(cast.table(event))
    assert cast.client().get(f"/t/{token}/").status_code == 200
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert seats(event) == before
    round = cast.round_of(event)
    assert (round.published, round.withdrawal and round.withdrawal.reason) == (False, WHY)
    assert "withdrawn" in cast.shown(cast.client().get(f"/t/{token}/"))
    assert cast.client().get(f"/t/{token}/").status_code == 404
    same_after_a_copy(event)
    rounds.publish_round(round, BY)
    assert cast.client().get(f"/t/{token}/").status_code == 404
    assert cast.client().get(f"/t/{cast.token(cast.table(event))}/").status_code == 200
    same_after_a_copy(event)


def test_a_secret_that_was_revealed_is_good_for_no_other_draw() -> None:
    event = cast.event(16)
    promise_draw(event, BY)
    first = drawn(event, 1, publish=True)
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert Promise.objects.get().spent
    rounds.withdraw_draw(cast.round_of(event), BY)
    assert not Draw.objects.exists() and open_promise(event) is None
    same_after_a_copy(event)
    assert promise_draw(event, BY).commitment != first.commitment
    assert drawn(event, 1).promise == Promise.objects.get(number=2)
    assert cast.round_of(event).withdrawal is None


def test_a_secret_that_was_not_revealed_keeps_its_promise() -> None:
    event = cast.event(16)
    promise_draw(event, BY)
    drawn(event, 2)
    rounds.publish_round(cast.round_of(event), BY)
    withdraw_publication(cast.round_of(event), BY, WHY)
    rounds.withdraw_draw(cast.round_of(event), BY)
    assert open_promise(event) == Promise.objects.get()


def test_rounds_after_it_are_withdrawn_too_and_everybody_can_count_it() -> None:
    event = published(count=3)
    withdraw_publication(cast.round_of(event, 2), BY, WHY)
    assert [round.published for round in Round.objects.all()] == [True, False, False]
    page = read(f"/e/{event.slug}/draws/")
    assert "Publications withdrawn: 1" in page and "Rounds 2 to 3" in page and "Verbruggen" not in page
    rounds.withdraw_draw(cast.round_of(event, 2), BY)
    assert "Publications withdrawn: 1" in read(f"/e/{event.slug}/draws/")
    assert Withdrawal.objects.get().rounds.count() == 0


def _passes(event: Event) -> None:
    redeals.all_pass(cast.table(event, 2), BY, 1)


def _ruled(event: Event) -> None:
    rulings.rule(cast.table(event, 2), BY, 1, "annulled", "Marked cards.")


def _undone(event: Event) -> None:
    cast.write(cast.table(event, 2), 1, key="written")
    deals.undo_deal(cast.table(event, 2), BY, 1, replaces=1, key="undone")


def _fined(event: Event) -> None:
    rulings.penalise(event, BY, "noise", {1: -3}, "Noise.", table=cast.table(event, 2))


def _sat_in(event: Event) -> None:
    [late] = cast.registration.add_entries(event, BY, [cast.Entrant("Invaller")])
    substitute(cast.table(event, 2), BY, 1, late.number, 2)


@pytest.mark.parametrize("happened", [_passes, _ruled, _undone, _fined, _sat_in])
def test_once_anything_happened_the_publication_stands(happened: Any) -> None:
    event = published()
    happened(event)
    with cast.refused("table 2 has started", 409):
        withdraw_publication(cast.round_of(event), BY, WHY)


def test_nothing_is_done_in_a_round_that_was_withdrawn_and_rejected_meanwhile() -> None:
    event = published()
    round, table = cast.round_of(event), cast.table(event)
    withdraw_publication(round, BY, WHY, seen=seating_token(Round.objects.filter(pk=round.pk)))
    rounds.withdraw_draw(round, BY)
    late: list[Callable[[], object]] = [
        lambda: deals.record_deal(table, BY, 1, cast.result()),
        lambda: redeals.all_pass(table, BY, 1),
        lambda: rounds.close_round(round, BY),
        lambda: rounds.reopen_round(round, BY),
        lambda: rounds.show_round(round, BY, False),
    ]
    for act in late:
        with cast.refused("in the meantime"):
            act()


AT_A_TABLE_THAT_WAITS: dict[str, Callable[[Table], object]] = {
    "another captain": lambda table: choose_captain(table, BY, 2, key="a page"),
    "another link": lambda table: renew_link(table, BY, key="a page"),
}
AT_A_TABLE_THAT_MAY_BEGIN = {
    **AT_A_TABLE_THAT_WAITS,
    "a phone": lambda table: take_table(table, BY, "a" * 64, 2, key="a page"),
}


@pytest.mark.long
@pytest.mark.parametrize("act", AT_A_TABLE_THAT_WAITS)
def test_a_draw_is_rejected_whatever_the_desk_did_at_its_tables(act: str) -> None:
    event = published()
    round = cast.round_of(event)
    withdraw_publication(round, BY, WHY, seen=seating_token(Round.objects.filter(pk=round.pk)))
    AT_A_TABLE_THAT_WAITS[act](cast.table(event))
    rounds.withdraw_draw(round, BY)
    assert not Round.objects.filter(event=event).exists()
    same_after_a_copy(event)


@pytest.mark.long
@pytest.mark.parametrize("act", AT_A_TABLE_THAT_MAY_BEGIN)
def test_what_is_set_up_at_a_table_does_not_keep_a_publication(act: str) -> None:
    event = published()
    AT_A_TABLE_THAT_MAY_BEGIN[act](cast.table(event))
    link = cast.token(cast.table(event))
    one, other = (cast.seated(cast.table(event, number))[1] for number in (1, 2))
    exchange_places(cast.round_of(event), BY, (one, other), WHY)
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert not cast.round_of(event).published
    assert cast.client().get(f"/t/{link}/").status_code == 404
    same_after_a_copy(event)
    rounds.publish_round(cast.round_of(event), BY)
    redeals.all_pass(cast.table(event), BY, 1, key="a phone")
    with cast.refused("table 1 has started"):
        withdraw_publication(cast.round_of(event), BY, WHY)


def test_the_jury_decides_nothing_about_a_table_whose_publication_was_withdrawn_meanwhile() -> None:
    event = published()
    round, table = cast.round_of(event), cast.table(event)
    withdraw_publication(round, BY, WHY, seen=seating_token(Round.objects.filter(pk=round.pk)))
    for act in (
        lambda: rulings.rule(table, BY, 1, "annulled", "Cards on the floor."),
        lambda: rulings.penalise(event, BY, "card-by-mistake", {1: -3}, "Once.", table=table, deal=1),
    ):
        with cast.refused("has not been published"):
            act()
    rounds.withdraw_draw(round, BY)
    assert not Decision.objects.exists()


def test_what_is_withdrawn_is_what_was_looked_at_once_and_for_a_reason() -> None:
    event = published()
    seen = seating_token(Round.objects.all())
    with cast.refused("Enter a reason"):
        withdraw_publication(cast.round_of(event), BY, "  ", seen=seen)
    with cast.refused("in the meantime"):
        withdraw_publication(cast.round_of(event), BY, WHY, seen="another")
    withdraw_publication(cast.round_of(event), BY, WHY, seen=seen)
    with cast.nothing_written():
        withdraw_publication(cast.round_of(event), BY, WHY, seen=seen)
        with pytest.raises(UserError, match="is not published"):
            withdraw_publication(cast.round_of(event), BY, "Another reason.", seen=seen)


def test_links_of_an_issue_before_are_told_apart_from_a_strangers() -> None:
    event = published()
    old = cast.token(cast.table(event))
    withdraw_publication(cast.round_of(event), BY, WHY)
    assert "withdrawn" in cast.shown(cast.client().get(f"/t/{old}/"))
    stranger = links.token("table", cast.table(event).pk, 77)
    assert "withdrawn" not in cast.shown(cast.client().get(f"/t/{stranger}/"))
