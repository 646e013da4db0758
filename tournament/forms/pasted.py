"""A list of players as people paste it, from a mail or a spreadsheet, and what becomes of each of its lines.

A line holds a name and, after a tab, a semicolon or else a comma, the club; wherever they stand, a whole number is the
player's number and "nl", "fr" or "en" the language.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.acts.refusal import Refusal
from tournament.acts.registration import Person, check_person
from tournament.naming import folded

LANGUAGES = ("nl", "fr", "en")
SEPARATORS = "\t;,"
MOST_LINES = 1000
MOST_DIGITS = 7
MOST_NUMBER = 1_000_000
# Beyond this no name can be; what comes after it is not looked at.
MOST_SIGNS = 1000


@dataclass(frozen=True, slots=True)
class Row:
    """One line that was pasted: `fault` says why it cannot be entered, `twin` who has the same name already.

    `twin_line` is the line of the list that twin stands on; 0 where the twin is in the event.
    """

    line: int
    person: Person
    fault: str = ""
    twin: str = ""
    twin_line: int = 0


@dataclass(frozen=True, slots=True)
class Counts:
    """How many lines are new, have the name of somebody else, and cannot be entered."""

    fresh: int
    doubtful: int
    refused: int


def counts(rows: Sequence[Row]) -> Counts:
    """What became of the lines of a list."""
    refused = sum(bool(row.fault) for row in rows)
    doubtful = sum(bool(row.twin) and not row.fault for row in rows)
    return Counts(len(rows) - refused - doubtful, doubtful, refused)


def read(text: str, known: Mapping[str, str], taken: Iterable[int]) -> list[Row]:
    """The lines that are not empty, judged.

    `known` holds who is in the event already, by folded name, as one would tell who that is; `taken` their numbers.
    """
    seen, numbers = {name: (told, 0) for name, told in known.items()}, set(taken)
    rows = []
    for line, person in _people(text):
        twin, twin_line = seen.get(folded(person.name), ("", 0))
        rows.append(Row(line, person, _fault(person, numbers), twin, twin_line))
        if person.number is not None:
            numbers.add(person.number)
        seen.setdefault(folded(person.name), (_("line %(line)s of this list") % {"line": line}, line))
    return rows


def numbered(people: Sequence[Person], start: int) -> list[Person]:
    """The people, those without a number numbered from `start` on: the same list always gets the same numbers."""
    given = {person.number for person in people}
    free = (number for number in range(start, start + 2 * len(people) + 1) if number not in given)
    return [person if person.number is not None else replace(person, number=next(free)) for person in people]


def _people(text: str) -> Iterator[tuple[int, Person]]:
    for line, content in enumerate(text.splitlines(), 1):
        if content.strip():
            yield line, _person(content)


def _person(content: str) -> Person:
    separator = next((sign for sign in SEPARATORS if sign in content), ";")
    parts = [part.strip() for part in next(csv.reader([content[:MOST_SIGNS]], delimiter=separator), [])]
    number = next((part for part in parts if _is_number(part)), None)
    language = next((part for part in parts if part.lower() in LANGUAGES), None)
    words = [part for part in parts if part not in (number, language)]
    name, club = [*words, "", ""][:2]
    return Person(name, club, (language or "").lower(), number=int(number) if number else None)


def _is_number(part: str) -> bool:
    return part.isascii() and part.isdigit() and len(part) <= MOST_DIGITS


def _fault(person: Person, taken: set[int]) -> str:
    """Why this person cannot be entered; "" when nothing stands in the way."""
    try:
        check_person(person)
    except Refusal as refusal:
        return str(refusal)
    if person.number is not None and (person.number in taken or not 1 <= person.number <= MOST_NUMBER):
        return _("The number %(number)s is taken or cannot be given.") % {"number": person.number}
    return ""
