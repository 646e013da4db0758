"""Two phones at one table, lost answers, repeats and late resends in any order: always exactly what was played.

A phone looks at the table, does one thing as it saw it, and may not hear the answer: then it sends the same again,
at once or much later. What must be there at the end is what the acts that were answered or done say, each once.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.pages.captain_phone import path
from tests.support.second.played import Played, form_for
from tournament.acts.table import deals, redeals
from tournament.acts.table.announcing import announce
from tournament.errors import UserError
from tournament.models import Adjustment, Deal, Event, LogEntry, Table

pytestmark = pytest.mark.django_db
DEALS = 3

# A deal is misdealt so often here that waived and paid ones follow each other: the last is taken back first.
WHATS = (
    *("record", "record", "announce", "correct", "pass", "misdeal", "misdeal"),
    *("undo", "undo pass", "undo misdeal", "close", "reopen"),
)
Send = Callable[[str, dict[str, Any]], bool]


@dataclass
class Phone:
    """One phone: what it saw last, and what it sent without hearing an answer."""

    seen: dict[int, int] = field(default_factory=dict)
    revision: int = 0
    heard: Counter[int] = field(default_factory=Counter)
    unheard: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def look(self, table: Table, played: Played) -> None:
        """Opens the sheet again."""
        self.heard = played.told.copy()
        rows = dict(Deal.objects.filter(table=table).values_list("number", "version"))
        self.seen = {number: rows.get(number, 0) for number in range(1, DEALS + 1)}
        self.revision = Table.objects.get(pk=table.pk).revision

    def form(self, told: dict[str, Any], key: str) -> dict[str, Any]:
        """What it would send, with what it saw."""
        seen = {"replaces": self.seen[told["number"]]} if "number" in told else {"seen": self.revision}
        return {**told, **seen, "key": key}


def play(event: Event, send: Send, seed: int, steps: int) -> None:
    """Steps by chance, then everything that was never answered once more; what stands is compared each time."""
    chance, table, played = random.Random(seed), cast.table(event), Played(DEALS)
    phones = [Phone(), Phone()]
    sent: dict[str, tuple[str, dict[str, Any]]] = {}
    for phone in phones:
        phone.look(table, played)
    for step in range(steps):
        phone = chance.choice(phones)
        if sent and chance.random() < 0.3:  # a resend, of its own or, through a bad line, much later
            what, form = chance.choice(phone.unheard or list(sent.values()))
            before = LogEntry.objects.count()
            send(what, form)
            assert LogEntry.objects.count() == before, f"{what} was done twice"
        else:
            if chance.random() < 0.6:
                phone.look(table, played)
            what = chance.choice(WHATS)
            told = played.does(what, chance)
            if told is None:
                continue
            form = phone.form(told, f"k{seed}-{step}")
            at = told.get("number", 0)
            knows = phone.heard[at] == played.told[at]
            done = send(what, form)
            assert done == knows, f"{what}: done {done}, and what stood was known {knows}"
            if done:
                played.note(what, **told)
                sent[form["key"]] = (what, form)
                phone.unheard += [(what, form)] if chance.random() < 0.4 else []
            else:
                phone.look(table, played)
        stands(table, played)


def stands(table: Table, played: Played) -> None:
    """Fails unless the table holds exactly what was played."""
    rows = {deal.number: deal for deal in Deal.objects.filter(table=table)}
    assert {number: row.result for number, row in rows.items() if row.result} == played.results
    assert {n: row.passes for n, row in rows.items() if row.passes} == {n: p for n, p in played.passes.items() if p}
    assert {n: row.misdeals for n, row in rows.items() if row.misdeals} == {
        n: len(m) for n, m in played.misdeals.items() if m
    }
    assert {n: row.announced for n, row in rows.items() if row.announced} == {
        n: told for n, told in played.announced.items() if told
    }
    paid = Adjustment.objects.filter(decision__table=table, decision__cancelled=False, points=-3).count()
    assert paid == sum(not waived for misdeals in played.misdeals.values() for waived in misdeals)
    assert Table.objects.get(pk=table.pk).closed == played.closed


def by_acts(table: Table) -> Send:
    """Sends to the acts themselves."""
    by = cast.captain(table)
    acts: dict[str, Callable[..., Any]] = {
        "announce": announce,
        "record": deals.record_deal,
        "correct": partial(deals.correct_deal, at_table=True),
        "pass": redeals.all_pass,
        "misdeal": redeals.misdeal,
        "undo": deals.undo_deal,
        "undo pass": redeals.undo_pass,
        "undo misdeal": redeals.undo_misdeal,
        "close": deals.close_table,
        "reopen": deals.reopen_table,
    }

    def send(what: str, form: dict[str, Any]) -> bool:
        at = cast.table(table.round.event)
        before = LogEntry.objects.count()
        try:
            acts[what](at, by, **form)
        except UserError as refusal:
            assert refusal.status == 409
        return LogEntry.objects.count() > before

    return send


def by_pages(table: Table) -> Send:
    """Sends what the captain's forms send; reopening is the desk's."""
    phone, desk = cast.client(), cast.client(cast.desk(table.round.event))

    def send(what: str, form: dict[str, Any]) -> bool:
        before = LogEntry.objects.count()
        if what == "reopen":
            there = f"/staff/{table.round.event.slug}/rounds/1/tables/1/reopen/"
            answer = desk.post(there, {"key": form["key"], "of": form["seen"]})
        else:
            rest, data = form_for(what, form, form["seen"] if what == "close" else form["replaces"], form["key"])
            answer = phone.post(path(table, rest), data)
        assert answer.status_code in (303, 409), answer.content.decode()
        return LogEntry.objects.count() > before

    return send


def seeds(count: int, fast: int) -> list[Any]:
    """The seeds, the first of them in the fast tests."""
    return [pytest.param(seed, marks=() if seed < fast else pytest.mark.long) for seed in range(count)]


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(12, fast=2))
def test_two_phones_in_any_order_write_exactly_what_was_played(seed: int) -> None:
    event = cast.playing(4, deals=DEALS)
    play(event, by_acts(cast.table(event)), seed, 60)


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(4, fast=1))
def test_so_they_do_through_the_pages(seed: int) -> None:
    event = cast.playing(4, deals=DEALS)
    play(event, by_pages(cast.table(event)), seed, 40)
