"""Servers that start: at once on one empty database, with other keys, on the tables of another release."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.exceptions import ImproperlyConfigured

from tests.browser.support.server import MANAGE, ROOT, environment_for, manage, serving
from tests.support.servers import postgres
from tests.support.servers.waiting import PATIENCE
from tournament import installation
from tournament.models import Installation
from tournament.site import keys, schema

DEMO = ("demo", "--players", "16", "--rounds", "2", "--deals", "4")


@pytest.fixture
def var(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation's folder of its own, and no key in the environment."""
    settings.VAR_DIR = tmp_path
    monkeypatch.delenv("SECRET_KEY")
    return tmp_path


# --- Keys ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_first_start_makes_the_keys_and_the_database_knows_them(var: Path) -> None:
    installation.settle_keys()
    assert sorted(path.name for path in var.glob("*.key")) == ["link.key", "secret.key"]
    row = Installation.objects.get()
    secret, link = (keys.stored_key(name, var) for name in keys.FILES)
    assert row.secret_digest != row.link_digest and not {secret, link} & set(vars(row).values())
    installation.settle_keys()
    assert Installation.objects.get().link_digest == row.link_digest and installation.other_keys() == []


@pytest.mark.django_db
@pytest.mark.parametrize("name", keys.FILES)
def test_a_server_with_another_key_or_without_one_refuses_and_makes_none(var: Path, name: str) -> None:
    installation.settle_keys()
    (var / keys.FILES[name]).write_text("o" * keys.MIN_LENGTH)
    assert installation.other_keys() == [name]
    with pytest.raises(ImproperlyConfigured, match=f"{name} is not that of the other servers"):
        installation.settle_keys()
    (var / keys.FILES[name]).unlink()
    for use in (installation.settle_keys, lambda: installation.require_key(name)):
        with pytest.raises(ImproperlyConfigured, match=f"{name} is missing"):
            use()
    assert not (var / keys.FILES[name]).exists()


@pytest.mark.django_db
def test_keys_that_were_changed_on_purpose_are_accepted(var: Path) -> None:
    installation.settle_keys()
    (var / "link.key").write_text("o" * keys.MIN_LENGTH)
    installation.forget_keys()
    installation.settle_keys()
    assert Installation.objects.count() == 1


def refusal(environment: dict[str, str], *words: str) -> str:
    """The sentence with which a server does not start."""
    call = [*MANAGE, "serve", *words]
    done = subprocess.run(
        call, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


@pytest.mark.long
def test_a_second_server_with_other_keys_does_not_start(
    empty_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(shutil.copytree(empty_database, tmp_path / "var"))
    second = environment_for(tmp_path / "second", database=f"sqlite:///{folder}/troel.sqlite3")
    assert refusal(second).startswith("Troel cannot start: LINK_KEY is missing: this database is in use")
    assert list((tmp_path / "second").glob("*.key")) == []
    for name, words in (("LINK_KEY", ()), ("SECRET_KEY", ("--no-migrate",))):
        other = second | {"LINK_KEY": (folder / "link.key").read_text(), name: "o" * keys.MIN_LENGTH}
        assert refusal(other, *words).startswith(f"Troel cannot start: {name} is not that of the other servers")
    named = tmp_path / "named"
    shutil.copy(folder / "link.key", named)
    monkeypatch.setenv("LINK_KEY_FILE", str(named))
    with serving(tmp_path / "second", database=second["DATABASE_URL"]) as server:
        assert server.manage("verify") == ""


@pytest.mark.long
def test_a_restored_installation_has_the_keys_of_its_backup_or_is_not_restored(
    empty_database: Path, tmp_path: Path
) -> None:
    """Into one that has keys of its own already, as a server did that was started to receive the backup."""
    file, fresh = tmp_path / "backup.zip", tmp_path / "fresh"
    manage(environment_for(empty_database), "backup", str(file))
    there = environment_for(fresh) | {"SECRET_KEY": ""}
    manage(there, "migrate", "--verbosity", "0")
    own = (fresh / "link.key").read_text()
    with pytest.raises(AssertionError, match="LINK_KEY is set to another key than that of the backup"):
        manage(there | {"LINK_KEY": own}, "restore", str(file))
    manage(there, "restore", str(file))
    assert (fresh / "link.key").read_text() == (empty_database / "link.key").read_text() != own
    assert (fresh / "secret.key").read_text() == os.environ["SECRET_KEY"]
    manage(there, "migrate", "--verbosity", "0")
    (fresh / "link.key").write_text(own)
    with pytest.raises(AssertionError, match="LINK_KEY is not that of the other servers"):
        manage(there, "migrate")


# --- Tables ----------------------------------------------------------------------------------------------------


@pytest.fixture
def own_migrations(settings: Any) -> Iterator[None]:
    """This release has its migrations, which other tests make their tables without."""
    settings.MIGRATION_MODULES = {}
    schema._own_migrations.cache_clear()
    yield
    schema._own_migrations.cache_clear()


def test_what_a_newer_release_made_is_known_by_its_migrations(own_migrations: None) -> None:
    applied = [("tournament", "0034_redealt"), ("tournament", "0999_newer"), ("gone", "0001_initial")]
    assert schema.newer_migrations(applied) == ["tournament.0999_newer"]


@pytest.mark.long
def test_a_server_older_than_its_tables_does_not_start_nor_one_that_may_not_migrate(
    empty_database: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(empty_database, tmp_path / "var"))
    with closing(sqlite3.connect(folder / "troel.sqlite3")) as database, database:
        database.execute("INSERT INTO django_migrations VALUES (999, 'tournament', '0999_newer', '2030-01-01')")
    for words in ((), ("--no-migrate",)):
        assert "A newer Troel made the tables of this database (tournament.0999_newer)" in refusal(
            environment_for(folder), *words
        )
    with closing(sqlite3.connect(folder / "troel.sqlite3")) as database, database:
        database.execute("DELETE FROM django_migrations WHERE id = 999")
    assert list(folder.glob("backups/*")) == [], "nothing was changed"
    manage(environment_for(folder), "migrate", "tournament", "0034")
    assert "The tables are older than this Troel" in refusal(environment_for(folder), "--no-migrate")


@pytest.mark.long
def test_a_backup_is_made_before_tables_are_changed_or_they_are_not(empty_database: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(empty_database, tmp_path / "var"))
    there = environment_for(folder)
    manage(there, *DEMO)
    manage(there, "migrate", "tournament", "0034", "--no-backup")
    (folder / "backups").touch()
    with pytest.raises(AssertionError, match="The tables are not changed, as no backup could be made before: "):
        manage(there, "migrate")
    (folder / "backups").unlink()
    for _turn in range(2):
        manage(there, "migrate")
    (file,) = folder.glob("backups/before-upgrade-*.zip")
    with closing(sqlite3.connect(folder / "troel.sqlite3")) as database, ZipFile(file) as packed:
        applied = "SELECT max(name) FROM django_migrations WHERE app = 'tournament'"
        packed.extract("troel.sqlite3", tmp_path)
        with closing(sqlite3.connect(tmp_path / "troel.sqlite3")) as copy:
            assert copy.execute(applied).fetchone() == ("0034_redealt",) < database.execute(applied).fetchone()
    again = environment_for(tmp_path / "again")
    manage(again, "restore", str(file))
    assert "every seal holds" in manage(again, "verify")


@postgres.NEEDED
@pytest.mark.long
def test_three_servers_start_at_once_on_an_empty_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINK_KEY", "l" * keys.MIN_LENGTH)
    with postgres.running() as running:
        for turn in range(5):
            database = running.create(f"empty-{turn}")
            folders = [tmp_path / f"{turn}-{number}" for number in range(3)]
            with ExitStack() as stack, ThreadPoolExecutor(3) as pool:
                for folder in folders:
                    folder.mkdir()
                begun = [serving(folder, database=database) for folder in folders]
                list(pool.map(stack.enter_context, begun))
