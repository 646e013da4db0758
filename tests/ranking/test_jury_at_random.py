"""Acts of tables and jury in any order, against a model of the rules: what each player has, and who waits for the jury.

A table plays two deals: solo 6, and the large misère on the table, for which the jury is needed.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from tests.support.at_random import Undone, in_any_order
from tests.support.events import cast
from tests.support.events.other_rules import of, with_line
from tournament.acts.event.rules import change_rules, correct_rules
from tournament.acts.jury import answers, appeals, rulings
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, redeals
from tournament.acts.table.announcing import announce
from tournament.models import Appeal, Call, Deal, Decision, Event
from tournament.ranking import live
from tournament.ranking.superseded_rulings import returning

DEALS, SOLO, MISERE, WHY = 2, "S6", "GMT", "Seen."
PLAYED, SPOKEN = st.sampled_from([SOLO, MISERE]), st.sampled_from(["allowed", "not_called"])
# Few of everything, so that acts meet.
PLACES = st.tuples(st.just(1), st.integers(1, DEALS))
SEATS, POINTS = st.integers(1, 2), st.dictionaries(st.integers(1, 2), st.sampled_from([-15, 5]), max_size=2)
ANSWERS, SETTING = ("allowed", "refused"), ("result", "annulled")
Place = tuple[int, int]


class Play(NamedTuple):
    """A contract, by whom, and what the jury said of it as far as its own result tells."""

    contract: str
    seat: int
    jury: str = ""

    @property
    def result(self) -> dict[str, Any]:
        more = {"jury": self.jury} if self.jury else {}
        return cast.result(self.contract, (self.seat,), 8 if self.contract == SOLO else {str(self.seat): 0}, **more)


@dataclass
class Hand:
    """A deal: what was entered and announced, and how often it was dealt again (misdeals with who paid, or None)."""

    entered: Play | None = None
    announced: int = 0
    passes: int = 0
    misdeals: list[int | None] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.passes + len(self.misdeals)


@dataclass
class Said:
    """A decision: where, what, about which seat, of which hand; `own` is what a table itself said of the jury."""

    place: Place | None = None
    ruling: str = ""
    seat: int = 0
    hand: int = 0
    play: Play | None = None
    points: dict[int, int] = field(default_factory=dict)
    ends: set[int] = field(default_factory=set)
    cancelled: bool = False
    own: bool = False
    misdeal: bool = False


class Jury(Undone):
    """The jury itself answers, or the tables say whether it came."""

    @initialize(
        answering=st.booleans(),
        before=st.lists(st.tuples(st.sampled_from("rsap"), PLACES, SEATS, PLAYED), min_size=2, max_size=7),
    )
    def begin(self, answering: bool, before: list[Any]) -> None:
        asked = Event.Jury.HAND if answering else Event.Jury.TABLE
        self.key = cast.playing(8, deals=DEALS, jury=asked, appeal_minutes=60).pk
        self.answering = answering
        self.by, self.head = cast.by(cast.organiser(self.event)), cast.by(cast.head_juror(self.event))
        self.juror = cast.by(cast.juror(self.event))
        self.hands = {(1, deal): Hand() for deal in range(1, DEALS + 1)}
        self.said: dict[int, Said] = {}
        self.worth = {SOLO: 18, MISERE: 72}
        self.closed, self.visible = False, True
        self.seats = {table: cast.seated(cast.table(self.event, table)) for table in (1, 2)}
        for what, place, seat, contract in before:
            if what == "r":
                self.record(place, contract, seat, "allowed")
            elif what == "s":
                self.say(place, seat)
            elif what == "a":
                self.answer("refused")
            else:
                self.deal_again(place, "pass")

    # --- What the model knows ------------------------------------------------------------------------------------

    @property
    def event(self) -> Event:
        return Event.objects.get(pk=self.key)

    def counts(self, number: int) -> bool:
        ended = any(number in said.ends for said in self.said.values() if not said.cancelled)
        return not ended and not self.said[number].cancelled

    def ruled(self, place: Place) -> list[Said]:
        """The rulings that count on the hand of a deal, what the table itself said first."""
        rows = [
            said for number, said in self.said.items() if said.place == place and said.ruling and self.counts(number)
        ]
        now = self.hands[place].number
        rows = [said for said in rows if said.own or said.ruling not in ANSWERS or said.hand == now]
        return sorted(rows, key=lambda said: not said.own)

    def bound(self, place: Place) -> set[int]:
        """Who must pass in this hand."""
        passing: set[int] = set()
        for said in self.ruled(place):
            if said.ruling in ANSWERS and not said.own:
                passing = passing - {said.seat} | ({said.seat} if said.ruling == "refused" else set())
        return passing

    def comes_to(self, place: Place) -> tuple[Play | None, bool, bool]:
        """What a deal comes to: its result with the jury's answer, whether it is annulled, whether it waits."""
        play, void, replaced = self.hands[place].entered, False, False
        heard: dict[int, str] = {}
        for said in self.ruled(place):
            if said.ruling == "result":
                assert said.play
                play, void, replaced, heard = said.play, False, True, {said.play.seat: said.play.jury}
            elif said.ruling == "annulled":
                void, heard = True, {seat: word for seat, word in heard.items() if word != "refused"}
            elif play and play.contract == MISERE:
                heard[said.seat] = said.ruling
        if play is None or heard.get(play.seat) == "refused":
            return None, void and play is None, False
        unheard = play.contract == MISERE and not heard.get(play.seat)
        waits = unheard or (not replaced and play.seat in self.bound(place))
        return Play(play.contract, play.seat, heard.get(play.seat, "")), void, waits and not void

    def over(self, place: Place) -> bool:
        play, void, _waits = self.comes_to(place)
        return play is not None or void

    def writable(self, place: Place) -> bool:
        return self.hands[place].entered is None or not self.over(place)

    def unanswered(self, place: Place, seat: int) -> bool:
        return not any(said.seat == seat for said in self.ruled(place) if said.ruling in ANSWERS and not said.own)

    def of_the_jury(self, place: Place) -> bool:
        return any(not said.own for said in self.ruled(place))

    def decide(self, said: Said) -> int:
        number = len(self.said) + 1
        self.said[number] = said
        return number

    def unwrite(self, place: Place) -> None:
        """What the table said of the jury goes with its result."""
        if self.hands[place].entered:
            self.hands[place].entered = None
            for said in self.said.values():
                said.cancelled = said.cancelled or (said.own and said.place == place)

    def enter(self, place: Place, play: Play) -> None:
        self.unwrite(place)
        self.hands[place].entered, self.hands[place].announced = play._replace(jury=""), 0
        if play.jury:
            self.decide(Said(place, play.jury, play.seat, own=True))

    def told(self, contract: str, seat: int, jury: str) -> Play:
        """A result as this event lets its tables enter it."""
        return Play(contract, seat, jury if contract == MISERE and not self.answering else "")

    def stands(self, place: Place, play: Play) -> bool:
        """Whether just this was entered."""
        own = next((said.ruling for said in self.ruled(place) if said.own), "")
        return self.hands[place].entered == play._replace(jury="") and own == play.jury

    def row(self, place: Place) -> Any:
        return cast.table(self.event, place[0])

    def version(self, place: Place) -> int:
        known = Deal.objects.filter(table=self.row(place), number=place[1]).first()
        return known.version if known else 0

    # --- The tables ----------------------------------------------------------------------------------------------

    @rule(place=PLACES, contract=PLAYED, seat=SEATS, jury=SPOKEN)
    def record(self, place: Place, contract: str, seat: int, jury: str) -> None:
        play = self.told(contract, seat, jury)
        same = self.stands(place, play) and not self.of_the_jury(place)
        allowed = same or (self.writable(place) and seat not in self.bound(place))
        if self.tried(allowed, lambda: deals.record_deal(self.row(place), self.by, place[1], play.result)) and not same:
            self.enter(place, play)

    @rule(place=PLACES, contract=PLAYED, seat=SEATS, jury=SPOKEN)
    def correct(self, place: Place, contract: str, seat: int, jury: str) -> None:
        play, seen = self.told(contract, seat, jury), self.version(place)
        same = self.stands(place, play)
        allowed = same or (self.hands[place].entered is not None and seat not in self.bound(place))
        act = partial(deals.correct_deal, self.row(place), self.by, place[1], play.result, replaces=seen, reason=WHY)
        if self.tried(allowed, act) and not same:
            self.enter(place, play)

    @rule()
    def undo(self) -> None:
        if last := max((deal for at, deal in self.hands if self.hands[at, deal].entered), default=0):
            place = (1, last)
            seen = self.version(place)
            if self.tried(
                not self.of_the_jury(place), lambda: deals.undo_deal(self.row(place), self.by, last, replaces=seen)
            ):
                self.unwrite(place)
                self.hands[place].announced = 0

    @rule(place=PLACES, seat=SEATS)
    def say(self, place: Place, seat: int) -> None:
        allowed = not self.over(place) and seat not in self.bound(place)
        contract = {"contract": MISERE, "declarers": [seat]}
        if self.tried(allowed, lambda: announce(self.row(place), self.by, place[1], contract)):
            self.hands[place].announced = seat

    @rule(place=PLACES, how=st.sampled_from(["pass", "waived", "paid"]))
    def deal_again(self, place: Place, how: str) -> None:
        table, hand, deal = self.row(place), self.hands[place], place[1]
        if how == "pass":
            done = self.tried(not self.over(place), lambda: redeals.all_pass(table, self.by, deal))
        else:
            waived = how == "waived"
            done = self.tried(not self.over(place), lambda: redeals.misdeal(table, self.by, deal, waived=waived))
        if not done:
            return
        self.unwrite(place)
        hand.announced = 0
        if how == "pass":
            hand.passes += 1
            return
        paid = {entry: -3 if seat == deal else 1 for seat, entry in self.seats[place[0]].items()}
        hand.misdeals.append(self.decide(Said(place, points=paid, misdeal=True)) if how == "paid" else None)

    @rule(place=PLACES, passed=st.booleans())
    def take_back(self, place: Place, passed: bool) -> None:
        hand = self.hands[place]
        if any(said.place == place and said.ruling in ANSWERS and not said.own for said in self.said.values()):
            return  # what the jury said of a hand comes and goes with it
        act = redeals.undo_pass if passed else redeals.undo_misdeal
        again = hand.passes if passed else len(hand.misdeals)
        if self.tried(self.writable(place) and again > 0, lambda: act(self.row(place), self.by, place[1])):
            self.unwrite(place)
            if passed:
                hand.passes -= 1
            elif paid := hand.misdeals.pop():
                self.said[paid].cancelled = True

    # --- The jury ------------------------------------------------------------------------------------------------

    @rule(verdict=st.sampled_from(ANSWERS))
    def answer(self, verdict: str) -> None:
        waiting = Call.objects.filter(table=cast.table(self.event), ended_at=None).exclude(contract="")
        if call := waiting.order_by("number").first():
            answers.answer(call, self.juror, dict.fromkeys(call.about, verdict))
            place = (1, call.deal or 0)
            self.decide(Said(place, verdict, call.about[0], self.hands[place].number))

    @rule(place=PLACES, what=st.sampled_from([*ANSWERS, *SETTING]), seat=SEATS, contract=PLAYED, points=POINTS)
    def rules_on(self, place: Place, what: str, seat: int, contract: str, points: dict[int, int]) -> None:
        given = {self.seats[place[0]][at]: value for at, value in points.items()}
        said = Said(place, what, points=given)
        more: dict[str, Any] = {}
        if what == "result":
            said.play = Play(contract, seat, "allowed" if contract == MISERE else "")
            more = {"result": said.play.result}
        elif what in ANSWERS:
            said.seat, said.hand = seat, self.hands[place].number
            more = {"contract": MISERE, "about": [seat]}
        if what in SETTING:
            here = {n: old for n, old in self.said.items() if old.place == place and old.ruling and not old.own}
            said.ends = {n for n, old in here.items() if not old.cancelled and (old.ruling in SETTING or old.points)}
        rulings.rule(self.row(place), self.juror, place[1], what, WHY, points=given, **more)
        self.decide(said)

    @rule(at_table=st.booleans(), entry=st.integers(1, 8), points=st.sampled_from([-15, 0, 4]))
    def penalise(self, at_table: bool, entry: int, points: int) -> None:
        at: dict[str, Any] = {"table": cast.table(self.event), "deal": 1} if at_table else {}
        rulings.penalise(self.event, self.juror, "house", {entry: points}, WHY, **at)
        self.decide(Said((1, 1) if at_table else None, points={entry: points}))

    @rule(which=st.integers(0, 30), also=st.booleans(), appealed=st.booleans())
    def cancel(self, which: int, also: bool, appealed: bool) -> None:
        ours = [number for number, said in self.said.items() if not (said.own or said.misdeal)]
        if not ours:
            return
        number = ours[which % len(ours)]
        row = Decision.objects.get(event=self.event, number=number)
        back = self.returning(number)
        assert [returned.number for returned in returning(row)] == back
        more: dict[str, Any] = {"returning": back, "also": back if also else []}
        if also and any(self.returning(other, {number, *back}) for other in back):
            return  # they are cancelled one by one
        if appealed:
            if self.said[number].cancelled or not (people := appeals.concerned_entries(row)):
                return
            entry = next(iter(people.values()))
            appeals.appeal(row, entry, "Not so.", f"entry:{entry.number}")
            one = Appeal.objects.get(decision=row, entry=entry)
            self.tried(False, lambda: rulings.cancel_decision(row, self.head, WHY, **more))
            appeals.settle_appeal(one, self.head, "cancelled", "Heard.", self.by, **more)
        elif not self.tried(
            not self.said[number].cancelled, lambda: rulings.cancel_decision(row, self.head, WHY, **more)
        ):
            return
        for gone in (number, *(back if also else [])):
            self.said[gone].cancelled = True

    def returning(self, number: int, without: set[int] | None = None) -> list[int]:
        """The decisions that count again without this one, which counts (and without others)."""
        without = without or {number}
        if not self.counts(number) and without == {number}:
            return []
        still = {n for at, said in self.said.items() if at not in without and not said.cancelled for n in said.ends}
        ended = self.said[number].ends - without
        return sorted(n for n in ended if not self.said[n].cancelled and n not in still)

    # --- The organiser -------------------------------------------------------------------------------------------

    @rule()
    def close_or_reopen(self) -> None:
        row = cast.round_of(self.event)
        if self.closed:
            rounds.reopen_round(row, self.by)
        else:
            rounds.close_round(row, self.by, "Late.")
        self.closed = not self.closed

    @rule()
    def hide_or_show(self) -> None:
        self.visible = not self.visible
        rounds.show_round(cast.round_of(self.event), self.by, self.visible)

    @rule(more=st.sampled_from([0, 2]))
    def other_rules(self, more: int) -> None:
        event, new = self.event, with_line(self.event, SOLO, made=[12 + more])
        entered = any(hand.entered for hand in self.hands.values())
        if entered or any(said.play and not said.cancelled for said in self.said.values()):
            differs = self.worth[SOLO] != 18 + more
            self.tried(differs, lambda: correct_rules(event, self.by, new, of(event), WHY))
        else:
            change_rules(event, self.by, new, of(event))
        self.worth[SOLO] = 18 + more

    # --- What holds after each act -------------------------------------------------------------------------------

    @invariant()
    def everybody_has_what_the_model_says(self) -> None:
        if not hasattr(self, "seats"):
            return
        total = {entry: 0 for seats in self.seats.values() for entry in seats.values()}
        for place in self.hands:
            play, void, waits = self.comes_to(place)
            if play and not void and not waits and play.jury != "not_called":
                total[self.seats[place[0]][play.seat]] += self.worth[play.contract]
        for number, said in self.said.items():
            for entry, points in said.points.items() if self.counts(number) else ():
                total[entry] += points
        places = live.ranking(self.event, public=False).places
        assert {place.entry.number: place.standing.row.points for place in places} == total
        assert bool(live.ranking(self.event, public=True).places) == self.visible

    @invariant()
    def who_waits_for_the_jury_has_called_it(self) -> None:
        if not hasattr(self, "seats"):
            return
        open_calls = Call.objects.filter(table__round__event=self.key, ended_at=None)
        called = {(call.table.number, call.deal): call.about for call in open_calls.select_related("table")}
        assert len(called) == open_calls.count()
        for place, hand in self.hands.items():
            play, _void, waits = self.comes_to(place)
            if not self.over(place) and any(said.ruling in SETTING for said in self.ruled(place)):
                continue  # the jury refused what it had ruled itself: nobody is asked
            seat = hand.announced if not self.over(place) else 0
            if self.answering and waits and play and play[:2] == (hand.entered or ("", 0))[:2]:
                seat = play.seat if play.contract == MISERE else 0
            if seat and self.unanswered(place, seat):
                assert called[place] == [seat]
            elif self.answering or not hand.entered:  # where tables answer, one that called may record meanwhile
                assert place not in called


@pytest.mark.long
@pytest.mark.hypothesis
def test_any_order(db: None) -> None:
    in_any_order(Jury, 40, 40)
