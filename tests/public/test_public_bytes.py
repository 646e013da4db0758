"""The bytes a visitor gets of the live ranking: compressed, not sent twice, soon up to date, and nobody's own."""

import gzip
import re
from collections.abc import Iterator

import pytest
from django.test import override_settings

from tests.support.events import cast
from tests.support.servers.waiting import eventually, workers
from tournament.acts.event import events
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.models import Event
from tournament.reading import prerendered_pages

pytestmark = pytest.mark.django_db
PATIENT = override_settings(RANKING_PATIENCE=60.0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that hardly rests between two renderings."""
    monkeypatch.setattr(prerendered_pages, "PAUSE", 0.02)


@pytest.fixture
def playing() -> Iterator[Event]:
    event = cast.playing(8)
    cast.play(cast.table(event, 1))
    yield event


def test_the_page_comes_compressed_to_those_who_take_it(playing: Event) -> None:
    address, client = playing.get_absolute_url(), cast.client()
    plain = client.get(address)
    assert "Content-Encoding" not in plain.headers
    for accepted in ("gzip", "br, gzip;q=0.5", "deflate, GZIP"):
        packed = client.get(address, headers={"accept-encoding": accepted})
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert packed["ETag"] == plain["ETag"]
    for refused in ("", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip"):
        assert "Content-Encoding" not in client.get(address, headers={"accept-encoding": refused}).headers


def test_pages_for_everybody_and_behind_a_link_come_compressed(playing: Event) -> None:
    link = f"/t/{cast.token(cast.table(playing, 1))}/"
    for address in (link, *(f"/e/ledegem/{page}" for page in ("player/1/", "rules/", "rules.json", "draws/"))):
        plain, packed = (cast.client().get(address, headers={"accept-encoding": way}) for way in ("br", "gzip"))
        assert packed["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
        assert len(packed.content) < len(plain.content) / 2
        assert "Accept-Encoding" in packed["Vary"] and "Accept-Encoding" in plain["Vary"]
        assert packed.get("ETag", "W/").startswith("W/")
        assert 'href="/static/' in gzip.decompress(packed.content).decode() or address.endswith(".json")


def test_a_page_that_a_session_opens_never_comes_compressed(playing: Event) -> None:
    organiser = cast.client(cast.organiser(playing))
    for address in ("/staff/ledegem/", "/staff/ledegem/players/?q=x", "/staff/ledegem/rounds/1/tables/links/", "/"):
        answer = organiser.get(address, headers={"accept-encoding": "gzip"})
        assert answer.status_code == 200
        assert "Content-Encoding" not in answer.headers
    assert "Content-Encoding" not in cast.client().get("/sign-in/", headers={"accept-encoding": "gzip"}).headers


def test_who_has_the_page_is_not_sent_it_again_until_it_changes(playing: Event) -> None:
    address, client = playing.get_absolute_url(), cast.client()
    first = client.get(address)
    known = {"if-none-match": first["ETag"]}
    same = client.get(address, headers=known)
    assert (same.status_code, same.content) == (304, b"")
    for header in ("ETag", "Cache-Control", "Vary"):
        assert same[header] == first[header]
    assert client.get(address, headers=known | {"accept-encoding": "gzip"}).status_code == 304
    cast.write(cast.table(playing, 2), 1)
    changed = client.get(address, headers=known)
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_the_page_says_how_it_may_be_kept(playing: Event) -> None:
    answer = cast.client(language="fr").get(playing.get_absolute_url())
    assert answer["Cache-Control"] == "no-cache"
    assert answer["Content-Language"] == "fr"
    assert set(answer["Vary"].split(", ")) == {"Accept-Language", "Cookie", "Accept-Encoding"}
    assert "Content-Security-Policy" in answer.headers


def test_the_page_belongs_to_nobody_also_when_a_member_was_the_first_to_look(playing: Event) -> None:
    organiser = cast.organiser(playing)
    looked = cast.client(organiser).get(playing.get_absolute_url()).content.decode()
    assert looked == cast.client().get(playing.get_absolute_url()).content.decode()
    assert organiser.username not in looked
    assert "csrfmiddlewaretoken" not in looked
    assert "/language/fr/?next=/e/ledegem/" in looked.replace("%2F", "/")


def test_one_language_never_comes_in_the_place_of_another(playing: Event) -> None:
    for _ in range(2):
        for language in ("nl", "fr", "en"):
            page = cast.client(language=language).get(playing.get_absolute_url()).content.decode()
            assert f'<html lang="{language}"' in page
            seating = cast.client(language=language).get(f"{playing.get_absolute_url()}seating/").content.decode()
            assert f'<html lang="{language}"' in seating


def poll_address(page: str) -> str:
    found = re.search(r'hx-get="([^"]+\?v=[^"]+)"', page)
    assert found
    return found[1]


def test_an_open_page_asks_for_its_rows_and_gets_nothing_until_there_is_news(playing: Event) -> None:
    client = cast.client()
    asks = poll_address(client.get(playing.get_absolute_url()).content.decode())
    same = client.get(asks)
    assert (same.status_code, same.content) == (204, b"")
    registration.check_in(cast.entry(playing, 1), "system", False)
    assert client.get(asks).status_code == 204, "a change that the ranking does not show is no news"
    cast.write(cast.table(playing, 2), 1)
    news = client.get(asks)
    assert news.status_code == 200
    rows = news.content.decode()
    assert rows.count("<tr id=") == 8 and "<html" not in rows
    assert poll_address(rows) != asks
    assert client.get(poll_address(rows)).status_code == 204


@pytest.mark.parametrize("junk", ["", "?v=", "?v=x", "?v=%00", "?v=" + "9" * 3000, "?v=a&v=b"])
def test_a_version_that_never_was_gets_the_rows_as_they_are(playing: Event, junk: str) -> None:
    assert cast.client().get(f"{playing.get_absolute_url()}rows/{junk}").status_code == 200


def test_the_ranking_costs_one_query_to_show(playing: Event, django_assert_num_queries) -> None:
    address, client = playing.get_absolute_url(), cast.client()
    asks = poll_address(client.get(address).content.decode())
    for wanted in (address, asks, f"{address}rows/"):
        with django_assert_num_queries(1):
            client.get(wanted)


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@override_settings(RANKING_PATIENCE=2.0)
def test_a_new_deal_shows_while_people_look_on() -> None:
    """How soon at the latest is what the tests of the board are about."""
    event = cast.playing(8)
    client, address = cast.client(), event.get_absolute_url()
    table = cast.table(event, 1)
    seen = [client.get(address).content]
    for number in range(1, 4):
        cast.write(table, number)
        eventually(lambda: client.get(address).content != seen[-1])
        seen.append(client.get(address).content)
    eventually(lambda: not workers())


@pytest.mark.django_db(transaction=True)
@PATIENT
def test_a_round_that_is_hidden_disappears_while_others_are_patient(quick: None) -> None:
    event = cast.played(8)
    client, address = cast.client(), event.get_absolute_url()
    assert "R1" in client.get(address).content.decode()
    rounds.show_round(cast.round_of(event), "system", False)
    eventually(lambda: "R1" not in client.get(address).content.decode())
    assert client.get(f"{address}seating/1/").status_code == 404
    eventually(lambda: not workers())


def test_a_state_that_changes_shows_although_no_points_did(playing: Event) -> None:
    cast.play(cast.table(playing, 2))
    client, address = cast.client(), playing.get_absolute_url()
    assert "Provisional" in client.get(address).content.decode()
    events.change_state(playing, "system", Event.State.CLOSED)
    assert "Final ranking" in client.get(address).content.decode()
