"""What things are called and what is said about them, in Dutch, French and English.

Every sentence of the package comes out of `text`: one catalogue per language, `languages/*.toml`, looked up by a code
such as `error.seat_twice`.  A language that is not there speaks English; `register` adds one.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Protocol

LANGUAGES = ("nl", "fr", "en")
FALLBACK = "en"

_FOLDER = Path(__file__).with_name("languages")
_registered: dict[str, Mapping[str, str]] = {}


class Coded(Protocol):
    """Anything that says what it means by a code and details: an error, a fault."""

    @property
    def code(self) -> str: ...
    @property
    def details(self) -> Mapping[str, object]: ...


def register(language: str, catalogue: Mapping[str, str]) -> None:
    """Adds a language, or replaces one: its texts by code; codes it lacks are said in English."""
    _registered[language] = catalogue


def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by code; English for one that is not there."""
    if language in _registered:
        return _registered[language]
    return _catalogue(language if language in LANGUAGES else FALLBACK)


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    data = tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))
    return dict(_flat(data, ""))


def _flat(data: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def text(code: str, lang: str, **values: object) -> str:
    """The text of this code, with the values put in; raises KeyError for a code no catalogue has."""
    found = catalogue(lang).get(code)
    if found is None:
        found = catalogue(FALLBACK)[code]
    return found.format(**values) if values else found


def error(err: Coded, lang: str) -> str:
    """The sentence of a refusal."""
    return f"{err.code} {dict(err.details)}"
