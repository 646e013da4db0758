"""The rows of a sheet as the lines the desk types (`forms/table/keypad.py`), or as the questions that are open.

Two marks where one belongs, or a doubtful one that would change the line, are a question, never a guess; unless the
running totals settle it (`running_totals.py`), which may also doubt a row that asks nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.sheet_reading.answers import written
from tournament.sheet_reading.marks import Marks, QuestionError, SheetQuestion, SheetRules, read, readings
from tournament.sheet_reading.running_totals import RowMarks, compare

# With more doubtful marks in one row it is not worth the time to try whether they matter.
MAX_DOUBTFUL = 4
# A sheet is illegible if of so many rows too little is left, and of more than such a share of those in which something
# is seen: they are in doubt, and none of the bubbles that make them so has such a share of ink.
MANY_DOUBTS, DOUBTED_SHARE, LITTLE_INK = 6, 0.7, 0.15


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One deal of a sheet as it was read: a line, a question, or neither if the deal was not played.

    It is `by_totals` if it would ask without what its table wrote as running totals.
    """

    deal: int
    line: str = ""
    question: SheetQuestion | None = None
    by_totals: bool = False


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
    sure, unsure = _by_deal(marked), _by_deal(doubtful)
    nothing: Marks = frozenset()
    marks = {deal: (sure.get(deal, nothing), unsure.get(deal, nothing)) for deal in deals}
    row_marks = {deal: RowMarks(some, more - some) for deal, (some, more) in marks.items()}
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


def is_illegible(sheet_rows: Sequence[SheetRow], doubtful: Iterable[Sequence[Any]]) -> bool:
    """Whether so little is left of a sheet's marks that nearly every row is in doubt: what seems sure may be wrong too.

    So it is with a copy in pure black and white of a pencil that was hardly pressed. `doubtful` bubbles are as the
    reader gives them, with how much of each is ink: what is plain to see is asked, however much of it.
    """
    ink: dict[int, float] = {}
    for deal, _kind, _value, fill in doubtful:
        ink[deal] = max(fill, ink.get(deal, 0.0))
    codes = {row.deal: row.question.code if row.question else "" for row in sheet_rows if row.line or row.question}
    lost = sum(code == "doubtful" and ink.get(deal, 0.0) < LITTLE_INK for deal, code in codes.items())
    seen = sum(code != "empty" for code in codes.values())
    return lost >= MANY_DOUBTS and lost > DOUBTED_SHARE * seen


def substitutes(bubbles: Iterable[Sequence[Any]]) -> tuple[int, ...]:
    """The positions of these bubbles that are for substitutes: `marked`, they say that one sat there."""
    return tuple(sorted(int(value) for deal, kind, value, *_rest in bubbles if (deal, kind) == (0, "substitute")))


def _by_deal(bubbles: Iterable[Sequence[Any]]) -> Mapping[int, Marks]:
    by_deal: dict[int, set[tuple[str, str]]] = {}
    for deal, kind, value, *_rest in bubbles:
        by_deal.setdefault(int(deal), set()).add((str(kind), str(value)))
    return {deal: frozenset(some) for deal, some in by_deal.items()}


def _row(deal: int, marks: RowMarks, sheet_rules: SheetRules) -> SheetRow:
    doubtful = marks.doubtful
    if marks.instead:
        otherwise = tuple(_difference(marks.sure, others) for others in marks.instead)
        return SheetRow(deal, question=SheetQuestion("otherwise", otherwise))
    try:
        line = read(marks.sure, sheet_rules).line
    except QuestionError as still:
        return SheetRow(deal, question=_doubt(doubtful) if doubtful else still.question)
    possible = readings(marks.sure, doubtful, sheet_rules, MAX_DOUBTFUL)
    # The line would be another one if some of the doubtful marks are marks.
    if doubtful and (None in possible or {reading.line for reading in possible if reading} != {line}):
        return SheetRow(deal, question=_doubt(doubtful))
    return SheetRow(deal, line)


def _difference(sure: Marks, instead: Marks) -> str:
    """What marks that are meant instead say of the bubbles in which they differ, as text."""
    more = [(*bubble, True) for bubble in sorted(instead - sure)]
    return written([*more, *((*bubble, False) for bubble in sorted(sure - instead))])


def _doubt(doubtful: Marks) -> SheetQuestion:
    return SheetQuestion("doubtful", tuple(f"{kind} {value}".strip() for kind, value in sorted(doubtful)))
