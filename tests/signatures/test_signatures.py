"""Signing and disputing: what each writes, and every case in which it is refused without a trace."""

import pytest

from tests.support.events import cast
from tests.support.events.signing import (
    PHONE,
    PIN,
    Policy,
    correct,
    dispute,
    now,
    players,
    proved,
    seated,
    sign,
)
from tournament.acts.event import events
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, signatures, tables
from tournament.models import Event, Signature, Table
from tournament.progress.signing import SignedChange, open_disputes

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return seated()


@pytest.fixture
def by_deal() -> Table:
    return cast.table(seated(Policy.DEALS))


# --- Every player, at the end of the round ---------------------------------------------------------------------


def test_the_fourth_signature_closes_the_table(table: Table) -> None:
    cast.play(table)
    for at, number in enumerate(players(table), 1):
        assert now(table).unsigned == players(table)[at - 1 :]
        sign(table, number, how=PIN if at == 2 else PHONE)
        assert cast.table(table.round.event).closed == (at == 4)
    hows = list(Signature.objects.order_by("number").values_list("how", "number"))
    assert hows == [("phone", 1), ("pin", 2), ("phone", 3), ("phone", 4)]
    with cast.refused("This table is closed", 409):
        cast.write(table, 1)
    assert proved(table.round.event)


def test_what_was_shown_is_kept(table: Table) -> None:
    cast.play(table)
    rulings.penalise(table.round.event, "user:1", "noise", {players(table)[0]: -3}, "Noise.", table=table)
    sign(table, players(table)[0])
    shown = Signature.objects.get().shown
    assert [number for number, _points in shown["deals"]] == [1, 2, 3, 4]
    assert shown["decided"] == -3 and shown["total"] == sum(points for _n, points in shown["deals"]) - 3


def test_signing_twice_writes_once(table: Table) -> None:
    cast.play(table)
    sign(table, players(table)[0])
    with cast.nothing_written():
        sign(table, players(table)[0])


def test_nobody_signs_a_column_with_gaps_or_what_was_not_shown(table: Table) -> None:
    number = players(table)[0]
    cast.write(table, 1)
    with cast.refused("These deals are still missing: 2, 3, 4", 409):
        sign(table, number)
    for deal in (2, 3, 4):
        cast.write(table, deal)
    seen = now(table).version_token(number)
    correct(table, 2)
    with cast.refused("in the meantime", 409):
        signatures.sign(table, f"entry:{number}", number, seen=seen)
    with cast.refused("not sit at this table", 422):
        sign_elsewhere(table)
    with cast.refused("not signed in this event", 409):
        signatures.sign(table, f"entry:{number}", number, deal=1)


def sign_elsewhere(table: Table) -> None:
    stranger = cast.seated(cast.table(table.round.event, 2))[1]
    signatures.sign(table, f"entry:{stranger}", stranger)


def test_a_change_asks_for_the_signature_again_and_says_what_changed(table: Table) -> None:
    cast.play(table)
    one, two = players(table)[0], players(table)[1]
    sign(table, two)
    signed = now(table).last(two)
    assert signed and now(table).changes(signed) == []
    before = dict(signed.shown["deals"])[2]
    correct(table)
    after = now(table).current_content(two)["deals"][1][1]
    assert now(table).changes(signed) == [SignedChange(2, before, after)] and before != after
    assert two in now(table).unsigned
    sign(table, two)
    assert Signature.objects.filter(entry__number=two).count() == 2 and now(table).unsigned == [
        one,
        *players(table)[2:],
    ]


def test_a_later_correction_leaves_the_table_closed_and_tells_who_signed(table: Table) -> None:
    cast.play(table)
    for number in players(table):
        sign(table, number)
    correct(table)
    state = now(table)
    assert cast.table(table.round.event).closed and [state.changes(one)[0].deal for one in state.signatures] == [2] * 4


def test_the_captain_does_not_close_a_table_that_is_not_signed(table: Table) -> None:
    cast.play(table)
    with cast.refused("Signatures are missing", 409):
        deals.close_table(table, "table:1/1")
    for number in players(table):
        sign(table, number)
    deals.reopen_table(table, "user:1")
    deals.close_table(table, "table:1/1")


def test_after_the_round_and_after_the_event_nobody_signs(event: Event, table: Table) -> None:
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), "system")
    with cast.refused("This round is closed", 409):
        sign(table, players(table)[0])
    events.change_state(cast.fresh(event), "system", Event.State.CLOSED)
    with cast.refused("This event is closed", 409):
        sign(table, players(table)[0])


def test_who_left_signs_their_own_deals_and_nobody_waits_for_them(table: Table) -> None:
    left = players(table)[1]
    cast.write(table, 1)
    late = registration.add_entries(table.round.event, "system", [Entrant("Zita Laat")])[0]
    tables.substitute(table, "user:1", 2, late.number, 2)
    sign(table, left)
    assert [number for number, _points in Signature.objects.get().shown["deals"]] == [1]
    for deal in (2, 3, 4):
        cast.write(table, deal)
    for number in (players(table)[0], late.number, *players(table)[2:]):
        sign(table, number)
    assert cast.table(table.round.event).closed and now(table).signed(left)


# --- Each deal -------------------------------------------------------------------------------------------------


def test_anybody_but_the_writer_confirms_a_deal(by_deal: Table) -> None:
    one, _two, _three, writer = players(by_deal)
    cast.play(by_deal)
    with cast.refused("somebody other than the writer", 409):
        sign(by_deal, writer, deal=1)
    with cast.refused("not signed in this event", 409):
        sign(by_deal, one)
    for deal in (1, 2, 3, 4):
        assert now(by_deal).unconfirmed == list(range(deal, 5))
        sign(by_deal, one, deal=deal)
    assert cast.table(by_deal.round.event).closed
    assert proved(by_deal.round.event)


def test_the_writer_is_whose_phone_writes_now(by_deal: Table) -> None:
    one, _two, _three, captain = players(by_deal)
    cast.play(by_deal)
    Table.objects.filter(pk=by_deal.pk).update(writer=1)
    with cast.refused("somebody other than the writer", 409):
        sign(by_deal, one, deal=1)
    sign(by_deal, captain, deal=1)
    assert 1 not in now(by_deal).unconfirmed


def test_a_deal_is_confirmed_in_any_order_but_not_before_it_is_written(by_deal: Table) -> None:
    one, two, *_others = players(by_deal)
    cast.write(by_deal, 1)
    sign(by_deal, one, deal=1)
    with cast.refused("Deal 2 has not been recorded", 409):
        sign(by_deal, one, deal=2)
    for deal in (0, 5):
        with cast.refused("no such deal", 422):
            signatures.sign(by_deal, f"entry:{one}", one, deal=deal)
    seen = now(by_deal).version_token(two, 1)
    deals.undo_deal(by_deal, "table:1/1", 1, replaces=1)
    cast.write(by_deal, 1, cast.result(tricks=8))
    with cast.refused("in the meantime", 409):
        signatures.sign(by_deal, f"entry:{two}", two, deal=1, seen=seen)
    assert 1 in now(by_deal).unconfirmed


# --- Disputes --------------------------------------------------------------------------------------------------


def test_a_dispute_is_seen_until_it_is_resolved(event: Event, table: Table) -> None:
    one, *others = players(table)
    cast.play(table)
    dispute(table, one)
    for number in others:
        sign(table, number)
    assert [(row.deal, row.text) for row in open_disputes(event)] == [(2, "I made nine.")]
    signatures.resolve_dispute(table, "user:1", 1, "Counted again: eight.")
    row = Signature.objects.get(number=1)
    assert (row.resolution, row.resolved_by) == ("Counted again: eight.", "user:1") and not open_disputes(event)
    assert not cast.table(event).closed
    sign(table, one)
    assert cast.table(event).closed and proved(event)


def test_resolving_the_last_thing_open_closes_the_table(event: Event, table: Table) -> None:
    one, *others = players(table)
    cast.play(table)
    for number in players(table)[:3]:
        sign(table, number)
    dispute(table, one)
    sign(table, players(table)[3])
    assert not cast.table(event).closed
    signatures.resolve_dispute(table, "user:1", 4, "Counted again: eight.")
    assert cast.table(event).closed and others


def test_who_signs_after_all_ends_their_own_disputes(event: Event, table: Table) -> None:
    one, two, *_others = players(table)
    cast.play(table)
    dispute(table, one)
    dispute(table, two, text="So did I.")
    sign(table, one)
    assert [row.entry.number for row in open_disputes(event)] == [two]


def test_what_is_no_dispute_is_refused(event: Event, table: Table) -> None:
    one = players(table)[0]
    cast.write(table, 1)
    cast.write(table, 2)
    with cast.refused("Say what is wrong", 422):
        dispute(table, one, text=" ")
    with cast.refused("at most 500", 422):
        dispute(table, one, text="x" * 501)
    with cast.refused("not been recorded yet", 409):
        dispute(table, one, deal=3)
    with cast.refused("no such deal", 422):
        dispute(table, one, deal=9)
    with cast.refused("not sit at this table", 422):
        dispute(table, cast.seated(cast.table(event, 2))[1])
    with cast.refused("in the meantime", 409):
        dispute(table, one, seen="0" * 32)
    dispute(table, one)
    with cast.nothing_written():
        dispute(table, one)
    with cast.refused("already in dispute", 409):
        dispute(table, one, text="Something else.")


def test_a_dispute_is_resolved_once(table: Table) -> None:
    cast.play(table)
    dispute(table, players(table)[0])
    with cast.refused("Say how", 422):
        signatures.resolve_dispute(table, "user:1", 1, "")
    for number in (0, 2):
        with cast.refused("no such dispute", 404):
            signatures.resolve_dispute(table, "user:1", number, "Eight.")
    signatures.resolve_dispute(table, "user:1", 1, "Eight.")
    with cast.nothing_written():
        signatures.resolve_dispute(table, "user:1", 1, "Eight.")
    with cast.refused("resolved in the meantime", 409):
        signatures.resolve_dispute(table, "user:2", 1, "Nine.")
