"""Who is which point of a design: by lot, with clubs along the columns and vacancies where they bother nobody twice."""

from collections.abc import Sequence

from tournament.seating.model import SEATS, Flat, Group

Columns = list[list[int]]


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


def vacant(met: Sequence[int], number: int) -> list[int]:
    """Points for so many vacancies that never meet, the first of them 0, each next one meeting the most new points.

    Of those that leave room for enough others, where there are any.
    """
    chosen: list[int] = []
    seen = 0
    for left in range(number, 0, -1):
        apart = [point for point in range(len(met)) if not seen >> point & 1]
        most = len(met) - left + 1
        roomy = [point for point in apart if (seen | met[point]).bit_count() <= most]
        # On a field so small that every two points meet, the search that follows must part them.
        others = (point for point in range(len(met)) if point not in chosen)
        first = not chosen or not apart
        point = next(others) if first else max(roomy or apart, key=lambda point: (seen | met[point]).bit_count())
        chosen.append(point)
        seen |= met[point] | 1 << point
    return chosen


def in_columns(order: Sequence[int], clubs: Sequence[Group], rooms: Sequence[int]) -> tuple[Columns, list[Columns]]:
    """Who goes to which column, with so much room each: whole clubs as far as they fit, the rest in `order`.

    Also, for each club that had to be split, its members per column. Nobody is in two clubs.
    """
    columns: Columns = [[] for _ in rooms]
    largest = sorted(clubs, key=lambda club: -len(club.members))
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


def _fill(columns: Columns, rooms: Sequence[int], people: Sequence[int]) -> Columns:
    """Adds people to as few columns as can be, the roomiest first; who was added to which."""
    added: Columns = [[] for _ in rooms]
    for number in sorted(range(len(rooms)), key=lambda number: len(columns[number]) - rooms[number]):
        room = rooms[number] - len(columns[number])
        added[number], people = list(people[:room]), people[room:]
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
