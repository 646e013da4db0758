"""People leave or come while rounds are published: as few as can be change their place.

A round continues with as many tables as its players need, and the fullest tables stay. Players at a table that closes,
or who are one too many, look for another place, and so do newcomers; players who sit out take seats that became free.
No round with as many tables has fewer moves: at each table and on the bench, as many stay as there is room for. Two
things cost extra moves. A new table should not have two empty seats, so others move there. And a newcomer who would sit
out again, while others did so less often, changes places with one of these.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from tournament.seating import bounds
from tournament.seating.changes.costs import Costs
from tournament.seating.constraints import FIVES, NEVER, VACANCIES, Wish
from tournament.seating.documents import MoveDocument
from tournament.seating.model import SEATS, Change, Schedule, Table, people_of
from tournament.seating.rng import Chance

# How many exchanges are tried for each place that is looked for, and then for the sake of seats alone; how many choices
# of the tables to close, and in how many passes over the rounds.
TRIES, POLISH, ATTEMPTS, PASSES = 60, 20, 8, 2
# More exchanges than these are not made in a pass, however many rounds and people there are: each round has its share.
WORK = 160_000
# The first of a round's places is the bench, for those who sit out; the others are its tables, by their numbers.
REST = 0

Place = list[int | None]
Spot = tuple[int, int]


def placed(schedule: Schedule, change: Change, wish: Wish, chance: Chance) -> tuple[Schedule, list[MoveDocument]]:
    """The schedule once people have left and others have come, and who moves where; seats are as they fall.

    A closed table is an empty list, so that the others keep their numbers. Newcomers are not counted as moves.
    """
    costs = Costs(wish)
    for table in (table for tables in schedule.rounds[: change.after] for table in tables):
        costs.count(table, 1)
    rested = Counter(player for people in schedule.resting for player in people)
    laid: list[list[Place]] = [
        [list(people), *map(list, tables)] for people, tables in zip(schedule.resting, schedule.rounds, strict=True)
    ]
    gone = set(change.absent)
    coming = [_Round(places, gone, costs, rested, chance) for places in laid[change.after :]]
    _settle(coming, change.arrived)
    moves = [move for number, round_ in enumerate(coming, change.after + 1) for move in round_.moves(number)]
    now = [*laid[: change.after], *(round_.places for round_ in coming)]
    return Schedule([places[1:] for places in now], [people_of(places[REST]) for places in now]), moves


def _settle(coming: Sequence["_Round"], arrived: Sequence[int]) -> None:
    """Gives everybody a place in each round to come, and another turn to rounds in which somebody met again.

    Whom a player meets in one round decides whom they can meet in another.
    """
    for turn in range(PASSES):
        left = WORK
        for number, round_ in enumerate(coming):
            if not turn or round_.sore():
                budget = _Budget(share := max(0, left) // (len(coming) - number))
                round_.settle(arrived, budget)
                left -= share - budget.left


@dataclass
class _Budget:
    """How much work is left for a round: exchanges, and tables that are looked at."""

    left: int

    def tries(self, spots: int) -> range:
        """The exchanges to try for this number of free places, so that some are left for polishing."""
        return range(max(0, min(TRIES * spots, self.left * TRIES // (TRIES + POLISH))))

    def polish(self, spots: int) -> range:
        """The exchanges to try for the sake of seats."""
        return range(max(0, min(POLISH * spots, self.left)))


class _Round:
    """A round to come: its places as they were once people left, as they are now, and what that costs."""

    def __init__(
        self, places: Sequence[Place], gone: set[int], costs: Costs, rested: Counter[int], chance: Chance
    ) -> None:
        self._left = [[None if player in gone else player for player in place] for place in places]
        self._left[REST] = [player for player in self._left[REST] if player is not None]
        self._home = {player: at for at, place in enumerate(self._left) for player in people_of(place)}
        self._costs, self._rested, self._chance = costs, rested, chance
        self.places = self._left
        self._settled = False
        self._rested.subtract(gone.intersection(people_of(places[REST])))
        for table in self._left[1:]:
            costs.count(table, 1)

    def sore(self) -> bool:
        """Whether people meet again, or members of a club meet, at a table that was changed."""
        self._count(-1)
        sore = self._is_sore()
        self._count(1)
        return sore

    def settle(self, arrived: Sequence[int], budget: _Budget) -> None:
        """Gives everybody a place: the best of a few choices of the tables to close and of who moves."""
        self._count(-1)
        lowest = self._worth(self.places) if self._settled else None
        for attempt in range(ATTEMPTS):
            if attempt and budget.left <= 0:
                break
            trial = _Trial(self._left, self._home, arrived, self._costs, self._rested, self._chance)
            trial.fill(budget)
            worth = self._worth(trial.places)
            budget.left -= len(trial.places)
            if lowest is None or worth < lowest:
                self.places, lowest = trial.places, worth
            if not self._is_sore():
                break
        self._settled = True
        self._count(1)

    def moves(self, number: int) -> list[MoveDocument]:
        """Who moves in this round, which has a number, in the order of the players."""
        now = {player: at for at, place in enumerate(self.places) for player in people_of(place)}
        moved = [(player, was, now[player]) for player, was in sorted(self._home.items()) if now[player] != was]
        return [{"round": number, "player": player, "from": was or None, "to": to or None} for player, was, to in moved]

    def _is_sore(self) -> bool:
        return sum(self._costs.cost(new) for _, new in self._changed(self.places)) >= self._costs.sore

    def _worth(self, places: Sequence[Place]) -> int:
        """What a round that is not counted costs more than before anybody sat down."""
        rest = _cost_of_rest(places[REST], self._costs, self._rested)
        return rest + sum(self._costs.cost(new) - self._costs.cost(old) for old, new in self._changed(places))

    def _changed(self, places: Sequence[Place]) -> Iterator[tuple[Place, Place]]:
        """The tables at which others sit than before anybody sat down, as they were and are."""
        tables = ((old or [], new) for old, new in zip_longest(self._left[1:], places[1:]))
        return ((old, new) for old, new in tables if set(old) != set(new))

    def _count(self, step: int) -> None:
        for table in self.places[1:]:
            self._costs.count(table, step)
        for player in people_of(self.places[REST]):
            self._rested[player] += step


class _Trial:
    """A round while some look for a place: `_spots` are where they are, and who is there may be exchanged."""

    def __init__(
        self,
        left: Sequence[Place],
        home: dict[int, int],
        arrived: Sequence[int],
        costs: Costs,
        rested: Counter[int],
        chance: Chance,
    ) -> None:
        self.places = [list(place) for place in left]
        self._home, self._costs, self._rested, self._chance = home, costs, rested, chance
        everybody = [*home, *arrived]
        least = min(rested[player] for player in everybody)
        self._barred = {player for player in arrived if rested[player] > least}
        self._looking = list(arrived)
        self._fit_all(len(everybody))
        self._spots = [(at, s) for at, place in enumerate(self.places) for s, player in enumerate(place) if not player]
        self._looked_for = set(self._spots)
        self._known: dict[int, int] = {}
        self._sore: list[Spot] | None = None

    def fill(self, budget: _Budget) -> None:
        """Gives everybody a place, then exchanges players as long as some sit with people they should not meet."""
        # Where seats stay empty, more are free than are looked for.
        for (at, seat), player in zip(self._chance.shuffled(self._spots), self._looking, strict=False):
            self.places[at][seat] = player
        self._admit()
        spots = len(self._spots) if self._looking else 0
        for _ in budget.tries(spots):
            sore = self._sore_spots()
            if not sore:
                break
            self._try(sore[self._chance.below(len(sore))])
            budget.left -= 1
        for _ in budget.polish(spots):
            self._try(self._spots[self._chance.below(len(self._spots))])
            budget.left -= 1

    def _fit_all(self, people: int) -> None:
        """Gives each table and the bench the size it needs for this number of people."""
        vacant = self._costs.wish.rest == VACANCIES
        tables, over = (bounds.tables(people), 0) if vacant else divmod(people, SEATS)
        self.places += ([] for _ in range(tables + 1 - len(self.places)))
        fullest = self._fullest()
        kept = fullest[:tables]
        new = sum(not self.places[at] for at in kept)
        for at, width in self._widths(fullest, kept, over).items():
            self._fit(at, width)
        if vacant and new:
            empty = sum(place.count(None) for place in self.places) - SEATS * new
            self._thin(bounds.vacancies(people) - empty - new)

    def _fullest(self) -> list[int]:
        """The tables, the fullest first, by lot where they are alike; of closed ones the first comes first."""
        numbers = self._chance.shuffled(range(1, len(self.places)))
        return sorted(numbers, key=lambda at: (-len(people_of(self.places[at])), not self.places[at] and at))

    def _widths(self, fullest: Sequence[int], kept: Sequence[int], over: int) -> dict[int, int]:
        """How many places each table and rest have now; those of most people stay, others are closed."""
        widths = dict.fromkeys(fullest, 0) | dict.fromkeys(kept, SEATS)
        if self._costs.wish.rest == FIVES:
            wide = sorted(self._chance.shuffled(kept), key=lambda at: len(people_of(self.places[at])) <= SEATS)
            return {REST: 0} | widths | dict.fromkeys(wide[:over], SEATS + 1)
        return {REST: over} | widths

    def _fit(self, at: int, width: int) -> None:
        """Makes a place so wide: who is one too many looks for another, and the last takes a seat that is free."""
        place = self.places[at]
        while len(people_of(place)) > width:
            self._looking.append(self._sent(at))
        while len(place) > width:
            last = place.pop()
            if last is not None:
                place[place.index(None)] = last
        place += [None] * (width - len(place))

    def _thin(self, wanted: int) -> None:
        """Takes one player from each of `wanted` full tables, so that no new table has two empty seats."""
        full = [at for at, place in enumerate(self.places) if at != REST and place and None not in place]
        for at in self._chance.shuffled(full)[: max(0, wanted)]:
            self._looking.append(self._sent(at))

    def _sent(self, at: int) -> int:
        """Takes somebody from a place: by lot, or from the bench whoever sat out most often."""
        people = self._chance.shuffled(people_of(self.places[at]))
        player = max(people, key=lambda one: self._rested[one]) if at == REST else people[0]
        self.places[at][self.places[at].index(player)] = None
        return player

    def _admit(self) -> None:
        """Has others rest for newcomers who did already while these rested less: where that costs least."""
        for seat, player in enumerate(self.places[REST]):
            if player in self._barred:
                free = [
                    (at, s)
                    for at, place in enumerate(self.places[1:], 1)
                    for s, other in enumerate(place)
                    if other in self._home and (at, s) not in self._looked_for
                ]
                spot = min(self._chance.shuffled(free), key=lambda spot: self._price((REST, seat), spot))
                self._swap((REST, seat), spot)
                self._spots.append(spot)
                self._looked_for.add(spot)

    def _price(self, here: Spot, there: Spot) -> tuple[int, int]:
        """How often who would rest has rested, and what the exchange costs."""
        other = self.places[there[0]][there[1]]
        before = self._cost(there[0])
        self._swap(here, there)
        after = self._cost(there[0])
        self._swap(here, there)
        return self._rested[other or 0], after - before

    def _try(self, here: Spot) -> None:
        """Exchanges a player looking for a place with another one, or with somebody at the table they came from."""
        player = self.places[here[0]][here[1]]
        at_home = self._at_home(player, here)
        other = self._chance.below(len(self._spots) + len(at_home))
        there = self._spots[other] if other < len(self._spots) else at_home[other - len(self._spots)]
        at = {here[0], there[0]}
        was = {place: self._known_cost(place) for place in at}
        self._swap(here, there)
        now = {place: self._cost(place) for place in at}
        if sum(now.values()) > sum(was.values()):
            self._swap(here, there)
            return
        self._known |= now
        if any((now[place] >= self._costs.sore) != (was[place] >= self._costs.sore) for place in at):
            self._sore = None

    def _at_home(self, player: int | None, here: Spot) -> list[Spot]:
        home = self._home.get(player or 0)
        if home is None or home == here[0]:
            return []
        return [(home, seat) for seat, other in enumerate(self.places[home]) if (home, seat) not in self._looked_for]

    def _sore_spots(self) -> list[Spot]:
        """The spots at places where somebody is who should not be there."""
        if self._sore is None:
            self._sore = [spot for spot in self._spots if self._known_cost(spot[0]) >= self._costs.sore]
        return self._sore

    def _known_cost(self, at: int) -> int:
        """What a place costs, as long as nobody was exchanged there since it was counted."""
        if at not in self._known:
            self._known[at] = self._cost(at)
        return self._known[at]

    def _cost(self, at: int) -> int:
        if at != REST:
            return self._costs.cost(self.places[at])
        barred = NEVER * len(self._barred.intersection(people_of(self.places[at])))
        return barred + _cost_of_rest(self.places[at], self._costs, self._rested)

    def _swap(self, here: Spot, there: Spot) -> None:
        (a, i), (b, j) = here, there
        places = self.places
        places[a][i], places[b][j] = places[b][j], places[a][i]


def _cost_of_rest(place: Table, costs: Costs, rested: Counter[int]) -> int:
    """Sitting out again is as bad as sitting with a vacancy again."""
    return costs.wish.weight("vacancies") * sum(rested[player] for player in people_of(place))
