"""What is embedded and shown where a link is shared: frames, news, pictures, tags, the first screen of a phone."""

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.urls import reverse
from PIL import Image

from tests.support import club_evenings, season_evenings
from tests.support.events import cast
from tests.support.pages.reading import rename
from tournament.printing.share_card import HEIGHT, MARGIN, WIDTH, draw_card
from tournament.reading.outside.cards import ShareCard, event_card
from tournament.views.outside import pictures

pytestmark = pytest.mark.django_db
BY = "system"
ATOM = "{http://www.w3.org/2005/Atom}"


def test_any_site_may_embed_a_ranking_and_no_other_page() -> None:
    event = cast.played(4)
    table = cast.captain(cast.table(event))
    embedded = cast.client().get("/embed/nl/e/ledegem/")
    assert "frame-ancestors *" in embedded["Content-Security-Policy"]
    assert "script-src 'none'" in embedded["Content-Security-Policy"] and "X-Frame-Options" not in embedded
    others = ("/", "/e/ledegem/", "/e/ledegem/share/", "/e/ledegem/player/1/", "/api/1/events/", table, "/sign-in/")
    for address in (*others, "/embed/nl/e/nowhere/", "/cards/nl/e/ledegem.png", "/feeds/nl/results.atom"):
        answer = cast.client().get(address)
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], address
        assert answer["X-Frame-Options"] == "DENY", address


def test_an_embedded_ranking_has_no_script_and_its_links_open_beside_it() -> None:
    event = cast.played(4)
    rename(event, 1, "<b>An</b> & Co")
    page = cast.client().get("/embed/fr/e/ledegem/").content.decode()
    assert '<html lang="fr">' in page and "<script" not in page and "&lt;b&gt;An&lt;/b&gt; &amp; Co" in page
    assert "Points non vérifiés." in page
    anchors = re.findall(r"<a [^>]*>", page)
    assert len(anchors) == 5
    assert all('target="_blank" rel="noopener"' in anchor and 'href="http' in anchor for anchor in anchors)
    assert cast.client().get("/embed/fr/e/nowhere/").status_code == 404
    assert cast.client().get("/embed/zz/e/ledegem/").status_code == 404
    assert cast.client().post("/embed/fr/e/ledegem/").status_code == 405


def test_a_ranking_without_deals_says_so() -> None:
    cast.playing(4)
    assert "No deal has been played yet." in cast.client().get("/embed/en/e/ledegem/").content.decode()


def test_a_page_shows_what_to_copy() -> None:
    event = cast.played(4)
    page = cast.client(language="nl").get("/e/ledegem/share/").content.decode()
    assert "&lt;iframe src=&quot;http://127.0.0.1:8000/embed/nl/e/ledegem/&quot;" in page
    # First of all what most people send.
    first = re.search(r"<textarea[^>]*>([^<]*)</textarea>", page)
    assert first and first[1] == "http://127.0.0.1:8000/e/ledegem/"
    assert "&lt;table&gt;" in page and "/api/1/events/ledegem/" in page
    assert 'href="/e/ledegem/share/"' in cast.client().get("/e/ledegem/text/").content.decode()
    series = season_evenings.a_series(_club())
    base = f"/o/de-vier-azen/{series.slug}/"
    assert f'href="{base}share/"' in cast.client().get(base).content.decode()
    assert "embed/en/o/de-vier-azen" in cast.client().get(f"{base}share/").content.decode()
    page = cast.client().get("/o/de-vier-azen/share/").content.decode()
    assert 'href="webcal://127.0.0.1:8000/feeds/en/o/de-vier-azen/calendar.ics"' in page
    assert 'href="/o/de-vier-azen/share/"' in cast.client().get("/o/de-vier-azen/").content.decode()
    for address in ("/e/nowhere/share/", "/o/nowhere/share/", "/o/de-vier-azen/nowhere/share/"):
        assert cast.client().get(address).status_code == 404
    assert event.slug == "ledegem"


def _club() -> club_evenings.Organisation:
    club = club_evenings.club()
    club_evenings.members(club, 4)
    return club_evenings.fresh(club)


def test_news_are_the_rankings_that_are_final() -> None:
    series = season_evenings.a_series(_club())
    empty = cast.client().get("/feeds/nl/results.atom").content
    assert empty == cast.client().get("/feeds/nl/results.atom").content
    event = season_evenings.hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    running = season_evenings.hold(series, 2, {1: 1, 2: 1, 3: 1, 4: -3}, closed=False)
    for address in ("/feeds/nl/results.atom", "/feeds/nl/o/de-vier-azen/results.atom"):
        answer = cast.client().get(address)
        assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
        feed = ElementTree.fromstring(answer.content)
        found = feed.findall(f"{ATOM}entry")
        assert [entry.findtext(f"{ATOM}title") for entry in found] == [event.name]
        assert "1. " in str(found[0].findtext(f"{ATOM}summary")) and " 12" in str(found[0].findtext(f"{ATOM}summary"))
        assert str(found[0].findtext(f"{ATOM}id")).endswith(event.get_absolute_url())
        assert feed.find(f"{ATOM}link[@rel='self']").attrib["href"] == f"http://127.0.0.1:8000{address}"  # type: ignore[union-attr]
        assert running.slug not in answer.content.decode()
        assert cast.client().get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert cast.client().get("/feeds/nl/o/nowhere/results.atom").status_code == 404


def test_the_picture_of_an_event_is_what_its_card_says() -> None:
    event = cast.played(4)
    answer = cast.client().get("/cards/en/e/ledegem.png")
    assert answer["Content-Type"] == "image/png" and answer.content == draw_card(event_card(event))
    assert answer["X-Robots-Tag"] == "noindex" and len(answer.content) < 60_000
    assert cast.client().get("/cards/en/e/ledegem.png", headers={"if-none-match": answer["ETag"]}).status_code == 304
    assert cast.client().get("/cards/en/e/ledegem/1.png").content != answer.content
    for address in ("/cards/en/e/nowhere.png", "/cards/en/e/ledegem/99.png", "/cards/en/o/a/b.png"):
        assert cast.client().get(address).status_code == 404
    series = season_evenings.a_series(_club())
    season_evenings.hold(series, 1, {1: 12, 2: -4, 3: -8, 4: 0})
    assert cast.client().get(f"/cards/nl/o/de-vier-azen/{series.slug}.png").status_code == 200


@pytest.mark.parametrize("letters", ["W" * 60, "Wij " * 30, "x", "", "ß É ☠ 李 \u202e"])
def test_nothing_stands_outside_a_picture(letters: str) -> None:
    rows, four = ((letters, letters, letters),) * 3, (letters, letters, letters, letters)
    for card in (ShareCard(*four, rows), ShareCard(*four, (), letters, letters)):
        picture = Image.open(BytesIO(draw_card(card))).convert("RGB")
        assert picture.size == (WIDTH, HEIGHT)
        ground = picture.getpixel((0, 0))
        inside = (MARGIN - 8, 8, WIDTH - MARGIN + 8, HEIGHT - 8)
        border = picture.copy()
        border.paste(ground, inside)  # type: ignore[arg-type]
        assert border.getcolors() == [(WIDTH * HEIGHT, ground)]


def test_only_so_many_pictures_are_drawn_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "PICTURES", pictures.Pictures())
    monkeypatch.setattr(pictures, "MAX_BURST", 1)
    monkeypatch.setattr(pictures, "PAUSE", 600.0)
    cast.played(4)
    answers = [cast.client().get(f"/cards/en/e/ledegem/{number}.png") for number in (1, 2, 3, 1)]
    assert [answer.status_code for answer in answers] == [200, 200, 503, 200], "what was drawn is given again"
    assert answers[2]["Retry-After"] == "5" and b"Too many pictures" in answers[2].content


def test_pages_say_what_they_are_where_their_link_is_shared() -> None:
    event = cast.played(4)
    client = cast.client(language="nl")
    tags = dict(re.findall(r'<meta property="og:(\S+)" content="([^"]*)">', client.get("/e/ledegem/").content.decode()))
    assert tags["title"] == event.name and tags["url"] == "http://127.0.0.1:8000/e/ledegem/"
    assert tags["description"] == "Zaal De Kring · 14 maart 2026"
    assert tags["image"] == f"http://127.0.0.1:8000/cards/nl/e/ledegem.png?v={event.seal[:8]}"
    card = client.get("/e/ledegem/player/1/").content.decode()
    assert f'content="{cast.entry(event, 1).player.name} · {event.name}"' in card
    assert "/cards/nl/e/ledegem/1.png?v=" in card
    assert card.count('rel="canonical"') == 1 and 'href="http://127.0.0.1:8000/e/ledegem/player/1/"' in card


def test_a_page_can_be_put_on_the_first_screen_of_a_phone() -> None:
    event = cast.played(4)
    series = season_evenings.a_series(_club())
    starts = {
        "/manifest.webmanifest": ("Troel", "/"),
        "/e/ledegem/manifest.webmanifest": (event.name, "/e/ledegem/"),
        "/o/de-vier-azen/manifest.webmanifest": ("De Vier Azen", "/o/de-vier-azen/"),
        f"/o/de-vier-azen/{series.slug}/manifest.webmanifest": (series.name, f"/o/de-vier-azen/{series.slug}/"),
    }
    for address, (name, start) in starts.items():
        answer = cast.client().get(address)
        assert answer["Content-Type"] == "application/manifest+json"
        content = answer.json()
        assert (content["name"], content["start_url"]) == (name, start)
        for icon in content["icons"]:
            assert icon["src"].startswith("/static/troel/icon-")
        page = cast.client().get(start).content.decode()
        assert f'<link rel="manifest" href="{address}">' in page, start
    assert cast.client().get("/o/de-vier-azen/nowhere/manifest.webmanifest").status_code == 404
    assert cast.client().get(reverse("event-manifest", args=["nowhere"])).status_code == 404
