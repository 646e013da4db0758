"""The short form of `make chaos`: captains on a bad network, at a server that is killed, on both databases."""

import shutil
from pathlib import Path

import pytest

from tests.chaos.hall import Hall, Size
from tests.support.servers import postgres

pytestmark = pytest.mark.long

SHORT = Size(tables=8, rounds=2, deals=6, kills=1)


@pytest.fixture
def folder(empty_database: Path, tmp_path: Path) -> Path:
    """The folder of an installation nobody has used yet."""
    return Path(shutil.copytree(empty_database, tmp_path / "var"))


def proven(hall: Hall) -> None:
    """Plays the hall; the proof that nothing is lost, doubled or changed is in it."""
    hall.play()
    assert hall.kills == SHORT.rounds * SHORT.kills
    assert hall.told["correct"] > SHORT.tables
    assert hall.deals == SHORT.rounds * SHORT.tables * SHORT.deals


def test_nothing_is_lost_doubled_or_changed(folder: Path) -> None:
    proven(Hall(folder, "short", SHORT))


@pytest.mark.nightly
@postgres.NEEDED
def test_nor_on_postgresql(folder: Path) -> None:
    with postgres.running() as running:
        proven(Hall(folder, "short", SHORT, running.create("chaos")))
