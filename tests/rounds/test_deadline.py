"""The hour until which a round is provisional: who may change results after it, and with whose name."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import timezone

from tests.support.events import cast
from tests.support.events.last_hours import BY, ahead, correct, decided, people
from tests.support.files.paper import printed
from tournament.acts.event import events, rules
from tournament.acts.jury import rulings
from tournament.acts.kernel.co_signature import CoSignatureNeededError
from tournament.acts.kernel.deadline import deadline_token, set_deadline
from tournament.acts.people.registration import exclude
from tournament.acts.rounds import rounds, seat_swaps
from tournament.acts.rounds.publication import withdraw_publication
from tournament.acts.table import deals
from tournament.acts.table.empty_sheet import deals_token, empty_table
from tournament.errors import UserError
from tournament.models import Decision, Event, LogEntry
from tournament.ranking import facts

pytestmark = pytest.mark.django_db
LAST_DECISION = "/staff/ledegem/decisions/4/"


@pytest.fixture
def event() -> Event:
    return decided()


# --- Setting it ----------------------------------------------------------------------------------------------------


def test_the_hour_is_set_changed_and_cleared_and_the_same_hour_writes_nothing(event: Event) -> None:
    round, first, other = cast.round_of(event), ahead(), ahead(2)
    set_deadline(round, BY, first, seen=deadline_token(round))
    with cast.nothing_written():
        set_deadline(round, BY, first, seen="an older page")
    set_deadline(round, BY, other)
    assert cast.round_of(event).provisional_until == other
    set_deadline(round, BY, None)
    assert cast.round_of(event).provisional_until is None


def test_an_hour_that_was_not_seen_is_not_changed(event: Event) -> None:
    round = cast.round_of(event)
    seen = deadline_token(round)
    set_deadline(round, BY, ahead())
    with cast.refused("changed this in the meantime"):
        set_deadline(round, BY, None, seen=seen)


def test_an_hour_that_has_passed_is_neither_set_nor_changed_nor_cleared(event: Event) -> None:
    round = cast.round_of(event)
    with cast.refused("still to come"):
        set_deadline(round, BY, timezone.now())
    cast.let_pass(event)
    for until in (None, ahead()):
        with cast.refused("has passed"):
            set_deadline(round, BY, until)


def test_a_rehearsal_and_a_round_that_nobody_has_seen_have_no_hour(event: Event) -> None:
    hidden = cast.next_round(event, publish=False)
    rehearsal = cast.event(8, "rehearsal")
    cast.next_round(rehearsal)
    with cast.refused("not published"):
        set_deadline(hidden, BY, ahead())
    with cast.refused("rehearsal"):
        set_deadline(cast.round_of(rehearsal), BY, ahead())


def test_withdrawing_a_publication_clears_the_hour(event: Event) -> None:
    second = cast.next_round(event)
    set_deadline(second, BY, ahead())
    withdraw_publication(second, BY, "The wrong list.")
    assert cast.round_of(event, 2).provisional_until is None


# --- After it ------------------------------------------------------------------------------------------------------

Late = Callable[[Event, str, str], object]


def _rules(event: Event, by: str, second: str) -> object:
    now = facts.ruleset(event)
    other = replace(now, lines={**now.lines, "PM": replace(now.lines["PM"], made=(99,))})
    return rules.correct_rules(event, by, other, now.hash, "The sheet says 99.", second=second)


def _exchange(event: Event, by: str, second: str) -> None:
    one, two = cast.seated(cast.table(event, 1, 2))[1], cast.seated(cast.table(event, 2, 2))[1]
    seat_swaps.exchange_places(cast.round_of(event, 2), by, (one, two), "They knew.", second=second)


def _reopen_round(event: Event, by: str, second: str) -> None:
    rounds.reopen_round(cast.round_of(event), by, second=second)


def _reopen_table(event: Event, by: str, second: str) -> object:
    return deals.reopen_table(cast.table(event, 2), by, second=second)


def _empty(event: Event, by: str, second: str) -> object:
    table = cast.table(event, 2)
    return empty_table(table, by, "Of another table.", seen=deals_token(table), second=second)


def _cancel(event: Event, by: str, second: str) -> None:
    rulings.cancel_decision(event.decisions.get(number=1), by, "The wrong deal.", second=second)


def _rule(event: Event, by: str, second: str) -> object:
    return rulings.rule(cast.table(event, 2), by, 1, "annulled", "Marked cards.", second=second)


def _penalise(event: Event, by: str, second: str) -> object:
    return rulings.penalise(event, by, "noise", {1: -1}, "Sang.", table=cast.table(event), second=second)


def _undo(event: Event, by: str, second: str) -> object:
    return deals.undo_deal(cast.table(event, 2), by, 4, replaces=1, second=second)


ACTS: dict[str, tuple[Late, int]] = {
    "correct a deal": (correct, 1),
    "take back a deal": (_undo, 1),
    "rule": (_rule, 1),
    "penalise": (_penalise, 1),
    "cancel": (_cancel, 1),
    "empty a sheet": (_empty, 1),
    "reopen a table": (_reopen_table, 1),
    "reopen the round": (_reopen_round, 1),
    "correct the rules": (_rules, 1),
    "exchange places": (_exchange, 2),
}


@pytest.mark.parametrize("name", ACTS)
def test_after_the_hour_only_the_head_jury_changes_results_with_another_who_may_rule(event: Event, name: str) -> None:
    act, round = ACTS[name]
    organiser, head, juror = people(event)
    desk = cast.by(cast.desk(event))
    if round == 2:
        cast.next_round(event)
    if "reopen" in name:
        deals.close_table(cast.table(event, 2), BY)
    if "round" in name:
        rounds.close_round(cast.round_of(event), BY)
    cast.let_pass(event, round)
    event = cast.fresh(event)
    with cast.nothing_written():
        for by in (BY, organiser, juror, "table:1/2"):
            with pytest.raises(UserError, match="Only the head jury can still change it: head_jury-of-ledegem"):
                act(event, by, juror)
        for second in ("", head, desk, "user:999"):
            with pytest.raises(CoSignatureNeededError) as asked:
                act(event, head, second)
            assert set(asked.value.others) == {organiser, juror}
    act(event, head, juror)
    line = LogEntry.objects.filter(event=event).order_by("sequence").last()
    assert line and line.by == head and f'"with":"{juror}"' in line.text


def test_before_the_hour_nobody_needs_a_second_name_and_none_is_kept(event: Event) -> None:
    set_deadline(cast.round_of(event), BY, ahead())
    correct(event, BY, "user:1")
    assert '"with"' not in LogEntry.objects.filter(event=event).order_by("sequence").last().text  # type: ignore[union-attr]


def test_other_rounds_stay_as_they_were_and_what_no_round_is_about_falls_under_the_last(
    event: Event, tmp_path: Path
) -> None:
    organiser, head, juror = people(event)
    cast.next_round(event)
    cast.let_pass(event)
    cast.write(cast.table(event, 1, 2), 1)
    rulings.penalise(event, juror, "noise", {1: -1}, "Sang.")
    rulings.penalise(event, juror, "noise", {1: -1}, "Sang.", table=cast.table(event, 1, 2))
    cast.let_pass(event, 2)
    with cast.nothing_written():
        for act in (
            lambda by: rulings.penalise(event, by, "noise", {1: -1}, "Sang."),
            lambda by: exclude(cast.entry(event, 2), by, "Sloeg."),
            lambda by: rulings.cancel_decision(Decision.objects.latest("number"), by, "Toch niet."),
        ):
            with pytest.raises(UserError, match="Only the head jury"):
                act(juror)
            with pytest.raises(CoSignatureNeededError):
                act(head)
    exclude(cast.entry(event, 2), head, "Sloeg.", second=organiser)
    report, page = printed(event, "jury", tmp_path).text, cast.shown(cast.client(cast.juror(event)).get(LAST_DECISION))
    assert "head_jury-of-ledegem + organiser-of-ledegem" in page
    assert "head_jury-of-ledegem+organiser-of-ledegem" in report.replace(" ", "")


def test_a_deal_that_is_still_missing_can_be_written_after_the_hour() -> None:
    event = cast.playing(8)
    cast.let_pass(event)
    cast.write(cast.table(event), 1)
    with cast.refused("Only the head jury"):
        table = cast.table(event)
        deals.correct_deal(table, cast.captain(table), 1, cast.result(tricks=8), replaces=1, at_table=True)


def test_a_round_that_lacks_deals_is_closed_after_the_hour_by_the_head_jury_alone() -> None:
    event = cast.playing(8)
    cast.write(cast.table(event), 1)
    organiser, head, juror = people(event)
    cast.let_pass(event)
    row = cast.round_of(event)
    with cast.refused("Only the head jury"):
        rounds.close_round(row, organiser, "Late.", ends=True)
    with cast.nothing_written(), pytest.raises(CoSignatureNeededError):
        rounds.close_round(row, head, "Late.", ends=True)
    rounds.close_round(row, head, "Late.", ends=True, second=juror)
    line = LogEntry.objects.filter(event=event).latest("sequence")
    assert line.by == head and f'"with":"{juror}"' in line.text


def test_where_there_is_no_head_jury_the_organiser_stands_in(event: Event) -> None:
    organiser, juror = cast.by(cast.organiser(event)), cast.by(cast.juror(event))
    cast.let_pass(event)
    with pytest.raises(CoSignatureNeededError):
        correct(event, organiser, "")
    correct(event, organiser, juror)


def test_a_form_that_is_sent_again_after_the_hour_gets_its_first_answer(event: Event) -> None:
    table, given = cast.table(event, 2), {"replaces": 1, "reason": "Mistyped.", "key": "k"}
    first = deals.correct_deal(table, BY, 1, cast.result("S6", (2,), 7), **given)  # type: ignore[arg-type]
    cast.let_pass(event)
    with cast.nothing_written():
        again = deals.correct_deal(cast.table(event, 2), BY, 1, cast.result("S6", (2,), 7), **given)  # type: ignore[arg-type]
    assert again == first


def test_closing_waits_for_the_head_jury(event: Event) -> None:
    cast.head_juror(event)
    rounds.close_round(cast.round_of(event), BY)
    with cast.refused("has not declared the ranking final"):
        events.change_state(event, BY, "closed")
