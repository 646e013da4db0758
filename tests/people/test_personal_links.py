"""Personal links and links for reading: whose page they open, what it shows, until when; and the PIN."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.events.other_rules import correct, with_line
from tests.support.pages.no_script import Visit
from tournament import links
from tournament.acts.event import events
from tournament.acts.people import deletion, registration
from tournament.acts.people.personal_links import renew_personal_link
from tournament.acts.rounds import rounds
from tournament.acts.table import tables
from tournament.models import Event, LogEntry, Table

pytestmark = pytest.mark.django_db


def own(event: Event, number: int, rest: str = "") -> str:
    return f"/p/{links.personal_token(cast.entry(event, number))}/{rest}"


def reading(table: Table, rest: str = "") -> str:
    return f"/r/{links.reading_token(table)}/{rest}"


def seat(table: Table, position: int = 1) -> int:
    return cast.seated(table)[position]


def opened(address: str, **query: str) -> Any:
    return Client(enforce_csrf_checks=True, headers={"accept-language": "en"}).get(address, query)


def mark_on(answer: Any) -> str:
    return re.search(r"since=([^\"]*)\"", answer.content.decode())[1]  # type: ignore[index]


# --- The pages -------------------------------------------------------------------------------------------------


def test_a_player_sees_where_they_sit_and_the_sheet_as_it_grows(event: Event, table: Table) -> None:
    answer = opened(own(event, seat(table)))
    assert 'aria-current="page"' in answer.content.decode()
    first = cast.shown(answer)
    assert "Round 1, table 1, seat 1" in first and "+10" not in first
    cast.write(table, 1)
    assert "+10" in cast.shown(opened(own(event, seat(table))))
    assert "+10" not in cast.shown(opened(own(event, seat(cast.table(event, 2)))))


@pytest.mark.parametrize("at", ["own", "reading"])
def test_an_open_page_is_told_only_what_changed(event: Event, table: Table, at: str) -> None:
    address = own(event, seat(table)) if at == "own" else reading(table)
    seen = mark_on(opened(address))
    assert opened(address, since=seen).status_code == 204
    cast.write(cast.table(event, 2), 1)
    assert opened(address, since=seen).status_code == 204
    cast.write(table, 1)
    assert opened(address, since=seen).status_code == 200


@pytest.mark.parametrize("at", ["own", "reading"])
def test_an_open_page_is_told_of_other_rules_and_another_state(event: Event, table: Table, at: str) -> None:
    """Nothing is written at the table, and yet other points stand there."""
    address = own(event, seat(table)) if at == "own" else reading(table)
    cast.write(table, 1)
    seen = mark_on(opened(address))
    correct(event, with_line(event, "PC8", made=9))
    changed = opened(address, since=seen)
    assert changed.status_code == 200 and "+12" in cast.shown(changed)
    seen = mark_on(changed)
    events.change_event(event, "user:1", cast.plan(confirmation=Event.Confirmation.PLAYERS))
    changed = opened(address, since=seen)
    assert changed.status_code == 200 and "not signed yet" in cast.shown(changed)
    assert opened(address, since=mark_on(changed)).status_code == 204


def test_a_poll_that_finds_nothing_new_costs_three_queries(
    event: Event, table: Table, django_assert_num_queries: Any
) -> None:
    address, read = own(event, seat(table)), reading(table)
    since, read_since = mark_on(opened(address)), mark_on(opened(read))
    with django_assert_num_queries(3):
        opened(address, since=since)
    with django_assert_num_queries(2):
        opened(read, since=read_since)


def test_earlier_tables_stay_on_the_players_page(event: Event, table: Table) -> None:
    cast.play_round(event)
    number = seat(table)
    rounds.close_round(cast.round_of(event), "system")
    cast.next_round(event)
    page = Visit(cast.client(), own(event, number))
    assert "Round 2, table" in page.words
    earlier = page.follow("Round 1, table 1")
    assert earlier.status == 200 and "Round 1, table 1, seat 1" in earlier.words
    assert opened(own(event, number, "round/3/")).status_code == 404


def test_who_sits_out_is_told_so() -> None:
    event = cast.event(players=8)
    assert "has not been published yet" in cast.shown(opened(own(event, 1)))
    events.change_state(event, "system", Event.State.LIVE)
    cast.next_round(event)
    late = registration.add_entries(event, "system", [registration.Entrant("Zita Laat")])[0]
    assert "you have no table" in cast.shown(opened(own(event, late.number)))


def test_the_pages_are_not_indexed_not_kept_and_say_where_they_come_from_to_us_only(event: Event, table: Table) -> None:
    for address in (own(event, seat(table)), reading(table), f"/t/{cast.token(table)}/"):
        headers = opened(address).headers
        assert headers["X-Robots-Tag"] == "noindex"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "no-store" in headers["Cache-Control"] and "Set-Cookie" not in headers


# --- Until when ------------------------------------------------------------------------------------------------


def test_a_new_link_revokes_the_old_one_and_its_pin(event: Event, table: Table) -> None:
    entry = cast.entry(event, 3)
    old, pin = own(event, 3), links.pin(entry)
    renew_personal_link(entry, "user:1", replaces=1)
    assert opened(old).status_code == 404 and opened(own(event, 3)).status_code == 200
    assert links.pin(cast.entry(event, 3)) != pin
    with cast.refused("a new link in the meantime"):
        renew_personal_link(entry, "user:1", replaces=1)
    assert LogEntry.objects.filter(event=event, act="renew_personal_link").count() == 1


def test_a_deleted_player_gets_no_new_link() -> None:
    event = cast.event(players=8)
    entry = cast.entry(event, 3)
    deletion.delete_entry(entry, "system", deletion.entry_token(entry))
    with cast.refused("has been deleted"):
        renew_personal_link(entry, "user:1")


def test_the_desk_gives_a_new_link_by_one_tap(event: Event) -> None:
    page = Visit(cast.client(cast.desk(event)), f"/staff/{event.slug}/players/3/")
    assert links.pin(cast.entry(event, 3)) in page.words
    page.press("New link and PIN")
    assert "no longer work" in page.words and links.pin(cast.entry(event, 3)) in page.words
    address, auditor = f"/staff/{event.slug}/players/3/link/", cast.client(cast.auditor(event))
    with cast.nothing_written():
        assert cast.client(cast.desk(event)).post(address, {"issue": "1"}).status_code == 409
        assert cast.client(cast.desk(event)).post(address).status_code == 422
        assert auditor.post(address, {"issue": "2"}).status_code == 403
    assert "PIN" not in Visit(auditor, f"/staff/{event.slug}/players/3/").words


def test_links_die_with_the_event_and_live_through_the_rounds(event: Event, table: Table) -> None:
    addresses = (own(event, seat(table)), reading(table))
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), "system")
    assert [opened(address).status_code for address in addresses] == [200, 200]
    events.change_state(cast.fresh(event), "system", Event.State.CLOSED)
    for address in addresses:
        answer = opened(address)
        assert answer.status_code == 404 and "This event is over" in cast.shown(answer)


def test_a_new_link_of_the_table_revokes_both(event: Event, table: Table) -> None:
    old = reading(table)
    tables.renew_link(table, "user:1")
    assert opened(old).status_code == 404 and opened(reading(cast.table(event))).status_code == 200


@pytest.mark.parametrize("token", ["x", "1-", "0-aaaa", "1-aaaaaaaaaaaaaaaaaaaaaaaaaa", "☠", "9" * 40, "1-%00", "-1-a"])
@pytest.mark.parametrize("kind", ["p", "r"])
def test_a_token_of_nothing_gets_a_sentence(table: Table, kind: str, token: str) -> None:
    for answer in (opened(f"/{kind}/{token}/"), cast.client().post(f"/{kind}/{token}/write/", {"pin": "0000"})):
        assert answer.status_code == 404 and "This link does not belong to" in cast.shown(answer)


def test_one_kind_of_token_does_not_open_another(event: Event, table: Table) -> None:
    tokens = {
        "t": links.table_token(table),
        "r": links.reading_token(table),
        "p": links.personal_token(cast.entry(event, 1)),
    }
    for kind in tokens:
        for other, token in tokens.items():
            assert opened(f"/{kind}/{token}/").status_code == (200 if kind == other else 404)


# --- Writing on another phone ------------------------------------------------------------------------------------


def test_a_phone_gets_the_link_to_write_with_for_the_pin_of_one_of_the_four(event: Event, table: Table) -> None:
    page = Visit(cast.client(), reading(table)).follow("Keep the score on this phone")
    page.press("Keep the score on this phone", pin=links.pin(cast.entry(event, seat(table, 2))))
    assert page.address == f"/t/{cast.token(table)}/" and "Deal 1" in page.links


def test_the_pin_of_somebody_elsewhere_does_not_do(event: Event, table: Table) -> None:
    foreign = links.pin(cast.entry(event, seat(cast.table(event, 2))))
    answer = cast.client().post(reading(table, "write/"), {"pin": foreign})
    assert answer.status_code == 422 and "not the PIN of a player at this table" in cast.shown(answer)
    replaced = seat(table, 2)
    late = registration.add_entries(event, "system", [registration.Entrant("Zita Laat")])[0]
    tables.substitute(table, "user:1", 2, late.number, 1)
    assert cast.client().post(reading(table, "write/"), {"pin": links.pin(late)}).status_code == 303
    answer = cast.client().post(reading(table, "write/"), {"pin": links.pin(cast.entry(event, replaced))})
    assert answer.status_code == 422


@pytest.mark.parametrize("pin", ["", "12", "12345", "☠☠☠☠", "١٢٣٤", "12 4", "\0\0\0\0"])
def test_what_is_no_pin_is_asked_again_and_not_counted(table: Table, pin: str) -> None:
    for _time in range(8):
        assert cast.client().post(reading(table, "write/"), {"pin": pin}).status_code == 422


def test_a_player_writes_on_their_own_phone_without_a_pin(event: Event, table: Table) -> None:
    page = Visit(cast.client(), own(event, seat(table, 3))).press("Keep the score on this phone")
    assert page.address == f"/t/{cast.token(table)}/"
    late = registration.add_entries(event, "system", [registration.Entrant("Zita Laat")])[0]
    answer = cast.client().post(own(event, late.number, "write/"))
    assert answer.status_code == 409 and "do not sit at a table now" in cast.shown(answer)


def test_who_left_the_table_no_longer_writes_there(event: Event, table: Table) -> None:
    cast.write(table, 1)
    left = seat(table, 2)
    late = registration.add_entries(event, "system", [registration.Entrant("Zita Laat")])[0]
    tables.substitute(table, "user:1", 2, late.number, 2)
    assert cast.client().post(own(event, left, "write/")).status_code == 409
    assert cast.client().post(own(event, late.number, "write/")).status_code == 303
    assert "+10" in cast.shown(opened(own(event, left)))


# --- Guessing --------------------------------------------------------------------------------------------------


def wrong_pin(event: Event, table: Table) -> str:
    right = {links.pin(cast.entry(event, number)) for number in cast.seated(table).values()}
    return next(f"{pin:04}" for pin in range(10) if f"{pin:04}" not in right)


def test_guessing_slows_down_one_phone_at_one_table_only(event: Event, table: Table) -> None:
    address, wrong = reading(table, "write/"), wrong_pin(event, table)
    right = links.pin(cast.entry(event, seat(table)))
    answers = [cast.client().post(address, {"pin": wrong}) for _time in range(7)]
    assert [answer.status_code for answer in answers] == [422] * 6 + [429]
    assert "Wait" in cast.shown(answers[-1])
    # The right one has to wait too, or guessing would go on at full speed.
    assert cast.client().post(address, {"pin": right}).status_code == 429
    assert cast.client().post(address, {"pin": right}, REMOTE_ADDR="192.0.2.7").status_code == 303
    other = cast.table(event, 2)
    there = links.pin(cast.entry(event, seat(other)))
    assert cast.client().post(reading(other, "write/"), {"pin": there}).status_code == 303
    # Nor are the four locked out: each still has the own page.
    assert cast.client().post(own(event, seat(table), "write/")).status_code == 303


def test_wrong_pins_from_other_addresses_of_the_same_network_count_together(table: Table) -> None:
    wrong = next(f"{n:04}" for n in range(9) if f"{n:04}" not in {links.pin(row.entry) for row in table.seats.all()})
    near = [f"2001:db8::{place}" for place in range(1, 8)]
    answers = [cast.client().post(reading(table, "write/"), {"pin": wrong}, REMOTE_ADDR=place) for place in near]
    assert [answer.status_code for answer in answers] == [422] * 6 + [429]
    far = cast.client().post(reading(table, "write/"), {"pin": wrong}, REMOTE_ADDR="2001:db8:0:1::1")
    assert far.status_code == 422


def test_pins_are_spread_over_all_four_digits(event: Event) -> None:
    entry = cast.entry(event, 1)
    found = set()
    for issue in range(1, 2001):
        entry.link_issue = issue
        found.add(links.pin(entry))
    assert all(len(pin) == 4 and pin.isdigit() for pin in found)
    assert len(found) > 1700 and min(found) < "0100" and max(found) > "9900"
