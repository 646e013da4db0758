"""The guides: one page each, in three languages, every picture there and described."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.test import Client
from PIL import Image

from scoring import words
from tests.support.events import cast
from tournament.models import Event
from tournament.views.entrance.guides import GUIDES

pytestmark = pytest.mark.django_db

LANGUAGES = sorted(words.LANGUAGES)
FOLDER = Path(__file__).resolve().parents[2] / "tournament" / "static" / "troel" / "guide"
MOST_BYTES = 25_000
# Of a picture on a page, in CSS pixels; the files are half as large again.
SIZE = (360, 560)


class Pictures(HTMLParser):
    """The pictures of a page by their names in the folder, each with its description."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "img" and "/troel/guide/" in given["src"]:
            assert (given["width"], given["height"]) == tuple(map(str, SIZE))
            folder, name = given["src"].split("/")[-2:]
            self.found[f"{folder}/{name.split('.')[0]}.webp"] = given["alt"]


def opened(who: str, language: str) -> str:
    response = Client(headers={"accept-language": language}).get(f"/guide/{who}/")
    assert response.status_code == 200
    return response.content.decode()


def test_every_picture_of_a_guide_is_there_in_its_language_and_no_other_is_kept() -> None:
    shown = [Pictures(opened(who, language)).found for who in GUIDES for language in LANGUAGES]
    pictures = {name: alt for one in shown for name, alt in one.items()}
    assert {f"{path.parent.name}/{path.name}" for path in FOLDER.rglob("*.*")} == {*pictures}
    assert all(pictures.values())
    for language in LANGUAGES:
        # Each is described once, and in words of this language.
        alts = [alt for name, alt in pictures.items() if name.startswith(language)]
        assert len(alts) == len({*alts}) == len(pictures) / len(LANGUAGES)


def test_every_picture_is_small_and_as_large_as_the_page_says() -> None:
    for path in FOLDER.rglob("*.webp"):
        assert path.stat().st_size <= MOST_BYTES, path
        with Image.open(path) as picture:
            assert picture.size == tuple(side * 3 // 2 for side in SIZE), path


@pytest.mark.parametrize("who", GUIDES)
def test_a_guide_leads_to_the_others(who: str) -> None:
    page = opened(who, "en")
    assert all(f'href="/guide/{other}/"' in page for other in GUIDES)
    assert page.count("aria-current") == 2  # the guide, and the language


def test_there_is_no_other_guide() -> None:
    assert Client().get("/guide/nobody/").status_code == 404
    assert Client().post("/guide/desk/").status_code == 405


def test_everybody_finds_their_guide() -> None:
    event = cast.playing()
    address = f"/staff/{event.slug}/players/"
    for member, who in ((cast.organiser, "organiser"), (cast.desk, "desk"), (cast.juror, "jury")):
        assert led_to(cast.client(member(event)), address) == f"/guide/{who}/"
    assert led_to(Client(), f"/t/{cast.token(cast.table(event))}/") == "/guide/captain/"
    assert led_to(Client(), event.get_absolute_url()) == "/#guides"
    for place in ("/", "/staff/", f"/staff/{event.slug}/", f"/staff/{event.slug}/papers/"):
        assert 'id="guides"' in cast.client(cast.organiser(Event.objects.get())).get(place).content.decode()


def led_to(client: Client, address: str) -> str:
    """Where the guide at the foot of a page is."""
    page = client.get(address).content.decode()
    return page.rpartition("</a>")[0].rpartition('href="')[2].partition('"')[0].strip()
