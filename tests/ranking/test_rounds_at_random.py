"""The rounds of an event in any order of acts, against a small model: what counts, what is public, what is final.

What the model refuses is refused and writes nothing; the next step that a page offers can be carried out; a ranking
that is final stays as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from tests.support.at_random import Undone, in_any_order
from tests.support.events import cast
from tournament.acts.event import reveal
from tournament.acts.event.declaration import declare_final, take_back_final
from tournament.acts.event.events import change_state
from tournament.acts.event.format import make_cut, set_format, undo_cut
from tournament.acts.kernel.ended import end_table, play_on
from tournament.acts.kernel.rehearsal_data import rehearsal_data_of
from tournament.acts.lifecycle import rehearsal
from tournament.acts.lifecycle.bin import bin_event, restore_event
from tournament.acts.rounds import draws, rounds
from tournament.acts.rounds.publication import withdraw_publication
from tournament.acts.table import deals
from tournament.draw.drawing import DrawRequest
from tournament.models import Deal, Event, Round
from tournament.progress.next_step import NextStep, progress
from tournament.progress.open_issues import open_issues
from tournament.ranking import live
from tournament.ranking.finalists import candidates
from tournament.reading.ranking.finality import finality
from tournament.reading.ranking.reveal import finale

PLANNED, BEFORE_FINAL, DEALS, BONUS = 3, 2, 3, (9, 6, 3, 0)
# Solo 6 with so many tricks is worth so much.
WORTH = {6: 12, 7: 15, 8: 18}
WHY = "So it was."
numbers, seats, tricks = st.integers(0, 3), st.integers(1, 4), st.sampled_from(sorted(WORTH))


@dataclass
class PlayedTable:
    """A table as the model has it: who sits there, which seat made what in which deal, and where it was stopped."""

    seats: dict[int, int]
    deals: dict[int, tuple[int, int]] = field(default_factory=dict)
    ended: int | None = None
    averaged: bool = False

    @property
    def last(self) -> int:
        return self.ended or DEALS

    @property
    def complete(self) -> bool:
        return len(self.deals) >= self.last

    def points(self, closed: bool, bonus: bool) -> dict[int, int]:
        """What each of its players has from it; averages and the bonus once it is over."""
        won = dict.fromkeys(self.seats.values(), 0)
        for seat, worth in self.deals.values():
            won[self.seats[seat]] += worth
        if not self.deals or not (self.complete or closed):
            return won
        gets = dict(won)
        for entry, points in won.items():
            if self.averaged:
                gets[entry] += points * (DEALS - self.last) // len(self.deals)
            if bonus:
                better, ties = sum(p > points for p in won.values()), sum(p == points for p in won.values())
                gets[entry] += sum(BONUS[better : better + ties]) // ties
        return gets


@dataclass
class PlayedRound:
    """A round as the model has it; `late` once its hour has passed."""

    tables: dict[int, PlayedTable]
    published: bool = False
    visible: bool = True
    closed: bool = False
    late: bool = False

    @property
    def complete(self) -> bool:
        return all(table.complete for table in self.tables.values())

    @property
    def begun(self) -> bool:
        return any(table.deals for table in self.tables.values())


class Rounds(Undone):
    """Eight players and three rounds; the last may be a final of four."""

    @initialize(
        final=st.booleans(),
        average=st.booleans(),
        bonus=st.booleans(),
        head=st.booleans(),
        live=st.sampled_from([True, True, True, False]),
        before=st.lists(st.sampled_from(["nothing", "some", "all", "closed"]), max_size=PLANNED),
    )
    def begin(self, final: bool, average: bool, bonus: bool, head: bool, live: bool, before: list[str]) -> None:
        self.key = cast.event(8, planned_rounds=PLANNED, deals_per_round=DEALS).pk
        self.by = self.judge = cast.by(cast.organiser(self.event))
        self.average, self.bonus, self.head, self.has_final = average, bonus, head, final
        if head:
            self.judge = cast.by(cast.head_juror(self.event))
        stages = [{"kind": "preliminary", "rounds": BEFORE_FINAL}, {"kind": "final", "rounds": 1, "cut": 4}]
        wanted = {"unplayed": "average"} if average else {}
        set_format(
            self.event,
            self.by,
            wanted | ({"bonus": list(BONUS)} if bonus else {}) | ({"stages": stages} if final else {}),
        )
        self.rounds: dict[int, PlayedRound] = {}
        self.state, self.frozen, self.revealed = "rehearsal", 0, 0
        self.final = self.binned = self.cut = False
        self.stays: object = None
        if live:
            self.change("live")
        for at, how in enumerate(before):
            self.draw(1, anyway=True)
            self.publish(at, ahead=False)
            for table in (0, 1) if how != "nothing" else ():
                for seat in range(1, 2 if how == "some" else DEALS + 1):
                    self.write(at, table, seat, 8 - table)
            if how == "closed":
                self.close(at, "", ends=False)

    # --- What the model knows ------------------------------------------------------------------------------------

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.key)

    @property
    def kept(self) -> bool:
        """Whether acts are possible at all."""
        return not self.binned and self.state != "archived"

    @property
    def open(self) -> bool:
        return self.kept and self.state != "closed" and not self.final

    @property
    def published(self) -> list[int]:
        return [number for number, row in self.rounds.items() if row.published]

    @property
    def waiting(self) -> list[int]:
        return [number for number, row in self.rounds.items() if not row.published]

    @property
    def hidden(self) -> bool:
        return any(not self.rounds[number].visible for number in self.published)

    def at(self, at: int) -> tuple[int, PlayedRound, Round]:
        """A round: its number, the model's and the stored one."""
        number = 1 + at % len(self.rounds)
        return number, self.rounds[number], cast.round_of(self.event, number)

    def stands_on(self, number: int) -> bool:
        later = [row for other, row in self.rounds.items() if other > number]
        ranked = self.has_final and number <= max(BEFORE_FINAL, len(self.rounds) - 1)
        return any(row.begun for row in later) or (ranked and (self.cut or len(self.rounds) > BEFORE_FINAL))

    # --- Drawing and publishing ----------------------------------------------------------------------------------

    @rule(many=st.integers(1, 2), anyway=st.booleans())
    def draw(self, many: int, *, anyway: bool) -> None:
        drawn = len(self.rounds)
        in_final = self.has_final and drawn >= BEFORE_FINAL
        left = 1 if in_final else max(1, (BEFORE_FINAL if self.has_final else PLANNED) - drawn)
        playing = next((row for row in self.rounds.values() if row.published and not row.closed), None)
        warned = (playing and not playing.complete) or drawn >= PLANNED or (in_final and self.hidden)
        allowed = self.open and not self.waiting and (anyway or not warned) and many <= left
        request = DrawRequest(rounds=many)
        if self.tried(
            allowed and (self.cut or not in_final),
            lambda: draws.draw_rounds(self.event, self.by, request, secret="cast", anyway=anyway, reason=WHY),
        ):
            for number in range(drawn + 1, drawn + many + 1):
                tables = cast.round_of(self.event, number).tables.all()
                self.rounds[number] = PlayedRound({row.number: PlayedTable(cast.seated(row)) for row in tables})

    @precondition(lambda self: self.rounds)
    @rule(at=numbers, ahead=st.booleans())
    def publish(self, at: int, *, ahead: bool) -> None:
        number, row, stored = self.at(at)
        allowed = self.open and not row.published and self.waiting[0] == number
        if self.tried(allowed, lambda: rounds.publish_round(stored, self.by, ahead=ahead)):
            for other in self.waiting if ahead else [number]:
                self.rounds[other].published = True

    @precondition(lambda self: self.rounds)
    @rule(at=numbers)
    def reject(self, at: int) -> None:
        number, row, stored = self.at(at)
        allowed = self.kept and not row.published and self.waiting[0] == number
        if self.tried(allowed, lambda: rounds.withdraw_draw(stored, self.by)):
            self.rounds = {other: self.rounds[other] for other in self.published}

    @precondition(lambda self: self.rounds)
    @rule(at=numbers)
    def withdraw(self, at: int) -> None:
        number, row, stored = self.at(at)
        gone = [self.rounds[other] for other in self.published if other >= number]
        allowed = self.open and row.published and not any(one.closed or one.begun for one in gone)
        if self.tried(allowed, lambda: withdraw_publication(stored, self.by, WHY)):
            for one in gone:
                one.published = one.late = False

    @precondition(lambda self: self.has_final)
    @rule()
    def cut_or_undo(self) -> None:
        drawn = len(self.rounds)
        if self.cut:
            if self.tried(self.open and drawn <= BEFORE_FINAL, lambda: undo_cut(self.event, self.by, 2)):
                self.cut = False
            return
        allowed = self.open and drawn == BEFORE_FINAL and all(row.closed for row in self.rounds.values())
        self.cut = self.tried(allowed, self.make_the_cut)

    def make_the_cut(self) -> None:
        best = [place.entry.number for place in candidates(self.event, 2)[:4]]
        make_cut(self.event, self.by, 2, best or [1], WHY)

    # --- Playing -------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.rounds and not self.binned)
    @rule(at=numbers, table=numbers, seat=seats, won=tricks)
    def write(self, at: int, table: int, seat: int, won: int) -> None:
        number, row, _stored = self.at(at)
        told = row.tables[1 + table % len(row.tables)]
        deal = len(told.deals) + 1
        if deal > DEALS:
            return
        here = cast.table(self.event, 1 + table % len(row.tables), number)
        allowed = self.open and row.published and deal <= told.last and not (row.closed and row.late)
        if self.tried(allowed, lambda: deals.record_deal(here, self.by, deal, cast.result("S6", (seat,), won))):
            told.deals[deal] = (seat, WORTH[won])

    @precondition(lambda self: self.rounds and not self.binned)
    @rule(at=numbers, table=numbers, seat=seats, won=tricks)
    def correct(self, at: int, table: int, seat: int, won: int) -> None:
        number, row, _stored = self.at(at)
        told = row.tables[1 + table % len(row.tables)]
        here, new = cast.table(self.event, 1 + table % len(row.tables), number), (seat, WORTH[won])
        known = Deal.objects.filter(table=here, number=1).first()
        allowed = self.open and bool(told.deals) and (told.deals[1] == new or not row.late)
        result, version = cast.result("S6", (seat,), won), known.version if known else 0
        if self.tried(allowed, lambda: deals.correct_deal(here, self.by, 1, result, replaces=version, reason=WHY)):
            told.deals[1] = new

    @precondition(lambda self: self.rounds and not self.binned)
    @rule(at=numbers, table=numbers, last=st.sampled_from([0, *range(1, DEALS + 1)]))
    def stop_or_play_on(self, at: int, table: int, last: int) -> None:
        number, row, _stored = self.at(at)
        told = row.tables[1 + table % len(row.tables)]
        here = cast.table(self.event, 1 + table % len(row.tables), number)
        changes = told.ended != (last or None)
        fits = not last or len(told.deals) <= last < DEALS
        allowed = self.open and row.published and (not changes or (fits and not row.late))
        if (
            self.tried(allowed, lambda: end_table(here, self.by, last, WHY) if last else play_on(here, self.by))
            and changes
        ):
            told.ended, told.averaged = last or None, bool(last) and self.average

    @precondition(lambda self: self.rounds)
    @rule(at=numbers, reason=st.sampled_from(["", WHY]), ends=st.booleans())
    def close(self, at: int, reason: str, *, ends: bool) -> None:
        _number, row, stored = self.at(at)
        fits = row.complete or (self.open and reason and not row.late)
        allowed = bool(self.kept and row.published and not row.closed and fits)
        if self.tried(allowed, lambda: rounds.close_round(stored, self.by, reason, ends=ends)):
            row.closed = True
            for told in row.tables.values() if ends else ():
                if told.deals and not told.complete:
                    told.ended, told.averaged = len(told.deals), self.average

    @precondition(lambda self: self.rounds)
    @rule(at=numbers)
    def reopen(self, at: int) -> None:
        number, row, stored = self.at(at)
        allowed = self.open and row.published and not (row.closed and (row.late or self.stands_on(number)))
        if self.tried(allowed, lambda: rounds.reopen_round(stored, self.by)):
            row.closed = False

    @precondition(lambda self: self.open and self.published)
    @rule(at=numbers)
    def hour_passes(self, at: int) -> None:
        number, row, _stored = self.at(at)
        if row.published:
            cast.let_pass(self.event, number)
            row.late = True

    # --- What is public, what is final ---------------------------------------------------------------------------

    @precondition(lambda self: self.rounds)
    @rule(at=numbers, visible=st.booleans())
    def show(self, at: int, *, visible: bool) -> None:
        _number, row, stored = self.at(at)
        if self.tried(self.kept if visible else self.open, lambda: rounds.show_round(stored, self.by, visible)):
            row.visible = visible

    @rule(after=st.integers(0, 4))
    def freeze(self, after: int) -> None:
        fits = after == self.frozen or after < max(PLANNED, len(self.rounds))
        allowed = self.kept and self.state != "closed" and fits
        if self.tried(allowed, lambda: reveal.freeze_ranking(self.event, self.by, after or None)):
            self.revealed = self.revealed if after == self.frozen else 0
            self.frozen = after

    @precondition(lambda self: not self.binned and self.frozen)
    @rule(forward=st.booleans())
    def reveal(self, *, forward: bool) -> None:
        steps = finale(self.event)
        places = steps.forward if forward else steps.back
        if places is None:
            return
        playing = any(not self.rounds[number].closed for number in self.published)
        allowed = self.kept and self.state != "closed" and not playing and not self.hidden
        if self.tried(
            allowed,
            lambda: reveal.reveal_places(self.event, self.by, places, replaces=self.revealed, reason=WHY),
        ):
            self.revealed = places

    @rule(reason=st.sampled_from(["", WHY]))
    def declare(self, reason: str) -> None:
        ready = self.open and self.state == "live" and self.published and not self.hidden
        allowed = self.kept and (self.final or (ready and (reason or not open_issues(self.event))))
        if self.tried(bool(allowed), lambda: declare_final(self.event, self.judge, reason)):
            self.final = True

    @rule()
    def take_back(self) -> None:
        allowed = self.kept and not (self.final and self.state == "closed")
        if self.tried(allowed, lambda: take_back_final(self.event, self.judge, WHY)):
            self.final = False

    @rule(state=st.sampled_from(["live", "live", "closed", "closed", "closed", "archived"]))
    def change(self, state: str) -> None:
        step = (self.state, state)
        allowed = step in {("rehearsal", "live"), ("live", "closed"), ("closed", "live"), ("closed", "archived")}
        if step == ("rehearsal", "live"):
            stopped = any(table.ended for row in self.rounds.values() for table in row.tables.values())
            practised = any(row.closed or row.begun for row in self.rounds.values()) or stopped
            allowed = not (self.frozen or self.cut or practised)
        if state == "closed":
            allowed = allowed and not self.hidden and not self.frozen and (self.final or not self.head)
        if self.tried(allowed and not self.binned, lambda: change_state(self.event, self.by, state)):
            self.state = state

    @rule()
    def bin_or_restore(self) -> None:
        if self.binned:
            restore_event(self.event, self.by)
            self.binned = False
            return
        seen = self.event.version_token
        self.binned = self.tried(self.state != "live", lambda: bin_event(self.event, self.by, seen))

    # --- What holds after each act -------------------------------------------------------------------------------

    @invariant()
    def as_the_model_says(self) -> None:
        if not hasattr(self, "stays"):
            return
        event = self.event
        stored = (event.state, event.frozen_after or 0, event.revealed, bool(event.final_at), event.binned)
        assert stored == (self.state, self.frozen, self.revealed, self.final, self.binned)
        rows = {row.number: (row.published, row.visible, row.closed) for row in event.rounds.all()}
        assert rows == {number: (row.published, row.visible, row.closed) for number, row in self.rounds.items()}
        shown = [number for number in self.published if self.rounds[number].visible]
        shown = [number for number in shown if not self.frozen or number <= self.frozen]
        for public, counting in ((False, self.published), (True, shown)):
            places = live.ranking(event, public=public).places
            assert {place.entry.number: place.standing.row.points for place in places} == self.points(counting)
        complete = not self.hidden and all(self.rounds[number].complete for number in self.published)
        final = self.final or (self.state in ("closed", "archived") and complete)
        expected = "rehearsal" if self.state == "rehearsal" else "final" if final else "provisional"
        assert finality(event) == expected
        places = live.ranking(event, public=False).places
        ranked = [(place.standing.rank, place.entry.number) for place in places]
        assert not final or self.stays in (None, ranked)
        self.stays = ranked if final else None

    def points(self, counting: list[int]) -> dict[int, int]:
        total: dict[int, int] = {}
        for number in counting:
            row = self.rounds[number]
            for table in row.tables.values():
                for entry, points in table.points(row.closed, self.bonus).items():
                    total[entry] = total.get(entry, 0) + points
        return total

    @invariant()
    def the_next_step_can_be_taken(self) -> None:
        if not hasattr(self, "stays") or self.binned:
            return
        now, event = progress(self.event), self.event
        # Of some events the page that closes them says what comes first.
        ready = not (self.hidden or self.frozen or self.head)
        steps: dict[NextStep, Callable[[], object]] = {
            NextStep.START: self.start,
            NextStep.SEAT: self.draw_next,
            NextStep.CUT: self.make_the_cut,
            NextStep.CLOSE_EVENT: lambda: self.close_event() if ready else None,
            NextStep.ARCHIVE: lambda: change_state(event, self.by, "archived"),
        }
        if now.current:
            stored = cast.round_of(event, now.current.number)
            steps |= {
                NextStep.PUBLISH: lambda: rounds.publish_round(stored, self.by),
                NextStep.PLAY: lambda: self.play_next(stored.number),
                NextStep.CLOSE_ROUND: lambda: rounds.close_round(stored, self.by),
            }
        with transaction.atomic():
            steps.get(now.step, lambda: None)()
            transaction.set_rollback(True)

    def draw_next(self) -> None:
        # Where a hidden round decided who went through, its page warns.
        draws.draw_rounds(self.event, self.by, DrawRequest(), secret="next", anyway=self.hidden, reason=WHY)

    def close_event(self) -> None:
        change_state(self.event, self.by, "closed")

    def start(self) -> None:
        practice = rehearsal_data_of(self.event)
        rehearsal.start(self.event, self.by, wipe=True, seen=practice.mark if practice else "")

    def play_next(self, number: int) -> None:
        tables = self.rounds[number].tables
        table = next(at for at, row in tables.items() if not row.complete)
        cast.write(cast.table(self.event, table, number), len(tables[table].deals) + 1)


@pytest.mark.long
@pytest.mark.hypothesis
def test_any_order(db: None) -> None:
    in_any_order(Rounds, 25, 40)
