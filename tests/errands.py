"""Errands for tests: asked for, looked at as their page does, laid down as if they were over, ended at the end."""

import time
from dataclasses import asdict
from pathlib import Path

from tests.waiting import eventually
from tournament.errands import child, counter, errand
from tournament.errands.errand import Asked, Errand, State
from tournament.errands.offers import OFFERS
from tournament.models import Event

PATIENCE = 60  # seconds
BY = "user:1"


def asked(event: Event, key: str = "ranking", **choice: str) -> Asked:
    """What is asked for of an offer."""
    return OFFERS[key].asked(event, BY, {"language": "nl", "round": "1", "player": "3"} | choice)


def tended(one: Errand) -> State:
    """How far an errand is, looked at as its page does."""
    counter.tend()
    return one.state()


def becomes(one: Errand, state: State) -> None:
    """Waits until an errand is over, and fails when it ended otherwise."""
    eventually(lambda: not tended(one).going_on, PATIENCE)
    assert one.state() == state, one.seen()


def process_of(one: Errand) -> int:
    """The number of its child."""
    return int(child._started(one.folder)["process"])


def stored(room: Path, event: Event, age: float = 0.0, size: int = 10, told: str = "") -> Errand:
    """An errand that was made some seconds ago, or that failed with what is told."""
    room.mkdir(exist_ok=True)
    one = errand.put(room, Asked(**{**asdict(asked(event)), "at": time.time() - age}))
    (one.folder / child.TOLD).write_text(told)
    if not told:
        one.file.write_bytes(b"x" * size)
    return one


def end_all() -> None:
    """Ends every child that is still at work, by its number."""
    for process in child._children:
        process.kill()
        process.wait(PATIENCE)
    child.bury()
