"""What a list of players would do, line by line: to be looked at, chosen from, and then done."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.acts.import_people import Intake
from tournament.acts.registration import Person
from tournament.refusal import Refusal

# What was chosen of doubtful lines: the number of the player it is, or ANOTHER person. A line not named is left out.
Choices = Mapping[int, int]
ANOTHER = 0


class Verdict(StrEnum):
    """What becomes of a line."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DOUBTFUL = "doubtful"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Twin:
    """Somebody who is entered already and may be meant: as he is known, as he would be, and what that changes."""

    now: Person
    after: Person
    changes: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One line: who stands in it, what becomes of it and why.

    `now` is the player it changes or repeats, as he is known; `twins` are those that a doubtful line may mean.
    """

    line: int
    person: Person
    verdict: Verdict
    why: str = ""
    now: Person | None = None
    twins: tuple[Twin, ...] = ()

    @property
    def entry(self) -> int | None:
        """The number of the player the line is about, where there is one."""
        return self.now.number if self.now else None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the list: its place, what it is called, what it is read as ("" for nothing), some of its cells."""

    at: int
    title: str
    field: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Proposal:
    """The whole list, judged; `ignored` are the columns that are not read, `columns` those that are or may be."""

    rows: tuple[Judged, ...]
    ignored: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()

    def of(self, verdict: Verdict) -> list[Judged]:
        """The lines with this verdict."""
        return [row for row in self.rows if row.verdict == verdict]

    def count(self, verdict: Verdict) -> int:
        """How many lines have this verdict."""
        return len(self.of(verdict))

    def intake(self, choices: Choices | None = None) -> Intake:
        """What is to be done, the doubtful lines as they were chosen. Refuses two lines that mean one player."""
        return Intake(self._to_add(choices or {}), self._to_change(choices or {}))

    def mark(self) -> str:
        """The same for two proposals that would do the same."""
        told = [(row.line, row.verdict, row.person, row.now, [twin.now for twin in row.twins]) for row in self.rows]
        return hashlib.sha256(repr(told).encode(errors="surrogatepass")).hexdigest()

    def _to_add(self, choices: Choices) -> list[Person]:
        """With numbers first, so that a number given out for want of one is nobody else's."""
        wanted = [
            row.person
            for row in self.rows
            if row.verdict == Verdict.NEW or (row.verdict == Verdict.DOUBTFUL and choices.get(row.line) == ANOTHER)
        ]
        return sorted(wanted, key=lambda person: person.number is None)

    def _to_change(self, choices: Choices) -> dict[int, Person]:
        lines: dict[int, int] = {}
        found: dict[int, Person] = {}
        for line, now, after in self._meant(choices):
            number = now.number or 0
            if number in lines:
                raise Refusal(
                    _("Lines %(first)s and %(second)s are said to be the same player, no. %(number)s.")
                    % {"first": lines[number], "second": line, "number": number},
                    422,
                )
            lines[number] = line
            if now != after:
                found[number] = after
        return found

    def _meant(self, choices: Choices) -> Iterator[tuple[int, Person, Person]]:
        """The lines that are about somebody who is entered: he as he is known, and as he will be."""
        for row in self.rows:
            if row.now:
                yield row.line, row.now, row.person
            elif row.verdict == Verdict.DOUBTFUL and row.line in choices and choices[row.line] != ANOTHER:
                yield row.line, *_chosen(row, choices[row.line])


def _chosen(row: Judged, number: int) -> tuple[Person, Person]:
    for twin in row.twins:
        if twin.now.number == number:
            return twin.now, twin.after
    raise Refusal(_("Line %(line)s is not player %(number)s.") % {"line": row.line, "number": number}, 422)
