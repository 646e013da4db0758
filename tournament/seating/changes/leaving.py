"""People leave or come while the rounds to come are published: as few people as can be move to another table.

The emptiest tables are closed, and their people and the newcomers sit down on empty seats. A round cannot be played at
⌈players / 4⌉ tables with fewer moves than there are people at the tables it has too many, the emptiest. Some may
get another seat at their table, so that seats stay balanced.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, zip_longest
from typing import Protocol

from tournament.seating import bounds
from tournament.seating.constraints import NEVER, Wish
from tournament.seating.designs.plan import SEATS
from tournament.seating.proof.audit import Schedule
from tournament.seating.rng import Chance
from tournament.seating.seats.rebalancing import rebalanced

# So many exchanges are tried for each empty seat of a round, and then for the sake of seats alone; and so many choices
# of the tables to close, in so many passes over the rounds.
TRIES, POLISH, ATTEMPTS, PASSES = 60, 20, 8, 2
# More exchanges than these are not made in a pass, however many rounds and people there are: each round has its share.
WORK = 160_000

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
        self._wishes_tables = self.wish.costs_of_tables() is not None
        # From here on somebody sits with whom he should not; sitting with a vacancy again is not so bad.
        self.sore = min(self.wish.weight(kind) for kind in ("repeats", "families", "clubs"))
        # What each seat costs somebody, once asked for, until his counts change.
        self._seat_costs: dict[int, list[int]] = {}
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
            self._seat_costs.pop(player or 0, None)

    def cost(self, table: Sequence[int | None]) -> int:
        """What a table costs that is not counted: pairs, a vacancy or a five again, seats, no captain."""
        cost = self.wish.table_cost([player - 1 for player in table if player]) if self._wishes_tables else 0
        for seat, player in enumerate(table[:SEATS]):
            if player:
                cost += (self._seat_costs.get(player) or self._costs_of_seats(player))[seat]
        times, groups = self.times, self._groups
        for pair in combinations(_met(table), 2):
            a, b = pair
            if a <= 0:
                cost += self._vacancy * times.get(pair, 0) if b else NEVER
                continue
            if times.get(pair):
                cost += self._repeat
            if a in groups and b in groups:
                cost += self._together(a, b)
        return cost

    def _together(self, a: int, b: int) -> int:
        """What it costs that these two, who each belong to some group, meet at all."""
        theirs = self._groups[b]
        return sum(weight for number, weight in self._groups[a].items() if number in theirs)

    def _costs_of_seats(self, player: int) -> list[int]:
        """For each seat, the square of how often somebody sat on it more than on the one he had least."""
        counts = self.seats.get(player, [0] * SEATS)
        least = min(counts)
        costs = self._seat_costs[player] = [(times - least) ** 2 for times in counts]
        return costs


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
    settle(coming, arrived)
    moves: list[Move] = []
    for number, round_ in enumerate(coming, after + 1):
        now = {player: place for place, table in enumerate(round_.tables, 1) for player in _people(table)}
        moves += [{"round": number, "player": p, "from": was, "to": now[p]} for p, was in sorted(round_.movers.items())]
    return played + rebalanced(played, emptied, [round_.tables for round_ in coming], wish), moves


@dataclass
class Budget:
    """How much work is left for a round: exchanges, and tables that are looked at."""

    left: int

    def tries(self, seats: int) -> range:
        """The exchanges to try for so many empty seats, so that some are left for what is polished."""
        return range(max(0, min(TRIES * seats, self.left * TRIES // (TRIES + POLISH))))

    def polish(self, seats: int) -> range:
        """The exchanges to try for the sake of seats."""
        return range(max(0, min(POLISH * seats, self.left)))


class Settling(Protocol):
    """A round to come, in which people look for places."""

    def sore(self) -> bool:
        """Whether somebody sits with whom he should not."""
        ...

    def settle(self, arrived: Sequence[int], budget: Budget) -> None:
        """Gives everybody a place, or a better one, and takes from the budget what that was."""
        ...


def settle(coming: Sequence[Settling], arrived: Sequence[int]) -> None:
    """Gives everybody a place in each round to come, and another turn to rounds in which somebody met again.

    Whom somebody meets in one round decides whom he can meet in another.
    """
    for turn in range(PASSES):
        left = WORK
        for number, round_ in enumerate(coming):
            if not turn or round_.sore():
                budget = Budget(share := max(0, left) // (len(coming) - number))
                round_.settle(arrived, budget)
                left -= share - budget.left


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

    def settle(self, arrived: Sequence[int], budget: Budget) -> None:
        """Gives everybody a seat, and the movers another table: the best of a few choices of the tables to close.

        Which of equally empty tables is closed decides who can meet whom.
        """
        self._count(self.tables, -1)
        lowest = self._worth(self.tables) if self._settled else None
        for attempt in range(ATTEMPTS):
            if attempt and budget.left <= 0:
                break
            trial = [list(table) for table in self._emptied]
            movers = _closed(trial, len(arrived), self._chance) or _opened(trial, len(arrived), self._chance)
            _Empty(trial, [*movers, *arrived], self._met, self._chance).fill(budget)
            worth = self._worth(trial)
            budget.left -= len(trial)
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
        self._costs: dict[int, int] = {}
        self._sore: list[tuple[int, int]] | None = None

    def fill(self, budget: Budget) -> None:
        """Seats everybody, then exchanges while somebody sits with whom he should not."""
        for (place, seat), player in zip(self._chance.shuffled(self._seats), self._people, strict=False):
            self._tables[place][seat] = player
        self._costs = {place: self._met.cost(self._tables[place]) for place, _ in self._seats}
        seats = len(self._seats) if self._people else 0
        for _ in budget.tries(seats):
            sore = self._sore_seats()
            if not sore:
                break
            self._exchange(sore[self._chance.below(len(sore))], self._any())
            budget.left -= 1
        for _ in budget.polish(seats):
            self._exchange(self._any(), self._any())
            budget.left -= 1

    def _any(self) -> tuple[int, int]:
        return self._seats[self._chance.below(len(self._seats))]

    def _sore_seats(self) -> list[tuple[int, int]]:
        """The seats at tables where somebody sits with whom he should not."""
        if self._sore is None:
            self._sore = [spot for spot in self._seats if self._costs[spot[0]] >= self._met.sore]
        return self._sore

    def _exchange(self, here: tuple[int, int], there: tuple[int, int]) -> None:
        """Exchanges who is on two seats, unless that costs more than it spares."""
        places = {here[0], there[0]}
        self._swap(here, there)
        now = {place: self._met.cost(self._tables[place]) for place in places}
        was = {place: self._costs[place] for place in places}
        if sum(now.values()) > sum(was.values()):
            self._swap(here, there)
            return
        self._costs |= now
        if any((now[place] >= self._met.sore) != (was[place] >= self._met.sore) for place in places):
            self._sore = None

    def _swap(self, here: tuple[int, int], there: tuple[int, int]) -> None:
        (a, i), (b, j) = here, there
        tables = self._tables
        tables[a][i], tables[b][j] = tables[b][j], tables[a][i]


def _met(table: Sequence[int | None]) -> list[int]:
    """Whom one meets at a table, vacancies and the mark of a five among them, ascending."""
    met = sorted([player or 0 for player in table])
    return [-1, *met] if len(table) > SEATS else met


def _without(table: Sequence[int | None], gone: set[int]) -> list[int | None]:
    return [None if player in gone else player for player in table]


def _people(table: Sequence[int | None]) -> list[int]:
    return [player for player in table if player is not None]
