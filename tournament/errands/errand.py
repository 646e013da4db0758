"""One errand: what was asked for, and what became of it. All of it lies in a folder with a name nobody can guess.

`order.json` says what was asked for, `told` what the child says (see `child`), `made` is the file, there only once it
is whole, and `late` stands there when the child was ended because it took too long.
"""

import json
import re
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from tournament.errands import child

ORDER, LATE = "order.json", "late"
NAME = re.compile(r"[0-9a-f]{32}")
PROGRESS = re.compile(r"^(\d{1,9})/(\d{1,9})$", re.MULTILINE)
# As `manage.py print` and `export` say it.
REFUSED = re.compile(r"^Refused: (.+)$", re.MULTILINE)
UNKEPT = re.compile(r"^CommandError: .* cannot be written: (.+)\.$", re.MULTILINE)
# Of a long report of what went wrong only the end is looked at.
LOOKED_AT = 8000


class State(StrEnum):
    """How far an errand is. The first two go on, the others are final."""

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
        """Whether something is still to come."""
        return self in (State.WAITING, State.AT_WORK)


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for: which offer (see `offers`) of which event, by whom, and what was chosen for it.

    `call` are the words for `manage.py`, `name` is that of the file, `may` what one must be allowed to do in the event
    to have it, `revision` that of the event, `at` the moment in seconds since 1970.
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

    def alike(self, other: "Asked") -> bool:
        """Whether the same person asks for the same thing of an event in which nothing has happened since."""
        return (self.event, self.by, self.call, self.revision) == (other.event, other.by, other.call, other.revision)


class Seen(NamedTuple):
    """An errand as a page shows it; `done` of `all` pages are made where the child counts them, else 0 of 0.

    `sentence` is that of a Refusal, in the language of the paper, or why the system keeps no file; `log` is what the
    child said at last.
    """

    state: State
    done: int = 0
    all: int = 0
    sentence: str = ""
    log: str = ""


@dataclass(frozen=True, slots=True)
class Errand:
    """An errand in its folder."""

    folder: Path
    asked: Asked

    @property
    def id(self) -> str:
        """What names it in an address."""
        return self.folder.name

    @property
    def file(self) -> Path:
        """What was made, once it is."""
        return self.folder / child.MADE

    def state(self) -> State:
        """How far it is."""
        return self.seen().state

    def seen(self) -> Seen:
        """How far it is, and what was told on the way."""
        # Asked in this order: a child that ends between the questions has left its file by then.
        lives = child.lives(self.folder)
        if self.file.exists():
            return Seen(State.MADE)
        if not (self.folder / child.TOLD).exists():
            return Seen(State.WAITING)
        told = _end_of(self.folder / child.TOLD)
        if lives:
            done, all = ([(0, 0), *((int(done), int(all)) for done, all in PROGRESS.findall(told))])[-1]
            return Seen(State.AT_WORK, done, all)
        return self._ended(told)

    def late(self) -> None:
        """Ends what takes too long."""
        (self.folder / LATE).touch()
        child.end(self.folder)

    def _ended(self, told: str) -> Seen:
        """Why there is no file."""
        if (self.folder / LATE).exists():
            return Seen(State.LATE)
        for state, pattern in ((State.REFUSED, REFUSED), (State.UNKEPT, UNKEPT)):
            if said := pattern.findall(told):
                return Seen(state, sentence=said[-1])
        log = PROGRESS.sub("", told).strip()
        return Seen(State.BROKEN if log and not log.endswith("KeyboardInterrupt") else State.INTERRUPTED, log=log)


def put(room: Path, asked: Asked) -> Errand:
    """A new errand, waiting."""
    folder = room / secrets.token_hex(16)
    folder.mkdir(0o700)
    draft = folder / f"{ORDER}.part"
    draft.write_text(json.dumps(asdict(asked)))
    draft.replace(folder / ORDER)
    return Errand(folder, asked)


def take(folder: Path) -> Errand | None:
    """The errand in a folder; None where there is none, or not yet."""
    if not NAME.fullmatch(folder.name):
        return None
    try:
        return Errand(folder, Asked(**json.loads((folder / ORDER).read_text())))
    except (FileNotFoundError, ValueError, TypeError):  # also one that another version of Troel has left
        return None


def _end_of(told: Path) -> str:
    with told.open("rb") as file:
        file.seek(max(0, told.stat().st_size - LOOKED_AT))
        return file.read().decode(errors="replace")
