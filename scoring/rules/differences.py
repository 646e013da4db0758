"""The differences between two rule sets, as data that can be stored and put into words later."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scoring.errors import RuleSetError, quote
from scoring.game.contracts import CONTRACTS
from scoring.rules.changes import change
from scoring.rules.parts import PENALTIES, Content, content, is_part
from scoring.rules.rulesets import RuleSet
from scoring.rules.values import RuleSetLanguage, fields

# The names of a difference in data that are stored.
_FIELDS = ("part", "field", "was", "now")


class RuleSetDifference(NamedTuple):
    """One difference; `to_dict` gives JSON-serialisable data, which `read` accepts.

    `part` is a part of `scoring.rules.parts`, `field` one of its fields.  The field is empty for a contract as a
    whole; for penalties it is, for example, `misdeal` for the penalty as a whole and `misdeal.player` for one of its
    fields.
    `old` and `new` are JSON values: `old` is None for something new, `new` for something removed.
    """

    part: str
    field: str
    old: Any
    new: Any

    def to_dict(self) -> dict[str, Any]:
        """The difference as data."""
        return dict(zip(_FIELDS, self, strict=True))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "RuleSetDifference":
        """The difference in sound data of `to_dict`."""
        return cls(*(data[name] for name in _FIELDS))


def differences(old: RuleSet, new: RuleSet) -> list[RuleSetDifference]:
    """Every rule and figure that differs, in the order of the grid; dropped contracts come after the others.

    Empty if and only if all parts are equal.  If one of the two rule sets has no contracts at all, only contracts and
    penalties are compared, because the other parts belong to a grid.
    """
    old_content, new_content = content(old), content(new)
    every = dict.fromkeys([*new_content, *old_content])
    ordered = sorted(every, key=lambda part: part not in CONTRACTS)
    return [each for part in ordered for each in _compare_part(part, old_content.get(part), new_content.get(part))]


def _compare_part(part: str, old_content: Content | None, new_content: Content | None) -> Iterator[RuleSetDifference]:
    if part == PENALTIES:
        yield from _compare_penalties(old_content or {}, new_content or {})
    elif old_content is not None and new_content is not None:
        yield from _compare_fields(part, "", old_content, new_content)
    elif part in CONTRACTS:
        yield RuleSetDifference(part, "", old_content, new_content)


def _compare_fields(part: str, prefix: str, old_content: Content, new_content: Content) -> Iterator[RuleSetDifference]:
    for field in fields(part):
        if old_content.get(field) != new_content.get(field):
            yield RuleSetDifference(part, prefix + field, old_content.get(field), new_content.get(field))


def _compare_penalties(
    old_penalties: Mapping[str, Any], new_penalties: Mapping[str, Any]
) -> Iterator[RuleSetDifference]:
    for key in dict.fromkeys([*new_penalties, *old_penalties]):
        if key in old_penalties and key in new_penalties:
            yield from _compare_fields(PENALTIES, f"{key}.", old_penalties[key], new_penalties[key])
        else:
            yield RuleSetDifference(PENALTIES, key, old_penalties.get(key), new_penalties.get(key))


def read(data: object) -> RuleSetDifference:
    """A difference from the data of its `to_dict`, which may come from a file; raises RuleSetError if it is not one."""
    if isinstance(data, dict) and set(data) == set(_FIELDS) and _is_sound(*(data[name] for name in _FIELDS)):
        return RuleSetDifference.from_dict(data)
    raise RuleSetError("no_difference", {"given": quote(data)})


def _is_sound(part: object, field: object, old: object, new: object) -> bool:
    if not isinstance(part, str) or not isinstance(field, str) or not is_part(part) or old == new:
        return False
    name = field.partition(".")[2] if part == PENALTIES else field
    fits = _fits_whole if not name and (part in CONTRACTS or part == PENALTIES) else _fits
    return fits(part, name, old) and fits(part, name, new)


def _fits(part: str, field: str, value: object) -> bool:
    return field in fields(part) and fields(part)[field].fits(value)


def _fits_whole(part: str, _: str, value: object) -> bool:
    """Whether this is a complete contract or penalty, or None for an absent one."""
    if not isinstance(value, dict):
        return value is None
    # Only a penalty that counts offences apart has them.
    whole = set(fields(part)) - ({"offences"} - set(value))
    return set(value) == whole and all(_fits(part, *each) for each in value.items())


def describe(difference: RuleSetDifference, lang: str, ruleset: RuleSet | None = None) -> str:
    """A short sentence without its full stop: "Prop & cop 9, made: +10 → +11".

    The rule set, if given, supplies its own names for contracts and penalties; pass the newer of the two.
    """
    return change(*difference, RuleSetLanguage(lang, ruleset))
