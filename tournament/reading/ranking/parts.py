"""A long ranking in parts of some twenty rows, and its rows by number: what stands around somebody, who is searched."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tournament.naming import searches
from tournament.reading.ranking.groups import RankingGroup

PART_ROWS = 20
# The part that is the whole ranking.
WHOLE = 0
MAX_QUERY = 80
MAX_FOUND = 20
# So many answers of a search are remembered with the rows that were searched.
MAX_QUERIES = 200


class RowSpan(NamedTuple):
    """A part of a list: its number, and its first and last row, all counted from 1."""

    number: int
    first: int
    last: int


def row_spans(count: int) -> list[RowSpan]:
    """The parts of a list of so many rows; the last is half as long again at most, or half as long at least."""
    parts = max(1, (count + PART_ROWS // 2) // PART_ROWS)
    return [
        RowSpan(number, (number - 1) * PART_ROWS + 1, number * PART_ROWS if number < parts else count)
        for number in range(1, parts + 1)
    ]


def within(groups: Sequence[RankingGroup], span: RowSpan) -> Iterator[RankingGroup]:
    """The rows of a part, in the groups they are in; a line at a cut stays below its row."""
    passed = 0
    for group in groups:
        first, last = max(0, span.first - 1 - passed), max(0, span.last - passed)
        rows = group.ranking_rows[first:last]
        cut = group.cut
        if cut and cut.after:
            cut = replace(cut, after=cut.after - first) if first < cut.after <= last else None
        if rows:
            yield replace(group, ranking_rows=rows, cut=cut)
        passed += len(group.ranking_rows)


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
