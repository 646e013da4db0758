"""What importing a list of players would do, line by line: for preview, choices and then the import."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.acts.people.import_people import PeopleImport
from tournament.acts.people.registration import Entrant
from tournament.errors import UserError
from tournament.printing.letters import describe_unprintable

# The choices for doubtful lines, by line: the number of the existing player, or ANOTHER. Lines without one are skipped.
Choices = Mapping[int, int]
ANOTHER = 0
LINE_NUMBER = re.compile(r"[0-9]{1,4}[.)]")


class Verdict(StrEnum):
    """What happens to a line."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DOUBTFUL = "doubtful"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Twin:
    """An entered player whom a line may mean: as they are now, as they would be after, and the changes in words."""

    existing: Entrant
    updated: Entrant
    differences: str


@dataclass(frozen=True, slots=True)
class Judged:
    """One line: the person in it, what happens to it and why.

    `existing` is the entered player that it changes or repeats; `twins` are those that a doubtful line may mean.
    """

    line: int
    person: Entrant
    verdict: Verdict
    why: str = ""
    existing: Entrant | None = None
    twins: tuple[Twin, ...] = ()

    @property
    def entry(self) -> int | None:
        """The number of the entered player the line is about; None if there is none."""
        return self.existing.number if self.existing else None


@dataclass(frozen=True, slots=True)
class ListColumn:
    """A column of the list: its index, its title, the field it is read as ("" for none), and some of its cells."""

    at: int
    title: str
    field: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportProposal:
    """The whole list, judged; `ignored` are the titles of columns that are not read, `columns` those that may be."""

    lines: tuple[Judged, ...]
    ignored: tuple[str, ...] = ()
    columns: tuple[ListColumn, ...] = ()

    def of(self, verdict: Verdict) -> list[Judged]:
        """The lines with this verdict."""
        return [row for row in self.lines if row.verdict == verdict]

    def count(self, verdict: Verdict) -> int:
        """The number of lines with this verdict."""
        return len(self.of(verdict))

    def intake(self, choices: Choices | None = None) -> PeopleImport:
        """What to import, with the choices for doubtful lines; raises UserError if two lines mean the same player."""
        return PeopleImport(self._to_add(choices or {}), self._to_change(choices or {}))

    @property
    def numbers_unused(self) -> bool:
        """Whether the list numbers its lines, as in "1. Jan Peeters", in a column that is not read."""
        return any(not column.field and all(map(LINE_NUMBER.fullmatch, column.cells)) for column in self.columns)

    @property
    def boxes(self) -> str:
        """Which letters of the names that may be entered paper cannot print, as a sentence; "" if it can print all."""
        rows = (row.person for row in self.lines if row.verdict not in (Verdict.SAME, Verdict.REFUSED))
        return describe_unprintable(text for person in rows for text in (person.name, person.club))

    def mark(self) -> str:
        """A digest (hex) that is the same for proposals that would do the same."""
        outcome = [
            (row.line, row.verdict, row.person, row.existing, [twin.existing for twin in row.twins])
            for row in self.lines
        ]
        return hashlib.sha256(repr(outcome).encode(errors="surrogatepass")).hexdigest()

    def _to_add(self, choices: Choices) -> list[Entrant]:
        """The people to add, those with numbers first, so that nobody without one is given a number already taken."""
        people = [
            row.person
            for row in self.lines
            if row.verdict == Verdict.NEW or (row.verdict == Verdict.DOUBTFUL and choices.get(row.line) == ANOTHER)
        ]
        return sorted(people, key=lambda person: person.number is None)

    def _to_change(self, choices: Choices) -> dict[int, Entrant]:
        lines: dict[int, int] = {}
        changed: dict[int, Entrant] = {}
        for line, existing, after in self._meant(choices):
            number = existing.number or 0
            if number in lines:
                raise UserError(
                    _("Lines %(first)s and %(second)s are marked as the same player, no. %(number)s.")
                    % {"first": lines[number], "second": line, "number": number},
                    422,
                )
            lines[number] = line
            if existing != after:
                changed[number] = after
        return changed

    def _meant(self, choices: Choices) -> Iterator[tuple[int, Entrant, Entrant]]:
        """The lines about entered players: the line's number, the person now, and the person after."""
        for row in self.lines:
            if row.existing:
                yield row.line, row.existing, row.person
            elif row.verdict == Verdict.DOUBTFUL and row.line in choices and choices[row.line] != ANOTHER:
                yield row.line, *_chosen(row, choices[row.line])


def _chosen(judged: Judged, number: int) -> tuple[Entrant, Entrant]:
    for twin in judged.twins:
        if twin.existing.number == number:
            return twin.existing, twin.updated
    raise UserError(_("Line %(line)s is not player %(number)s.") % {"line": judged.line, "number": number}, 422)
