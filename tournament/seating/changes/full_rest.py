"""People leave or come while there are tables of five, or while some rest: published rounds and rounds still open.

Open rounds are drawn again: nothing of them is published yet.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournament.seating.changes import full_leaving
from tournament.seating.changes.full_leaving import Left
from tournament.seating.changes.rest import STEPS, WORK, Seating, alike, everybody, numbered
from tournament.seating.constraints import FIVES, Wish
from tournament.seating.designs.plan import SEATS
from tournament.seating.optimise.tabu import Board, Table
from tournament.seating.proof.audit import Schedule
from tournament.seating.rng import Chance
from tournament.seating.rounds import uneven
from tournament.seating.seats.rebalancing import rebalanced

Tables = list[list[int]]


def changed(
    rounds: Schedule,
    resting: Sequence[Sequence[int]],
    after: int,
    absent: Sequence[int],
    arrived: Sequence[int],
    wish: Wish,
    seed: str,
    *,
    shown: bool,
) -> Left:
    """All rounds, those up to `after` as they were: with the fewest moves where they are `shown`, else drawn again.

    `resting` tells who rests in each round. Newcomers are not counted as moves. Seats are evened out.
    """
    if shown:
        left = full_leaving.reseated(rounds, resting, after, absent, arrived, wish, Chance(seed))
    else:
        left = redrawn(rounds, resting, after, absent, arrived, wish, seed)
    played, now = left.rounds[:after], left.rounds[after:]
    return left._replace(rounds=played + rebalanced(played, rounds[after:], now, wish))


def redrawn(
    rounds: Schedule,
    resting: Sequence[Sequence[int]],
    after: int,
    absent: Sequence[int],
    arrived: Sequence[int],
    wish: Wish,
    seed: str,
) -> Left:
    """All rounds, those up to `after` as they were, those to come for whoever is there then; nobody is told to move.

    The search starts from the old rounds with the fewest moves, in which those rest whose turn it is.
    """
    chance = Chance(seed)
    drawn = full_leaving.reseated(rounds, resting, after, absent, arrived, wish, chance)
    playing = [everybody(tables, out) for tables, out in zip(drawn.rounds, drawn.resting, strict=True)]
    for coming in alike(playing, after):
        drawn.rounds[coming], drawn.resting[coming] = _drawn_again(drawn, coming, wish, chance)
    return drawn._replace(moves=[])


def _drawn_again(drawn: Left, open_: slice, wish: Wish, chance: Chance) -> tuple[list[Seating], list[list[int]]]:
    """Rounds of the same players, in which those rest whose turn it is, mended, numbered and seated; and who rests."""
    played, rested_in = drawn.rounds[: open_.start], drawn.resting[: open_.start]
    players = everybody(drawn.rounds[open_.start], drawn.resting[open_.start])
    people: dict[int | None, int] = {player: person for person, player in enumerate(players)}
    coming = [[[people[p] for p in table] for table in tables if table] for tables in drawn.rounds[open_]]
    out = [[people[p] for p in some] for some in drawn.resting[open_]]
    before = [[people[p] for p in table if p in people] for tables in played for table in tables]
    wide = [len(table) > SEATS for tables in played for table in tables]
    rested = Counter(people[p] for some in rested_in for p in some if p in people)
    in_turn(coming, out, rested, before, len(players))
    marked = [[*table, len(players)] if five else table for table, five in zip(before, wide, strict=True)]
    mended = _mended(coming, marked, players, wish, chance)
    final = uneven.seated(numbered(played, mended, people, wish), len(players), chance)
    named: list[Seating] = [[[players[p] for p in table] for table in tables] for tables in final]
    return named, [sorted(players[p] for p in some) for some in out]


def in_turn(
    rounds: Sequence[Tables], resting: Sequence[list[int]], rested: Counter[int], before: Sequence[Table], people: int
) -> None:
    """Has those rest who did so least often before; who rested more takes the seat of one who met few at that table.

    Changes the rounds and who rests in each; `rested` is counted on.
    """
    met = Counter(pair for tables in (before, *rounds) for table in tables for pair in combinations(sorted(table), 2))
    for tables, out in zip(rounds, resting, strict=True):
        due = sorted(range(people), key=lambda person: (rested[person], person not in out))[: len(out)]
        most = rested[due[-1]] if due else 0
        for place, person in enumerate(out):
            if rested[person] > most or person not in due:
                _relieved(tables, out, place, most, rested, met)
        rested.update(out)


def _relieved(
    tables: Tables, out: list[int], place: int, most: int, rested: Counter[int], met: Counter[tuple[int, int]]
) -> None:
    """Seats one who rests in place of one whose turn it is more."""
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


def _mended(
    coming: Sequence[Tables], before: Sequence[Table], players: Sequence[int], wish: Wish, chance: Chance
) -> list[Tables]:
    """The rounds after swaps between tables; a mark sits at every five, and who rests stays who he is."""
    mark = len(players)
    widest = [sorted(tables, key=lambda table: -len(table)) for tables in coming]
    marked = [[[*table, mark] if len(table) > SEATS else table for table in tables] for tables in widest]
    sizes = [len(table) for table in marked[0]]

    def table_cost(table: Table) -> int:
        return wish.table_cost([players[person] - 1 for person in table if person != mark])

    board = Board(
        mark,
        [[person for table in tables for person in table] for tables in marked],
        wish.weights(),
        chance,
        groups=wish.among(players),
        before=before,
        wish=table_cost if wish.costs_of_tables() else None,
        sizes=sizes if wish.rest == FIVES else None,
    )
    board.mend(min(STEPS, WORK // mark))
    return [[[p for p in table if p != mark] for table in uneven.cut(flat, sizes)] for flat in board.rounds]
