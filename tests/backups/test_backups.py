"""Backups in a named folder: what is kept there, what may be wrong with it, and who sees and names it."""

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.support.events import cast
from tests.support.servers.disks import disk, read_only
from tournament import __version__, links
from tournament.acts.event import events
from tournament.acts.rounds import rounds
from tournament.backups import archive, keeper, place, restoring, watch
from tournament.backups.archive import BrokenBackupError
from tournament.backups.place import BackupFault, BackupStatus
from tournament.errors import UserError
from tournament.files import evidence
from tournament.models import Event

pytestmark = [
    pytest.mark.django_db(transaction=True),  # a database cannot be copied in the midst of its own transaction
    pytest.mark.skipif("postgres" in os.environ.get("TEST_DATABASE_URL", ""), reason="backups are SQLite's"),
]
PAGE, NOW = "/staff/backup_folder/", "/staff/backup_folder/now/"


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    """An installation's folder of its own."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    return tmp_path / "var"


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """A folder that was named."""
    folder = tmp_path / "stick"
    folder.mkdir()
    place.store_folder(str(folder))
    return folder


@pytest.fixture
def event() -> Event:
    return cast.event(players=0)


def kept() -> BackupStatus:
    """What the keeper tells after one backup."""
    told = keeper.keep()
    assert told
    return told


def of_yesterday(folder: Path, told: BackupStatus) -> str:
    """Lets the file that was kept be of an earlier day, so that a new one is made; its name."""
    name = f"{told.file[:13]}2026-03-01-120000.zip"
    (folder / told.file).rename(folder / name)
    return name


def zips(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.zip"))


# --- The file and the folder -----------------------------------------------------------------------------------


def test_a_backup_is_one_file_that_says_what_it_holds(stick: Path, event: Event, var: Path, tmp_path: Path) -> None:
    told = kept()
    assert zips(stick) == [told.file] and not told.fault
    found = archive.unpack(stick / told.file, tmp_path)
    assert found.seals["ledegem"] and found.seals["ledegem"].hash == event.seal
    assert {"troel.sqlite3", "link.key"} <= found.digests.keys()
    assert (tmp_path / "link.key").read_text() == (var / "link.key").read_text()
    (note,) = (text.read_text() for text in stick.glob("*.txt"))
    assert "open every table" in note and "troel restore FILE" in note and "manage.py restore FILE" in note
    assert list(var.glob("backup-*")) == []


def test_where_nothing_happened_the_newest_file_is_as_good_as_new(stick: Path, event: Event) -> None:
    first = kept()
    again = kept()
    assert (again.file, again.last > first.last) == (first.file, True) and len(zips(stick)) == 1
    of_yesterday(stick, again)
    events.change_state(event, "system", Event.State.LIVE)
    assert kept().digest != first.digest and len(zips(stick)) == 2


def test_a_stick_keeps_the_newest_and_the_last_of_each_day_and_never_what_is_not_ours(
    stick: Path, event: Event
) -> None:
    yesterday = of_yesterday(stick, kept())
    prefix = yesterday[:13]
    others = {"troel-other1-2026-01-01-100000.zip", "holiday.zip"}
    days = [f"{prefix}2026-02-{day:02}-{hour}0000.zip" for day in range(1, 21) for hour in (10, 18)]
    for name in (*others, *days):
        (stick / name).touch()
    told = kept()
    ours = sorted(set(zips(stick)) - others)
    assert others < set(zips(stick))
    assert ours[-keeper.NEWEST :] == [*days[-(keeper.NEWEST - 2) :], yesterday, told.file]
    older = days[: -(keeper.NEWEST - 2)]
    assert ours[: -keeper.NEWEST] == [name for name in older if "-180000" in name][-keeper.DAYS :]


def test_whoever_pulls_the_stick_is_told_and_it_goes_on_when_it_is_back(stick: Path, event: Event) -> None:
    kept()
    away = stick.rename(stick.with_name("away"))
    assert (told := kept()).fault == BackupFault.GONE and told.file, "the last good one is still known"
    stick.mkdir()  # the empty folder that a stick leaves, on the machine's own disk
    assert kept().fault == BackupFault.OTHER_DISK and zips(stick) == []
    stick.rmdir()
    away.rename(stick)
    assert kept().fault == "" and zips(stick)


def test_another_stick_takes_its_place_once_it_is_named(stick: Path, event: Event) -> None:
    kept()
    stick.rename(stick.with_name("away"))
    stick.mkdir()
    place.store_folder(str(stick))
    assert kept().fault == "" and len(zips(stick)) == 1


def test_a_full_stick_makes_room_by_its_oldest_and_says_so_if_that_is_not_enough(stick: Path, event: Event) -> None:
    with disk(stick, "600k"):
        told = kept()
        prefix, size = of_yesterday(stick, told)[:13], told.size
        old = [stick / f"{prefix}2026-02-{day:02}-100000.zip" for day in range(1, 6)]
        free = os.statvfs(stick).f_bavail * 4096
        for file in old:
            file.write_bytes(b"x" * (free // len(old) - 4096))
        told = kept()
        assert told.fault == "" and len(zips(stick)) <= keeper.FEWEST + 1, size
        name = of_yesterday(stick, told)
        (stick / "film").write_bytes(b"x" * (os.statvfs(stick).f_bavail * 4096))
        assert kept().fault == BackupFault.FULL
        assert name in zips(stick) and not list(stick.glob("*.part"))


def of_day(day: int, stick: Path, picture: bytes) -> Path:
    """The file of a backup made that day, with one more picture of a sheet."""
    evidence.keep(picture)
    Event.objects.update(name=str(day))
    file = kept().file
    return (stick / file).rename(stick / f"{file[:13]}2026-03-{day:02}-120000.zip")


def pictures(files: list[Path]) -> list[int]:
    """How many are in each of these backups, all of which are read."""
    return [sum(name.endswith(".jpg") for name in archive.read(file).digests) for file in files]


def test_pictures_are_in_the_newest_files_alone_and_each_stays_a_backup(stick: Path, event: Event) -> None:
    assert pictures([of_day(day, stick, bytes([day]) * 1000) for day in range(1, 6)]) == [0, 0, 3, 4, 5]


def test_a_full_stick_gives_up_older_pictures_before_the_last_file_of_a_day(stick: Path, event: Event) -> None:
    with disk(stick, "2700k"):
        assert pictures([of_day(day, stick, os.urandom(evidence.MAX_BYTES)) for day in range(1, 5)]) == [0, 0, 3, 4]


def test_a_stick_that_may_not_be_written_is_told_as_that(stick: Path, event: Event) -> None:
    with disk(stick):
        read_only(stick)
        assert kept().fault == BackupFault.READ_ONLY


@pytest.mark.parametrize("inside", ["var", "var/deep"])
def test_troels_own_folders_are_refused_even_behind_a_link(inside: str, tmp_path: Path) -> None:
    (tmp_path / inside).mkdir(exist_ok=True)
    with pytest.raises(UserError):
        place.store_folder(str(tmp_path / inside))
    (tmp_path / "link").symlink_to(tmp_path / inside)
    place.store_folder(str(tmp_path / "link"))
    assert kept().fault == BackupFault.OWN


def test_who_removes_names_reads_which_backups_hold_them_still(stick: Path, event: Event) -> None:
    for state in (Event.State.LIVE, Event.State.CLOSED):
        events.change_state(cast.fresh(event), "system", state)
    organiser, page = cast.client(cast.organiser(event)), reverse("staff:remove-names", args=["ledegem"])
    assert "hold the names still" not in cast.shown(organiser.get(page))
    kept()
    (place.status_folder() / "before-upgrade-2026-03-01-120000.zip").touch()
    shown = cast.shown(organiser.get(page))
    assert "hold the names still" in shown and f"{stick}/troel-" in shown
    assert "before-upgrade-2026-03-01-120000.zip" in shown


# --- When --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "rounds", "is_due"),
    [
        (BackupStatus(), "a", True),
        (BackupStatus(tried=1000, last=1000, rounds="a"), "a", False),
        (BackupStatus(tried=1000 - place.EVERY, last=1, rounds="a"), "a", True),
        (BackupStatus(tried=1000, last=1000, rounds="a"), "b", True),
        (BackupStatus(tried=1000, fault="gone", rounds="a"), "b", False),
        (BackupStatus(tried=1000 - place.AGAIN, fault="gone", rounds="a"), "a", True),
        (BackupStatus(tried=5000, last=5000, rounds="a"), "a", True),  # the clock was set back
    ],
)
def test_when_a_backup_is_due(told: BackupStatus, rounds: str, is_due: bool) -> None:
    assert watch.due(told, rounds, at=1000.0) is is_due


def test_a_closed_round_is_a_reason() -> None:
    event = cast.playing(players=4, deals=2)
    before = keeper.closed_rounds()
    cast.play_round(event)
    assert keeper.closed_rounds() == before
    rounds.close_round(cast.round_of(event), "system")
    assert keeper.closed_rounds() != before


def test_two_keepers_at_once_make_one_backup(stick: Path, event: Event) -> None:
    with place.alone() as alone:
        assert alone and place.at_work() and keeper.keep() is None
    assert not place.at_work() and kept().file


def test_a_backup_names_the_release_that_made_it_and_one_from_before_is_read(
    stick: Path, event: Event, tmp_path: Path
) -> None:
    whole = stick / kept().file
    manifest = json.loads(ZipFile(whole).read("manifest.json"))
    assert manifest.pop("version") == archive.read(whole).version == __version__
    older = repacked(whole, tmp_path / "older", manifest_json=json.dumps(manifest).encode())
    (tmp_path / "out").mkdir()
    assert archive.unpack(older, tmp_path / "out").version == ""


# --- Files that are no backups -----------------------------------------------------------------------------------


def repacked(source: Path, target: Path, **changes: bytes) -> Path:
    """The same backup with other contents in some of its files (a name's dot is written _)."""
    with ZipFile(source) as old, ZipFile(target, "w") as new:
        for name in {*old.namelist(), *(name.replace("_", ".") for name in changes)}:
            change = changes.get(name.replace(".", "_"))
            new.writestr(name, change if change is not None else old.read(name))
    return target


def test_a_file_that_is_not_a_whole_backup_is_refused(stick: Path, event: Event, tmp_path: Path) -> None:
    whole = stick / kept().file
    data, manifest = whole.read_bytes(), json.loads(ZipFile(whole).read("manifest.json"))
    path = {**manifest, "digests": manifest["digests"] | {"../../x.key": "0" * 64}}
    # In the midst of a file: between two of them are bytes that nobody reads.
    largest = max(ZipFile(whole).infolist(), key=lambda packed: packed.compress_size)
    middle = largest.header_offset + largest.compress_size // 2
    files = {
        "empty": b"",
        "text": b"no zip at all",
        "half": data[: len(data) // 2],
        # One flipped bit may mean the same: a zero that is copied from further away.
        "flipped": data[:middle] + bytes(byte ^ 255 for byte in data[middle : middle + 64]) + data[middle + 64 :],
    }
    bad = []
    for name, content in files.items():
        bad.append(tmp_path / name)
        bad[-1].write_bytes(content)
    bad += [
        repacked(whole, tmp_path / "key", link_key=b"another"),
        repacked(whole, tmp_path / "junk", manifest_json=b"[]"),
        repacked(whole, tmp_path / "deep", manifest_json=b"[" * 100_000),
        repacked(whole, tmp_path / "format", manifest_json=json.dumps({**manifest, "format": "x"}).encode()),
        repacked(whole, tmp_path / "path", manifest_json=json.dumps(path).encode()),
        repacked(whole, tmp_path / "seals", manifest_json=json.dumps({**manifest, "seals": {}}).encode()),
    ]
    for number, file in enumerate(bad):
        (tmp_path / f"out{number}").mkdir()
        with pytest.raises(BrokenBackupError):
            archive.unpack(file, tmp_path / f"out{number}")
    assert not (tmp_path.parent / "x.key").exists()


def test_an_installation_in_use_takes_no_backup(stick: Path, event: Event, var: Path) -> None:
    file, key = stick / kept().file, (var / "link.key").read_text()
    with pytest.raises(UserError, match="in use"):
        restoring.restore(file)
    Event.objects.filter(pk=event.pk).update(slug="other")
    assert Event.objects.get().slug == "other" and (var / "link.key").read_text() == key


# --- The pages -----------------------------------------------------------------------------------------------------


def test_only_who_may_make_events_names_the_folder(event: Event, organiser: Client, tmp_path: Path) -> None:
    for client in (organiser, cast.client()):
        assert client.post(PAGE, {"folder": str(tmp_path)}).status_code == 403
        assert client.post(NOW).status_code == 403
    assert place.read_folder() is None


@pytest.mark.parametrize("folder", ["stick", "../stick", "/", "/media/../etc", "/media/x\0y", "/" + "x" * 1000])
def test_a_path_that_cannot_be_is_refused_with_a_sentence(folder: str) -> None:
    answer = cast.client(cast.founder()).post(PAGE, {"folder": folder})
    assert answer.status_code == 422 and 'role="alert"' in answer.content.decode()
    assert place.read_folder() is None


def test_the_button_needs_a_folder() -> None:
    answer = cast.client(cast.founder()).post(NOW)
    assert answer.status_code == 409 and "Name a folder first." in cast.shown(answer)


def test_the_staff_see_how_old_the_newest_is_and_loudly_what_is_wrong(stick: Path, event: Event) -> None:
    desk, overview = cast.client(cast.desk(event)), f"/staff/{event.slug}/"
    told = kept()
    page = desk.get(overview).content.decode()
    assert "The newest backup is 0 minutes old" in page and PAGE not in page
    place.store_status(told, last=told.last - 2 * place.EVERY)
    late = desk.get(overview).content.decode()
    assert "There should be a newer backup by now." in late and "The newest backup is 30 minutes old" in late
    place.store_status(told, fault=BackupFault.GONE)
    page = desk.get(overview).content.decode()
    assert "is the stick in the machine?" in page and "notice error" in page
    assert not replace(place.backups(), status=told).alarming


def test_without_a_folder_the_overview_says_that_there_are_no_backups(event: Event, organiser: Client) -> None:
    assert "no folder is named" in cast.shown(organiser.get(f"/staff/{event.slug}/"))
    assert "Backups" in cast.shown(cast.client(cast.founder()).get("/staff/"))


def test_a_stick_that_hangs_delays_no_page(stick: Path, event: Event, organiser: Client) -> None:
    """No page looks at the folder: only two files beside the database."""
    told = kept()
    place.store_status(told, begun=time.time() - 2 * place.SLOW)
    with place.alone():
        stick.rename(stick.with_name("away"))
        page = cast.shown(organiser.get(f"/staff/{event.slug}/"))
    assert "A backup is taking long" in page


def test_the_one_time_link_restores_and_no_other_address_does(tmp_path: Path) -> None:
    one_time, junk = links.first_organiser_token() or "", {"file": SimpleUploadedFile("x.zip", b"no zip")}
    answer = cast.client().post(f"/first-organiser/{one_time}/restore/", junk)
    assert answer.status_code == 422 and "This file is not a whole backup of Troel." in cast.shown(answer)
    assert cast.client().post(f"/first-organiser/{one_time}/restore/").status_code == 422
    assert "restore/" in cast.client().get(f"/first-organiser/{one_time}/").content.decode()
    cast.founder()
    for token in (one_time, "0-nonsense"):
        assert cast.client().get(f"/first-organiser/{token}/restore/").status_code == 404
        assert cast.client().post(f"/first-organiser/{token}/restore/", junk).status_code == 404


@pytest.mark.parametrize("path", ["/t/1-abc/deal/1/", "/t/1-abc/close/"])
def test_a_machine_that_is_still_empty_lets_phones_wait(path: str) -> None:
    """What they send would be refused for good otherwise, while a backup is being restored."""
    form, script = {"key": "a-key-of-sixteen", "version": "0"}, {"Accept": "application/json"}
    assert cast.client().post(path, form, headers=script).status_code == 503
    cast.event(players=0)
    assert cast.client().post(path, form, headers=script).status_code == 404
