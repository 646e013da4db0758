"""The texts of the package in Dutch, French and English, looked up by a code such as `error.seat_twice`.

Every sentence comes from `text`.  There is one catalogue per language, `languages/*.toml`; an unknown language falls
back to English, and `register` adds one.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from scoring.game.contracts import CONTRACTS

LANGUAGES = ("nl", "fr", "en")
FALLBACK = "en"

_FOLDER = Path(__file__).with_name("languages")
_registered: dict[str, Mapping[str, str]] = {}


def register(language: str, texts: Mapping[str, str]) -> None:
    """Adds or replaces a language: its texts by code.  Missing codes fall back to English."""
    _registered[language] = texts


def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by code; English for an unknown language."""
    if language in _registered:
        return _registered[language]
    return _catalogue(language if language in LANGUAGES else FALLBACK)


@cache
def _catalogue(language: str) -> Mapping[str, str]:
    data = tomllib.loads((_FOLDER / f"{language}.toml").read_text("utf-8"))
    return dict(_flat(data, ""))


def _flat(tree: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, str(value)


def text(code: str, lang: str, **values: object) -> str:
    """The text of this code with the values filled in; raises KeyError for an unknown code."""
    template = catalogue(lang).get(code)
    if template is None:
        template = catalogue(FALLBACK)[code]
    return template.format(**values)


def counted(code: str, count: int, lang: str) -> str:
    """A number with its noun; in French zero takes the singular."""
    singular = abs(count) == 1 or (count == 0 and lang == "fr")
    return text(f"{code}.{'one' if singular else 'many'}", lang, count=count)


def either(choices: Sequence[object], lang: str) -> str:
    """A choice in words: "1, 2 or 3"."""
    *others, last = map(str, choices)
    return text("list.or", lang, others=", ".join(others), last=last) if others else last


def contract(key: str, lang: str, variant: str = "contract") -> str:
    """The name of a contract with its number; `variant` may also be `short`, or `full` to include its other names."""
    base = CONTRACTS[key]
    return text(f"{variant}.{base.word}", lang, n=base.target)


def sentence(code: str, details: Mapping[str, object], lang: str) -> str:
    """The text of a refusal or a fault, with its details filled in in readable form."""
    return text(code, lang, **{name: _readable(name, value, lang) for name, value in details.items()})


def _readable(name: str, value: object, lang: str) -> object:
    if name == "contract" and value in CONTRACTS:
        return contract(str(value), lang)
    if isinstance(value, (list, tuple)):
        return either(value, lang) if value else "–"
    return value
