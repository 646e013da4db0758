"""The door of the seating: every player once, nobody twice with the same while that can be had, the same everywhere."""

import hashlib
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating import draw_round, repeats
from tournament.seating.chance import Chance

ROOT = Path(__file__).resolve().parent.parent


def schedule(players: int, rounds: int, clubs: dict[int, str] | None = None, seed: str = "seed") -> list[list[int]]:
    tables: list[list[int]] = []
    for number in range(rounds):
        tables += draw_round(range(1, players + 1), tables, clubs or {}, f"{seed}:{number}")
    return tables


@given(tables=st.integers(1, 30), seed=st.text(max_size=10))
@settings(max_examples=40, deadline=None)
def test_everyone_sits_once(tables: int, seed: str) -> None:
    drawn = draw_round(range(1, tables * 4 + 1), [], {}, seed)
    assert sorted(player for table in drawn for player in table) == list(range(1, tables * 4 + 1))
    assert {len(table) for table in drawn} == {4}


@pytest.mark.parametrize(("players", "rounds"), [(16, 2), (64, 6), (160, 3), (320, 4)])
def test_nobody_meets_twice_where_a_simple_search_finds_it(players: int, rounds: int) -> None:
    tables = schedule(players, rounds)
    met = [pair for table in tables for pair in combinations(sorted(table), 2)]
    assert len(met) == len(set(met))
    assert repeats(tables) == 0


def test_members_of_a_club_are_kept_apart() -> None:
    clubs = {player: f"club {player % 10}" for player in range(1, 161)}
    tables = schedule(160, 3, clubs)
    together = [pair for table in tables for pair in combinations(table, 2) if clubs[pair[0]] == clubs[pair[1]]]
    assert together == []


def test_repeats_are_counted_beyond_the_first_meeting() -> None:
    assert repeats([[1, 2, 3, 4], [1, 2, 5, 6], [2, 1, 7, 8]]) == 2


def test_where_all_have_met_a_round_is_drawn_all_the_same() -> None:
    tables = schedule(4, 3)
    assert repeats(tables) == 12


@pytest.mark.parametrize("players", [[], [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, 3]])
def test_players_who_do_not_fill_tables_are_refused(players: list[int]) -> None:
    with pytest.raises(ValueError, match="do not fill tables"):
        draw_round(players, [], {}, "seed")


def test_the_same_seed_gives_the_same_draw_in_another_process() -> None:
    code = "from tournament.seating import draw_round; print(draw_round(range(1, 41), [], {}, 'x'))"
    # -S leaves out every installed package, -I the environment: the standard library must be enough.
    told = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == str(draw_round(range(1, 41), [], {}, "x"))


def test_chance_is_sha256_of_seed_and_counter() -> None:

    first = int.from_bytes(hashlib.sha256(b"a:0").digest()[:4], "big")
    assert Chance("a").below(2**32) == first


@given(limit=st.integers(1, 2**32), seed=st.text(max_size=5))
@settings(max_examples=50, deadline=None)
def test_chance_stays_below_its_limit(limit: int, seed: str) -> None:
    chance = Chance(seed)
    assert all(0 <= chance.below(limit) < limit for _ in range(5))
