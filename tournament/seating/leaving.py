"""People leave or come while the rounds to come are published: as few people as can be move to another table.

The emptiest tables are closed, and their people and the newcomers sit down on empty seats. A round cannot be played at
⌈players / 4⌉ tables with fewer moves than there are people at the tables it has too many, the emptiest. Some may
get another seat at their table, so that seats stay balanced.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, zip_longest

from tournament.seating import bounds
from tournament.seating.audit import Schedule
from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS
from tournament.seating.reseat import rebalanced
from tournament.seating.wishes import NEVER, Wish

# So many exchanges are tried for each empty seat of a round, and then for the sake of seats alone; and so many choices
# of the tables to close, in so many passes over the rounds.
TRIES, POLISH, ATTEMPTS, PASSES = 60, 20, 8, 2

Seating = list[list[int | None]]
Move = dict[str, int]


@dataclass
class Meetings:
    """How often each pair meets in a whole schedule, and who sat how often where.

    Besides, how often everybody met a vacancy (player 0), and the mark that sits at every table of five (player -1).
    """

    wish: Wish
    times: dict[tuple[int, int], int] = field(default_factory=dict)
    seats: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._repeat, self._vacancy = self.wish.weight("repeats"), self.wish.weight("vacancies")
        # From here on somebody sits with whom he should not; sitting with a vacancy again is not so bad.
        self.sore = min(self.wish.weight(kind) for kind in ("repeats", "families", "clubs"))
        self._groups: dict[int, dict[int, int]] = {}
        for number, group in enumerate(self.wish.groups()):
            for member in group.members:
                self._groups.setdefault(member + 1, {})[number] = group.weight

    def count(self, table: Sequence[int | None], step: int) -> None:
        """Adds a table's meetings, or takes them away with `step` -1."""
        for pair in combinations(_met(table), 2):
            self.times[pair] = self.times.get(pair, 0) + step
        for seat, player in enumerate(table[:SEATS]):
            self.seats.setdefault(player or 0, [0] * SEATS)[seat] += step

    def cost(self, table: Sequence[int | None]) -> int:
        """What a table costs that is not counted: pairs, a vacancy or a five again, seats, no captain."""
        cost = sum(self._seat_cost(player, seat) for seat, player in enumerate(table[:SEATS]) if player)
        cost += self.wish.table_cost([player - 1 for player in table if player]) if self.wish.costs_of_tables() else 0
        for a, b in combinations(_met(table), 2):
            if not b:
                cost += NEVER
            elif a <= 0:
                cost += self._vacancy * self.times.get((a, b), 0)
            else:
                cost += self._repeat * bool(self.times.get((a, b))) + self._together(a, b)
        return cost

    def _together(self, a: int, b: int) -> int:
        """What it costs that these two meet at all."""
        if a not in self._groups or b not in self._groups:
            return 0
        theirs = self._groups[b]
        return sum(weight for number, weight in self._groups[a].items() if number in theirs)

    def _seat_cost(self, player: int, seat: int) -> int:
        """The square of how often somebody sat on this seat more than on the one he had least."""
        counts = self.seats.get(player, [0] * SEATS)
        return (counts[seat] - min(counts)) ** 2


def reseated(
    rounds: Schedule,
    after: int,
    absent: Iterable[int],
    arrived: Sequence[int],
    wish: Wish,
    chance: Chance,
) -> tuple[list[Seating], list[Move]]:
    """The rounds once players have left and others come after round `after`, and who moves where.

    A closed table is an empty list, so that the others keep their numbers. Newcomers are not counted as moves.
    """
    gone = set(absent)
    played = [[list(table) for table in tables] for tables in rounds[:after]]
    emptied = [[_without(table, gone) for table in tables] for tables in rounds[after:]]
    met = Meetings(wish)
    for tables in [*played, *emptied]:
        for table in tables:
            met.count(table, 1)
    coming = [_Round(tables, met, chance) for tables in emptied]
    for turn in range(PASSES):
        # Whom somebody meets in one round decides whom he can meet in another: so who met again has another turn.
        for round_ in coming:
            if not turn or round_.sore():
                round_.settle(arrived)
    moves: list[Move] = []
    for number, round_ in enumerate(coming, after + 1):
        now = {player: place for place, table in enumerate(round_.tables, 1) for player in _people(table)}
        moves += [{"round": number, "player": p, "from": was, "to": now[p]} for p, was in sorted(round_.movers.items())]
    return played + rebalanced(played, emptied, [round_.tables for round_ in coming], chance), moves


class _Round:
    """A round to come: its tables once people have left, and as they are now, who moves, and what that costs."""

    def __init__(self, emptied: Seating, met: Meetings, chance: Chance) -> None:
        self._emptied, self._met, self._chance = emptied, met, chance
        self.tables, self.movers, self._settled = emptied, dict[int, int](), False

    def sore(self) -> bool:
        """Whether somebody meets somebody again, or one of his club, at a table that was changed."""
        changed = self._changed(self.tables)
        self._count(changed, -1)
        cost = sum(self._met.cost(table) for table in changed)
        self._count(changed, 1)
        return cost >= self._met.sore

    def settle(self, arrived: Sequence[int]) -> None:
        """Gives everybody a seat, and the movers another table: the best of a few choices of the tables to close.

        Which of equally empty tables is closed decides who can meet whom.
        """
        self._count(self.tables, -1)
        lowest = self._worth(self.tables) if self._settled else None
        for _ in range(ATTEMPTS):
            trial = [list(table) for table in self._emptied]
            movers = _closed(trial, len(arrived), self._chance) or _opened(trial, len(arrived), self._chance)
            _Empty(trial, [*movers, *arrived], self._met, self._chance).fill()
            worth = self._worth(trial)
            if lowest is None or worth < lowest:
                self.tables, self.movers, lowest = trial, movers, worth
            if sum(self._met.cost(table) for table in self._changed(self.tables)) < self._met.sore:
                break
        self._settled = True
        self._count(self.tables, 1)

    def _worth(self, tables: Seating) -> int:
        """What a round that is not counted costs more than before anybody sat down."""
        before = sum(self._met.cost(old) for old, new in zip(self._emptied, tables, strict=False) if old != new)
        return sum(self._met.cost(table) for table in self._changed(tables)) - before

    def _changed(self, tables: Seating) -> list[list[int | None]]:
        return [table for old, table in zip_longest(self._emptied, tables) if table and old != table]

    def _count(self, tables: Seating, step: int) -> None:
        for table in tables:
            self._met.count(table, step)


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

    def fill(self) -> None:
        """Seats everybody, then exchanges while somebody sits with whom he should not."""
        for (place, seat), player in zip(self._chance.shuffled(self._seats), self._people, strict=False):
            self._tables[place][seat] = player
        for _ in range(TRIES * len(self._seats) if self._people else 0):
            sore = [spot for spot in self._seats if self._met.cost(self._tables[spot[0]]) >= self._met.sore]
            if not sore:
                break
            self._exchange(sore[self._chance.below(len(sore))], self._any())
        for _ in range(POLISH * len(self._seats) if self._people else 0):
            self._exchange(self._any(), self._any())

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


def _met(table: Sequence[int | None]) -> list[int]:
    """Whom one meets at a table, vacancies and the mark of a five among them, ascending."""
    return [-1] * (len(table) > SEATS) + sorted(player or 0 for player in table)


def _without(table: Sequence[int | None], gone: set[int]) -> list[int | None]:
    return [None if player in gone else player for player in table]


def _people(table: Sequence[int | None]) -> list[int]:
    return [player for player in table if player is not None]
