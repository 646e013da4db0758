"""Which contract a person means by what they typed: "pc9", "samen 9", "ab9", "km", "mot", "troel"."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product

from scoring import catalogue as texts
from scoring import words
from scoring.game.contracts import CONTRACTS
from scoring.rules.rulesets import RuleSet

MAX_TEXT = 40
_PARTS = re.compile(r"[a-z]+|[0-9]+")
# What a numeric keypad types for a contract: digits for its kind and the end of its tricks, or two for its name.
_KINDS = {"PC": 1, "S": 2, "TR": 3, "A": 4, "AT": 5}
_BY_NAME = {"PM": "60", "PMT": "66", "GM": "70", "GMT": "77", "PIC": "81", "P2": "82"}


def keypad(key: str) -> str:
    """The two digits that stand for a contract on a numeric keypad, the same in every rule set: PC10 is 10, S6 26."""
    return _BY_NAME.get(key) or f"{_KINDS[key.rstrip('0123456789')]}{CONTRACTS[key].target % 10}"


# Each contract's short forms: on the keypad, and with only the last digit of its tricks, as no two of a kind share it.
_SHORT = {keypad(key): key for key in CONTRACTS} | {
    f"{key.rstrip('0123456789')}{CONTRACTS[key].target % 10}": key for key in CONTRACTS if key not in _BY_NAME
}


def meant(text: str, ruleset: RuleSet) -> tuple[str, ...]:
    """The keys of the rule set's contracts that a typed text can mean, from low to high; empty if none match.

    A key matches only itself, even if that contract is not played, and so do its two digits on a keypad. Otherwise a
    name in any language matches, with or without its number; and failing that, the beginnings of all its words: "km" is
    kleine miserie, "ab9" abondance 9.
    """
    typed = _plain(text[:MAX_TEXT])
    key = "".join(typed).upper()
    key = _SHORT.get(key, key)
    if key in CONTRACTS:
        return (key,) if key in ruleset.lines else ()
    word = "".join(part for part in typed if part.isalpha())
    number = typed[-1] if typed and typed[-1].isdigit() else ""
    for matches in (_is_whole, _is_begun):
        contracts = tuple(key for key in ruleset.lines if _can_mean(word, number, key, ruleset, matches))
        if contracts:
            return contracts
    return ()


@lru_cache(maxsize=16)
def vocabulary(ruleset: RuleSet) -> Mapping[str, str]:
    """The short ways to type each contract of a rule set, for a page that reads them without asking: word to key.

    The digits of the keypad, the key, names and their initials; nothing that can mean several contracts.
    """
    typed_words = {short for short, key in _SHORT.items() if key in ruleset.lines} | {
        key.lower() for key in ruleset.lines
    }
    for key in ruleset.lines:
        for name in _names(key, ruleset):
            both = ("".join(name), "".join(part[0] for part in name))
            typed_words |= {f"{word}{number}" for word in both for number in ("", CONTRACTS[key].target)}
    meanings = {word.lower(): meant(word, ruleset) for word in typed_words if word}
    return {word: keys[0] for word, keys in sorted(meanings.items()) if len(keys) == 1}


def _can_mean(word: str, number: str, key: str, ruleset: RuleSet, matches: Callable[[str, list[str]], bool]) -> bool:
    if not word or number not in ("", str(CONTRACTS[key].target)):
        return False
    return any(matches(word, name) for name in _names(key, ruleset))


@lru_cache(maxsize=512)
def _names(key: str, ruleset: RuleSet) -> tuple[list[str], ...]:
    """All names of a contract in all languages, as lists of words without the number."""
    return tuple(_all_names(key, ruleset))


def _all_names(key: str, ruleset: RuleSet) -> Iterator[list[str]]:
    named = CONTRACTS[key].word
    for language, name in product(texts.LANGUAGES, (words.contract, words.contract_short)):
        yield _letters(name(key, language, ruleset))
    for language in texts.LANGUAGES:
        yield from map(_letters, texts.text(f"typed.{named}", language).split(","))
    yield _letters(named)


def _is_whole(word: str, name_words: list[str]) -> bool:
    return word == "".join(name_words)


def _is_begun(word: str, name_words: list[str]) -> bool:
    """Whether the word consists of the beginnings of all words of a name, at least one letter of each."""
    if not word or not name_words:
        return not word and not name_words
    first, *others = name_words
    return any(
        first[:length] == word[:length] and _is_begun(word[length:], others) for length in range(1, len(first) + 1)
    )


def _letters(name: str) -> list[str]:
    return [part for part in _plain(name) if part.isalpha()]


def _plain(text: str) -> list[str]:
    """The words and numbers of a text in lower case without accents: "P&C 9" gives p, c, 9."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return _PARTS.findall(bare.casefold())
