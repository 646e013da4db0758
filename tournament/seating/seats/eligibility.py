"""Which seat everybody is due in one round more, so that nobody's counts of two seats ever differ by more than 1.

Players who sat equally often everywhere may take any seat, the others one of those they had least. If all sat k
times in a block of four rounds, vacancies too, every seat is still wanted 4 - k times by as many as there are tables:
by D. König (1916) one of them can be given to everybody so that each seat is taken once a table. So whatever was
played, there is a next round with balanced seats, as long as the same people play.
"""

from collections import deque
from collections.abc import Sequence
from functools import cache

from tournament.seating.model import SEATS

ANY = (1 << SEATS) - 1


def masks(seat_counts: Sequence[Sequence[int]]) -> list[int]:
    """For each player the mask of the seats they had least often, by their counts of the four seats."""
    return [sum(1 << seat for seat, times in enumerate(seats) if times == min(seats)) for seats in seat_counts]


def of_vacancies(empty_counts: Sequence[int], vacancies: int) -> list[int]:
    """The masks of the vacancies, by how often each seat stayed empty.

    Vacancies are alike: whatever seats they are still due together are dealt out among them.
    """
    if not vacancies:
        return []
    full = vacancies * (min(empty_counts) // vacancies + 1)
    owed = [seat for seat, times in enumerate(empty_counts) for _ in range(min(vacancies, max(0, full - times)))]
    dealt = [set(owed[number::vacancies]) for number in range(vacancies)]
    return [sum(1 << seat for seat in seats) or ANY for seats in dealt]


@cache
def lacking(owed: tuple[int, ...]) -> int:
    """How many of a table's four cannot have a seat they are due, each being due those of a mask."""
    in_order = tuple(sorted(owed))
    return _lacking(in_order) if in_order == owed else lacking(in_order)


def _lacking(owed: Sequence[int]) -> int:
    """By person: which seats can be taken, as masks, if those who cannot have one they are due take none."""
    taken = {0}
    for mask in owed:
        taken |= {seats | 1 << seat for seats in taken for seat in range(SEATS) if mask & ~seats & 1 << seat}
    return len(owed) - max(map(int.bit_count, taken))


def seats(due: Sequence[int]) -> tuple[list[int], bool]:
    """A seat for everybody, each seat taken equally often, and whether all have one they are due.

    `due` are masks of as many as fill tables. People in a row are given all four seats in turn as far as that goes.
    """
    seat_of: list[int] = []
    taken = [0] * SEATS
    for mask in due:
        seat = min((seat for seat in range(SEATS) if mask >> seat & 1), key=lambda seat: taken[seat])
        seat_of.append(seat)
        taken[seat] += 1
    fair = True
    while max(taken) > len(due) // SEATS:
        fair &= _shift(seat_of, taken, due)
    return seat_of, fair


def _shift(seat_of: list[int], taken: list[int], due: Sequence[int]) -> bool:
    """Moves one person from the fullest seat to one with room, by a chain; False if that ignores somebody's due."""
    start, room = taken.index(max(taken)), len(due) // SEATS
    came: dict[int, tuple[int, int]] = {}
    queue = deque([start])
    while queue:
        seat = queue.popleft()
        if taken[seat] < room:
            _along(seat_of, taken, came, start, seat)
            return True
        for person in range(len(due) - 1, -1, -1):
            if seat_of[person] == seat:
                for other in range(SEATS):
                    if due[person] >> other & 1 and other != start and other not in came:
                        came[other] = (seat, person)
                        queue.append(other)
    seat_of[len(seat_of) - 1 - seat_of[::-1].index(start)] = taken.index(min(taken))
    taken[start] -= 1
    taken[taken.index(min(taken))] += 1
    return False


def _along(seat_of: list[int], taken: list[int], came: dict[int, tuple[int, int]], start: int, end: int) -> None:
    """Moves one person on at each step of the way back from `end` to `start`."""
    taken[start] -= 1
    taken[end] += 1
    while end != start:
        before, person = came[end]
        seat_of[person] = end
        end = before
