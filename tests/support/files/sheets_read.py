"""Sheets as the reader tells of them, without a picture that it would have to read."""

import json
import time
from pathlib import Path
from typing import Any

from tournament.access import Permission
from tournament.files import pieces
from tournament.files.models import JobFile, JobRow, JobState
from tournament.jobs import job, leases
from tournament.jobs.job import Job, JobRequest
from tournament.models import Event
from tournament.sheet_reading import batch
from tournament.sheet_reading.expected_sheets import SheetPlace, book
from tournament.sheet_reading.listing import ListedSheet, list_sheets

SCANS = "rounds/scans/"
PICTURE = b"\xff\xd8\xff a picture"
EARLY = [[1, "contract", "PC9"], [1, "declares", "1"], [1, "declares", "3"], [1, "tricks", "10"]]


def read_page(event: Event, table: int = 1, **changes: Any) -> dict[str, Any]:
    """What the reader says of the sheet of a table, 0 for a spare one: deal 1 is clear, deal 2 has no contract."""
    text, place = next((text, place) for text, place in book(event).sheet_places.items() if place.table == table)
    return {
        "file": "given/001-scan.pdf",
        "page": 1,
        "payload": text,
        "refused": "",
        "marked": [*EARLY, [2, "tricks", "8"]],
        "doubtful": [],
        "cuts": [],
        "picture": f"{table}-1.jpg",
        "scale": 5.0,
        "rows_at": [[deal, 300 + 40 * deal, 340 + 40 * deal] for deal in range(place.first, place.last + 1)],
        "seconds": 0.3,
        "place": {name: getattr(place, name) for name in SheetPlace.__slots__},
        **changes,
    }


def batch_of(event: Event, *pages: dict[str, Any], choice: dict[str, str] | None = None) -> Job:
    """A batch that was read, with its pictures."""
    asked = JobRequest(batch.OFFER, event.slug, "user:1", choice or {}, [], "", Permission.WRITE_DEALS, "", time.time())
    shown = {page["picture"]: PICTURE + page["picture"].encode() for page in pages} | {"1-1.jpg": PICTURE}
    one = job.announce(asked)
    job.complete(one, {})
    JobRow.objects.filter(pk=one.id).update(state=JobState.AT_WORK, attempt=1)
    for name, data in shown.items():
        pieces.write(one.id, 1, f"{batch.PICTURES}/{name}", [data])
    pieces.write(one.id, 1, job.MADE, [json.dumps({"pages": pages}).encode()])
    assert leases.finish(one.id, 1, JobState.MADE)
    return one


def received(one: Job) -> list[str]:
    """The names of the files that came with a batch."""
    return [Path(path).name for path in JobFile.objects.filter(job=one.id, attempt=0).values_list("path", flat=True)]


def address(event: Event, rest: str = "") -> str:
    """An address about sheets that are read."""
    return f"/staff/{event.slug}/{SCANS}{rest}"


def sheets_of(event: Event, one: Job) -> list[ListedSheet]:
    """The sheets of a batch as its page lists them."""
    return list_sheets(event, one, batch.pages(event, one))
