"""One job: what was requested, and what became of it. All of it is in rows (`files.models`), which any server sees."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import IO, NamedTuple

from django.db.models import F, QuerySet

from tournament.files import pieces
from tournament.files.database import clock
from tournament.files.models import JobFile, JobRow, JobState
from tournament.models import Series

# The path of the file that was to be made.
MADE = "made"
Files = Mapping[str, Iterable[bytes]]


@dataclass(frozen=True, slots=True)
class JobRequest:
    """A request: which offer (see `offers`) of which event or series (`job_owner`), by whom, and with which choices.

    `call` holds the arguments of `manage.py`, `name` is the file's name, `may` the permission in the event needed to
    get it, `version` the event's version token, `at` the time in seconds since 1970; `seconds` is how long
    it may take (0: as long as a paper).
    """

    offer: str
    event: str
    by: str
    choice: Mapping[str, str]
    call: list[str]
    name: str
    may: str
    version: str
    at: float
    seconds: float = 0

    @property
    def slow(self) -> bool:
        """Whether it takes longer than a paper."""
        return self.seconds > 0

    def alike(self, another: "JobRequest") -> bool:
        """Whether the same person requests the same thing, and the event has not changed since."""
        return (self.event, self.by, self.call, self.version) == (
            another.event,
            another.by,
            another.call,
            another.version,
        )


class JobStatus(NamedTuple):
    """A job as a page shows it; `done` of `all` items are made, or 0 of 0 if the child does not count them.

    `sentence` is that of a UserError, in the language of the paper, or the reason why the file cannot be stored; `log`
    is the report of a fault of ours.
    """

    state: JobState
    done: int = 0
    all: int = 0
    sentence: str = ""
    log: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """A job under its unguessable identifier, which is in URLs."""

    id: str
    request: JobRequest

    def state(self) -> JobState:
        """The state it is in."""
        return self.status().state

    def status(self) -> JobStatus:
        """Its state, with progress, sentence and log; one that was deleted meanwhile was interrupted."""
        row = JobRow.objects.filter(pk=self.id).first()
        if row is None:
            return JobStatus(JobState.INTERRUPTED)
        state = JobState(row.state)
        waits = state == JobState.ARRIVING
        return JobStatus(JobState.WAITING if waits else state, row.done, row.total, row.sentence, row.log)

    def file(self, path: str = MADE) -> JobFile | None:
        """A file that was made; None if there is none, or not yet."""
        return self._files().filter(path=path).first()

    def content(self, path: str = MADE) -> bytes | None:
        """All of a file that was made; None if there is none, or if it is deleted meanwhile."""
        file = self.file(path)
        data = b"".join(pieces.read(file)) if file else None
        return data if file and data is not None and len(data) == file.size else None

    def digests(self) -> dict[str, str]:
        """The SHA-256 of each file that was made, by its path."""
        return dict(self._files().values_list("path", "digest"))

    def open(self, path: str = MADE) -> IO[bytes] | None:
        """A file that was made, to be sent; None if there is none."""
        file = self.file(path)
        return pieces.opened(file) if file else None

    def _files(self) -> "QuerySet[JobFile]":
        return JobFile.objects.filter(job=self.id, job__state=JobState.MADE, attempt=F("job__attempt"))


def job_owner(series: Series) -> str:
    """What stands in the place of an event's address for the files of a series: no address has a colon."""
    return f"series:{series.pk}"


def announce(request: JobRequest) -> Job:
    """A new job whose files are still to come."""
    row = JobRow.objects.create(
        id=secrets.token_hex(16),
        event=request.event,
        request=asdict(request),
        at=request.at,
        slow=request.slow,
        state=JobState.ARRIVING,
        leased_until=clock() + pieces.LEASE,
    )
    return Job(row.id, request)


def complete(job: Job, files: Files) -> None:
    """Stores what a new job works on, by its paths, and lets it wait. Raises OvertakenError if it took too long."""
    for path, content in files.items():
        pieces.write(job.id, 0, path, content)
    JobRow.objects.filter(pk=job.id, state=JobState.ARRIVING).update(state=JobState.WAITING)


def read_job(job_row: JobRow | None) -> Job | None:
    """The job of a row; None if there is none, or one of another version of Troel."""
    try:
        return Job(job_row.id, JobRequest(**job_row.request)) if job_row else None
    except TypeError:
        return None
