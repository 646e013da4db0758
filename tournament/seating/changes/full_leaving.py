"""People leave or come while published rounds leave no seat empty: some tables are of five, or some people rest.

A round of n players goes on with n // 4 tables; n mod 4 of these are of five, or so many people rest. The fullest
tables stay. Who is at a table that closes, or one too many where he is, looks for another place; who rests sits down
where a seat got free. No round of as many tables has fewer moves: of each table and of those who rest, as many stay as
have room there. One thing costs a move more: a newcomer who would rest again while others rested less gets the seat of
one of these, who rests for him.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from tournament.seating.changes.leaving import ATTEMPTS, Budget, Meetings, Seating, settle
from tournament.seating.constraints import FIVES, NEVER, Wish
from tournament.seating.designs.plan import SEATS
from tournament.seating.proof.audit import Schedule
from tournament.seating.rng import Chance

Place = list[int | None]
Spot = tuple[int, int]
# The first of a round's places is for those who rest; the others are its tables, by their numbers.
REST = 0


class Left(NamedTuple):
    """All rounds once people left and others came: their tables, who rests in each, and who moves.

    Who moves from None or to None rests before or after.
    """

    rounds: list[Seating]
    resting: list[list[int]]
    moves: list[dict[str, int | None]]


def reseated(
    rounds: Schedule,
    resting: Sequence[Sequence[int]],
    after: int,
    absent: Iterable[int],
    arrived: Sequence[int],
    wish: Wish,
    chance: Chance,
) -> Left:
    """The rounds once players have left and others come after round `after`; `resting` tells who rests in each round.

    A closed table is an empty list, so that the others keep their numbers. Newcomers are not counted as moves.
    """
    gone = set(absent)
    met = Meetings(wish)
    for table in (table for tables in rounds[:after] for table in tables):
        met.count(table, 1)
    rested = Counter(player for people in resting for player in people)
    laid: list[list[Place]] = [
        [list(people), *map(list, tables)] for people, tables in zip(resting, rounds, strict=True)
    ]
    coming = [_Round(places, gone, met, rested, chance) for places in laid[after:]]
    settle(coming, arrived)
    moves = [move for number, round_ in enumerate(coming, after + 1) for move in round_.moves(number)]
    now = [*laid[:after], *(round_.places for round_ in coming)]
    return Left([places[1:] for places in now], [_people(places[REST]) for places in now], moves)


class _Round:
    """A round to come: its places as they were once people left, as they are now, and what that costs."""

    def __init__(
        self, places: Sequence[Place], gone: set[int], met: Meetings, rested: Counter[int], chance: Chance
    ) -> None:
        self._left = [[None if player in gone else player for player in place] for place in places]
        self._left[REST] = [player for player in self._left[REST] if player is not None]
        self._home = {player: at for at, place in enumerate(self._left) for player in _people(place)}
        self._met, self._rested, self._chance = met, rested, chance
        self.places = self._left
        self._settled = False
        self._rested.subtract(gone.intersection(_people(places[REST])))
        for table in self._left[1:]:
            met.count(table, 1)

    def sore(self) -> bool:
        """Whether somebody meets somebody again, or one of his club, at a table that was changed."""
        self._count(-1)
        sore = self._worth(self.places) >= self._met.sore
        self._count(1)
        return sore

    def settle(self, arrived: Sequence[int], budget: Budget) -> None:
        """Gives everybody a place: the best of a few choices of the tables to close and of who moves."""
        self._count(-1)
        lowest = self._worth(self.places) if self._settled else None
        for attempt in range(ATTEMPTS):
            if attempt and budget.left <= 0:
                break
            trial = _Trial(self._left, self._home, arrived, self._met, self._rested, self._chance)
            trial.fill(budget)
            worth = self._worth(trial.places)
            budget.left -= len(trial.places)
            if lowest is None or worth < lowest:
                self.places, lowest = trial.places, worth
            if lowest < self._met.sore:
                break
        self._settled = True
        self._count(1)

    def moves(self, number: int) -> list[dict[str, int | None]]:
        """Who moves in this round, which has a number, in the order of the players."""
        now = {player: at for at, place in enumerate(self.places) for player in _people(place)}
        moved = [(player, was, now[player]) for player, was in sorted(self._home.items()) if now[player] != was]
        return [{"round": number, "player": p, "from": was or None, "to": to or None} for p, was, to in moved]

    def _worth(self, places: Sequence[Place]) -> int:
        """What a round that is not counted costs more than before anybody sat down."""
        tables = zip_longest(self._left[1:], places[1:])
        changed = [(old or [], new) for old, new in tables if set(old or ()) != set(new)]
        now = sum(self._met.cost(new) for _, new in changed) + _cost_of_rest(places[REST], self._met, self._rested)
        return now - sum(self._met.cost(_people(old)) for old, _ in changed)

    def _count(self, step: int) -> None:
        for table in self.places[1:]:
            self._met.count(table, step)
        for player in _people(self.places[REST]):
            self._rested[player] += step


class _Trial:
    """A round while some look for a place: `_spots` are where they are, and who is there may be exchanged."""

    def __init__(
        self,
        left: Sequence[Place],
        home: dict[int, int],
        arrived: Sequence[int],
        met: Meetings,
        rested: Counter[int],
        chance: Chance,
    ) -> None:
        self.places = [list(place) for place in left]
        self._home, self._met, self._rested, self._chance = home, met, rested, chance
        everybody = [*home, *arrived]
        least = min(rested[player] for player in everybody)
        self._barred = {player for player in arrived if rested[player] > least}
        self._looking = list(arrived)
        for at, width in self._widths(len(everybody)).items():
            self._fit(at, width)
        self._spots = [(at, s) for at, place in enumerate(self.places) for s, player in enumerate(place) if not player]
        self._looked_for = set(self._spots)
        self._costs: dict[int, int] = {}
        self._sore: list[Spot] | None = None

    def fill(self, budget: Budget) -> None:
        """Gives everybody a place, then exchanges while somebody sits with whom he should not."""
        for (at, seat), player in zip(self._chance.shuffled(self._spots), self._looking, strict=True):
            self.places[at][seat] = player
        self._admit()
        for _ in budget.tries(len(self._spots)):
            sore = self._sore_spots()
            if not sore:
                break
            self._try(sore[self._chance.below(len(sore))])
            budget.left -= 1
        for _ in budget.polish(len(self._spots)):
            self._try(self._spots[self._chance.below(len(self._spots))])
            budget.left -= 1

    def _widths(self, people: int) -> dict[int, int]:
        """How many places each table and rest have now; those of most people stay, others are closed."""
        tables, over = divmod(people, SEATS)
        self.places += ([] for _ in range(tables + 1 - len(self.places)))
        numbers = self._chance.shuffled(range(1, len(self.places)))
        fullest = sorted(numbers, key=lambda at: (-len(_people(self.places[at])), not self.places[at] and at))
        kept = fullest[:tables]
        widths = dict.fromkeys(fullest, 0) | dict.fromkeys(kept, SEATS)
        if self._fives_wished():
            wide = sorted(self._chance.shuffled(kept), key=lambda at: len(_people(self.places[at])) <= SEATS)
            return {REST: 0} | widths | dict.fromkeys(wide[:over], SEATS + 1)
        return {REST: over} | widths

    def _fives_wished(self) -> bool:
        return self._met.wish.rest == FIVES

    def _fit(self, at: int, width: int) -> None:
        """Makes a place so wide: who is one too many looks for another, and the last takes a seat that is free."""
        place = self.places[at]
        while len(_people(place)) > width:
            self._looking.append(self._sent(at))
        while len(place) > width:
            last = place.pop()
            if last is not None:
                place[place.index(None)] = last
        place += [None] * (width - len(place))

    def _sent(self, at: int) -> int:
        """Takes somebody from a place: by lot, or who rested most."""
        people = self._chance.shuffled(_people(self.places[at]))
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
        """Exchanges who looks for a place with another who does, or with one whose place he comes from."""
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
        self._costs |= now
        if any((now[place] >= self._met.sore) != (was[place] >= self._met.sore) for place in at):
            self._sore = None

    def _at_home(self, player: int | None, here: Spot) -> list[Spot]:
        home = self._home.get(player or 0)
        if home is None or home == here[0]:
            return []
        return [(home, seat) for seat, other in enumerate(self.places[home]) if (home, seat) not in self._looked_for]

    def _sore_spots(self) -> list[Spot]:
        """The spots at places where somebody is who should not be there."""
        if self._sore is None:
            self._sore = [spot for spot in self._spots if self._known_cost(spot[0]) >= self._met.sore]
        return self._sore

    def _known_cost(self, at: int) -> int:
        """What a place costs, as long as nobody was exchanged there since it was counted."""
        if at not in self._costs:
            self._costs[at] = self._cost(at)
        return self._costs[at]

    def _cost(self, at: int) -> int:
        if at != REST:
            return self._met.cost(self.places[at])
        barred = NEVER * len(self._barred.intersection(_people(self.places[at])))
        return barred + _cost_of_rest(self.places[at], self._met, self._rested)

    def _swap(self, here: Spot, there: Spot) -> None:
        (a, i), (b, j) = here, there
        places = self.places
        places[a][i], places[b][j] = places[b][j], places[a][i]


def _cost_of_rest(place: Sequence[int | None], met: Meetings, rested: Counter[int]) -> int:
    """To rest again is as bad as to sit with a vacancy again."""
    return met.wish.weight("vacancies") * sum(rested[player] for player in _people(place))


def _people(place: Sequence[int | None]) -> list[int]:
    return [player for player in place if player is not None]
