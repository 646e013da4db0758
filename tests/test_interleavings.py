"""Two phones at one table, lost answers, repeats and late resends in any order: always exactly what was played.

A phone looks at the table, does one thing as it saw it, and may not hear the answer: then it sends the same again,
at once or much later. What must stand at the end is what the acts that were answered or done say, each once.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests import cast
from tests.captain_phone import path
from tournament.acts import deals, redeals
from tournament.models import Adjustment, Deal, Event, LogEntry, Table
from tournament.refusal import Refusal

pytestmark = pytest.mark.django_db
DEALS = 3
RESULTS = (cast.result(), cast.result("S6", (2,), 7), cast.result("GM", (4,), {"4": 0}))


@dataclass
class Played:
    """What really happened at the table, kept beside the program in the simplest way."""

    results: dict[int, Any] = field(default_factory=dict)
    passes: dict[int, int] = field(default_factory=dict)
    misdeals: dict[int, list[bool]] = field(default_factory=dict)
    closed: bool = False
    # What was done at each deal, and at the table (0) in all: whoever saw less tells what was told already.
    told: Counter[int] = field(default_factory=Counter)

    @property
    def now(self) -> int:
        """The deal that is being played; one too many when all are."""
        return len(self.results) + 1

    def does(self, what: str, chance: random.Random) -> dict[str, Any] | None:
        """Something that happens at the table now, as a form would say it; None where it cannot happen."""
        here, last = self.now, self.now - 1
        playing = here <= DEALS and not self.closed
        told: dict[str, Callable[[], dict[str, Any] | None]] = {
            "record": lambda: {"number": here, "result": chance.choice(RESULTS)} if playing else None,
            "pass": lambda: {"number": here} if playing and self.passes.get(here, 0) < redeals.MOST else None,
            "misdeal": lambda: (
                {"number": here, "waived": chance.random() < 0.5}
                if playing and len(self.misdeals.get(here, ())) < redeals.MOST
                else None
            ),
            "undo": lambda: {"number": last} if last and not self.closed else None,
            "undo pass": lambda: {"number": here} if playing and self.passes.get(here) else None,
            "undo misdeal": lambda: {"number": here} if playing and self.misdeals.get(here) else None,
            "close": lambda: {} if not playing and not self.closed else None,
            "reopen": lambda: {} if self.closed else None,
        }
        return told[what]()

    def note(self, what: str, number: int = 0, result: Any = None, waived: bool = False) -> None:
        """It happened."""
        self.told.update({0, number})
        if what == "record":
            self.results[number] = result
        elif what == "undo":
            del self.results[number]
        elif what in ("pass", "undo pass"):
            self.passes[number] = self.passes.get(number, 0) + (1 if what == "pass" else -1)
        elif what == "misdeal":
            self.misdeals.setdefault(number, []).append(waived)
        elif what == "undo misdeal":
            self.misdeals[number].pop()
        else:
            self.closed = what == "close"


# A deal is misdealt so often here that waived and paid ones follow each other: the last is taken back first.
WHATS = ("record", "record", "pass", "misdeal", "misdeal", "undo", "undo pass", "undo misdeal", "close", "reopen")
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
    chance, table, played = random.Random(seed), cast.table(event), Played()
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
    paid = Adjustment.objects.filter(decision__table=table, decision__cancelled=False, points=-3).count()
    assert paid == sum(not waived for misdeals in played.misdeals.values() for waived in misdeals)
    assert Table.objects.get(pk=table.pk).closed == played.closed


def by_acts(table: Table) -> Send:
    """Sends to the acts themselves."""
    by = cast.captain(table)
    acts: dict[str, Callable[..., Any]] = {
        "record": deals.record_deal,
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
        except Refusal as refusal:
            assert refusal.status == 409
        return LogEntry.objects.count() > before

    return send


def by_pages(table: Table) -> Send:
    """Sends what the captain's forms send; reopening is the desk's."""
    phone, desk = cast.client(), cast.client(cast.desk(table.round.event))
    rests = {"record": "", "pass": "pass/", "misdeal": "misdeal/", "undo": "undo/", "undo pass": "pass/undo/"}
    rests["undo misdeal"] = "misdeal/undo/"

    def send(what: str, form: dict[str, Any]) -> bool:
        before = LogEntry.objects.count()
        data: dict[str, Any] = {"key": form["key"]}
        if what == "reopen":
            there = f"/staff/{table.round.event.slug}/rounds/1/tables/1/reopen/"
            answer = desk.post(there, {**data, "of": form["seen"]})
        elif what == "close":
            answer = phone.post(path(table, "close/"), {**data, "of": form["seen"]})
        else:
            data |= {"version": form["replaces"], "waived": "1" if form.get("waived") else "0"}
            data |= chosen(form["result"]) if what == "record" else {}
            answer = phone.post(path(table, f"deal/{form['number']}/{rests[what]}"), data)
        assert answer.status_code in (303, 409), answer.content.decode()
        return LogEntry.objects.count() > before

    return send


def chosen(result: dict[str, Any]) -> dict[str, Any]:
    """The form of a result as the deal page sends it."""
    alone = isinstance(result["tricks"], dict)
    made = result["tricks"]
    tricks = {f"tricks{seat}": count for seat, count in made.items()} if alone else {"tricks": made}
    return {"contract": result["contract"], "who": result["declarers"], **tricks, "seen": SEEN[result["contract"]]}


SEEN = {
    "PC8": '{"contract":"PC8","declarers":[1,3],"tricks":9}',
    "S6": '{"contract":"S6","declarers":[2],"tricks":7}',
    "GM": '{"contract":"GM","declarers":[4],"tricks":{"4":0}}',
}


def seeds(count: int, fast: int) -> list[Any]:
    """So many seeds, the first of them in the fast tests."""
    return [pytest.param(seed, marks=() if seed < fast else pytest.mark.long) for seed in range(count)]


@pytest.mark.parametrize("seed", seeds(12, fast=2))
def test_two_phones_in_any_order_write_exactly_what_was_played(seed: int) -> None:
    event = cast.playing(4, deals=DEALS)
    play(event, by_acts(cast.table(event)), seed, 60)


@pytest.mark.parametrize("seed", seeds(4, fast=1))
def test_so_they_do_through_the_pages(seed: int) -> None:
    event = cast.playing(4, deals=DEALS)
    play(event, by_pages(cast.table(event)), seed, 40)
