"""Sheets as the reader tells of them, without a picture that it would have to read."""

import json
import time
from pathlib import Path
from typing import Any

from tournament.access import Permission
from tournament.jobs import job
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
        "rows_at": [[deal, 300 + 40 * deal, 340 + 40 * deal] for deal in range(1, 5)],
        "seconds": 0.3,
        "place": {name: getattr(place, name) for name in SheetPlace.__slots__},
        **changes,
    }


def batch_of(room: Path, event: Event, *pages: dict[str, Any]) -> Job:
    """A batch that was read, with its pictures."""
    room.mkdir(exist_ok=True)
    asked = JobRequest(batch.OFFER, event.slug, "user:1", {}, [], "", Permission.WRITE_DEALS, 0, time.time())
    shown = {page["picture"]: PICTURE + page["picture"].encode() for page in pages} | {"1-1.jpg": PICTURE}
    one = job.put(room, asked, {f"{batch.PICTURES}/{name}": [data] for name, data in shown.items()})
    one.file.write_text(json.dumps({"pages": pages}))
    return one


def address(event: Event, rest: str = "") -> str:
    """An address about sheets that are read."""
    return f"/staff/{event.slug}/{SCANS}{rest}"


def sheets_of(event: Event, one: Job) -> list[ListedSheet]:
    """The sheets of a batch as its page lists them."""
    return list_sheets(event, one, batch.pages(event, one))
