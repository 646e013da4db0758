"""Follows a trace: what anybody can do who has the seed and the trace, without the program that made the draw.

It needs SHA-256, a shuffle, and additions; a page in a browser does the same. It shares nothing with the engine but the
reading of chance.
"""

from collections.abc import Sequence
from typing import Any

from tournament.seating.chance import Chance

SEATS = 4

Rounds = list[list[list[int | None]]]


def follow(trace: dict[str, Any]) -> Rounds:
    """The rounds that follow from the seed and the swaps of a trace, before any of its later steps.

    ValueError when the order of the players does not follow from the seed.
    """
    wish = trace["wish"]
    order = Chance(f"{wish['seed']}/order").shuffled(range(1, wish["players"] + 1))
    if order != trace["order"]:
        raise ValueError("the order of the players does not follow from the seed")
    plan = played(trace["design"])
    who: list[int | None] = [None] * trace["design"]["points"]
    for player, point in zip(order, trace["points"], strict=True):
        who[point] = player
    laid = [[who[point] for point in flat] for flat in plan]
    for number, here, there in trace["swaps"]:
        flat = laid[number - 1]
        flat[here], flat[there] = flat[there], flat[here]
    return [
        _seated(_renumbered(flat, numbers), turns)
        for flat, numbers, turns in zip(laid, trace["numbers"], trace["seats"], strict=True)
    ]


def played(design: dict[str, Any]) -> list[list[int]]:
    """The rounds of a design told as data, as flat lists of points."""
    rounds = [flat for part in design["parts"] for flat in _part(part)]
    return rounds[: design["rounds"]]


def _part(part: dict[str, Any]) -> list[list[int]]:
    if part["kind"] == "listed":
        return [list(flat) for flat in part["rounds"]]
    if part["kind"] == "columns":
        size = part["design"]["points"]
        return [[point + size * i for i in range(SEATS) for point in flat] for flat in played(part["design"])]
    return _shifted(part) if part["kind"] == "shifts" else _developed(part)


def _shifted(part: dict[str, Any]) -> list[list[int]]:
    moduli = part["moduli"]
    size = _size(moduli)
    rounds = []
    for shifts in part["shifts"]:
        tables: list[list[int]] = [[] for _ in range(size)]
        for column in range(SEATS):
            for a in range(size):
                number = _plus(moduli, _plus(moduli, a, shifts[column]), shifts[SEATS], -1)
                tables[number].append(column * size + a)
        rounds.append([point for table in tables for point in table])
    return rounds


def _developed(part: dict[str, Any]) -> list[list[int]]:
    moduli = part["moduli"]
    size = _size(moduli)
    moving = size * part["orbits"]
    base = [point for table in part["base"] for point in table]
    return [
        [p if p >= moving else p // size * size + _plus(moduli, p % size, element) for p in base]
        for element in range(size)
    ]


def _size(moduli: Sequence[int]) -> int:
    size = 1
    for modulus in moduli:
        size *= modulus
    return size


def _plus(moduli: Sequence[int], a: int, b: int, times: int = 1) -> int:
    """a + times * b, digit by digit, the lowest digit first, each with its own modulus."""
    total, weight = 0, 1
    for modulus in moduli:
        total += (a // weight + times * (b // weight)) % modulus * weight
        weight *= modulus
    return total


def _renumbered(flat: list[int | None], numbers: Sequence[int]) -> list[int | None]:
    return [flat[SEATS * table + seat] for table in numbers for seat in range(SEATS)] if numbers else flat


def _seated(flat: Sequence[int | None], turns: str) -> list[list[int | None]]:
    return [[flat[SEATS * table + int(turn)] for turn in order] for table, order in enumerate(turns.split())]
