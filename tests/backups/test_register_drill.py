"""An organisation's register goes into a backup and comes out of it whole, proved and guarded, on both databases."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.backups.test_backup import command
from tests.browser.support.server import environment_for, manage, run
from tests.support.servers import postgres

pytestmark = pytest.mark.long

CLUB = """
from tests.support import clubs
from tests.support.events import cast
from tournament.acts.register import persons, stewards
club = clubs.club()
stewards.appoint_steward(club, "system", cast.user("rita"), "owner")
clubs.evening(club, clubs.members(club, *(f"Speler {number}" for number in range(1, 9))))
"""
LATER = """
from tournament.acts.register import persons
from tournament.models import Person
persons.renew_person_link(Person.objects.get(number=2), "system")
"""
CHANGE = "UPDATE tournament_registerline SET act = 'x'"


@pytest.fixture
def databases(request: pytest.FixtureRequest) -> Iterator[list[str]]:
    """Two empty databases of a kind; "" is SQLite in the folder."""
    if request.param == "SQLite":
        yield ["", ""]
        return
    if not postgres.programs():
        pytest.skip("PostgreSQL is not installed")
    with postgres.running() as cluster:
        yield [cluster.create(name) for name in ("here", "there")]


@pytest.mark.parametrize("databases", ["SQLite", "PostgreSQL"], indirect=True)
def test_a_register_comes_out_of_a_backup_as_it_went_in(databases: list[str], tmp_path: Path) -> None:
    here, there = (
        environment_for(made(tmp_path / name), database=database)
        for name, database in zip(("here", "there"), databases, strict=True)
    )
    manage(here, "migrate", "--verbosity", "0")
    run(here, CLUB)
    file = tmp_path / "club.zip"
    kept = manage(here, "backup", str(file))
    assert "o/de-linde: 5 " in kept
    run(here, LATER)
    compared = manage(here, "restore", str(file), "--compare")
    assert "o/de-linde: 1 lines of the logbook are not in the backup." in compared
    register = manage(here, "export", "o/de-linde").splitlines()
    manage(there, "restore", str(file))
    # The line that says so is the only one more.
    again = manage(there, "export", "o/de-linde").splitlines()
    assert again[1:6] == register[1:6] and "say_restored" in again[6]
    assert "o/de-linde: 6 lines, every seal holds, and every row follows from them." in manage(there, "verify")
    assert "append-only" in refusal(there, databases[1])
    assert command(there, "verify", "o/de-linde").returncode == 0


def made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def refusal(environment: dict[str, str], database: str) -> str:
    """What the database says to somebody who changes a line by hand."""
    try:
        if database:
            with psycopg.connect(database) as server:
                server.execute(CHANGE)
        else:
            with closing(sqlite3.connect(Path(environment["VAR_DIR"]) / "troel.sqlite3")) as file:
                file.execute(CHANGE)
    except (psycopg.Error, sqlite3.Error) as fault:
        return str(fault)
    return ""
