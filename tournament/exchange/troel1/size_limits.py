"""The first check of a troel/1 file: measured before it is parsed, so that none costs more than the largest event.

What passes can be stored, shown and written again: it contains no lone surrogates and no control characters.
"""

import codecs
import json
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from tournament.naming import is_storable

# Five times a championship of 1,000 players and 12,000 deals, which is 4 MB of 190,000 values.
MOST_BYTES = 24 * 1024 * 1024
MOST_VALUES = 1_000_000
# The longest text in a file is a picture.
MOST_LETTERS = 200_000
# The deepest real nesting is a design within designs, some 30. What can be parsed could still be too deep to write.
MOST_DEPTH = 60
CHUNK = 1024 * 1024

Document = dict[str, Any]


class EventFileError(Exception):
    """The file is not a troel/1 event; the sentence names the place and what is wrong there."""


def document(path: Path) -> Any:
    """The content of a JSON file; raises EventFileError if it is not JSON, or has too many bytes, values or levels."""
    try:
        text = _text(path)
        if sum(map(text.count, ",[{")) > MOST_VALUES:
            raise EventFileError(f"{path} holds more than {MOST_VALUES} values.")
        found = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_no_key_twice)
    except OSError as error:
        raise EventFileError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise EventFileError(f"{path} is not JSON: {error}.") from error
    if _deeper(found, MOST_DEPTH):
        raise EventFileError(f"{path} is not an event: it goes more than {MOST_DEPTH} levels deep.")
    return found


def faults(value: Any, place: str = "$") -> Iterator[tuple[str, str]]:
    """The place and fault of each text or field name that is too long or cannot be stored."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        fault = _fault(key) or _fault(one)
        if fault:
            yield place if _fault(key) else f"{place}.{key}", fault
        elif isinstance(one, dict | list):
            yield from faults(one, f"{place}.{key}")


def _fault(text: Any) -> str:
    if not isinstance(text, str):
        return ""
    if len(text) > MOST_LETTERS:
        return f"holds more than {MOST_LETTERS} characters"
    plain = text.isascii() and text.isprintable()
    return "" if plain or is_storable(text, multiline=True) else "holds a character that cannot be kept"


def _text(path: Path) -> str:
    """The text of a file in ASCII: otherwise one wide character would make every other take four bytes."""
    if path.stat().st_size > MOST_BYTES:
        raise EventFileError(f"{path} is larger than {MOST_BYTES // 1024**2} MB.")
    with path.open(encoding="utf-8") as file:
        pieces = iter(lambda: file.read(CHUNK), "")
        return b"".join(piece.encode("ascii", "json") for piece in pieces).decode("ascii")


def _as_json(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return json.dumps(error.object[error.start : error.end])[1:-1], error.end


codecs.register_error("json", _as_json)


def _deeper(value: Any, levels: int) -> bool:
    """Whether lists and objects are nested in more than the given number of levels."""
    inner = [value]
    for _ in range(levels + 1):
        inner = list(chain.from_iterable(_content(one) for one in inner))
        if not inner:
            return False
    return True


def _content(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _no_key_twice(members: list[tuple[str, Any]]) -> Document:
    if len({key for key, _ in members}) < len(members):
        raise ValueError("a key appears twice in one object")
    return dict(members)
