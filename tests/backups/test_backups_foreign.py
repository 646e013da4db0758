"""Backups whose database holds more than Troel puts there: whatever acts by itself is refused before it can."""

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.support.events import cast
from tournament import guards
from tournament.backups import archive
from tournament.backups.archive import BrokenBackupError

pytestmark = [
    pytest.mark.django_db(transaction=True),  # a database cannot be copied in the midst of its own transaction
    pytest.mark.skipif("postgres" in os.environ.get("TEST_DATABASE_URL", ""), reason="backups are SQLite's"),
]
ACTS = "BEGIN DELETE FROM auth_user; END"
NO_UPDATE = "DROP TRIGGER IF EXISTS logbook_no_update"
FOREIGN = {
    "trigger": f"CREATE TRIGGER x AFTER INSERT ON tournament_event {ACTS}",
    "view": "CREATE VIEW x AS SELECT * FROM auth_user",
    "virtual table": "CREATE VIRTUAL TABLE x USING fts5(y)",
    "of our name": f"{NO_UPDATE}; CREATE TRIGGER logbook_no_update BEFORE UPDATE ON tournament_logentry {ACTS}",
}


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> None:
    """An installation's folder of its own, with an event in its database."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    cast.event(players=0)


def with_schema(script: str, file: Path) -> Path:
    """A whole backup whose database was changed by this script, and whose manifest says so."""
    with archive.snapshot() as (folder, manifest):
        database = folder / archive.DATABASE
        with closing(sqlite3.connect(database)) as changed:
            changed.executescript(script)
        digests = manifest.digests | {archive.DATABASE: archive._digest(database)}
        archive.pack(folder, replace(manifest, digests=digests), file)
    file.with_name("out").mkdir()
    return file


@pytest.mark.parametrize("kind", FOREIGN)
def test_a_database_that_acts_by_itself_is_not_taken(kind: str, tmp_path: Path) -> None:
    file = with_schema(FOREIGN[kind], tmp_path / "foreign.zip")
    with pytest.raises(BrokenBackupError, match="no Troel put there"):
        archive.unpack(file, tmp_path / "out")


def test_a_database_with_some_of_our_triggers_is_taken(tmp_path: Path) -> None:
    ours = f"DROP TRIGGER IF EXISTS logbook_no_delete; {guards.SQLITE['logbook_no_delete'].replace(' ', '  ')}"
    file = with_schema(f"{NO_UPDATE}; {ours}", tmp_path / "older.zip")
    assert len(archive.unpack(file, tmp_path / "out").seals) == 1
