"""Guessing PINs from many addresses: what one table takes in an hour, and who goes on after that."""

from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.servers.nightly import by_day
from tournament import links
from tournament.models import Event, Signature, Table
from tournament.progress.signing import signing
from tournament.views.player.reading_link import reading_path
from tournament.views.shared import pins

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    table = cast.table(cast.playing(players=8, deals=1, confirmation=Event.Confirmation.PLAYERS))
    cast.play(table)
    return cast.table(table.round.event)


def guessed(address: str, known: set[str], addresses: int) -> list[int]:
    """The answers to six wrong PINs from each of so many addresses."""
    wrong = next(f"{number:04}" for number in range(9) if f"{number:04}" not in known)
    places = [f"192.0.2.{place}" for place in range(addresses) for _time in range(6)]
    return [cast.client().post(address, {"pin": wrong}, REMOTE_ADDR=place).status_code for place in places]


def written(table: Table) -> str:
    return reading_path(links.reading_token(table)) + "write/"


def four(table: Table) -> set[str]:
    return {links.pin(row.entry) for row in table.seats.all()}


def signed(client: Client, table: Table, number: int, **place: Any) -> int:
    sent = {"pin": links.pin(cast.entry(table.round.event, number)), "seen": signing(table).version_token(number)}
    return client.post(f"/t/{cast.token(table)}/sign/{number}/", sent, **place).status_code


@pytest.mark.parametrize("addresses", by_day([7, 60]))
def test_from_many_addresses_forty_pins_are_tried_in_an_hour(table: Table, addresses: int) -> None:
    answers = guessed(written(table), four(table), addresses)
    assert (len(answers), answers.count(422), set(answers[40:])) == (6 * addresses, 40, {429})
    right = cast.client().post(written(table), {"pin": min(four(table))}, REMOTE_ADDR="198.51.100.1")
    assert right.status_code == 429 and "Go to the desk" in cast.shown(right)


def test_a_phone_that_signed_there_and_the_desk_go_on(table: Table) -> None:
    one, two, _three, _four = cast.seated(table).values()
    phone, desk = cast.client(), cast.client(cast.desk(table.round.event))
    page = f"/staff/{table.round.event.slug}/rounds/1/tables/{table.number}/"
    assert signed(phone, table, one) == 303
    assert "wrong PINs" not in cast.shown(desk.get(page))
    assert guessed(f"/t/{cast.token(table)}/sign/{two}/", four(table), 7).count(422) == 40
    assert signed(cast.client(), table, two) == 429
    assert signed(phone, table, two, REMOTE_ADDR="192.0.2.1") == 303
    assert "Many wrong PINs" in cast.shown(desk.get(page))
    assert Signature.objects.count() == 2


@pytest.mark.long
def test_a_phone_that_signed_at_another_table_or_made_its_cookie_does_not_go_on(table: Table) -> None:
    other = cast.table(table.round.event, 2)
    cast.play(other)
    other, number = cast.table(table.round.event, 2), cast.seated(table)[1]
    phone = cast.client()
    assert signed(phone, other, cast.seated(other)[1]) == 303
    [kept] = [morsel for name, morsel in phone.cookies.items() if name == pins.SIGNED_COOKIE]
    assert kept["path"] == f"/t/{cast.token(other)}/" and kept["httponly"]
    guessed(f"/t/{cast.token(table)}/sign/{number}/", four(table), 7)
    for value in (kept.value, "1", "1:x:y"):
        forger = cast.client()
        forger.cookies[pins.SIGNED_COOKIE] = value
        assert signed(forger, table, number) == 429


def test_a_phone_that_signed_has_a_ration_too(table: Table) -> None:
    one, two, *_others = cast.seated(table).values()
    phone = cast.client()
    assert signed(phone, table, one) == 303
    address = f"/t/{cast.token(table)}/sign/{two}/"
    wrong = next(f"{number:04}" for number in range(9) if f"{number:04}" not in four(table))
    answers = [phone.post(address, {"pin": wrong}, REMOTE_ADDR=f"192.0.2.{place}").status_code for place in range(9)]
    assert answers == [422] * 6 + [429] * 3
