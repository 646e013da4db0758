"""What every test may ask for: who signs in, a browser, a page at the desk, a phone, a server with its own database."""

import gc
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from _pytest import runner
from django.conf import settings
from django.test import Client
from django.utils import translation
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from tests.browser.support.server import Server, environment_for, manage, serving
from tests.support.events import cast
from tests.support.files import jobs
from tests.support.pages import pseudo
from tests.support.pages.tour import forget
from tests.support.servers import unguarded
from tests.support.servers.waiting import PATIENCE
from tournament import guards
from tournament.jobs import job_queue
from tournament.models import Event, Installation, Table

CHROMIUM = "/usr/bin/chromium"
# Debian's chromium as root and without a screen; none of its calls home.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}

NewPage = Callable[..., Page]

# Python maps 16 kB more for its calls whenever they go deeper than what it has, and gives them back as soon as they
# return: hundreds of times a test, where calls lie just at the edge. Within a call that is larger than any such piece
# there is room for all others. It saves a tenth of the time.
runner.runtestprotocol.__code__ = runner.runtestprotocol.__code__.replace(co_stacksize=40_000)

# By day the same examples each time: what fails is due to what was changed. A busy machine makes an example slow and
# proves nothing: no test bounds seconds.
hypothesis.settings.register_profile(
    "by day",
    deadline=None,
    derandomize=os.environ.get("EXAMPLES") != "new",
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("by day")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is left to the night is long, wherever that is left out; whoever asks for the database gets both files."""
    for item in items:
        asks = item.get_closest_marker("django_db")
        if asks is None and "db" in getattr(item, "fixturenames", ()):
            asks = pytest.mark.django_db().mark
        if asks and "databases" not in asks.kwargs:
            both = {**asks.kwargs, "databases": list(settings.DATABASES)}
            item.add_marker(pytest.mark.django_db(*asks.args, **both), append=False)
        if item.get_closest_marker("nightly"):
            item.add_marker(pytest.mark.long)


def pytest_collection_finish() -> None:
    """What was imported stays until the end: the collector need not go through it again, nor look all the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The database of the tests without the guards that `migrate` lays: its tables are emptied after some of them.

    Nor does it know the keys of this run: a test may have a folder with others.
    """
    with django_db_blocker.unblock():
        unguarded.take_off()
        Installation.objects.all().delete()


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    """Each test begins with a database of its own, of which no ranking and no page was kept."""
    forget()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Each test begins in English: a page that was answered in another language leaves that one active."""
    with translation.override("en"):
        yield


# --- An event, unless a file has an `event` of its own; who works there -----------------------------------------


@pytest.fixture
def event() -> Event:
    """Eight players, who play the first round: four deals."""
    return cast.playing(players=8, deals=4)


@pytest.fixture
def organiser(event: Event) -> Client:
    """The organiser, signed in."""
    return cast.client(cast.organiser(event))


@pytest.fixture
def desk(event: Event) -> Client:
    """Who registers players and types paper sheets, signed in."""
    return cast.client(cast.desk(event))


@pytest.fixture
def juror(event: Event) -> Client:
    """A member of the jury, signed in."""
    return cast.client(cast.juror(event))


@pytest.fixture
def table(event: Event) -> Table:
    """The first table of its first round."""
    return cast.table(event)


@pytest.fixture
def guarded(transactional_db: None) -> Iterator[None]:
    """The logbook under its guards, as it is outside the tests."""
    guards.lay()
    yield
    unguarded.take_off()


@pytest.fixture
def room(settings: Any, tmp_path: Path) -> Iterator[Path]:
    """The folder of the children of jobs; whatever is still at work at the end is ended by its number."""
    settings.VAR_DIR = tmp_path
    yield tmp_path / "jobs"
    jobs.end_all()


@pytest.fixture
def nobody_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is asked for waits."""
    monkeypatch.setattr(job_queue, "MAX_AT_ONCE", 0)


# --- A real browser and a real server --------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's chromium, one for each worker."""
    # Playwright keeps an event loop in this thread, which Django would take for asynchronous code of ours.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def mapped(browser: Browser) -> Iterator[Browser]:
    """The same browser, for which `captain.test` is this machine."""
    rules = "--host-resolver-rules=MAP captain.test 127.0.0.1"
    launched = browser.browser_type.launch(executable_path=CHROMIUM, args=[*CHROMIUM_ARGUMENTS, rules])
    yield launched
    launched.close()


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """A function that opens a page in a context of its own: `new_page(viewport=PHONE, locale="nl-BE", …)`.

    Its keywords are those of a Playwright context. At the end a test fails if a script threw or the page
    wanted something that its Content-Security-Policy forbids.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "Content Security Policy" in message.text:
            faults.append(message.text)

    def open_page(**options: object) -> Page:
        context = browser.new_context(**{"viewport": DESK, "locale": "en-GB", **options})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: faults.append(str(error)))
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not faults, faults


@pytest.fixture
def page(new_page: NewPage, server: Server) -> Page:
    """A page at the desk, 1280 px wide; addresses are relative to the server's."""
    return new_page(base_url=server.url)


@pytest.fixture
def phone(new_page: NewPage, server: Server) -> Page:
    """A page on a phone, 360 px wide, that is touched; addresses are relative to the server's."""
    return new_page(base_url=server.url, viewport=PHONE, has_touch=True, is_mobile=True)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an installation nobody has used yet: a migrated database."""
    folder = tmp_path_factory.mktemp("empty")
    manage(environment_for(folder), "migrate", "--verbosity", "0")
    return folder


@pytest.fixture
def server(empty_database: Path, tmp_path: Path) -> Iterator[Server]:
    """A real server on a copy of the empty database, for one test."""
    folder = tmp_path / "var"
    shutil.copytree(empty_database, folder)
    with serving(folder, up_to_date=True) as running:
        yield running


@pytest.fixture
def announced_server(empty_database: Path, tmp_path: Path) -> Iterator[Server]:
    """A server that `serve` itself starts, for what it prints then; whoever started it has an empty home."""
    folder, home = tmp_path / "var", tmp_path / "home"
    shutil.copytree(empty_database, folder)
    home.mkdir()
    with serving(folder, through=["env", f"HOME={home}"]) as running:
        yield running


@pytest.fixture
def nobodys(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """The site speaks a language that nobody speaks."""
    pseudo.speak(settings, monkeypatch, tmp_path)
    # A walk asks for more papers than a slow machine makes meanwhile.
    monkeypatch.setattr(job_queue, "MAX_WAITING", 1000)
    yield
    monkeypatch.undo()
    pseudo.forget()
