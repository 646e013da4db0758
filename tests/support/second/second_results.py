"""What the second scorer knows of results: which can be, all of them, random ones, and ones that cannot be.

It shares no line with the package ``scoring``. A result has the form of the command line:
``{"contract": "PC9", "declarers": [1, 3], "tricks": 10}``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

Deal = dict[str, Any]


class ImpossibleResultError(Exception):
    """A result that cannot be: no four players could have played it under this rule set."""


GAMES = {
    "iwwa-2025": "PC8 PC9 S6 PC10 S7 PC11 PM S8 PC12 PIC PC13 TR9 A9 GM A10 A11 GMT S12 S13",
    "world-2018": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PC13 A9 TR9 GM A10 A11 GMT S12 S13",
    "interclub-2025": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PMT PC13 A9 TR9 GM A10 A11 GMT S12 S13",
    "wallonia": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PC13 A9 GM A10 A11 TR9 GMT S12 S13",
    "flanders": "S5 PC8 S6 PC9 S7 PC10 S8 PC11 PC12 PC13 A9 A10 A11 A12 GM TR8 TR9 GMT S13",
    "standard-v06": "S5 PC8 S6 PC9 S7 PC10 S8 PC11 S9 PC12 S10 PC13",
    "jeux-de-cartes": "PC8 TR8 TR9 S6 PM S7 P2 S8 PIC A9 GM AT9 S13",
    "points-only": "",
}
ALL_CONTRACTS = sorted({contract for games in GAMES.values() for contract in games.split()})
JURY = {
    "iwwa-2025": ["GMT", "S12", "S13"],
    "world-2018": ["GMT", "S12", "S13"],
    "interclub-2025": ["GM", "A10", "A11", "GMT", "S12", "S13"],
}
# The tricks a declarer of a personal contract must take: neither more nor fewer.
PERSONAL = {"PM": 0, "PMT": 0, "PIC": 1, "P2": 2, "GM": 0, "GMT": 0}
SUITS = ("H", "D", "C", "S")
DEAL_FIELDS = {"contract", "declarers", "tricks", "jury", "doubles", "trump", "seats"}


def sizes(key: str, contract: str) -> Collection[int]:
    """How many declarers the contract may have in rule set `key`."""
    if key == "jeux-de-cartes":
        return (1, 2) if contract in ("PC8", "PM", "PIC") else (2,) if contract.startswith("TR") else (1,)
    if contract in PERSONAL:
        if key == "wallonia" and contract in ("PM", "PIC"):
            return (1, 2, 3, 4)
        return (1,) if key in ("wallonia", "flanders") and contract == "GMT" else (1, 2, 3)
    return (2,) if contract.startswith(("PC", "TR")) else (1,)


def played(contract: str) -> int:
    """The tricks that are played: everyone first puts a card away in a petite misère."""
    return 12 if contract in ("PM", "PMT") else 13


def trumps(key: str, contract: str) -> Collection[str]:
    """The trumps that may be written down with the contract; none at all for a game without trump."""
    if contract in PERSONAL or (key == "jeux-de-cartes" and contract in ("A9", "AT9", "S13")):
        return ()
    return (*SUITS, "NT") if contract in ("S12", "S13") else SUITS


def insist(holds: bool, why: str) -> None:
    """Raise ImpossibleResultError with its reason unless the condition holds."""
    if not holds:
        raise ImpossibleResultError(why)


def whole(value: object, lowest: int, highest: int) -> bool:
    """Whether the value is a whole number in the range; True and 3.0 are not numbers of tricks."""
    return type(value) is int and lowest <= value <= highest


def four_seats(value: Any) -> list[int]:
    """The seats that play: four different ones of five, or ImpossibleResultError."""
    insist(isinstance(value, list) and len(value) == 4, "four seats play")
    insist(all(whole(seat, 1, 5) for seat in value), "seats are numbers from 1 to 5")
    insist(len(set(value)) == 4, "a seat plays twice")
    return list(value)


def check(key: str, deal: Deal, seats: list[int]) -> None:
    """Raise ImpossibleResultError when the deal cannot have been played by these seats."""
    insist(set(deal) <= DEAL_FIELDS, "a field that no deal has")
    insist({"contract", "declarers", "tricks"} <= set(deal), "a field is missing")
    contract, declarers = deal["contract"], deal["declarers"]
    insist(contract in GAMES[key].split(), "not a contract of this rule set")
    insist(isinstance(declarers, list) and all(whole(seat, 1, 5) for seat in declarers), "not seats")
    insist(set(declarers) <= set(seats), "a declarer who does not play")
    insist(len(set(declarers)) == len(declarers), "a declarer twice")
    insist(len(declarers) in sizes(key, contract), "not that many declarers")
    check_tricks(contract, declarers, deal["tricks"])
    if "trump" in deal:
        insist(deal["trump"] in trumps(key, contract), "not a trump of this contract")
    if "jury" in deal:
        insist(contract in JURY.get(key, ()), "the jury has nothing to say here")
        insist(deal["jury"] in ("allowed", "not_called"), "what the jury refused was not played")
    if "doubles" in deal:
        insist(key == "flanders" and whole(deal["doubles"], 0, 9), "not a number of doubles")


def check_tricks(contract: str, declarers: list[int], tricks: Any) -> None:
    """Raise ImpossibleResultError when this many tricks cannot have been won."""
    most = played(contract)
    if contract not in PERSONAL:
        insist(whole(tricks, 0, most), "not a number of tricks")
        return
    names = {str(seat) for seat in declarers}
    insist(isinstance(tricks, dict) and set(tricks) == names, "one number per declarer")
    own = list(tricks.values())
    insist(all(number == "lost" or whole(number, 0, most) for number in own), "not a number of tricks")
    insist(add_up(contract, own), "the tricks do not add up")


def add_up(contract: str, own: Sequence[Any]) -> bool:
    """Whether the declarers can have won this, trying every number that each of the lost ones may stand for."""
    most, counted = played(contract), sum(number for number in own if number != "lost")
    missed = [number for number in range(most + 1) if number != PERSONAL[contract]]
    sums = {counted + sum(given) for given in combinations_with_replacement(missed, own.count("lost"))}
    return most in sums if len(own) == 4 else min(sums) <= most


def every(key: str) -> Iterator[Deal]:
    """Every possible result of seats 1-4, with up to three doubles; of points-only a few only."""
    if key == "points-only":
        for four in product((-15, 0, 1, 7), repeat=4):
            yield {"points": dict(zip("1234", four, strict=True))}
    for contract in GAMES[key].split():
        for size in sizes(key, contract):
            for declarers in combinations((1, 2, 3, 4), size):
                for tricks, more in product(every_tricks(contract, declarers), every_more(key, contract)):
                    yield {"contract": contract, "declarers": list(declarers), "tricks": tricks, **more}


def every_tricks(contract: str, declarers: tuple[int, ...]) -> list[Any]:
    """All that may be written as tricks."""
    most = played(contract)
    if contract not in PERSONAL:
        return list(range(most + 1))
    counted = product(range(most + 1), repeat=len(declarers))
    uncounted = product((PERSONAL[contract], "lost"), repeat=len(declarers))
    found = (*counted, *(own for own in uncounted if "lost" in own))
    return [dict(zip(map(str, declarers), own, strict=True)) for own in found if add_up(contract, own)]


def every_more(key: str, contract: str) -> list[Deal]:
    """All that may be said besides: what the jury answered, or how often the deal was doubled."""
    if contract in JURY.get(key, ()):
        return [{}, {"jury": "allowed"}, {"jury": "not_called"}]
    return [{"doubles": n} for n in range(4)] if key == "flanders" else [{}]


def some(key: str, rng: Random) -> Deal:
    """A random possible result: any four of five seats in any order, up to nine doubles, any trump."""
    seats = rng.sample(range(1, 6), 4)
    if key == "points-only":
        return {"points": {str(seat): rng.randint(-300, 300) for seat in seats}, "seats": seats}
    contract = rng.choice(GAMES[key].split())
    declarers = rng.sample(seats, rng.choice(list(sizes(key, contract))))
    tricks = some_tricks(contract, declarers, seats, rng)
    deal = {"contract": contract, "declarers": declarers, "tricks": tricks, "seats": seats}
    deal |= rng.choice(every_more(key, contract))
    if "doubles" in deal:
        deal["doubles"] = rng.randint(0, 9)
    if trumps(key, contract) and rng.random() < 0.5:
        deal["trump"] = rng.choice(list(trumps(key, contract)))
    return with_defaults_left_out(deal) if rng.random() < 0.5 else deal


def with_defaults_left_out(deal: Deal) -> Deal:
    """The same deal, not saying what goes without saying: seats 1-4, no doubles."""
    defaults = {"doubles": 0, "seats": [1, 2, 3, 4]}
    seats = {"seats": sorted(deal["seats"])}
    return {field: value for field, value in (deal | seats).items() if defaults.get(field) != value}


def some_tricks(contract: str, declarers: list[int], seats: list[int], rng: Random) -> Any:
    """Deal the tricks out over the four seats, unevenly so that a seat often gets none or nearly all."""
    won = rng.choices(seats, weights=[rng.random() ** 6 for _ in seats], k=played(contract))
    if contract in PERSONAL:
        own = {str(seat): won.count(seat) for seat in declarers}
        return {s: "lost" if n != PERSONAL[contract] and rng.random() < 0.3 else n for s, n in own.items()}
    return sum(won.count(seat) for seat in declarers)


def wrong(key: str, rng: Random) -> Deal:
    """A random result with one thing in it that cannot be."""
    deal = some(key, rng)
    return rng.choice(list(spoilt_points(deal) if key == "points-only" else spoilt(key, deal)))


def without(deal: Deal, field: str) -> Deal:
    """The deal, one field less."""
    return {name: value for name, value in deal.items() if name != field}


def spoilt_points(deal: Deal) -> Iterator[Deal]:
    """A possible result of points-only, spoilt in each way that certainly makes it impossible."""
    entered = deal["points"]
    seat = next(iter(entered))
    yield from spoilt_seats(deal)
    yield without(deal, "points")
    yield from ({**deal, "contract": "PC8"}, {**deal, "tricks": 8}, {**deal, "remark": "x"})
    others: tuple[Any, ...] = ([1, 2, 3, 4], 5, None, {}, without(entered, seat), {**entered, "6": 0})
    yield from ({**deal, "points": bad} for bad in others)
    for bad in (1.5, 2.0, "3", True, None, float("nan"), 1_000_001, -1_000_001):
        yield {**deal, "points": {**entered, seat: bad}}


def spoilt_seats(deal: Deal) -> Iterator[Deal]:
    """The result with seats that cannot be."""
    wrong_numbers: tuple[list[int], ...] = (
        [1, 1, 2, 3],
        [0, 1, 2, 3],
        [2, 3, 4, 6],
        [1, 2, 3],
        [1, 2, 3, 4, 5],
        [],
    )
    for seats in (*wrong_numbers, ["1", "2", "3", "4"], [1.0, 2.0, 3.0, 4.0], 4, "1234"):
        yield {**deal, "seats": seats}


def spoilt(key: str, deal: Deal) -> Iterator[Deal]:
    """A possible result, spoilt in each way that certainly makes it impossible."""
    contract = deal["contract"]
    yield from spoilt_seats(deal)
    yield from (without(deal, field) for field in ("contract", "declarers", "tricks"))
    yield from ({**deal, "remark": "x"}, {**deal, "points": {"1": 0, "2": 0, "3": 0, "4": 0}})
    unknown = [name for name in ALL_CONTRACTS if name not in GAMES[key].split()]
    yield from ({**deal, "contract": name} for name in (*unknown, "PC14", "pc8", "S4", "", 8, None, ["PC8"]))
    yield from spoilt_declarers(key, deal)
    yield from ({**deal, "tricks": bad} for bad in (-1, 14, 9.0, "9", "lost", True, None, [9], {}, {"1": 0, "6": 0}))
    if contract in PERSONAL:
        yield from spoilt_personal(deal)
    yield from ({**deal, "jury": answer} for answer in spoilt_jury(key, contract))
    doubles = (-1, 10, 1.0, "1", True) if key == "flanders" else (0, 1)
    yield from ({**deal, "doubles": bad} for bad in doubles)
    allowed = trumps(key, contract)
    others = (trump for trump in (*SUITS, "NT", "X", "h", "", "SA", 1, ["H"]) if trump not in allowed)
    yield from ({**deal, "trump": bad} for bad in others)


def spoilt_declarers(key: str, deal: Deal) -> Iterator[Deal]:
    """Declarers who are too few, too many, twice there, not there, or no seats."""
    contract, declarers, seats = deal["contract"], deal["declarers"], deal.get("seats", [1, 2, 3, 4])
    for size in {0, 1, 2, 3, 4} - set(sizes(key, contract)):
        side = seats[:size]
        # Tricks that add up, so that only the number of declarers is at fault.
        tricks = dict(zip(map(str, side), (played(contract) if size == 4 else 0, 0, 0, 0), strict=False))
        yield {**deal, "declarers": side, "tricks": tricks if contract in PERSONAL else deal["tricks"]}
    resting = ({1, 2, 3, 4, 5} - set(seats)).pop()
    for stranger in (resting, 0, 6, declarers[0] + 0.0, str(declarers[0]), None, [1]):
        yield {**deal, "declarers": [stranger, *declarers[1:]]}
    yield from ({**deal, "declarers": bad} for bad in ([*declarers, declarers[0]], declarers[0], None, "12"))


def spoilt_personal(deal: Deal) -> Iterator[Deal]:
    """Tricks per declarer that are not theirs, not numbers, or more or fewer than were played."""
    tricks, most = deal["tricks"], played(deal["contract"])
    first = next(iter(tricks))
    yield from ({**deal, "tricks": {**tricks, first: bad}} for bad in (-1, most + 1, "0", "Lost", True, None))
    yield from ({**deal, "tricks": bad} for bad in (0, without(tricks, first), {**tricks, "6": 0}))
    if len(tricks) > 1:
        yield {**deal, "tricks": dict.fromkeys(tricks, most // 2 + 1)}
    if len(tricks) == 4:
        yield {**deal, "tricks": dict.fromkeys(tricks, 0)}


def spoilt_jury(key: str, contract: str) -> tuple[object, ...]:
    """Answers of the jury that cannot stand beside this contract."""
    asked = contract in JURY.get(key, ())
    return ("refused", "perhaps", "", True, 1) if asked else ("allowed", "not_called", "refused")
