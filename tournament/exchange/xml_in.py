"""XML of a stranger, read in one pass: no entities, no more elements than were granted, nothing kept of it here.

Expat is given a whole part at once: fed by the block, it begins each long tag again with every block, and 23 MB of one
attribute took 19 seconds.
"""

from collections.abc import Callable
from typing import Any
from xml.parsers import expat

MOST_ATTRIBUTES = 100


class TooMuch(Exception):
    """There are more elements than were granted, or one has more attributes than any has."""


class Damaged(Exception):
    """This is no XML, or XML that brings definitions of its own along."""


Start = Callable[[str, dict[str, str]], None]
Told = Callable[[str], None]


def ignored(_told: str) -> None:
    """What a part says that nobody asked for."""


class Grant:
    """How many elements may still be read, over all parts of a file together."""

    def __init__(self, elements: int) -> None:
        self.left = elements

    def read(self, part: bytes, start: Start, end: Told = ignored, text: Told = ignored) -> None:
        """Tells `start` of each element with its attributes, `end` of each that ends, `text` of what stands between.

        A text comes in pieces of any length, names without the prefix of their namespace. Raises TooMuch or Damaged.
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
