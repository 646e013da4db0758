"""The page for a phone at a table: one photo, and then the sheet that is on it."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.support.events import cast
from tests.support.files import jobs
from tests.support.files.sheets_read import address, batch_of, read_page, received
from tournament.jobs.job import Job
from tournament.models import Event, Membership
from tournament.sheet_reading import reading_process

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]

POLL = {"HX-Request": "true"}


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def photographed(event: Event, *pages: dict[str, Any]) -> Job:
    """A batch of a photo from the page for it, read."""
    return batch_of(event, *pages, choice={"photo": "1"})


@pytest.mark.usefixtures("nobody_at_work")
def test_a_photo_is_sent_as_a_batch_of_its_own(event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_process, "NEEDED", ())
    page = cast.shown(desk.get(address(event, "photo/")))
    assert "Take a photo" in page and "Scans or photos" not in page
    job = jobs.job_of(desk.post(address(event, "photo/"), {"photo": [SimpleUploadedFile("a.jpg", b"\xff\xd8")]}))
    assert received(job) == ["001-a.jpg"]
    assert job.request.choice["photo"] == "1"


def test_no_photo_no_packages_and_no_right_are_refused(
    event: Event, desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_process, "NEEDED", ())
    assert desk.post(address(event, "photo/")).status_code == 422
    assert cast.client(cast.member(event, Membership.Role.AUDITOR)).get(address(event, "photo/")).status_code == 403
    monkeypatch.setattr(reading_process, "NEEDED", ("a_package_that_nobody_has",))
    assert desk.get(address(event, "photo/")).status_code == 503


def test_who_waits_for_a_photo_is_led_to_its_sheet(event: Event, desk: Client) -> None:
    job = photographed(event, read_page(event, 2))
    waiting = desk.get(address(event, f"{job.id}/"), headers=POLL)
    assert waiting["HX-Redirect"] == address(event, f"{job.id}/1/")
    # Whoever comes back to the list sees it, without all the sheets that a photo never has.
    page = desk.get(address(event, f"{job.id}/"))
    assert "HX-Redirect" not in page and "not in this pile" not in cast.shown(page)
    # Where one goes on from the sheet: what was recorded, and the next photo.
    looked = desk.get(address(event, f"{job.id}/1/")).content.decode()
    assert f'href="{address(event, f"{job.id}/")}" id="onward"' in looked and "Take another photo" in cast.shown(page)


def test_who_waits_for_a_pile_or_a_photo_of_nothing_sees_the_list(event: Event, desk: Client) -> None:
    nothing = read_page(event, refused="no sheet", place=None, payload="", rows_at=[], marked=[])
    for job in (batch_of(event, read_page(event, 2)), photographed(event, nothing)):
        assert "HX-Redirect" not in desk.get(address(event, f"{job.id}/"), headers=POLL)
    page = cast.shown(desk.get(address(event, f"{job.id}/")))
    assert "No score sheet was found" in page and "Take another photo" in page
