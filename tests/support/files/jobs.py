"""Jobs for tests: asked for, looked at as their page does, laid down as if they were over, ended at the end."""

import os
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.test import Client

from tests.support.events import cast
from tests.support.servers.waiting import PATIENCE, eventually
from tournament.jobs import child, job, job_queue
from tournament.jobs.job import Job, JobRequest, JobState
from tournament.jobs.offers import OFFERS
from tournament.models import Event

BY = "user:1"
PAPERS = "/staff/ledegem/papers/"
CHOICE = {"language": "nl", "round": "1", "player": "3"}  # what the page sends


def asked(event: Event, key: str = "ranking", **choice: str) -> JobRequest:
    """What is asked for of an offer."""
    return OFFERS[key].request(event, BY, CHOICE | choice)


def ask(browser: Client, key: str, **changes: str) -> Any:
    """What the page of papers answers to who asks for an offer."""
    return browser.post(f"{PAPERS}{key}/make/", CHOICE | changes)


def job_of(answer: Any) -> Job:
    """The job that an answer leads to."""
    assert answer.status_code == 303, cast.shown(answer)
    found = job_queue.find(answer["Location"].rstrip("/").rpartition("/")[2])
    assert found
    return found


def tended(one: Job) -> JobState:
    """How far a job is, looked at as its page does."""
    job_queue.tend()
    return one.state()


def becomes(one: Job, state: JobState) -> None:
    """Waits until a job is over, and fails when it ended otherwise."""
    eventually(lambda: not tended(one).going_on)
    assert one.state() == state, one.status()


def hold_up(one: Job) -> None:
    """Has the child of a job that still waits stop where it writes its file, until it is let go or ended."""
    os.mkfifo(one.folder / f"{child.MADE}.part")


def let_go(one: Job) -> bytes:
    """What a child that was held up writes."""
    return (one.folder / f"{child.MADE}.part").read_bytes()


def process_of(one: Job) -> int:
    """The number of its child."""
    return int(child._started(one.folder)["process"])


def stored(room: Path, event: Event, age: float = 0.0, size: int = 10, told: str = "") -> Job:
    """A job that was made some seconds ago, or that failed with what is told."""
    room.mkdir(exist_ok=True)
    one = job.put(room, JobRequest(**{**asdict(asked(event)), "at": time.time() - age}))
    (one.folder / child.TOLD).write_text(told)
    if not told:
        one.file.write_bytes(b"x" * size)
    return one


def end_all() -> None:
    """Ends every child that is still at work, by its number."""
    for process in child._children:
        process.kill()
        process.wait(PATIENCE)
    child.reap()
