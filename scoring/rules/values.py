"""The fields of a rule set's parts: what each may hold and how its value is written."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from scoring import words
from scoring.catalogue import LANGUAGES
from scoring.game.contracts import CONTRACTS
from scoring.points.amounts import NONE, gain, gains, loss, players, signed
from scoring.rules.parts import ALL13, JURY, LADDER, PENALTIES, SETTLE
from scoring.rules.penalties import MAX_OFFENCES
from scoring.rules.reading import MAX_LENGTH, MAX_WHOLE, is_slug
from scoring.rules.rulesets import RuleSet

# Longer texts are cut in sentences.
_MAX_SENTENCE_PART = 80


class RuleSetLanguage(NamedTuple):
    """A language, and optionally a rule set with its own names for contracts and penalties."""

    lang: str
    ruleset: RuleSet | None

    def text(self, code: str, **values: object) -> str:
        """The text of a code."""
        return words.text(code, self.lang, **values)

    def contract(self, key: str) -> str:
        """The name of a contract."""
        return words.contract(key, self.lang, self.ruleset)


class FieldType(NamedTuple):
    """The type of a field: whether a value `fits`, and how a fitting value is `written`."""

    fits: Callable[[object], bool]
    written: Callable[[Any, RuleSetLanguage], str]


def _whole(value: object) -> bool:
    return type(value) is int and abs(value) <= MAX_WHOLE


def _listed(items: object, fits: Callable[[object], bool]) -> bool:
    return isinstance(items, list) and len(items) <= len(CONTRACTS) and all(map(fits, items))


def _wholes(value: object) -> bool:
    return _listed(value, _whole)


def _bounds(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and _wholes(value)


def _text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_LENGTH


def _texts(value: object) -> bool:
    return isinstance(value, dict) and set(value) == set(LANGUAGES) and all(map(_text, value.values()))


def _offences(value: object) -> bool:
    """None for a penalty that counts all of its kind together."""
    return value is None or (
        isinstance(value, dict)
        and 0 < len(value) <= MAX_OFFENCES
        and all(isinstance(key, str) and is_slug(key) and _texts(names) for key, names in value.items())
    )


def _key(value: object) -> bool:
    return isinstance(value, str) and value in CONTRACTS


def _keys(value: object) -> bool:
    return _listed(value, _key)


def _ranks(value: object) -> bool:
    return _listed(value, lambda rank: bool(rank) and _keys(rank))


def _amount(writer: Callable[[int], str]) -> FieldType:
    return FieldType(_whole, lambda value, language: writer(value))


def _maybe(field_type: FieldType) -> FieldType:
    """The same kind, or None, written as a dash."""
    return FieldType(
        lambda value: value is None or field_type.fits(value),
        lambda value, language: NONE if value is None else field_type.written(value, language),
    )


def _amounts(writer: Callable[[Sequence[int]], str]) -> FieldType:
    return FieldType(_wholes, lambda value, language: writer(value) or NONE)


def _choice(field: str, *options: object) -> FieldType:
    """One of the options: words, or true and false."""

    def fits(value: object) -> bool:
        return any(type(value) is type(option) and value == option for option in options)

    return FieldType(fits, lambda value, language: language.text(f"value.{field}.{str(value).lower()}"))


def _range(bounds: Sequence[int], language: RuleSetLanguage) -> str:
    minimum, maximum = map(signed, bounds)
    return minimum if minimum == maximum else language.text("value.range", least=minimum, most=maximum)


def _quoted(names: Mapping[str, str], language: RuleSetLanguage) -> str:
    return language.text("value.quoted", text=_cut(names.get(language.lang, names["en"])))


def _named(offences: Mapping[str, Mapping[str, str]] | None, language: RuleSetLanguage) -> str:
    return ", ".join(_quoted(names, language) for names in (offences or {}).values()) or NONE


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_SENTENCE_PART else f"{text[: _MAX_SENTENCE_PART - 1]}…"


def _contracts(keys: Sequence[str], language: RuleSetLanguage) -> str:
    return ", ".join(map(language.contract, keys)) or NONE


def equals(rank: Sequence[str], language: RuleSetLanguage) -> str:
    """The contracts of one rank of the ladder, in words."""
    return " = ".join(map(language.contract, rank))


def ladder(ranks: Sequence[Sequence[str]], language: RuleSetLanguage) -> str:
    """The ranks of a ladder from low to high, in words."""
    return ", ".join(equals(rank, language) for rank in ranks) or NONE


_LINE: Mapping[str, FieldType] = {
    "declarers": _amounts(players),
    "made": _amounts(gains),
    "over": _amount(gain),
    "over_to": _maybe(_amount(str)),
    "lost": _amount(loss),
    "under": _amount(lambda points: loss(points) if points else NONE),
    "opp": _amounts(gains),
    "opp_under": _amount(gain),
    "doubles": _amount(str),
    "trump": _choice("trump", "suit", "any", "none"),
}

_BESIDE: Mapping[str, Mapping[str, FieldType]] = {
    LADDER: {"ladder": FieldType(_ranks, ladder)},
    SETTLE: {
        "settle": _choice("settle", "table", "shared"),
        "together": _choice("together", "each", "together"),
        "doubles_told": _choice("doubles_told", True, False),
    },
    ALL13: {
        "mode": _choice("mode", "none", "flat", "double"),
        "points": _maybe(_amount(signed)),
        "contracts": FieldType(_keys, _contracts),
    },
    JURY: {"contracts": FieldType(_keys, _contracts)},
    PENALTIES: {
        "kind": _choice("kind", "adjustment", "ruling"),
        "player": FieldType(_bounds, _range),
        "others": _amount(signed),
        "to": _choice("to", "others", "opponents"),
        "effect": _choice("effect", "none", "made", "lost", "annulled", "no_result"),
        "article": FieldType(_text, lambda value, language: _cut(value)),
        "names": FieldType(_texts, _quoted),
        "notes": FieldType(_texts, _quoted),
        "offences": FieldType(_offences, _named),
    },
}


def fields(part: str) -> Mapping[str, FieldType]:
    """The fields of a part (for the penalties: of each penalty), in the order in which they are shown.

    Raises KeyError for an unknown part.
    """
    return _LINE if part in CONTRACTS else _BESIDE[part]


def written(part: str, field: str, value: object, language: RuleSetLanguage) -> str:
    """The text of a value that fits; raises KeyError for an unknown part or field."""
    return fields(part)[field].written(value, language)
