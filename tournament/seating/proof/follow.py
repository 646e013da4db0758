"""Follows a trace: what anybody can do who has the seed and the trace, without the program that made the draw.

It needs SHA-256, a shuffle, and additions; a page in a browser does the same. It shares nothing with the engine but the
reading of chance.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from math import prod

from tournament.seating.documents import DesignDocument, PartDocument, TraceDocument, WishDocument
from tournament.seating.model import SEATS, Seating
from tournament.seating.rng import Chance


def follow(trace: TraceDocument) -> list[Seating]:
    """The rounds that follow from the order and the swaps of a trace, before any of its later steps.

    ValueError when the order of the players does not follow from the seed, or is no ranking of them.
    """
    wish, order = trace["wish"], _order(trace)
    plan = played(trace["design"])
    who: list[int | None] = [None] * trace["design"]["points"]
    extra: list[int | None] = []
    for player, point in zip(order, trace["points"], strict=True):
        if point is None:
            extra.append(player)
        else:
            who[point] = player
    sizes = _sizes(wish)
    laid = [_laid_out([who[point] for point in flat], extra, sizes) for flat in plan]
    for number, first, second in trace["swaps"]:
        flat = laid[number - 1]
        flat[first], flat[second] = flat[second], flat[first]
    return [
        _seated(_renumbered(_cut(flat, sizes), numbers), turns)
        for flat, numbers, turns in zip(laid, trace["numbers"], trace["seats"], strict=True)
    ]


def _order(trace: TraceDocument) -> list[int]:
    """The players in their order: by lot; in a round by ranking, whose trace has `snake`, as given."""
    order, players = trace["order"], range(1, trace["wish"]["players"] + 1)
    if "snake" in trace:
        places = trace["design"]["points"]
        if sorted(order) != list(players):
            raise ValueError("the ranking does not name every player once")
        if trace["points"] != [rank if rank < places else None for rank in range(len(order))]:
            raise ValueError("somebody is not on the point of their rank")
    elif order != Chance(f"{trace['wish']['seed']}/order").shuffled(players):
        raise ValueError("the order of the players does not follow from the seed")
    return order


def played(design: DesignDocument) -> list[list[int]]:
    """The rounds of a design, as flat lists of points."""
    # Only as many as count: a part of which the last are left out can have thousands.
    return list(islice((flat for part in design["parts"] for flat in _part(part)), design["rounds"]))


def _part(part: PartDocument) -> Iterator[list[int]]:
    if part["kind"] == "listed":
        return (list(flat) for flat in part["rounds"])
    if part["kind"] == "columns":
        size = part["design"]["points"]
        return ([point + size * i for i in range(SEATS) for point in flat] for flat in played(part["design"]))
    return _shifted(part) if part["kind"] == "shifts" else _developed(part)


def _shifted(part: PartDocument) -> Iterator[list[int]]:
    moduli = part["moduli"]
    size = prod(moduli)
    for shifts in part["shifts"]:
        tables: list[list[int]] = [[] for _ in range(size)]
        for column in range(SEATS):
            for a in range(size):
                number = _plus(moduli, _plus(moduli, a, shifts[column]), shifts[SEATS], -1)
                tables[number].append(column * size + a)
        yield [point for table in tables for point in table]


def _developed(part: PartDocument) -> Iterator[list[int]]:
    moduli = part["moduli"]
    size = prod(moduli)
    moving = size * part["orbits"]
    base = [point for table in part["base"] for point in table]
    return (
        [p if p >= moving else p // size * size + _plus(moduli, p % size, element) for p in base]
        for element in range(size)
    )


def _plus(moduli: Sequence[int], a: int, b: int, times: int = 1) -> int:
    """a + times * b, digit by digit, the lowest digit first, each with its own modulus."""
    total, weight = 0, 1
    for modulus in moduli:
        total += (a // weight + times * (b // weight)) % modulus * weight
        weight *= modulus
    return total


def _sizes(wish: WishDocument) -> list[int]:
    """The size of each table as it is drawn, if some are of five or some people sit out; else nothing."""
    tables, over = divmod(wish["players"], SEATS)
    rest = wish.get("rest", "vacancies")
    if rest == "vacancies" or not over:
        return []
    return [SEATS + 1] * over + [SEATS] * (tables - over) if rest == "fives" else [SEATS] * tables


def _laid_out(flat: list[int | None], extra: Sequence[int | None], sizes: Sequence[int]) -> list[int | None]:
    """A round with those who have no point: the fifth at the first tables, where these are of five; else at the end."""
    if sizes[:1] != [SEATS + 1]:
        return [*flat, *extra]
    laid = []
    for number, fifth in enumerate(extra):
        laid += [*flat[SEATS * number : SEATS * number + SEATS], fifth]
    return laid + flat[SEATS * len(extra) :]


def _cut(flat: Sequence[int | None], sizes: Sequence[int]) -> list[list[int | None]]:
    """The tables of a flat list: of four, or of the given sizes; those after the last table sit out."""
    tables, at = [], 0
    for size in sizes or [SEATS] * (len(flat) // SEATS):
        tables.append(list(flat[at : at + size]))
        at += size
    return tables


def _renumbered(tables: list[list[int | None]], numbers: Sequence[int]) -> list[list[int | None]]:
    return [tables[number] for number in numbers] if numbers else tables


def _seated(tables: Sequence[Sequence[int | None]], turns: str) -> list[list[int | None]]:
    return [[table[int(turn)] for turn in order] for table, order in zip(tables, turns.split(), strict=True)]
