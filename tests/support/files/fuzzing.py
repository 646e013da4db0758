"""Documents changed at random: somewhere in the tree something goes, comes twice, or becomes another value."""

import copy
from random import Random
from typing import Any

# What breaks programs: ends of ranges, other types, halves of characters, moments at the end of the calendar.
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1,
    2,
    5,
    13,
    125,
    10_000,
    2**31,
    2**63,
    10**400,
    0.5,
    1e308,
    "",
    "x",
    "1",
    "PC8",
    "\ud800",
    "\0",
    "\u202e",
    "a\nb",
    "x" * 200,
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "2026-02-31",
    [],
    {},
    [[]],
    [1],
    {"a": 1},
)


def changed(document: Any, chance: Random) -> Any:
    """A copy with one to three changes; the same `chance` makes the same ones."""
    made = copy.deepcopy(document)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _change(made, chance)
    return made


def _change(document: Any, chance: Random) -> None:
    here = _somewhere(document, chance)
    if isinstance(here, dict):
        _change_object(here, chance)
    elif here:
        _change_list(here, chance)
    else:
        here.append(chance.choice(ODD))


def _somewhere(document: Any, chance: Random) -> Any:
    """A list or an object at any depth."""
    here = document
    while True:
        inner = here.values() if isinstance(here, dict) else here
        below = [one for one in inner if isinstance(one, dict | list)]
        if not below or chance.random() < 0.12:
            return here
        here = chance.choice(below)


def _change_object(here: dict[str, Any], chance: Random) -> None:
    if not here or chance.random() < 0.1:
        here[chance.choice(["\ud800", "x", "1", "number", "seats", "deal", "__class__", ""])] = chance.choice(ODD)
        return
    key = chance.choice(sorted(here))
    if chance.random() < 0.15:
        del here[key]
    else:
        here[key] = _other(here[key], chance)


def _change_list(here: list[Any], chance: Random) -> None:
    at, way = chance.randrange(len(here)), chance.random()
    if way < 0.15:
        del here[at]
    elif way < 0.3:
        here.insert(chance.randrange(len(here) + 1), copy.deepcopy(here[at]))
    elif way < 0.4:
        other = chance.randrange(len(here))
        here[at], here[other] = here[other], here[at]
    else:
        here[at] = _other(here[at], chance)


def _other(value: Any, chance: Random) -> Any:
    """A value near this one, or any odd one."""
    if isinstance(value, int) and chance.random() < 0.6:
        return value + chance.choice((-1, 1, 4, -value))
    if isinstance(value, str) and chance.random() < 0.4:
        return chance.choice([value + chance.choice(["\ud800", "\0", "é", " "]), value[:-1], value.upper(), value * 2])
    return copy.deepcopy(chance.choice(ODD))
