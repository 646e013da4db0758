"""The administrator chooses the address for phones and the time zone after the first run."""

import logging
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support import clubs
from tests.support.events import cast
from tournament import links
from tournament.acts.event import events
from tournament.acts.event.machine import machine_token
from tournament.acts.lifecycle.bin import bin_event
from tournament.acts.register.stickers import add_stickers
from tournament.backups import place
from tournament.backups.place import is_shared
from tournament.models import Event
from tournament.site.environment import CHOICES_FILE, Listen, MachineChoices, read_choices

# Where machines share a database, each has its address from its environment.
pytestmark = [pytest.mark.django_db, pytest.mark.skipif(is_shared(), reason="asked of a machine by itself only")]

HALL, OTHER = "192.168.1.7", "10.0.0.3"
PAGE, ACT = reverse("staff:backups"), reverse("staff:machine")


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path) -> Path:
    """A machine with two addresses in the hall, one of which was chosen."""
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    settings.LISTEN, settings.OWN_ADDRESSES = Listen("0.0.0.0", 8000), [HALL, OTHER]
    settings.TIME_ZONE, settings.CHOICES = "Europe/Brussels", MachineChoices(HALL)  # afterwards it is that again
    settings.BASE_URL, settings.ALLOWED_HOSTS = f"http://{HALL}:8000", ["*"]
    return tmp_path / "var"


@pytest.fixture
def administrator() -> Client:
    return cast.client(cast.founder())


def choose(administrator: Client, host: str, zone: str = "Europe/Brussels", of: str | None = None) -> Any:
    """The answer to the form, filled in for what holds unless `of` says otherwise."""
    sent = {"host": host, "zone": zone, "of": machine_token() if of is None else of}
    return administrator.post(ACT, sent)


def test_another_address_and_zone_hold_at_once_and_at_the_next_start(
    administrator: Client, var: Path, caplog: pytest.LogCaptureFixture
) -> None:
    html = administrator.get(PAGE).content.decode()
    assert f'value="{HALL}" checked' in html and html.count("data:image/svg") == 2
    assert '<option value="Europe/Brussels" selected>' in html
    with caplog.at_level(logging.WARNING):
        answer = choose(administrator, OTHER, "Europe/Lisbon")
    assert (answer.status_code, answer["Location"]) == (303, PAGE)
    assert read_choices(var) == MachineChoices(OTHER, "Europe/Lisbon")
    assert links.absolute("/") == f"http://{OTHER}:8000/" and timezone.localtime().tzname() in ("WET", "WEST")
    (line,) = [record.getMessage() for record in caplog.records if "set up this machine" in record.getMessage()]
    assert (
        line == f"user:{cast.founder().pk} set up this machine: links lead to http://{OTHER}:8000, zone Europe/Lisbon"
    )
    html = administrator.get(PAGE).content.decode()
    assert f"Links and codes lead to http://{OTHER}:8000" in html and f'value="{OTHER}" checked' in html
    # And back again.
    assert choose(administrator, HALL).status_code == 303 and links.absolute("/") == f"http://{HALL}:8000/"


def test_the_same_twice_is_one_and_an_older_page_changes_nothing(administrator: Client, var: Path) -> None:
    before = machine_token()
    for _twice in range(2):
        assert choose(administrator, OTHER, of=before).status_code == 303
    answer = choose(administrator, HALL, "Europe/Paris", of=before)
    assert answer.status_code == 409 and "Somebody has changed this" in cast.shown(answer)
    assert choose(administrator, HALL, of="").status_code == 422
    assert read_choices(var).host == OTHER and links.absolute("/") == f"http://{OTHER}:8000/"


@pytest.mark.parametrize("wrong", [{"host": "evil.example"}, {"zone": "Europe/Nowhere"}, {"host": "10.0.0.3\0"}])
def test_what_cannot_be_is_refused_with_a_sentence(administrator: Client, var: Path, wrong: dict[str, str]) -> None:
    answer = administrator.post(ACT, {"host": HALL, "zone": "Europe/Paris", "of": machine_token(), **wrong})
    assert answer.status_code == 422 and "Select a valid choice" in cast.shown(answer)
    assert not (var / CHOICES_FILE).exists()


def test_what_the_environment_says_stays_whatever_was_chosen_before(
    administrator: Client, var: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BASE_URL", "https://troel.example.be")
    settings.BASE_URL = "https://troel.example.be"
    html = administrator.get(PAGE).content.decode()
    assert 'name="host"' not in html and "come before what is chosen" in " ".join(html.split())
    assert choose(administrator, OTHER, "Europe/Lisbon").status_code == 303
    chosen = MachineChoices(HALL, "Europe/Lisbon")
    assert links.absolute("/") == "https://troel.example.be/" and read_choices(var) == chosen
    monkeypatch.setenv("TIME_ZONE", "Europe/Lisbon")
    html = administrator.get(PAGE).content.decode()
    assert 'name="zone"' not in html and "Save address and zone" not in html and "<dd>Europe/Lisbon</dd>" in html
    assert choose(administrator, OTHER, "Europe/Paris").status_code == 303
    assert read_choices(var) == chosen


def test_servers_on_one_database_say_it_in_their_environment(
    administrator: Client, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournament.forms.event.machine.is_shared", lambda: True)
    html = administrator.get(PAGE).content.decode()
    assert 'name="host"' not in html and 'name="zone"' not in html and f"http://{HALL}:8000" in html
    assert choose(administrator, OTHER, "Europe/Paris").status_code == 303 and not (var / CHOICES_FILE).exists()


def test_where_no_phone_can_come_the_page_says_how_it_can(administrator: Client, settings: Any) -> None:
    settings.BASE_URL, settings.OWN_ADDRESSES = "http://127.0.0.1:8000", []
    html = administrator.get(PAGE).content.decode()
    assert "HOST=0.0.0.0" in html and "data:image/svg" not in html and "This link still works then" not in html


def test_the_page_names_whose_papers_have_the_address(administrator: Client) -> None:
    assert "Print them again" not in cast.shown(administrator.get(PAGE))
    cast.playing(8, "cup", name="De Beker")
    cast.event(8, "later", name="Nog niet geloot")
    over = cast.playing(8, "over", name="Gespeeld")
    events.change_state(over, "user:1", Event.State.CLOSED)
    gone = cast.event(8, "gone", name="Weggegooid")
    cast.next_round(gone)
    gone = cast.fresh(gone)
    bin_event(gone, "user:1", gone.version_token)
    add_stickers(clubs.club(name="De Linde"), "user:1", 4)
    clubs.club("bare", "Zonder stickers")
    html = cast.shown(administrator.get(PAGE))
    assert f"lead to http://{HALL}:8000. Print them again" in html and "De Beker · De Linde" in html
    assert not any(name in html for name in ("Nog niet geloot", "Gespeeld", "Weggegooid", "Zonder stickers"))


def test_a_folder_that_cannot_be_written_is_said_and_nothing_holds(
    administrator: Client, var: Path, settings: Any, tmp_path: Path
) -> None:
    settings.VAR_DIR = tmp_path / "gone"
    answer = choose(administrator, OTHER)
    assert answer.status_code == 503 and "This cannot be stored" in cast.shown(answer)
    assert links.absolute("/") == f"http://{HALL}:8000/" and not (var / CHOICES_FILE).exists()


def test_the_folder_is_not_touched_and_a_wrong_folder_leaves_the_address_as_it_is(administrator: Client) -> None:
    assert choose(administrator, OTHER).status_code == 303
    assert place.read_folder() is None
    answer = administrator.post(PAGE, {"folder": "backups"})
    assert answer.status_code == 422 and f'value="{OTHER}" checked' in answer.content.decode()
    assert administrator.get(ACT)["Location"] == PAGE
