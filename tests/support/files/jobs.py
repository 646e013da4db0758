"""Jobs for tests: asked for, looked at as their page does, laid down as if they were over, ended at the end."""

import os
import signal
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import Client

from tests.support.events import cast
from tests.support.servers.waiting import PATIENCE, eventually
from tournament.files import pieces
from tournament.files.models import JobRow, JobState
from tournament.jobs import child, job, job_queue, leases
from tournament.jobs.job import MADE, Job, JobRequest
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


def row_of(one: Job) -> JobRow:
    """What is stored of a job."""
    return JobRow.objects.get(pk=one.id)


def folder_of(one: Job) -> Path:
    """The folder of the child that is at a job, on this machine."""
    return Path(settings.VAR_DIR) / "jobs" / str(row_of(one))


def hold_up(one: Job) -> None:
    """Stops the child of a job, until it is let go or ended."""
    os.kill(process_of(one), signal.SIGSTOP)


def let_go(one: Job) -> None:
    """Lets a child that was held up go on."""
    os.kill(process_of(one), signal.SIGCONT)


def process_of(one: Job) -> int:
    """The number of its child."""
    return int(child._started(folder_of(one))["process"])


def stored(
    event: Event, age: float = 0.0, size: int = 10, state: JobState = JobState.MADE, sentence: str = "", log: str = ""
) -> Job:
    """A job that was made some seconds ago, or that ended otherwise with what is told."""
    return over(
        job.announce(JobRequest(**{**asdict(asked(event)), "at": time.time() - age})), state, size, sentence, log
    )


def over(one: Job, state: JobState = JobState.MADE, size: int = 10, sentence: str = "", log: str = "") -> Job:
    """The job, taken and ended as by a child."""
    job.complete(one, {})
    JobRow.objects.filter(pk=one.id).update(state=JobState.AT_WORK, attempt=1)
    if state == JobState.MADE:
        pieces.write(one.id, 1, MADE, [b"x" * size])
    assert leases.finish(one.id, 1, state, sentence, log)
    return one


def end_all() -> None:
    """Ends every child that is still at work, by its number."""
    for process in child._children:
        process.kill()
        process.wait(PATIENCE)
    child.reap()
