"""The format of an event and the cut before a final, as acts: what they seal, and what they refuse."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.events import cast, finals
from tests.support.events.finals import BY, make_cut, planned, play_final, play_round, stages
from tournament.acts.event import events
from tournament.acts.event import format as acts
from tournament.acts.event.events import EventPlan
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.acts.table.tables import substitute
from tournament.models import Cut, Entry, Event, SitOut
from tournament.ranking import live
from tournament.ranking.contest import qualified
from tournament.ranking.finalists import candidates, doubtful

pytestmark = pytest.mark.django_db
TENS = {number: 10 * number for number in range(1, 9)}


def told(event: Event) -> list[tuple[int, int, int]]:
    places = live.ranking(cast.fresh(event), public=True).places
    return [(place.standing.rank, place.entry.number, place.standing.row.points) for place in places]


def refused(act: Callable[..., Any], *args: Any, sentence: str, status: int = 409, **more: Any) -> None:
    with cast.refused(sentence, status):
        act(*args, **more)


# --- The format ---------------------------------------------------------------------------------------------------


def test_a_format_says_how_many_rounds_are_planned() -> None:
    event = cast.event()
    acts.set_format(event, BY, stages(before=3, rounds=2))
    assert cast.fresh(event).planned_rounds == 5
    with cast.nothing_written():
        acts.set_format(event, BY, stages(before=3, rounds=2))
    other = EventPlan.of(cast.fresh(event))
    events.change_event(event, BY, other)
    refused(events.change_event, event, BY, replace(other, planned_rounds=4), sentence="sets the number", status=422)
    acts.set_format(event, BY, {"bonus": [9, 6]})
    events.change_event(event, BY, replace(EventPlan.of(cast.fresh(event)), planned_rounds=4))
    assert cast.fresh(event).planned_rounds == 4


def test_what_is_no_format_is_refused() -> None:
    refused(acts.set_format, cast.event(), BY, {"bonus": [1, 2]}, sentence="cannot have a lower bonus", status=422)


def test_a_closed_event_keeps_its_format() -> None:
    event = cast.playing()
    events.change_state(event, BY, Event.State.CLOSED)
    refused(acts.set_format, event, BY, {"bonus": [9, 6]}, sentence="closed")


@pytest.mark.long
def test_a_round_that_exists_does_not_become_one_of_a_final() -> None:
    event = planned({}, planned_rounds=3)
    refused(
        acts.set_format,
        event,
        BY,
        stages(before=0) | {"stages": stages()["stages"][1:]},
        sentence="after other",
        status=422,
    )
    play_round(event, TENS)
    cast.next_round(event)
    refused(acts.set_format, event, BY, stages(before=1), sentence="Round 2 already exists")
    acts.set_format(event, BY, stages(before=2))


def test_once_the_cut_is_made_the_stages_before_it_stay() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    refused(acts.set_format, event, BY, stages(cut=8), sentence="The cut has been made")
    refused(acts.set_format, event, BY, {}, sentence="The cut has been made")
    longer = stages(bonus=[5])
    longer["stages"].append({"kind": "final", "rounds": 1, "cut": 4 - 0, "draw": "rank", "points": "zero"})
    refused(acts.set_format, event, BY, longer, sentence="fewer players", status=422)
    acts.set_format(event, BY, stages(bonus=[5]))


# --- The cut ------------------------------------------------------------------------------------------------------


def test_the_best_go_on_and_the_rest_stay_where_they_were() -> None:
    event = planned(stages())
    play_round(event, TENS)
    assert make_cut(event) == [8, 7, 6, 5]
    assert qualified(cast.fresh(event), 1) is None
    assert qualified(cast.fresh(event), 2) == (8, 7, 6, 5)
    play_final(event, [[8, 7, 6, 5]], {5: 40})
    assert told(event) == [
        (1, 5, 90),
        (2, 8, 80),
        (3, 7, 70),
        (4, 6, 60),
        (5, 4, 40),
        (6, 3, 30),
        (7, 2, 20),
        (8, 1, 10),
    ]


def test_a_whole_championship_from_zero_with_a_bonus() -> None:
    event = finals.finished("zero")
    # In the first round, by tens, places at two tables gave 90 60 30 0; the best four by the sum go on.
    first, second, third, fourth = Cut.objects.get(event=event).finalists
    # The final gave −1 0 0 7, so places 4 2 2 1, of which 2 and 3 share 90 points; then the penalty of −3.
    places = live.ranking(event, public=True).places
    told_of = {
        place.entry.number: (place.bonus, place.adjustment_points, place.standing.row.points) for place in places
    }
    assert [told_of[number] for number in (fourth, second, third, first)] == [
        (90, 0, 97),
        (45, 0, 45),
        (45, 0, 45),
        (0, -3, -4),
    ]
    assert (places[0].entry.number, places[3].entry.number) == (fourth, first)
    assert [place.standing.rank for place in places] == list(range(1, 9))
    assert [place.section for place in places] == [1] * 4 + [0] * 4


def test_a_tie_at_the_cut_is_broken_by_the_events_tie_breaks_and_at_last_by_lot() -> None:
    event = planned(stages(), tie_breaks=[])
    play_round(event, {**TENS, 4: 50})
    found = candidates(event, 2)
    tied = doubtful(found, 4)
    assert tied is not None
    assert {place.entry.number for place in (*tied.inside, *tied.outside)} == {4, 5}
    assert tied.inside[0].standing.broke is not None and tied.inside[0].standing.broke.tie_break == "lot"
    assert make_cut(event)[3] == tied.inside[0].entry.number
    assert doubtful(found, 3) is None and doubtful(found, 8) is None


def test_who_left_or_was_sent_away_or_is_not_ranked_does_not_go_on() -> None:
    event = planned(stages())
    play_round(event, TENS)
    registration.withdraw(cast.entry(event, 8), BY)
    registration.exclude(cast.entry(event, 7), BY, "Noise.")
    Entry.objects.filter(event=event, number=6).update(role=Entry.PlayerRole.JOKER)
    assert make_cut(event) == [5, 4, 3, 2]


@pytest.mark.long
def test_the_cut_waits_until_every_round_before_it_is_closed() -> None:
    event = planned(stages(before=2))
    refused(acts.make_cut, event, BY, 2, [], sentence="once round 2 and all rounds before it")
    play_round(event, TENS)
    refused(acts.make_cut, event, BY, 2, [], sentence="once round 2 and all rounds before it")
    cast.next_round(event)
    play_round(event, TENS, 2, close=False)
    refused(acts.make_cut, event, BY, 2, [], sentence="once round 2 and all rounds before it")
    rounds.close_round(cast.round_of(event, 2), BY)
    assert len(make_cut(event)) == 4
    refused(acts.make_cut, event, BY, 2, [8, 7, 6, 4], sentence="already been made")


def test_a_cut_is_refused_where_there_is_none_to_make() -> None:
    event = planned(stages(cut=12))
    refused(acts.make_cut, event, BY, 1, [], sentence="does not have this final", status=404)
    refused(acts.make_cut, event, BY, 3, [], sentence="does not have this final", status=404)
    play_round(event, TENS)
    refused(acts.make_cut, event, BY, 2, [], sentence="Only 8 players are ranked")


def test_what_is_sealed_is_what_the_organiser_saw() -> None:
    event = planned(stages())
    play_round(event, TENS)
    seen = [place.entry.number for place in candidates(event, 2)[:4]]
    cast.penalty(event, 8, -60)
    refused(acts.make_cut, event, BY, 2, seen, sentence="has changed in the meantime")
    assert make_cut(event) == [7, 6, 5, 4]


def test_a_round_drawn_too_early_stands_in_the_way() -> None:
    event = planned(stages())
    play_round(event, TENS)
    cast.given_round(event, [[8, 7, 6, 5]])
    refused(acts.make_cut, event, BY, 2, [8, 7, 6, 5], sentence="already been drawn")


def test_a_cut_is_taken_back_until_its_final_is_drawn() -> None:
    event = planned(stages())
    refused(acts.undo_cut, event, BY, 2, sentence="has not been made")
    play_round(event, TENS)
    make_cut(event)
    acts.undo_cut(event, BY, 2)
    assert not Cut.objects.filter(event=event).exists() and qualified(cast.fresh(event), 2) == ()
    make_cut(event)
    drawn = cast.given_round(event, [[8, 7, 6, 5]])
    refused(acts.undo_cut, event, BY, 2, sentence="the cut stays")
    rounds.withdraw_draw(drawn, BY)
    acts.undo_cut(event, BY, 2)


@pytest.mark.long
def test_the_next_in_rank_comes_in_for_who_does_not_come() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    refused(acts.replace_finalist, event, BY, 2, 1, 4, sentence="not in the final", status=422)
    refused(acts.replace_finalist, event, BY, 2, 8, 3, sentence="has changed in the meantime")
    acts.replace_finalist(event, BY, 2, 8, 4)
    acts.replace_finalist(event, BY, 2, 4, 3)
    cut = Cut.objects.get(event=event)
    assert (cut.finalists, cut.replaced) == ([7, 6, 5, 3], [[8, 4], [4, 3]])
    refused(acts.replace_finalist, event, BY, 2, 7, 8, sentence="has changed in the meantime")
    play_final(event, [[7, 6, 5, 3]], {3: 100})
    assert told(event)[:5] == [(1, 3, 130), (2, 7, 70), (3, 6, 60), (4, 5, 50), (5, 8, 80)]
    refused(acts.replace_finalist, event, BY, 2, 7, 2, sentence="seat a substitute")


def test_nobody_comes_in_when_everybody_is_in() -> None:
    event = planned(stages(cut=8))
    play_round(event, TENS)
    make_cut(event)
    refused(acts.replace_finalist, event, BY, 2, 8, 1, sentence="No replacement is left")


def test_a_final_that_was_published_and_not_played_still_takes_who_is_next() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    rounds.publish_round(cast.given_round(event, [[8, 7, 6, 5]]), BY)
    acts.replace_finalist(event, BY, 2, 8, 4)
    substitute(cast.table(event, 1, 2), BY, 1, 4, 1)
    play_round(event, {4: 1}, 2)
    assert told(event)[3] == (4, 4, 41) and told(event)[4] == (5, 8, 80)


@pytest.mark.long
def test_after_a_final_that_was_closed_without_a_deal_the_best_of_it_go_on() -> None:
    format = stages(cut=8)
    format["stages"].append({"kind": "final", "rounds": 1, "cut": 4})
    event = planned(format, players=12)
    play_round(event, TENS)
    make_cut(event)
    rounds.publish_round(cast.given_round(event, [[8, 7, 6, 5], [4, 3, 2, 1]]), BY)
    rounds.close_round(cast.round_of(event, 2), BY, reason="Not all came.")
    assert make_cut(event, 3) == [8, 7, 6, 5]
    play_final(event, [[8, 7, 6, 5]], {5: 40})
    assert told(event)[:5] == [(1, 5, 90), (2, 8, 80), (3, 7, 70), (4, 6, 60), (5, 4, 40)]
    assert [place.section for place in live.ranking(event, public=True).places] == [2] * 4 + [1] * 4 + [0] * 4


def test_a_cut_behind_a_hidden_round_is_not_told() -> None:
    event = planned(stages())
    play_round(event, TENS)
    make_cut(event)
    play_final(event, [[8, 7, 6, 5]], {5: 100})
    rounds.show_round(cast.round_of(event, 1), BY, False)
    assert live.ranking(cast.fresh(event), public=True).contest.cuts == ()
    assert live.ranking(cast.fresh(event), public=False).contest.cuts != ()
    rounds.show_round(cast.round_of(event, 1), BY, True)
    rounds.show_round(cast.round_of(event, 2), BY, False)
    assert [points for _rank, _number, points in told(event)] == [80, 70, 60, 50, 40, 30, 20, 10]


# --- The bonus and who sits out -----------------------------------------------------------------------------------


def test_a_bonus_comes_and_goes_with_the_last_deal_of_its_table_and_with_the_round() -> None:
    event = planned({"bonus": [90, 60, 30, 0]}, players=4, deals=2)
    table = cast.table(event)
    finals.give(table, {1: 4, 2: 3, 3: 2, 4: 1})
    assert [points for _rank, _number, points in told(event)] == [4, 3, 2, 1]
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    assert [points for _rank, _number, points in told(event)] == [94, 63, 32, 1]
    rounds.reopen_round(cast.round_of(event), BY)
    assert [points for _rank, _number, points in told(event)] == [4, 3, 2, 1]
    finals.give(table, {4: 9}, deal=2)
    assert told(event)[0] == (1, 4, 100)
    deals.undo_deal(table, BY, 2, replaces=1)
    assert [points for _rank, _number, points in told(event)] == [4, 3, 2, 1]
    acts.set_format(event, BY, {})
    finals.give(table, {4: 9}, deal=2)
    assert told(event)[0] == (1, 4, 10)


def test_a_joker_who_is_not_ranked_occupies_his_place() -> None:
    event = cast.event(7, deals_per_round=1, rules="points-only")
    (joker,) = registration.add_entries(event, BY, [Entrant("Jef De Joker", role=Entry.PlayerRole.JOKER)])
    registration.check_in(joker, BY, True)
    acts.set_format(event, BY, {"bonus": [90, 60, 30, 0]})
    events.change_state(event, BY, Event.State.LIVE)
    cast.next_round(event)
    table = next(row for row in event.rounds.get().tables.all() if joker.number in cast.seated(row).values())
    table = cast.table(event, table.number)
    others = [number for number in cast.seated(table).values() if number != joker.number]
    finals.give(table, {joker.number: 50, others[0]: 20, others[1]: 10, others[2]: 5})
    points = {number: points for _rank, number, points in told(event)}
    assert joker.number not in points
    assert [points[number] for number in others] == [80, 40, 5]


def test_who_sits_out_has_what_the_format_says() -> None:
    event = planned({})
    play_round(event, TENS)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4]], sit_out=[8]), BY)
    assert told(event)[0] == (1, 8, 80)
    acts.set_format(event, BY, {"sit_out": "average"})
    assert told(event)[:2] == [(1, 8, 160), (2, 7, 70)]
    assert SitOut.objects.get(round__event=event).entry.number == 8
    cast.given_round(event, [[1, 2, 3, 4]], sit_out=[8])
    rounds.withdraw_draw(cast.round_of(event, 3), BY)
    assert SitOut.objects.filter(round__event=event).count() == 1


@pytest.mark.long
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_exactly_as_many_go_on_as_the_format_says(data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([8, 12]))
    size = data.draw(st.integers(4, players))
    event = planned(stages(cut=size), players, f"drawn-{Event.objects.count()}", tie_breaks=[])
    play_round(event, {number: data.draw(st.integers(0, 3)) for number in range(1, players + 1)})
    finalists = make_cut(event)
    points = {number: points for _rank, number, points in told(event)}
    assert len(finalists) == len(set(finalists)) == size
    out = [points[number] for number in points if number not in finalists]
    assert min(points[number] for number in finalists) >= max(out, default=-1)
