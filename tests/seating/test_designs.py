"""The designs on paper, each counted point by point; and the fields they are made of."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.second.seating_count import repeats, table_returns
from tournament.seating.designs import base_blocks, difference_matrices, finite_fields, resolvable
from tournament.seating.designs.catalogue import choose, without_repeats
from tournament.seating.designs.lanes import lanes
from tournament.seating.designs.plan import Design
from tournament.seating.rng import Chance


def tables(design: Design) -> list[list[list[int]]]:
    return [[flat[at : at + 4] for at in range(0, len(flat), 4)] for flat in design.play()]


def is_clean(design: Design | None, points: int, rounds: int) -> bool:
    assert design is not None
    played = tables(design)
    whole = all(sorted(point for table in seated for point in table) == list(range(points)) for seated in played)
    return whole and len(played) == rounds and repeats(played) == 0


@pytest.mark.parametrize(("prime", "exponent"), [(2, 1), (2, 2), (2, 5), (3, 1), (3, 3), (5, 2), (7, 1), (13, 1)])
def test_a_field_has_inverses_and_shares_out_products(prime: int, exponent: int) -> None:
    field = finite_fields.field(prime, exponent)
    size = prime**exponent
    assert field.size == size
    for a in range(1, size):
        assert sorted(field.times(a, b) for b in range(size)) == list(range(size))
        b, c = (a * 7 + 3) % size, (a * 5 + 1) % size
        together = field.times(a, finite_fields.add(field.moduli, b, c))
        assert together == finite_fields.add(field.moduli, field.times(a, b), field.times(a, c))
        assert finite_fields.add(field.moduli, a, finite_fields.negative(field.moduli, a)) == 0


def test_factors() -> None:
    assert finite_fields.factors(1) == []
    assert finite_fields.factors(360) == [(2, 3), (3, 2), (5, 1)]


@pytest.mark.parametrize("size", [5, 7, 8, 9, 11, 13, 16, 25, 27, 35, 49, 63, 125])
def test_fields_of_five_and_more_let_nobody_return_to_a_table(size: int) -> None:
    design = difference_matrices.by_fields(size, size, 5)
    assert is_clean(design, 4 * size, size)
    assert design is not None
    assert table_returns(tables(design)) == 0


@pytest.mark.parametrize("size", [4, 20, 28, 36, 100])
def test_a_factor_of_four_gives_as_many_rounds_as_tables(size: int) -> None:
    assert is_clean(difference_matrices.by_fields(size, size, 4), 4 * size, size)
    assert difference_matrices.by_fields(size, size, 5) is None


def test_fields_give_nothing_where_a_factor_is_two_or_three() -> None:
    assert difference_matrices.by_fields(6, 3, 4) is None
    assert difference_matrices.by_fields(33, 5, 4) is None
    assert difference_matrices.by_fields(7, 8, 4) is None


@pytest.mark.long
@given(size=st.integers(5, 60), seed=st.text(max_size=5))
@settings(max_examples=10)
def test_shifts_are_found_up_to_three_quarters_of_the_tables(size: int, seed: str) -> None:
    design = difference_matrices.by_search(size, 3 * size // 4, 5, Chance(seed))
    assert is_clean(design, 4 * size, 3 * size // 4)
    assert design is not None
    assert table_returns(tables(design)) == 0


@pytest.mark.parametrize(("size", "rounds"), [(33, 30), (34, 30), (38, 30), (18, 16), (30, 27)])
def test_shifts_without_table_numbers_reach_further(size: int, rounds: int) -> None:
    assert is_clean(difference_matrices.by_search(size, rounds, 4, Chance("x")), 4 * size, rounds)


def test_a_search_that_cannot_succeed_ends() -> None:
    assert difference_matrices.by_search(6, 6, 4, Chance("x")) is None


@pytest.mark.parametrize("points", [16, 28, 40, 52, 76, 88, 112, 124, 148, 244])
def test_bose_lets_everybody_meet_everybody_once(points: int) -> None:
    rounds = (points - 1) // 3
    assert is_clean(resolvable.bose(points, rounds), points, rounds)


@pytest.mark.parametrize("points", [20, 24, 36, 64, 100])
def test_bose_knows_where_it_does_not_apply(points: int) -> None:
    assert resolvable.bose(points, 1) is None


@pytest.mark.parametrize("points", [24, 28, *range(36, 65, 4), 72, 76, 80, 84, 96, 100, 108, 116, 120, 132])
def test_every_stored_starter_reaches_the_bound(points: int) -> None:
    longest = (points - 1) // 3
    assert is_clean(base_blocks.starter(points, longest), points, longest)
    assert base_blocks.starter(points, longest + 1) is None


@pytest.mark.parametrize("points", [n for n in range(16, 65, 4) if n != 20])
def test_the_bound_is_reached_from_16_to_64(points: int) -> None:
    rounds = (points - 1) // 3
    assert is_clean(without_repeats(points, rounds, Chance("x")), points, rounds)


@pytest.mark.parametrize(("points", "rounds"), [(4, 1), (8, 1), (12, 1), (20, 5), (68, 17), (144, 47), (256, 85)])
def test_others_go_as_far_as_known_designs(points: int, rounds: int) -> None:
    assert is_clean(without_repeats(points, rounds, Chance("x")), points, rounds)


@pytest.mark.parametrize(("points", "rounds"), [(8, 2), (12, 2), (16, 6), (20, 7)])
def test_nothing_without_repeats_past_the_bound(points: int, rounds: int) -> None:
    assert without_repeats(points, rounds, Chance("x")) is None


@pytest.mark.parametrize("seed", ["a", "b"])
@pytest.mark.parametrize(
    ("points", "rounds", "most"),
    [
        (20, 6, 6),
        (16, 6, 24),
        (16, 8, 72),
        (16, 10, 120),
        (20, 8, 50),
        (20, 10, 110),
        (24, 8, 18),
        (24, 9, 48),
        (24, 10, 84),
        (28, 10, 42),
        (40, 14, 60),
        (40, 20, 420),
        (40, 26, 780),
    ],
)
def test_past_the_bound_repeats_are_as_few_as_they_can_be(points: int, rounds: int, most: int, seed: str) -> None:
    design = choose(points, rounds, Chance(seed))
    assert len(design.play()) == rounds
    assert repeats(tables(design)) <= most


@given(size=st.integers(8, 80), longest=st.integers(1, 15), clubs=st.integers(1, 4))
@settings(max_examples=100)
def test_lanes_are_apart_and_hold_their_clubs(size: int, longest: int, clubs: int) -> None:
    found = lanes(size, longest, clubs)
    if found is None:
        assert 4 * longest > size or 6 * longest > size or clubs * longest > size
    else:
        numbers = [number for club in range(clubs) for number in found.lane(club)]
        assert len(set(numbers)) == len(numbers) >= clubs * longest
        differences = {(a - b) % size for a in found.lane(0) for b in found.lane(0)}
        assert differences == {difference for difference in range(size) if found.forbidden >> difference & 1}
