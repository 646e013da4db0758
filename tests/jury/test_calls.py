"""Calls for the jury: made, taken, handed on, settled, withdrawn; by hand, and by what happens at the table."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import translation

from tests.support.events import cast
from tests.support.events.calls import SLAM, TWO, announced, called, juror, now
from tests.support.events.full_day import a_full_day
from tests.support.events.two_moments import SOLO, say
from tests.support.servers.at_once import proven
from tournament.acts.event import members
from tournament.acts.jury import answers, rulings
from tournament.acts.kernel import calls, rehearsal_data
from tournament.acts.kernel.submissions import phone_digest
from tournament.acts.lifecycle import rehearsal
from tournament.acts.table import deals, empty_sheet, redeals, signatures, tables
from tournament.errors import UserError
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Call, Decision, Event, LogEntry, Table
from tournament.reading.jury import decision_words

pytestmark = pytest.mark.django_db


def refused(act: Callable[..., object], *given: Any, **more: Any) -> str:
    """Why an act is refused, which then writes nothing."""
    with cast.nothing_written(), pytest.raises(UserError) as refusal:
        act(*given, **more)
    return str(refusal.value)


def facts() -> dict[str, Any]:
    return dict(json.loads(LogEntry.objects.latest("pk").text)["facts"])


# --- By hand -----------------------------------------------------------------------------------------------------


def test_a_table_calls_once_however_often_it_is_sent(table: Table) -> None:
    call = called(table, "question", 1, key="a")
    with cast.nothing_written():
        called(table, "question", 1, key="a")
        called(table, "question", 1, key="b")
    assert (call.number, call.deal, call.reason, call.by) == (1, 1, "question", "table:1/1")
    assert called(table, "misdeal", 1).number == 2 and called(table, "question").number == 3
    assert called(cast.table(table.round.event, 2)).number == 4


def test_what_no_table_can_call_for_is_refused(event: Event, table: Table) -> None:
    assert "why" in refused(calls.call_jury, table, "table:1/1", "coffee")
    assert "no such deal" in refused(calls.call_jury, table, "table:1/1", "question", 5)
    tables.take_table(table, "table:1/1", phone_digest("one"), 1)
    assert "phone" in refused(calls.call_jury, table, "table:1/1", "question", phone=phone_digest("two"))
    cast.next_round(event, publish=False)
    assert "published" in refused(calls.call_jury, cast.table(event, 1, 2), "user:1", "question")


def test_the_first_who_goes_has_it(event: Event, table: Table) -> None:
    call, one, two = called(table), juror(event, "An"), juror(event, "Bo")
    calls.take_call(call, one)
    with cast.nothing_written():
        calls.take_call(call, one)
    assert "An" in refused(calls.take_call, call, two)
    assert now(call).taken_by == one and now(call).taken_at


def test_who_took_it_hands_it_on(event: Event, table: Table) -> None:
    call, one, two = called(table), juror(event, "An"), juror(event, "Bo")
    calls.take_call(call, one)
    assert "jury" in refused(calls.hand_on_call, call, one, cast.captain(table), seen=one)
    assert "jury" in refused(calls.hand_on_call, call, one, f"user:{cast.desk(event).pk}", seen=one)
    calls.hand_on_call(call, one, two, seen=one)
    assert now(call).taken_by == two
    assert "Somebody else" in refused(calls.hand_on_call, call, one, seen=one)
    calls.hand_on_call(call, two, seen=two)
    assert (now(call).taken_by, now(call).taken_at) == ("", None)
    with cast.nothing_written():
        calls.hand_on_call(call, two, seen=two)


def test_a_settled_call_is_over(event: Event, table: Table) -> None:
    call, one = called(table), juror(event, "An")
    calls.settle_call(call, one)
    with cast.nothing_written():
        calls.settle_call(call, one)
    assert (now(call).ended_by, now(call).withdrawn) == (one, False)
    for act, given in ((calls.take_call, ("user:9",)), (calls.withdraw_call, ())):
        told = refused(act, call, *given) if given else refused(act, table, "table:1/1", call.number)
        assert "settled by An" in told
    assert called(table).number == 2, "the table may call again"


def test_a_mistaken_call_is_withdrawn(event: Event, table: Table) -> None:
    call = called(table)
    calls.take_call(call, juror(event))
    calls.withdraw_call(table, cast.captain(table), call.number)
    with cast.nothing_written():
        calls.withdraw_call(table, cast.captain(table), call.number)
    assert now(call).withdrawn
    assert "does not need" in refused(calls.settle_call, call, juror(event))
    assert "no such call" in refused(calls.withdraw_call, cast.table(event, 2), "table:1/2", call.number)


# --- By what happens at the table -------------------------------------------------------------------------------


def test_a_contract_that_needs_the_jury_calls_it(table: Table) -> None:
    say(table, told=SOLO)
    assert not Call.objects.exists()
    call = announced(table)
    assert (call.reason, call.deal, call.contract, call.about) == ("contract", 1, "S12", [1])
    assert facts()["call"] == 1
    with cast.nothing_written():
        say(table, told=SLAM)


def test_another_contract_withdraws_it_and_who_comes_still_comes(event: Event, table: Table) -> None:
    call, one = announced(table), juror(event)
    calls.take_call(call, one)
    other = announced(table, TWO)
    assert now(call).withdrawn and (other.contract, other.about, other.taken_by) == ("GMT", [1, 3], one)
    say(table, told=SOLO)
    assert now(other).withdrawn and Call.objects.count() == 2


def test_a_contract_announced_in_the_next_deal_has_a_call_of_its_own() -> None:
    event = cast.playing(players=8, deals=4, jury=Event.Jury.HAND)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S12", (1,), 12))
    assert called(table, "contract", 2).deal == 1, "nothing is announced there: it is about the deal that waits"
    rulings.rule(table, juror(event), 2, "allowed", "Seen.", contract="S12", about=[1])
    say(table, 2, told=SLAM)
    assert called(table, "contract", 2).deal == 2


def test_a_table_that_called_before_it_announced_waits_for_one_answer(table: Table) -> None:
    before = called(table, "contract", 1)
    say(table, told=SOLO)
    assert not now(before).ended_at, "it may still ask about a bid"
    call = announced(table)
    assert now(before).withdrawn and calls.waiting_calls(table).get() == call


@pytest.mark.parametrize("how", ["passed out", "misdealt", "emptied", "undone"])
def test_what_is_not_played_needs_no_answer(table: Table, how: str) -> None:
    call = announced(table)
    by = cast.captain(table)
    if how == "passed out":
        redeals.all_pass(table, by, 1)
    if how == "misdealt":
        redeals.misdeal(table, by, 1, waived=True)
    if how == "emptied":
        empty_sheet.empty_table(table, by, "The wrong table.", seen=empty_sheet.deals_token(table))
    if how == "undone":
        cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
        deals.undo_deal(table, by, 1, replaces=2)
    assert now(call).withdrawn


def test_what_was_recorded_meanwhile_still_waits_for_the_jury(event: Event, table: Table) -> None:
    call = announced(table)
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    assert not now(call).ended_at
    assert "allow the contract" in refused(calls.settle_call, call, juror(event))
    assert "announce another" in refused(calls.withdraw_call, table, "table:1/1", call.number)


def test_another_contract_is_recorded_than_was_announced(table: Table) -> None:
    call = announced(table)
    cast.write(table, 1, cast.result("S7", (1,), 9))
    assert now(call).withdrawn


def test_where_the_jury_answers_a_recorded_contract_calls_it() -> None:
    event = cast.playing(players=8, deals=4, jury=Event.Jury.HAND)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S12", (1,), 12))
    call = Call.objects.get()
    assert (call.contract, call.about, call.deal, facts()["call"]) == ("S12", [1], 1, 1)
    deals.correct_deal(table, "user:1", 1, cast.result("S12", (2,), 12), replaces=1, reason="Mistyped.")
    again = Call.objects.latest("number")
    assert now(call).withdrawn and again.about == [2]
    deals.correct_deal(table, "user:1", 1, cast.result("S7", (2,), 12), replaces=2, reason="Mistyped.")
    assert now(again).withdrawn and Call.objects.count() == 2
    rulings.rule(table, juror(event), 2, "allowed", "Seen.", contract="S12", about=[1])
    cast.write(table, 2, cast.result("S12", (1,), 12))
    assert Call.objects.count() == 2


def test_a_deal_that_is_settled_calls_nobody_when_it_is_recorded() -> None:
    event = cast.playing(players=8, deals=4, jury=Event.Jury.HAND)
    table, by = cast.table(event), juror(event)
    rulings.rule(table, by, 1, "annulled", "Marked cards.")
    cast.write(table, 1, cast.result("S12", (1,), 12))
    assert not Call.objects.exists()
    rulings.cancel_decision(Decision.objects.get(), by, "It counts.")
    assert Call.objects.get().about == [1]


def test_a_contract_whose_answer_is_cancelled_calls_again(guarded: None) -> None:
    event = cast.playing(players=8, deals=4, jury=Event.Jury.HAND)
    table, by = cast.table(event), juror(event)
    cast.write(table, 1, cast.result("S12", (1,), 12))
    answers.answer(Call.objects.get(), by, {1: "allowed"})
    rulings.rule(table, by, 1, "annulled", "By mistake.")
    rulings.cancel_decision(Decision.objects.latest("number"), by, "It counts.")
    assert Call.objects.count() == 1, "the answer counts again"
    rulings.cancel_decision(Decision.objects.get(number=1), by, "Another table.")
    again = Call.objects.latest("number")
    assert (again.contract, again.about, again.deal, again.ended_at) == ("S12", [1], 1, None)
    assert proven(event) == cast.fresh(event).revision
    answers.answer(again, by, {1: "refused"})
    announced(table, TWO, 2)
    rulings.rule(table, by, 2, "refused", "No.", contract="GMT", about=[3])
    rulings.cancel_decision(Decision.objects.latest("number"), by, "The other one.")
    assert Call.objects.latest("number").about == [1, 3]


def test_who_plays_at_the_table_neither_goes_nor_settles(event: Event, table: Table) -> None:
    call, one = called(table), juror(event, "An")
    members.plays_as(event, "system", cast.user("An"), cast.seated(table)[1])
    for act in (calls.take_call, calls.settle_call):
        assert "where they play" in refused(act, call, one)
    assert "where they play" in refused(calls.hand_on_call, call, juror(event, "Bo"), one, seen="")
    contract = announced(table)
    assert "where they play" in refused(answers.answer, contract, one, {1: "allowed"})


def test_a_wiped_rehearsal_leaves_nobody_waiting() -> None:
    event = cast.event(players=8, deals_per_round=4)
    cast.next_round(event)
    call = announced(cast.table(event))
    played = rehearsal_data.rehearsal_data_of(event)
    assert played
    rehearsal.start(event, "system", wipe=True, seen=played.mark)
    assert now(call).withdrawn


def test_a_dispute_calls_and_its_end_settles_the_call() -> None:
    event = cast.played(players=8, confirmation=Event.Confirmation.PLAYERS)
    table = cast.table(event)
    one, two = cast.seated(table)[1], cast.seated(table)[2]
    signatures.dispute(table, f"entry:{one}", one, 2, "I made nine.")
    signatures.dispute(table, f"entry:{two}", two, 2, "So do I say.")
    call = Call.objects.get()
    assert (call.reason, call.deal, call.by) == ("dispute", 2, f"entry:{one}")
    assert "in dispute" in refused(calls.settle_call, call, juror(event))
    assert "in dispute" in refused(calls.withdraw_call, table, "table:1/1", call.number)
    signatures.resolve_dispute(table, "user:1", 1, "Eight.")
    assert not now(call).ended_at
    signatures.sign(table, f"entry:{two}", two)
    assert now(call).ended_at and not now(call).withdrawn


# --- The answer ---------------------------------------------------------------------------------------------------


WHY = {
    "en": "The jury allowed the contract before it was played.",
    "nl": "De jury liet het contract toe voor het gespeeld werd.",
    "fr": "Le jury a autorisé le contrat avant qu’il soit joué.",
}


def test_a_table_that_says_so_itself_gives_no_reason_of_the_jury(event: Event, table: Table) -> None:
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    assert Decision.objects.get().why == ""
    one = juror(event)
    with cast.nothing_written():
        assert "Enter a reason" in refused(rulings.rule, table, one, 1, "annulled", "")


def test_an_answer_rules_and_settles(event: Event, table: Table) -> None:
    call, one = announced(table), juror(event)
    answers.answer(call, one, {1: "allowed"})
    made = Decision.objects.get()
    assert (made.by, made.ruling, made.contract, made.about, made.deal) == (one, "allowed", "S12", [1], 1)
    assert made.reason == facts()["reason"] == "", "the answer itself is the fact"
    for language, why in WHY.items():
        with translation.override(language):
            assert made.why == why and decision_words.in_words(made)["reason"] == why
    made.reason = "The jury saw it."
    assert made.why == made.reason, "as older answers were stored"
    assert now(call).ended_by == one and facts()["settles"] == [call.number]
    with cast.nothing_written():
        answers.answer(call, one, {1: "allowed"})
    assert "ended" in refused(answers.answer, call, one, {1: "refused"})
    assert "ended" in refused(answers.answer, call, juror(event, "Bo"), {1: "allowed"})


def test_each_player_gets_an_answer(event: Event, table: Table) -> None:
    call, one = announced(table, TWO), juror(event)
    answers.answer(call, one, {1: "allowed"})
    assert not now(call).ended_at
    answers.answer(call, one, {3: "refused"}, "Too weak.")
    assert now(call).ended_at and "must pass" in refused(say, table, 1, TWO)
    assert Decision.objects.get(ruling="refused").reason == "Too weak."
    for wrong in ({}, {2: "allowed"}, {1: "annulled"}):
        assert "each player" in refused(answers.answer, call, one, wrong)


def test_what_the_jury_answered_before_is_not_asked_again(event: Event, table: Table) -> None:
    rulings.rule(table, juror(event), 1, "allowed", "Seen.", contract="S12", about=[1])
    say(table, told=SLAM)
    assert not Call.objects.exists()


def test_any_other_ruling_settles_what_is_open_about_the_deal(event: Event, table: Table) -> None:
    here, other, asked = announced(table), called(table, "question", 2), called(table, "misdeal", 1)
    rulings.rule(table, juror(event), 1, "annulled", "Marked cards.")
    assert now(here).ended_at and now(asked).ended_at and not now(other).ended_at


def test_what_is_refused_to_somebody_else_settles_no_call(event: Event, table: Table) -> None:
    call = announced(table)
    rulings.rule(table, juror(event), 1, "refused", "", contract="S12", about=[2])
    assert now(call).ended_at is None
    rulings.rule(table, juror(event), 1, "refused", "", contract="S12", about=[1])
    assert now(call).ended_at


def test_on_the_phone_of_the_table_only_who_took_the_call_answers(event: Event, table: Table) -> None:
    call, one = announced(table), juror(event, "An")
    assert "Somebody else" in refused(answers.answer, call, one, {1: "allowed"}, through="table:1/1")
    calls.take_call(call, one)
    members.revoke_role(event, "system", cast.user("An"), cast.Role.JURY)
    assert "not on the jury" in refused(answers.answer, call, one, {1: "allowed"}, through="table:1/1")
    juror(event, "An")
    answers.answer(call, one, {1: "refused"}, through="table:1/1")
    assert facts()["through"] == "table:1/1" and Decision.objects.get().by == one


# --- In a file ----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_calls_go_out_and_come_in() -> None:
    document = exporting.document(a_full_day())
    assert {"taken_by", "ended_by", "withdrawn", "contract"} <= {name for row in document["calls"] for name in row}
    importing.judge(document)
    assert exporting.document(importing.load(document, "system", slug="elsewhere"))["calls"] == document["calls"]


WRONG: dict[str, Callable[[dict[str, Any]], object]] = {
    "a table that is not there": lambda row: row.update(table=99),
    "a deal that is not there": lambda row: row.update(deal=125),
    "its time is not one": lambda row: row.update(at="2026-02-31T10:00:00Z"),
    "when without who": lambda row: row.update(taken_at="2026-02-01T10:00:00Z"),
    "has not ended": lambda row: (row.update(withdrawn=True), row.pop("ended_at", 0), row.pop("ended_by", 0)),
    "reason": lambda row: row.update(reason="coffee"),
    "more": lambda row: row.update(more=1),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_file_that_tells_nonsense_of_calls_is_refused(event: Event, wrong: str) -> None:
    called(cast.table(event))
    document = exporting.document(event)
    WRONG[wrong](document["calls"][0])
    with pytest.raises(EventFileError):
        importing.judge(document)
    with pytest.raises(EventFileError, match="twice"):
        importing.judge(exporting.document(event) | {"calls": exporting.document(event)["calls"] * 2})
