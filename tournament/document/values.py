"""The kinds of values in a troel/1 file, and what its records have in common.

A field with a default may be absent from a file. It is left out of what we write where it has that default, unless it
is marked `Always`.
"""

import re
from datetime import MAXYEAR, date, datetime
from typing import Annotated, Any, ClassVar, Final, TypeVar

import msgspec
from msgspec import Meta, Struct

from scoring.catalogue import LANGUAGES

T = TypeVar("T")

ALWAYS: Final = "always written"
Always = Annotated[T, ALWAYS]
# The default of a field that has no value of its own for “none”: a file leaves it out, and `null` is refused.
ABSENT: Any = None

# Python's `$` also matches before a line break at the end.
END = r"$(?!\n)"
ONE_LINE = rf"^[^\t\r\n]*{END}"
MOMENT = re.compile(r"[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}([.]\d{1,6})?(Z|[+-]\d{2}:\d{2})", re.ASCII)

Number = Annotated[int, Meta(ge=1, le=1_000_000)]
NumberOrNone = Annotated[int, Meta(ge=0, le=1_000_000)]
Ordinal = Annotated[int, Meta(ge=1, le=1000)]
RoundNumber = Annotated[int, Meta(ge=1, le=50)]
TableNumber = Annotated[int, Meta(ge=1, le=5000)]
DealNumber = Annotated[int, Meta(ge=1, le=125)]
DealsOfRound = Annotated[int, Meta(ge=1, le=100)]
Position = Annotated[int, Meta(ge=1, le=5)]
Count = Annotated[int, Meta(ge=0, le=10_000)]
Cents = Annotated[int, Meta(ge=0)]
Points = Annotated[int, Meta(ge=-1_000_000_000, le=1_000_000_000)]

# Of one line each; the texts below may have several. What cannot be stored at all is refused by
# `exchange.troel1.size_limits`.
Word = Annotated[str, Meta(max_length=20, pattern=ONE_LINE)]
Key = Annotated[str, Meta(max_length=40, pattern=ONE_LINE)]
Name = Annotated[str, Meta(max_length=80, pattern=ONE_LINE)]
Line = Annotated[str, Meta(max_length=120, pattern=ONE_LINE)]
LongLine = Annotated[str, Meta(max_length=500, pattern=ONE_LINE)]
Text = Annotated[str, Meta(max_length=500)]
Contract = Annotated[str, Meta(max_length=8)]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)}){END}")]
LanguageOrNone = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)}|){END}")]
Actor = Annotated[
    str, Meta(pattern=rf"^(system|user:[0-9]{{1,15}}|entry:[0-9]{{1,7}}|table:[0-9]{{1,7}}/[0-9]{{1,7}}){END}")
]
Digest = Annotated[str, Meta(pattern=f"^[0-9a-f]{{64}}{END}")]
Nonce = Annotated[str, Meta(pattern=f"^[0-9a-f]{{1,64}}{END}")]
EntryKey = Annotated[str, Meta(pattern=f"^[1-9][0-9]{{0,6}}{END}")]
PlayerKey = Annotated[str, Meta(pattern=f"^[0-9]{{1,7}}{END}")]

Declarers = Annotated[list[Position], Meta(min_length=1, max_length=4)]
Entries = Annotated[list[Number], Meta(max_length=20_000)]
Pair = Annotated[list[Number], Meta(min_length=2, max_length=2)]


class Record(Struct, forbid_unknown_fields=True):
    """A part of a file; the lists named in `distinct` hold nothing twice."""

    distinct: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        for name in self.distinct:
            if len(set(getattr(self, name))) < len(getattr(self, name)):
                raise ValueError(f"{name} holds something twice")


class Moment(str):
    """A date and time with its zone, in ISO 8601, that stays valid in every other zone."""


class Day(str):
    """A date in ISO 8601."""


class Plain(dict[str, Any]):
    """An object of this shape that may have other fields too: whoever reads it knows them."""

    shape: ClassVar[type[Struct]]


def decoded(kind: type, value: Any) -> Any:
    """A value of one of the kinds above from what JSON has; raises ValueError if it is none."""
    if issubclass(kind, Plain):
        try:
            msgspec.convert(value, kind.shape, dec_hook=decoded)
        except msgspec.ValidationError as error:
            # As an error of its own it would name the place within the object alone.
            raise ValueError(str(error)) from error
    elif not isinstance(value, str) or not (is_moment(value) if kind is Moment else _is_day(value)):
        raise ValueError("is not a time" if kind is Moment else "is not a day")
    return kind(value)


def is_moment(text: str) -> bool:
    """Whether a text is a `Moment`."""
    try:
        return bool(MOMENT.fullmatch(text)) and 1 < datetime.fromisoformat(text).year < MAXYEAR
    except ValueError:
        return False


def _is_day(text: str) -> bool:
    try:
        return len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False
