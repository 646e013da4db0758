"""Random rulings, cancellations, appeals, swapped seats, emptied sheets and redeals, against a model of ten lines."""

import os
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import Result, load, score
from tests.support.events import cast
from tools import verify
from tournament import guards
from tournament.acts.event import events
from tournament.acts.jury import appeals, rulings
from tournament.acts.table import deals, redeals
from tournament.acts.table.empty_sheet import deals_token, empty_table
from tournament.acts.table.swapped_seats import swap_seats
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.troel1 import exporting
from tournament.models import Appeal, Decision, Event
from tournament.ranking.standings import event_standings
from tournament.ranking.superseded_rulings import returning
from tournament.ranking.swapped_seats import SeatSwap

pytestmark = pytest.mark.django_db

RULES = load("world-2018")
RESULTS = [cast.result("PC8", (1, 3), tricks) for tricks in (7, 8, 13)] + [cast.result("PM", (2,), {"2": 1})]
POINTS = st.dictionaries(st.integers(1, 4), st.integers(-20, 20), max_size=4)
STEPS = st.one_of(
    st.tuples(st.just("result"), st.sampled_from(RESULTS), POINTS),
    st.tuples(st.just("annulled"), st.none(), POINTS),
    st.tuples(st.just("allowed"), st.none(), POINTS),
    st.tuples(st.just("penalty"), st.none(), POINTS),
    st.tuples(st.just("cancel"), st.integers(0, 9), st.booleans()),
    st.tuples(st.just("appeal"), st.integers(0, 9), st.booleans()),
    st.tuples(st.just("swap"), st.none(), st.booleans()),
    st.tuples(st.just("empty"), st.none(), st.none()),
    st.tuples(st.just("pass"), st.none(), st.none()),
    st.tuples(st.just("write"), st.sampled_from(RESULTS), st.none()),
)


class Model:
    """One deal as the rules say: every decision, and what was entered; nothing of it is read from Troel."""

    def __init__(self) -> None:
        self.entered: dict[str, Any] | None = RESULTS[1]
        self.decisions: list[dict[str, Any]] = []

    def rule(self, result: Any, points: dict[int, int], *, sets: bool, ruling: bool = True) -> None:
        endable = [n for n, one in enumerate(self.decisions) if one["ruling"] and (one["sets"] or one["points"])]
        ends = {n for n in endable if not self.decisions[n]["cancelled"]} if sets else set()
        told = {"result": result, "points": points, "sets": sets, "ruling": ruling, "ends": ends, "cancelled": False}
        self.decisions.append(told)

    def counting(self) -> list[dict[str, Any]]:
        ended = {n for one in self.decisions if not one["cancelled"] for n in one["ends"]}
        return [one for n, one in enumerate(self.decisions) if not one["cancelled"] and n not in ended]

    def totals(self, seats: dict[int, int]) -> dict[int, int]:
        """The points of each entry; a decision's points stay with who got them, the deal's with the seats."""
        last = next((one for one in reversed(self.counting()) if one["sets"]), None)
        result = last["result"] if last else self.entered
        deal = score(Result.read(result, RULES), RULES) if result else {}
        return {
            entry: deal.get(seat, 0) + sum(one["points"].get(entry, 0) for one in self.counting())
            for seat, entry in seats.items()
        }


class Played:
    """The same deal in Troel: each step by its act, as the pages call it."""

    def __init__(self, event: Event) -> None:
        self.event, self.model = event, Model()
        self.head, self.second = cast.by(cast.head_juror(event)), cast.by(cast.organiser(event))
        self.juror = cast.by(cast.juror(event))

    @property
    def seats(self) -> dict[int, int]:
        return cast.seated(cast.table(self.event))

    def rule(self, ruling: str, result: Any, points: dict[int, int], **more: Any) -> None:
        given = {self.seats[seat]: value for seat, value in points.items()}
        # Who throws in pays at once with the ruling, so points come with any of them.
        rulings.rule(cast.table(self.event), self.juror, 1, ruling, "Seen.", result=result, points=given, **more)
        self.model.rule(result, given, sets=ruling != "allowed")

    def step(self, name: str, what: Any, how: Any) -> None:
        table = cast.table(self.event)
        if name in ("result", "annulled"):
            self.rule(name, what, how)
        elif name == "allowed":
            self.rule(name, None, how, contract="GMT", about=[2])
        elif name == "penalty":
            points = {self.seats[seat]: value for seat, value in how.items()}
            rulings.penalise(self.event, self.juror, "house", points, "House rule.", table=table, deal=1)
            self.model.rule(None, points, sets=False, ruling=False)
        elif name in ("cancel", "appeal"):
            self.take_back(name, what, also=how)
        elif name == "swap":
            swap = SeatSwap(((1, 1), (1, 2)), 1, False)
            swap_seats(table, self.head, swap, "They sat in each other's place.", second=self.second)
        elif name == "empty":
            empty_table(table, self.second, "Another sheet.", seen=deals_token(table))
            self.model.entered = None
        elif name == "pass":
            redeals.all_pass(table, cast.captain(table), 1)
        else:
            deals.record_deal(table, "system", 1, what, replaces=cast_version(table))
            self.model.entered = what

    def take_back(self, name: str, which: int, *, also: bool) -> None:
        rows = list(Decision.objects.filter(event=self.event).exclude(kind="misdeal").order_by("number"))
        if not rows:
            return
        row = rows[which % len(rows)]
        back = [one.number for one in returning(row)]
        more: dict[str, Any] = {"returning": back, "also": back if also else []}
        if name == "cancel":
            rulings.cancel_decision(row, self.head, "Not right.", **more)
        else:
            people = appeals.concerned_entries(row)
            if not people:
                return
            with transaction.atomic():  # the appeal and its answer, or neither
                entry = next(iter(people.values()))
                appeals.appeal(row, entry, "Not so.", f"entry:{entry.number}")
                one = Appeal.objects.get(decision=row, entry=entry)
                appeals.settle_appeal(one, self.head, "cancelled", "Heard.", self.second, **more)
        for at, made in enumerate(rows):
            if made == row or (also and made.number in back):
                self.model.decisions[at]["cancelled"] = True

    def check(self) -> None:
        """Ranking and model agree, and the queryset with its twin."""
        ranking = event_standings(cast.fresh(self.event), public=False)
        here = set(self.seats.values())
        found = {one.entry.number: one.standing.row.points for one in ranking if one.entry.number in here}
        assert found == self.model.totals(self.seats)
        rows = Decision.objects.filter(event=self.event)
        assert set(Decision.objects.counting().filter(event=self.event)) == {row for row in rows if row.counts}


def cast_version(table: Any) -> int:
    """The version of deal 1 as a page shows it."""
    row = table.deals.filter(number=1).first()
    return row.version if row else 0


def played(steps: list[tuple[Any, ...]]) -> Played:
    event = cast.playing(8, rules="world-2018")
    events.change_event(event, "system", cast.plan("world-2018", appeal_minutes=60))
    cast.write(cast.table(event), 1, RESULTS[1])
    hall = Played(cast.fresh(event))
    for step in steps:
        try:
            with transaction.atomic():
                hall.step(*step)
        except UserError:
            continue
        hall.check()
    return hall


FEW = settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=int(os.environ.get("RULINGS", "40")))


@FEW
@given(st.lists(STEPS, min_size=3, max_size=8))
def test_what_counts_is_what_the_model_says(steps: list[tuple[Any, ...]]) -> None:
    with transaction.atomic():
        played(steps)
        transaction.set_rollback(True)


@pytest.mark.long
def test_the_outsiders_check_agrees_after_long_sequences(tmp_path: Path) -> None:
    guards.lay()

    @MANY
    @given(st.lists(STEPS, min_size=6, max_size=20))
    def agrees(steps: list[tuple[Any, ...]]) -> None:
        with transaction.atomic():
            hall = played(steps)
            event = cast.fresh(hall.event)
            assert proof.prove(event)
            log, export = tmp_path / "day.jsonl", tmp_path / "day.json"
            log.write_text("".join(f"{line}\n" for line in logbook_file.lines(event)))
            export.write_text(exporting.text(event))
            assert verify.main([str(log), str(export)]) == 3  # sound, and nobody witnessed its end
            transaction.set_rollback(True)

    agrees()
