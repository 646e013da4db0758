"""What people answered about the bubbles of a batch: kept beside what was read of it, as long as that is.

An answer says of bubbles whether they are marks. It records nothing: the rows are read once more with it, and a sheet
is still looked at before its deals are recorded. There is a row for each answer, the last one holds.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db import transaction

from tournament.files.database import alias
from tournament.files.models import JobNote, JobRow, JobState
from tournament.files.pieces import OvertakenError
from tournament.jobs.job import Job

# Stands for the rows at the end of a sheet in which nothing was seen: marked means that nothing is there.
UNPLAYED = ("unplayed", "")
# Stands for what no box says: that the jury was not called.
UNCALLED = ("uncalled", "")

# Of a bubble, by its kind and value, whether it is a mark; None is an answer that was taken back.
Verdict = tuple[str, str, bool | None]
# The same as text.
SIGNS = {"1": True, "0": False, "-": None}


class AnsweredError(Exception):
    """Somebody answered the same otherwise in the meantime."""


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """One answer about a deal on a page (0 for the whole sheet): its verdicts, and the member who gave it."""

    page: int
    deal: int
    verdicts: tuple[Verdict, ...]
    by: str


class Answers:
    """The answers about one batch, in the order in which they were given."""

    def __init__(self, answers: Iterable[SheetAnswer] = ()) -> None:
        self._answers = list(answers)
        self._last = {
            (answer.page, answer.deal, kind, value): (answer, is_mark)
            for answer in self._answers
            for kind, value, is_mark in answer.verdicts
        }

    def verdict(self, page: int, deal: int, kind: str, value: str) -> bool | None:
        """Whether a bubble is a mark, by the last answer; None if nobody said so."""
        return self._last.get((page, deal, kind, value), (None, None))[1]

    def on_page(self, page: int) -> dict[tuple[int, str, str], bool]:
        """Every bubble of a page that somebody spoke of: deal, kind and value, and whether it is a mark."""
        of_page = {at[1:]: is_mark for at, (_answer, is_mark) in self._last.items() if at[0] == page}
        return {bubble: is_mark for bubble, is_mark in of_page.items() if is_mark is not None}

    def deals_on(self, page: int) -> set[int]:
        """The deals of a page of which somebody spoke."""
        return {deal for deal, _kind, _value in self.on_page(page)}

    def holds(self, answer: SheetAnswer) -> bool:
        """Whether this is what was last said of each of its bubbles."""
        return all(self.verdict(answer.page, answer.deal, *bubble) is is_mark for *bubble, is_mark in answer.verdicts)

    @property
    def standing(self) -> list[SheetAnswer]:
        """The answers that hold, without those taken back, the latest first."""
        by_age = {id(answer): answer for answer, is_mark in self._last.values() if is_mark is not None}
        return [answer for answer in reversed(self._answers) if id(answer) in by_age]


def written(verdicts: Iterable[Verdict]) -> str:
    """Verdicts as a form sends them: "tricks 8:1;tricks 9:0"."""
    signs = {is_mark: sign for sign, is_mark in SIGNS.items()}
    return ";".join(f"{kind} {value}:{signs[is_mark]}" for kind, value, is_mark in verdicts)


def verdicts_in(text: str) -> tuple[Verdict, ...]:
    """The verdicts that a form sent; () if the text has none."""
    parts = [part.rpartition(":") for part in text.split(";")]
    if not all(sign in SIGNS for _bubble, _colon, sign in parts):
        return ()
    bubbles = [(*bubble.partition(" ")[::2], SIGNS[sign]) for bubble, _colon, sign in parts]
    return tuple(bubbles)


def read_answers(job: Job) -> Answers:
    """The answers about a batch."""
    return Answers(map(_decoded, JobNote.objects.filter(job=job.id).order_by("pk").values_list("text", flat=True)))


def keep_answer(job: Job, answer: SheetAnswer, answers: Answers) -> None:
    """Adds an answer by somebody who knew of these answers; one that holds already is not written again.

    OvertakenError if the batch is gone, AnsweredError if somebody else was earlier.
    """
    with transaction.atomic(alias()):
        # Two at once, or one while the batch is deleted: one after the other.
        if not JobRow.objects.select_for_update().filter(pk=job.id, state=JobState.MADE).exists():
            raise OvertakenError
        latest, at = read_answers(job), (answer.page, answer.deal)
        if not latest.holds(answer):
            if any(
                latest.verdict(*at, *bubble) is not answers.verdict(*at, *bubble) for *bubble, _mark in answer.verdicts
            ):
                raise AnsweredError
            JobNote.objects.create(job_id=job.id, text=json.dumps(asdict(answer)))


def resolve(answers: Answers, page: int, read: Mapping[str, Any]) -> tuple[list[list[Any]], list[list[Any]]]:
    """The marked and the doubtful bubbles of a page as the reader has them, after what people said of them."""
    said = answers.on_page(page)
    marked = [bubble for bubble in read["marked"] if tuple(bubble[:3]) not in said]
    marked += [list(bubble) for bubble, is_mark in said.items() if is_mark and bubble[1:] != UNPLAYED]
    return marked, [bubble for bubble in read["doubtful"] if tuple(bubble[:3]) not in said]


def _decoded(line: str) -> SheetAnswer:
    fields = json.loads(line)
    return SheetAnswer(**{**fields, "verdicts": tuple(tuple(verdict) for verdict in fields["verdicts"])})
