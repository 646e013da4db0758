"""A long list in parts of some twenty rows, and its rows by number: what stands around somebody, who is searched."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from tournament.naming import searches

# So many rows, tables of a seating and names with their seats are a part.
PART_ROWS, PART_TABLES, PART_NAMES = 20, 8, 40
# The part that is seen first, and the one that is the whole list.
FIRST, WHOLE = 1, 0
MAX_QUERY = 80
MAX_FOUND = 20
# So many answers of a search are remembered with the rows that were searched.
MAX_QUERIES = 200


class RowSpan(NamedTuple):
    """A part of a list: its number, and its first and last row, all counted from 1."""

    number: int
    first: int
    last: int


class PartLink(NamedTuple):
    """A link to a part of a list: its number, what it has from where to where, its address."""

    number: int
    label: str
    address: str


def row_spans(count: int, size: int = PART_ROWS) -> list[RowSpan]:
    """The parts of a list of so many rows; the last is half as long again at most, or half as long at least."""
    parts = max(1, (count + size // 2) // size)
    return [
        RowSpan(number, (number - 1) * size + 1, number * size if number < parts else count)
        for number in range(1, parts + 1)
    ]


def span_of(spans: Sequence[RowSpan], part: int) -> RowSpan:
    """A part of a list by its number, which may be WHOLE. Raises Http404 if there is none."""
    if part > len(spans):
        raise Http404
    return RowSpan(WHOLE, 1, spans[-1].last) if part == WHOLE else spans[part - 1]


def part_links(
    spans: Sequence[RowSpan], address: Callable[[int], str], label: Callable[[int], object] = int
) -> list[PartLink]:
    """Links to the parts of a list and to the whole of it; none where it has one part.

    `address` gives that of a part, `label` what a row is called from its place in the list, counted from 1.
    """
    if len(spans) == 1:
        return []
    links = [PartLink(span.number, f"{label(span.first)}–{label(span.last)}", address(span.number)) for span in spans]
    return [*links, PartLink(WHOLE, _("all %(count)s") % {"count": spans[-1].last}, address(WHOLE))]


def part_address(base: str, part: int) -> str:
    """Where a part of a list is: the first at the list's own address."""
    return base if part == FIRST else f"{base}part/{part}/" if part else f"{base}all/"


@dataclass(slots=True)
class RowIndex:
    """The rows of a ranking as markup, in order, by entry number, with the text of each in which names are searched.

    `anonymous` are the numbers of those whose name was removed: a device pins no such row.
    """

    markup: Mapping[int, str]
    search_texts: Sequence[str]
    anonymous: frozenset[int] = frozenset()
    _answers: dict[str, list[int]] = field(default_factory=dict, repr=False)

    def around(self, number: int) -> list[tuple[int, str]]:
        """The row of a number between its neighbours; empty where it has none."""
        numbers = list(self.markup)
        if number not in self.markup:
            return []
        at = numbers.index(number)
        return [(near, self.markup[near]) for near in numbers[max(0, at - 1) : at + 2]]

    def search(self, query: str) -> list[int]:
        """The numbers of the rows that are meant by what somebody typed, in order: by a name, a club or a number."""
        query = query[:MAX_QUERY].strip()
        numbers = self._answers.get(query)
        if numbers is None:
            if len(self._answers) >= MAX_QUERIES:
                self._answers.clear()
            self._answers[query] = numbers = self._search(query)
        return numbers

    def _search(self, query: str) -> list[int]:
        numbers = list(self.markup)
        if query.isdecimal() and query.isascii() and int(query) in self.markup:
            return [int(query)]
        return [numbers[at] for at in searches(self.search_texts, query)]
