"""A second scorer, so that a mistake in the first one shows.

It shares no line with the package ``scoring`` and is written in another manner: one plain formula per rule
set, to be read beside the printed table, instead of a grid that general code walks.
"""

from __future__ import annotations

from tests.support.second.second_results import (
    JURY,
    PERSONAL,
    Deal,
    ImpossibleResultError,
    check,
    every,
    four_seats,
    insist,
    some,
    whole,
    wrong,
)

__all__ = ["ImpossibleResultError", "every", "points", "some", "wrong"]

Pair = tuple[int, int]  # points of each declarer, points of each opponent
MOST = 1_000_000  # entered points beyond it, either way, are a slip of the keyboard


# The tables in which a deal need not sum to zero


def level(contract: str) -> tuple[str, int]:
    """'PC10' -> ('PC', 10)."""
    kind = contract.rstrip("0123456789")
    return kind, int(contract[len(kind) :])


def solo(n: int, t: int) -> Pair:
    """S6, S7 and S8 with t tricks, alike in the three tables."""
    if t < n:
        return -({6: 12, 7: 15, 8: 21}[n] + 3 * (n - t)), {6: 8, 7: 10, 8: 14}[n] + 2 * (n - t)
    return 21 if n == 8 else {6: 12, 7: 15}.get(t, 18), 0


def iwwa(contract: str, t: int) -> Pair:
    """A team contract of iwwa-2025 with t tricks."""
    kind, n = level(contract)
    if kind == "PC":
        value = {8: 7, 9: 10, 10: 13, 11: 16, 12: 22, 13: 30}[n]
        lost = value + 3 * (n - t)
        return (-lost, lost) if t < n else (30 if t == 13 else value + 3 * (t - n), 0)
    if contract in ("S6", "S7", "S8"):
        return solo(n, t)
    if kind == "TR":
        return (15, 0) if t >= n else (0, 15)
    flat = {"A9": (30, 20), "A10": (45, 30), "A11": (60, 40), "S12": (100, 66), "S13": (150, 100)}
    value, opponent = flat[contract]
    return (value, 0) if t >= n else (-value, opponent)


def world(contract: str, t: int) -> Pair:
    """A team contract of world-2018: all thirteen tricks double the points, save in S12 and S13."""
    kind, n = level(contract)
    twice = 2 if t == 13 and contract not in ("S12", "S13") else 1
    if kind == "PC":
        lost = 7 + 3 * (n - 8) + 3 * (n - t)
        return (-lost, lost) if t < n else (twice * (7 + 3 * (t - 8)), 0)
    if contract in ("S6", "S7", "S8"):
        each, opponent = solo(n, t)
        return twice * each, opponent
    if kind == "TR":
        return (twice * 16, 0) if t >= n else (0, 16)
    flat = {"A9": (32, 21), "A10": (42, 25), "A11": (60, 27), "S12": (100, 33), "S13": (200, 66)}
    value, opponent = flat[contract]
    return (twice * value, 0) if t >= n else (-value, opponent)


def interclub(contract: str, t: int) -> Pair:
    """A team contract of interclub-2025: thirteen tricks give 30 in PC and TR9, no more elsewhere."""
    kind, n = level(contract)
    if t == 13 and kind in ("PC", "TR"):
        return 30, 0
    if kind in ("PC", "TR"):
        return world(contract, t)
    if contract in ("S6", "S7", "S8"):
        return solo(n, t)
    flat = {"A9": (30, 20), "A10": (42, 28), "A11": (60, 40), "S12": (100, 50), "S13": (200, 80)}
    value, opponent = flat[contract]
    return (value, 0) if t >= n else (-value, opponent)


def misere(key: str, contract: str, failed: int) -> Pair:
    """A personal contract: what a declarer wins or loses, and what an opponent gains when this many failed."""
    if key == "iwwa-2025":
        value, once = {"PM": (18, 12), "PIC": (27, 18), "GM": (36, 24), "GMT": (72, 48)}[contract]
        return value, once * failed
    if contract == "GMT":
        return 75, ((0, 50, 75, 100) if key == "interclub-2025" else (0, 32, 48, 64))[failed]
    value, gains = {
        "PM": (18, (0, 12, 18, 24)),
        "PMT": (27, (0, 18, 27, 36)),
        "PIC": (24, (0, 16, 24, 32)),
        "GM": (36, (0, 24, 36, 48)),
    }[contract]
    return value, gains[failed]


# The tables in which a deal sums to zero: what each opponent pays, or receives when it is below zero


def wallonia(contract: str, t: int) -> int:
    """A team contract of wallonia with t tricks."""
    kind, n = level(contract)
    if kind == "PC":
        value = 26 if n == 13 else 8 + 3 * (n - 8)
        return -(value + 3 * (n - t)) if t < n else 26 if t == 13 else value + 3 * (t - n)
    if contract in ("S6", "S7", "S8"):
        value = {6: 4, 7: 5, 8: 7}[n]
        return -(value + (n - t)) if t < n else {6: 4, 7: 5}.get(t, 7)
    if kind == "TR":
        return 0 if t < n else 26 if t == 13 else 16
    value = {"A9": 10, "A10": 15, "A11": 20, "S12": 30, "S13": 60}[contract]
    return value if t >= n else -value


def standard(contract: str, t: int) -> int:
    """Two points and one for each trick over or short: standard-v06, and the ordinary games of flanders."""
    over = t - level(contract)[1]
    return 2 + over if over >= 0 else -2 + over


def flanders(contract: str, t: int, doubles: int) -> int:
    """A team contract of flanders: troel is a double, all thirteen tricks of an ordinary game are another."""
    kind, n = level(contract)
    if kind == "A" or contract == "S13":
        value = 3 if kind == "A" else 20
        return (value if t >= n else -value) * (1 + doubles)
    return standard(contract, t) * (1 + doubles + (kind == "TR") + (t == 13))


def jeux_de_cartes(contract: str, t: int) -> int:
    """A team contract of jeux-de-cartes: undertricks cost nothing more."""
    n = level(contract)[1]
    couleur = (4, 1)
    value, over = {
        "PC8": couleur, "TR8": couleur, "TR9": couleur, "S6": (8, 2), "S7": (12, 3), "S8": (16, 4),
        "A9": (22, 0), "AT9": (44, 0), "S13": (100, 0),
    }[contract]  # fmt: skip
    return value + over * (t - n) if t >= n else -value


PAID = {  # the personal contracts of the zero-sum tables
    "wallonia": {"PM": 6, "PIC": 8, "GM": 12, "GMT": 24},
    "flanders": {"GM": 5, "GMT": 10},
    "jeux-de-cartes": {"PM": 10, "P2": 14, "PIC": 18, "GM": 28},
}


# Points


def points(key: str, result: Deal) -> dict[int, int]:
    """The points of each seat that played, by seat number; ImpossibleResultError when the result cannot be."""
    insist(isinstance(result, dict), "not a result")
    seats = four_seats(result.get("seats", [1, 2, 3, 4]))
    if key == "points-only":
        return typed_in(result, seats)
    check(key, result, seats)
    if result["contract"] in JURY.get(key, ()) and result.get("jury", "not_called") == "not_called":
        return dict.fromkeys(seats, 0)
    by_contract = personal_points if result["contract"] in PERSONAL else team_points
    return by_contract(key, result, seats)


def typed_in(result: Deal, seats: list[int]) -> dict[int, int]:
    """points-only: the four numbers as they were entered."""
    insist(set(result) - {"seats"} == {"points"}, "points and nothing else")
    entered = result["points"]
    names = {str(seat) for seat in seats}
    insist(isinstance(entered, dict) and set(entered) == names, "points for the four seats")
    insist(all(whole(number, -MOST, MOST) for number in entered.values()), "whole points, of some sense")
    return {seat: entered[str(seat)] for seat in seats}


def team_points(key: str, deal: Deal, seats: list[int]) -> dict[int, int]:
    """The points of a contract in which the declarers win their tricks together."""
    contract, t, side = deal["contract"], deal["tricks"], deal["declarers"]
    unbalanced = {"iwwa-2025": iwwa, "world-2018": world, "interclub-2025": interclub}
    if key in unbalanced:
        each, opponent = unbalanced[key](contract, t)
        return {seat: each if seat in side else opponent for seat in seats}
    if key == "flanders":
        return shared(flanders(contract, t, deal.get("doubles", 0)), side, seats)
    balanced = {"wallonia": wallonia, "standard-v06": standard, "jeux-de-cartes": jeux_de_cartes}
    return shared(balanced[key](contract, t), side, seats)


def shared(paid: int, side: list[int], seats: list[int]) -> dict[int, int]:
    """Each opponent pays; the declaring side shares the sum equally."""
    each = paid * (4 - len(side)) // len(side)
    return {seat: each if seat in side else -paid for seat in seats}


def personal_points(key: str, deal: Deal, seats: list[int]) -> dict[int, int]:
    """The points of a contract that each declarer makes for himself, or a pair together in jeux-de-cartes."""
    contract = deal["contract"]
    made = {int(seat): tricks == PERSONAL[contract] for seat, tricks in deal["tricks"].items()}
    if key in PAID:
        paid = PAID[key][contract] * (1 + deal.get("doubles", 0))
        if key == "jeux-de-cartes":
            return shared(paid if all(made.values()) else -paid, list(made), seats)
        return settled(paid, made, seats)
    value, opponent = misere(key, contract, list(made.values()).count(False))
    return {seat: opponent if seat not in made else value if made[seat] else -value for seat in seats}


def settled(paid: int, made: dict[int, bool], seats: list[int]) -> dict[int, int]:
    """Each declarer settles with all three others, be they declarers or not."""
    total = dict.fromkeys(seats, 0)
    for declarer, won in made.items():
        for other in seats:
            stake = paid if won else -paid
            total[other] += 3 * stake if other == declarer else -stake
    return total
