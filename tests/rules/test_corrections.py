"""What a correction of the rules would do is what it then does, and who sat at a closed table is told."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from scoring import RuleSet, load
from scoring.rules.parts import parts
from tests.support.events import cast
from tests.support.events.other_rules import REASON, correct, played, with_line, without
from tests.support.pages.reading import read
from tournament import links
from tournament.acts.event import rules
from tournament.acts.rounds import rounds
from tournament.demo.championship import Demo, make
from tournament.models import Event, LogEntry
from tournament.printing.paper import Order, paper
from tournament.ranking import facts, live
from tournament.ranking.outcomes import outcome
from tournament.ranking.standings import event_standings
from tournament.reading.event import rules_checks
from tournament.reading.event.corrections import Move, corrections, effect

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_effect_is_what_the_correction_then_does() -> None:
    """Every figure that a demo can feel is moved in turn."""
    event = make(Demo(players=16, rounds=2, deals=8), cast.founder(), lambda done, total: None)
    felt = 0
    for ruleset in other_figures(facts.ruleset(event)):
        foreseen = effect(event, ruleset)
        assert not foreseen.misfits and foreseen.changes
        before, deals = standing(event), points(event)
        correct(event, ruleset)
        event = cast.fresh(event)
        after = standing(event)
        moved = {number: (*before[number], *after[number]) for number in after if before[number] != after[number]}
        assert {told(move)[0]: told(move)[1:] for move in foreseen.moves} == moved
        assert foreseen.deals == sum(was != now for was, now in zip(deals, points(event), strict=True))
        assert standing(event) == {
            place.entry.number: place_of(place) for place in live.ranking(event, public=False).places
        }
        felt += bool(moved)
    assert felt >= 10


def other_figures(now: RuleSet) -> Iterator[RuleSet]:
    """The rules with one figure more in each line's columns, one change after the other; then the rest of them."""
    for key, line in now.lines.items():
        changed: dict[str, Any] = {"made": tuple(points + 1 for points in line.made), "lost": line.lost + 2}
        if line.opp:
            changed["opp"] = tuple(points + 3 for points in line.opp)
        now = replace(now, lines={**now.lines, key: replace(line, **changed)})
        yield now
    now = replace(now, jury=frozenset())
    yield now
    yield replace(now, all13=load("world-2018").all13)


def standing(event: Event) -> dict[int, tuple[int, int]]:
    return {place.entry.number: place_of(place) for place in event_standings(event, public=False)}


def place_of(place: Any) -> tuple[int, int]:
    return place.standing.rank, place.standing.row.points


def told(move: Move) -> tuple[int, ...]:
    return move.entry.number, move.rank, move.points, move.new_rank, move.new_points


def points(event: Event) -> list[dict[int, int]]:
    """What every deal of the event gives, in one order."""
    ruleset = facts.ruleset(event)
    tables = facts.tables(cast.Table.objects.filter(round__event=event)).values()
    ordered = sorted(tables, key=lambda table: (table.round, table.number))
    return [
        outcome(table.deals[number], ruleset).points(ruleset) for table in ordered for number in sorted(table.deals)
    ]


def test_an_effect_writes_nothing_and_names_what_could_not_be() -> None:
    event = played()
    with cast.nothing_written():
        foreseen = effect(event, without(event, "PC8"))
    (misfit,) = foreseen.misfits
    assert misfit.place == "Round 1, table 2, deal 1"
    assert "not play" in misfit.why
    assert (foreseen.moves, foreseen.deals, foreseen.closed_tables) == ((), 0, ((1, 1),))


def test_who_moves_furthest_comes_first() -> None:
    event = played()
    moves = effect(event, with_line(event, "PC8", made=99)).moves
    jumps = [abs(move.new_rank - move.rank) for move in moves]
    assert jumps == sorted(jumps, reverse=True) and jumps[0] > 0


# --- Told ---------------------------------------------------------------------------------------------------------


def table_page(event: Event, number: int) -> str:
    return cast.shown(cast.client().get(f"/t/{cast.token(cast.table(event, number))}/"))


def test_a_captain_whose_table_was_closed_is_told() -> None:
    event = played()
    correct(event, with_line(event, "PC8", made=11))
    closed, open_one = table_page(event, 1), table_page(event, 2)
    assert "The figures of the rules were corrected after this table was closed." in closed
    assert "Prop & cop 8, made: +7 → +11" in closed and f"Reason: {REASON}" in closed
    assert "figures of the rules" not in open_one


def test_a_player_who_sat_at_a_closed_table_reads_it_on_his_card() -> None:
    event = played()
    correct(event, with_line(event, "PC8", made=11))
    first, second = (cast.seated(cast.table(event, number))[1] for number in (1, 2))
    assert "Prop & cop 8, made: +7 → +11" in read(f"{event.get_absolute_url()}player/{first}/")
    assert "figures of the rules" not in read(f"{event.get_absolute_url()}player/{second}/")


def test_a_player_reads_it_on_their_own_page_in_the_next_round_too() -> None:
    event = played()
    correct(event, with_line(event, "PC8", made=11))
    first, second = (cast.seated(cast.table(event, number))[1] for number in (1, 2))
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    cast.next_round(event)
    pages = [read(f"/p/{links.personal_token(cast.entry(event, number))}/") for number in (first, second)]
    told = "The figures of the rules were corrected after one of these tables was closed."
    assert [told in page for page in pages] == [True, False] and f"Reason: {REASON}" in pages[0]


def test_a_card_tells_nothing_of_a_round_that_is_hidden() -> None:
    event = played()
    correct(event, with_line(event, "PC8", made=11))
    rounds.show_round(cast.round_of(event), "system", False)
    first = cast.seated(cast.table(event, 1))[1]
    assert "figures of the rules" not in read(f"{event.get_absolute_url()}player/{first}/")


@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_the_rules_tell_every_correction(language: str) -> None:
    event = played()
    address = f"{event.get_absolute_url()}rules/"
    assert 'id="corrections"' not in cast.client().get(address).content.decode()
    for points in (11, 12):
        correct(cast.fresh(event), with_line(event, "PC8", made=points))
    page = read(address, language)
    assert "+7 → +11" in page and "+11 → +12" in page
    assert page.count(REASON) == 2


def test_a_reason_that_was_taken_away_leaves_no_gap() -> None:
    event = played()
    correct(event, with_line(event, "PC8", made=11))
    event.corrections.update(reason="")
    assert "Reason" not in read(f"{event.get_absolute_url()}rules/")


def test_corrections_are_listed_in_order_and_by_table() -> None:
    event = played()
    correct(event, with_line(event, "PC8", made=11))
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    event = cast.fresh(event)
    correct(event, with_line(event, "PC8", made=12))
    assert [one.number for one in corrections(event)] == [1, 2]
    assert [one.number for one in corrections(event, {(1, 2)})] == [2]
    assert corrections(event, set()) == []


def test_the_logbook_says_what_was_changed_corrected_and_compared() -> None:
    event = played()
    rules.compare_rules(event, "user:1", ["PC8", "jury"], facts.ruleset(event).hash)
    event = cast.fresh(event)
    correct(event, with_line(event, "PC8", made=11))
    page = cast.shown(cast.client(cast.auditor(event)).get(f"/staff/{event.slug}/logbook/"))
    assert f"Rules corrected · Prop & cop 8, made: +7 → +11 · “{REASON}”" in page
    assert "Rules compared with the sheet · Prop & cop 8; Contracts for the jury" in page
    other = cast.event(0, "other")
    rules.change_rules(other, "user:1", load("wallonia"), facts.ruleset(other).hash)
    page = cast.shown(cast.client(cast.auditor(other)).get("/staff/other/logbook/"))
    assert "Rules changed · Prop & cop 8, made" in page and "; … " in page


# --- Verified -----------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_rules_that_were_compared_are_doubted_nowhere_any_more() -> None:
    event = played()
    addresses = [event.get_absolute_url() + page for page in ("", "player/1/", "rules/")]
    assert all("Unverified figures." in read(address) for address in addresses)
    rules.compare_rules(event, "user:1", list(parts(facts.ruleset(event))), facts.ruleset(event).hash)
    live.clear_cache()
    assert not any("Unverified figures." in read(address) for address in addresses)
    assert "Compared with the federation’s sheet on" in read(addresses[-1])
    assert "Unverified" not in table_page(event, 1)


def test_paper_says_how_far_its_figures_are_to_be_trusted() -> None:
    event = cast.playing()
    order = Order(event)
    assert paper(order, "Ranking").marks == "Unverified figures"
    rules.compare_rules(event, "user:1", list(parts(facts.ruleset(event))), facts.ruleset(event).hash)
    compared_order = Order(cast.fresh(event))
    assert paper(compared_order, "Ranking").marks.startswith("Compared with the federation’s sheet on")
    assert paper(compared_order, "Seating", figures=False).marks == ""
    assert paper(Order(cast.event(0, "counting", rules="points-only")), "Ranking").marks == ""


def test_everybody_reads_when_the_figures_were_compared_and_not_by_whom() -> None:
    event = cast.event()
    organiser = cast.organiser(event)
    assert rules_checks.sentence(event) == ""
    by = f"user:{organiser.pk}"
    rules.compare_rules(event, by, list(parts(facts.ruleset(event))), facts.ruleset(event).hash)
    event = cast.fresh(event)
    at = LogEntry.objects.get(event=event, act="compare_rules").at
    assert rules_checks.when(event) == at
    assert rules_checks.sentence(event) and organiser.username not in rules_checks.sentence(event)


def test_where_points_alone_are_entered_nothing_is_to_be_compared() -> None:
    event = cast.event(rules="points-only")
    rules.compare_rules(event, "user:1", ["penalties"], facts.ruleset(event).hash)
    assert rules_checks.when(cast.fresh(event)) is None
