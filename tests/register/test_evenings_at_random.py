"""Any order of acts on an evening, against a small model: who is here, what is drawn and closed, is it on at all.

What the model refuses is refused and writes nothing; the register's lines replayed give the same rows.
"""

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.support import club_evenings as club
from tests.support.at_random import sequences
from tests.support.events import cast
from tournament.acts.event.events import change_state
from tournament.acts.register import due, evenings, playing, receiving, seasons
from tournament.acts.register.seasons import TableTotal
from tournament.acts.rounds.publication import withdraw_publication
from tournament.errors import UserError
from tournament.exchange.logbook import proof
from tournament.models import Deal, Entry, Evening, Event, LogEntry, Person, RegisterLine, Round
from tournament.progress import evenings_on
from tournament.progress.evenings_on import evening_plan, rhythm_of

BY, PEOPLE = club.BY, 6


class Evenings(RuleBasedStateMachine):
    """A club of six, and one evening."""

    @initialize()
    def begin(self) -> None:
        """The evening is on, and nobody is there."""
        organisation = club.club(f"club-{Person.objects.count()}-{timezone.now().timestamp()}".replace(".", "-"))
        self.people = club.members(organisation, PEOPLE)
        self.series = club.series(organisation)
        self.day = club.today(self.series)
        self.here: set[int] = set()
        self.before = False
        self.known = self.cancelled = self.paper = self.published = self.withdrawn = self.closed = self.reopened = False
        self.written = self.binned = 0
        self.rounds_closed = 0

    @property
    def event(self) -> Event | None:
        evening = evenings_on.evening_on(self.series, self.day)
        return evening.event if evening else None

    def tried(self, allowed: bool, act: object) -> None:
        """Does what the model allows; what it does not is refused, and writes nothing."""
        before = LogEntry.objects.count(), RegisterLine.objects.count()
        if allowed:
            act()  # type: ignore[operator]
            return
        with pytest.raises(UserError):
            act()  # type: ignore[operator]
        assert (LogEntry.objects.count(), RegisterLine.objects.count()) == before

    @rule(who=st.integers(0, PEOPLE - 1))
    def come(self, who: int) -> None:
        allowed = not self.cancelled and not self.closed and not self.paper
        self.tried(allowed, lambda: receiving.receive(self.series, BY, self.day, [self.people[who]]))
        if allowed:
            self.here.add(who)
            self.known = True

    @rule()
    def all_come(self) -> None:
        allowed = not self.cancelled and not self.closed and not self.paper
        self.tried(allowed, lambda: receiving.receive(self.series, BY, self.day, self.people))
        if allowed:
            self.here, self.known = set(range(PEOPLE)), True

    @rule(who=st.integers(0, PEOPLE - 1))
    def go(self, who: int) -> None:
        allowed = not (self.known and (self.cancelled or self.closed) and self._entered(who))
        self.tried(allowed, lambda: receiving.send_home(self.series, BY, self.day, self.people[who]))
        if allowed:
            self.here.discard(who)

    def _entered(self, who: int) -> bool:
        return self.people[who].pk in receiving.entries_of(self.event) if self.event else False

    @precondition(lambda self: self.known and not self.cancelled)
    @rule()
    def draw(self) -> None:
        event = self.event
        assert event
        allowed = self.published or (not self.closed and len(self.here) >= 4)
        self.tried(allowed, lambda: playing.draw_and_publish(event, BY, evening_plan(event.evening.series), 1))
        if allowed:
            self.published = True

    @precondition(lambda self: self.known and not self.cancelled and Round.objects.filter(event=self.event).exists())
    @rule()
    def withdraw(self) -> None:
        event = self.event
        assert event
        allowed = self.published and not self.closed and not self.written and not self.rounds_closed
        round = cast.round_of(event)
        self.tried(allowed, lambda: withdraw_publication(round, BY, "Too early."))
        if allowed:
            self.published = False

    @precondition(lambda self: self.published and not self.closed and not self.rounds_closed and not self.cancelled)
    @rule()
    def play(self) -> None:
        event = self.event
        assert event
        tables = list(event.rounds.get(number=1).tables.select_related("round__event"))
        for table in tables:
            written = Deal.objects.filter(table=table).exclude(result=None).count()
            if written < table.deals_planned:
                # At a table of five one sits out each deal: everybody passes is no result, so seat 2 plays alone.
                seat = (written % 5 + 1) % 5 + 1 if table.seats.count() > 4 else 1
                cast.write(table, written + 1, cast.result("S6", (seat,), 8))
                self.written += 1
                return

    @rule(minutes=st.sampled_from([0, 2, 31, 60 * 7, 60 * 24]))
    def time_passes(self, minutes: int) -> None:
        at = timezone.now() + timedelta(minutes=minutes)
        for _again in range(2):
            due.carry_out(at)
        if not self.known or self.cancelled or self.closed:
            return
        event = self.event
        assert event
        planned = sum(table.deals_planned for table in event.rounds.get(number=1).tables.all()) if self.published else 1
        if self.published and minutes >= 2 and self.written == planned:
            self.rounds_closed = 1
        if minutes >= 60 * 7 and not self.reopened:
            self.closed = True

    @precondition(lambda self: self.known and not self.cancelled)
    @rule()
    def close_or_reopen(self) -> None:
        event = self.event
        assert event
        change_state(event, BY, "live" if self.closed else "closed")
        self.reopened = self.reopened or self.closed
        self.closed = not self.closed

    @rule()
    def cancel(self) -> None:
        allowed = self.cancelled or not (self.begun or self.paper)
        self.tried(allowed, lambda: evenings.cancel_evenings(self.series, BY, [self.day]))
        if allowed:
            self.cancelled = True

    @rule()
    def restore(self) -> None:
        evenings.restore_evening(self.series, BY, self.day)
        if self.cancelled:
            self.cancelled = self.closed = False

    @property
    def begun(self) -> bool:
        return bool(self.written or self.rounds_closed)

    @rule(points=st.integers(1, 2))
    def type_from_paper(self, points: int) -> None:
        totals = [TableTotal(1, 1, person.number, points, 4) for person in self.people[:4]]
        allowed = self.cancelled or not self.begun
        self.tried(allowed, lambda: seasons.record_totals(self.series, BY, {self.day: totals}))
        if allowed:
            # What was begun is in the bin for good: the evening starts anew once the paper is taken back.
            if self.known and not self.paper:
                self.binned += 1
            self.before = self.before or self.cancelled
            self.paper = True
            self.known = self.cancelled = self.published = self.closed = self.reopened = False
            self.here = set()

    @rule()
    def take_paper_back(self) -> None:
        seasons.withdraw_totals(self.series, BY, self.day)
        self.cancelled = self.cancelled or self.before
        self.paper = self.before = False

    @rule()
    def move(self) -> None:
        allowed = not self.cancelled and not self.known
        to = self.day + timedelta(days=1)

        def there_and_back() -> None:
            evenings.move_evening(self.series, BY, self.day, to)
            evenings.move_evening(self.series, BY, self.day, self.day)

        self.tried(allowed, there_and_back)

    def teardown(self) -> None:
        if hasattr(self, "series"):
            organisation = club.fresh(self.series.organisation)
            assert proof.prove(organisation) == organisation.revision
            if event := self.event:
                assert proof.prove(event) == event.revision

    @invariant()
    def as_the_model_says(self) -> None:
        if not hasattr(self, "series"):
            return
        rows = Evening.objects.filter(series=self.series)
        assert rows.count() <= 1
        assert Event.objects.filter(hosted__organisation=self.series.organisation).count() == self.known + self.binned
        assert any(row.cancelled for row in rows) == self.cancelled
        assert bool(seasons.totals_of(self.series, self.day)) == self.paper
        event = self.event
        if event is None:
            return
        present = set(Entry.objects.filter(event=event, present=True).values_list("link__person", flat=True))
        assert present == {self.people[who].pk for who in self.here}
        assert event.binned == self.cancelled
        assert (event.state == "live") == (not self.closed and not self.cancelled)
        assert Round.objects.filter(event=event, published=True).exists() == self.published
        assert Round.objects.filter(event=event, closed=True).count() == self.rounds_closed
        assert rhythm_of(self.series).close(self.day) > timezone.now()


@pytest.mark.long
@pytest.mark.hypothesis
def test_any_order(guarded: None) -> None:
    run_state_machine_as_test(Evenings, settings=sequences(30, 25))
