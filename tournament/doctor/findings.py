"""What a check says of a machine: a mark and one sentence, in the language of the moment."""

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import partial
from pathlib import Path

from django.utils.functional import Promise


class Mark(StrEnum):
    """How something is. Only what is bad keeps people from playing."""

    GOOD = "✓"
    ADVICE = "!"
    BAD = "✗"
    ABSENT = "–"


@dataclass(frozen=True)
class Finding:
    """What is, or what is to be done."""

    mark: Mark
    sentence: str


class Occasion(Enum):
    """When it is asked: before an evening, by a proxy every second, before an upgrade."""

    HALL = auto()
    READY = auto()
    UPGRADE = auto()


@dataclass(frozen=True)
class Check:
    """One thing to look at, and when. `look` gives nothing where there is nothing to say."""

    title: Promise
    look: Callable[[], Iterator[Finding]]
    occasions: Set[Occasion]
    needs_tables: bool = False


good, advice, bad, absent = (partial(Finding, mark) for mark in (Mark.GOOD, Mark.ADVICE, Mark.BAD, Mark.ABSENT))


def read_text(file: Path) -> str:
    """What stands in a file of the system, without what surrounds it; "" if it cannot be read."""
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""
