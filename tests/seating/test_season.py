"""A draw that remembers who met in earlier events: less of that, and never at the cost of anything else."""

import json
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.support.second import seating_count as count
from tests.support.servers.in_node import answers, needs_node
from tests.support.servers.nightly import by_day
from tournament.seating.changes import events
from tournament.seating.constraints import FIVES, SIT_OUTS, STEP, VACANCIES, ImpossibleError, Wish, check
from tournament.seating.model import Pair
from tournament.seating.proof import promise
from tournament.seating.proof.document import published
from tournament.seating.proof.follow import follow
from tournament.seating.proof.validation import faults
from tournament.seating.rounds.continued import draw_further, draw_ranked
from tournament.seating.rounds.whole import draw

# The first eight sat at two tables once, the others never.
TWO_TABLES = {pair: 1 for table in ((1, 2, 3, 4), (5, 6, 7, 8)) for pair in combinations(table, 2)}


def again(document: Any, season: dict[Pair, int]) -> int:
    """Meetings of two who met before, by our own count."""
    return sum(times for pair, times in count.pairs_met(document["rounds"]).items() if pair in season)


def evenings(players: int, rounds: int, number: int, *, remembers: bool) -> tuple[float, int]:
    """How many others everybody met over so many evenings, on average; and how often a pair met at most."""
    met: Counter[Pair] = Counter()
    for evening in range(number):
        season = dict(met) if remembers else {}
        drawn = draw(Wish(players, rounds, f"evening {evening}", season=season))
        assert drawn["audit"]["repeats"] == 0
        met.update(count.pairs_met(drawn["rounds"]))
    return 2 * len(met) / players, max(met.values())


def test_who_met_before_does_not_meet_where_others_are_left() -> None:
    drawn = draw(Wish(16, 1, "x", season=TWO_TABLES))
    assert drawn["audit"]["season_meetings"] == again(drawn, TWO_TABLES) == 0
    assert again(draw(Wish(16, 1, "x")), TWO_TABLES) > 0


@pytest.mark.parametrize("rest", [FIVES, SIT_OUTS, "vacancies"])
def test_a_field_that_fills_no_tables_remembers_too(rest: str) -> None:
    drawn = draw(Wish(18, 1, "x", season=TWO_TABLES, rest=rest))
    assert drawn["audit"]["season_meetings"] == again(drawn, TWO_TABLES) == 0


@pytest.mark.parametrize("ranked", [False, True])
def test_a_round_after_others_remembers_too(ranked: bool) -> None:
    first = draw(Wish(16, 1, "x"))["rounds"]
    wish = Wish(16, 1, "y", season=TWO_TABLES)
    drawn = draw_ranked(wish, first, (), range(1, 17)) if ranked else draw_further(wish, first)
    assert drawn["audit"]["season_meetings"] == again(drawn, TWO_TABLES) == 0
    assert count.repeats([*first, *drawn["rounds"]]) == 0


@pytest.mark.long
def test_a_family_that_never_met_is_still_kept_apart() -> None:
    others = {pair: 9 for pair in combinations(range(1, 17), 2) if pair != (1, 2)}
    drawn = draw(Wish(16, 3, "x", families={1: "a", 2: "a"}, season=others))
    assert (drawn["audit"]["family_meetings"], drawn["audit"]["repeats"]) == (0, 0)


def test_who_met_often_meets_less_than_who_met_once() -> None:
    season = dict.fromkeys(combinations(range(1, 9), 2), 1) | TWO_TABLES | dict.fromkeys(TWO_TABLES, 5)
    drawn = draw(Wish(8, 1, "x", season=season))
    assert again(drawn, TWO_TABLES) <= 4  # of twelve; two of each table sit together at best
    assert drawn["audit"]["season_meetings"] == 12


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (9, 3), (16, 2)])
def test_no_draw_comes_below_the_floor_at_which_the_search_ends(players: int, rounds: int) -> None:
    met: Counter[Pair] = Counter()
    for evening in range(3):
        wish = Wish(players, rounds, f"evening {evening}", season=dict(met), rest=FIVES if players % 4 else VACANCIES)
        drawn = draw(wish)
        meetings = count.pairs_met(drawn["rounds"])
        cost, floor = sum(times * met[pair] for pair, times in meetings.items()), wish.floor() % STEP
        assert cost >= floor
        if players in (8, 9) and evening == 1:
            assert cost == floor > 0
        met.update(meetings)


@pytest.mark.long
@pytest.mark.parametrize(("players", "number"), by_day([(24, 3), (24, 10), (40, 10)], count=1))
def test_over_a_season_everybody_meets_more_different_people(players: int, number: int) -> None:
    with_memory, most = evenings(players, 3, number, remembers=True)
    without, most_without = evenings(players, 3, number, remembers=False)
    assert with_memory >= without and most <= most_without
    if (players, number) == (24, 10):
        assert with_memory == 23 and most < most_without  # all there are
    if number == 3:
        assert with_memory > 20 > 19 > without


def test_a_draw_says_all_that_it_needs_to_be_made_again() -> None:
    drawn = draw(Wish(16, 2, "x", season=TWO_TABLES))
    assert drawn["trace"]["wish"]["season"] == [[*pair, 1] for pair in sorted(TWO_TABLES)]
    file = json.loads(json.dumps(drawn))
    assert list(faults(file)) == []
    assert events.rerun(file) == drawn
    assert Wish.from_dict(file["trace"]["wish"]) == Wish(16, 2, "x", season=TWO_TABLES)


def test_a_draw_without_a_season_is_silent_about_it() -> None:
    drawn = draw(Wish(16, 2, "x", season={}))
    assert drawn == draw(Wish(16, 2, "x")) and "season" not in json.dumps(drawn)


@pytest.mark.parametrize("season", [{(1, 1): 1}, {(2, 1): 1}, {(1, 17): 1}, {(0, 1): 1}])
def test_what_is_no_pair_of_players_is_refused(season: dict[Pair, int]) -> None:
    with pytest.raises(ImpossibleError):
        check(Wish(16, 1, "x", season=season))


def test_what_a_file_says_of_a_season_is_looked_at() -> None:
    drawn: Any = draw(Wish(16, 1, "x", season=TWO_TABLES))
    drawn["trace"]["wish"]["season"][0] = [1, 2]
    assert list(faults(drawn)) == ["Its wish does not say who met how often."]


@needs_node
def test_the_page_counts_who_met_before() -> None:
    secret = "ab" * 32
    seed = promise.seed(secret, range(1, 17), "")
    drawn = draw(Wish(16, 1, seed, season=TWO_TABLES, families={1: "a", 2: "a"}))
    public: Any = published(drawn, commitment=promise.commitment(secret), secret=secret, entries=range(1, 17), words="")
    assert "families" not in public["trace"]["wish"] and follow(public["trace"]) == public["rounds"]
    wrong = json.loads(json.dumps(public))
    wrong["audit"]["season_meetings"] += 1
    right, differs = answers([public, wrong])
    counted = again(public, TWO_TABLES)
    assert right["ok"] and right["counts"] == {"repeats": 0, "season": counted}
    assert differs["steps"][-1]["step"] == "counts" and not differs["ok"]
