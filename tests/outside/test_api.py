"""The open data: every answer fits the OpenAPI file, any site may read it, and nonsense gets a sentence in JSON."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from tests.support.events import cast, finals
from tests.support.pages import club_roles
from tournament.models import Event
from tournament.reading.outside import schema
from tournament.serving import page_cache
from tournament.serving.bodies import Scope
from tournament.serving.wsgi_adapter import Answer
from tournament.urls.outside import API

pytestmark = pytest.mark.django_db
FILE = Path("docs/openapi.json")
BASE = "/api/1/"


def validator(name: str) -> Draft202012Validator:
    """The schema of an answer, from the file that is in the repository."""
    components = json.loads(FILE.read_text("utf-8"))["components"]
    whole = {"$ref": f"#/components/schemas/{name}", "components": components}
    return Draft202012Validator(whole, format_checker=FormatChecker())


def fits(address: str, name: str, status: int = 200) -> Any:
    """What is answered at an address, after it was compared with its schema."""
    answer = cast.client().get(address)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/json"), address
    assert [fault.message for fault in validator(name).iter_errors(answer.json())] == [], address
    return answer.json()


def filled_in(path: schema.OpenPath, **values: object) -> str:
    """The address of a path with these values."""
    return BASE + path.address.format(**values)


def walk(event: Event, organisation: str, series: str) -> dict[str, Any]:
    """Asks every address of the file about an event and a season; the answers by path."""
    values = {"event": event.slug, "round": 1, "number": 1, "organisation": organisation, "series": series}
    return {path.address: fits(filled_in(path, **values), path.answer.__name__) for path in schema.PATHS}


def test_the_file_is_what_the_records_say_and_names_every_address() -> None:
    assert json.loads(FILE.read_text("utf-8")) == schema.document(), "python manage.py openapi > docs/openapi.json"
    assert cast.client().get("/api/1/openapi.json").json() == schema.document()
    assert len(schema.PATHS) == len(API) - 1, "all but the file itself"


def test_every_answer_fits_its_schema() -> None:
    club = club_roles.filled("de-linde")
    series = club.series.get().slug
    event = cast.played(8)
    found = walk(event, club.slug, series)
    ranking = found["events/{event}/ranking/"]
    places = ranking["ranking"]
    assert [place["rank"] for place in places] == sorted(place["rank"] for place in places)
    assert all(sum(filter(None, place["round_points"])) == place["points"] for place in places)
    assert ranking["seal"] == f"{event.revision}-{event.seal[:16]}" and ranking["names_until"] is None
    assert ranking["page"].endswith("/e/ledegem/") and ranking["page"].startswith("http")
    season = found["organisations/{organisation}/seasons/{series}/"]
    assert [row["score"] for row in season["standings"]] == [12.0, 0.0, -4.0, -8.0]
    assert found["organisations/{organisation}/"]["series"][0]["slug"] == series
    assert {row["slug"] for row in found["events/"]["events"]} >= {"ledegem"}
    assert fits(f"{BASE}events/?organisation=nowhere", "OpenEvents")["count"] == 0


@pytest.mark.long
def test_a_final_with_its_sections_fits_too() -> None:
    event = finals.finished()
    ranking = fits(f"{BASE}events/{event.slug}/ranking/", "OpenRanking")
    assert {place["section"] for place in ranking["ranking"]} == {0, 1}
    for place in ranking["ranking"]:
        parts = [place[name] for name in ("bonus", "adjustments", "carried")]
        assert sum(filter(None, place["round_points"])) + sum(parts) == place["points"]


def test_a_list_comes_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    event = cast.played(8)
    monkeypatch.setattr("tournament.reading.outside.events.PAGE_SIZE", 3)
    parts = [fits(f"{BASE}events/{event.slug}/ranking/?part={part}", "OpenRanking") for part in (1, 2, 3)]
    assert [len(part["ranking"]) for part in parts] == [3, 3, 2]
    assert {(part["last_part"], part["count"]) for part in parts} == {(3, 8)}
    numbers = [place["number"] for part in parts for place in part["ranking"]]
    assert sorted(numbers) == list(range(1, 9))
    fits(f"{BASE}events/{event.slug}/ranking/?part=4", "OpenFault", 404)


@pytest.mark.parametrize(
    ("rest", "status"),
    [
        ("events/nowhere/", 404),
        ("events/nowhere/ranking/", 404),
        ("events/ledegem/rounds/9/", 404),
        ("events/ledegem/rounds/1/?part=2", 404),
        ("events/ledegem/players/99/", 404),
        ("events/ledegem/ranking/?part=0", 422),
        ("events/ledegem/ranking/?part=x", 422),
        ("events/?part=99999999999999999999", 422),
        ("events/?part=77", 404),
        ("organisations/nowhere/", 404),
        ("organisations/nowhere/seasons/none/", 404),
    ],
)
def test_nonsense_gets_a_sentence(rest: str, status: int) -> None:
    cast.playing(4)
    assert len(fits(BASE + rest, "OpenFault", status)["error"]) > 10


def test_any_site_may_read_and_none_may_write() -> None:
    cast.playing(4)
    client, address = cast.client(), f"{BASE}events/ledegem/ranking/"
    answer = client.get(address, headers={"origin": "https://club.example"})
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer and "Set-Cookie" not in answer
    asked = client.options(address, headers={"origin": "https://club.example"})
    assert (asked.status_code, asked["Access-Control-Allow-Methods"]) == (204, "GET, HEAD, OPTIONS")
    for method in (client.post, client.put, client.delete):
        refused = method(address)
        assert (refused.status_code, refused["Allow"]) == (405, "GET, HEAD, OPTIONS")
        assert refused.json()["error"]
    assert client.head(address).status_code == 200


def test_who_has_an_answer_is_not_sent_it_again_until_it_changes() -> None:
    event = cast.playing(4)
    client = cast.client()
    for address in (f"{BASE}events/ledegem/ranking/", f"{BASE}events/ledegem/players/1/", f"{BASE}events/"):
        first = client.get(address)
        known = {"if-none-match": first["ETag"]}
        assert client.get(address, headers=known).status_code == 304
        cast.write(cast.table(event), int(cast.fresh(event).revision % 4) + 1)
        assert client.get(address, headers=known).status_code == 200
    assert client.get(f"{BASE}events/ledegem/rules/", headers={"accept-encoding": "gzip"})["Content-Encoding"] == "gzip"


def test_an_answer_is_the_same_whatever_cookies_a_browser_has() -> None:
    event = cast.played(4)
    stranger, organiser = cast.client(), cast.client(cast.organiser(event))
    organiser.cookies["troel_language"] = "fr"
    for address in (f"{BASE}events/ledegem/ranking/", "/embed/nl/e/ledegem/", "/feeds/nl/results.atom"):
        answer = organiser.get(address)
        assert answer.content == stranger.get(address).content
        assert "Cookie" not in answer.get("Vary", "") and "Set-Cookie" not in answer


def test_an_answer_is_given_again_for_half_a_second_whoever_asks() -> None:
    cast.played(4)
    page_cache.clear_cache()
    for path, language in (("/api/1/events/ledegem/ranking/", "en"), ("/embed/fr/e/ledegem/", "fr")):

        def asks(cookie: bytes, path: str = path) -> Scope:
            headers = [(b"host", b"testserver"), (b"accept-language", b"en"), (b"cookie", cookie)]
            return {"method": "GET", "path": path, "query_string": b"", "headers": headers}

        response: Any = cast.client().get(path)
        headers = list(response.items())
        assert response["Content-Language"] == language
        answer = Answer(200, headers, response.content, edition=response.edition, depends=response.depends)
        page_cache.keep(asks(b"troel_language=nl"), answer, time.monotonic())
        again = page_cache.last_edition(asks(b"troel_session=1"), waits=False)
        assert again and again.body == response.content
