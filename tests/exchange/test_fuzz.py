"""Files changed at random: refused with a sentence, or taken, and then written, read and replayed like any other."""

import hashlib
import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import transaction

from scoring import sealing
from tests.support.files.fuzzing import changed
from tests.support.servers.nightly import by_day
from tournament import guards
from tournament.errors import UserError
from tournament.exchange.logbook import logbook_file, proof
from tournament.exchange.logbook.logbook_file import LogbookError
from tournament.exchange.troel1 import exporting, importing
from tournament.exchange.troel1.size_limits import EventFileError
from tournament.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.long]

KEPT = Path("fixtures/logbooks")
# Set another one to look further: TROEL_FUZZ=1000:4000 tries changes 1000 to 4999.
FIRST, _, COUNT = os.environ.get("TROEL_FUZZ", "0:400").partition(":")
SEEDS = range(int(FIRST), int(FIRST) + int(COUNT))
BY_DAY = pytest.mark.parametrize("seeds", by_day([SEEDS[::8], SEEDS]))
Line = dict[str, Any]


@BY_DAY
@pytest.mark.parametrize("name", sorted(path.stem for path in KEPT.glob("*.json")))
def test_a_file_changed_at_random_is_refused_or_can_be_written_again(name: str, tmp_path: Path, seeds: range) -> None:
    guards.lay()
    document = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
    file, taken = tmp_path / "event.json", 0
    for seed in seeds:
        file.write_text(json.dumps(changed(document, Random(seed))), "utf-8")
        with transaction.atomic():
            try:
                event = importing.load(importing.read(file), "system", "changed")
            except (EventFileError, UserError):
                continue
            taken += 1
            goes_round(event, file)
            transaction.set_rollback(True)
    assert 0 < taken < len(seeds)


@BY_DAY
@pytest.mark.parametrize("name", sorted(path.stem for path in KEPT.glob("*.log")))
def test_a_logbook_forged_at_random_is_refused_or_is_a_championship(name: str, tmp_path: Path, seeds: range) -> None:
    guards.lay()
    rows = [json.loads(line) for line in (KEPT / f"{name}.log").read_text("utf-8").splitlines()]
    taken = 0
    for seed in seeds[::4]:  # each is a whole day of acts
        with transaction.atomic():
            try:
                event = logbook_file.replay(forged(rows, Random(seed)), "forged")
            except (LogbookError, UserError) as refused:
                assert str(refused)
                continue
            taken += 1
            goes_round(event, tmp_path / "event.json")
            transaction.set_rollback(True)
    assert 0 < taken < len(seeds)


def goes_round(event: Event, file: Path) -> None:
    """What was taken is written, taken again, and replayed from its own lines; and the lines prove it."""
    file.write_text(exporting.text(event), "utf-8")
    importing.load(importing.read(file), "system", "changed-again")
    logbook_file.replay(list(logbook_file.lines(event)), "changed-replayed")
    proof.prove(event)


def forged(rows: list[Line], chance: Random) -> list[str]:
    """A logbook with something changed by somebody who knows how lines are sealed."""
    head, *rest = (dict(row) for row in rows)
    sealed = [json.loads(row["line"]) for row in rest if "line" in row]
    texts = [row for row in rest if "digest" in row]
    way = chance.random()
    if way < 0.6:
        at = chance.randrange(len(sealed))
        sealed[at] = {**sealed[at], "facts": changed(sealed[at]["facts"], chance)}
    elif way < 0.8:
        sealed = changed(sealed, chance)
    elif way < 0.9:
        del sealed[chance.randrange(len(sealed))]
        for number, line in enumerate(sealed, 1):
            line["sequence"] = number
    else:
        texts = changed(texts, chance)
    return [json.dumps(row) for row in (head, *chained(sealed), *texts)]


def chained(sealed: list[Any]) -> list[Line]:
    """The lines under seals that follow from each other."""
    previous, rows = sealing.GENESIS, []
    for line in sealed:
        text = json.dumps(line, sort_keys=True, separators=(",", ":"))
        previous = hashlib.sha256((previous + text).encode()).hexdigest()
        rows.append({"line": text, "hash": previous})
    return rows
