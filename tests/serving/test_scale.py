"""A thousand events on one PostgreSQL, in small: what `make scale` fills, measures, explains and proves."""

import subprocess
import sys

import pytest

from tests.browser.support.server import ROOT
from tests.support.servers import postgres

pytestmark = [pytest.mark.long, postgres.NEEDED]

SIZE = "--events 6 --playing 3 --beside 2 --tables 2 --deals 2 --runs 1 --proofs 6 --large 5"
RATES = "--posts 6 --looks 1 --seconds 2 --grown 1 --seed small --untimed"


def test_a_few_events_are_filled_played_explained_and_proved() -> None:
    call = [sys.executable, "benchmarks/scale.py", *SIZE.split(), *RATES.split()]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    rows = [line for line in done.stdout.splitlines() if line.startswith("  ")]
    missed = [line for line in rows if line.endswith("MISSED")]
    # Of tables with a handful of rows it is cheapest to read all, which large ones must never suffer.
    assert (done.returncode, len(missed)) == (1, 1), done.stdout + done.stderr
    assert "that read all of a table" in missed[0]
    assert any("events proved" in row and "6 of 6" in row for row in rows)
    assert any("one exported" in row for row in rows) and any("p99 of a deal (12)" in row for row in rows)
