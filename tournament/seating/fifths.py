"""Who comes to a table of five, and to which, on small and tight fields: chosen for all rounds together.

In every round somebody makes room for each of those who have no point in the design, and is the fifth at another table,
or they are it themselves. One choice decides which others are good, so that they are made anew one after the other.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from tournament.seating.chance import Chance

# So many choices are made anew. Fields larger than this have choice enough without.
STEPS, MOST_PEOPLE = 1500, 45
# A repeat is worse than any number of people who were at a five before.
REPEAT = 1000

Tables = Sequence[Sequence[int]]
# Until which step a choice is not made again for a round and a turn in it.
Tabu = dict[tuple[int, int, "Choice | None"], int]


class Choice(NamedTuple):
    """Who is the fifth, and at which table."""

    person: int
    table: int


class Fifths:
    """Rounds of a design at tables of four, and who is a fifth in each of them; `repeats` that all of it has."""

    def __init__(self, rounds: Sequence[Tables], extra: Sequence[int], people: int, chance: Chance) -> None:
        self._rounds, self._extra, self._chance = rounds, extra, chance
        self._masks = [[sum(1 << person for person in table) for table in tables] for tables in rounds]
        self._homes = [{person: at for at, table in enumerate(tables) for person in table} for tables in rounds]
        self._times = [[0] * people for _ in range(people)]
        self._met = [0] * people
        self._turns, self._fives = [0] * people, [0] * people
        # Nobody is a fifth again before everybody was.
        self._most_turns = -(-len(rounds) * len(extra) // people)
        self.repeats = 0
        for table in (table for tables in rounds for table in tables):
            for a, b in combinations(table, 2):
                self._meet(a, b, 1)
        self.choices: list[list[Choice | None]] = [[None] * len(extra) for _ in rounds]

    def choose(self) -> list[list[Choice]] | None:
        """For each round who is the fifth for each of those with no point: the choices that had fewest repeats.

        None where the first choices leave none to another.
        """
        spots = [(number, turn) for number in range(len(self._rounds)) for turn in range(len(self._extra))]
        if not all(self._choose(number, turn, {}, 0) for number, turn in spots):
            return None
        best, least = self._chosen(), self.repeats
        tabu: Tabu = {}
        for step in range(STEPS):
            if not least:
                break
            number, turn = self._chance.below(len(self._rounds)), self._chance.below(len(self._extra))
            now = self.choices[number][turn]
            self._take_back(number, turn)
            tabu[number, turn, now] = step + len(self._rounds) * len(self._extra)
            self._choose(number, turn, tabu, step)
            if self.repeats < least:
                best, least = self._chosen(), self.repeats
        self.repeats = least
        return best

    def _chosen(self) -> list[list[Choice]]:
        return [[choice for choice in choices if choice] for choices in self.choices]

    def _choose(self, number: int, turn: int, tabu: Tabu, step: int) -> bool:
        """Makes the choice of least cost, one that is not barred if there is any; tells whether there is one at all."""
        ways = self._ways(number, turn)
        free = [way for way in ways if tabu.get((number, turn, way[1]), -1) < step] or ways
        least = min((cost for cost, _ in free), default=0)
        best = [choice for cost, choice in free if cost == least]
        if best:
            choice = self.choices[number][turn] = best[self._chance.below(len(best))]
            self._count(number, turn, choice, 1)
        return bool(best)

    def _take_back(self, number: int, turn: int) -> None:
        if choice := self.choices[number][turn]:
            self._count(number, turn, choice, -1)
        self.choices[number][turn] = None

    def _ways(self, number: int, turn: int) -> list[tuple[int, Choice]]:
        """What each choice costs: of those whose turn it may be, at tables that no other choice changes."""
        tables, masks, comer = self._rounds[number], self._masks[number], self._extra[turn]
        others = [choice for choice in self.choices[number] if choice]
        changed = {at for one in others for at in (one.table, self._homes[number].get(one.person))}
        free = [at for at in range(len(tables)) if at not in changed]
        crowd = {at: sum(self._fives[person] for person in tables[at]) for at in free}
        may = [(person, at) for at in free for person in tables[at] if self._turns[person] < self._most_turns]
        if self._turns[comer] < self._most_turns:
            may.append((comer, -1))
        found = []
        for person, at in may:
            known = self._replaced(comer, person, tables[at], masks[at]) if at >= 0 else 0
            found += [
                (
                    REPEAT * (known + (self._met[person] & masks[to]).bit_count()) + self._fives[person] + crowd[to],
                    Choice(person, to),
                )
                for to in free
                if to != at
            ]
        return found

    def _replaced(self, comer: int, person: int, table: Sequence[int], mask: int) -> int:
        """How many more repeats there are when one comes to a table in place of a person."""
        spared = sum(self._times[person][other] > 1 for other in table if other != person)
        return (self._met[comer] & (mask & ~(1 << person))).bit_count() - spared

    def _count(self, number: int, turn: int, choice: Choice, step: int) -> None:
        """Counts what a choice changes, or takes it back with `step` -1."""
        person, comer, tables = choice.person, self._extra[turn], self._rounds[number]
        if person != comer:
            for mate in tables[self._homes[number][person]]:
                if mate != person:
                    self._meet(person, mate, -step)
                    self._meet(comer, mate, step)
        self._turns[person] += step
        self._fives[person] += step
        for other in tables[choice.table]:
            self._meet(person, other, step)
            self._fives[other] += step

    def _meet(self, a: int, b: int, step: int) -> None:
        before = self._times[a][b]
        after = self._times[a][b] = self._times[b][a] = before + step
        self.repeats += max(0, after - 1) - max(0, before - 1)
        if not before or not after:
            self._met[a] ^= 1 << b
            self._met[b] ^= 1 << a


def laid(tables: Tables, choices: Sequence[Choice], extra: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """The tables of a round with the comers in place of those who made room, the fives first, and the fifths."""
    comers = {choice.person: comer for choice, comer in zip(choices, extra, strict=True)}
    seated = [[comers.get(person, person) for person in table] for table in tables]
    fives = [choice.table for choice in choices]
    rest = [at for at in range(len(tables)) if at not in fives]
    return [seated[at] for at in [*fives, *rest]], [choice.person for choice in choices]
