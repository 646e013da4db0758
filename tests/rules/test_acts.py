"""The rules of an event: changed before the first deal, corrected after it, compared with the printed sheet."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

import pytest

from scoring import RuleSet, load
from scoring.rules.parts import parts
from tests.support.events import cast
from tests.support.events.other_rules import REASON, correct, of, played, with_line, without
from tournament.acts.event import events, rules
from tournament.acts.jury import rulings
from tournament.models import Decision, Event, LogEntry
from tournament.ranking import facts
from tournament.ranking.outcomes import outcome
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db


def with_jury(event: Event, *contracts: str) -> RuleSet:
    return replace(facts.ruleset(event), jury=frozenset(contracts))


def tick_all(event: Event) -> None:
    rules.compare_rules(event, "user:1", list(parts(facts.ruleset(event))), of(event))


def refused(status: int, match: str, act: Callable[[], object]) -> None:
    with cast.refused(match, status):
        act()


# --- Before the first deal ---------------------------------------------------------------------------------------


def test_before_the_first_deal_the_rules_change_freely() -> None:
    event = cast.event(players=0)
    rules.change_rules(event, "user:1", with_line(event, "PC8", made=8), of(event))
    event = cast.fresh(event)
    assert facts.ruleset(event).lines["PC8"].made == (8,)
    rules.change_rules(event, "user:1", load("wallonia"), of(event))
    assert facts.ruleset(cast.fresh(event)) == load("wallonia")


def test_the_sums_follow_from_the_figures_and_a_tick_of_a_file_counts_for_nothing() -> None:
    event = cast.event(players=0)
    boasting = replace(with_line(event, "GMT", made=100), verified=True)
    rules.change_rules(event, "user:1", boasting, of(event))
    event = cast.fresh(event)
    assert facts.ruleset(event).sums == (-3 * 72 + 3 * 48, 3 * 100)
    assert not facts.ruleset(event).verified and not event.rules["verified"]


def test_rules_that_were_read_are_shared_and_change_in_a_copy_alone() -> None:
    event = cast.event(players=0)
    read, again = cast.fresh(event).rules, cast.fresh(event).rules
    assert read is again and read == load("iwwa-2025").to_dict()
    for change in (lambda: read.update(key="x"), lambda: read["lines"]["PC8"].pop("made"), lambda: read.clear()):
        with pytest.raises(TypeError, match="change a copy"):
            change()
    event.rules = deepcopy(read)
    event.rules["lines"]["PC8"]["made"] = 99
    event.save()
    assert cast.fresh(event).rules["lines"]["PC8"]["made"] == 99 and again == load("iwwa-2025").to_dict()


def test_the_same_rules_again_write_nothing() -> None:
    event = cast.event(players=0)
    with cast.nothing_written():
        rules.change_rules(event, "user:1", facts.ruleset(event), of(event))


def test_a_name_alone_is_a_change() -> None:
    event = cast.event(players=0)
    named = replace(facts.ruleset(event), names=dict.fromkeys(("nl", "fr", "en"), "Ledegem"))
    rules.change_rules(event, "user:1", named, of(event))
    assert facts.ruleset(cast.fresh(event)).names["nl"] == "Ledegem"


def test_from_the_first_deal_on_the_rules_are_corrected() -> None:
    event = cast.playing()
    refused(409, "can simply be changed", lambda: correct(event, with_line(event, "PC8", made=8)))
    cast.write(cast.table(event), 1)
    other = with_line(event, "PC8", made=8)
    refused(409, "only be corrected", lambda: rules.change_rules(event, "user:1", other, of(event)))


def test_a_result_as_ruled_is_a_result() -> None:
    event = cast.playing()
    rulings.rule(cast.table(event), "system", 1, "result", "As played.", result=cast.result())
    refused(409, "only be corrected", lambda: rules.change_rules(event, "user:1", load("flanders"), of(event)))


def test_whoever_looked_at_other_rules_is_refused() -> None:
    event = cast.event(players=0)
    seen = of(event)
    rules.change_rules(event, "user:1", with_line(event, "PC8", made=8), seen)
    again = with_line(event, "PC8", made=9)
    refused(409, "changed in the meantime", lambda: rules.change_rules(event, "user:2", again, seen))
    refused(409, "changed in the meantime", lambda: rules.compare_rules(event, "user:2", ["PC8"], seen))


def test_the_misdeal_stays_in_the_rules() -> None:
    event = cast.event(players=0)
    bare = replace(facts.ruleset(event), penalties=())
    refused(422, "misdeal", lambda: rules.change_rules(event, "user:1", bare, of(event)))
    plan = replace(cast.plan(), rules=bare.to_dict())
    refused(422, "misdeal", lambda: events.make_event("system", "bare", plan))
    table = cast.table(cast.playing(slug="other"))
    cast.write(table, 1)
    refused(422, "misdeal", lambda: correct(table.round.event, bare))


def test_an_event_may_begin_with_rules_of_its_own() -> None:
    event = cast.event(players=0)
    own = with_line(event, "PC8", made=8)
    made = events.make_event("system", "own", replace(cast.plan(), rules=own.to_dict()))
    assert facts.ruleset(cast.fresh(made)) == own


# --- After it ------------------------------------------------------------------------------------------------------


def test_a_correction_moves_the_points_and_tells_the_closed_tables() -> None:
    event = played()
    made = correct(event, with_line(event, "PC8", made=11))
    assert (made.number, made.by, made.reason, made.tables) == (1, "user:1", REASON, [[1, 1]])
    assert made.changes == [{"part": "PC8", "field": "made", "was": [7], "now": [11]}]
    event = cast.fresh(event)
    points = {place.entry.number: place.standing.row.points for place in event_standings(event, public=False)}
    seats = cast.seated(cast.table(event, 2))
    assert [points[seats[position]] for position in (1, 2, 3, 4)] == [14, 0, 14, 0]
    assert correct(event, with_line(event, "PC8", made=12)).number == 2


def test_a_closed_round_is_told_with_all_its_tables() -> None:
    event = played()
    cast.rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    assert correct(event, with_line(event, "PC8", made=11)).tables == [[1, 1], [1, 2]]


def test_the_reason_of_a_correction_is_no_part_of_the_sealed_line() -> None:
    event = played()
    correct(event, with_line(event, "PC8", made=11))
    line = LogEntry.objects.get(event=event, act="correct_rules")
    assert REASON not in line.text


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "a\0b"])
def test_a_correction_needs_a_reason(reason: str) -> None:
    event = played()
    other = with_line(event, "PC8", made=11)
    refused(422, "reason", lambda: correct(event, other, reason))


def test_a_correction_that_corrects_nothing_is_refused() -> None:
    event = played()
    renamed = replace(facts.ruleset(event), source="Another sheet")
    refused(422, "are the same", lambda: correct(event, renamed))


def test_of_two_corrections_at_once_one_is_refused() -> None:
    event = played()
    seen, one, other = of(event), with_line(event, "PC8", made=11), with_line(event, "PC8", made=12)
    rules.correct_rules(event, "user:1", one, seen, REASON)
    refused(409, "changed in the meantime", lambda: rules.correct_rules(event, "user:2", other, seen, REASON))


def test_a_final_ranking_is_not_corrected() -> None:
    event = played()
    events.change_state(event, "system", Event.State.CLOSED)
    other = with_line(event, "PC8", made=11)
    refused(409, "event is closed", lambda: correct(event, other))
    refused(409, "event is closed", lambda: rules.change_rules(event, "user:1", other, of(event)))


def test_what_was_played_cannot_become_impossible() -> None:
    event = played()
    refused(409, "5 results", lambda: correct(event, load("points-only")))
    refused(409, "Round 1, table 2, deal 1", lambda: correct(event, without(event, "PC8")))
    correct(event, without(event, "PC9"))


def test_a_long_list_of_impossible_results_is_cut() -> None:
    event = cast.playing(deals=8)
    cast.play(cast.table(event))
    refused(409, r"8 results .* deal 5 …\.", lambda: correct(event, load("points-only")))


def test_a_ruling_counts_as_long_as_it_was_not_taken_back() -> None:
    event = played()
    table = cast.table(event, 2)
    ruled = rulings.rule(table, "system", 2, "result", "As played.", result=cast.result("PC9", (1, 3), 9))
    refused(409, "table 2, deal 2", lambda: correct(event, without(event, "PC9")))
    rulings.cancel_decision(ruled, "system", "No.")
    correct(event, without(event, "PC9"))


# --- The contracts of the jury --------------------------------------------------------------------------------------


def points_of(event: Event, table: int, deal: int) -> list[int]:
    """What a deal gives the seats 1 to 4."""
    ruleset = facts.ruleset(event)
    points = outcome(facts.table(cast.table(event, table)).deal(deal), ruleset).points(ruleset)
    return [points[seat] for seat in (1, 2, 3, 4)]


def test_a_contract_that_becomes_the_jurys_gives_nothing_until_the_jury_allows_it() -> None:
    event = cast.playing()
    table = cast.table(event)
    cast.write(table, 1, cast.result("GM", (1,), {"1": 0}))
    correct(event, with_jury(event, "GMT", "S12", "S13", "GM"))
    event = cast.fresh(event)
    ended = outcome(facts.table(table).deal(1), facts.ruleset(event))
    assert ended.waiting and not ended.points(facts.ruleset(event))
    rulings.rule(table, "system", 1, "allowed", "It was there.", contract="GM")
    assert points_of(event, 1, 1) == [36, 0, 0, 0]


@pytest.mark.parametrize(("said", "before"), [("allowed", [0, 0, 72, 0]), ("not_called", [0, 0, 0, 0])])
def test_an_answer_about_a_contract_that_is_the_jurys_no_more_says_nothing(said: str, before: list[int]) -> None:
    event = cast.playing()
    cast.write(cast.table(event), 1, cast.result("GMT", (3,), {"3": 0}, jury=said))
    assert points_of(event, 1, 1) == before
    correct(event, with_jury(event, "S12", "S13"))
    event = cast.fresh(event)
    assert points_of(event, 1, 1) == [0, 0, 72, 0]
    correct(event, with_jury(event, "GMT", "S12", "S13"))
    assert points_of(cast.fresh(event), 1, 1) == before


def test_a_result_as_ruled_keeps_its_answer_for_when_it_is_wanted_again() -> None:
    event = cast.playing()
    cast.write(cast.table(event), 1)
    ruled = cast.result("GMT", (3,), {"3": 0}, jury="allowed")
    rulings.rule(cast.table(event), "system", 1, "result", "As played.", result=ruled)
    for contracts in (("S12", "S13"), ("GMT", "S12", "S13")):
        correct(event, with_jury(event, *contracts))
        event = cast.fresh(event)
        assert points_of(event, 1, 1) == [0, 0, 72, 0]
    kept = Decision.objects.get(event=event).result
    assert kept and kept["jury"] == "allowed"


# --- Compared with the sheet ------------------------------------------------------------------------------------------


def test_rules_are_verified_once_every_part_was_compared() -> None:
    event = cast.event(players=0)
    first, *others = parts(facts.ruleset(event))
    rules.compare_rules(event, "user:1", others, of(event))
    event = cast.fresh(event)
    assert not facts.ruleset(event).verified
    rules.compare_rules(event, "user:2", [first, *others], of(event))
    event = cast.fresh(event)
    assert facts.ruleset(event).verified
    assert {part: tick.actor for part, tick in facts.compared_parts(event).items()} == {
        first: "user:2",
        **dict.fromkeys(others, "user:1"),
    }
    rules.compare_rules(event, "user:1", ["PC8"], of(event))
    event = cast.fresh(event)
    assert list(facts.compared_parts(event)) == ["PC8"] and not facts.ruleset(event).verified


def test_the_same_ticks_again_write_nothing() -> None:
    event = cast.event(players=0)
    rules.compare_rules(event, "user:1", ["PC8", "jury"], of(event))
    with cast.nothing_written():
        rules.compare_rules(cast.fresh(event), "user:2", ["jury", "PC8"], of(event))


def test_a_part_the_rules_do_not_have_is_refused() -> None:
    event = cast.event(players=0)
    refused(422, "do not have this part", lambda: rules.compare_rules(event, "user:1", ["PC8", "weather"], of(event)))


def test_a_tick_stays_only_where_the_figures_stay() -> None:
    event = cast.event(players=0)
    tick_all(event)
    event = cast.fresh(event)
    whole = set(event.compared)
    rules.change_rules(event, "user:2", with_line(event, "PC9", made=11), of(event))
    event = cast.fresh(event)
    assert whole - set(event.compared) == {"PC9"}
    rules.change_rules(event, "user:2", without(event, "PM"), of(event))
    event = cast.fresh(event)
    assert whole - set(event.compared) == {"PC9", "PM", "ladder"}


def test_a_correction_takes_the_tick_of_what_it_corrects() -> None:
    event = played()
    tick_all(event)
    event = cast.fresh(event)
    correct(event, with_line(event, "PC8", made=11))
    event = cast.fresh(event)
    assert set(parts(facts.ruleset(event))) - set(event.compared) == {"PC8"}
    assert not facts.ruleset(event).verified


def test_an_archived_event_is_compared_no_more() -> None:
    event = cast.event(players=0)
    for state in (Event.State.LIVE, Event.State.CLOSED):
        events.change_state(event, "system", state)
    rules.compare_rules(event, "user:1", ["PC8"], of(event))
    events.change_state(event, "system", Event.State.ARCHIVED)
    refused(409, "closed", lambda: rules.compare_rules(event, "user:1", [], of(event)))
