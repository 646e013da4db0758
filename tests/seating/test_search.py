"""The searches of the draw: their running counts against a count from scratch, and what they may not touch."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating.model import ApartGroup, Weights, cut, flat_of
from tournament.seating.optimise.parting import part_pairs
from tournament.seating.optimise.table_numbers import number_tables
from tournament.seating.optimise.tabu import PlaceSwap, SearchBoard
from tournament.seating.placement.columns import meetings, packed, vacant
from tournament.seating.placement.exchanges import PointOwners
from tournament.seating.rng import Chance
from tournament.seating.seats import eligibility
from tournament.seating.seats.colouring import colour_seats


def on_seats(rounds: list[list[int]], people: int, seed: str) -> list[list[int]]:
    """Rounds as flat lists, with every table in seat order."""
    return [flat_of(tables) for tables in colour_seats([cut(flat) for flat in rounds], people, Chance(seed))]


def shuffled_rounds(people: int, rounds: int, seed: str) -> list[list[int]]:
    """Rounds by lot alone; vacancies are the number `people`."""
    chance = Chance(seed)
    width = -(-people // 4) * 4
    return [chance.shuffled([min(person, people) for person in range(width)]) for _ in range(rounds)]


def cost_of(rounds: list[list[int]], people: int, weights: Weights, groups: list[ApartGroup]) -> int:
    """What a board should cost, from its tables alone."""
    met = Counter(
        tuple(sorted(pair))
        for flat in rounds
        for at in range(0, len(flat), 4)
        for pair in combinations(flat[at : at + 4], 2)
    )
    cost = 0
    for (a, b), times in met.items():
        again = weights.vacancy if b == people else weights.repeat
        cost += again * (times - 1) + times * sum(g.weight for g in groups if a in g.members and b in g.members)
    return cost


boards = st.tuples(st.integers(8, 30), st.integers(1, 5), st.text(max_size=4))


@given(board=boards, swaps=st.lists(st.tuples(st.integers(0, 9**6), st.integers(0, 9**6)), max_size=20))
@settings(max_examples=40)
def test_a_board_counts_on_what_a_fresh_count_finds(board: tuple[int, int, str], swaps: list[tuple[int, int]]) -> None:
    people, rounds, seed = board
    groups = [ApartGroup(tuple(range(0, people, 3)), 7), ApartGroup((1, 2, 3), 50), ApartGroup((people,), 1000)]
    laid = shuffled_rounds(people, rounds, seed)
    made = SearchBoard(people, laid, Weights(100, 10), Chance(seed), groups=groups)
    assert made.cost == cost_of(laid, people, made.weights, groups)
    width = len(laid[0])
    for one, other in swaps:
        here, there = one % width, other % width
        if here // 4 != there // 4:
            made.swap(PlaceSwap(one % rounds, here, there))
    assert made.cost == cost_of(made.rounds, people, made.weights, groups)
    before = made.cost
    made.mend(60)
    assert made.cost == cost_of(made.rounds, people, made.weights, groups) <= before
    assert [sorted(flat) for flat in made.rounds] == [sorted(flat) for flat in laid]


@given(fives=st.integers(1, 3), fours=st.integers(1, 4), rounds=st.integers(1, 4), seed=st.text(max_size=4))
@settings(max_examples=30)
def test_a_board_of_uneven_tables_counts_right_and_keeps_its_marks(
    fives: int, fours: int, rounds: int, seed: str
) -> None:
    people = 5 * fives + 4 * fours
    sizes = [6] * fives + [4] * fours
    ends = [sum(sizes[: at + 1]) for at in range(len(sizes))]
    laid = []
    for number in range(rounds):
        order = Chance(f"{seed}{number}").shuffled(range(people))
        laid.append([people if place + 1 in ends[:fives] else order.pop() for place in range(people + fives)])
    free = [place for place in range(people + fives) if place + 1 not in ends[:fives]]
    board = SearchBoard(
        people, laid, Weights(100, 10), Chance(seed), sizes=[sizes] * rounds, free_places=[free] * rounds
    )
    before = board.cost
    board.mend(60)
    met = Counter[tuple[int, int]]()
    for flat in board.rounds:
        tables = [flat[end - size : end] for end, size in zip(ends, sizes, strict=True)]
        assert all(table[-1] == people for table in tables[:fives])
        met.update((min(pair), max(pair)) for table in tables for pair in combinations(table, 2))
    cost = sum((10 if people in pair else 100) * (times - 1) for pair, times in met.items())
    assert board.cost == cost <= before
    assert [sorted(flat) for flat in board.rounds] == [sorted(flat) for flat in laid]


def test_two_vacancies_at_one_table_are_parted() -> None:
    board = SearchBoard(10, [[*range(10), 10, 10]], Weights(), Chance("x"), groups=[ApartGroup((10,), 1000)])
    assert board.cost > 1000
    board.mend(10)
    assert board.cost == cost_of(board.rounds, 10, Weights(), []) == 0
    assert all(board.rounds[0][at : at + 4].count(10) <= 1 for at in (0, 4, 8))


def test_only_free_places_change_and_earlier_rounds_count() -> None:
    laid = shuffled_rounds(16, 4, "x")
    free = [[], [0, 5, 10, 15], [1], range(16)]
    board = SearchBoard(16, laid, Weights(), Chance("x"), free_places=free, history=[[0, 1, 2, 3]])
    before = board.cost
    board.mend(300)
    for old, new, places in zip(laid, board.rounds, free, strict=True):
        assert all(a == b for place, (a, b) in enumerate(zip(old, new, strict=True)) if place not in places)
    assert board.cost == cost_of([*board.rounds, [0, 1, 2, 3]], 16, Weights(), []) < before
    assert board.rounds[1] != laid[1]


def test_a_whole_table_may_have_a_cost() -> None:
    laid = shuffled_rounds(24, 2, "x")
    board = SearchBoard(24, laid, Weights(), Chance("x"), table_cost=lambda table: 5 * (not any(p < 6 for p in table)))
    board.mend(500)
    assert board.cost == cost_of(board.rounds, 24, Weights(), [])
    assert all(any(p < 6 for p in flat[at : at + 4]) for flat in board.rounds for at in range(0, 24, 4))


@given(people=st.integers(8, 40), rounds=st.integers(1, 9), seed=st.text(max_size=4))
@settings(max_examples=40)
def test_seats_are_balanced_after_any_number_of_rounds(people: int, rounds: int, seed: str) -> None:
    laid = shuffled_rounds(people, rounds, seed)
    counts = [[0] * 4 for _ in range(people)]
    for before, after in zip(laid, on_seats(laid, people, seed), strict=True):
        for place, person in enumerate(after):
            if person < people:
                counts[person][place % 4] += 1
        assert all(max(seats) - min(seats) <= 1 for seats in counts)
        tables = range(0, len(before), 4)
        assert [sorted(after[at : at + 4]) for at in tables] == [sorted(before[at : at + 4]) for at in tables]


@given(people=st.integers(6, 30), rounds=st.integers(1, 14), seed=st.text(max_size=4))
@settings(max_examples=40)
def test_seats_are_balanced_after_any_round_when_some_rest_in_each(people: int, rounds: int, seed: str) -> None:
    lot = Chance(seed)
    laid = [lot.shuffled(range(people))[: 4 * (1 + lot.below(people // 4))] for _ in range(rounds)]
    counts = [[0] * 4 for _ in range(people)]
    tables = [[flat[at : at + 4] for at in range(0, len(flat), 4)] for flat in laid]
    for before, after in zip(tables, colour_seats(tables, people, lot), strict=True):
        assert [sorted(table) for table in after] == [sorted(table) for table in before]
        for table in after:
            for seat, person in enumerate(table):
                counts[person][seat] += 1
        assert all(max(seats) - min(seats) <= 1 for seats in counts)


@given(played=st.integers(1, 3), tables=st.integers(2, 12), seed=st.text(max_size=4))
@settings(max_examples=40)
def test_everybody_is_given_a_seat_he_is_due(played: int, tables: int, seed: str) -> None:
    people = 4 * tables
    counts = [[0] * 4 for _ in range(people)]
    for flat in on_seats(shuffled_rounds(people, 4, seed), people, seed)[:played]:
        for place, person in enumerate(flat):
            counts[person][place % 4] += 1
    chosen, fair = eligibility.seats(eligibility.masks(counts))
    assert fair
    assert all(counts[person][seat] == 0 for person, seat in enumerate(chosen))
    assert [chosen.count(seat) for seat in range(4)] == [tables] * 4


def test_where_all_are_due_one_seat_some_get_another() -> None:
    chosen, fair = eligibility.seats([0b0001] * 6 + [0b1111] * 2)
    assert not fair
    assert sorted(chosen) == [0, 0, 1, 1, 2, 2, 3, 3]


def test_people_who_met_are_parted_without_tables_that_do_not_suit() -> None:
    met: list[dict[int, int]] = [{} for _ in range(33)]
    for a, b in combinations(range(32), 2):
        if a % 4 != b % 4 or a % 8 == b % 8:
            met[a][b] = 1
    places = part_pairs(range(32), met, lambda table: sum(table) >= 20, Chance("x"))
    tables = [sorted(places[at : at + 4]) for at in range(0, 32, 4)]
    assert sum(met[a].get(b, 0) for table in tables for a, b in combinations(table, 2)) < 8 * 6
    assert all(sum(table) >= 20 for table in tables if table != [0, 1, 2, 3])


@given(people=st.integers(16, 48), rounds=st.integers(2, 6), seed=st.text(max_size=4))
@settings(max_examples=25)
def test_numbers_never_make_more_returns_and_leave_who_sits_together(people: int, rounds: int, seed: str) -> None:
    laid = [[flat[at : at + 4] for at in range(0, len(flat), 4)] for flat in shuffled_rounds(people, rounds, seed)]
    now = number_tables(laid, people, {})
    assert returns(now, people) <= returns(laid, people)
    assert [sorted(tables) for tables in now] == [sorted(tables) for tables in laid]


def returns(rounds: list[list[list[int]]], people: int) -> int:
    """How often anybody comes back to a table; the number `people` is a vacancy."""
    seen = [(p, at) for tables in rounds for at, table in enumerate(tables) for p in table if p < people]
    return len(seen) - len(set(seen))


@given(sizes=st.lists(st.integers(2, 12), max_size=9), room=st.integers(4, 14))
@settings(max_examples=60)
def test_packed_clubs_fit_their_columns(sizes: list[int], room: int) -> None:
    largest_first = sorted(sizes, reverse=True)
    chosen = packed(largest_first, [room] * 4)
    held = Counter[int]()
    for size, column in zip(largest_first, chosen, strict=True):
        if column is not None:
            held[column] += size
    assert all(total <= room for total in held.values())


def test_vacancies_never_meet_where_that_can_be() -> None:
    met = [0b1111 & ~(1 << p) if p < 4 else 0b11110000 & ~(1 << p) for p in range(8)]
    one, other = vacant(met, 2, Chance("x"))
    assert not met[one] >> other & 1


def test_people_exchange_points_until_their_group_does_not_meet() -> None:
    rounds = [list(range(16)), [column + 4 * row for column in range(4) for row in range(4)]]
    met = meetings(rounds, 16)
    places = PointOwners(list(range(16)), met, [ApartGroup((0, 1, 2, 3), 1)], {})
    places.improve(Chance("x"), lambda point: range(16))
    points = [places.owners.index(member) for member in range(4)]
    assert sorted(places.owners) == list(range(16))
    assert not any(met[a] >> b & 1 for a, b in combinations(points, 2))
