"""People leave or come while rounds are published: as few as can be change their place.

A round continues with as many tables as its players need, and the fullest tables stay. Players at a table that closes,
or who are one too many, look for another place, and so do newcomers; players who sit out take seats that became free.
No round with as many tables has fewer moves: at each table and on the bench, as many stay as there is room for. Two
things cost extra moves. A new table should not have two empty seats, so others move there. And a newcomer who would sit
out again, while others did so less often, changes places with one of these.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain

from tournament.seating import bounds
from tournament.seating.constraints import FIVES, MEETINGS, VACANCIES, Wish
from tournament.seating.documents import MoveDocument
from tournament.seating.model import SEATS, AttendanceChange, Schedule, Seating, Table, people_of
from tournament.seating.optimise.mending import mend_rounds
from tournament.seating.rng import Chance

# How often each round is laid anew, with other tables closed and others who move, as long as people meet again there;
# the steps of a search then, whatever the field; and how many times as many it makes when all rounds are laid at first.
ATTEMPTS, STEPS, FIRST = 40, 50, 10
# The work of all attempts, of which each takes as much as its seats and these more.
WORK, EACH = 300_000, 1_500
# The first of a round's places is the bench, for those who sit out; the others are its tables, by their numbers.
REST = 0


def place_players(
    schedule: Schedule, change: AttendanceChange, wish: Wish, rng: Chance, *, attempts: int = ATTEMPTS
) -> tuple[Schedule, list[MoveDocument]]:
    """The schedule once people have left and others have come, and who moves where; seats are as they fall.

    A closed table is an empty list, so that the others keep their numbers. Newcomers are not counted as moves. Each
    round in which people meet again is laid anew up to `attempts` times.
    """
    search = _Search(schedule, change, wish, rng)
    search.attempt(search.sore)
    seats = sum(len(table) for round_ in search.rounds for table in round_.tables)
    for number in range(min(attempts * len(search.rounds), WORK // (seats + EACH))):
        if search.sore:
            search.attempt([search.sore[number % len(search.sore)]])
    moves = [move for number, round_ in enumerate(search.rounds, change.after + 1) for move in round_.moves(number)]
    return Schedule(schedule.rounds[: change.after] + [each.tables for each in search.rounds], search.resting), moves


class _Search:
    """The rounds to come; of those that are `sore` (from 0), somebody who looked for a place should not be there."""

    def __init__(self, schedule: Schedule, change: AttendanceChange, wish: Wish, rng: Chance) -> None:
        self._schedule, self._change, self._wish, self._rng = schedule, change, wish, rng
        self._roster = schedule.roster(change.arrived)
        self._before = [self._roster.marked(table) for table in chain(*schedule.rounds[: change.after])]
        self._lowest: int | None = None
        self.resting, self.rounds = schedule.resting, list[_Round]()
        self.sore: Sequence[int] = range(len(schedule.rounds) - change.after)

    def attempt(self, anew: Sequence[int]) -> None:
        """Lays rounds anew, and exchanges people in all of them; keeps that if it costs less."""
        resting, rounds = list(self.resting), list(self.rounds)
        for at in anew:
            number = self._change.after + at
            rested = Counter(chain(*resting[:number], *resting[number + 1 :]))
            places: list[Table] = [self._schedule.resting[number], *self._schedule.rounds[number]]
            rounds[at : at + 1] = [_Round(places, self._change, self._wish, rested, self._rng)]
            resting[number] = rounds[at].bench
        steps = STEPS if self.rounds else FIRST * STEPS
        laid_rounds = self._roster.rounds([list(filter(None, round_.tables)) for round_ in rounds])
        free = [[seats for seats, table in zip(round_.free, round_.tables, strict=True) if table] for round_ in rounds]
        mended_rounds, board = mend_rounds(
            laid_rounds, self._roster, self._wish, self._rng, steps, history=self._before, free_seats=free
        )
        if self._lowest is None or board.cost < self._lowest:
            self._lowest, self.resting, self.rounds = board.cost, resting, rounds
            least = min(self._wish.weight(kind) for kind in MEETINGS)
            self.sore = [at for at, worst in enumerate(board.worst()) if worst >= least]
            for round_, tables in zip(rounds, self._roster.seatings(mended_rounds), strict=True):
                round_.seat(tables)


class _Round:
    """A round to come in which everybody has a place; who looked for one, and vacancies, are on `free` seats."""

    def __init__(
        self, places: Sequence[Table], change: AttendanceChange, wish: Wish, rested: Counter[int], rng: Chance
    ) -> None:
        gone = {None, *change.absent}
        self._home = {
            player: at for at, place in enumerate(places) for player in people_of(place) if player not in gone
        }
        self._places: Seating = [[None if player in gone else player for player in place] for place in places]
        self._places[REST] = [player for player in self._places[REST] if player is not None]
        self._wish, self._rested, self._rng = wish, rested, rng
        self._looking = list(change.arrived)
        self._fit_all(len(self._home) + len(change.arrived))
        self._fill_bench(change.arrived)
        self.free = [[seat for seat, player in enumerate(table) if player is None] for table in self._places[1:]]
        spots = [(at, seat) for at, seats in enumerate(self.free, 1) for seat in seats]
        for (at, seat), player in zip(rng.shuffled(spots), self._looking, strict=False):
            self._places[at][seat] = player

    @property
    def tables(self) -> Seating:
        """The tables by their numbers; a closed one is empty."""
        return self._places[1:]

    @property
    def bench(self) -> list[int]:
        """Those who sit out."""
        return people_of(self._places[REST])

    def seat(self, tables: Seating) -> None:
        """Others at the tables that are open."""
        open_tables = iter(tables)
        self._places[1:] = [next(open_tables) if table else [] for table in self.tables]

    def moves(self, number: int) -> list[MoveDocument]:
        """Who moves in this round, which has a number, in the order of the players."""
        new_places = {player: at for at, place in enumerate(self._places) for player in people_of(place)}
        moved = [
            (player, was, new_places[player]) for player, was in sorted(self._home.items()) if new_places[player] != was
        ]
        return [{"round": number, "player": player, "from": was or None, "to": to or None} for player, was, to in moved]

    def _fit_all(self, player_count: int) -> None:
        """Gives each table and the bench the size it needs for this number of people; the fullest tables stay."""
        vacant, places = self._wish.rest == VACANCIES, self._places
        tables, over = (bounds.tables(player_count), 0) if vacant else divmod(player_count, SEATS)
        places += ([] for _ in range(tables + 1 - len(places)))
        # By lot where they are equally full; of closed tables the first comes first.
        numbers = self._rng.shuffled(range(1, len(places)))
        fullest = sorted(numbers, key=lambda at: (-len(people_of(places[at])), not places[at] and at))
        open_tables, wide = fullest[:tables], over if self._wish.rest == FIVES else 0
        new = sum(not places[at] for at in open_tables)
        fives = sorted(self._rng.shuffled(open_tables), key=lambda at: len(people_of(places[at])) <= SEATS)
        widths = {REST: over - wide} | dict.fromkeys(fullest, 0) | dict.fromkeys(open_tables, SEATS)
        for at, width in (widths | dict.fromkeys(fives[:wide], SEATS + 1)).items():
            self._fit(at, width)
        if vacant and new:
            empty = sum(place.count(None) for place in places) - SEATS * new
            self._thin(bounds.vacancies(player_count) - empty - new)

    def _fit(self, at: int, width: int) -> None:
        """Makes a place so wide: who is one too many looks for another, and the last takes a seat that is free."""
        place = self._places[at]
        while len(people_of(place)) > width:
            self._send(at)
        while len(place) > width:
            last = place.pop()
            if last is not None:
                place[place.index(None)] = last
        place += [None] * (width - len(place))

    def _thin(self, number: int) -> None:
        """Takes one player from each of `number` full tables, so that no new table has two empty seats."""
        full = [at for at, place in enumerate(self._places) if at != REST and place and None not in place]
        for at in self._rng.shuffled(full)[: max(0, number)]:
            self._send(at)

    def _send(self, at: int) -> None:
        """Has somebody look for another place: by lot, or from the bench whoever sat out most often."""
        people = self._rng.shuffled(people_of(self._places[at]))
        player = max(people, key=lambda candidate: self._rested[candidate]) if at == REST else people[0]
        self._places[at][self._places[at].index(player)] = None
        self._looking.append(player)

    def _fill_bench(self, arrived: Collection[int]) -> None:
        """Has those sit out who look for a place and did so least; for newcomers who did so more often, others."""
        rested, bench = self._rested, self._places[REST]
        least = min(rested[player] for player in (*self._home, *arrived))
        for seat in [seat for seat, player in enumerate(bench) if player is None]:
            looking = [player for player in self._looking if player not in arrived or rested[player] == least]
            others = looking or [player for table in self.tables for player in people_of(table)]
            bench[seat] = player = min(self._rng.shuffled(others), key=lambda candidate: rested[candidate])
            if looking:
                self._looking.remove(player)
            else:
                table = self._places[self._home[player]]
                table[table.index(player)] = None
