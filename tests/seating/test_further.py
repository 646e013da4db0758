"""Rounds by lot after others, and ranked ones: counted by other code, followed from their trace, made again."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.support.second import seating_count as count
from tournament.seating.changes import events
from tournament.seating.constraints import ImpossibleError, Wish
from tournament.seating.proof.follow import follow
from tournament.seating.rounds import byes
from tournament.seating.rounds.continued import draw_further, draw_ranked


def drawn_one_by_one(players: int, rounds: int, **more: Any) -> list[Any]:
    """So many rounds, each drawn alone after those before; the rounds."""
    before: list[Any] = []
    for number in range(rounds):
        drawn = draw_further(Wish(players, 1, f"seed {number}", **more), before)
        assert follow(drawn["trace"]) == drawn["rounds"]
        assert events.rerun(drawn)["rounds"] == drawn["rounds"]
        before += drawn["rounds"]
    return before


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(32, 5), (64, 6), (160, 4)])
def test_nobody_meets_twice_and_seats_stay_balanced_round_by_round(players: int, rounds: int) -> None:
    drawn = drawn_one_by_one(players, rounds)
    assert count.each_sits_once(drawn, players)
    assert (count.repeats(drawn), count.seat_imbalance(drawn, players)) == (0, 1)


@pytest.mark.long
@pytest.mark.parametrize("snake", [None, False, True])
@pytest.mark.parametrize(
    ("players", "rest"), [(13, "sit-outs"), (14, "sit-outs"), (42, "sit-outs"), (14, "fives"), (33, "fives")]
)
def test_seats_stay_balanced_round_by_round_whoever_rests(players: int, rest: str, snake: bool | None) -> None:
    before: list[Any] = []
    rested: list[Any] = []
    for number in range(9):
        wish = Wish(players, 1, f"seed {number}", rest=rest)
        order = [(5 * player + 7 * number) % players + 1 for player in range(players)]
        if snake is None or not before:
            drawn = draw_further(wish, before, rested)
        else:
            drawn = draw_ranked(wish, before, rested, order, snake=snake)
        before += drawn["rounds"]
        rested += drawn.get("resting", [[]])
    assert count.seat_imbalance([[table[:4] for table in tables] for tables in before], players) == 1


@pytest.mark.parametrize("seed", range(8))
def test_who_is_near_in_the_ranking_sits_near(seed: int) -> None:
    before = draw_further(Wish(32, 1, f"first {seed}"), [])["rounds"]
    tables = draw_ranked(Wish(32, 1, f"second {seed}"), before, (), range(1, 33), snake=False)["rounds"][0]
    # A table drawn by lot spans 20 places on average.
    spans = [max(sat) - min(sat) for sat in ([seat for seat in table if seat is not None] for table in tables)]
    assert sum(spans) / len(spans) < 10
    assert count.repeats([*before, tables]) == 0


@pytest.mark.long
def test_four_rounds_with_rests_give_everybody_another_seat_each_time() -> None:
    before: list[Any] = []
    rested: list[Any] = []
    for number in range(4):
        drawn = draw_further(Wish(17, 1, f"seed {number}", rest="sit-outs"), before, rested)
        before += drawn["rounds"]
        rested += drawn["resting"]
    assert count.seat_imbalance(before, 17) == 1
    assert len({player for people in rested for player in people}) == 4


@pytest.mark.parametrize(
    ("due", "out"),
    [
        # Any seat: the last ranked rests. Three who are due the first seat alone: one of them rests, the last ranked.
        ([15] * 9, 9),
        ([1, 1, 1, 2, 2, 4, 4, 8, 8], 3),
        # Two for each seat: the last ranked rests.
        ([1, 1, 2, 2, 4, 4, 8, 8, 15], 9),
        # Five who share two seats: one of them.
        ([3, 3, 3, 3, 1, 12, 12, 12, 12], 5),
    ],
)
def test_who_rests_leaves_a_seat_that_is_due_to_everybody(due: list[int], out: int) -> None:
    assert byes.chosen(range(1, 10), [], due) == [out]


def test_who_rested_does_not_rest_again_for_the_sake_of_seats() -> None:
    due = [1, 1, 1, 2, 2, 4, 4, 8, 8]
    assert byes.chosen(range(1, 10), [[1, 2, 3]], due) == [9]
    assert byes.chosen(range(1, 10), [[1, 2, 3]], due, strictly=False) == [3]


@pytest.mark.long
def test_clubs_are_kept_apart_in_every_further_round() -> None:
    clubs = {player: str(player % 12) for player in range(1, 97)}
    assert count.club_meetings(drawn_one_by_one(96, 3, clubs=clubs), clubs) == 0


def test_several_rounds_follow_others() -> None:
    before = draw_further(Wish(40, 2, "a"), [])["rounds"]
    drawn = draw_further(Wish(40, 3, "b"), before)
    assert len(drawn["rounds"]) == 3 and follow(drawn["trace"]) == drawn["rounds"]
    assert count.repeats([*before, *drawn["rounds"]]) == 0


def test_who_plays_no_more_counts_for_nobody() -> None:
    before = draw_further(Wish(20, 1, "a"), [])["rounds"]
    drawn = draw_further(Wish(16, 1, "b"), before)
    assert count.each_sits_once(drawn["rounds"], 16)


def test_a_seed_gives_one_draw_and_another_one_another() -> None:
    before = draw_further(Wish(24, 1, "a"), [])["rounds"]
    first, again, other = (draw_further(Wish(24, 1, seed), before)["rounds"] for seed in ("b", "b", "c"))
    assert first == again != other


def test_what_cannot_be_is_refused_also_after_other_rounds() -> None:
    before = draw_further(Wish(8, 1, "a"), [])["rounds"]
    with pytest.raises(ImpossibleError):
        draw_further(Wish(5, 1, "b"), before)
    with pytest.raises(ImpossibleError):
        draw_ranked(Wish(8, 1, "b"), before, (), [1, 1, 2, 3, 4, 5, 6, 7])


@pytest.mark.long
@settings(max_examples=10)
@given(st.integers(6, 28), st.sampled_from(["vacancies", "fives", "sit-outs"]), st.integers(1, 2), st.booleans())
def test_any_field_is_seated_whole(players: int, rest: str, rounds: int, snake: bool) -> None:
    assume(rest != "fives" or players % 4 <= players // 4)
    first = draw_further(Wish(players, 1, "a", rest=rest), [])
    before, rested = first["rounds"], first.get("resting", [])
    drawn = draw_further(Wish(players, rounds, "b", rest=rest), before, rested)
    ranked = draw_ranked(Wish(players, 1, "c", rest=rest), before, rested, range(players, 0, -1), snake=snake)
    assert follow(drawn["trace"]) == drawn["rounds"]
    for made in (drawn, ranked):
        assert events.rerun(made)["rounds"] == made["rounds"]
        for number, tables in enumerate(made["rounds"]):
            out = made["resting"][number] if "resting" in made else []
            people = [player for table in tables for player in table if player is not None]
            assert sorted([*people, *out]) == list(range(1, players + 1))
