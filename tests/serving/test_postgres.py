"""PostgreSQL in the place of SQLite: every test that touches the database, the guards, the commands, a live hall."""

import json
import logging
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.browser.support.server import ROOT, environment_for, manage, manage_all, run, serving
from tests.support.servers import postgres
from tests.support.servers.captains import WRITTEN, Sheet, seat, tricks, wait_for_answers, writing
from tests.support.servers.nightly import by_day
from tests.support.servers.postgres import Postgres
from tournament import guards
from tournament.site.log import Discreet, DiscreetJson

pytestmark = [pytest.mark.long, postgres.NEEDED]

DEMO = ["demo", "--players", "16", "--rounds", "2", "--deals", "4"]
CORE = ("table/test_acts_deals", "serving/test_concurrency", "exchange/test_logbook")
CROWDS = (
    *CORE[1:],
    *("serving/test_concurrency_staff", "table/test_interleavings", "exchange/test_proof", "register/test_any_order"),
)
SUITES = {
    "the core": ["-m", "django_db and not long", *(f"tests/{name}.py" for name in CORE)],
    # Pages in their languages hold nothing that depends on the database, and take long.
    "every fast test": ["-m", "django_db and not long", "--ignore=tests/site/test_languages.py"],
    "a crowd": ["-m", "django_db and long", *(f"tests/{name}.py" for name in CROWDS)],
}


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server for the tests of this file."""
    with postgres.running() as running:
        yield running


@pytest.fixture(scope="module")
def demo(server: Postgres, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of an installation on PostgreSQL with a demo, made by the commands anybody would give."""
    environment = environment_for(tmp_path_factory.mktemp("demo"), database=server.create("demo"))
    manage(environment, "migrate", "--verbosity", "0")
    manage(environment, *DEMO)
    return environment


@pytest.mark.parametrize("suite", by_day(SUITES))
def test_what_holds_on_sqlite_holds_here(server: Postgres, suite: str) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "DJANGO"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--quiet", "--nomigrations", "-p", "no:cacheprovider", *SUITES[suite]],
        cwd=ROOT,
        env=kept | {"TEST_DATABASE_URL": server.url("of-tests")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-20_000:]
    assert " passed" in done.stdout


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tournament_logentry SET by = 'x' WHERE sequence = 1",
        "DELETE FROM tournament_logentry WHERE sequence = 1",
        "TRUNCATE tournament_logentry",
        "TRUNCATE tournament_event CASCADE",
        """INSERT INTO tournament_logentry (event_id, sequence, at, by, act, version, text, previous, hash)
           SELECT event_id, sequence, at, 'x', act, version, text, previous, hash FROM tournament_logentry
           ON CONFLICT (event_id, sequence) DO UPDATE SET by = excluded.by""",
    ],
)
def test_nobody_changes_a_line_not_even_the_owner(server: Postgres, demo: dict[str, str], change: str) -> None:
    with server.connect("demo") as connection:
        before = connection.execute("SELECT * FROM tournament_logentry ORDER BY id").fetchall()
        with pytest.raises(psycopg.errors.RaiseException, match="append-only"):
            connection.execute(change)
        assert connection.execute("SELECT * FROM tournament_logentry ORDER BY id").fetchall() == before != []


ASLEEP = ("ALTER TABLE {table} DISABLE TRIGGER {name}", "DROP TRIGGER {name} ON {table}")


@pytest.mark.parametrize(
    ("name", "how"),
    by_day([*product(guards.POSTGRES, ASLEEP)], count=2),
)
def test_verify_misses_a_guard_that_sleeps_and_the_next_start_wakes_it(
    server: Postgres, demo: dict[str, str], name: str, how: str
) -> None:
    with server.connect("demo") as connection:
        connection.execute(how.format(table=guards.table_of(name), name=name))
    with pytest.raises(AssertionError, match=f"does not guard the logbook: {name} missing"):
        manage(demo, "verify")
    with serving(Path(demo["VAR_DIR"]), database=demo["DATABASE_URL"]):
        assert "every seal holds" in manage(demo, "verify")


@pytest.fixture
def sqlite(empty_database: Path, tmp_path: Path) -> dict[str, str]:
    """The environment of an installation on SQLite that nobody has used yet."""
    return environment_for(Path(shutil.copytree(empty_database, tmp_path / "sqlite")))


def test_the_same_seed_gives_the_same_file_as_on_sqlite(demo: dict[str, str], sqlite: dict[str, str]) -> None:
    manage(sqlite, *DEMO)
    here, there = (timeless(json.loads(manage(environment, "export", "demo"))) for environment in (demo, sqlite))
    assert here == there
    assert here["decisions"] and here["standings"]


def timeless(document: dict[str, Any]) -> dict[str, Any]:
    """The document without the moments at which its decisions were taken, and its rounds promised and drawn."""
    parts = ("decisions", "promises", "draws")
    return document | {part: [{**made, "at": None} for made in document[part]] for part in parts}


def test_files_and_logbooks_come_over_from_sqlite_and_back(
    demo: dict[str, str], sqlite: dict[str, str], tmp_path: Path
) -> None:
    for origin, goal, slug in ((demo, sqlite, "demo"), (sqlite, demo, "back")):
        file, logbook = tmp_path / f"{slug}.json", tmp_path / f"{slug}.log"
        export = ("export", "demo", "-o", str(file))
        manage_all(origin, export, ("export", "demo", "--format", "logbook", "-o", str(logbook)))
        again = {name: tmp_path / f"{name}.again" for name in (f"{slug}-file", slug)}
        exports = [("export", name, "-o", str(path)) for name, path in again.items()]
        read = ("import", str(file), "--slug", f"{slug}-file"), ("replay", str(logbook), "--slug", slug)
        manage_all(goal, *read, *exports)
        for name, path in again.items():
            assert path.read_text() == file.read_text().replace('"slug": "demo"', f'"slug": "{name}"')


CORRECT = """
from tests.support.events import cast
from tests.support.events.other_rules import correct, of, played, without
from tournament.acts.event.rules import compare_rules

event = played()
compare_rules(event, "system", ["jury", "GM", "PC9"], of(event))
event = cast.fresh(event)
correct(event, without(event, "GM"))
"""


def test_what_was_corrected_and_compared_is_the_same_file_from_either_database(
    demo: dict[str, str], sqlite: dict[str, str], tmp_path: Path
) -> None:
    manage(demo, "shell", "-c", CORRECT)
    file, logbook = tmp_path / "ledegem.json", tmp_path / "ledegem.log"
    export = ("export", "ledegem", "-o", str(file))
    manage_all(demo, export, ("export", "ledegem", "--format", "logbook", "-o", str(logbook)))
    manage_all(sqlite, ("replay", str(logbook)), ("import", str(file), "--slug", "copy"))
    document = json.loads(file.read_text())
    assert list(document["event"]["compared"]) == ["PC9", "jury"]
    assert document["corrections"][0]["changes"][0]["now"] is None
    assert manage(sqlite, "export", "ledegem") == file.read_text()
    assert manage(sqlite, "export", "copy") == file.read_text().replace('"slug": "ledegem"', '"slug": "copy"')


def test_a_hall_writes_on_when_the_database_was_restarted(server: Postgres, tmp_path: Path) -> None:
    with serving(tmp_path, database=server.create("hall")) as troel:
        sheets = [Sheet(captain) for captain in seat(troel, players=32, deals=12)]
        with writing(sheets, lambda sheet: sheet.write_on(troel.url, 6)):
            wait_for_answers(sheets, 8)
        server.stop()
        assert sheets[0].captain.write(7, "while-it-is-down") == 503
        server.start()
        with writing(sheets, lambda sheet: sheet.write_on(troel.url, 12)):
            pass
        assert sheets[0].captain.write(12, f"{sheets[0].captain.token[:20]}-12", tricks(12)) == WRITTEN
        assert [len(sheet.answered) for sheet in sheets] == [12] * 8
        assert "every seal holds" in troel.manage("verify")
        lines = troel.manage("export", "ledegem", "--format", "logbook").count("record_deal")
        assert lines == 8 * 12


COUNTED = "from tournament.models import LogEntry; print(LogEntry.objects.count())"
# What one of the processes does: fifty acts, of three kinds, each at its own table and all in one event.
FIFTY = """
import sys
from tests.support.events import cast
from tournament.acts.kernel import calls
from tournament.acts.jury import rulings
from tournament.models import Event
event, mine = Event.objects.get(), %d
table = cast.table(event, mine)
print("ready", flush=True)
sys.stdin.readline()
for number in range(1, 31):
    cast.write(table, number)
for number in range(10):
    rulings.penalise(event, "system", "noise", {mine: -1}, "Noise.")
    calls.call_jury(table, f"table:1/{mine}", "question", number + 1)
"""


def test_two_hundred_acts_of_four_processes_make_one_chain(server: Postgres, tmp_path: Path) -> None:
    environment = environment_for(tmp_path, database=server.create("crowd"))
    manage(environment, "migrate", "--verbosity", "0")
    event = "from tests.support.events import cast; cast.playing(16, deals=30)"
    run(environment, event)
    before = int(run(environment, COUNTED))
    call = [sys.executable, str(ROOT / "manage.py"), "shell", "--no-imports", "--command"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    crowd = [
        subprocess.Popen([*call, FIFTY % mine], cwd=ROOT, env=environment, text=True, **pipes) for mine in range(1, 5)
    ]
    assert [one.stdout.readline() for one in crowd if one.stdout] == ["ready\n"] * 4
    for one in crowd:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    said = [one.communicate(timeout=300)[0] for one in crowd]
    assert [one.returncode for one in crowd] == [0] * 4, said
    assert int(run(environment, COUNTED)) == before + 200
    assert f"{before + 200} lines, every seal holds, and every row follows" in manage(environment, "verify")


def test_the_log_has_nothing_of_a_row_that_was_refused(server: Postgres) -> None:
    name = "Jan Janssens"
    with server.connect() as connection:
        connection.execute("CREATE TABLE people (name text, age integer CONSTRAINT of_age CHECK (age > 17))")
        with pytest.raises(psycopg.errors.CheckViolation, match=name) as refused:
            connection.execute("INSERT INTO people VALUES (%s, 0)", [name])
    record = logging.LogRecord("troel", logging.ERROR, "", 0, "Broken", None, (refused.type, refused.value, refused.tb))
    for formatter in (Discreet(), DiscreetJson()):
        text = formatter.format(record)
        assert "of_age" in text and name not in text
