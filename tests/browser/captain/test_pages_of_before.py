"""A captain's phone on which three deals wait, entered on pages of an earlier release: today's server takes them once.

`fixtures/pages/` holds of each release what a phone got from it (a table's pages, their scripts and styles, the worker)
and the installation that sent it. A release records itself, before anything is built on top of it:

    RELEASE=0.2.0 .venv/bin/python -m pytest -m long tests/browser/captain/test_pages_of_before.py

What is tapped here has the names of those pages, and keeps them whatever today's pages say.
"""

import json
import os
import re
import shutil
import sqlite3
import tarfile
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support import halls
from tests.browser.support.halls import ORIGINS, Hall
from tests.browser.support.server import free_port, serving
from tests.support.servers.waiting import eventually

pytestmark = pytest.mark.long

FOLDER = Path("fixtures/pages")
RECORDS = os.environ.get("RELEASE", "")
RELEASES = sorted({path.name.removesuffix(".tar.xz") for path in FOLDER.glob("*.tar.xz")} | {RECORDS} - {""})
# What a page, a style or a script of ours loads.
LOADS = re.compile(r'(?:href="|src="|\b(?:from|import) "|url\("?)([\w./-]+\.\w+)')
# What the phone has to know to show an answer as the release sent it.
HEADERS = ("Content-Type", "Cache-Control", "Vary", "Content-Security-Policy")
TIMER = """
from tests.support.events import cast
from tournament.acts.rounds import timer
timer.start_timer(cast.round_of(cast.Event.objects.get()), "system", 60)
"""
# What is tapped for each deal, and what the server then stores.
DEALS: dict[int, tuple[tuple[str, ...], dict[str, Any]]] = {
    1: (("contract-PC9", "who-1", "who-3", "tricks-10"), {"contract": "PC9", "declarers": [1, 3], "tricks": 10}),
    2: (("contract-S6", "who-2", "tricks-6"), {"contract": "S6", "declarers": [2], "tricks": 6}),
    3: (("contract-A9", "who-4", "tricks-2"), {"contract": "A9", "declarers": [4], "tricks": 2}),
}


@dataclass(frozen=True)
class Answer:
    """What a release answered."""

    headers: dict[str, str]
    body: bytes


@dataclass
class Release:
    """What a phone got from a release, by address, and what it wanted besides."""

    answers: dict[str, Answer]
    missing: set[str] = field(default_factory=set)

    @property
    def link(self) -> str:
        """The path of the table's page."""
        return min(path for path in self.answers if re.fullmatch(r"/t/\d+-\w+/", path))


# ---- Recording ----------------------------------------------------------------------------------------------------


def record(release: str, empty_database: Path, folder: Path) -> None:
    """Writes the file of the release that runs: its answers, and its installation at that moment."""
    shutil.copytree(empty_database, folder / "var")
    with serving(folder / "var") as server:
        token, _ = json.loads(server.run(halls.SEAT % 4))
        answers = loaded(server.url, [f"/t/{token}/", f"/t/{token}/app", "/t/app", "/t/sw.js"])
    FOLDER.mkdir(exist_ok=True)
    with sqlite3.connect(folder / "var" / "troel.sqlite3") as database:
        database.execute("vacuum into ?", [str(folder / "troel.sqlite3")])
    (folder / "headers.json").write_text(json.dumps({path: answer.headers for path, answer in answers.items()}))
    (folder / "answers").mkdir()
    for path, answer in answers.items():
        (folder / "answers" / quote(path, safe="")).write_bytes(answer.body)
    with tarfile.open(FOLDER / f"{release}.tar.xz", "w:xz", preset=9) as archive:
        archive.add(folder / "troel.sqlite3", "var/troel.sqlite3")
        archive.add(folder / "var" / "link.key", "var/link.key")
        archive.add(folder / "headers.json", "headers.json")
        archive.add(folder / "answers", "answers")


def loaded(url: str, paths: list[str]) -> dict[str, Answer]:
    """The answers at these paths, and at those of the static files that they load."""
    answers: dict[str, Answer] = {}
    while paths:
        path = paths.pop()
        asked = urllib.request.Request(url + path, headers={"Accept": "text/html", "Accept-Language": "en-GB"})
        with urllib.request.urlopen(asked) as response:
            headers = {name: response.headers[name] for name in HEADERS if name in response.headers}
            answers[path] = Answer(headers, response.read())
        if headers["Content-Type"].startswith("text/"):
            addresses = {urljoin(path, name) for name in LOADS.findall(answers[path].body.decode())}
            paths += [address for address in addresses - answers.keys() if address.startswith("/static/")]
    return answers


# ---- What was recorded --------------------------------------------------------------------------------------------


@pytest.fixture(params=RELEASES, scope="module")
def unpacked(request: pytest.FixtureRequest, empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release's file; the file is written first if that is the release that records itself."""
    if request.param == RECORDS:
        record(request.param, empty_database, tmp_path_factory.mktemp("recorded"))
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(FOLDER / f"{request.param}.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture
def release(unpacked: Path) -> Release:
    """What a phone got from a release."""
    headers = json.loads((unpacked / "headers.json").read_text())
    files = (unpacked / "answers").iterdir()
    return Release({unquote(file.name): Answer(headers[unquote(file.name)], file.read_bytes()) for file in files})


@contextmanager
def answering(release: Release, port: int) -> Iterator[None]:
    """While the block lasts, a server gives the answers of the release, and nothing else."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            answer = release.answers.get(path)
            if not answer:
                release.missing.add(path)
                self.send_error(404)
                return
            self.send_response(200)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(answer.body)

        def do_HEAD(self) -> None:
            self.do_GET()

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", port), Answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield
        finally:
            server.shutdown()


# ---- The upgrade --------------------------------------------------------------------------------------------------


@pytest.fixture(params=ORIGINS)
def hall(
    request: pytest.FixtureRequest, mapped: Browser, unpacked: Path, release: Release, tmp_path: Path
) -> Iterator[Hall]:
    """A hall whose installation is that of the release; no server runs yet."""
    shutil.copytree(unpacked / "var", tmp_path / "var")
    hall = Hall(tmp_path / "var", request.param, free_port(), mapped, release.link)
    try:
        yield hall
    finally:
        hall.close()
    assert not hall.faults, hall.faults


@pytest.fixture
def phone(hall: Hall, release: Release) -> Page:
    """A phone without a network on which three deals wait, entered on pages of the release."""
    page = hall.phone()
    with answering(release, hall.port):
        page.goto(hall.link)
        expect(page.get_by_role("link", name="Record deal 1")).to_be_visible()
        halls.kept(page)
    page.context.set_offline(True)
    for number, (taps, _) in DEALS.items():
        page.get_by_role("link", name=f"Record deal {number}").tap()
        for what in taps:
            page.locator(f"label:has(#{what})").tap()
        page.get_by_role("button", name=f"Record deal {number}").tap()
        expect(page.locator("#outbox [data-fill=waits]")).to_have_text(str(number + 1))  # and that it is this phone
    return page


def assert_received(hall: Hall) -> None:
    """The server has each deal once, in order, and a phone that was never here sees them."""
    eventually(lambda: len(hall.acts()) == 4)
    assert hall.acts() == ["take_table", "record_deal", "record_deal", "record_deal"]
    lines = hall.ask("select text from tournament_logentry where act = 'record_deal' order by sequence")
    assert [json.loads(text)["facts"]["number"] for (text,) in lines] == list(DEALS)
    assert hall.deals() == {number: result for number, (_, result) in DEALS.items()}
    other = hall.phone()
    other.goto(hall.link)
    assert_seen(other)


def assert_seen(page: Page) -> None:
    """The page shows the three deals, and that the fourth is not recorded."""
    for number, words in enumerate(("P&C 9", "Solo 6", "Abund. 9", "Not recorded yet"), start=1):
        expect(page.locator(f"#deal-{number}")).to_contain_text(words)


def test_a_page_that_is_still_open_sends_its_deals_once_and_in_order(hall: Hall, release: Release, phone: Page) -> None:
    hall.start(up_to_date=False)
    phone.context.set_offline(False)
    halls.received(phone, 3)
    assert_seen(phone)
    assert_received(hall)
    # What today's server sends is shown by the scripts of the release.
    hall.run(TIMER)
    expect(phone.locator("#timer .ticks")).to_have_text(re.compile(r"59:\d\d"), timeout=30_000)
    # The page that compares bids has a worker of its own.
    assert release.missing <= {"/e/ledegem/bidding/sw.js"}


def test_a_page_that_is_opened_again_sends_its_deals_once_and_in_order(hall: Hall, phone: Page) -> None:
    context = phone.context
    phone.close()
    hall.start(up_to_date=False)
    context.set_offline(False)
    page = hall.tab(context)
    page.goto(hall.link)
    halls.received(page, 3)
    assert_seen(page)
    assert_received(hall)
