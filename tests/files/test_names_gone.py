"""After names are removed: no hit of them in any file of the installation, nor in a backup made after; every server."""

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.browser.support.server import Server, environment_for, manage, run
from tests.support.servers import postgres

pytestmark = pytest.mark.long

NAME = "Zwartjevoort"
LAID = """
from tests.support.events import cast
from tests.support.files.jobs import asked
from tournament.acts.event import events
from tournament.acts.people.registration import Entrant, change_entry
from tournament.acts.table.sheet_pictures import keep_picture
from tournament.files import evidence, pieces
from tournament.files.models import JobRow, JobState
from tournament.jobs import job, leases
from tournament.models import Entry, Event
event = cast.playing(players=8, deals=4)
for entry in Entry.objects.filter(event=event).select_related("player", "event"):
    change_entry(entry, "system", Entrant(f"Odette {{entry.number}} {name}", number=entry.number))
keep_picture(cast.table(event, 1), "system", 1, evidence.keep(b"\\xff\\xd8 {name} " * 9000))
one = job.announce(asked(event, "json"))
job.complete(one, {{"given/1": [b"{name} " * 50_000]}})
JobRow.objects.filter(pk=one.id).update(state=JobState.AT_WORK, attempt=1)
pieces.write(one.id, 1, job.MADE, [b"{name} " * 300_000])
leases.finish(one.id, 1, JobState.MADE)
events.change_state(cast.fresh(event), "system", Event.State.CLOSED)
"""
REMOVED = """
from django.urls import reverse
from tests.support.events import cast
from tournament.models import Event
organiser = cast.client(cast.organiser(Event.objects.get()))
answer = organiser.post(reverse("staff:remove-names", args=["ledegem"]), SERVER_NAME="localhost")
assert answer.status_code == 303, answer.content
"""


def hits(folder: Path) -> dict[str, int]:
    """How often the name is in each file of an installation that has it."""
    count = {str(file.relative_to(folder)): file.read_bytes().count(NAME.encode()) for file in files_of(folder)}
    return {file: number for file, number in count.items() if number}


def files_of(folder: Path) -> list[Path]:
    return [file for file in folder.rglob("*") if file.is_file()]


def test_on_sqlite_no_file_has_them_any_more_nor_a_new_backup(server: Server, tmp_path: Path) -> None:
    folder = Path(server.environment["VAR_DIR"])
    server.run(LAID.format(name=NAME))
    found = hits(folder)
    assert {name.partition(".")[0] for name in found} == {"troel", "files"}, found
    server.run(REMOVED)
    assert hits(folder) == {}
    server.manage("backup", str(tmp_path / "after.zip"))
    with ZipFile(tmp_path / "after.zip") as packed:
        assert not [name for name in packed.namelist() if NAME.encode() in packed.read(name)]
        assert not [name for name in packed.namelist() if name.endswith(".jpg")]


@postgres.NEEDED
def test_on_postgresql_no_row_has_them_any_more_nor_a_new_dump(tmp_path: Path) -> None:
    with postgres.running() as running:
        there = environment_for(tmp_path, database=running.create("hall"))
        manage(there, "migrate", "--verbosity", "0")
        run(there, LAID.format(name=NAME))
        assert dumped(there["DATABASE_URL"]).count(NAME.encode().hex().encode()) > 1000
        run(there, REMOVED)
        after = dumped(there["DATABASE_URL"])
        assert NAME.encode() not in after and NAME.encode().hex().encode() not in after
    assert hits(tmp_path) == {}


def dumped(url: str) -> bytes:
    """A dump as plain text, in which bytes are hexadecimal."""
    programs = postgres.programs()
    assert programs
    return subprocess.run([programs / "pg_dump", url], capture_output=True, check=True).stdout
