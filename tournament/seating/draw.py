"""One round: a seeded shuffle, then swaps as long as they make meetings fewer."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from tournament.seating.chance import Chance
from tournament.seating.designs import SEATS
from tournament.seating.search import Board, Group, Weights

# What a pair at one table costs: having met before weighs more than being of one club.
REPEAT, CLUB = 100, 1
# How long a search lasts at most, and how often it begins anew where people had to meet again or clubs did.
STEPS, WORK, ATTEMPTS = 1_500, 1_000_000, 5

Pair = tuple[int, int]


def draw_round(
    players: Sequence[int], history: Iterable[Sequence[int]], clubs: Mapping[int, str], seed: str
) -> list[list[int]]:
    """Seats players at tables of four: per table the players in seat order.

    `history` holds the tables of earlier rounds, `clubs` the club of those who have one. ValueError when the players
    do not fill their tables, or one is named twice.
    """
    if not players or len(players) % SEATS or len(set(players)) < len(players):
        raise ValueError(f"{len(players)} players do not fill tables of {SEATS}")
    chance = Chance(seed)
    names = sorted(players)
    people = {player: person for person, player in enumerate(names)}
    before = [[people[player] for player in table if player in people] for table in history]
    groups = _clubs(people, clubs)
    past = Board(len(names), [], Weights(REPEAT), chance, groups=groups, before=before).cost
    best: list[int] = []
    lowest = -1
    for _ in range(ATTEMPTS):
        start = chance.shuffled(range(len(names)))
        board = Board(len(names), [start], Weights(REPEAT), chance, groups=groups, before=before)
        board.mend(min(STEPS, WORK // len(names)), past)
        if lowest < 0 or board.cost < lowest:
            best, lowest = board.rounds[0], board.cost
        if lowest == past:
            break
    seated = [names[person] for person in best]
    return [seated[at : at + SEATS] for at in range(0, len(seated), SEATS)]


def meetings(history: Iterable[Sequence[int]]) -> dict[Pair, int]:
    """How often each pair sat at one table."""
    met: dict[Pair, int] = {}
    for table in history:
        for pair in combinations(sorted(table), 2):
            met[pair] = met.get(pair, 0) + 1
    return met


def repeats(tables: Iterable[Sequence[int]]) -> int:
    """The repeats of a schedule: the meetings of each pair beyond its first, summed."""
    return sum(times - 1 for times in meetings(tables).values())


def _clubs(people: Mapping[int, int], clubs: Mapping[int, str]) -> list[Group]:
    members: dict[str, list[int]] = {}
    for player, person in people.items():
        if player in clubs:
            members.setdefault(clubs[player], []).append(person)
    return [Group(tuple(club), CLUB) for club in members.values()]
