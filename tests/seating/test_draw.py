"""Whole draws: what is promised of them, counted a second time."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.second import seating_count as count
from tests.support.servers.nightly import by_day
from tournament.seating.constraints import PRIORITIES, ImpossibleError, Wish
from tournament.seating.proof import trace
from tournament.seating.proof.follow import follow
from tournament.seating.rounds.whole import draw, unwanted


def clubs_of(players: int, seed: str, *, largest: bool = False) -> dict[int, str]:
    """Everybody in a club of 5 to 20 % of the field; with `largest`, of 20 %."""
    rng = random.Random(f"{players}{seed}")
    people = rng.sample(range(1, players + 1), players)
    clubs: dict[int, str] = {}
    while people:
        size = players // 5 if largest else rng.randint(-(-players // 20), players // 5)
        clubs |= dict.fromkeys(people[:size], f"club {len(clubs)}")
        people = people[size:]
    return clubs


def check(drawn: Any, players: int, rounds: int) -> None:
    """What holds of every draw."""
    assert len(drawn["rounds"]) == rounds
    assert count.each_sits_once(drawn["rounds"], players)
    assert all(len(table) == 4 for tables in drawn["rounds"] for table in tables)
    assert count.seat_imbalance(drawn["rounds"], players) <= 1
    assert drawn["audit"]["repeats"] == count.repeats(drawn["rounds"]) >= drawn["audit"]["lower_bound"]
    assert follow(drawn["trace"]) == drawn["rounds"]
    assert trace.problems(drawn) == []


@given(players=st.integers(3, 70).filter(lambda n: n != 5), rounds=st.integers(1, 6), seed=st.text(max_size=8))
@settings(max_examples=25)
def test_every_draw_seats_everybody_once_a_round(players: int, rounds: int, seed: str) -> None:
    drawn = draw(Wish(players, rounds, seed))
    check(drawn, players, rounds)
    assert all(table.count(None) <= 1 for tables in drawn["rounds"] for table in tables)
    assert sum(table.count(None) for table in drawn["rounds"][0]) == -players % 4


@pytest.mark.long
@given(data=st.data(), players=st.integers(16, 48), rounds=st.integers(1, 6))
@settings(max_examples=12)
def test_clubs_lose_and_invent_nobody(data: st.DataObject, players: int, rounds: int) -> None:
    named = st.dictionaries(st.integers(1, players), st.sampled_from("abcd"))
    clubs = data.draw(named)
    order = data.draw(st.permutations(PRIORITIES))
    drawn = draw(Wish(players, rounds, "seed", clubs=clubs, priority=tuple(order)))
    check(drawn, players, rounds)
    assert drawn["audit"]["club_meetings"] == count.club_meetings(drawn["rounds"], clubs)
    assert drawn["audit"]["club_meetings"] >= drawn["audit"]["club_bound"]


@pytest.mark.long
@pytest.mark.parametrize("players", by_day([36, 37, 38, 39, 45, 68, 101, 160, 2000, 333, 512, 1000], count=9))
def test_ten_rounds_without_repeats(players: int) -> None:
    drawn = draw(Wish(players, 10, "ten"))
    check(drawn, players, 10)
    assert count.repeats(drawn["rounds"]) == 0


@pytest.mark.parametrize("players", [128, 132, 136, 139, 144, 152, 250])
def test_thirty_rounds_without_repeats(players: int) -> None:
    drawn = draw(Wish(players, 30, "thirty"))
    check(drawn, players, 30)
    assert count.repeats(drawn["rounds"]) == 0


@pytest.mark.parametrize("tables", [5, 6, 7, 9, 10, 12, 15, 18, 21, 33, 50])
def test_nobody_returns_to_a_table_within_three_quarters(tables: int) -> None:
    drawn = draw(Wish(4 * tables, 3 * tables // 4, "return"))
    assert count.table_returns(drawn["rounds"]) == 0
    assert drawn["audit"]["table_revisits"] == 0


@pytest.mark.long
@pytest.mark.parametrize("largest", by_day([True, False]))
@pytest.mark.parametrize(
    ("players", "rounds"), by_day([(64, 10), (100, 10), (200, 30), (80, 10), (160, 10), (300, 30)], count=3)
)
def test_clubs_do_not_meet(players: int, rounds: int, largest: bool) -> None:
    clubs = clubs_of(players, "clubs", largest=largest)
    drawn = draw(Wish(players, rounds, "clubs", clubs=clubs))
    check(drawn, players, rounds)
    assert count.repeats(drawn["rounds"]) == 0
    assert count.club_meetings(drawn["rounds"], clubs) == 0


@pytest.mark.long
def test_clubs_that_fill_no_columns_are_parted_in_thirty_rounds_too() -> None:
    sizes = (397, 367, 344, 343, 251, 237, 61)
    clubs = dict(enumerate((f"club {size}" for size in sizes for _ in range(size)), 1))
    drawn = draw(Wish(2000, 30, "seven", clubs=clubs))["rounds"]
    assert (count.repeats(drawn), count.club_meetings(drawn, clubs)) == (0, 0)


def test_a_club_larger_than_the_tables_meets_as_little_as_it_must() -> None:
    clubs = dict.fromkeys(range(1, 13), "large")
    drawn = draw(Wish(40, 3, "x", clubs=clubs, priority=("clubs", *(k for k in PRIORITIES if k != "clubs"))))
    assert drawn["audit"]["club_meetings"] == drawn["audit"]["club_bound"] == 3 * 2


@pytest.mark.long
def test_the_priority_decides_between_repeats_and_clubs() -> None:
    clubs = {player: f"club {player % 4}" for player in range(1, 25)}
    repeats_first = draw(Wish(24, 7, "x", clubs=clubs))["audit"]
    others = tuple(kind for kind in PRIORITIES if kind != "clubs")
    clubs_first = draw(Wish(24, 7, "x", clubs=clubs, priority=("clubs", *others)))["audit"]
    assert repeats_first["repeats"] == 0 < repeats_first["club_meetings"]
    assert clubs_first["club_meetings"] == 0 < clubs_first["repeats"]


def test_three_vacancies_that_never_meet_are_found_where_two_of_them_could_block_the_third() -> None:
    drawn = draw(Wish(37, 9, "nine"))["rounds"]
    assert count.repeats(drawn) == 0
    assert all(table.count(None) <= 1 for tables in drawn for table in tables)


@pytest.mark.parametrize(("players", "rounds"), [(102, 10), (103, 10), (101, 10), (39, 10)])
def test_nobody_sits_with_a_vacancy_twice_where_that_can_be(players: int, rounds: int) -> None:
    drawn = draw(Wish(players, rounds, "x"))
    short = [p for tables in drawn["rounds"] for table in tables if None in table for p in table if p is not None]
    assert len(short) == len(set(short))
    assert drawn["audit"]["vacancy_repeats"] == 0


def test_families_and_pairs_are_kept_apart_and_who_stays_stays() -> None:
    families = {1: "a", 2: "a", 30: "a", 7: "b", 9: "b"}
    drawn = draw(Wish(40, 8, "x", families=families, apart=((3, 4), (5, 6)), stays={11: 2, 12: 10, 13: 1}))
    met = count.pairs_met(drawn["rounds"])
    assert not {(1, 2), (1, 30), (2, 30), (7, 9), (3, 4), (5, 6)} & met.keys()
    assert all(11 in tables[1] and 12 in tables[9] and 13 in tables[0] for tables in drawn["rounds"])
    check(drawn, 40, 8)


def test_each_table_gets_a_captain_and_a_language_where_there_are_enough() -> None:
    captains = tuple(range(1, 41, 2))
    languages = {player: ("nl",) if player <= 20 else ("fr", "nl") for player in range(1, 41)}
    languages[40] = ("fr",)
    drawn: Any = draw(Wish(40, 4, "x", captains=captains, languages=languages))
    for tables in drawn["rounds"]:
        assert all(set(table) & set(captains) for table in tables)
        assert all(set.intersection(*(set(languages[player]) for player in table)) for table in tables)


@pytest.mark.long
@pytest.mark.parametrize(("players", "rounds"), [(80, 4), (82, 4), (160, 10)])
def test_languages_play_side_by_side_where_each_has_people_enough(players: int, rounds: int) -> None:
    languages: dict[int, tuple[str, ...]] = {p: ("nl",) if p % 3 else ("fr",) for p in range(1, players + 1)}
    languages |= dict.fromkeys(range(1, 13), ("nl", "fr"))
    del languages[13]
    drawn: Any = draw(Wish(players, rounds, "x", languages=languages))
    check(drawn, players, rounds)
    assert count.repeats(drawn["rounds"]) == 0
    for tables in drawn["rounds"]:
        spoken = ([set(languages[player]) for player in table if player in languages] for table in tables)
        assert all(set.intersection(*told) for told in spoken)


def test_a_language_of_few_gives_way_to_what_weighs_more() -> None:
    languages = {player: ("fr",) if player <= 6 else ("nl",) for player in range(1, 25)}
    drawn = draw(Wish(24, 5, "x", languages=languages))
    check(drawn, 24, 5)
    assert drawn["audit"]["repeats"] == 0 < drawn["audit"]["without_language"]


def test_the_better_of_two_draws_is_better_in_what_weighs_most() -> None:
    audit = {**draw(Wish(16, 2, "x"))["audit"], "repeats": 1, "without_language": 5}
    wish = Wish(16, 2, "x")
    worse = unwanted({**audit, "repeats": 2, "without_language": 0}, wish)
    assert unwanted(audit, wish) < worse
    first = Wish(16, 2, "x", priority=("languages", *(kind for kind in PRIORITIES if kind != "languages")))
    assert unwanted(audit, first) > unwanted({**audit, "repeats": 2, "without_language": 0}, first)


@pytest.mark.long
@given(data=st.data(), players=st.integers(8, 60), rounds=st.integers(1, 4))
@settings(max_examples=15)
def test_languages_lose_and_invent_nobody(data: st.DataObject, players: int, rounds: int) -> None:
    spoken = st.lists(st.sampled_from(("nl", "fr", "de")), min_size=1, max_size=2, unique=True).map(tuple)
    languages = data.draw(st.dictionaries(st.integers(1, players), spoken))
    check(draw(Wish(players, rounds, "seed", languages=languages)), players, rounds)


def test_the_wish_can_be_told_and_heard() -> None:
    wish = Wish(40, 3, "ü", {1: "a"}, {2: "b"}, ((3, 4),), {5: 1}, (6,), {7: ("nl", "fr")})
    assert Wish.from_dict(json.loads(json.dumps(wish.to_dict()))) == wish


def test_a_forged_order_is_seen() -> None:
    trace = draw(Wish(16, 2, "x"))["trace"]
    trace["order"][0], trace["order"][1] = trace["order"][1], trace["order"][0]
    with pytest.raises(ValueError, match="does not follow"):
        follow(trace)


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (Wish(0, 1, "x"), "no players"),
        (Wish(1, 1, "x"), "1 player cannot"),
        (Wish(2, 1, "x"), "2 players cannot"),
        (Wish(5, 1, "x"), "5 players cannot"),
        (Wish(100_000, 1, "x"), "too many"),
        (Wish(16, 0, "x"), "no round"),
        (Wish(16, 1000, "x"), "1000 rounds"),
        (Wish(4000, 60, "x"), "60 rounds"),
        (Wish(16, 1, "x", clubs={17: "a"}), "no player 17"),
        (Wish(16, 1, "x", apart=((1, 0),)), "no player 0"),
        (Wish(16, 1, "x", apart=((1, 1),)), "apart from themselves"),
        (Wish(16, 1, "x", stays={1: 5}), "no table 5"),
        (Wish(16, 2, "x", stays={1: 2, 2: 2}), "Two players are to stay at table 2"),
        (Wish(16, 1, "x", priority=("clubs",)), "priorities"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(wish: Wish, said: str) -> None:
    with pytest.raises(ImpossibleError, match=said) as refusal:
        draw(wish)
    assert all(refusal.value.to_dict()[key] for key in ("error", "possible", "why"))


@pytest.mark.nightly
@pytest.mark.parametrize("players", [*range(36, 130), *range(130, 2001, 71)])
def test_ten_rounds_for_many_numbers_of_players(players: int) -> None:
    drawn = draw(Wish(players, 10, f"long {players}"))
    check(drawn, players, 10)
    assert count.repeats(drawn["rounds"]) == 0


@pytest.mark.nightly
@pytest.mark.parametrize("players", [*range(128, 180), *range(180, 2001, 130)])
def test_thirty_rounds_for_many_numbers_of_players(players: int) -> None:
    drawn = draw(Wish(players, 30, f"long {players}"))
    check(drawn, players, 30)
    assert count.repeats(drawn["rounds"]) == 0


@pytest.mark.nightly
@pytest.mark.parametrize(("players", "rounds"), [(n, r) for n in range(16, 65, 4) for r in range(1, (n - 1) // 3 + 1)])
def test_every_number_of_rounds_up_to_the_bound(players: int, rounds: int) -> None:
    drawn = draw(Wish(players, rounds, "bound"))
    check(drawn, players, rounds)
    # Of 20 players, only five rounds can be clean.
    known = 6 if (players, rounds) == (20, 6) else 0
    assert count.repeats(drawn["rounds"]) <= known
