"""What whoever keeps a server asks of it: whether it works, what it does, and a log that a machine reads."""

import asyncio
import json
import logging
import urllib.request
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from tests.browser.support.server import Server
from tests.support.servers.captains import WRITTEN, seat
from tournament import __version__
from tournament.models import Installation
from tournament.serving import health, lanes, metrics
from tournament.serving.wsgi_adapter import Answer
from tournament.site import environment, log, schema

TOKEN = "a-token-of-twenty-letters"


def asked(path: str, peer: str = "127.0.0.1", method: str = "GET", **headers: str) -> Answer:
    """The answer to a request from this peer."""
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return asyncio.run(health.answer({"path": path, "method": method, "client": (peer, 1), "headers": named}))


def shown(answer: Answer) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(answer.body)
    return content


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asks the database in the thread of the test, which alone sees what the test wrote."""

    async def run(work: Any) -> Any:
        return work()

    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    monkeypatch.setattr(lanes, "HEALTH", SimpleNamespace(run=run))
    for asked in (health._faults, health._stored):
        monkeypatch.setattr(asked, "_task", None)


def test_a_process_that_answers_lives_and_says_which_release_it_is() -> None:
    answer = asked(health.LIVE)
    assert answer.status == 200 and shown(answer)["version"] == __version__
    assert asked(health.LIVE, method="POST").status == 405


@pytest.mark.django_db
def test_a_server_is_ready_with_its_tables_its_keys_and_a_database_to_write(here: None) -> None:
    assert shown(asked(health.READY)) | {"commit": ""} == {
        "status": "ok",
        "reasons": [],
        "version": __version__,
        "commit": "",
    }


@pytest.mark.django_db
def test_other_keys_and_missing_tables_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    Installation.objects.create(secret_digest="x", link_digest="y")
    sentence = "is not that of the database: a backup holds the right one."
    assert health.faults() == [f"{key} {sentence}" for key in ("SECRET_KEY", "LINK_KEY")]
    monkeypatch.setenv("SECRET_KEY", "cut off")
    assert health.faults() == ["A key cannot be read."]
    # These tests run without migrations too: then none is recorded.
    monkeypatch.setattr(schema, "applied_migrations", lambda: {("tournament", "0001_initial")})
    monkeypatch.setattr(schema, "_own_migrations", lambda: {("tournament", "9999_later")})
    (fault,) = health.faults()
    assert fault == "The tables are older than this Troel (tournament.9999_later is missing): manage.py migrate"


def test_a_server_that_is_not_ready_says_why_and_when_to_ask_again(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health._faults, "_ask", lambda: ["No."])
    answer = asked(health.READY)
    assert answer.status == 503 and ("Retry-After", "5") in answer.headers
    assert shown(answer)["reasons"] == ["No."]


def test_a_database_that_says_nothing_is_no_reason_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run(_work: Any) -> Any:
        await asyncio.sleep(60)

    monkeypatch.setattr(lanes, "HEALTH", SimpleNamespace(run=run))
    monkeypatch.setattr(health, "DATABASE_SECONDS", 0.01)
    for asking in (health._faults, health._stored):
        monkeypatch.setattr(asking, "_task", None)
    assert shown(asked(health.READY))["reasons"] == ["The database does not answer."]
    assert b"troel_database_up 0.0" in asked(health.METRICS).body


@pytest.mark.django_db
def test_figures_have_acts_and_states_and_nobodys_address(here: None) -> None:
    metrics.count_post(Answer(303, [], view="captain:deal"), 0.03)
    metrics.count_post(Answer(404, []), 30.0)
    text = asked(health.METRICS).body.decode()
    assert 'troel_posts_total{act="captain:deal",status="303"}' in text
    assert 'troel_post_seconds_bucket{act="captain:deal",le="0.025"} 0.0' in text
    assert 'troel_post_seconds_bucket{act="captain:deal",le="0.05"} 1.0' in text
    assert 'troel_post_seconds_bucket{act="none",le="20.0"} 0.0' in text
    assert 'troel_lane_age_seconds{lane="tables"} 0.0' in text
    assert 'troel_lane_depth{lane="tables"} 0.0' in text and "troel_database_up 1.0" in text
    assert 'troel_jobs{state="waiting"} 0.0' in text
    assert text.endswith("# EOF\n")


@pytest.mark.parametrize(
    ("peer", "settings_of_it", "headers", "status"),
    [
        ("127.0.0.1", {}, {}, 200),
        ("::ffff:127.0.0.1", {}, {}, 200),
        ("192.0.2.7", {}, {}, 403),
        # A proxy on this machine: everybody would come from here.
        ("127.0.0.1", {}, {"x_forwarded_for": "192.0.2.7"}, 403),
        ("127.0.0.1", {"TRUSTED_PROXIES": ["127.0.0.1"]}, {}, 403),
        ("127.0.0.1", {"BEHIND_HTTPS": True}, {}, 403),
        ("192.0.2.7", {"METRICS_TOKEN": TOKEN}, {"authorization": f"Bearer {TOKEN}"}, 200),
        ("127.0.0.1", {"METRICS_TOKEN": TOKEN}, {}, 403),
        ("127.0.0.1", {"METRICS_TOKEN": TOKEN}, {"authorization": "Bearer é"}, 403),
    ],
)
@pytest.mark.django_db
def test_figures_are_for_this_machine_or_for_who_has_the_token(
    here: None, settings: Any, peer: str, settings_of_it: dict[str, Any], headers: dict[str, str], status: int
) -> None:
    for name, value in settings_of_it.items():
        setattr(settings, name, value)
    assert asked(health.METRICS, peer, **headers).status == status


@pytest.mark.parametrize(("read", "text"), [(environment.metrics_token, "short"), (environment.log_format, "xml")])
def test_a_setting_that_cannot_be_is_a_sentence(read: Any, text: str) -> None:
    with pytest.raises(ImproperlyConfigured):
        read(text)


# --- The log ----------------------------------------------------------------------------------------------------


def test_a_line_of_json_names_the_request_and_no_token() -> None:
    log.request_id.set(log.request_id_of(b"proxy-4711"))
    try:
        raise ValueError("at /t/1-secret/deal/1/")
    except ValueError as fault:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 0, "Failed: %s", ("/p/2-secret/",), (ValueError, fault, None)
        )
    line = log.DiscreetJson().format(record)
    log.request_id.set("")
    assert "secret" not in line and "\n" not in line
    content = json.loads(line)
    assert content["request"] == "proxy-4711" and content["message"] == "Failed: /p/…/"
    assert "ValueError: at /t/…/deal/1/" in content["error"]


@pytest.mark.parametrize("header", [b"", b"short", b"x" * 65, b'a"quote-in-it', "é-eight-letters".encode()])
def test_a_name_that_cannot_be_one_is_replaced(header: bytes) -> None:
    name = log.request_id_of(header)
    assert name.encode() != header and log.REQUEST_ID.fullmatch(name.encode())


# --- On the real server ---------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_real_server_answers_names_its_requests_and_counts_its_posts(server: Server) -> None:
    (captain,) = seat(server, players=4, deals=4)
    assert captain.write(1, "one-deal-and-one-key") == WRITTEN
    with urllib.request.urlopen(f"{server.url}{health.READY}") as ready:
        assert json.load(ready)["status"] == "ok"
    request = urllib.request.Request(f"{server.url}/", headers={"X-Request-Id": "of-the-proxy"})
    with urllib.request.urlopen(request) as page:
        assert page.headers["X-Request-Id"] == "of-the-proxy"
    with urllib.request.urlopen(f"{server.url}{health.METRICS}") as figures:
        text = figures.read().decode()
    assert 'troel_posts_total{act="captain:deal",status="303"} 1.0' in text
    assert captain.token not in text and "ledegem" not in text
    families = {family.name: family for family in text_string_to_metric_families(text)}
    assert families["troel_lane_age_seconds"].type == "gauge" and "process_resident_memory_bytes" in families
