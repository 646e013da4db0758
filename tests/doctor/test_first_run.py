"""The page of the one-time link sets up the machine: its address for phones, where backups go, its time zone."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.support.events import cast
from tests.support.servers.disks import disk, read_only
from tournament import links
from tournament.backups import place
from tournament.backups.place import is_shared
from tournament.models import Organisation
from tournament.site.environment import CHOICES_FILE, Listen, MachineChoices, read_choices, store_choices

# Where machines share a database, each has its address from its environment.
pytestmark = [pytest.mark.django_db, pytest.mark.skipif(is_shared(), reason="asked of a machine by itself only")]

STRONG = "een hele lange zin 4"
ACCOUNT = {"username": "hilde", "password1": STRONG, "password2": STRONG, "club": "De Vier Azen"}
HALL = "192.168.1.7"


@pytest.fixture(autouse=True)
def var(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine of its own with two addresses in the hall, and a home with nothing in it."""
    settings.VAR_DIR, settings.HOME = tmp_path / "var", tmp_path / "home"
    settings.VAR_DIR.mkdir(), settings.HOME.mkdir()
    settings.LISTEN, settings.OWN_ADDRESSES = Listen("0.0.0.0", 8000), [HALL, "10.0.0.3"]
    settings.TIME_ZONE, settings.CHOICES = "Europe/Brussels", MachineChoices()  # afterwards it is that again
    settings.BASE_URL, settings.ALLOWED_HOSTS = f"http://{HALL}:8000", ["*"]
    monkeypatch.setattr(place, "MOUNTS", tmp_path / "nothing is mounted")
    monkeypatch.setattr(place.propose_folder, "__defaults__", (tmp_path / "none", place.STICKS))
    return tmp_path / "var"


def page() -> str:
    """The address of the page."""
    return reverse("first-organiser", args=[links.first_organiser_token()])


def send(path: str, **fields: str) -> Any:
    return cast.client().post(path, {**ACCOUNT, **fields})


def test_the_evenings_of_the_first_club_have_names_in_the_language_of_who_makes_it() -> None:
    cast.client().post(page(), ACCOUNT, headers={"accept-language": "fr"})
    assert Organisation.objects.get().plan["languages"] == ["fr", "nl", "en"]


def test_what_is_proposed_is_taken_by_one_button(settings: Any, var: Path) -> None:
    path = page()
    html = Client().get(path).content.decode()
    folder = f"{settings.HOME}/troel-backups"
    assert f'value="{folder}"' in html and f'value="{HALL}" checked' in html and html.count("data:image/svg") == 2
    assert '<option value="Europe/Brussels" selected>' in html
    assert not Path(folder).exists(), "looking at the page makes nothing"
    answer = send(path, host=HALL, folder=folder, zone="Europe/Brussels")
    assert answer.status_code == 303
    named = place.read_folder()
    assert named and named.folder == folder and Path(folder).is_dir()
    assert read_choices(var) == MachineChoices(HALL, "Europe/Brussels")
    assert Client().get(path).status_code == 404 and send(path, zone="Europe/Paris").status_code == 404
    assert read_choices(var).zone == "Europe/Brussels", "who comes second sets up nothing"


def test_another_address_and_zone_hold_at_once_and_the_club_has_the_zone(var: Path, settings: Any) -> None:
    assert send(page(), host="10.0.0.3", folder="", zone="Europe/Lisbon").status_code == 303
    assert read_choices(var) == MachineChoices("10.0.0.3", "Europe/Lisbon")
    assert links.absolute("/") == "http://10.0.0.3:8000/" and timezone.localtime().tzname() in ("WET", "WEST")
    assert place.read_folder() is None and Organisation.objects.get().plan["zone"] == "Europe/Lisbon"


def test_the_address_by_which_the_page_was_reached_is_proposed() -> None:
    html = Client(HTTP_HOST="10.0.0.3:8000").get(page()).content.decode()
    assert 'value="10.0.0.3" checked' in html


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"folder": "backups"}, "whole path"),
        ({"folder": "/media/../etc"}, "whole path"),
        ({"folder": "/nowhere/at/all"}, "is the stick in the machine?"),
        ({"folder": "/nowhere\0"}, "Null characters"),
        ({"zone": "Europe/Nowhere"}, "Select a valid choice"),
        ({"host": "evil.example"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_makes_nobody(
    var: Path, fields: dict[str, str], sentence: str
) -> None:
    answer = send(page(), **fields)
    assert answer.status_code == 422 and sentence in answer.content.decode()
    assert "Type your password again, twice" in answer.content.decode()
    assert not User.objects.exists()
    assert not (var / CHOICES_FILE).exists() and place.read_folder() is None


def test_a_folder_of_troels_own_and_one_that_cannot_be_written_are_refused(tmp_path: Path, var: Path) -> None:
    assert "one of Troel’s own" in send(page(), folder=str(var / "x")).content.decode()
    with disk(tmp_path / "stick") as stick:
        read_only(stick)
        answer = send(page(), folder=str(stick))
    assert answer.status_code == 422 and "Nothing can be written" in answer.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(("variable", "field"), [("BASE_URL", "host"), ("TIME_ZONE", "zone")])
def test_what_the_environment_says_is_not_asked(
    var: Path, monkeypatch: pytest.MonkeyPatch, variable: str, field: str
) -> None:
    monkeypatch.setenv(variable, "x")
    path = page()
    assert f'name="{field}"' not in Client().get(path).content.decode()
    assert send(path, **{field: "10.0.0.3"}).status_code == 303
    assert not (var / CHOICES_FILE).exists()


def test_where_no_phone_can_come_the_page_says_so_and_shows_no_code(settings: Any) -> None:
    settings.BASE_URL, settings.OWN_ADDRESSES = "http://127.0.0.1:8000", []
    html = Client().get(page()).content.decode()
    assert "HOST=0.0.0.0" in html and "data:image/svg" not in html and 'name="host"' not in html


def test_the_page_of_the_code_says_that_it_was_reached() -> None:
    answer = Client(HTTP_HOST=f"{HALL}:8000").get(reverse("reached"))
    assert f"http://{HALL}:8000" in answer.content.decode()
    assert Client().post(reverse("reached")).status_code == 405


# --- What is proposed, what is stored ----------------------------------------------------------------------------


def test_a_stick_that_is_in_comes_before_the_folder_at_home(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "media" / "MY STICK").mkdir(parents=True)
    mounts, sticks = tmp_path / "mounts", (str(tmp_path / "media"),)
    lines = ["/dev/sda1 / ext4 rw 0 0", f"/dev/sdb1 {tmp_path}/media/GONE vfat rw 0 0"]
    mounts.write_text("\n".join([*lines, f"/dev/sdc1 {tmp_path}/media/MY\\040STICK vfat rw 0 0\n"]))
    assert place.propose_folder(mounts, sticks) == f"{tmp_path}/media/MY STICK"
    mounts.write_text("\n".join(lines))
    assert place.propose_folder(mounts, sticks) == f"{settings.HOME}/troel-backups"
    settings.HOME = tmp_path / "nobody"
    assert place.propose_folder(tmp_path / "no file", sticks) == ""


@pytest.mark.parametrize("text", ["", "[]", "{", '{"zone": "Europe/Nowhere"}', '{"zone": "../../etc/passwd"}', "\xff"])
def test_a_file_that_cannot_be_read_counts_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / CHOICES_FILE).write_bytes(text.encode("latin-1"))
    assert read_choices(tmp_path) == MachineChoices()


def test_what_is_stored_is_read(tmp_path: Path) -> None:
    store_choices(tmp_path, MachineChoices(HALL, "Europe/Paris"))
    assert read_choices(tmp_path) == MachineChoices(HALL, "Europe/Paris")
    assert json.loads((tmp_path / CHOICES_FILE).read_text()) == {"host": HALL, "zone": "Europe/Paris"}
    assert len(list(tmp_path.glob(f"{CHOICES_FILE}*"))) == 1
