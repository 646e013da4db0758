"""Which construction is used for a number of points and rounds: the exact ones by density, then what a search adds."""

from collections.abc import Iterator, Sequence

from tournament.seating import bounds
from tournament.seating.designs import base_blocks, difference_matrices, resolvable
from tournament.seating.designs.plan import Columns, Design, ListedRounds
from tournament.seating.model import SEATS, Flat, Weights, cut
from tournament.seating.optimise.tabu import SearchBoard
from tournament.seating.rng import Chance

# A seeded search for shifts is near certain up to these shares of the tables: with table numbers, and without.
WITH_NUMBERS, WITHOUT_NUMBERS = (17, 20), (19, 20)
# So many rounds past the last one without repeats are searched: by then everybody has met everybody.
COVERING = 4
STEPS, WORK = 6_000, 3_000_000


def choose(points: int, rounds: int, rng: Chance, *, sliding: bool = False) -> Design:
    """The best design known for `points` (a multiple of 4) and `rounds`, 1 or more.

    With `columns`, a design of sliding columns is preferred for as many rounds as there is one, since clubs can be laid
    along its columns.
    """
    exact = without_repeats(points, rounds, rng)
    if exact and (exact.columns or not sliding):
        return exact
    first = longest(points, rounds - 1, rng, sliding=sliding)
    return _lengthened(first, rounds, rng)


def without_repeats(points: int, rounds: int, rng: Chance) -> Design | None:
    """A design in which nobody meets anybody twice; None when none is known."""
    if rounds > bounds.rounds_without_repeats(points):
        return None
    return next((design for design in _exact(points, rounds, rng) if design), None)


def longest(points: int, rounds: int, rng: Chance, *, sliding: bool = False) -> Design:
    """The longest design without repeats that has at most this many rounds."""
    most = min(rounds, bounds.rounds_without_repeats(points))
    if sliding:
        most = max(1, min(most, points // SEATS))
    for shorter in range(most, 0, -1):
        if design := without_repeats(points, shorter, rng):
            return design
    raise AssertionError(f"no round for {points} points")


def _exact(points: int, rounds: int, rng: Chance) -> Iterator[Design | None]:
    """What is tried, the best first: nobody returns to a table, then columns at least, then no repeats at least."""
    size = points // SEATS
    if rounds == 1:
        yield Design("single", points, 1, (ListedRounds((tuple(range(points)),)),)) if size < SEATS else None
    yield difference_matrices.by_fields(size, rounds, difference_matrices.WITH_TABLES)
    if size > SEATS and _within(rounds, size, WITH_NUMBERS):
        yield difference_matrices.by_search(size, rounds, difference_matrices.WITH_TABLES, rng)
    yield difference_matrices.by_fields(size, rounds, SEATS)
    exact = resolvable.bose(points, rounds) or base_blocks.starter(points, rounds)
    if exact and not _within(rounds, size, (9, 10)):
        yield exact
    if size > SEATS and _within(rounds, size, WITHOUT_NUMBERS):
        yield difference_matrices.by_search(size, rounds, SEATS, rng)
    yield exact
    yield _nested(points, rounds, rng)


def _within(rounds: int, size: int, share: tuple[int, int]) -> bool:
    return rounds * share[1] <= size * share[0]


def _nested(points: int, rounds: int, rng: Chance) -> Design | None:
    """Columns that slide past each other until all of two columns have met, then play a schedule of their own."""
    size = points // SEATS
    if size % SEATS or rounds <= size:
        return None
    outer = difference_matrices.by_fields(size, size, SEATS)
    inner = without_repeats(size, rounds - size, rng)
    return Design("nested", points, rounds, (*outer.parts, Columns(inner))) if outer and inner else None


def _lengthened(first: Design, rounds: int, rng: Chance) -> Design:
    """A design without repeats and rounds after it: a search while it pays, then the same from the start."""
    rest = rounds - first.rounds
    if _complete(first):
        again = choose(first.points, rest, rng)
        return Design("repeated", first.points, rounds, (*first.parts, *again.parts))
    gap = bounds.rounds_without_repeats(first.points) - first.rounds
    searched = min(rest, gap + COVERING)
    # Written out, because a part that is followed by another is played to its end.
    parts = [_listed(first.play()), _listed(_searched(first, searched, rng))]
    if rest > searched:
        # Those who met in the first rounds should not be those who meet again: the points change places.
        places = rng.shuffled(range(first.points))
        replayed = choose(first.points, rest - searched, rng).play()
        parts.append(_listed([[places[point] for point in flat] for flat in replayed]))
    return Design("searched", first.points, rounds, tuple(parts))


def _listed(flats: Sequence[Flat]) -> ListedRounds:
    return ListedRounds(tuple(tuple(flat) for flat in flats))


def _complete(design: Design) -> bool:
    return design.rounds * 3 == design.points - 1


def _searched(first: Design, more: int, rng: Chance) -> list[list[int]]:
    """Rounds after a design, by swaps, with as few repeats as a fixed budget finds."""
    history = first.play()
    fresh = [rng.shuffled(range(first.points)) for _ in range(more)]
    board = SearchBoard(first.points, fresh, Weights(), rng, history=[table for flat in history for table in cut(flat)])
    floor = bounds.repeats([3 * (first.rounds + more)] * first.points, first.points)
    board.mend(min(STEPS, WORK // first.points), floor * board.weights.repeat)
    return board.rounds
