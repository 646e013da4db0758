"""The pages of a call: the table's, the jury's queue, the code on the table's phone, the line for a juror who scans."""

import re
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.events import cast
from tests.support.events.calls import TWO, announced, called, juror, now
from tests.support.pages.captain_phone import opened, path
from tests.support.pages.desk_pages import at as at_desk
from tests.support.pages.jury_pages import at
from tests.support.pages.no_script import Visit
from tournament import links
from tournament.acts.event import events
from tournament.acts.jury import answers
from tournament.acts.kernel import calls
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.models import Call, Decision, Event, Table
from tournament.reading.logbook import seals

pytestmark = pytest.mark.django_db


@pytest.fixture
def an(event: Event) -> Client:
    """The browser of a juror."""
    return cast.client(cast.member(event, cast.Role.JURY, "An"))


def queue(event: Event, rest: str = "") -> str:
    return at(event, f"calls/{rest}")


def shows(event: Event, browser: Client) -> str:
    return cast.shown(browser.get(queue(event)))


# --- The table ----------------------------------------------------------------------------------------------------


def test_a_captain_calls_and_withdraws_without_scripts(event: Event, table: Table, an: Client) -> None:
    page = opened(table).press("Question")
    assert "Jury called, 0 min ago. Question" in page.words
    assert Call.objects.get().deal == 1
    calls.take_call(Call.objects.get(), juror(event, "An"))
    page = opened(table)
    assert "Jury: An is coming." in page.words and "Answer of the jury" not in page.words
    page.press("Withdraw the call: question")
    assert "is coming" not in page.words and Call.objects.get().withdrawn


def test_a_contract_that_was_announced_is_not_withdrawn(table: Table) -> None:
    call = announced(table)
    assert "Withdraw" not in opened(table).words
    sent = {"key": "a" * 16}
    with cast.nothing_written():
        assert cast.client().post(path(table, f"call/{call.number}/withdraw/"), sent).status_code == 409
        assert cast.client().post(path(table, "call/99/withdraw/"), sent).status_code == 404
        assert cast.client().post(path(table, "call/"), sent | {"reason": "coffee"}).status_code == 422
        assert cast.client().post(path(table, "call/"), {"reason": "question"}).status_code == 422


def test_a_phone_that_sends_it_again_calls_once(table: Table) -> None:
    sent = {"key": "b" * 16, "reason": "misdeal", "deal": "1", "phone": "c" * 16}
    for _again in range(2):
        answer = cast.client().post(path(table, "call/"), sent, headers={"accept": "application/json"})
        assert answer.json()["done"] == "called"
    assert Call.objects.count() == 1


def test_a_table_that_waits_asks_for_news(event: Event, table: Table) -> None:
    call = announced(table)
    since = f"?since={seals.sealed(cast.fresh(event), str(cast.table(event).revision))}"
    assert cast.client().get(path(table, since)).status_code == 204
    calls.take_call(call, juror(event, "An"))
    assert "An is coming" in cast.shown(cast.client().get(path(table, since)))


def test_those_who_look_on_see_that_the_jury_was_called(event: Event, table: Table, an: Client) -> None:
    announced(table)
    entry = cast.entry(event, cast.seated(table)[1])
    for address in (f"/r/{links.reading_token(table)}/", f"/p/{links.personal_token(entry)}/"):
        assert "Jury called, 0 min ago. Contract" in cast.shown(cast.client().get(address)), address


def test_the_desk_calls_for_a_table_on_paper(event: Event, table: Table) -> None:
    desk, auditor = cast.client(cast.desk(event)), cast.client(cast.auditor(event))
    page = Visit(desk, at_desk(table)).press("Call", reason="dispute")
    assert "The jury is called to table 1." in page.words and Call.objects.get().by == f"user:{cast.desk(event).pk}"
    with cast.nothing_written():
        key = {"key": "d" * 16}
        assert desk.post(at_desk(table, "call/"), key | {"reason": "coffee"}).status_code == 422
        assert auditor.post(at_desk(table, "call/"), key).status_code == 403


# --- The queue ----------------------------------------------------------------------------------------------------


def test_the_oldest_call_comes_first(event: Event, table: Table, an: Client) -> None:
    assert "No table waits for the jury." in shows(event, an)
    announced(cast.table(event, 2))
    called(table, "misdeal", 1)
    shown = shows(event, an)
    assert shown.index("Table 2") < shown.index("Table 1") and "Small slam" not in shown
    assert "Calls 2" in cast.shown(an.get(at(event)))


def test_one_goes_and_the_second_is_told_who(event: Event, table: Table, an: Client) -> None:
    call, bo = called(table), cast.client(cast.member(event, cast.Role.JURY, "Bo"))
    one, other = Visit(an, queue(event)), Visit(bo, queue(event))
    one.press("I’m going")
    assert "You are going." in one.words and "Code" not in one.words
    with cast.nothing_written():
        other.press("I’m going")
    assert other.status == 409 and "An is going there already." in other.words
    assert "Back to the sheet" not in other.words and other.follow("Back").address == queue(event)
    assert "An is going." in shows(event, bo)
    one.press("Hand on", to=juror(event, "Bo"))
    assert "Bo is going." in one.words
    assert an.post(queue(event, f"{call.number}/hand_on/"), {"of": juror(event, "An")}).status_code == 409
    Visit(bo, queue(event)).press("Settled")
    assert now(call).ended_at and "No table waits" in shows(event, bo)


def test_an_open_queue_asks_for_news(event: Event, table: Table, an: Client) -> None:
    def asked(since: str) -> Any:
        return an.get(queue(event), {"since": since}, headers={"HX-Request": "true"})

    def mark() -> str:
        return re.findall(r"since=(\w+)", an.get(queue(event)).content.decode())[0]

    since = mark()
    cast.write(cast.table(event, 2), 1)
    assert asked(since).status_code == 204, "a deal is no news for the jury"
    call = called(table)
    assert asked(since).status_code == 200
    since = mark()
    calls.take_call(call, juror(event, "An"))
    assert asked(since).status_code == 200


def test_a_table_that_closes_while_it_waits_is_said_where_that_matters(event: Event, table: Table, an: Client) -> None:
    cast.play(table)
    calls.take_call(called(table), juror(event, "An"))
    captain, organiser = cast.client(), cast.client(cast.organiser(event))
    asks = cast.shown(captain.get(f"/t/{cast.token(table)}/close/"))
    assert "Jury: An is coming. Question" in asks and "The table is closed by now." not in shows(event, an)
    deals.close_table(table, cast.captain(table))
    assert "The table is closed by now." in shows(event, an)
    assert "Round 1, table 1 waits for the jury" in cast.shown(organiser.get(f"/staff/{event.slug}/rounds/1/close/"))
    rounds.close_round(cast.round_of(event), "system", "The rest is on paper.")
    assert "The table is closed by now." in shows(event, an)
    events.change_state(event, "system", Event.State.CLOSED)
    assert "No table waits for the jury." in shows(event, an)


def test_a_contract_is_allowed_once_the_juror_says_it_again(event: Event, table: Table, an: Client) -> None:
    call = announced(table)
    name = cast.entry(event, cast.seated(table)[1]).player.name
    page = Visit(an, queue(event))
    assert f"Allow Solo 12 for {name}, table 1, deal 1?" in page.words
    assert f"Refuse Solo 12 to {name}, table 1, deal 1?" in page.words
    page.press("Yes, allow")
    made = Decision.objects.get()
    assert (made.ruling, made.about, made.by) == ("allowed", [1], juror(event, "An")) and now(call).ended_at
    sent = {"answer": "allowed", "seen": seen_of(call)}
    assert an.post(queue(event, f"{call.number}/answer/"), sent).status_code == 303, "sent again"
    with cast.nothing_written():
        assert an.post(queue(event, f"{call.number}/answer/"), sent | {"answer": "refused"}).status_code == 409


def test_after_the_hour_the_head_juror_answers_with_a_second_name(event: Event, table: Table) -> None:
    call, second = announced(table), cast.by(cast.juror(event))
    head, address = cast.client(cast.head_juror(event)), queue(event, f"{call.number}/answer/")
    cast.let_pass(event)
    asked = head.post(address, {"answer": "allowed", "seen": seen_of(call)})
    assert asked.status_code == 409 and "needs a second name" in cast.shown(asked)
    sent = cast.filled_in(asked) | {"second": second, "second_password": cast.PASSWORD}
    assert head.post(address, sent).status_code == 303
    assert Decision.objects.get().ruling == "allowed" and now(call).ended_at


def seen_of(call: Call, recorded: bool = False) -> str:
    return answers.answer_token(call.number, call.contract, call.about, recorded)


def test_an_answer_is_about_the_call_as_it_was_shown(event: Event, table: Table, an: Client) -> None:
    call, other = announced(table), announced(cast.table(event, 2))
    page = Visit(an, queue(event))
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    address = queue(event, f"{call.number}/answer/")
    with cast.nothing_written():
        for seen, status in ((seen_of(call), 409), (seen_of(other), 409), ("☠", 409), ("", 422)):
            assert an.post(address, {"answer": "allowed", "seen": seen}).status_code == status, seen
        assert an.post(address, {"answer": "allowed"}).status_code == 422
    assert "changed this in the meantime" in cast.shown(an.post(address, {"answer": "allowed", "seen": seen_of(call)}))
    page.press("Yes, allow")
    assert now(other).ended_at and not now(call).ended_at, "the last call of the page"
    assert an.post(address, {"answer": "allowed", "seen": seen_of(call, recorded=True)}).status_code == 303


def test_who_answers_after_play_is_reminded_that_it_was_said_before(event: Event, table: Table, an: Client) -> None:
    call = announced(table)
    assert "by now" not in shows(event, an)
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    assert "The deal is recorded by now." in shows(event, an)
    Visit(an, queue(event)).press("Yes, allow")
    assert Decision.objects.get(by=juror(event, "An")).later and now(call).ended_at


def test_each_of_several_is_answered_with_a_reason(event: Event, table: Table, an: Client) -> None:
    call = announced(table, TWO)
    name = cast.entry(event, cast.seated(table)[3]).player.name
    page = Visit(an, queue(event))
    assert f"Refuse Grande misère on the table to {name}, table 1, deal 1?" in page.words
    page.press("Yes, refuse", reason="Two aces.")
    made = Decision.objects.get()
    assert (made.ruling, made.about, made.reason) == ("refused", [3], "Two aces.") and now(call).ended_at


@pytest.mark.parametrize("wrong", ["", "allowed:2", "annulled", "allowed:x", "☠" * 700, "refused:1:3"])
def test_no_other_answer_is_taken(event: Event, table: Table, an: Client, wrong: str) -> None:
    call = announced(table)
    sent = {"answer": wrong, "seen": seen_of(call)}
    with cast.nothing_written():
        assert an.post(queue(event, f"{call.number}/answer/"), sent).status_code == 422


def test_who_may_not_rule_sees_the_queue_and_does_nothing(event: Event, table: Table) -> None:
    call = announced(table)
    for who in (cast.desk(event), cast.auditor(event)):
        browser = cast.client(who)
        assert "Table 1" in shows(event, browser) and "I’m going" not in shows(event, browser)
        for act in ("take", "hand_on", "settle", "answer"):
            with cast.nothing_written():
                assert browser.post(queue(event, f"{call.number}/{act}/")).status_code == 403
    for browser in (cast.client(), cast.client(cast.outsider())):
        assert browser.get(queue(event)).status_code in (302, 403)


# --- The code on the table's phone ---------------------------------------------------------------------------------


def code(event: Event, browser: Client) -> str:
    found = re.findall(r'class="code">(\d{4})<', browser.get(queue(event)).content.decode())
    return found[0] if found else ""


def test_the_juror_answers_on_the_phone_of_the_table(event: Event, table: Table, an: Client) -> None:
    call = announced(table, TWO)
    address = path(table, f"call/{call.number}/answer/")
    assert code(event, an) == "" and cast.client().get(address).status_code == 409, "nobody comes yet"
    Visit(an, queue(event)).press("I’m going")
    typed = code(event, an)
    assert len(typed) == 4 and code(event, cast.client(cast.member(event, cast.Role.JURY, "Bo"))) == ""
    page = opened(table).follow("Answer of the jury")
    page.press("Record the answer", answer1="allowed", answer3="refused", pin=typed)
    assert {row.ruling: row.about for row in Decision.objects.all()} == {"allowed": [1], "refused": [3]}
    assert {row.by for row in Decision.objects.all()} == {juror(event, "An")}
    again = cast.client().post(address, {"answer1": "allowed", "answer3": "allowed", "pin": typed})
    assert again.status_code == 409 and Decision.objects.count() == 2, "it works once"


def test_the_code_of_who_handed_it_on_is_worth_nothing(event: Event, table: Table, an: Client) -> None:
    call = announced(table)
    calls.take_call(call, juror(event, "An"))
    typed = code(event, an)
    calls.hand_on_call(call, juror(event, "An"), juror(event, "Bo"), seen=juror(event, "An"))
    sent = {"answer1": "allowed", "pin": typed}
    with cast.nothing_written():
        assert cast.client().post(path(table, f"call/{call.number}/answer/"), sent).status_code == 422
    other = announced(cast.table(event, 2))
    calls.take_call(other, juror(event, "An"))
    with cast.nothing_written():
        assert cast.client().post(path(table, f"call/{other.number}/answer/"), sent).status_code == 404


@pytest.mark.long
def test_wrong_codes_wait_longer_and_longer_and_the_page_says_so(
    event: Event, table: Table, an: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.tries.time.time", lambda: 1000.0)
    call = announced(table)
    calls.take_call(call, juror(event, "An"))
    right = code(event, an)
    wrong = f"{(int(right) + 1) % 10_000:04}"
    address = path(table, f"call/{call.number}/answer/")
    with cast.nothing_written():
        told = [cast.client().post(address, {"answer1": "allowed", "pin": wrong}) for _try in range(7)]
        late = cast.client().post(address, {"answer1": "allowed", "pin": right})
    assert [answer.status_code for answer in told] == [422] * 6 + [429]
    assert late.status_code == 429 and "Wait 2 seconds" in cast.shown(late)


JUNK = ("", "12", "12345", "abcd", "١٢٣٤", "-123", "12 4", "☠" * 700, "\0\0\0\0")


@pytest.mark.parametrize("pin", JUNK)
def test_junk_for_a_code_is_refused(event: Event, table: Table, pin: str) -> None:
    call = announced(table)
    calls.take_call(call, juror(event, "An"))
    with cast.nothing_written():
        for sent in ({"answer1": "allowed", "pin": pin}, {"pin": pin}, {"answer1": pin, "pin": pin}):
            answer = cast.client().post(path(table, f"call/{call.number}/answer/"), sent)
            assert answer.status_code == 422, sent


def test_what_is_no_call_about_a_contract_has_no_answer(event: Event, table: Table) -> None:
    call = called(table, "contract", 1)
    for number in (call.number, 99):
        assert cast.client().get(path(table, f"call/{number}/answer/")).status_code == 404
        assert cast.client().post(path(table, f"call/{number}/answer/")).status_code == 404


# --- The table's code, scanned by a juror ----------------------------------------------------------------------------


def test_a_juror_who_scans_the_table_finds_its_rulings(event: Event, table: Table, an: Client) -> None:
    announced(table)
    address, others = f"/r/{links.reading_token(table)}/", cast.event(players=0, slug="elsewhere")
    strangers = [cast.client(cast.desk(event)), cast.client(cast.juror(others))]
    with mock.patch("django.utils.timezone.now", return_value=timezone.now()):  # the page counts minutes
        nobody = cast.client().get(address)
        assert {nobody.content} == {browser.get(address).content for browser in strangers}
    assert nobody.headers["Vary"] == cast.client().get(address).headers["Vary"]
    page = Visit(an, address).follow("Jury: decisions and rulings of this table")
    assert "Nothing has been decided yet." in page.words and "Jury called, 0 min ago. Contract" in page.words
    page.follow("3")
    assert page.address.endswith("/ruling/1/1/3/")
    assert cast.client(cast.desk(event)).get(at(event, "ruling/1/1/")).status_code == 403
    assert an.get(at(event, "ruling/1/99/")).status_code == 404
