"""Writing deals: what a table may, and what is refused without a trace."""

from typing import Any

import pytest

from tests.support.events import cast
from tests.support.pages.rulings import totals
from tournament import access
from tournament.acts.event import events
from tournament.acts.jury import rulings
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, redeals
from tournament.acts.table.tables import substitute
from tournament.errors import UserError
from tournament.models import Adjustment, Deal, Decision, Event, LogEntry, Submission
from tournament.ranking.standings import event_standings
from tournament.reading.table.sheets import sheet

pytestmark = pytest.mark.django_db


def test_a_deal_is_written_once_and_counts(event: Event) -> None:
    cast.write(cast.table(event), 1)
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}
    with cast.refused("already been recorded"):
        cast.write(cast.table(event), 1, cast.result(tricks=10))


def test_the_same_key_gets_the_same_answer_and_writes_nothing_twice(event: Event) -> None:
    table = cast.table(event)
    first = deals.record_deal(table, "table:1/1", 1, cast.result(), key="abc")
    with cast.nothing_written():
        again = deals.record_deal(table, "table:1/1", 1, cast.result(), key="abc")
        with pytest.raises(UserError, match="already been used for something else") as refused:
            deals.record_deal(table, "table:1/1", 1, cast.result("S6", (2,), 8), key="abc")
    assert again == first == {"act": "record_deal", "deal": 1, "version": 1}
    assert refused.value.status == 422
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_a_table_read_before_another_act_is_read_again(event: Event) -> None:
    early, later, last = (access.captain(cast.token(cast.table(event)))[0] for _ in range(3))
    cast.write(cast.table(event), 1)
    deals.record_deal(early, "table:1/1", 2, cast.result())
    assert cast.table(event).revision == 2
    cast.write(cast.table(event), 3)
    cast.write(cast.table(event), 4)
    deals.close_table(cast.table(event), "table:1/1")
    with cast.refused("This table is closed"):
        deals.undo_deal(later, "table:1/1", 4, replaces=1)
    events.change_state(event, "system", Event.State.CLOSED)
    with cast.refused("This event is closed"):
        deals.reopen_table(last, "table:1/1")


def test_a_submission_outlives_the_undo(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 1, key="abc")
    deals.undo_deal(table, "table:1/1", 1, replaces=1)
    with cast.nothing_written():
        cast.write(table, 1, key="abc")
    assert Submission.objects.get(key="abc").answer["deal"] == 1
    assert totals(event) == {1: 0, 2: 0, 3: 0, 4: 0}


IMPOSSIBLE: list[dict[str, Any]] = [
    cast.result(tricks=14),
    cast.result(declarers=(1, 1)),
    cast.result("XX"),
    cast.result("AT9", (1,)),
    {"contract": "PC8"},
    {},
]


@pytest.mark.parametrize("impossible", IMPOSSIBLE)
def test_an_impossible_result_is_refused_with_a_sentence(event: Event, impossible: dict[str, Any]) -> None:
    with cast.nothing_written(), pytest.raises(UserError) as refusal:
        cast.write(cast.table(event), 1, impossible)
    assert refusal.value.status == 422
    assert len(str(refusal.value)) > 10


@pytest.mark.parametrize("number", [0, 5, -1])
def test_a_deal_the_table_does_not_have_is_refused(event: Event, number: int) -> None:
    with cast.refused("no such deal"):
        cast.write(cast.table(event), number)


def test_only_the_last_deal_is_taken_back_and_only_as_it_was_seen(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 1)
    cast.write(table, 2)
    with cast.refused("Only the last"):
        deals.undo_deal(table, "table:1/1", 1, replaces=1)
    with cast.refused("in the meantime"):
        deals.undo_deal(table, "table:1/1", 2, replaces=7)
    deals.undo_deal(table, "table:1/1", 2, replaces=1)
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}
    assert Deal.objects.get(table=table, number=2).version == 2


def test_a_correction_names_what_it_replaces_and_why(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 1)
    lost = cast.result(tricks=7)
    with cast.refused("Enter a reason"):
        deals.correct_deal(table, "system", 1, lost, replaces=1, reason=" ")
    with cast.refused("in the meantime"):
        deals.correct_deal(table, "system", 1, lost, replaces=0, reason="Mistyped.")
    with cast.refused("not been recorded"):
        deals.correct_deal(table, "system", 2, lost, replaces=0, reason="Mistyped.")
    deals.correct_deal(table, "system", 1, lost, replaces=1, reason="Mistyped.")
    assert totals(event) == {1: -10, 2: 10, 3: -10, 4: 10}


def test_the_jurys_answer_is_kept_as_the_decision_it_is(event: Event) -> None:
    table = cast.table(event)
    slam = cast.result("GMT", (3,), {"3": 0}, jury="allowed")
    cast.write(table, 1, slam)
    call = Decision.objects.get()
    assert (call.kind, call.ruling, call.by) == ("jury_call", "allowed", "table:1/1")
    assert "jury" not in (Deal.objects.get().result or {})
    assert totals(event) == {1: 0, 2: 0, 3: 72, 4: 0}
    deals.undo_deal(table, "table:1/1", 1, replaces=1)
    cast.write(table, 1, {**slam, "jury": "not_called"})
    assert totals(event) == {1: 0, 2: 0, 3: 0, 4: 0}
    assert list(Decision.objects.values_list("cancelled", flat=True)) == [True, False]


def test_the_jurys_own_word_stands_over_the_captains(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 1, cast.result("S12", (2,), 12, jury="allowed"))
    rulings.rule(table, "system", 1, "not_called", "Nobody was called to this table.")
    cast.write(table, 2)
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_a_contract_the_jury_refused_cannot_be_entered(event: Event) -> None:
    table = cast.table(event)
    rulings.rule(table, "system", 1, "refused", "Not feasible.", contract="S13", about=[2])
    with cast.refused("must pass"):
        cast.write(table, 1, cast.result("S13", (2,), 13, jury="allowed"))
    cast.write(table, 1)
    assert totals(event)[1] == 10


def test_a_result_refused_afterwards_is_missing_until_another_is_entered(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 1, cast.result("S13", (2,), 13, jury="allowed"))
    rulings.rule(table, "system", 1, "refused", "Not feasible.", contract="S13")
    assert sheet(table).next is not None and sheet(table).next.number == 1  # type: ignore[union-attr]
    deals.correct_deal(table, "system", 1, cast.result(), replaces=1, reason="Refused by the jury.")
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_everybody_passes_and_the_same_dealer_deals_again(event: Event) -> None:
    table = cast.table(event)
    redeals.all_pass(table, "table:1/1", 1)
    redeals.all_pass(table, "table:1/1", 1, key="k")
    redeals.all_pass(table, "table:1/1", 1, key="k")
    assert Deal.objects.get().passes == 2
    redeals.undo_pass(table, "table:1/1", 1)
    assert Deal.objects.get().passes == 1
    redeals.undo_pass(table, "table:1/1", 1)
    with cast.refused("has not been passed out"):
        redeals.undo_pass(table, "table:1/1", 1)
    cast.write(table, 1)
    with cast.refused("already been recorded"):
        redeals.all_pass(table, "table:1/1", 1)


def test_a_misdeal_costs_the_dealer_three_and_gives_the_others_one(event: Event) -> None:
    table = cast.table(event)
    seats = cast.seated(table)
    redeals.misdeal(table, "table:1/1", 2, waived=False)
    given = dict(Adjustment.objects.values_list("entry__number", "points"))
    assert given == {seats[1]: 1, seats[2]: -3, seats[3]: 1, seats[4]: 1}
    points = {place.entry.number: place.standing.row.points for place in event_standings(event, public=True)}
    assert points[seats[2]] == -3
    redeals.undo_misdeal(table, "table:1/1", 2)
    assert Decision.objects.get().cancelled
    assert {place.standing.row.points for place in event_standings(event, public=True)} == {0}


def test_a_waived_misdeal_costs_nothing_and_is_taken_back_first(event: Event) -> None:
    table = cast.table(event)
    redeals.misdeal(table, "table:1/1", 1, waived=False)
    redeals.misdeal(table, "table:1/1", 1, waived=True)
    redeals.undo_misdeal(table, "table:1/1", 1)
    assert not Decision.objects.get().cancelled
    redeals.undo_misdeal(table, "table:1/1", 1)
    assert Decision.objects.get().cancelled


def test_a_table_closes_when_every_deal_is_written_and_then_writes_no_more(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 1)
    with cast.refused("missing: 2, 3, 4"):
        deals.close_table(table, "table:1/1")
    for number in (2, 3, 4):
        cast.write(table, number)
    deals.close_table(table, "table:1/1")
    with cast.refused("table is closed"):
        deals.undo_deal(table, "table:1/1", 4, replaces=1)
    deals.correct_deal(table, "system", 4, cast.result(tricks=8), replaces=1, reason="Mistyped.")
    deals.reopen_table(cast.table(event), "system")
    deals.undo_deal(table, "table:1/1", 4, replaces=2)


def test_no_deal_is_written_before_the_round_is_published_nor_after_it_is_closed() -> None:
    event = cast.event(players=8, deals_per_round=4)
    round = cast.next_round(event, publish=False)
    with cast.refused("not been published"):
        deals.record_deal(cast.table(event), "system", 1, cast.result())
    rounds.publish_round(round, "system")
    rounds.close_round(round, "system", reason="Not all came.")
    with cast.refused("round is closed"):
        deals.record_deal(cast.table(event), "system", 1, cast.result())


def test_the_desk_types_what_a_closed_round_lacks(event: Event) -> None:
    table = cast.table(event)
    cast.write(table, 1)
    rounds.close_round(cast.round_of(event), "system", reason="A sheet is still out.")
    with cast.refused("round is closed"):
        deals.record_deal(table, "table:1/1", 2, cast.result())
    deals.record_deal(table, "user:1", 2, cast.result())
    assert cast.stored(table, 2)
    cast.let_pass(event)
    with cast.refused("Only the head jury"):
        deals.record_deal(table, "user:0", 3, cast.result())


def test_points_go_to_whoever_sat_there_at_that_deal(event: Event) -> None:
    spare = cast.registration.add_entries(event, "system", [cast.Entrant("Spare Hand")])[0]
    table = cast.table(event)
    first = cast.seated(table)[1]
    cast.write(table, 1)
    substitute(table, "system", 1, spare.number, from_deal=2)
    cast.write(table, 2)
    points = {place.entry.number: place.standing.row.points for place in event_standings(event, public=True)}
    assert (points[first], points[spare.number]) == (10, 10)


def test_passed_out_deals_are_told_as_doubles_in_flanders() -> None:
    event = cast.playing(rules="flanders")
    cast.write(cast.table(event), 1, cast.result(tricks=8, doubles=2))
    assert totals(event) == {1: 6, 2: -6, 3: 6, 4: -6}


def test_a_rule_set_without_contracts_takes_points(  # points-only
) -> None:
    event = cast.playing(rules="points-only")
    cast.write(cast.table(event), 1, {"points": {"1": 5, "2": -2, "3": 0, "4": -3}})
    assert totals(event) == {1: 5, 2: -2, 3: 0, 4: -3}


def test_a_closed_event_takes_no_deal(event: Event) -> None:
    cast.events.change_state(event, "system", Event.State.CLOSED)
    with cast.refused("event is closed"):
        cast.write(cast.table(event), 1)


def test_every_act_says_who_did_it(event: Event) -> None:
    cast.write(cast.table(event), 1)
    assert LogEntry.objects.filter(event=event).last().by == "table:1/1"  # type: ignore[union-attr]
