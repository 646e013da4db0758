"""How places moved since the last finished round, and how far the next one is: by what the public sees alone."""

from collections.abc import Callable

import pytest

from tests.support.events import cast
from tournament.acts.event import reveal
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.models import Event, Table
from tournament.ranking import live
from tournament.reading.ranking.movement import Movement, movement

pytestmark = pytest.mark.django_db
BY = "system"


def play(event: Event, round: int, points: Callable[[int], int], *, close: bool = True) -> None:
    """One deal at every table of a round, in which each entry gets what its number says."""
    for table in Table.objects.filter(round__event=event, round__number=round).select_related("round__event"):
        given = {str(seat): points(number) for seat, number in cast.seated(table).items()}
        cast.write(table, 1, {"points": given})
    if close:
        rounds.close_round(cast.round_of(event, round), BY)


def two_rounds(*, close: bool = True) -> Event:
    """Entries 1 to 8 are first to last after round 1; in round 2 the last one, 8, gets so much that they lead."""
    event = cast.playing(players=8, deals=1, rules="points-only", tie_breaks=[])
    play(event, 1, lambda number: 90 - 10 * number)
    cast.next_round(event)
    play(event, 2, lambda number: 100 if number == 8 else 0, close=close)
    return cast.fresh(event)


def read(event: Event) -> Movement:
    event = cast.fresh(event)
    return movement(event, live.ranking(event, public=True))


def moved(event: Event) -> dict[int, int | None]:
    return {number: step.moved for number, step in read(event).by_entry.items()}


def test_nobody_has_moved_before_a_round_is_finished_and_another_begun() -> None:
    event = cast.playing(players=8, deals=1, rules="points-only", tie_breaks=[])
    play(event, 1, lambda number: 90 - 10 * number)
    assert read(event).since == ""
    cast.next_round(event)
    assert set(moved(event).values()) == {None}, "nobody has played in round 2"


@pytest.mark.parametrize("close", [False, True])
def test_places_are_compared_with_those_after_the_last_finished_round_before_the_newest(close: bool) -> None:
    event = two_rounds(close=close)
    assert read(event).since == "since round 1"
    assert moved(event) == {8: 7, **dict.fromkeys(range(1, 8), -1)}


def test_the_gap_is_what_the_place_above_has_more_and_0_where_they_share_it() -> None:
    event = two_rounds()
    cast.penalty(event, 2, 10)
    gaps = {number: step.gap for number, step in read(event).by_entry.items()}
    assert gaps == {8: None, 1: 30, 2: 0, 3: 20, 4: 10, 5: 10, 6: 10, 7: 10}


def test_a_hidden_round_moves_nobody_and_nobody_is_compared_with_it() -> None:
    event = two_rounds()
    rounds.show_round(cast.round_of(event, 2), BY, False)
    assert set(moved(event).values()) == {None} and read(event).since == ""
    rounds.show_round(cast.round_of(event, 2), BY, True)
    rounds.show_round(cast.round_of(event, 1), BY, False)
    assert set(moved(event).values()) == {None} and read(event).since == ""


def test_a_frozen_ranking_moves_by_the_rounds_before_the_freeze_alone() -> None:
    event = cast.playing(players=8, deals=1, rules="points-only", tie_breaks=[])
    play(event, 1, lambda number: 90 - 10 * number)
    cast.next_round(event)
    reveal.freeze_ranking(event, BY, 1)
    play(cast.fresh(event), 2, lambda number: 100 if number == 8 else 0)
    assert set(moved(event).values()) == {None} and read(event).since == ""
    assert {step.gap for step in read(event).by_entry.values()} == {None, 10}


def test_what_is_corrected_or_ruled_in_the_earlier_round_counts_at_once_in_both() -> None:
    event = two_rounds()
    assert moved(event)[7] == -1
    table = next(row for row in cast.round_of(event, 1).tables.all() if 7 in cast.seated(row).values())
    rulings.penalise(event, BY, "house", {7: 200}, "Miscounted.", table=table)
    # They led after round 1, and still do.
    assert moved(event)[7] == 0
    assert moved(event)[8] == 6


def test_who_left_is_in_neither_ranking() -> None:
    event = two_rounds()
    registration.withdraw(cast.entry(event, 1), BY)
    assert moved(event) == {8: 6, **dict.fromkeys(range(2, 8), -1)}


def test_what_was_computed_is_not_computed_again_while_the_later_round_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    event = two_rounds(close=False)
    before = moved(event)
    with monkeypatch.context() as only:
        only.setattr(live, "standings", lambda *_: pytest.fail("computed again"))
        earlier = live.public_places_after(cast.fresh(event), 1)
    assert [place.entry.number for place in earlier] == list(range(1, 9))
    live.clear_cache()
    assert moved(event) == before
