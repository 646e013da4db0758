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
from tournament.sheet_reading.expected_sheets import SheetPlace
from tournament.sheet_reading.reading_process import MAX_SECONDS, require_installed
from tournament.sheet_reading.rows import SheetRow, SheetRules, rows, substitutes

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
class ScannedPage:
    """One page as it was read: refused with a sentence, or a sheet with its rows.

    `number` counts the pages of the batch, `file` and `page` say where it came from; `substitutes` are the positions at
    which the sheet says that somebody else sat, `unsure_substitutes` those at which something that is no clear mark may
    say so.
    """

    number: int
    file: str
    page: int
    refused: str
    picture: str
    place: SheetPlace | None
    wide: int
    tall: int
    strips: Mapping[int, Strip]
    rows: Sequence[SheetRow]
    substitutes: tuple[int, ...]
    unsure_substitutes: tuple[int, ...]

    @property
    def sure(self) -> list[SheetRow]:
        """The rows that give a line."""
        return [row for row in self.rows if row.line]

    @property
    def open(self) -> list[SheetRow]:
        """The rows that ask something."""
        return [row for row in self.rows if row.question]


def ask(event: Event, by: str, uploads: "Sequence[UploadedFile[Any]]") -> Job:
    """Has files read; refused where nothing can be read, or too much is going on."""
    require_installed()
    digest, files_by_name = hashlib.sha256(), {}
    for number, file in enumerate(uploads, start=1):
        for piece in file.chunks():
            digest.update(piece)
        files_by_name[f"{RECEIVED}/{number:03}-{_plain(file.name or '')}"] = file.chunks()
    choice = {"files": digest.hexdigest()}
    call, at = [OFFER, event.slug, "--given", choice["files"]], time.time()
    may, seconds = Permission.WRITE_DEALS, MAX_SECONDS + LATE
    request = JobRequest(OFFER, event.slug, by, choice, call, "", may, event.revision, at, seconds)
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
    answers = json.loads(job.file.read_text())["pages"]
    return [page_of(event, number, page) for number, page in enumerate(answers, start=1)]


def picture(job: Job, page: ScannedPage) -> Path | None:
    """The file of a page's picture; None if there is none."""
    file = job.folder / PICTURES / page.picture
    return file if PICTURE.fullmatch(page.picture) and file.is_file() else None


def page_of(event: Event, number: int, answer: Json) -> ScannedPage:
    """What the reader said of a page, with its rows as lines."""
    place = SheetPlace(**answer["place"]) if answer["place"] and not answer["refused"] else None
    lines: list[SheetRow] = []
    if place:
        questions = SheetRules(facts.ruleset(event), event.jury == Event.Jury.TABLE, place.lost)
        lines = rows(range(place.first, place.last + 1), answer["marked"], answer["doubtful"], questions)
    strips = {int(deal): Strip(int(top), int(bottom) - int(top)) for deal, top, bottom in answer["rows_at"]}
    scale = answer["scale"]
    return ScannedPage(
        number,
        re.sub(r"^\d{3}-", "", Path(answer["file"]).name),
        answer["page"],
        reasons.refusal(answer["refused"]) if answer["refused"] else "",
        answer["picture"],
        place,
        round(PAGE_WIDTH * scale),
        round(PAGE_HEIGHT * scale),
        strips,
        lines,
        substitutes(answer["marked"]) if place else (),
        substitutes(answer["doubtful"]) if place else (),
    )


def _plain(name: str) -> str:
    """A file's name as it may be stored: its end and letters, digits, dots and hyphens."""
    return re.sub(r"[^\w.-]+", "_", name)[-MAX_NAME:]
