"""The counter, where errands are requested and managed. There is no thread for this; requests do the work.

While somebody waits for a file, their page asks about it every second; this is when the next errand is started and a
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

from tournament.errands import child, errand
from tournament.errands.errand import Errand, ErrandRequest, Files, State
from tournament.refusal import Refusal

# One of them may be slow: a pile of sheets being read leaves room for the papers of the next round.
MOST_AT_ONCE = 2
# More than there are papers: who asks for each of them once is not refused.
MOST_WAITING = 30
MOST_SECONDS = 180
# A second request within this time is taken for a double click.
AGAIN_SECONDS = 10
KEPT_SECONDS = 3 * 60 * 60
MOST_KEPT = 60
MOST_KEPT_BYTES = 300_000_000
# The age at which a folder that never became an errand is deleted.
JUNK_SECONDS = 60
BUSY = 503


def ask(request: ErrandRequest, files: Files | None = None) -> Errand:
    """The errand for a request: a new one, or the same person's from a moment ago. `files` are what it works on.

    Raises Refusal (503) if too many are waiting already, or if this machine cannot store files.
    """
    with _turn() as room:
        _sweep(room)
        there = _all(room)
        same = _same(there, request)
        if same is None:
            if _count(there, State.WAITING) >= MOST_WAITING:
                raise Refusal(_("Too much is being printed right now. Try again in a minute."), BUSY)
            same = errand.put(room, request, files)
            there.append(same)
        _go_on(there)
        return same


def find(id: str) -> Errand | None:
    """The errand with this id; None if there is none (any more)."""
    return errand.take(_room() / id)


def tend() -> None:
    """Ends errands that take too long, and starts waiting ones in the order in which they were requested."""
    with _turn() as room:
        _go_on(_all(room))


def sweep() -> None:
    """Deletes old errands, and the oldest of those beyond the limits."""
    with _turn() as room:
        _sweep(room)


def forget(event: str) -> None:
    """Deletes what was made and read for an event: it names those whose names are now removed."""
    with _turn() as room:
        for one in _all(room):
            if one.request.event == event:
                child.end(one.folder)
                shutil.rmtree(one.folder, ignore_errors=True)


def _room() -> Path:
    return Path(settings.VAR_DIR) / "errands"


@contextmanager
def _turn() -> Iterator[Path]:
    """The folder of all errands, locked for one user at a time across threads and processes."""
    try:
        _room().mkdir(0o700, exist_ok=True)
        with (_room() / "lock").open("wb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield _room()
    except OSError as fault:
        sentence = _("The server cannot store the file: %(reason)s. Ask the person who looks after it.")
        raise Refusal(sentence % {"reason": fault.strerror}, BUSY) from fault


def _all(room: Path) -> list[Errand]:
    """Every errand, in the order in which they were requested."""
    found = [one for folder in room.iterdir() if (one := errand.take(folder))]
    return sorted(found, key=lambda one: (one.request.at, one.id))


def _go_on(there: Iterable[Errand]) -> None:
    child.reap()
    at_work = [one for one in there if child.lives(one.folder)]
    for one in at_work:
        if child.age(one.folder) > (one.request.seconds or MOST_SECONDS):
            one.late()
    waiting = [one for one in there if one.state() == State.WAITING]
    for one in _next(waiting, at_work):
        child.start(one.folder, one.request.call)


def _next(waiting: Iterable[Errand], at_work: Iterable[Errand]) -> list[Errand]:
    """Whom to start: as many as there is room for, in their order; one that is slow only where no other is at work."""
    then = list(at_work)
    began = len(then)
    for one in waiting:
        if len(then) < MOST_AT_ONCE and not (one.request.slow and any(other.request.slow for other in then)):
            then.append(one)
    return then[began:]


def _same(there: Iterable[Errand], request: ErrandRequest) -> Errand | None:
    """The errand for the same request by the same person a moment ago, unless it failed."""
    for one in there:
        if one.request.alike(request):
            state = one.state()
            if state.going_on or (state == State.MADE and request.at - one.request.at < AGAIN_SECONDS):
                return one
    return None


def _count(there: Iterable[Errand], state: State) -> int:
    return sum(one.state() == state for one in there)


def _sweep(room: Path) -> None:
    """Deletes old errands, the oldest of those that are too many or too large, and folders that are not errands."""
    now = time.time()
    there = _all(room)
    over = [one for one in there if not child.lives(one.folder)]
    old = [one for one in over if now - one.request.at > KEPT_SECONDS]
    rest = [one for one in over if one not in old and not one.state().going_on]
    for one in (*old, *_too_much(rest)):
        shutil.rmtree(one.folder, ignore_errors=True)
    known = {one.folder for one in there}
    for folder in room.iterdir():
        if folder.is_dir() and folder not in known and now - folder.stat().st_mtime > JUNK_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _too_much(kept: list[Errand]) -> list[Errand]:
    """The oldest errands to delete, so that their number and their size stay within the limits."""
    size, room_for = 0, 0
    for one in reversed(kept[-MOST_KEPT:]):
        size += one.size
        if size > MOST_KEPT_BYTES:
            break
        room_for += 1
    return kept[: len(kept) - room_for]
