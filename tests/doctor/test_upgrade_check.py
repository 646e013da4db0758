"""`upgrade-check`, by this release on tables of its own, of a newer one, and of the release before."""

import shutil
import sqlite3
import subprocess
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from tests.browser.support.server import MANAGE, environment_for, manage
from tests.support.servers import postgres
from tests.upgrades import previous

pytestmark = pytest.mark.long


def check(environment: dict[str, str], status: int) -> dict[str, str]:
    """The mark and the sentence under each title, of a check that ends with a status."""
    call = [*MANAGE, "upgrade-check", "--language", "en"]
    done = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, ""), done
    return {line[2:22].rstrip(): line[:2] + line[22:].strip() for line in done.stdout.splitlines()}


def test_tables_of_this_release_and_of_a_newer_one(empty_database: Path, tmp_path: Path) -> None:
    there = environment_for(Path(shutil.copytree(empty_database, tmp_path / "var")))
    lines = check(there, 0)
    assert list(lines) == ["Database", "Keys", "Changes", "Way back", "Disk"]
    assert lines["Changes"] == "✓ None is to come." and lines["Keys"].startswith("✓ ")
    assert lines["Way back"] == "! No backup was made in the last hour: manage.py backup FILE"
    with closing(sqlite3.connect(tmp_path / "var/troel.sqlite3")) as database, database:
        database.execute("INSERT INTO django_migrations VALUES (999, 'tournament', '0999_newer', '2030-01-01')")
    (tmp_path / "var/link.key").write_text("o" * 60)
    lines = check(there, 1)
    assert lines["Release"].startswith("✗ A newer Troel made the tables (tournament.0999_newer)")
    assert lines["Keys"] == "✗ LINK_KEY is not that of the database: a backup holds the right one."
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    assert check(environment_for(nothing), 0)["Changes"].startswith("✓ The database is empty")


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=postgres.NEEDED)])
def test_tables_of_the_release_before_and_after_the_upgrade(kind: str, tmp_path: Path) -> None:
    release, folder = previous.install(tmp_path / "previous"), tmp_path / "var"
    folder.mkdir()
    with ExitStack() as stack:
        database = stack.enter_context(postgres.running()).create("hall") if kind == "postgresql" else ""
        there = environment_for(folder, database=database)
        release.manage(there, "migrate", "--verbosity", "0")
        lines = check(there, 0)
        assert "changes of the tables are to come; a backup is made before the first" in lines["Changes"]
        assert lines["Way back"].startswith("! No backup") and "Keys" not in lines
        manage(there, "migrate", "--verbosity", "0")
        lines = check(there, 0)
        assert lines["Changes"] == "✓ None is to come." and lines["Way back"].startswith("✓ The newest backup is of")
        assert lines["Keys"] == "✓ Links and codes on paper hold."
