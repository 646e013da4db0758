"""The differences between two rule sets, as data that can be stored and put into words later."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scoring.changes import change
from scoring.contracts import CONTRACTS
from scoring.errors import RuleSetError, shown
from scoring.parts import PENALTIES, Content, content, is_part
from scoring.rulesets import RuleSet
from scoring.values import Voice, fields


class Difference(NamedTuple):
    """One difference; `_asdict` gives JSON-serialisable data, which `read` accepts.

    `part` is a part of `scoring.parts`, `field` one of its fields.  The field is empty for a contract as a whole; for
    penalties it is, for example, `misdeal` for the penalty as a whole and `misdeal.player` for one of its fields.
    `was` and `now` are JSON values: `was` is None for something new, `now` for something removed.
    """

    part: str
    field: str
    was: Any
    now: Any


def differences(was: RuleSet, now: RuleSet) -> list[Difference]:
    """Every rule and figure that differs, in the order of the grid; dropped contracts come after the others.

    Empty if and only if all parts are equal.  If one of the two rule sets has no contracts at all, only contracts and
    penalties are compared, because the other parts belong to a grid.
    """
    before, after = content(was), content(now)
    every = dict.fromkeys([*after, *before])
    ordered = sorted(every, key=lambda part: part not in CONTRACTS)
    return [found for part in ordered for found in _of_part(part, before.get(part), after.get(part))]


def _of_part(part: str, was: Content | None, now: Content | None) -> Iterator[Difference]:
    if part == PENALTIES:
        yield from _of_penalties(was or {}, now or {})
    elif was is not None and now is not None:
        yield from _of_fields(part, "", was, now)
    elif part in CONTRACTS:
        yield Difference(part, "", was, now)


def _of_fields(part: str, before: str, was: Content, now: Content) -> Iterator[Difference]:
    for field in fields(part):
        if was.get(field) != now.get(field):
            yield Difference(part, before + field, was.get(field), now.get(field))


def _of_penalties(was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys([*now, *was]):
        if key in was and key in now:
            yield from _of_fields(PENALTIES, f"{key}.", was[key], now[key])
        else:
            yield Difference(PENALTIES, key, was.get(key), now.get(key))


def read(data: object) -> Difference:
    """A difference from the data of its `_asdict`, which may come from a file; raises RuleSetError if it is not one."""
    if isinstance(data, dict) and set(data) == set(Difference._fields) and _sound(**data):
        return Difference(**data)
    raise RuleSetError("no_difference", {"given": shown(data)})


def _sound(part: object, field: object, was: object, now: object) -> bool:
    if not isinstance(part, str) or not isinstance(field, str) or not is_part(part) or was == now:
        return False
    name = field.partition(".")[2] if part == PENALTIES else field
    fits = _fits_whole if not name and (part in CONTRACTS or part == PENALTIES) else _fits
    return fits(part, name, was) and fits(part, name, now)


def _fits(part: str, field: str, value: object) -> bool:
    return field in fields(part) and fields(part)[field].fits(value)


def _fits_whole(part: str, _: str, value: object) -> bool:
    """Whether this is a complete contract or penalty, or None for an absent one."""
    if not isinstance(value, dict):
        return value is None
    # Only a penalty that counts offences apart has them.
    whole = set(fields(part)) - ({"offences"} - set(value))
    return set(value) == whole and all(_fits(part, *each) for each in value.items())


def describe(difference: Difference, lang: str, ruleset: RuleSet | None = None) -> str:
    """A short sentence without its full stop: "Prop & cop 9, made: +10 → +11".

    The rule set, if given, supplies its own names for contracts and penalties; pass the newer of the two.
    """
    return change(*difference, Voice(lang, ruleset))
