"""The rule sets that come with the package, and home-made ones in a TOML file; resolves `extends`.

A file may contain `extends = "world-2018"`: it inherits that rule set's fields, and its lines field by field, and
states only what differs.  Its ladder decides which contracts are played: inherited lines that are not on it drop out.
What is said of bidding is inherited field by field too, and then marked as borrowed.
With `penalties_from = "world-2018"` it borrows that rule set's penalties, each marked as borrowed; its own penalties
are added to them or replace those with the same key.
"""

import errno
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from scoring.errors import FaultyRuleSetError, RuleSetError, RuleSetFault, quote
from scoring.rules.rulesets import FORMAT, RuleSet
from scoring.rules.tomltext import Data, parse

_FOLDER = Path(__file__).parents[1] / "rulesets"
_FIRST = ("iwwa-2025", "world-2018", "interclub-2025", "wallonia", "flanders", "standard-v06", "jeux-de-cartes",
          "points-only")  # fmt: skip

MAX_BYTES = 256 * 1024

# A variant never inherits these: its identity, its source, whether it was verified, its sums and penalties.
_OWN = ("key", "names", "source", "verified", "why", "sums", "penalties")


def keys() -> tuple[str, ...]:
    """The keys of the presets, the federation's first."""
    return _FIRST


@cache
def load(key: str) -> RuleSet:
    """The preset with this key; raises RuleSetError if there is none."""
    return RuleSet.from_dict(_preset(key))


def read_file(path: Path) -> Data:
    """The data of a home-made rule set in a file, with `extends` resolved, for `RuleSet.from_dict`.

    Raises OSError if the file cannot be read or is larger than 256 KiB, and RuleSetError if it is not TOML or extends
    an unknown rule set.
    """
    with path.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return read_text(content)


def read_text(content: bytes) -> Data:
    """The data of a rule set's TOML text, with `extends` resolved, for `RuleSet.from_dict`.

    Raises RuleSetError if it is larger than 256 KiB, is not TOML, or extends an unknown rule set.
    """
    if len(content) > MAX_BYTES:
        raise RuleSetError("too_large", {"most": MAX_BYTES // 1024})
    return _resolve(parse(content))


def _preset(key: str) -> Data:
    if key not in _FIRST:
        raise RuleSetError("unknown_ruleset", {"given": quote(key), "keys": list(_FIRST)})
    return _resolve(parse((_FOLDER / f"{key}.toml").read_bytes()))


def _resolve(data: Data) -> Data:
    data = {"format": FORMAT, **data}
    if "extends" in data:
        data = _extend(_preset(_key_in(data, "extends")), data)
    if "penalties_from" in data:
        data["penalties"] = _with_own(
            _borrow_penalties(_preset(_key_in(data, "penalties_from"))), data.get("penalties", {})
        )
        del data["penalties_from"]
    return data


def _key_in(data: Data, name: str) -> str:
    key = data[name]
    if key not in _FIRST:
        raise FaultyRuleSetError([RuleSetFault(name, "unknown_base", {"given": quote(key), "keys": list(_FIRST)})])
    return str(key)


def _extend(base: Data, changes: Data) -> Data:
    """`base` overridden by `own`; lines are merged field by field."""
    data = _inherited(base, _rungs(changes.get("ladder", base.get("ladder"))))
    data |= {name: value for name, value in changes.items() if name not in ("extends", "lines", "bidding")}
    data |= _bidding(base.get("bidding"), changes.get("bidding"))
    lines = changes.get("lines", {})
    if isinstance(lines, Mapping):
        inherited = data["lines"]
        return data | {"lines": inherited | {key: _over(inherited.get(key), line) for key, line in lines.items()}}
    return data | {"lines": lines}


def _inherited(base: Data, rungs: set[object]) -> Data:
    """What is inherited from `base`: nothing about contracts that are not on the ladder."""
    data = {name: value for name, value in base.items() if name not in _OWN}
    data["lines"] = {key: line for key, line in base.get("lines", {}).items() if key in rungs}
    if "jury" in data:
        data["jury"] = [key for key in data["jury"] if key in rungs]
    if "contracts" in data.get("all13", {}):
        data["all13"] = {**data["all13"], "contracts": [key for key in data["all13"]["contracts"] if key in rungs]}
    return data


def _bidding(base: Data | None, own: object) -> Data:
    """The field `bidding`: inherited field by field, and then marked as borrowed; absent if neither has it."""
    if own is not None and not isinstance(own, Mapping):
        return {"bidding": own}
    bidding = {**base, "borrowed": True, **(own or {})} if base else own
    return {} if bidding is None else {"bidding": bidding}


def _over(inherited: Data | None, line: object) -> object:
    return {**inherited, **line} if inherited and isinstance(line, Mapping) else line


def _rungs(ladder: object) -> set[object]:
    if not isinstance(ladder, list):
        return set()
    return {key for rank in ladder for key in (rank if isinstance(rank, list) else [rank]) if isinstance(key, str)}


def _borrow_penalties(base: Data) -> Data:
    return {key: {**penalty, "borrowed": True} for key, penalty in base.get("penalties", {}).items()}


def _with_own(borrowed: Data, own: object) -> object:
    return {**borrowed, **own} if isinstance(own, Mapping) else own
