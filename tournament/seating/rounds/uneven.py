"""Fields that do not fill tables of four: in every round some sit at tables of five, or some rest.

A design is drawn for the full tables; those drawn last have no point in it. In every round others make room for them,
in turn, who rest or go to a table as the fifth. Swaps mend the rest.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, zip_longest

from tournament.seating.constraints import FIVES
from tournament.seating.model import SEATS, Flat, Tables, cut
from tournament.seating.rng import Chance

# So often, and for so much work, it is tried who makes room for whom. Among so many equally good ones a lot decides.
TRIES, WORK, LOTS = 100, 40_000, 1000


def sizes(players: int, rest: str) -> list[int]:
    """How many sit at each table of a round as it is drawn: fives first; last, those who rest, if some do."""
    tables, over = divmod(players, SEATS)
    if rest == FIVES:
        return [SEATS + 1] * over + [SEATS] * (tables - over)
    return [SEATS] * tables + [over] * (over > 0)


def laid_out(flat: Flat, extra: Sequence[int], rest: str) -> Flat:
    """A round of a design, with those who have no point in it: the fifth at the first tables, or resting."""
    if rest != FIVES:
        return [*flat, *extra]
    tables = cut(flat)
    return [person for table, fifth in zip_longest(tables, extra) for person in [*table, fifth] if person is not None]


def in_turn(rounds: Sequence[Flat], extra: Sequence[int], people: int, rest: str) -> list[Flat]:
    """The rounds of a design, with others making room for those who have no point, and as it was laid out.

    Nobody does so again before everybody has done so as often. Who comes for him should have met few of his table, and
    so should a fifth: of several ways to choose among equally good ones, the one with the fewest repeats.
    """
    widths = sizes(people, rest)
    # Who is which person was drawn by lot already.
    chance = Chance("lots")
    best: list[Flat] = []
    least: int | None = None
    for attempt in range(max(1, min(TRIES, WORK // (people * len(rounds))))):
        turns = _Turns(rounds, people, chance if attempt else None)
        found = [turns.taken(number, extra, rest) for number in range(len(rounds))]
        repeats = _repeats(found, widths)
        if least is None or repeats < least:
            best, least = found, repeats
        if not least:
            break
    return best


def _repeats(rounds: Sequence[Flat], widths: Sequence[int]) -> int:
    met = Counter(pair for flat in rounds for table in cut(flat, widths) for pair in combinations(sorted(table), 2))
    return sum(times - 1 for times in met.values())


class _Turns:
    """Whom everybody meets, as a mask, in a design of which some rounds were changed; how often it was whose turn.

    Of equally good choices the first is made, or one by `chance`.
    """

    def __init__(self, rounds: Sequence[Flat], people: int, chance: Chance | None) -> None:
        self._rounds = [cut(flat) for flat in rounds]
        self._chance = chance
        self._met = [0] * people
        self._times = [0] * people
        self._fives = [0] * people
        for table in (table for tables in self._rounds for table in tables):
            self._meet(table)

    def taken(self, number: int, extra: Sequence[int], rest: str) -> Flat:
        """A round, changed and laid out."""
        tables = self._rounds[number]
        out = [self._replaced(tables, person, extra) for person in extra]
        for person in out:
            self._times[person] += 1
        if rest == FIVES:
            for place, fifth in enumerate(out):
                self._join(tables, place, fifth)
        return laid_out([person for table in tables for person in table], out, rest)

    def _replaced(self, tables: Tables, comer: int, extra: Sequence[int]) -> int:
        """Seats one who has no point where he has met fewest, and tells who made room: himself, if it is his turn."""
        least = min(self._times)
        places = [
            (self._known(comer, [other for other in table if other != person]), self._lot(), number, seat)
            for number, table in enumerate(tables)
            for seat, person in enumerate(table)
            if self._times[person] == least and person not in extra
        ]
        if self._times[comer] == least or not places:
            return comer
        *_, number, seat = min(places)
        goer, tables[number][seat] = tables[number][seat], comer
        self._meet(tables[number])
        return goer

    def _join(self, tables: Tables, place: int, fifth: int) -> None:
        """Brings the table at which a fifth has met fewest to a place among the fives."""
        best = min(range(place, len(tables)), key=lambda number: self._strain(fifth, tables[number]))
        tables[place], tables[best] = tables[best], tables[place]
        self._meet([*tables[place], fifth])
        for person in (*tables[place], fifth):
            self._fives[person] += 1

    def _strain(self, fifth: int, table: Sequence[int]) -> tuple[int, int, int]:
        return self._known(fifth, table), sum(self._fives[person] for person in table), self._lot()

    def _lot(self) -> int:
        return self._chance.below(LOTS) if self._chance else 0

    def _known(self, person: int, others: Sequence[int]) -> int:
        return sum(self._met[person] >> other & 1 for other in others)

    def _meet(self, table: Sequence[int]) -> None:
        mask = sum(1 << person for person in table)
        for person in table:
            self._met[person] |= mask & ~(1 << person)
