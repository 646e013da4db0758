"""Assigns people to the points of a design: by lot, clubs along the columns, no two vacancies beside anybody."""

from collections.abc import Sequence

from tournament.seating.model import SEATS, ApartGroup, Flat
from tournament.seating.rng import Chance

Columns = list[list[int]]
# How many first points are tried for the vacancies: some, and more on small fields.
PLACES, WORK = 6, 6_000


def meetings(rounds: Sequence[Flat], points: int) -> list[int]:
    """For each point a mask of the points it meets."""
    met = [0] * points
    for flat in rounds:
        for at in range(0, len(flat), SEATS):
            table = flat[at : at + SEATS]
            mask = sum(1 << point for point in table)
            for point in table:
                met[point] |= mask
    return [mask & ~(1 << point) for point, mask in enumerate(met)]


def vacant(met: Sequence[int], number: int, rng: Chance) -> list[int]:
    """Points for the vacancies: they never meet, and meet as many different points as possible."""
    points = len(met)
    best: list[int] = []
    widest = -1
    for first in rng.shuffled(range(points))[: PLACES + WORK // points] if number else []:
        chosen = _apart(met, first, number)
        wide = len(chosen) * points + _together(met, chosen).bit_count()
        if wide > widest:
            best, widest = chosen, wide
    # On a field so small that every two points meet, the search that follows must part them.
    spare = (point for point in range(points) if point not in best)
    return best + [next(spare) for _ in range(number - len(best))]


def _apart(met: Sequence[int], first: int, number: int) -> list[int]:
    """Up to `number` points that never meet, beginning with one, each next one meeting the most new points.

    Of those that leave room for enough others, where there are any.
    """
    chosen = [first]
    while len(chosen) < number:
        seen = _together(met, chosen) | sum(1 << point for point in chosen)
        apart = [point for point in range(len(met)) if not seen >> point & 1]
        if not apart:
            break
        most = len(met) - (number - len(chosen))
        roomy = [point for point in apart if (seen | met[point]).bit_count() <= most]
        chosen.append(max(roomy or apart, key=lambda point: (seen | met[point]).bit_count()))
    return chosen


def _together(met: Sequence[int], points: Sequence[int]) -> int:
    seen = 0
    for point in points:
        seen |= met[point]
    return seen


def in_columns(
    order: Sequence[int], club_groups: Sequence[ApartGroup], rooms: Sequence[int]
) -> tuple[Columns, list[Columns]]:
    """Who goes to which column, with so much room each: whole clubs as far as they fit, the rest in `order`.

    Also, for each club that had to be split, its members per column. Nobody is in two clubs.
    """
    columns: Columns = [[] for _ in rooms]
    largest = sorted(club_groups, key=lambda club: -len(club.members))
    chosen = packed([len(club.members) for club in largest], rooms)
    for club, column in zip(largest, chosen, strict=True):
        if column is not None:
            columns[column] += club.members
    split = []
    for club, column in zip(largest, chosen, strict=True):
        if column is None:
            split.append(_fill(columns, rooms, club.members))
    placed = {person for column in columns for person in column}
    _fill(columns, rooms, [person for person in order if person not in placed])
    return columns, split


def _fill(columns: Columns, rooms: Sequence[int], members: Sequence[int]) -> Columns:
    """Adds people to as few columns as can be, the roomiest first; who was added to which."""
    added: Columns = [[] for _ in rooms]
    for number in sorted(range(len(rooms)), key=lambda number: len(columns[number]) - rooms[number]):
        room = rooms[number] - len(columns[number])
        added[number], members = list(members[:room]), members[room:]
        columns[number] += added[number]
    return added


def packed(sizes: Sequence[int], rooms: Sequence[int]) -> list[int | None]:
    """A column for each group, largest first: the fullest one that has room for it, if there is any."""
    left = list(rooms)
    chosen: list[int | None] = []
    for size in sizes:
        column = min((at for at, room in enumerate(left) if room >= size), key=lambda at: left[at], default=None)
        if column is not None:
            left[column] -= size
        chosen.append(column)
    return chosen
