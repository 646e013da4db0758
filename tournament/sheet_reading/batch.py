"""One batch of pictures that the desk sent: a job whose file is what the reader said of each page."""

import hashlib
import json
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from tournament.access import Permission
from tournament.acts.kernel.rehearsal_data import wiped_by
from tournament.jobs import job_queue
from tournament.jobs.job import Job, JobRequest
from tournament.models import Event
from tournament.ranking import facts
from tournament.scan.layout import PAGE_HEIGHT, PAGE_WIDTH
from tournament.sheet_reading import reasons
from tournament.sheet_reading.answers import UNPLAYED, Answers, read_answers, resolve
from tournament.sheet_reading.code_origin import SheetOrigin
from tournament.sheet_reading.expected_sheets import SheetPlace
from tournament.sheet_reading.marks import Bubble, SheetQuestion, SheetRules
from tournament.sheet_reading.reading_process import MAX_SECONDS, require_installed
from tournament.sheet_reading.rows import SheetRow, is_illegible, rows, substitutes

OFFER = "read-sheets"
# Beside the file that a job makes: what came in, and the pictures.
RECEIVED, PICTURES = "given", "pictures"
PICTURE = re.compile(r"[0-9]{1,3}-[0-9]{1,3}\.jpg")
MAX_NAME = 60
# The reader itself is stopped before its job is, so that it can be said why.
LATE = 60

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Strip:
    """Where a deal is in the picture: its upper edge and its height, in pixels."""

    top: int
    height: int


@dataclass(frozen=True, slots=True)
class BubbleClip:
    """Where a bubble in doubt is in the picture, with what is around it, in pixels."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class ScannedPage:
    """One page as it was read: refused with a sentence, or a sheet with its rows.

    `number` counts the pages of the batch, `file` and `page` say where it came from; `code` is the text of its code,
    and `origin` what that names, if the page was refused. `substitutes` are the positions at which the sheet says that
    somebody else sat, `seated` those of them of which a person says so too, `unsure_substitutes` those at which
    something that is no clear mark may say so. `empty` are the deals after the last one that was seen, `is_empty`
    whether a person says that nothing is there, None if nobody was asked. `clips` are the bubbles in doubt.
    """

    number: int
    file: str
    page: int
    code: str
    refused: str
    origin: SheetOrigin | None
    picture: str
    place: SheetPlace | None
    wide: int
    tall: int
    strips: Mapping[int, Strip]
    rows: Sequence[SheetRow]
    substitutes: tuple[int, ...]
    seated: frozenset[int]
    empty: tuple[int, ...]
    is_empty: bool | None
    clips: Mapping[tuple[int, Bubble], BubbleClip]
    unsure_substitutes: tuple[int, ...]

    @property
    def half(self) -> int:
        """The middle of its picture, in pixels from the left."""
        return self.wide // 2

    @property
    def sure(self) -> list[SheetRow]:
        """The rows that give a line."""
        return [row for row in self.rows if row.line]

    @property
    def open(self) -> list[SheetRow]:
        """The rows that ask something."""
        return [row for row in self.rows if row.question]


def ask(event: Event, by: str, uploads: "Sequence[UploadedFile[Any]]", *, photo: bool = False) -> Job:
    """Has files read; refused where nothing can be read, or too much is going on. `photo` is of one table's sheet."""
    require_installed()
    digest, files_by_name = hashlib.sha256(), {}
    for number, file in enumerate(uploads, start=1):
        for piece in file.chunks():
            digest.update(piece)
        files_by_name[f"{RECEIVED}/{number:03}-{_plain(file.name or '')}"] = file.chunks()
    choice = {"files": digest.hexdigest(), **({"photo": "1"} if photo else {})}
    call, at = [OFFER, event.slug, "--given", choice["files"]], time.time()
    may, seconds = Permission.WRITE_DEALS, MAX_SECONDS + LATE
    request = JobRequest(OFFER, event.slug, by, choice, call, "", may, event.version_token, at, seconds)
    return job_queue.ask(request, files_by_name)


def find(event: Event, id: str) -> Job | None:
    """The batch of an event with this id; None if there is none (any more), or it was of a rehearsal that was wiped."""
    job = job_queue.find(id)
    if job is None or (job.request.offer, job.request.event) != (OFFER, event.slug):
        return None
    wiped = wiped_by(event)
    return job if wiped is None or wiped.at.timestamp() < job.request.at else None


def pages(event: Event, job: Job) -> list[ScannedPage]:
    """The pages of a batch that has been read, in the order in which they came; its questions by the rules as now."""
    read, answers = json.loads(job.content() or b'{"pages": []}')["pages"], read_answers(job)
    return [page_of(event, number, page, answers) for number, page in enumerate(read, start=1)]


def picture(job: Job, page: ScannedPage) -> bytes | None:
    """The picture of a page; None if there is none."""
    return job.content(f"{PICTURES}/{page.picture}") if PICTURE.fullmatch(page.picture) else None


def digest(job: Job, page: ScannedPage) -> str:
    """What the logbook calls the picture of a page; "" if there is none."""
    return digests(job).get(page.picture, "")


def digests(job: Job) -> dict[str, str]:
    """The same for all pages of a batch, by the names of their pictures."""
    return {path.removeprefix(f"{PICTURES}/"): digest for path, digest in job.digests().items()}


def refuse_illegible(event: Event, answer: Json) -> Json:
    """What the reader said of a page, refused if too little is left of its marks.

    It is decided once, when the page is read: what was recorded or answered since takes no sheet away.
    """
    illegible = is_illegible(page_of(event, 1, answer).rows, answer["marked"], answer["doubtful"])
    return answer | {"refused": "illegible"} if illegible else answer


def page_of(event: Event, number: int, answer: Json, answers: Answers | None = None) -> ScannedPage:
    """What the reader said of a page, with its rows as lines, after what people answered about it."""
    answers = answers or Answers()
    place = SheetPlace(**answer["place"]) if answer["place"] else None
    origin, refused = SheetOrigin.of(answer, event.slug), answer["refused"]
    sheet = None if refused else place
    marked, doubtful = resolve(answers, number, answer)
    lines: list[SheetRow] = []
    if sheet:
        jury = event.jury == Event.Jury.TABLE
        asked = SheetRules(facts.ruleset(event), jury, sheet.lost, sheet.players, sheet.edition)
        deals, answered = range(sheet.first, sheet.last + 1), answers.deals_on(number)
        # What was read before totals were has none.
        lines = rows(deals, marked, doubtful, asked, answer.get("totals", ()), answered)
    seen = max((row.deal for row in lines if row.line or row.question), default=0)
    empty = tuple(row.deal for row in lines if row.deal > seen)
    is_empty = answers.verdict(number, empty[0], *UNPLAYED) if empty else None
    if is_empty is False:
        unseen = SheetQuestion("unseen")
        lines = [SheetRow(row.deal, question=unseen) if row.deal in empty else row for row in lines]
    scale = answer["scale"]
    return ScannedPage(
        number,
        re.sub(r"^\d{3}-", "", Path(answer["file"]).name),
        answer["page"],
        answer["payload"],
        reasons.refusal(refused, origin, event.slug) if refused else "",
        origin if refused else None,
        answer["picture"],
        sheet,
        round(PAGE_WIDTH * scale),
        round(PAGE_HEIGHT * scale),
        {int(deal): Strip(int(top), int(bottom) - int(top)) for deal, top, bottom in answer["rows_at"]},
        lines,
        substitutes(marked) if sheet else (),
        frozenset(seat for seat in substitutes(marked) if answers.verdict(number, 0, "substitute", str(seat))),
        empty,
        is_empty,
        {
            (int(deal), (str(kind), str(value))): BubbleClip(*map(int, cut))
            for (deal, kind, value, *_rest), cut in zip(answer["doubtful"], answer["cuts"], strict=False)
        },
        substitutes(doubtful) if sheet else (),
    )


def _plain(name: str) -> str:
    """A file's name as it may be stored: its end and letters, digits, dots and hyphens."""
    return re.sub(r"[^\w.-]+", "_", name)[-MAX_NAME:]
