"""The drill: a hall's machine breaks down, and another goes on from the stick at its address, phones and all."""

import json
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.organiser.test_first_start import one_time_link
from tests.browser.support import axe
from tests.browser.support.halls import RECORD, Hall, choose, kept, received, record, take, waits
from tests.browser.support.server import Server, serving
from tests.conftest import NewPage
from tests.support.servers.waiting import eventually

# Over plain http by a name, as most halls are.
pytestmark = [pytest.mark.long, pytest.mark.parametrize("hall", ["captain.test"], indirect=True)]

DRILL_SECONDS = 5 * 60
PASSWORD = "vier azen en een joker"
FOUNDER = """
from tests.support.events import cast
cast.user("odette", founder=True)
cast.member(cast.Event.objects.get(), "organiser", "odette")
"""
PICTURES = """
import os
from tournament.files import evidence
for _each in range(85):
    evidence.keep(os.urandom(evidence.MAX_BYTES))
"""


def signed_in(page: Page, server: Server) -> Page:
    """The organiser on the page of the backups."""
    page.goto(f"{server.url}/sign-in/?next=/staff/backup_folder/")
    page.fill("[name=username]", "odette")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    return page


def with_pictures(server: Server) -> set[str]:
    """Lets the server's installation keep 25 MB of pictures of sheets; their digests."""
    server.run(PICTURES)
    return pictures_of(Path(server.environment["VAR_DIR"]))


def pictures_of(folder: Path) -> set[str]:
    """The digests of the pictures that an installation keeps."""
    with closing(sqlite3.connect(folder / "files.sqlite3")) as files:
        return {digest for (digest,) in files.execute("SELECT digest FROM files_storedpicture")}


def test_another_machine_goes_on_from_the_stick(hall: Hall, new_page: NewPage, tmp_path: Path) -> None:
    assert hall.server
    hall.run(FOUNDER)
    stick = tmp_path / "stick"
    stick.mkdir()
    phone, desk = hall.phone(), signed_in(new_page(), hall.server)
    phone.goto(hall.link)
    kept(phone)
    take(phone, hall, 1)
    expect(phone.locator(".whose button")).to_have_count(0)
    record(phone, hall)

    # The organiser names the stick, and sees that a backup is made there.
    # With more pictures of sheets than any other page takes bytes.
    pictures = with_pictures(hall.server)
    desk.get_by_label("Folder on the machine").fill(str(stick))
    desk.get_by_role("button", name="Save the folder").click()
    eventually(lambda: list(stick.glob("*.zip")))
    desk.reload()
    expect(desk.locator(".notice.success")).to_contain_text("The newest backup is 0 minutes old")
    assert axe.violations(desk) == []

    # The machine breaks down while the table goes on.
    choose(phone, hall, 2)
    hall.kill()
    begun = time.monotonic()
    phone.locator(RECORD).click()
    waits(phone, 1)

    # Another one, on which nothing was entered yet, at the same address.
    other = tmp_path / "second"
    other.mkdir()
    hall.running.close()
    (newest,) = stick.glob("*.zip")
    with serving(other, hall.port, host="captain.test") as second:
        page = new_page()
        page.goto(one_time_link(second).replace("captain.test", "127.0.0.1"))
        page.get_by_role("link", name="Restore from a backup").click()
        assert axe.violations(page) == []
        page.set_input_files("[type=file]", newest)
        page.get_by_role("button", name="Restore this backup").click()
        expect(page.get_by_role("heading", name="The backup is restored")).to_be_visible()
        assert axe.violations(page) == []
        # What waits on the phone arrives by itself, in its place.
        received(phone, 2)
        eventually(lambda: signs_in(page, second))
        expect(page.locator(".notice[role=status]")).to_contain_text("no folder is named")
        seconds = time.monotonic() - begun
        deals = json.loads(second.manage("export", "ledegem"))["rounds"][0]["tables"][0]["deals"]
        assert [deal["number"] for deal in deals if deal["result"]] == [1, 2]
        assert "every seal holds" in second.manage("verify", "ledegem")
        assert pictures == pictures_of(other)
    sys.stdout.write(f"\nThe drill: {seconds:.0f} s from the breakdown to the phone's next deal and the sign-in.\n")
    assert seconds < DRILL_SECONDS


def signs_in(page: Page, server: Server) -> bool:
    """Whether the organiser can sign in as before; not while the server starts again."""
    try:
        signed_in(page, server)
    except Error:
        return False
    return page.url.endswith("/staff/backup_folder/")
