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

SHARED, REPEAT, CLUB, VACANCY = 10**9, 10**6, 10**3, 1
# So many exchanges are tried for each empty seat of a round.
TRIES = 60

Seating = list[list[int | None]]
Move = dict[str, int]


@dataclass
class Meetings:
    """How often each pair meets in a whole schedule, and everybody a vacancy, as player None."""

    clubs: Mapping[int, str]
    times: dict[tuple[int, int], int] = field(default_factory=dict)

    def count(self, table: Sequence[int | None], step: int) -> None:
        """Adds a table's meetings, or takes them away with `step` -1."""
        people = sorted(player or 0 for player in table)
        for pair in combinations(people, 2):
            self.times[pair] = self.times.get(pair, 0) + step

    def cost(self, table: Sequence[int | None]) -> int:
        """What a table costs that is not counted: repeats, then club meetings, then sitting with a vacancy again."""
        cost = 0
        for a, b in combinations(sorted(player or 0 for player in table), 2):
            if not b:
                cost += SHARED
            elif not a:
                cost += VACANCY * self.times.get((a, b), 0)
            else:
                club = self.clubs.get(a)
                cost += REPEAT * bool(self.times.get((a, b))) + CLUB * (club is not None and club == self.clubs.get(b))
        return cost


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
        movers = _closed(tables, len(arrived), met) or _opened(tables, len(arrived), met, chance)
        _Empty(tables, [*movers, *arrived], met, chance).fill()
        now = {player: place for place, table in enumerate(tables, 1) for player in _people(table)}
        moves += [{"round": number, "player": p, "from": movers[p], "to": now[p]} for p in sorted(movers)]
    return played + coming, moves


def _closed(tables: Seating, arriving: int, met: Meetings) -> dict[int, int]:
    """Closes the emptiest tables, as many as are not needed; the people of each, with the number of their table."""
    open_tables = [place for place, table in enumerate(tables) if table]
    people = sum(len(_people(table)) for table in tables) + arriving
    emptiest = sorted(open_tables, key=lambda place: (len(_people(tables[place])), -place))
    movers: dict[int, int] = {}
    for place in emptiest[: max(0, len(open_tables) - bounds.tables(people))]:
        movers |= dict.fromkeys(_people(tables[place]), place + 1)
        met.count(tables[place], -1)
        tables[place] = []
    return movers


def _opened(tables: Seating, arriving: int, met: Meetings, chance: Chance) -> dict[int, int]:
    """Opens the tables that newcomers need, and takes to them who is needed so that none has two empty seats."""
    people = sum(len(_people(table)) for table in tables) + arriving
    new = bounds.tables(people) - sum(bool(table) for table in tables)
    empty = sum(table.count(None) for table in tables)
    full = [place for place, table in enumerate(tables) if table and None not in table]
    movers: dict[int, int] = {}
    for place in chance.shuffled(full)[: max(0, bounds.vacancies(people) - empty - new) if new > 0 else 0]:
        seat = chance.below(SEATS)
        met.count(tables[place], -1)
        movers |= {player: place + 1 for player in tables[place][seat : seat + 1] if player is not None}
        tables[place][seat] = None
        met.count(tables[place], 1)
    tables += ([None] * SEATS for _ in range(new))
    for _ in range(new):
        met.count([None] * SEATS, 1)
    return movers


class _Empty:
    """The empty seats of a round, and who sits on them: players, or None where a seat stays empty."""

    def __init__(self, tables: Seating, people: Sequence[int], met: Meetings, chance: Chance) -> None:
        self._tables, self._met, self._chance = tables, met, chance
        self._seats = [(t, s) for t, table in enumerate(tables) for s, player in enumerate(table) if player is None]
        self._people = list(people)

    def fill(self) -> None:
        """Seats everybody, then exchanges while somebody sits with whom he should not."""
        if not self._people:
            return
        touched = sorted({place for place, _ in self._seats})
        for place in touched:
            self._met.count(self._tables[place], -1)
        for (place, seat), player in zip(self._chance.shuffled(self._seats), self._people, strict=False):
            self._tables[place][seat] = player
        for _ in range(TRIES * len(self._seats)):
            sore = [spot for spot in self._seats if self._met.cost(self._tables[spot[0]]) >= CLUB]
            if not sore:
                break
            self._exchange(sore[self._chance.below(len(sore))], self._seats[self._chance.below(len(self._seats))])
        for place in touched:
            self._met.count(self._tables[place], 1)

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
