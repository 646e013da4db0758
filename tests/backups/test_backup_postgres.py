"""Backups on PostgreSQL: made by pg_dump while the hall writes, put back on another cluster, refused when damaged."""

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest

from tests.backups.test_backup import backed_up, command, seal_in, written
from tests.browser.support.server import MANAGE, environment_for, manage, run, serving
from tests.support.servers import postgres
from tests.support.servers.captains import WRITTEN, Sheet, seat, tricks, wait_for_answers, writing
from tests.support.servers.postgres import Postgres

pytestmark = [pytest.mark.long, postgres.NEEDED]

DEALS = 40
WAIT = 120


@pytest.fixture(scope="module")
def first() -> Iterator[Postgres]:
    """The cluster on which backups are made."""
    with postgres.running() as running:
        yield running


@pytest.fixture(scope="module")
def second() -> Iterator[Postgres]:
    """The cluster on which they are put back."""
    with postgres.running() as running:
        yield running


@pytest.fixture(scope="module")
def hall(first: Postgres, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an installation with an event, whose backup is `hall.zip` in its folder."""
    folder = tmp_path_factory.mktemp("hall")
    environment = environment_for(folder, database=first.create("hall"))
    manage(environment, "migrate", "--verbosity", "0")
    manage(environment, "demo", "--players", "16", "--rounds", "2", "--deals", "4")
    manage(environment, "backup", str(folder / "hall.zip"))
    return environment


@pytest.fixture
def backup(hall: dict[str, str]) -> Path:
    """The backup of the hall."""
    return Path(hall["VAR_DIR"]) / "hall.zip"


def elsewhere(cluster: Postgres, name: str, folder: Path) -> dict[str, str]:
    """The environment of another machine, on an empty database of a cluster."""
    folder.mkdir()
    return environment_for(folder, database=cluster.create(name))


def repacked(backup: Path, goal: Path, change: Any, honest: bool) -> Path:
    """A backup whose dump was changed; its manifest says so if it is honest."""
    with ZipFile(backup) as whole, ZipFile(goal, "w") as changed:
        manifest, dump = json.loads(whole.read("manifest.json")), change(whole.read("troel.dump"))
        if honest:
            manifest["digests"]["troel.dump"] = hashlib.sha256(dump).hexdigest()
        changed.writestr("manifest.json", json.dumps(manifest))
        changed.writestr("troel.dump", dump)
        for key in manifest["digests"]:
            if key != "troel.dump":
                changed.writestr(key, whole.read(key))
    return goal


def test_the_drill_on_two_clusters_loses_no_deal_that_was_answered_before(
    first: Postgres, second: Postgres, tmp_path: Path
) -> None:
    file = tmp_path / "hall.zip"
    with serving(tmp_path, database=first.create("drill")) as server:
        sheets = [Sheet(captain) for captain in seat(server, players=16, deals=DEALS + 1)]
        with writing(sheets, lambda sheet: sheet.write_on(server.url, DEALS)):
            wait_for_answers(sheets, 40)
            answered = [set(sheet.answered) for sheet in sheets]
            done = backed_up(server.environment, file)
    assert done.returncode == 0, done.stderr
    there = elsewhere(second, "drill", tmp_path / "there")
    manage(there, "restore", str(file))
    keys = [Path(environment["VAR_DIR"]) / "link.key" for environment in (server.environment, there)]
    assert keys[0].read_text() == keys[1].read_text()
    assert "up to there nothing was changed or cut off" in manage(there, "verify", "ledegem", "--seal", seal_in(done))
    for known, deals in zip(answered, written(there), strict=True):
        assert known <= set(deals)
        assert deals == {number: tricks(number) for number in deals}
    with serving(Path(there["VAR_DIR"]), database=there["DATABASE_URL"]) as again:
        for sheet, deals in zip(sheets, written(there), strict=True):
            assert sheet.captain.again(again.url).write(len(deals) + 1, "after-the-fire") == WRITTEN


@pytest.mark.parametrize(
    ("change", "honest", "sentence"),
    [
        (lambda dump: dump[:-1000], False, "not a whole backup"),
        (lambda dump: dump[: len(dump) // 2], True, ""),
        (lambda dump: b"no dump at all", True, ""),
    ],
)
def test_a_damaged_backup_is_refused_and_the_database_stays_empty(
    change: Any, honest: bool, sentence: str, backup: Path, second: Postgres, tmp_path: Path
) -> None:
    there = elsewhere(second, f"damaged-{honest}-{len(sentence)}-{tmp_path.name}", tmp_path / "there")
    done = command(there, "restore", str(repacked(backup, tmp_path / "damaged.zip", change, honest)))
    assert done.returncode == 1 and sentence in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    manage(there, "restore", str(backup))
    assert "every seal holds" in manage(there, "verify")


FOREIGN = {
    "a trigger": "CREATE FUNCTION x() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;"
    "CREATE TRIGGER x BEFORE INSERT ON auth_user FOR EACH ROW EXECUTE FUNCTION x()",
    "a guard that does nothing": "CREATE OR REPLACE FUNCTION logbook_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RETURN NEW; END $$",
    "a view": "CREATE VIEW x AS SELECT * FROM auth_user",
    "a rule": "CREATE RULE x AS ON DELETE TO auth_user DO INSTEAD NOTHING",
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_what_acts_by_itself_and_is_not_ours_is_refused(
    kind: str, first: Postgres, second: Postgres, tmp_path: Path
) -> None:
    name = kind.replace(" ", "-")
    here = elsewhere(first, name, tmp_path / "here")
    manage(here, "migrate", "--verbosity", "0")
    with first.connect(name) as connection:
        connection.execute(FOREIGN[kind])
    manage(here, "backup", str(tmp_path / "foreign.zip"))
    done = command(elsewhere(second, name, tmp_path / "there"), "restore", str(tmp_path / "foreign.zip"))
    assert done.returncode == 1 and "no Troel put there" in done.stderr, done.stderr


PLAIN, ROWS = b"CREATE TABLE public.x (\n    a text DEFAULT '" + b"a" * 160 + b"'::text\n);", b"COPY public.x (a)"
TAMPERED = {
    "a call": (PLAIN, b"CREATE TABLE public.x (a text DEFAULT 'a' CHECK (pg_reload_conf()));"),
    "a call by name": (PLAIN, b'CREATE TABLE public.x (a text DEFAULT pg_catalog."current_user" ());'),
    "a query": (PLAIN, b"CREATE TABLE public.x AS SELECT pg_reload_conf();"),
    "a statement in a text": (
        PLAIN,
        b"CREATE TABLE public.x (a text DEFAULT $x$'$x$); CREATE VIEW y AS SELECT 1 AS z;"
        b" CREATE TABLE public.z (a text DEFAULT $x$'$x$);",
    ),
    "a table of PostgreSQL": (PLAIN, b"ALTER TABLE PG_CATALOG.pg_class ADD CONSTRAINT x CHECK (true);"),
    "rows of PostgreSQL": (ROWS, b"COPY pg_class (a)"),
}


@pytest.fixture(scope="module")
def plain(first: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup in which there is one table more."""
    folder = tmp_path_factory.mktemp("plain")
    here = elsewhere(first, "plain", folder / "here")
    manage(here, "migrate", "--verbosity", "0")
    with first.connect("plain") as connection:
        connection.execute(PLAIN.decode())
    manage(here, "backup", str(folder / "plain.zip"))
    return folder / "plain.zip"


@pytest.mark.parametrize("kind", TAMPERED)
def test_what_would_act_while_it_is_put_back_is_refused(
    kind: str, plain: Path, second: Postgres, tmp_path: Path
) -> None:
    """pg_dump writes no such thing: somebody put it in the place of something else."""
    old, new = TAMPERED[kind]
    with ZipFile(plain) as packed:
        assert old in packed.read("troel.dump")
    bad = repacked(plain, tmp_path / "bad.zip", lambda dump: dump.replace(old, new.ljust(len(old))), honest=True)
    done = command(elsewhere(second, kind.replace(" ", "-"), tmp_path / "there"), "restore", str(bad))
    assert done.returncode == 1 and "no Troel put there" in done.stderr, done.stderr


JOB = """INSERT INTO files_jobrow
(id, event, request, at, slow, state, attempt, leased_until, done, total, sentence, log)
VALUES ('x', 'demo', '{"call": ["flush"]}', 0, false, 'waiting', 0, 0, 0, 0, '', '')"""


def test_a_dump_brings_no_job(backup: Path, first: Postgres, second: Postgres, tmp_path: Path) -> None:
    """Whoever made it left nothing out: what it has to do would be done where it is put back."""
    with first.connect("hall") as connection:
        connection.execute(JOB)
        call = ["--format=custom", "--no-owner", "--schema=public", f"--dbname={first.url('hall')}"]
        done = subprocess.run([postgres.program("pg_dump"), *call], capture_output=True, check=True)
        connection.execute("DELETE FROM files_jobrow")
    there = elsewhere(second, "job", tmp_path / "there")
    manage(there, "restore", str(repacked(backup, tmp_path / "job.zip", lambda _dump: done.stdout, honest=True)))
    with second.connect("job") as connection:
        assert connection.execute("SELECT count(*) FROM files_jobrow").fetchone() == (0,)


def test_an_installation_in_use_takes_no_backup(hall: dict[str, str], backup: Path) -> None:
    before = manage(hall, "export", "demo")
    done = command(hall, "restore", str(backup))
    assert done.returncode == 1 and "in use" in done.stderr
    assert manage(hall, "export", "demo") == before


def test_a_backup_of_the_other_kind_of_database_is_refused_with_a_sentence(
    backup: Path, second: Postgres, empty_database: Path, tmp_path: Path
) -> None:
    sqlite = environment_for(Path(shutil.copytree(empty_database, tmp_path / "sqlite")))
    manage(sqlite, "backup", str(tmp_path / "sqlite.zip"))
    for environment, file in (
        (sqlite, backup),
        (elsewhere(second, "kinds", tmp_path / "there"), tmp_path / "sqlite.zip"),
    ):
        done = command(environment, "restore", str(file))
        assert done.returncode == 1 and "another kind of database" in done.stderr, done.stderr


def test_without_the_programs_of_postgresql_it_says_which_is_missing(hall: dict[str, str], tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from tournament.backups import dumps; dumps.DEBIAN = Path('/nowhere');"
        "from django.core.management import call_command; call_command('backup', 'x.zip')"
    )
    call = [*MANAGE, "shell", "--no-imports", "--command", code]
    done = subprocess.run(call, env=hall | {"PATH": ""}, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 1 and "pg_dump is not on this machine" in done.stderr, done.stderr


def test_the_password_is_in_no_command_line(hall: dict[str, str], tmp_path: Path) -> None:
    """A pg_dump that says how it was called stands in the place of the real one."""
    folder = tmp_path / "15/bin"
    folder.mkdir(parents=True)
    real = postgres.programs()
    (folder / "pg_dump").write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\nexec {real}/pg_dump "$@"\n')
    (folder / "pg_dump").chmod(0o755)
    code = (
        f"from pathlib import Path; from tournament.backups import dumps; dumps.DEBIAN = Path({str(tmp_path)!r});"
        "from django.core.management import call_command; call_command('backup', 'x.zip')"
    )
    call = [*MANAGE, "shell", "--no-imports", "--command", code]
    done = subprocess.run(call, env=hall, capture_output=True, text=True, check=False, cwd=Path(hall["VAR_DIR"]))
    calls = (tmp_path / "calls").read_text()
    assert done.returncode == 0 and "--snapshot=" in calls, done.stderr
    assert hall["DATABASE_URL"].split(":")[2].split("@")[0] not in calls


NAME_A_FOLDER = "from tournament.backups import place; place.store_folder({folder!r})"
HOW_IT_IS = """
import hashlib
import json
import re
from tournament.backups import place
now = place.backups()
print(json.dumps([now.folder, now.status.file, now.status.fault, bool(now.machine)]))
"""


def test_of_two_servers_one_makes_the_backup_and_both_know_of_it(
    first: Postgres, hall: dict[str, str], tmp_path: Path
) -> None:
    stick, other = tmp_path / "stick", environment_for(tmp_path / "other", database=hall["DATABASE_URL"])
    stick.mkdir()
    (tmp_path / "other").mkdir()
    shutil.copy(Path(hall["VAR_DIR"]) / "link.key", tmp_path / "other")
    run(hall, NAME_A_FOLDER.format(folder=str(stick)))
    two = [subprocess.Popen([*MANAGE, "backup"], env=environment) for environment in (hall, other)]
    assert 0 in [process.wait(WAIT) for process in two]
    (file,) = stick.glob("*.zip")
    for environment in (hall, other):
        told = run(environment, HOW_IT_IS)
        assert json.loads(told) == [str(stick), file.name, "", True]
    manage(other, "backup")
    assert list(stick.glob("*.zip")) == [file], "nothing happened in between"
    there = elsewhere(first, "of-two", tmp_path / "there")
    manage(there, "restore", str(file))
    assert json.loads(run(there, HOW_IT_IS))[0] == ""


def test_a_backup_is_made_before_the_tables_change_and_is_the_way_back(
    first: Postgres, hall: dict[str, str], backup: Path, tmp_path: Path
) -> None:
    older = elsewhere(first, "older", tmp_path / "older")
    manage(older, "restore", str(backup))
    seal = manage(older, "verify")
    manage(older, "migrate", "tournament", "0036", "--no-backup", "--verbosity", "0")
    manage(older, "migrate", "--verbosity", "0")
    (file,) = (Path(older["VAR_DIR"]) / "backups").glob("before-upgrade-*.zip")
    there = elsewhere(first, "way-back", tmp_path / "there")
    manage(there, "restore", str(file))
    assert "every seal holds" in manage(there, "verify") and "every seal holds" in seal


def test_the_page_of_the_one_time_link_restores_though_pages_are_bounded(
    second: Postgres, backup: Path, tmp_path: Path
) -> None:
    with serving(tmp_path, database=second.create("page")) as server:
        code = "from tournament import links; print(links.first_organiser_url())"
        link = urlsplit(server.run(code).strip()).path
        done = subprocess.run(
            ["curl", "-s", "-c", f"{tmp_path}/jar", "-o", f"{tmp_path}/page", f"{server.url}{link}restore/"], check=True
        )
        token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', (tmp_path / "page").read_text())
        assert done.returncode == 0 and token
        form = ["-F", f"csrfmiddlewaretoken={token[1]}", "-F", f"file=@{backup}", "-H", f"Referer: {server.url}/"]
        call = ["curl", "-s", "-b", f"{tmp_path}/jar", "-w", "%{http_code}", *form, f"{server.url}{link}restore/"]
        answer = subprocess.run(call, capture_output=True, text=True, check=True)
        assert answer.stdout.endswith("200"), answer.stdout[-2000:]
        assert "every seal holds" in server.manage("verify")
