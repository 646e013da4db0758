"""Fields that do not fill tables of four: in every round some sit at tables of five, or sit out.

A design is drawn for the full tables; those drawn last have no point in it. In every round others make room for them,
in turn, and sit out or go to a table as the fifth. Swaps mend the rest.
"""

from collections.abc import Sequence
from itertools import chain, zip_longest

from tournament.seating.constraints import Shape, Wish
from tournament.seating.model import Flat, Tables, cut, repeats
from tournament.seating.placement.columns import meetings
from tournament.seating.rng import Chance

# How many ways of making room are tried, and how much work that may take; a lot decides among equally good ones.
TRIES, WORK, LOTS = 100, 40_000, 1000


def laid_out(flat: Flat, extra: Sequence[int], shape: Shape) -> Flat:
    """A round of a design, with those who have no point in it: the fifth at the first tables, or resting."""
    if not shape.fives:
        return [*flat, *extra]
    tables = cut(flat)
    return [person for table, fifth in zip_longest(tables, extra) for person in [*table, fifth] if person is not None]


def in_turn(rounds: Sequence[Flat], extra: Sequence[int], wish: Wish) -> list[Flat]:
    """The rounds of a design as it was laid out, with others making room in turn for those who have no point.

    Nobody does so again before everybody has done so as often. Those who come in should have met few at the table, and
    so should a fifth: of several ways to choose among equally good ones, the one with the fewest repeats.
    """
    shape = wish.shape
    # Who is which person was drawn by lot already.
    rng = Chance("lots")
    best: list[Flat] = []
    least: int | None = None
    for attempt in range(max(1, min(TRIES, WORK // (wish.players * len(rounds))))):
        turns = _ByeTurns(rounds, wish.players, rng if attempt else None)
        laid_rounds = [turns.taken(number, extra, shape) for number in range(len(rounds))]
        again = _repeats(laid_rounds, shape)
        if least is None or again < least:
            best, least = laid_rounds, again
        if not least:
            break
    return best


def _repeats(rounds: Sequence[Flat], shape: Shape) -> int:
    """The repeats at the tables and, so that the same people do not rest together, on the bench."""
    places = ([*tables, bench] for tables, bench in map(shape.cut, rounds))
    return repeats(chain.from_iterable(places))


class _ByeTurns:
    """Whom everybody meets, as a mask, in a design of which some rounds were changed; how many turns each has had.

    Of equally good choices the first is made, or one by `rng`.
    """

    def __init__(self, rounds: Sequence[Flat], player_count: int, rng: Chance | None) -> None:
        self._rounds = [cut(flat) for flat in rounds]
        self._rng = rng
        self._met = meetings(rounds, player_count)
        self._times = [0] * player_count
        self._fives = [0] * player_count

    def taken(self, number: int, extra: Sequence[int], shape: Shape) -> Flat:
        """A round, changed and laid out."""
        tables = self._rounds[number]
        out = [self._replaced(tables, person, extra) for person in extra]
        for person in out:
            self._times[person] += 1
        if shape.fives:
            for place, fifth in enumerate(out):
                self._join(tables, place, fifth)
        return laid_out([person for table in tables for person in table], out, shape)

    def _replaced(self, tables: Tables, comer: int, extra: Sequence[int]) -> int:
        """Seats a person without a point where they met fewest; returns who made room, which may be the person."""
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
        return self._rng.below(LOTS) if self._rng else 0

    def _known(self, person: int, others: Sequence[int]) -> int:
        return sum(self._met[person] >> other & 1 for other in others)

    def _meet(self, table: Sequence[int]) -> None:
        mask = sum(1 << person for person in table)
        for person in table:
            self._met[person] |= mask & ~(1 << person)
