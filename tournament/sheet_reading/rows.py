"""The rows of a sheet as the lines the desk types (`forms/table/keypad.py`), or as the questions that are open.

Two marks where one belongs, or a doubtful one that would change the line, are a question, never a guess; unless it is
hardly a mark and the others are a result in which it has no place, or the running totals settle it
(`running_totals.py`), which may also doubt a row that asks nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.sheet_reading.answers import written
from tournament.sheet_reading.marks import MISDEAL, Marks, QuestionError, SheetQuestion, SheetRules, read, readings
from tournament.sheet_reading.running_totals import RowMarks, compare

# With more doubtful marks in one row it is not worth the time to try whether they matter.
MAX_DOUBTFUL = 4
# A sheet is illegible if of so many rows too little is left, and of more than such a share of those in which something
# is seen: they have no line without their marks in doubt, and none of these bubbles has such a share of ink.
MANY_DOUBTS, DOUBTED_SHARE, LITTLE_INK = 5, 0.4, 0.2


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal of a sheet as it was read: a line, a question, or neither if the deal was not played.

    It is `by_totals` if it would ask without what its table wrote as running totals, and `partial` if it has no line
    without its marks in doubt.
    """

    deal: int
    line: str = ""
    question: SheetQuestion | None = None
    by_totals: bool = False
    partial: bool = False


def rows(
    deals: Iterable[int],
    marked: Iterable[Sequence[Any]],
    doubtful: Iterable[Sequence[Any]],
    sheet_rules: SheetRules,
    totals: Iterable[Sequence[Any]] = (),
    answered: Collection[int] = (),
) -> list[SheetRow]:
    """The rows of a sheet; `marked` and `doubtful` bubbles begin with deal, kind and value, as the reader gives them.

    `totals` are what the reader takes for running totals, `answered` the deals of which a person said something. An
    empty row is a deal that was not played if all rows below it are empty too; otherwise it is a question.
    """
    nothing: Marks = frozenset()
    unsure = list(doubtful)
    # Pages that an earlier version read do not say which are unlikely.
    marks_by_deal = [_by_deal(some) for some in (marked, unsure, (bubble for bubble in unsure if any(bubble[4:])))]
    row_marks = {}
    for deal in deals:
        sure, possible, unlikely = (by_deal.get(deal, nothing) for by_deal in marks_by_deal)
        row_marks[deal] = RowMarks(sure, possible - sure - _without_room(sure, unlikely, sheet_rules))
    in_order = [_row(deal, of_deal, sheet_rules) for deal, of_deal in row_marks.items()]
    if totals:
        # A doubt that does not matter is none.
        read = zip(in_order, row_marks.values(), strict=True)
        certain = {row.deal: RowMarks(some.sure, some.doubtful if row.question else nothing) for row, some in read}
        compared = compare(certain, totals, answered, sheet_rules)
        in_order = [
            row
            if certain[row.deal] == compared[row.deal]
            else replace(_row(row.deal, compared[row.deal], sheet_rules), by_totals=bool(row.question))
            for row in in_order
        ]
    last = max((at for at, row in enumerate(in_order) if row.line or row.question), default=-1)
    empty = SheetQuestion("empty")
    return [
        SheetRow(row.deal, question=empty) if at < last and not (row.line or row.question) else row
        for at, row in enumerate(in_order)
    ]


def is_illegible(
    sheet_rows: Sequence[SheetRow], marked: Iterable[Sequence[Any]], doubtful: Iterable[Sequence[Any]]
) -> bool:
    """Whether so little is left of a sheet's marks that many rows lack some: what seems sure may be wrong too.

    So it is with a copy in pure black and white of a pencil that was hardly pressed. Rows after the last one with a
    mark were hardly played. `marked` and `doubtful` bubbles are as the reader gives them, these with how much of each
    is ink: what is plain to see is asked, however much of it.
    """
    last = max((deal for deal, *_mark in marked), default=0) or max((row.deal for row in sheet_rows), default=0)
    ink: dict[int, float] = {}
    for deal, _kind, _value, fill, *_unlikely in doubtful:
        ink[deal] = max(fill, ink.get(deal, 0.0))
    played = [row for row in sheet_rows if row.deal <= last]
    seen = [row for row in played if row.line or (row.question and row.question.code != "empty")]
    lost = sum(row.partial and ink.get(row.deal, 0.0) < LITTLE_INK for row in seen)
    return lost >= MANY_DOUBTS and lost > DOUBTED_SHARE * len(seen)


def substitutes(bubbles: Iterable[Sequence[Any]]) -> tuple[int, ...]:
    """The positions of these bubbles that are for substitutes: `marked`, they say that one sat there."""
    return tuple(sorted(int(value) for deal, kind, value, *_rest in bubbles if (deal, kind) == (0, "substitute")))


def _by_deal(bubbles: Iterable[Sequence[Any]]) -> Mapping[int, Marks]:
    by_deal: dict[int, set[tuple[str, str]]] = {}
    for deal, kind, value, *_rest in bubbles:
        by_deal.setdefault(int(deal), set()).add((str(kind), str(value)))
    return {deal: frozenset(some) for deal, some in by_deal.items()}


def _without_room(sure: Marks, unlikely: Marks, sheet_rules: SheetRules) -> Marks:
    """Those of the unlikely marks with which a row would ask, although it is a result without any of them.

    A deal that was misdealt first has a result, too.
    """
    if not unlikely or not _is_result(sure, sheet_rules):
        return frozenset()
    return frozenset(bubble for bubble in unlikely - {MISDEAL} if not _is_result(sure | {bubble}, sheet_rules))


def _is_result(marks: Marks, sheet_rules: SheetRules) -> bool:
    """Whether marks say what was played, whatever they say of the jury."""
    (reading,) = readings(marks, frozenset(), replace(sheet_rules, jury=False), 0)
    return reading is not None and reading.played != {}


def _row(deal: int, marks: RowMarks, sheet_rules: SheetRules) -> SheetRow:
    doubtful = marks.doubtful
    if marks.instead:
        otherwise = tuple(_difference(marks.sure, others) for others in marks.instead)
        return SheetRow(deal, question=SheetQuestion("otherwise", otherwise))
    try:
        line = read(marks.sure, sheet_rules).line
    except QuestionError as still:
        if not doubtful:
            return SheetRow(deal, question=still.question)
        return SheetRow(deal, question=_doubt(doubtful), partial=not _is_result(marks.sure, sheet_rules))
    possible = readings(marks.sure, doubtful, sheet_rules, MAX_DOUBTFUL)
    # The line would be another one if some of the doubtful marks are marks.
    if doubtful and (None in possible or {reading.line for reading in possible if reading} != {line}):
        return SheetRow(deal, question=_doubt(doubtful), partial=not line)
    return SheetRow(deal, line)


def _difference(sure: Marks, instead: Marks) -> str:
    """What marks that are meant instead say of the bubbles in which they differ, as text."""
    more = [(*bubble, True) for bubble in sorted(instead - sure)]
    return written([*more, *((*bubble, False) for bubble in sorted(sure - instead))])


def _doubt(doubtful: Marks) -> SheetQuestion:
    return SheetQuestion("doubtful", tuple(f"{kind} {value}".strip() for kind, value in sorted(doubtful)))
