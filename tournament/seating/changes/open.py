"""The rounds to come are drawn again when people leave or come and nothing of them is published."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, groupby

from tournament.seating.changes.published import placed
from tournament.seating.constraints import Wish
from tournament.seating.model import Change, Roster, Schedule, Tables, everybody
from tournament.seating.optimise.mending import mended
from tournament.seating.optimise.table_numbers import numbered
from tournament.seating.rng import Chance
from tournament.seating.seats.colouring import seated
from tournament.seating.seats.rebalancing import seated_anew

STEPS, WORK = 6_000, 1_500_000


def redrawn(schedule: Schedule, change: Change, wish: Wish, seed: str) -> Schedule:
    """The schedule with all rounds after `change.after` drawn again, for whoever is there then.

    The search starts from the old rounds with the fewest moves, which keeps most of what the old draw was good at.
    Those who sat out least often are next to do so. Seats are evened out, and whoever writes sits last.
    """
    after, chance = change.after, Chance(seed)
    drawn, _ = placed(schedule, change, wish, chance)
    for stretch in _stretches(drawn, after):
        _Stretch(drawn, stretch, wish, chance).draw()
    drawn.rounds[after:] = seated_anew(drawn.rounds[:after], drawn.rounds[after:], wish, chance)
    return drawn


def _stretches(schedule: Schedule, after: int) -> Iterator[slice]:
    """The rounds after the first `after`, cut wherever others play than in the round before."""
    playing = [everybody(*part) for part in zip(schedule.rounds, schedule.resting, strict=True)]
    for _, group in groupby(range(after, len(playing)), key=lambda number: playing[number]):
        numbers = list(group)
        yield slice(numbers[0], numbers[-1] + 1)


class _Stretch:
    """Rounds to come that the same people play: players as people from 0, vacancies and marks of fives as the next."""

    def __init__(self, schedule: Schedule, stretch: slice, wish: Wish, chance: Chance) -> None:
        self._schedule, self._stretch, self._wish, self._chance = schedule, stretch, wish, chance
        self._players = everybody(schedule.rounds[stretch.start], schedule.resting[stretch.start])
        self._roster = Roster(self._players)
        self._nobody = self._roster.vacancy
        self._played = self._roster.rounds(schedule.rounds[: stretch.start])

    def draw(self) -> None:
        """Draws the rounds again: who sits out, who sits with whom, table numbers, seats."""
        rounds, resting = self._schedule.rounds, self._schedule.resting
        out = [self._roster.people(people) for people in resting[self._stretch]]
        coming = self._roster.rounds([list(filter(None, tables)) for tables in rounds[self._stretch]])
        if any(out):
            self._in_turn(coming, out)
        steps = min(STEPS, WORK // self._nobody)
        parted, _ = mended(coming, self._roster, self._wish, self._chance, steps, before=self._marked())
        stays = {person: self._wish.stays[p] - 1 for person, p in enumerate(self._players) if p in self._wish.stays}
        final = seated(numbered(parted, self._nobody, stays, self._played), self._nobody, self._chance)
        rounds[self._stretch] = self._roster.seatings(final)
        resting[self._stretch] = [sorted(self._players[person] for person in people) for people in out]

    def _marked(self) -> list[list[int]]:
        """The tables of earlier rounds, a mark at each five, of which not all have to play now."""
        earlier = self._schedule.rounds[: self._stretch.start]
        return [self._roster.marked(table) for tables in earlier for table in tables]

    def _in_turn(self, rounds: Sequence[Tables], resting: Sequence[list[int]]) -> None:
        """Has those sit out who did so least often; others take the seat of one of them, where they met few."""
        earlier = (player for people in self._schedule.resting[: self._stretch.start] for player in people)
        rested = Counter(self._roster.people(list(earlier)))
        met = Counter(pair for table in chain(self._marked(), *rounds) for pair in combinations(sorted(table), 2))
        for tables, out in zip(rounds, resting, strict=True):
            due = sorted(range(self._nobody), key=lambda person: (rested[person], person not in out))[: len(out)]
            most = max((rested[person] for person in due), default=0)
            for place, person in enumerate(out):
                if rested[person] > most or person not in due:
                    _relieved(tables, out, place, rested, met)
            rested.update(out)


def _relieved(tables: Tables, out: list[int], place: int, rested: Counter[int], met: Counter[tuple[int, int]]) -> None:
    """Seats somebody from the bench in place of a player who sat out less often."""
    least = min(rested[person] for table in tables for person in table)
    comer = out[place]

    def price(table: Sequence[int], goer: int) -> int:
        return sum(met[min(comer, other), max(comer, other)] for other in table if other != goer)

    _, table, seat = min(
        (price(table, goer), number, seat)
        for number, table in enumerate(tables)
        for seat, goer in enumerate(table)
        if rested[goer] == least
    )
    out[place], tables[table][seat] = tables[table][seat], comer
    met.update((min(comer, other), max(comer, other)) for other in tables[table] if other != comer)
