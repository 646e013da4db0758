"""The queue of jobs: requested, started in order, deleted when old. The rows are the queue, for all servers together.

While somebody waits for a file, their page asks about it every second; this is when the next job is started and a
child that takes too long is ended, by whichever server answers. A thread of each server does the same every few
seconds, so that a job whose server died is made though nobody looks. See docs/decisions.md.
"""

import fcntl
import logging
import shutil
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from threading import Thread

from django.conf import settings
from django.db import Error, close_old_connections, connections, transaction
from django.db.models import Sum
from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError
from tournament.files.database import alias, clock, empty_log
from tournament.files.models import JobRow, JobState
from tournament.files.pieces import OvertakenError
from tournament.jobs import child, leases
from tournament.jobs.job import Files, Job, JobRequest, announce, complete, read_job
from tournament.site.turns import take_turn

# On each server. One of them may be slow: a pile of sheets being read leaves room for the papers of the next round.
MAX_AT_ONCE = 2
# Of one event. More than there are papers: who asks for each of them once is not refused.
MAX_WAITING = 30
QUEUED = (JobState.ARRIVING, JobState.WAITING)
MAX_SECONDS = 180
# A second request within this time is taken for a double click.
AGAIN_SECONDS = 10
STORED_SECONDS = 3 * 60 * 60
# Of one event too: a pile of sheets with its answers does not go because of what others print.
MAX_STORED = 60
MAX_STORED_BYTES = 300_000_000
# How often (s) a server looks after the jobs though nobody asks.
TENDED_EVERY = 5.0
BUSY = 503

_log = logging.getLogger(__name__)


def turn_on() -> None:
    """From now on a thread of the server looks after the jobs."""
    Thread(target=_tend_on, name="jobs", daemon=True).start()


def ask(request: JobRequest, files: Files | None = None) -> Job:
    """The job for a request: a new one, or the same person's from a moment ago. `files` are what it works on.

    Raises UserError (503) if too many are waiting already, or if this machine cannot store files.
    """
    with _locked():
        _sweep()
        # The second half of a double click may come to another server.
        with transaction.atomic(alias()):
            take_turn(connections[alias()], f"jobs of {request.event}")
            rows = _all()
            same = _same(rows, request)
            if same is None:
                if sum(row.event == request.event and row.state in QUEUED for row in rows) >= MAX_WAITING:
                    raise UserError(_("Too much is being printed right now. Try again in a minute."), BUSY)
                job = announce(request)
    if same is None:
        try:
            complete(job, files or {})
        except OvertakenError as late:
            raise UserError(_("Too much is being printed right now. Try again in a minute."), BUSY) from late
    tend()
    return same or job


def find(id: str) -> Job | None:
    """The job with this id; None if there is none (any more)."""
    return read_job(JobRow.objects.filter(pk=id).first())


def tend() -> None:
    """Ends jobs that take too long, and starts waiting ones in the order in which they were requested."""
    with _locked() as room:
        child.reap()
        at_work = _look_after(room)
        while len(at_work) < MAX_AT_ONCE:
            row = leases.take(slow=not any(other.slow for other in at_work))
            if row is None:
                return
            _start(room, row)
            at_work.append(row)


def sweep() -> None:
    """Deletes old jobs, and the oldest of those beyond the limits."""
    with _locked():
        _sweep()


def delete_jobs(event: str) -> None:
    """Deletes what was made and read for an event: it names those whose names are now removed.

    Children of other servers that are at it end when those look after their jobs.
    """
    with _locked() as room:
        leases.delete(JobRow.objects.filter(event=event))
        _look_after(room)
    empty_log()


def _tend_on() -> None:
    while True:
        time.sleep(TENDED_EVERY)
        try:
            close_old_connections()
            tend()
        except (UserError, Error) as fault:
            _log.error("Jobs cannot be looked after. (%s)", fault, exc_info=fault)
            connections.close_all()


@contextmanager
def _locked() -> Iterator[Path]:
    """The folder of this server's children, locked for one user at a time across threads and processes."""
    room = Path(settings.VAR_DIR) / "jobs"
    try:
        room.mkdir(0o700, exist_ok=True)
        with (room / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield room
    except OSError as fault:
        sentence = _("The server cannot store the file: %(reason)s. Ask the person who looks after it.")
        raise UserError(sentence % {"reason": fault.strerror}, BUSY) from fault


def _all() -> list[JobRow]:
    """Every job, in the order in which they were requested."""
    return list(JobRow.objects.annotate(size=Sum("files__size", default=0)).order_by("at", "id"))


def _look_after(room: Path) -> list[JobRow]:
    """The jobs that children of this server work on; ends those that take too long or whose job is another's.

    What a child leaves that ended without a word goes back into the queue.
    """
    folders = [folder for folder in room.iterdir() if folder.is_dir()]
    rows = JobRow.objects.in_bulk([folder.name.partition("-")[0] for folder in folders])
    at_work = []
    for folder in folders:
        id, _hyphen, attempt = folder.name.partition("-")
        row = rows.get(id)
        own = row if row and row.state == JobState.AT_WORK and str(row.attempt) == attempt else None
        late = own is not None and child.age(folder) > (own.request.get("seconds") or MAX_SECONDS)
        if own and child.lives(folder) and not late:
            at_work.append(own)
            continue
        if own and late:
            leases.finish(own.pk, own.attempt, JobState.LATE)
        elif own:
            leases.give_back(own, child.log(folder))
        child.end(folder)
        shutil.rmtree(folder, ignore_errors=True)
    leases.renew(at_work)
    return at_work


def _start(room: Path, job_row: JobRow) -> None:
    try:
        child.start(room / str(job_row))
    except OSError:
        leases.give_back(job_row, "")
        raise


def _same(job_rows: Iterable[JobRow], request: JobRequest) -> Job | None:
    """The job for the same request by the same person a moment ago, unless it failed."""
    for row in job_rows:
        job = read_job(row)
        if job and job.request.alike(request):
            state = JobState(row.state)
            if state.going_on or (state == JobState.MADE and request.at - row.at < AGAIN_SECONDS):
                return job
    return None


def _sweep() -> None:
    """Deletes old jobs, the oldest of those that are too many or too large, and those whose files never came."""
    at = clock()
    rows = [row for row in _all() if row.state != JobState.AT_WORK or row.leased_until < at]
    cut_off = [row for row in rows if row.state == JobState.ARRIVING and row.leased_until < at]
    old = [row for row in rows if at - row.at > STORED_SECONDS and row.state != JobState.ARRIVING]
    by_event: dict[str, list[JobRow]] = defaultdict(list)
    for row in rows:
        if row not in old and not JobState(row.state).going_on:
            by_event[row.event].append(row)
    leases.delete([*cut_off, *old, *chain.from_iterable(map(_too_much, by_event.values()))])


def _too_much(job_rows: Sequence[JobRow]) -> Sequence[JobRow]:
    """The oldest jobs of an event to delete, so that their number and their size stay within the limits."""
    size, room_for = 0, 0
    for row in reversed(job_rows[-MAX_STORED:]):
        size += row.size  # type: ignore[attr-defined]
        if size > MAX_STORED_BYTES:
            break
        room_for += 1
    return job_rows[: len(job_rows) - room_for]
