"""Reading the data of a rule set without stopping at the first fault.

A `RuleSetReader` reads one table of the file.  Each of its methods takes the name of a field and returns a value of the
right type.  If the field is missing or wrong, the method records a fault with its place and returns a harmless value,
so that one pass finds every fault.  Callers must check the faults before they use what was read.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from scoring.catalogue import LANGUAGES
from scoring.errors import RuleSetFault, quote

T = TypeVar("T")

MAX_WHOLE = 100_000
MAX_LENGTH = 600

_EMPTY: object = {}


class _FieldError(Exception):
    def __init__(self, code: str, **details: object) -> None:
        self.code = code
        self.details = details


def _whole(value: object, least: int, most: int) -> int:
    if type(value) is not int:
        raise _FieldError("not_whole", given=quote(value))
    if not least <= value <= most:
        raise _FieldError("out_of_range", least=least, most=most, given=quote(value))
    return value


def _wholes(value: object, least: int, most: int) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)):
        return (_whole(value, least, most),)
    if not value:
        raise _FieldError("empty")
    return tuple(_whole(each, least, most) for each in value)


def _span(value: object, least: int, most: int) -> tuple[int, int]:
    numbers = _wholes(value, least, most)
    if len(numbers) > 2 or numbers[0] > numbers[-1]:
        raise _FieldError("not_least_most")
    return numbers[0], numbers[-1]


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _FieldError("not_flag", given=quote(value))
    return value


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _FieldError("not_text", given=quote(value))
    if len(value) > MAX_LENGTH:
        raise _FieldError("too_long", most=MAX_LENGTH)
    if any(unicodedata.category(char) in ("Cc", "Cs") for char in value):
        raise _FieldError("bad_character")
    return value


def _texts(value: object) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise _FieldError("not_texts")
    for language in value:
        if language not in LANGUAGES:
            raise _FieldError("unknown_language", given=quote(language))
    for language in LANGUAGES:
        if language not in value:
            raise _FieldError("language_missing", language=language)
    return {language: _text(value[language]) for language in LANGUAGES}


def _choice(value: object, options: Sequence[str]) -> str:
    if not isinstance(value, str) or value not in options:
        raise _FieldError("not_choice", options=list(options), given=quote(value))
    return value


def _strings(value: object) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(each, str) for each in value):
        raise _FieldError("not_list")
    return tuple(value)


def _ranks(value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, (list, tuple)):
        raise _FieldError("not_list")
    return tuple((rank,) if isinstance(rank, str) else _strings(rank) for rank in value)


def is_slug(text: str) -> bool:
    """Whether this is a valid key: 1 to 40 lower-case letters, digits and hyphens."""
    return 0 < len(text) <= 40 and all(char in "abcdefghijklmnopqrstuvwxyz0123456789-" for char in text)


class RuleSetReader:
    """Reads the fields of one table; `faults` collects the faults of the whole file."""

    def __init__(self, data: object, place: str, faults: list[RuleSetFault]) -> None:
        self.place = place
        self.faults = faults
        self._asked: set[str] = set()
        self._data: Mapping[str, object] = {}
        if isinstance(data, Mapping):
            self._data = data
        else:
            faults.append(RuleSetFault(place, "not_table", {}))

    def fault(self, name: str, code: str, **details: object) -> None:
        """Records a fault at the field `name`, or at the table itself if the name is empty."""
        place = ".".join(part for part in (self.place, quote(name)) if part)
        self.faults.append(RuleSetFault(place, code, details))

    def has(self, name: str) -> bool:
        """Whether the field is present; asking also marks it as known (see `close`)."""
        self._asked.add(name)
        return name in self._data

    def refuse(self, fields: Sequence[str], code: str) -> None:
        """Records a fault for each of these fields that is present although it cannot apply."""
        for name in fields:
            if self.has(name):
                self.fault(name, code)

    def close(self) -> None:
        """Records a fault for every field that was never asked for."""
        for name in self._data:
            if name not in self._asked:
                self.fault(str(name), "unknown_field")

    def _read(self, name: str, default: T | None, harmless: T, convert: Callable[[object], T]) -> T:
        if not self.has(name):
            if default is not None:
                return default
            self.fault(name, "missing")
            return harmless
        try:
            return convert(self._data[name])
        except _FieldError as error:
            self.fault(name, error.code, **error.details)
            return harmless

    def whole(self, name: str, default: int | None = None, least: int = 0, most: int = MAX_WHOLE) -> int:
        """A whole number within bounds; here as in all methods, a field without a default is required."""
        return self._read(name, default, least, lambda value: _whole(value, least, most))

    def wholes(
        self, name: str, default: tuple[int, ...] | None = None, least: int = 0, most: int = MAX_WHOLE
    ) -> tuple[int, ...]:
        """One whole number or a list of several; never empty."""
        return self._read(name, default, (least,), lambda value: _wholes(value, least, most))

    def span(self, name: str, default: tuple[int, int] | None = None, *, least: int, most: int) -> tuple[int, int]:
        """A minimum and a maximum, or one whole number that is both."""
        return self._read(name, default, (0, 0), lambda value: _span(value, least, most))

    def flag(self, name: str, default: bool | None = None) -> bool:
        """True or false."""
        return self._read(name, default, False, _flag)

    def text(self, name: str, default: str | None = None) -> str:
        """A text of one line, without control characters."""
        return self._read(name, default, "", _text)

    def texts(self, name: str, default: dict[str, str] | None = None) -> dict[str, str]:
        """The same text in each of the three languages, by language code."""
        return self._read(name, default, dict.fromkeys(LANGUAGES, ""), _texts)

    def choice(self, name: str, options: Sequence[str], default: str | None = None) -> str:
        """One of the options."""
        return self._read(name, default, options[0], lambda value: _choice(value, options))

    def strings(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of words, which may be empty."""
        return self._read(name, default, (), _strings)

    def ranks(self, name: str, default: tuple[tuple[str, ...], ...] | None = None) -> tuple[tuple[str, ...], ...]:
        """A ladder: a list of words, in which a nested list of words holds equals."""
        return self._read(name, default, (), _ranks)

    def table(self, name: str) -> "RuleSetReader":
        """A table within this one."""
        return RuleSetReader(self._read(name, None, _EMPTY, lambda value: value), self._within(name), self.faults)

    def tables(self, name: str) -> list[tuple[str, "RuleSetReader"]]:
        """The tables within the table `name`, each with its own name, in the order of the file."""
        inner = self.table(name)
        inner._asked.update(inner._data)
        return [(key, RuleSetReader(inner._data[key], inner._within(key), self.faults)) for key in inner._data]

    def _within(self, name: str) -> str:
        return f"{self.place}.{quote(name)}" if self.place else quote(name)
