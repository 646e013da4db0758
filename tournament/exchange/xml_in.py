"""Reads untrusted XML in one pass: no entities, a limited number of elements, and no tree in memory.

Expat gets a whole part at once: fed in blocks, it restarts each long tag with every block, and 23 MB of one attribute
took 19 seconds.
"""

from collections.abc import Callable
from typing import Any
from xml.parsers import expat

MOST_ATTRIBUTES = 100


class TooMuch(Exception):
    """There are more elements than granted, or an element has more than MOST_ATTRIBUTES attributes."""


class Damaged(Exception):
    """This is not XML, or it contains a document type definition."""


Start = Callable[[str, dict[str, str]], None]
Told = Callable[[str], None]


def ignored(_told: str) -> None:
    """Does nothing: for events that the caller does not need."""


class Grant:
    """The number of elements that may still be read, over all parts of a file together."""

    def __init__(self, elements: int) -> None:
        self.left = elements

    def read(self, part: bytes, start: Start, end: Told = ignored, text: Told = ignored) -> None:
        """Calls `start` for each element with its attributes, `end` at its end, and `text` for the text in between.

        A text comes in pieces of any length; names come without a namespace prefix. Raises TooMuch or Damaged.
        """

        def counted(name: str, attributes: dict[str, str]) -> None:
            self.left -= 1
            if self.left < 0 or len(attributes) > MOST_ATTRIBUTES:
                raise TooMuch
            start(_local(name), {_local(key): value for key, value in attributes.items()})

        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = counted
        parser.EndElementHandler = lambda name: end(_local(name))
        parser.CharacterDataHandler = text
        parser.StartDoctypeDeclHandler = _refuse
        try:
            parser.Parse(part, True)
        except expat.ExpatError as fault:
            raise Damaged from fault


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _refuse(*_definition: Any) -> None:
    raise Damaged
