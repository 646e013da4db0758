"""The captain's pages, without scripts: what is refused, with which sentence."""

from typing import Any

import pytest

from tests.support.events import cast
from tests.support.pages.captain_phone import PC9, opened, path, posted
from tournament.acts.event import events
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.acts.table.tables import renew_link
from tournament.models import Deal, Event, Table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("rest", "status", "sentence"),
    [
        ("deal/2/", 409, "Deal 1 comes first."),
        ("deal/0/", 404, "This table has no such deal."),
        ("deal/5/", 404, "This table has no such deal."),
        ("deal/99999999999999999999/", 404, "This table has no such deal."),
        ("deal/2/pass/", 409, "Deal 1 comes first."),
        ("deal/3/misdeal/", 409, "Deal 1 comes first."),
        ("undo/", 409, "There is nothing to take back."),
        ("close/", 409, "Deal 1 has not been recorded yet."),
    ],
)
def test_what_is_not_to_be_done_now_is_said(table: Table, rest: str, status: int, sentence: str) -> None:
    with cast.nothing_written():
        page = opened(table, rest)
    assert page.status == status and sentence in page.words


@pytest.mark.parametrize(
    ("rest", "data", "status"),
    [
        ("deal/1/", {}, 422),
        ("deal/1/", {"key": "k"}, 422),
        ("deal/1/", {"key": "k", "contract": "PC9", "who": ["1"], "tricks": "9", "seen": "x"}, 422),
        ("deal/1/", {"key": "k", "contract": "☠" * 500, "who": ["1", "x"], "tricks": "9e9", "seen": "☠"}, 422),
        ("deal/1/", {**PC9, "key": ""}, 422),
        ("deal/1/", {**PC9, "key": "k" * 65}, 422),
        ("deal/1/", {**PC9, "key": "\0"}, 422),
        ("deal/2/", {**PC9, "key": "k"}, 409),
        ("deal/9/", {**PC9, "key": "k"}, 404),
        ("deal/1/pass/", {}, 422),
        ("deal/2/pass/", {"key": "k", "version": "0"}, 409),
        ("deal/1/misdeal/", {"key": "k"}, 422),
        ("deal/1/misdeal/", {"key": "k", "waived": "maybe"}, 422),
        ("deal/1/misdeal/", {"waived": "1"}, 422),
        ("deal/1/undo/", {"key": "k", "version": "1"}, 409),
        ("deal/1/undo/", {"key": "k", "version": "☠"}, 422),
        ("deal/1/undo/", {"version": "1"}, 422),
        ("deal/1/pass/", {"key": "k"}, 422),
        ("deal/1/pass/", {"key": "k", "version": "1"}, 409),
        ("deal/1/pass/undo/", {"key": "k"}, 422),
        ("deal/1/pass/undo/", {"key": "k", "version": "0"}, 409),
        ("deal/1/misdeal/undo/", {"key": "k", "version": "0"}, 409),
        ("deal/7/misdeal/undo/", {"key": "k", "version": "0"}, 422),
        ("close/", {"key": "k"}, 422),
        ("close/", {"key": "k", "of": "1"}, 409),
        ("close/", {}, 422),
    ],
)
def test_junk_writes_nothing_and_gets_a_sentence(table: Table, rest: str, data: dict[str, Any], status: int) -> None:
    with cast.nothing_written():
        answer = posted(table, rest, **data)
    assert answer.status_code == status
    assert "<h1>" in answer.content.decode()
    assert not Deal.objects.filter(table=table).exists()


def test_an_unfinished_deal_comes_back_as_it_was_with_what_is_missing(table: Table) -> None:
    answer = posted(table, "deal/1/", key="k", contract="PM", who=["1", "2"], tricks1="0")
    page = answer.content.decode()
    assert answer.status_code == 422 and "Still to fill in: whether" in page
    assert 'id="tricks1-0"' in page and "checked" in page


@pytest.mark.parametrize("rest", ["deal/1/undo/", "deal/1/pass/undo/", "deal/1/misdeal/undo/"])
def test_taking_back_is_posted(table: Table, rest: str) -> None:
    cast.write(table, 1)
    assert opened(table, rest).status == 405


def test_a_token_opens_its_own_table_only(event: Event, table: Table) -> None:
    other = cast.table(event, 2)
    cast.write(table, 1)
    assert "Deal 1" in opened(other).links


@pytest.mark.long
@pytest.mark.parametrize("token", ["x", "1-", "0-aaaa", "1-aaaaaaaaaaaaaaaaaaaaaaaaaa", "☠", "9" * 40, "1-%00", "-1-a"])
def test_a_token_of_nothing_gets_a_sentence(table: Table, token: str) -> None:
    for rest in ("", "deal/1/", "undo/", "close/", "deal/1/pass/"):
        with cast.nothing_written():
            answer = cast.client().get(f"/t/{token}/{rest}")
            written = cast.client().post(f"/t/{token}/deal/1/", {**PC9, "key": "k"})
        assert answer.status_code == written.status_code == 404
        assert "Scan the code on your table again." in answer.content.decode()


def test_a_revoked_link_is_dead_and_the_new_one_lives(table: Table) -> None:
    old = path(table)
    renew_link(table, "user:1")
    with cast.nothing_written():
        assert cast.client().get(old).status_code == 404
        assert cast.client().post(f"{old}deal/1/", {**PC9, "key": "k"}).status_code == 404
    assert opened(cast.table(table.round.event)).status == 200


def test_before_the_round_is_published_and_after_it_is_closed_the_link_is_dead(event: Event, table: Table) -> None:
    hidden = Table.objects.get(round=cast.next_round(event, publish=False), number=1)
    assert "This round has not started yet." in opened(hidden).words
    rounds.close_round(table.round, "user:1", reason="Not all came.")
    page = opened(table)
    assert page.status == 404 and "This round is over" in page.words and "Table 1, round 1" in page.words
    onward = {address for _text, address in page.page.links}
    assert {event.get_absolute_url(), f"{event.get_absolute_url()}seating/"} <= onward
    with cast.nothing_written():
        assert posted(table, "deal/1/", key="k", **PC9).status_code == 404


def test_a_closed_table_only_shows(table: Table) -> None:
    cast.play(table)
    deals.close_table(table, "user:1")
    assert opened(table).status == 200
    for rest in ("undo/", "close/"):
        with cast.nothing_written():
            page = opened(table, rest)
        assert page.status == 409 and "This table is closed." in page.words
    with cast.nothing_written():
        assert posted(table, "deal/4/undo/", key="k", version="1").status_code == 409


def test_a_closed_event_writes_no_more(event: Event, table: Table) -> None:
    events.change_state(event, "user:1", Event.State.CLOSED)
    with cast.nothing_written():
        answer = posted(table, "deal/1/", key="k", **PC9)
    assert answer.status_code == 409 and "This event is closed." in answer.content.decode()


def test_where_nobody_signs_the_table_is_not_closed_by_its_captain() -> None:
    table = cast.table(cast.playing(slug="free", confirmation=Event.Confirmation.NONE))
    cast.play(table)
    page = opened(table)
    assert "Every deal has been recorded." in page.words and "Close the table" not in page.words
