"""From the release before to this one and back: its own code writes on today's tables, a hall writes all the while."""

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader

from tests.browser.support.server import environment_for, free_port, manage, run, serving
from tests.support.servers import postgres
from tests.support.servers.captains import Sheet, tricks, wait_for_answers, writing
from tests.upgrades import previous
from tests.upgrades.previous import Release

DEMO = ("demo", "--players", "16", "--rounds", "2", "--deals", "4")
DATABASES = ["sqlite", pytest.param("postgresql", marks=postgres.NEEDED)]
# What a release may do to the tables that the one before it writes. Data are moved by RunPython, under a test.
ADDING = (migrations.CreateModel, migrations.AddIndex, migrations.RunPython, migrations.SeparateDatabaseAndState)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    """The release before this one."""
    return previous.install(tmp_path_factory.mktemp("previous"))


@pytest.fixture
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of an installation whose tables this release made, on the database that the test asks for."""
    if getattr(request, "param", "sqlite") == "sqlite":
        environment = environment_for(tmp_path)
        manage(environment, "migrate", "--verbosity", "0")
        yield environment
        return
    with postgres.running() as running:
        environment = environment_for(tmp_path, database=running.create("hall"))
        manage(environment, "migrate", "--verbosity", "0")
        yield environment


# --- A release only adds ---------------------------------------------------------------------------------------


def faults(operation: Any) -> list[str]:
    """Why the release before could not write any more after this step of a migration."""
    if isinstance(operation, migrations.AddField):
        field = operation.field
        if field.null or field.db_default is not models.NOT_PROVIDED or field.many_to_many:
            return []
        return [f"{operation.model_name}.{operation.name} has neither NULL nor a db_default"]
    return [] if isinstance(operation, ADDING) else [operation.describe()]


def steps_since(app: str, folder: str) -> list[Any]:
    """What the migrations of this release do that the one before does not have, but for tables that are new in it."""
    with ZipFile(previous.WHEEL) as wheel:
        old = {Path(name).stem for name in wheel.namelist() if name.startswith(folder)}
    loader = MigrationLoader(None, load=False)
    loader.load_disk()
    migrations_of_app = {name: item for (label, name), item in loader.disk_migrations.items() if label == app}
    assert old - {"__init__"} <= migrations_of_app.keys() != set()
    steps = [step for name, item in migrations_of_app.items() if name not in old for step in item.operations]
    made = {step.name_lower for step in steps if isinstance(step, migrations.CreateModel)}
    return [step for step in steps if getattr(step, "model_name", "").lower() not in made]


@pytest.mark.parametrize(
    ("app", "folder"), [("tournament", "tournament/migrations/"), ("files", "tournament/files/migrations/")]
)
def test_since_the_last_release_tables_were_only_added_to(settings: Any, app: str, folder: str) -> None:
    settings.MIGRATION_MODULES = {}
    assert [fault for step in steps_since(app, folder) for fault in faults(step)] == []


def test_what_would_stop_the_release_before_is_known_by_its_step() -> None:
    number = models.IntegerField
    assert faults(migrations.AddField("deal", "fine", number(null=True))) == []
    assert faults(migrations.AddField("deal", "fine", number(db_default=0))) == []
    assert faults(migrations.AddField("deal", "bad", number(default=0)))
    assert faults(migrations.RemoveField("deal", "bad")) and faults(migrations.RunSQL("DROP TABLE tournament_deal"))


@pytest.mark.long
@pytest.mark.parametrize("there", DATABASES, indirect=True)
def test_the_release_before_writes_on_the_tables_of_this_one(there: dict[str, str], release: Release) -> None:
    release.seat(there, "", players=8, deals=4)
    release.play(there)
    release.manage(there, *DEMO)
    proved = manage(there, "verify")
    assert proved.count("every seal holds") == 2
    event = manage(there, "export", "ledegem")
    assert '"annulled"' in event and '"signatures"' in event


@pytest.mark.long
@pytest.mark.parametrize("there", DATABASES, indirect=True)
@pytest.mark.parametrize(
    "planted",
    [
        "ALTER TABLE tournament_signature DROP COLUMN shown",
        "ALTER TABLE tournament_deal RENAME COLUMN result TO outcome",
    ],
)
def test_a_column_that_goes_stops_it(there: dict[str, str], release: Release, planted: str) -> None:
    release.seat(there, "", players=8, deals=4)
    drop = f"from django.db import connection; connection.cursor().execute({planted!r})"
    run(there, drop)
    with pytest.raises(AssertionError, match="column"):
        release.play(there)


# --- Upgraded while phones write, and back ---------------------------------------------------------------------

PLAYERS, DEALS = 32, 60
TO_SEND_AGAIN = re.compile(r"ledegem, round 1, table (\d+), deals to send again: ([\d, ]+)")


def written(export: str) -> list[dict[int, int]]:
    """Per table the tricks of each deal."""
    tables = json.loads(export)["rounds"][0]["tables"]
    return [{deal["number"]: deal["result"]["tricks"] for deal in table["deals"]} for table in tables]


@pytest.mark.long
def test_phones_write_through_an_upgrade_and_back_by_the_backup(release: Release, tmp_path: Path) -> None:
    """Each captain sends deal after deal to one address, each until it is answered; a refusal fails (`Sheet.send`)."""
    port, folder, back = free_port(), tmp_path / "var", tmp_path / "back"
    folder.mkdir()
    with ExitStack() as running:
        old = running.enter_context(serving(folder, port, program=release.program))
        sheets = [Sheet(captain) for captain in release.seat(old.environment, old.url, PLAYERS, DEALS)]
        with writing(sheets, lambda sheet: sheet.insist(old.url, 40)):
            wait_for_answers(sheets, 80)
            running.close()
            new = running.enter_context(serving(folder, port))
        assert "every seal holds" in new.manage("verify")
        assert written(new.manage("export", "ledegem")) == whole_sheets(40)
        (file,) = folder.glob("backups/before-upgrade-*.zip")
        later = TO_SEND_AGAIN.findall(new.manage("restore", str(file), "--compare"))
        running.close()

        back.mkdir()
        release.manage(environment_for(back), "restore", str(file))
        old = running.enter_context(serving(back, port, program=release.program))
        for sheet, deals in zip(sheets, written(release.manage(old.environment, "export", "ledegem")), strict=True):
            sheet.answered = sorted(deals)
        lost = [(table, range(len(sheet.answered) + 1, 41)) for table, sheet in enumerate(sheets, 1)]
        assert later == [(str(table), ", ".join(map(str, numbers))) for table, numbers in lost if numbers] != []
        with writing(sheets, lambda sheet: sheet.insist(old.url, DEALS)):
            pass
        assert written(release.manage(old.environment, "export", "ledegem")) == whole_sheets(DEALS)
        assert "every seal holds" in release.manage(old.environment, "verify")


@postgres.NEEDED
@pytest.mark.long
def test_servers_on_one_database_are_upgraded_one_by_one(release: Release, tmp_path: Path) -> None:
    """Half of the phones use each; only those of the server that is replaced wait, and none is refused."""
    folders, ports = (tmp_path / "a", tmp_path / "b"), (free_port(), free_port())
    with postgres.running() as running, ExitStack() as first, ExitStack() as second:
        database = running.create("hall")
        folders[0].mkdir()
        old = first.enter_context(serving(folders[0], ports[0], database, program=release.program))
        shutil.copytree(folders[0], folders[1])
        other = second.enter_context(serving(folders[1], ports[1], database, program=release.program))
        urls = (old.url, other.url)
        sheets = [Sheet(captain) for captain in release.seat(old.environment, old.url, PLAYERS, DEALS)]
        with writing(sheets, lambda sheet: sheet.insist(urls[sheets.index(sheet) % 2], DEALS)):
            for number, server in enumerate((first, second)):
                wait_for_answers(sheets, 40 + 100 * number)
                server.close()
                new = server.enter_context(serving(folders[number], ports[number], database))
        assert written(new.manage("export", "ledegem")) == whole_sheets(DEALS)
        assert "every seal holds" in new.manage("verify")


def whole_sheets(deals: int) -> list[dict[int, int]]:
    """Per table the tricks of so many deals."""
    return [{number: tricks(number) for number in range(1, deals + 1)}] * (PLAYERS // 4)
