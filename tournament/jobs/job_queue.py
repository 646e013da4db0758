"""The queue of jobs: requested, started in order, deleted when old. There is no thread for this; requests do the work.

While somebody waits for a file, their page asks about it every second; this is when the next job is started and a
child that takes too long is ended. See docs/decisions.md.
"""

import fcntl
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError
from tournament.jobs import child
from tournament.jobs import job as job_folder
from tournament.jobs.job import Files, Job, JobRequest, JobState

# One of them may be slow: a pile of sheets being read leaves room for the papers of the next round.
MAX_AT_ONCE = 2
# More than there are papers: who asks for each of them once is not refused.
MAX_WAITING = 30
MAX_SECONDS = 180
# A second request within this time is taken for a double click.
AGAIN_SECONDS = 10
STORED_SECONDS = 3 * 60 * 60
MAX_STORED = 60
MAX_STORED_BYTES = 300_000_000
# The age at which a folder that never became a job is deleted.
JUNK_SECONDS = 60
BUSY = 503


def ask(request: JobRequest, files: Files | None = None) -> Job:
    """The job for a request: a new one, or the same person's from a moment ago. `files` are what it works on.

    Raises UserError (503) if too many are waiting already, or if this machine cannot store files.
    """
    with _locked() as room:
        _sweep(room)
        jobs = _all(room)
        same = _same(jobs, request)
        if same is None:
            if _count(jobs, JobState.WAITING) >= MAX_WAITING:
                raise UserError(_("Too much is being printed right now. Try again in a minute."), BUSY)
            same = job_folder.put(room, request, files)
            jobs.append(same)
        _go_on(jobs)
        return same


def find(id: str) -> Job | None:
    """The job with this id; None if there is none (any more)."""
    return job_folder.take(_jobs_folder() / id)


def tend() -> None:
    """Ends jobs that take too long, and starts waiting ones in the order in which they were requested."""
    with _locked() as room:
        _go_on(_all(room))


def sweep() -> None:
    """Deletes old jobs, and the oldest of those beyond the limits."""
    with _locked() as room:
        _sweep(room)


def delete_jobs(event: str) -> None:
    """Deletes what was made and read for an event: it names those whose names are now removed."""
    with _locked() as room:
        for job in _all(room):
            if job.request.event == event:
                child.end(job.folder)
                shutil.rmtree(job.folder, ignore_errors=True)


def _jobs_folder() -> Path:
    return Path(settings.VAR_DIR) / "errands"


@contextmanager
def _locked() -> Iterator[Path]:
    """The folder of all jobs, locked for one user at a time across threads and processes."""
    try:
        _jobs_folder().mkdir(0o700, exist_ok=True)
        with (_jobs_folder() / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield _jobs_folder()
    except OSError as fault:
        sentence = _("The server cannot store the file: %(reason)s. Ask the person who looks after it.")
        raise UserError(sentence % {"reason": fault.strerror}, BUSY) from fault


def _all(room: Path) -> list[Job]:
    """Every job, in the order in which they were requested."""
    jobs = [job for folder in room.iterdir() if (job := job_folder.take(folder))]
    return sorted(jobs, key=lambda job: (job.request.at, job.id))


def _go_on(jobs: Iterable[Job]) -> None:
    child.reap()
    at_work = [job for job in jobs if child.lives(job.folder)]
    for job in at_work:
        if child.age(job.folder) > (job.request.seconds or MAX_SECONDS):
            job.late()
    waiting = [job for job in jobs if job.state() == JobState.WAITING]
    for job in _next(waiting, at_work):
        child.start(job.folder, job.request.call)


def _next(waiting: Iterable[Job], at_work: Iterable[Job]) -> list[Job]:
    """Whom to start: as many as there is room for, in their order; one that is slow only where no other is at work."""
    then = list(at_work)
    began = len(then)
    for job in waiting:
        if len(then) < MAX_AT_ONCE and not (job.request.slow and any(other.request.slow for other in then)):
            then.append(job)
    return then[began:]


def _same(jobs: Iterable[Job], request: JobRequest) -> Job | None:
    """The job for the same request by the same person a moment ago, unless it failed."""
    for job in jobs:
        if job.request.alike(request):
            state = job.state()
            if state.going_on or (state == JobState.MADE and request.at - job.request.at < AGAIN_SECONDS):
                return job
    return None


def _count(jobs: Iterable[Job], job_state: JobState) -> int:
    return sum(job.state() == job_state for job in jobs)


def _sweep(room: Path) -> None:
    """Deletes old jobs, the oldest of those that are too many or too large, and folders that are not jobs."""
    at = time.time()
    jobs = _all(room)
    over = [job for job in jobs if not child.lives(job.folder)]
    old = [job for job in over if at - job.request.at > STORED_SECONDS]
    rest = [job for job in over if job not in old and not job.state().going_on]
    for job in (*old, *_too_much(rest)):
        shutil.rmtree(job.folder, ignore_errors=True)
    known = {job.folder for job in jobs}
    for folder in room.iterdir():
        if folder.is_dir() and folder not in known and at - folder.stat().st_mtime > JUNK_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _too_much(jobs: list[Job]) -> list[Job]:
    """The oldest jobs to delete, so that their number and their size stay within the limits."""
    size, room_for = 0, 0
    for job in reversed(jobs[-MAX_STORED:]):
        size += job.size
        if size > MAX_STORED_BYTES:
            break
        room_for += 1
    return jobs[: len(jobs) - room_for]
