"""People leave or come while the rounds to come are published: as few people as can be move to another table.

The emptiest tables are closed, and their people and the newcomers sit down on empty seats. A round cannot be played at
⌈players / 4⌉ tables with fewer moves than there are people at the tables it has too many, the emptiest.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournament.seating import bounds
from tournament.seating.audit import Schedule
from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS

SHARED, REPEAT, CLUB, VACANCY = 10**10, 10**7, 10**4, 10
# So many exchanges are tried for each empty seat of a round, and then for the sake of seats alone; and so many choices
# of the tables to close.
TRIES, POLISH, ATTEMPTS = 60, 20, 8

Seating = list[list[int | None]]
Move = dict[str, int]


@dataclass
class Meetings:
    """How often each pair meets in a whole schedule, everybody a vacancy (player 0), and who sat how often where."""

    clubs: Mapping[int, str]
    times: dict[tuple[int, int], int] = field(default_factory=dict)
    seats: dict[int, list[int]] = field(default_factory=dict)

    def count(self, table: Sequence[int | None], step: int) -> None:
        """Adds a table's meetings, or takes them away with `step` -1."""
        people = sorted(player or 0 for player in table)
        for pair in combinations(people, 2):
            self.times[pair] = self.times.get(pair, 0) + step
        for seat, player in enumerate(table):
            self.seats.setdefault(player or 0, [0] * SEATS)[seat] += step

    def cost(self, table: Sequence[int | None]) -> int:
        """What a table costs that is not counted: repeats, club meetings, sitting with a vacancy again, seats."""
        cost = sum(self._seat_cost(player, seat) for seat, player in enumerate(table) if player)
        for a, b in combinations(sorted(player or 0 for player in table), 2):
            if not b:
                cost += SHARED
            elif not a:
                cost += VACANCY * self.times.get((a, b), 0)
            else:
                club = self.clubs.get(a)
                cost += REPEAT * bool(self.times.get((a, b))) + CLUB * (club is not None and club == self.clubs.get(b))
        return cost

    def _seat_cost(self, player: int, seat: int) -> int:
        """The square of how often somebody sat on this seat more than on the one he had least."""
        counts = self.seats.get(player, [0] * SEATS)
        return (counts[seat] - min(counts)) ** 2


def reseated(
    rounds: Schedule,
    after: int,
    absent: Iterable[int],
    arrived: Sequence[int],
    clubs: Mapping[int, str],
    chance: Chance,
) -> tuple[list[Seating], list[Move]]:
    """The rounds once players have left and others come after round `after`, and who moves where.

    A closed table is an empty list, so that the others keep their numbers. Newcomers are not counted as moves.
    """
    gone = set(absent)
    played = [[list(table) for table in tables] for tables in rounds[:after]]
    coming = [[_without(table, gone) for table in tables] for tables in rounds[after:]]
    met = Meetings(clubs)
    for tables in [*played, *coming]:
        for table in tables:
            met.count(table, 1)
    moves: list[Move] = []
    for number, tables in enumerate(coming, after + 1):
        tables[:], movers = _settled(tables, arrived, met, chance)
        now = {player: place for place, table in enumerate(tables, 1) for player in _people(table)}
        moves += [{"round": number, "player": p, "from": movers[p], "to": now[p]} for p in sorted(movers)]
    return played + coming, moves


def _settled(tables: Seating, arrived: Sequence[int], met: Meetings, chance: Chance) -> tuple[Seating, dict[int, int]]:
    """A round with everybody on a seat, and the movers with the number of the table they come from.

    Which of equally empty tables is closed decides who can meet whom: the best of a few choices is taken.
    """
    for table in tables:
        met.count(table, -1)
    best, moved, lowest = tables, dict[int, int](), -1
    for _ in range(ATTEMPTS):
        trial = [list(table) for table in tables]
        movers = _closed(trial, len(arrived), chance) or _opened(trial, len(arrived), chance)
        cost = _Empty(trial, [*movers, *arrived], met, chance).fill()
        if lowest < 0 or cost < lowest:
            best, moved, lowest = trial, movers, cost
        if lowest < CLUB:
            break
    for table in best:
        met.count(table, 1)
    return best, moved


def _closed(tables: Seating, arriving: int, chance: Chance) -> dict[int, int]:
    """Closes the emptiest tables, as many as are not needed; the people of each, with the number of their table."""
    open_tables = chance.shuffled([place for place, table in enumerate(tables) if table])
    people = sum(len(_people(table)) for table in tables) + arriving
    emptiest = sorted(open_tables, key=lambda place: len(_people(tables[place])))
    movers: dict[int, int] = {}
    for place in emptiest[: max(0, len(open_tables) - bounds.tables(people))]:
        movers |= dict.fromkeys(_people(tables[place]), place + 1)
        tables[place] = []
    return movers


def _opened(tables: Seating, arriving: int, chance: Chance) -> dict[int, int]:
    """Opens the tables that newcomers need, and takes to them who is needed so that none has two empty seats."""
    people = sum(len(_people(table)) for table in tables) + arriving
    new = bounds.tables(people) - sum(bool(table) for table in tables)
    empty = sum(table.count(None) for table in tables)
    full = [place for place, table in enumerate(tables) if table and None not in table]
    movers: dict[int, int] = {}
    for place in chance.shuffled(full)[: max(0, bounds.vacancies(people) - empty - new) if new > 0 else 0]:
        seat = chance.below(SEATS)
        movers |= {player: place + 1 for player in tables[place][seat : seat + 1] if player is not None}
        tables[place][seat] = None
    tables += ([None] * SEATS for _ in range(new))
    return movers


class _Empty:
    """The empty seats of a round, and who sits on them: players, or None where a seat stays empty."""

    def __init__(self, tables: Seating, people: Sequence[int], met: Meetings, chance: Chance) -> None:
        self._tables, self._met, self._chance = tables, met, chance
        self._seats = [(t, s) for t, table in enumerate(tables) for s, player in enumerate(table) if player is None]
        self._people = list(people)

    def fill(self) -> int:
        """Seats everybody, then exchanges while somebody sits with whom he should not; what is left of that."""
        for (place, seat), player in zip(self._chance.shuffled(self._seats), self._people, strict=False):
            self._tables[place][seat] = player
        for _ in range(TRIES * len(self._seats) if self._people else 0):
            sore = [spot for spot in self._seats if self._met.cost(self._tables[spot[0]]) >= CLUB]
            if not sore:
                break
            self._exchange(sore[self._chance.below(len(sore))], self._any())
        for _ in range(POLISH * len(self._seats) if self._people else 0):
            self._exchange(self._any(), self._any())
        return sum(self._met.cost(self._tables[place]) for place in {place for place, _ in self._seats})

    def _any(self) -> tuple[int, int]:
        return self._seats[self._chance.below(len(self._seats))]

    def _exchange(self, here: tuple[int, int], there: tuple[int, int]) -> None:
        before = self._cost(here, there)
        self._swap(here, there)
        if self._cost(here, there) > before:
            self._swap(here, there)

    def _cost(self, here: tuple[int, int], there: tuple[int, int]) -> int:
        return sum(self._met.cost(self._tables[place]) for place in {here[0], there[0]})

    def _swap(self, here: tuple[int, int], there: tuple[int, int]) -> None:
        (a, i), (b, j) = here, there
        tables = self._tables
        tables[a][i], tables[b][j] = tables[b][j], tables[a][i]


def _without(table: Sequence[int | None], gone: set[int]) -> list[int | None]:
    return [None if player in gone else player for player in table]


def _people(table: Sequence[int | None]) -> list[int]:
    return [player for player in table if player is not None]
