"""Two at once at the tables: each act happens whole, once, and in one order; and a crowd that does what it likes."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.servers.at_once import at_once, lines, one_won, proven
from tests.support.servers.nightly import by_day
from tournament.acts.jury import rulings
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, redeals
from tournament.errors import UserError
from tournament.models import Deal, Decision, Event, LogEntry, Submission, Table
from tournament.ranking import live
from tournament.ranking.standings import event_standings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


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
    refused = [answer for answer in answers if isinstance(answer, UserError)]
    assert [refusal.status for refusal in refused] == [422, 422]
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
        won = 9 if isinstance(outcomes[0], UserError) else 8
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
        undone = isinstance(outcomes[0], UserError)
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
        partial(rounds.close_round, round, "user:1", "Late."),
    )
    acts = list(LogEntry.objects.filter(event=event).order_by("-sequence").values_list("act", flat=True))
    assert closed is None
    assert acts[0] == "close_round"
    assert isinstance(wrote, UserError) == (acts[1] != "record_deal") == (Deal.objects.count() == 0)


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


@pytest.mark.parametrize("seed", by_day(range(5), count=2))
def test_whatever_a_crowd_does_in_whatever_order_the_chain_is_whole(guarded: None, seed: int) -> None:
    """Captains, organisers and jury do what comes to mind; whatever was refused left no trace."""
    event = cast.playing(players=16, deals=6)
    outcomes = at_once(*[partial(busy, event, random.Random(f"{seed}/{who}"), f"user:{who}") for who in range(6)])
    done = sum(outcome for outcome in outcomes if isinstance(outcome, int))
    assert proven(event) == event.revision + done
    assert done > 100


def busy(event: Event, chance: random.Random, by: str) -> int:
    """Sixty acts on tables chosen by chance; how many of them wrote a line."""
    done = 0
    for _ in range(60):
        table = cast.table(event, chance.randint(1, 4))
        with suppress(UserError):
            done += is_written(chance.choice(ACTS)(table, chance.randint(1, 6), by))
    return done


def is_written(answer: Any) -> bool:
    """Whether an act wrote a line: the same result again is a success that writes none, and leads to no version."""
    return not (isinstance(answer, dict) and answer["version"] is None)


def version(table: Table, number: int) -> int:
    """The version of a deal as somebody sees it just before they act."""
    deal = Deal.objects.filter(table=table, number=number).first()
    return deal.version if deal else 0


def miscounted(table: Table, number: int, by: str, seen: int) -> Any:
    """Corrects a deal, each time to something else."""
    result = cast.result("S6", (4,), seen % 13)
    return deals.correct_deal(table, by, number, result, replaces=seen, reason="Miscounted.")


def annul_and_cancel(table: Table, number: int, by: str) -> None:
    """One act each time: cancels a ruling on the deal, or rules."""
    standing = Decision.objects.filter(table=table, deal=number, cancelled=False, kind="ruling").first()
    if standing:
        rulings.cancel_decision(standing, by, "Seen otherwise.")
    else:
        rulings.rule(table, by, number, "annulled", "Marked cards.")


ACTS: list[Callable[[Table, int, str], Any]] = [
    lambda table, number, by: deals.record_deal(table, by, number, cast.result()),
    lambda table, number, by: deals.record_deal(table, by, number, cast.result("GM", (2,), {"2": 0})),
    lambda table, number, by: miscounted(table, number, by, version(table, number)),
    lambda table, number, by: deals.undo_deal(table, by, number, replaces=version(table, number)),
    lambda table, number, by: redeals.all_pass(table, by, number),
    lambda table, number, by: redeals.misdeal(table, by, number, waived=False),
    lambda table, number, by: redeals.undo_misdeal(table, by, number),
    lambda table, number, by: rulings.penalise(table.round.event, by, "noise", {number: -1}, "Noise.", table=table),
    annul_and_cancel,
]
