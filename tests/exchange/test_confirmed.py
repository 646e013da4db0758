"""What the server confirmed is kept beside the database: lines that a damaged log loses are named, not forgotten."""

import json
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tests.browser.support.server import MANAGE, environment_for, serving
from tests.support import club_evenings
from tests.support.events import cast
from tests.support.servers.captains import Sheet, seat
from tests.support.servers.waiting import eventually
from tournament.acts.lifecycle.restored import say_restored
from tournament.backups import confirmed
from tournament.models import Event
from tournament.reading.logbook.seals import Dated

PLAYERS, DEALS = 16, 8


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the file is: the tests' own database is in memory."""
    path = tmp_path / "troel.sqlite3.confirmed"
    monkeypatch.setattr(confirmed, "path", lambda: path)
    return path


@pytest.fixture
def event(db: None, beside: Path) -> Event:
    event = cast.playing(8)
    confirmed.keep({})
    return cast.fresh(event)


def went_back(event: Event, lines: int = 3) -> Dated:
    """The file says that there were more lines than the database has."""
    further = Dated(event.revision + lines, "f" * 64, datetime.now(UTC))
    confirmed._save({**confirmed.last_confirmed(), event.slug: further})
    return further


def test_what_is_there_was_confirmed(event: Event, beside: Path) -> None:
    kept = confirmed.last_confirmed()
    assert (kept[event.slug].line, kept[event.slug].hash) == (event.revision, event.seal)
    assert confirmed.chains_behind(kept) == {} and confirmed.lost_in(event) is None
    assert beside.stat().st_mode & 0o077 == 0
    # Nothing new is not written again.
    before = beside.stat().st_mtime_ns
    assert confirmed.keep(kept) == (kept, frozenset())
    assert beside.stat().st_mtime_ns == before
    cast.write(cast.table(event), 1)
    # The file may be a second behind: what it has is on the chain.
    assert confirmed.chains_behind(kept) == {}
    assert confirmed.keep(kept)[0][event.slug].line == event.revision + 1


def test_lines_that_are_gone_are_named_with_their_number(event: Event) -> None:
    went_back(event)
    lost = confirmed.lost_in(event)
    assert lost is not None and lost.count == 3
    assert "3 confirmed lines are missing" in str(lost)
    assert set(confirmed.chains_behind({"gone": Dated(7, "a" * 64, None)})) == {"gone"}


def test_new_lines_do_not_hide_what_was_lost(event: Event) -> None:
    further = went_back(event, 1)
    kept, suspects = confirmed.keep(confirmed.last_confirmed())
    assert kept[event.slug] == further and suspects == {event.slug}
    for deal in (1, 2, 3):
        cast.write(cast.table(event), deal)
    kept, suspects = confirmed.keep(kept, suspects)
    assert kept[event.slug] == further == confirmed.last_confirmed()[event.slug] and suspects == {event.slug}
    lost = confirmed.lost_in(cast.fresh(event))
    assert lost is not None and lost.count == 0 and "replaced by others" in str(lost)


def test_saying_that_it_was_restored_quiets_it(event: Event) -> None:
    went_back(event)
    say_restored(event, "system", "From the stick of ten o'clock.")
    assert confirmed.lost_in(event) is None
    kept, suspects = confirmed.keep(confirmed.last_confirmed(), {event.slug})
    assert kept[event.slug].line == event.revision + 1 and not suspects


def test_saying_so_after_tables_recorded_again_quiets_it_too(event: Event) -> None:
    went_back(event, 1)
    for deal in (1, 2, 3):
        cast.write(cast.table(event), deal)
    say_restored(event, "system", "The tables recorded again.")
    assert confirmed.lost_in(cast.fresh(event)) is None


def test_overview_names_it(event: Event) -> None:
    organiser = cast.client(cast.organiser(event))
    confirmed.keep(confirmed.last_confirmed())
    assert "confirmed lines" not in cast.shown(organiser.get(f"/staff/{event.slug}/"))
    went_back(cast.fresh(event))
    assert "3 confirmed lines of the logbook are missing" in cast.shown(organiser.get(f"/staff/{event.slug}/"))


def test_the_register_of_a_club_is_confirmed_too_until_its_owner_says_so(db: None, beside: Path) -> None:
    club = club_evenings.club()
    confirmed.keep({})
    assert "o/de-vier-azen" not in json.loads(beside.read_text())["events"]
    owner, desk = (cast.client(club_evenings.steward(club, role)) for role in ("owner", "desk"))
    further = Dated(club_evenings.fresh(club).revision + 2, "f" * 64, datetime.now(UTC))
    confirmed._save({club.address: further})
    address = f"/staff/{club.address}/restored/"
    shown = cast.shown(owner.get(f"/staff/{club.address}/members/"))
    assert "2 confirmed lines of the logbook are missing" in shown
    assert address in owner.get(f"/staff/{club.address}/members/").content.decode()
    assert address not in desk.get(f"/staff/{club.address}/members/").content.decode()
    # New lines hide nothing, and only an owner says that the lost ones are known.
    club_evenings.members(club, 4)
    kept, suspects = confirmed.keep(confirmed.last_confirmed(), {club.address})
    assert kept[club.address] == further and suspects == {club.address}
    with cast.nothing_written():
        assert desk.post(address, {"reason": "The stick of ten."}).status_code == 403
        assert owner.post(address, {"reason": ""}).status_code == 422
    assert owner.post(address, {"reason": "The stick of ten."}).status_code == 303
    assert confirmed.lost_in(club_evenings.fresh(club)) is None
    assert "confirmed lines" not in cast.shown(owner.get(f"/staff/{club.address}/members/"))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"events": {"x": {"line": "y"}}}', '{"events": []}'])
def test_a_file_that_cannot_be_read_names_nothing(event: Event, beside: Path, text: str, client: Client) -> None:
    beside.write_text(text)
    assert confirmed.last_confirmed() == {}
    assert confirmed.keep({})[0][event.slug].line == event.revision


def verify(folder: Path) -> "subprocess.CompletedProcess[str]":
    """`manage.py verify` on the installation in this folder."""
    call = [*MANAGE, "verify"]
    return subprocess.run(call, env=environment_for(folder), capture_output=True, text=True, check=False)


def recorded(folder: Path) -> int:
    """The line of the only event that the file beside the database has."""
    path = folder / "troel.sqlite3.confirmed"
    rows: dict[str, Any] = json.loads(path.read_text())["events"] if path.exists() else {}
    return int(rows.get("ledegem", {}).get("line", 0))


def damaged(log: Path, how: str) -> None:
    """Makes of a write-ahead log what a bad disk or a pulled stick makes of it."""
    text = log.read_bytes()
    assert len(text) > 100_000, "everything was in the database already"
    if how == "cut":
        log.write_bytes(text[: len(text) // 3])
    elif how == "flipped":
        middle = len(text) // 3
        log.write_bytes(text[:middle] + bytes(byte ^ 0xFF for byte in text[middle : middle + 64]) + text[middle + 64 :])
    else:
        log.unlink()


@pytest.mark.long
@pytest.mark.parametrize("how", ["cut", "flipped", "gone"])
def test_a_damaged_log_of_a_killed_server_is_named(empty_database: Path, tmp_path: Path, how: str) -> None:
    folder = Path(shutil.copytree(empty_database, tmp_path / "var"))
    with serving(folder) as server:
        sheets = [Sheet(captain) for captain in seat(server, PLAYERS, DEALS)]
    with serving(folder) as server:
        for sheet in sheets:
            phone = sheet.captain.again(server.url)
            for deal in range(1, DEALS + 1):
                sheet.send(deal, phone)
        eventually(lambda: recorded(folder) >= before_play(folder) + len(sheets) * DEALS)
        server.kill()
    damaged(folder / "troel.sqlite3-wal", how)
    proved = verify(folder)
    assert proved.returncode == 1 and "confirmed lines are missing" in proved.stderr, proved
    with serving(folder) as server:
        log = folder / "server.log"
        eventually(lambda: log.read_text().count("LOST: ledegem") >= 2)  # what starts it, and its worker
        time.sleep(2 * confirmed.PAUSE)
        server.kill()
    assert "confirmed lines are missing" in verify(folder).stderr


def before_play(folder: Path) -> int:
    """The lines of the event without its deals."""
    with closing(sqlite3.connect(f"file:{folder}/troel.sqlite3?mode=ro", uri=True)) as database:
        query = "SELECT count(*) FROM tournament_logentry WHERE act != 'record_deal'"
        return int(database.execute(query).fetchone()[0])


@pytest.mark.long
def test_a_log_that_is_whole_loses_nothing(empty_database: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(empty_database, tmp_path / "var"))
    with serving(folder) as server:
        seat(server, PLAYERS, DEALS)
        time.sleep(3 * confirmed.PAUSE)
        server.kill()
    assert verify(folder).returncode == 0
