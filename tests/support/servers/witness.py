"""A witness in a server: from which primary each answer of the database was taken, and where each page's own was.

`through(fence=False)` is for a server that believes every primary, as without a fence.
"""

import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse

NOTES = "witness.jsonl"
WHERE = "SELECT inet_server_port(), substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"


@dataclass(frozen=True)
class Note:
    """When (Unix s), the port of the primary, and what was taken: an answer of the database, or a page."""

    at: float
    port: int
    page: str = ""
    timeline: str = ""
    status: int = 0


def through(*, fence: bool = True) -> list[str]:
    """The command through which `serving` starts a server that is watched."""
    return ["env", f"DJANGO_SETTINGS_MODULE={__name__}ed", f"BELIEVE={'' if fence else 'everybody'}"]


def notes(folder: Path) -> list[Note]:
    """What was noted of the server whose files are in `folder`."""
    return [Note(**json.loads(line)) for line in (folder / NOTES).read_text().splitlines()]


class Witness:
    """Middleware that asks, after each page and in a transaction of its own, where it is."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self._answer = answer
        watch_connections()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The page, noted."""
        response = self._answer(request)
        try:
            with connection.cursor() as cursor:
                port, timeline = cursor.execute(WHERE).fetchone()
        except DatabaseError:
            port, timeline = 0, ""
        note(Note(time.time(), port, request.path, timeline, response.status_code))
        return response


def watch_connections() -> None:
    """Notes each answer that a connection which serves pages takes."""
    from tournament.site.postgresql.connection import FencedConnection
    from tournament.site.postgresql.fence import Fence
    from tournament.site.postgresql.watch import Watch

    if os.environ["BELIEVE"]:
        Fence.believes = lambda *_: True  # type: ignore[method-assign]
        Watch.begin = lambda *_: None  # type: ignore[method-assign]
    wait = FencedConnection.wait

    def noted(self: FencedConnection, *arguments: Any, **more: Any) -> Any:
        answer = wait(self, *arguments, **more)
        if self._primary:
            note(Note(time.time(), self.info.port))
        return answer

    FencedConnection.wait = noted  # type: ignore[method-assign]


_writing = Lock()


def note(what: Note) -> None:
    """Adds a line to the notes."""
    with _writing, (Path(settings.VAR_DIR) / NOTES).open("a") as file:
        file.write(json.dumps(asdict(what)) + "\n")
