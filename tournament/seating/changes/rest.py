"""The rounds to come are drawn again when people leave or come and nothing of them is published."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from tournament.seating.changes import leaving
from tournament.seating.constraints import Wish
from tournament.seating.designs.plan import SEATS
from tournament.seating.optimise.table_numbers import Numbers, Tables
from tournament.seating.optimise.tabu import Board, Table
from tournament.seating.proof.audit import Schedule
from tournament.seating.rng import Chance
from tournament.seating.rounds.past import seat_counts
from tournament.seating.seats.colouring import evened, seated

STEPS, WORK = 6_000, 1_500_000

Seating = list[list[int | None]]


def redrawn(
    rounds: Schedule, after: int, absent: Sequence[int], arrived: Sequence[int], wish: Wish, seed: str
) -> list[Seating]:
    """All rounds, those up to `after` as they were, those to come for whoever is there then.

    The search starts from the old rounds with the fewest moves, which keeps most of what the old draw was good at.
    """
    chance = Chance(seed)
    drawn, _ = leaving.reseated(rounds, after, absent, arrived, wish, chance)
    for coming in alike([everybody(tables) for tables in drawn], after):
        drawn[coming] = _drawn_again(drawn[: coming.start], drawn[coming], wish, chance)
    return drawn


def alike(playing: Sequence[Sequence[int]], after: int) -> Iterator[slice]:
    """The rounds after the first so many, cut wherever others play than in the round before."""
    for _, group in groupby(range(after, len(playing)), key=lambda number: playing[number]):
        numbers = list(group)
        yield slice(numbers[0], numbers[-1] + 1)


def _drawn_again(played: Sequence[Seating], open_: Sequence[Seating], wish: Wish, chance: Chance) -> list[Seating]:
    """Rounds of the same players, mended, numbered and seated after those that were played."""
    players = everybody(open_[0])
    people: dict[int | None, int] = {player: person for person, player in enumerate(players)}
    people[None] = len(players)
    coming = [[people[player] for table in tables if table for player in table] for tables in open_]
    before = [[people[player] for player in table if player in people] for tables in played for table in tables]

    def table_cost(table: Table) -> int:
        return wish.table_cost([players[person] - 1 for person in table if person < len(players)])

    board = Board(
        len(players),
        coming,
        wish.weights(),
        chance,
        groups=wish.among(players),
        before=before,
        wish=table_cost if wish.costs_of_tables() else None,
    )
    board.mend(min(STEPS, WORK // len(players)))
    tables = [[flat[at : at + SEATS] for at in range(0, len(flat), SEATS)] for flat in board.rounds]
    flats = [[person for table in round_ for person in table] for round_ in numbered(played, tables, people, wish)]
    counts = seat_counts(players, played)
    final = evened(seated(flats, len(players), chance), counts)
    names: list[int | None] = [*players, None]
    return [
        [[names[person] for person in flat[at : at + SEATS]] for at in range(0, len(flat), SEATS)] for flat in final
    ]


def everybody(tables: Sequence[Sequence[int | None]], resting: Sequence[int] = ()) -> list[int]:
    """Who plays or rests in a round, ascending."""
    return sorted([player for table in tables for player in table if player is not None] + list(resting))


def numbered(played: Schedule, coming: Sequence[Tables], people: Mapping[int | None, int], wish: Wish) -> list[Tables]:
    """The coming rounds with table numbers to which few come back who sat there before.

    `people` gives the number in `coming` of each player who is there.
    """
    vacancy = people.get(None, len(people))
    numbers = Numbers(coming, vacancy)
    for before in played:
        for number, table in enumerate(before):
            numbers.sat([people[player] for player in table if player in people], number)
    tables = len(numbers.rounds[0])
    stays = {people[player]: at - 1 for player, at in wish.stays.items() if player in people and at <= tables}
    numbers.keep(stays)
    numbers.improve(sorted(stays.values()))
    return numbers.rounds
