"""What the child process of a job does: rows to a folder, the command of `manage.py`, and what it made to rows."""

import re
import shutil
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connections

from tournament.errors import UserError
from tournament.files import pieces
from tournament.files.database import relax
from tournament.files.models import JobFile, JobRow, JobState
from tournament.files.pieces import OvertakenError
from tournament.jobs import leases
from tournament.jobs.job import MADE, JobRequest
from tournament.site import environment
from tournament.site.outages import Outage, outage

PROGRESS = re.compile(r"(\d{1,9})/(\d{1,9})\s*")
# How often (s) the progress of a job is written at most.
EVERY = 1.0


def do(folder: Path) -> None:
    """Does the job after whose number and attempt a folder is called, and deletes the folder.

    Whatever comes of it is in the job's row then, unless the job is another server's by now, or gone. If the database
    is away the folder stays, and the server lets another child try.
    """
    id, _hyphen, attempt = folder.name.partition("-")
    environment.limit_child(connections.settings.values())
    attempts, request = int(attempt), JobRequest(**JobRow.objects.get(pk=id).request)
    relax()
    try:
        state, sentence, log = _outcome(id, attempts, request, folder / "out")
        leases.finish(id, attempts, state, sentence, log)
    except OvertakenError:
        pieces.delete_files(JobFile.objects.filter(job=id, attempt=attempts))
    shutil.rmtree(folder, ignore_errors=True)


def _outcome(id: str, attempt: int, request: JobRequest, out: Path) -> tuple[JobState, str, str]:
    """Makes and stores the files; the state of the job, the sentence of a refusal, and the report of a fault of ours.

    Raises OvertakenError, and DatabaseError where the database is away, which is no fault of the job.
    """
    command, *words = request.call
    try:
        given = _unpack(id, out)
        try:
            call_command(command, *words, "--output", str(out / MADE), stderr=JobProgress(id, attempt))
        except CommandError as error:
            return _refusal(error)
        for file in sorted(path for path in out.rglob("*") if path.is_file() and path not in given):
            pieces.write(id, attempt, str(file.relative_to(out)), pieces.unhurried(_read(file)))
    except OSError as error:
        return JobState.UNKEPT, error.strerror or str(error), ""
    except OvertakenError:
        raise
    except Exception as error:
        kind = outage(error)
        if kind is Outage.FULL:
            return JobState.UNKEPT, kind.value, ""
        if kind:
            raise
        return JobState.BROKEN, "", traceback.format_exc()
    return JobState.MADE, "", ""


def _refusal(refusal: CommandError) -> tuple[JobState, str, str]:
    """What a command's own sentence means: a refusal for people, a disk that is full, or a fault of ours."""
    if isinstance(refusal.__cause__, UserError):
        return JobState.REFUSED, str(refusal), ""
    if isinstance(refusal.__cause__, OSError):
        return JobState.UNKEPT, refusal.__cause__.strerror or str(refusal.__cause__), ""
    return JobState.BROKEN, "", str(refusal)


def _unpack(id: str, out: Path) -> set[Path]:
    """Writes the files that came with a job into its folder."""
    out.mkdir(0o700, exist_ok=True)
    given = set()
    for file in JobFile.objects.filter(job=id, attempt=0):
        path = out / file.path
        path.parent.mkdir(0o700, exist_ok=True)
        with path.open("xb") as unpacked:
            unpacked.writelines(pieces.read(file))
        given.add(path)
    return given


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as opened:
        while data := opened.read(pieces.PIECE):
            yield data


class JobProgress:
    """Standard error of a command: `3/20` is how far it is, all else goes on to the child's own."""

    def __init__(self, id: str, attempt: int) -> None:
        self._id, self._attempt, self._written = id, attempt, 0.0

    def write(self, text: str) -> None:
        """Stores how far the job is, seldom enough to cost nothing; raises OvertakenError if it is another's by now."""
        step = PROGRESS.fullmatch(text)
        if step is None:
            sys.stderr.write(text)
        elif time.monotonic() - self._written >= EVERY or step[1] == step[2]:
            self._written = time.monotonic()
            done, total = map(int, step.groups())
            pieces.hold(self._id, self._attempt)
            JobRow.objects.filter(pk=self._id, attempt=self._attempt).update(done=done, total=total)

    def flush(self) -> None:
        """Does what it says."""
        sys.stderr.flush()

    def isatty(self) -> bool:
        """Nobody reads it as it comes."""
        return False
