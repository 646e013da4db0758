"""One job: what was requested, and what became of it. All of it is in a folder with an unguessable name.

`order.json` holds the request, `told` the child's output (see `child`), `made` is the file, which appears only when it
is complete, and `late` exists if the child was ended because it took too long.
"""

import json
import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from tournament.jobs import child

ORDER, LATE = "order.json", "late"
NAME = re.compile(r"[0-9a-f]{32}")
PROGRESS = re.compile(r"^(\d{1,9})/(\d{1,9})$", re.MULTILINE)
# The messages of `manage.py print` and `export`.
REFUSED = re.compile(r"^Refused: (.+)$", re.MULTILINE)
UNKEPT = re.compile(r"^CommandError: .* cannot be written: (.+)\.$", re.MULTILINE)
Files = Mapping[str, Iterable[bytes]]
# Only this many bytes at the end of a long error report are read.
MAX_LOG_BYTES = 8000


class JobState(StrEnum):
    """The state of a job. The first two are not final, the others are."""

    WAITING = "waiting"
    AT_WORK = "at work"
    MADE = "made"
    REFUSED = "refused"
    UNKEPT = "unkept"
    LATE = "late"
    INTERRUPTED = "interrupted"
    BROKEN = "broken"

    @property
    def going_on(self) -> bool:
        """Whether the job is not finished yet."""
        return self in (JobState.WAITING, JobState.AT_WORK)


@dataclass(frozen=True, slots=True)
class JobRequest:
    """A request: which offer (see `offers`) of which event, by whom, and with which choices.

    `call` holds the arguments of `manage.py`, `name` is the file's name, `may` the permission in the event needed to
    get it, `revision` the event's revision, `at` the time in seconds since 1970; `seconds` is how long
    it may take (0: as long as a paper).
    """

    offer: str
    event: str
    by: str
    choice: Mapping[str, str]
    call: list[str]
    name: str
    may: str
    revision: int
    at: float
    seconds: float = 0

    @property
    def slow(self) -> bool:
        """Whether it takes longer than a paper."""
        return self.seconds > 0

    def alike(self, another: "JobRequest") -> bool:
        """Whether the same person requests the same thing, and the event has not changed since."""
        return (self.event, self.by, self.call, self.revision) == (
            another.event,
            another.by,
            another.call,
            another.revision,
        )


class JobStatus(NamedTuple):
    """A job as a page shows it; `done` of `all` items are made, or 0 of 0 if the child does not count them.

    `sentence` is that of a UserError, in the language of the paper, or the reason why the file cannot be stored; `log`
    is the end of the child's output.
    """

    state: JobState
    done: int = 0
    all: int = 0
    sentence: str = ""
    log: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """A job in its folder."""

    folder: Path
    request: JobRequest

    @property
    def id(self) -> str:
        """Its identifier in URLs."""
        return self.folder.name

    @property
    def file(self) -> Path:
        """The path of the file, which exists once it is made."""
        return self.folder / child.MADE

    @property
    def size(self) -> int:
        """How many bytes of files it has, what was given and what was made."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file())

    def state(self) -> JobState:
        """The state it is in."""
        return self.status().state

    def status(self) -> JobStatus:
        """Its state, with progress, sentence and log."""
        # The order matters: a child that ends after this line has left its file before the next.
        lives = child.lives(self.folder)
        if self.file.exists():
            return JobStatus(JobState.MADE)
        if not (self.folder / child.TOLD).exists():
            return JobStatus(JobState.WAITING)
        log = _end_of(self.folder / child.TOLD)
        if lives:
            done, all = ([(0, 0), *((int(done), int(all)) for done, all in PROGRESS.findall(log))])[-1]
            return JobStatus(JobState.AT_WORK, done, all)
        return self._ended(log)

    def late(self) -> None:
        """Ends a job that takes too long."""
        (self.folder / LATE).touch()
        child.end(self.folder)

    def _ended(self, log: str) -> JobStatus:
        """The state of a job that ended without a file, and why."""
        if (self.folder / LATE).exists():
            return JobStatus(JobState.LATE)
        for state, pattern in ((JobState.REFUSED, REFUSED), (JobState.UNKEPT, UNKEPT)):
            if sentences := pattern.findall(log):
                return JobStatus(state, sentence=sentences[-1])
        log = PROGRESS.sub("", log).strip()
        return JobStatus(
            JobState.BROKEN if log and not log.endswith("KeyboardInterrupt") else JobState.INTERRUPTED, log=log
        )


def put(room: Path, request: JobRequest, files: Files | None = None) -> Job:
    """A new, waiting job; `files` are laid down in its folder, by their paths there."""
    folder = room / secrets.token_hex(16)
    folder.mkdir(0o700)
    for name, pieces in (files or {}).items():
        (folder / name).parent.mkdir(0o700, exist_ok=True)
        with (folder / name).open("xb") as file:
            file.writelines(pieces)
    draft = folder / f"{ORDER}.part"
    draft.write_text(json.dumps(asdict(request)))
    draft.replace(folder / ORDER)
    return Job(folder, request)


def take(folder: Path) -> Job | None:
    """The job in a folder; None if there is none, or not yet."""
    if not NAME.fullmatch(folder.name):
        return None
    try:
        return Job(folder, JobRequest(**json.loads((folder / ORDER).read_text())))
    except (FileNotFoundError, ValueError, TypeError):  # also one left by another version of Troel
        return None


def _end_of(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - MAX_LOG_BYTES))
        return file.read().decode(errors="replace")
