"""The page of a job: who may see it, how it is looked on, the file, and why there is none."""

import html
import re
from urllib.parse import parse_qs

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.events import cast
from tests.support.files.jobs import PAPERS, ask, folder_of, job_of, over, stored
from tests.support.servers.waiting import eventually
from tournament.acts.event import events
from tournament.files.models import JobFile, JobRow, JobState, Piece
from tournament.jobs import job_queue
from tournament.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("room")]


@pytest.fixture
def event() -> Event:
    return cast.playing(players=8)


@pytest.mark.usefixtures("nobody_at_work")
def test_a_job_belongs_to_its_event(organiser: Client) -> None:
    cast.event(players=0, slug="other")
    stranger = cast.client(cast.organiser(Event.objects.get(slug="other")))
    one = job_of(ask(organiser, "ranking"))
    for name in ("job", "job-file"):
        assert stranger.get(reverse(f"staff:{name}", args=["ledegem", one.id])).status_code == 403
        assert stranger.get(reverse(f"staff:{name}", args=["other", one.id])).status_code == 404


def test_what_was_made_goes_with_the_names_that_are_in_it(event: Event, organiser: Client) -> None:
    cast.event(players=1, slug="other")
    ours, other = stored(event), stored(Event.objects.get(slug="other"))
    file = reverse("staff:job-file", args=["ledegem", ours.id])
    assert organiser.get(file).status_code == 200
    names = reverse("staff:remove-names", args=["ledegem"])
    assert organiser.post(names).status_code == 409
    assert organiser.get(file).status_code == 200
    events.change_state(event, "system", Event.State.CLOSED)
    assert organiser.post(names).status_code == 303
    assert organiser.get(file).status_code == 404
    assert [row.id for row in JobRow.objects.all()] == [other.id]
    assert (JobFile.objects.count(), Piece.objects.count()) == (1, 1)


@pytest.mark.usefixtures("nobody_at_work")
@pytest.mark.parametrize(("key", "allowed"), [("cards", False), ("xlsx", False), ("ranking", True)])
def test_a_job_is_for_who_may_have_its_paper(key: str, allowed: bool, event: Event, organiser: Client) -> None:
    one = job_of(ask(organiser, key))
    over(one)
    juror = cast.client(cast.juror(event))
    for name in ("job", "job-file"):
        assert juror.get(reverse(f"staff:{name}", args=["ledegem", one.id])).status_code == (200 if allowed else 403)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_whole_way_from_the_button_to_the_file() -> None:
    event = cast.playing(players=8)
    organiser = cast.client(cast.organiser(event), "fr")
    answer = ask(organiser, "seating-names", language="fr")
    one = job_of(answer)
    here = answer["Location"]
    assert "Manche 1 · Français" in cast.shown(organiser.get(here))
    page = organiser.get(here).content.decode()
    assert f'hx-get="{here}?v=at-work-0-0"' in page and 'http-equiv="refresh"' in page
    assert organiser.get(f"{here}file/")["Location"] == here
    eventually(lambda: "download" in organiser.get(here).content.decode())
    page = organiser.get(here).content.decode()
    assert "hx-get" not in page and "refresh" not in page
    file = organiser.get(f"{here}file/")
    assert file.streaming and file.getvalue() == one.content()
    assert file["Content-Type"] == "application/pdf"
    assert file["Content-Disposition"] == 'attachment; filename="ledegem-seating-names-1-fr.pdf"'
    assert (file["Cache-Control"], file["X-Content-Type-Options"]) == ("no-store", "nosniff")
    assert int(file["Content-Length"]) == len(one.content() or b"")


@pytest.mark.usefixtures("nobody_at_work")
def test_a_part_is_fetched_only_when_it_changed(organiser: Client) -> None:
    one = job_of(ask(organiser, "cards"))
    here = reverse("staff:job", args=["ledegem", one.id])
    htmx = {"HX-Request": "true"}
    part = organiser.get(here, headers=htmx)
    assert "<html" not in part.content.decode() and "Other files come first" in cast.shown(part)
    assert organiser.get(f"{here}?v=waiting-0-0", headers=htmx).status_code == 204
    over(one)
    part = organiser.get(f"{here}?v=waiting-0-0", headers=htmx)
    assert (part["Cache-Control"], "HX-Request" in part["Vary"]) == ("no-store", True)
    assert "The file is ready" in cast.shown(part)


@pytest.mark.parametrize(
    ("state", "told", "said"),
    [
        (JobState.REFUSED, {"sentence": "Il faut ces paquets : libpango."}, "Il faut ces paquets : libpango."),
        (JobState.UNKEPT, {"sentence": "No space left on device"}, "No space left on device."),
        (JobState.INTERRUPTED, {}, "was interrupted"),
        (JobState.LATE, {}, "took too long"),
        (JobState.BROKEN, {"log": "Traceback …\nZeroDivisionError: /secret\n"}, "The fault is in Troel"),
    ],
)
def test_why_there_is_no_file(
    state: JobState,
    told: dict[str, str],
    said: str,
    event: Event,
    organiser: Client,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one = stored(event, 0.0, 0, state, **told)
    answer = organiser.get(reverse("staff:job", args=["ledegem", one.id]))
    assert said in cast.shown(answer)
    assert "/secret" not in cast.shown(answer) and "hx-get" not in answer.content.decode()
    (again,) = re.findall(rf'href="{PAPERS}\?([^"]*)"', answer.content.decode())
    assert parse_qs(html.unescape(again))["language"] == ["nl"]
    # Our own faults, and only these, are told where the server's are.
    assert ("ZeroDivisionError" in caplog.text) == ("log" in told)


def test_what_is_told_by_a_paper_is_no_html(event: Event, organiser: Client) -> None:
    one = stored(event, state=JobState.REFUSED, sentence="<script>alert(1)</script>")
    assert "<script>alert" not in organiser.get(reverse("staff:job", args=["ledegem", one.id])).content.decode()


def test_an_order_of_another_version_is_no_longer_kept(event: Event, organiser: Client) -> None:
    for change in ({"offer": "papyrus"}, {"scent": "lavender"}):
        one = stored(event)
        order = JobRow.objects.get(pk=one.id).request
        JobRow.objects.filter(pk=one.id).update(request={**order, **change})
        assert organiser.get(reverse("staff:job", args=["ledegem", one.id])).status_code == 404


@pytest.mark.django_db(transaction=True)
def test_the_folder_of_a_child_is_for_its_owner(event: Event, organiser: Client) -> None:
    one = job_of(ask(organiser, "cards"))
    folder = folder_of(one)
    assert [path.stat().st_mode & 0o077 for path in (folder.parent, folder)] == [0, 0]
    job_queue.delete_jobs("ledegem")
    assert not folder.exists()
