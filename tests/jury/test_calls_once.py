"""A table waits once for the jury about one contract: the button and the announcement make one call."""

import json

import pytest

from tests.support.events import cast
from tests.support.events.calls import announced, called, juror, now
from tournament import guards
from tournament.acts.kernel import calls
from tournament.exchange.logbook import proof
from tournament.models import Event, LogEntry, Table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("deal", [1, None])
def test_the_button_calls_no_second_time_for_a_contract_that_was_announced(table: Table, deal: int | None) -> None:
    call = announced(table)
    with cast.nothing_written():
        called(table, "contract", deal, key="button")
    assert calls.waiting_calls(table).get() == call
    assert called(table, "contract", 2).number == 2, "a bid in another deal is asked about apart"


def test_a_written_deal_that_waits_for_its_answer_is_called_for_once() -> None:
    table = cast.table(cast.playing(jury="hand", slug="handbel"))
    cast.write(table, 1, cast.result("S12", (1,), 12))
    call = calls.waiting_calls(table).get()
    assert (call.deal, call.contract) == (1, "S12")
    with cast.nothing_written():
        called(table, "contract", 2)
    assert calls.waiting_calls(table).get() == call
    assert called(table, "question", 2).number == 2


@pytest.mark.parametrize("deal", [1, None])
def test_a_table_that_called_for_a_contract_without_a_deal_waits_once(table: Table, deal: int | None) -> None:
    before = called(table, "contract")
    with cast.nothing_written():
        called(table, "contract", deal, key="again")
    assert calls.waiting_calls(table).get() == before
    assert called(table, "question").number == 2


def test_who_comes_for_a_contract_without_a_deal_comes_for_the_announced_one(event: Event, table: Table) -> None:
    before, one = called(table, "contract"), juror(event)
    calls.take_call(before, one)
    call = announced(table)
    assert now(before).withdrawn and calls.waiting_calls(table).get() == call and call.taken_by == one
    assert json.loads(LogEntry.objects.latest("pk").text)["facts"]["withdraws"] == [before.number]
    guards.lay()
    assert proof.prove(cast.fresh(event))
