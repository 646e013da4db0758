"""Two at once: whatever people do in the same moment, each act happens whole, once, and in one order."""

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.contrib.auth.models import User
from django.db import connections

from scoring import load
from tests import cast, unguarded
from tournament import access, facts, guards, links
from tournament.acts import (
    accounts,
    deals,
    draws,
    events,
    jury,
    members,
    own_rules,
    redeals,
    registration,
    rounds,
    rules,
)
from tournament.acts.import_people import Done, Intake, import_people
from tournament.acts.refusal import Refusal
from tournament.acts.registration import Person
from tournament.exchange import json_out, logbook_file
from tournament.models import Deal, Decision, Entry, Event, LogEntry, Membership, Round, Submission, Table
from tournament.reading import live
from tournament.standings import event_standings

pytestmark = pytest.mark.django_db(transaction=True)

T = TypeVar("T")
PATIENCE = 60  # seconds


@pytest.fixture
def guarded(transactional_db: None) -> Iterator[None]:
    """The logbook under its guards, as it is outside the tests."""
    guards.lay()
    yield
    unguarded.take_off()


def at_once(*calls: Callable[[], T]) -> list[T | Refusal | access.DeadLink]:
    """What each call gives, or how it was refused: all let go together, each on a database connection of its own."""
    start = Barrier(len(calls))

    def run(call: Callable[[], T]) -> T | Refusal | access.DeadLink:
        start.wait(PATIENCE)
        try:
            return call()
        except (Refusal, access.DeadLink) as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls, timeout=PATIENCE))


def one_won(outcomes: Sequence[Any], status: int = 409) -> bool:
    """Whether exactly one of them was done and every other refused with this status."""
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    return len(refused) == len(outcomes) - 1 and {refusal.status for refusal in refused} <= {status}


def lines(event: Event, act: str) -> int:
    """How many lines of an act the logbook holds."""
    return LogEntry.objects.filter(event=event, act=act).count()


def proven(event: Event) -> int:
    """The number of lines of an event whose chain is whole, and from which a replay makes the same event again."""
    count = logbook_file.verify(cast.fresh(event))
    first = json_out.document(cast.fresh(event))
    again = json_out.document(logbook_file.replay(list(logbook_file.lines(event)), slug="again"))
    assert {**first["event"], "slug": "again"} == again["event"]
    assert {**first, "event": None} == {**again, "event": None}
    return count


# --- The tables --------------------------------------------------------------------------------------------------


def test_one_key_sent_eight_times_writes_once_and_is_answered_alike(guarded: None) -> None:
    event = cast.playing(deals=4)
    table = cast.table(event)
    for number in (1, 2, 3, 4):
        send = partial(deals.record_deal, table, "table:1/1", number, cast.result(), key=f"k{number}")
        answers = at_once(*[send] * 8)
        assert answers == [{"act": "record_deal", "deal": number, "version": 1}] * 8
    assert lines(event, "record_deal") == Submission.objects.count() == Deal.objects.count() == 4
    assert proven(event) == cast.fresh(event).revision


def test_one_key_belongs_to_one_act_whatever_is_asked_with_it() -> None:
    event = cast.playing(deals=4)
    table = cast.table(event)
    cast.write(table, 1)
    answers = at_once(
        partial(deals.record_deal, table, "table:1/1", 2, cast.result(), key="k"),
        partial(deals.undo_deal, table, "table:1/1", 1, replaces=1, key="k"),
        partial(redeals.all_pass, table, "table:1/1", 2, key="k"),
    )
    assert len({str(answer) for answer in answers}) == 1
    assert Submission.objects.count() == 1
    assert lines(event, "record_deal") + lines(event, "undo_deal") + lines(event, "count_passes") == 2


def test_eight_captains_write_at_eight_tables(guarded: None) -> None:
    event = cast.playing(players=32, deals=6)
    before = event.revision
    tables = [cast.table(event, number) for number in range(1, 9)]
    outcomes = at_once(*[partial(cast.play, table) for table in tables])
    assert outcomes == [None] * 8
    assert proven(event) == cast.fresh(event).revision == before + 8 * 6
    assert set(Table.objects.filter(round__event=event).values_list("revision", flat=True)) == {6}


def test_of_two_people_at_one_deal_one_writes_and_the_other_is_told() -> None:
    event = cast.playing(deals=4)
    table = cast.table(event)
    for number in (1, 2, 3, 4):
        outcomes = at_once(
            partial(deals.record_deal, table, "table:1/1", number, cast.result(tricks=8), key=f"a{number}"),
            partial(deals.record_deal, table, "user:1", number, cast.result(tricks=9), key=f"b{number}"),
        )
        assert one_won(outcomes)
        won = 9 if isinstance(outcomes[0], Refusal) else 8
        assert Deal.objects.get(table=table, number=number).result == cast.result(tricks=won)
    assert lines(event, "record_deal") == Submission.objects.count() == 4


def test_a_correction_and_an_undo_of_the_same_deal_exclude_each_other() -> None:
    event = cast.playing(deals=4)
    table = cast.table(event)
    lost = cast.result(tricks=7)
    for number in (1, 2, 3, 4):
        cast.write(table, number)
        outcomes = at_once(
            partial(deals.correct_deal, table, "user:1", number, lost, replaces=1, reason="Mistyped."),
            partial(deals.undo_deal, table, "table:1/1", number, replaces=1),
        )
        assert one_won(outcomes)
        deal = Deal.objects.get(table=table, number=number)
        undone = isinstance(outcomes[0], Refusal)
        assert (deal.result, deal.version) == (None if undone else lost, 2)
        if undone:
            cast.write(table, number)


def test_a_table_is_closed_once_and_not_while_its_last_deal_is_taken_back() -> None:
    event = cast.playing(deals=4)
    table = cast.table(event)
    cast.play(table)
    close = partial(deals.close_table, table, "table:1/1")
    undo = partial(deals.undo_deal, table, "table:1/1", 4, replaces=1)
    assert one_won(at_once(close, undo, close))
    written = Deal.objects.filter(table=table, result__isnull=False).count()
    assert (cast.table(event).closed, written) in ((True, 4), (False, 3))


def test_a_round_closes_before_or_after_a_deal_but_not_between() -> None:
    event = cast.playing(deals=4)
    table, round = cast.table(event), cast.round_of(event)
    wrote, closed = at_once(
        partial(deals.record_deal, table, "table:1/1", 1, cast.result()),
        partial(rounds.close_round, round, "user:1", anyway=True),
    )
    acts = list(LogEntry.objects.filter(event=event).order_by("-sequence").values_list("act", flat=True))
    assert closed is None
    assert acts[0] == "close_round"
    assert isinstance(wrote, Refusal) == (acts[1] != "record_deal") == (Deal.objects.count() == 0)


# --- The people --------------------------------------------------------------------------------------------------


def test_two_people_check_in_forty_names() -> None:
    event = cast.event(players=40, present=False)
    entries = [cast.entry(event, number) for number in range(1, 41)]

    def tap(names: Sequence[Entry], by: str) -> None:
        for entry in names:
            registration.check_in(entry, by, True)

    outcomes = at_once(partial(tap, entries, "user:1"), partial(tap, entries[::-1], "user:2"))
    assert outcomes == [None, None]
    assert Entry.objects.filter(event=event, present=True).count() == 40
    assert lines(event, "check_in") == 40


def test_no_number_is_given_to_two_players() -> None:
    event = cast.event(players=0)
    at_once(*[partial(registration.add_entries, event, "system", cast.people(10))] * 4)
    numbers = list(Entry.objects.filter(event=event).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, 41))


def test_a_list_sent_by_both_hands_is_entered_once(guarded: None) -> None:
    event = cast.event(players=3)
    intake = Intake(cast.people(10)[3:], {1: Person("Annelies Peeters")})
    send = partial(import_people, event, "system", lambda _there: intake)
    outcomes = at_once(*[partial(send, "one look")] * 4)
    assert sorted(outcome.before for outcome in outcomes if isinstance(outcome, Done)) == [False, True, True, True]
    assert Entry.objects.filter(event=event).count() == 10
    assert lines(event, "import_people") == 1
    assert proven(event)


def test_an_event_keeps_an_organiser_when_both_of_them_leave() -> None:
    event = cast.event(players=0)
    both = [cast.organiser(event), cast.member(event, cast.Role.ORGANISER, "lut")]
    outcomes = at_once(*[partial(members.revoke_role, event, "system", who, cast.Role.ORGANISER) for who in both])
    assert one_won(outcomes)
    assert Membership.objects.filter(event=event, role=cast.Role.ORGANISER).count() == 1


def test_who_is_invited_twice_at_once_has_one_account() -> None:
    found = at_once(*[partial(members.invite, "Lut")] * 4)
    assert len({user.pk for user in found if isinstance(user, User)}) == 1
    assert User.objects.filter(username__iexact="lut").count() == 1


def test_the_link_for_the_first_organiser_opens_once() -> None:
    one_time = links.first_organiser_token() or ""
    outcomes = at_once(
        *[partial(accounts.make_first_organiser, one_time, name, cast.PASSWORD) for name in ("an", "bo", "cy")]
    )
    assert User.objects.count() == 1
    assert sum(isinstance(outcome, access.DeadLink) for outcome in outcomes) == 2


# --- The event ---------------------------------------------------------------------------------------------------


def test_an_address_is_given_to_one_event() -> None:
    outcomes = at_once(*[partial(events.make_event, "system", "ledegem", cast.plan())] * 4)
    assert one_won(outcomes)
    assert lines(Event.objects.get(), "make_event") == 1


def test_a_round_is_drawn_once() -> None:
    event = cast.event(players=16)
    outcomes = at_once(*[partial(draws.seat_round, event, "system")] * 4)
    assert one_won(outcomes)
    assert Round.objects.count() == 1
    assert Table.objects.count() == 4


def test_decisions_taken_at_once_get_numbers_of_their_own() -> None:
    event = cast.playing()
    jurors = [partial(cast.penalty, event, number) for number in (1, 2, 3, 4)]
    ruled = partial(jury.rule, cast.table(event, 2), "user:9", 1, "annulled", "Marked cards.")
    assert not [outcome for outcome in at_once(*jurors, ruled) if isinstance(outcome, Refusal)]
    assert list(Decision.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_a_decision_prepared_twice_is_taken_once() -> None:
    event = cast.playing()
    assert one_won(at_once(*[partial(jury.penalise, event, "user:1", "noise", {1: -1}, "Noise.", expected=1)] * 3))
    assert Decision.objects.count() == 1


def test_of_two_corrections_of_the_rules_one_is_made(guarded: None) -> None:
    event = cast.playing(deals=4)
    cast.write(cast.table(event), 1)
    now = facts.ruleset(event)
    others = [replace(now, lines={**now.lines, "PC8": replace(now.lines["PC8"], made=(made,))}) for made in (8, 9)]
    calls = [partial(rules.correct_rules, event, "user:1", other, now.hash, "The sheet says so.") for other in others]
    assert one_won(at_once(*calls))
    assert proven(event) == cast.fresh(event).revision


def test_no_deal_is_written_that_the_rules_do_not_know_any_more() -> None:
    event = cast.playing(deals=4)
    cast.write(cast.table(event, 2), 1, cast.result("PC9", (1, 3), 9))
    now = facts.ruleset(event)
    bare = replace(
        now,
        lines={key: line for key, line in now.lines.items() if key != "PC8"},
        ladder=tuple(rank for rank in now.ladder if rank != ("PC8",)),
        all13=replace(now.all13, contracts=now.all13.contracts - {"PC8"}),
    )
    outcomes = at_once(
        partial(rules.correct_rules, event, "user:1", bare, now.hash, "It is not played."),
        partial(deals.record_deal, cast.table(event), "table:1/1", 1, cast.result()),
    )
    refused = [outcome.status for outcome in outcomes if isinstance(outcome, Refusal)]
    assert refused in ([409], [422])
    assert event_standings(cast.fresh(event), public=False)


def test_a_key_is_given_to_one_rule_set() -> None:
    who = cast.founder()
    names = dict.fromkeys(("nl", "fr", "en"), "Ledegem")
    assert one_won(at_once(*[partial(own_rules.save_own, who, load("wallonia"), "ledegem", names)] * 4))


def test_the_ranking_read_meanwhile_is_one_that_was_and_ends_as_the_last() -> None:
    event = cast.playing(players=16, deals=6)
    tables = [cast.table(event, number) for number in (1, 2, 3, 4)]
    seen: list[int] = []

    def watch() -> None:
        for _ in range(60):
            # Every deal gives twelve points to one player, so half a deal shows.
            seen.append(sum(place.standing.row.points for place in live.ranking(cast.fresh(event), public=True).places))

    at_once(watch, watch, *[partial(play_solos, table) for table in tables])
    assert {total % 12 for total in seen} == {0}
    assert list(live.ranking(cast.fresh(event), public=True).places) == event_standings(event, public=True)


def play_solos(table: Table) -> None:
    """Every deal a solo 6 just made, by seats in turn."""
    seats = [1, 2, 3, 4] * 2
    for number in range(1, table.deals_planned + 1):
        cast.write(table, number, cast.result("S6", (seats[number],), 6))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_whatever_a_crowd_does_in_whatever_order_the_chain_is_whole(guarded: None, seed: int) -> None:
    """Captains, organisers and jury do what comes to mind; whatever was refused left no trace."""
    event = cast.playing(players=16, deals=6)
    outcomes = at_once(*[partial(busy, event, random.Random(f"{seed}/{who}"), f"user:{who}") for who in range(6)])
    done = sum(outcome for outcome in outcomes if isinstance(outcome, int))
    assert proven(event) == event.revision + done
    assert done > 100


def busy(event: Event, chance: random.Random, by: str) -> int:
    """Sixty acts on tables chosen by chance; how many of them were done."""
    done = 0
    for _ in range(60):
        table = cast.table(event, chance.randint(1, 4))
        try:
            chance.choice(ACTS)(table, chance.randint(1, 6), by)
            done += 1
        except Refusal:
            pass
    return done


def version(table: Table, number: int) -> int:
    """The version of a deal as somebody sees it just before he acts."""
    deal = Deal.objects.filter(table=table, number=number).first()
    return deal.version if deal else 0


def annul_and_cancel(table: Table, number: int, by: str) -> None:
    """One act each time: cancels a ruling on the deal, or rules."""
    standing = Decision.objects.filter(table=table, deal=number, cancelled=False, kind="ruling").first()
    if standing:
        jury.cancel_decision(standing, by, "Seen otherwise.")
    else:
        jury.rule(table, by, number, "annulled", "Marked cards.")


ACTS: list[Callable[[Table, int, str], Any]] = [
    lambda table, number, by: deals.record_deal(table, by, number, cast.result()),
    lambda table, number, by: deals.record_deal(table, by, number, cast.result("GM", (2,), {"2": 0})),
    lambda table, number, by: deals.correct_deal(
        table, by, number, cast.result("S6", (4,), 5), replaces=version(table, number), reason="Mistyped."
    ),
    lambda table, number, by: deals.undo_deal(table, by, number, replaces=version(table, number)),
    lambda table, number, by: redeals.all_pass(table, by, number),
    lambda table, number, by: redeals.misdeal(table, by, number, waived=False),
    lambda table, number, by: redeals.undo_misdeal(table, by, number),
    lambda table, number, by: jury.penalise(table.round.event, by, "noise", {number: -1}, "Noise.", table=table),
    annul_and_cancel,
]
