"""Two members who answer the same question in the same instant, each by a process of its own."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.support.server import ROOT, environment_for, manage
from tests.support.servers import postgres

pytestmark = pytest.mark.long

# From when both are ready to when they begin; how long a process may take, on a busy machine.
BEGIN_SECONDS, MAX_SECONDS = 1.0, 600


@pytest.fixture(params=["sqlite", "postgres"])
def installation(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of an installation of its own, with nothing in it."""
    if request.param == "sqlite":
        yield environment_for(tmp_path)
    elif not postgres.programs():
        pytest.skip("PostgreSQL is not installed")
    else:
        with postgres.running() as server:
            yield environment_for(tmp_path, database=server.create("answers"))


def begun(environment: dict[str, str], *words: str) -> "subprocess.Popen[str]":
    call = [sys.executable, "-m", "tests.support.files.answering", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(call, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def ended(process: "subprocess.Popen[str]") -> list[str | int]:
    out, errors = process.communicate(timeout=MAX_SECONDS)
    assert process.returncode == 0, errors[-3000:]
    answered: list[str | int] = json.loads(out.splitlines()[-1])
    return answered


def test_of_two_answers_in_the_same_instant_one_is_refused(installation: dict[str, str]) -> None:
    manage(installation, "migrate", "--verbosity", "0")
    slug, job = map(str, ended(begun(installation, "lay")))
    both = [begun(installation, slug, job, role, mark) for role, mark in (("desk", "1"), ("organiser", "0"))]
    for process in both:
        assert process.stdout and process.stdout.readline() == "ready\n"
    begin = f"{time.time() + BEGIN_SECONDS}\n"
    for process in both:
        assert process.stdin
        process.stdin.write(begin)
        process.stdin.flush()
    statuses = list(zip(*map(ended, both), strict=True))
    assert len(statuses) == 16
    assert [sorted(pair) for pair in statuses] == [[303, 409]] * 16
