"""A captain's phone in a hall: a server that comes and goes, phones, and what the database holds in the end.

Over two origins: `localhost`, which a browser trusts, and `captain.test`, plain http by a name, as in most halls.
"""

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page, Route, expect

from tests.browser.support.server import Server, environment_for, free_port, run, serving
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import PATIENCE, eventually

# By day as in most halls; in a file that is about the trusted one, both.
ORIGINS = by_day(["captain.test", "localhost"])
SEAT = """
import json
from tests.support.events import cast
event = cast.playing(8, deals=%d)
table = cast.table(event)
seated = sorted(cast.seated(table).items())
print(json.dumps([cast.token(table), [cast.entry(event, number).player.name for _, number in seated]]))
"""
PHONE = {"width": 360, "height": 640}
# What is chosen for a deal, in its address.
PC9 = "contract=PC9&who=1&who=3&tricks=10"
S6 = "contract=S6&who=2&tricks=6"
RECORD = "#deal button.big[formmethod=post], #entry form#deal button.big[type=submit]"


@dataclass
class Hall:
    """A running server on a database of its own, the link of a table in it, and the phones there."""

    folder: Path
    host: str
    port: int
    browser: Browser
    link: str = ""
    names: list[str] = field(default_factory=list)
    server: Server | None = None
    running: ExitStack = field(default_factory=ExitStack)
    contexts: list[BrowserContext] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        """The origin of this hall."""
        return f"http://{self.host}:{self.port}"

    @property
    def home(self) -> str:
        """The address at which the table's page is opened again: over plain http one that browsers keep."""
        return self.url + self.link + ("" if self.host == "localhost" else "app")

    def start(self, *, up_to_date: bool = True) -> None:
        """Starts the server; after it was killed, again on the same database and port.

        Tables of another release are not `up_to_date`: they are migrated.
        """
        self.running.close()
        server = serving(self.folder, self.port, host="captain.test", up_to_date=up_to_date)
        self.server = self.running.enter_context(server)

    def run(self, code: str) -> str:
        """What Python code prints that runs on the database of this hall."""
        assert self.server
        return self.server.run(code)

    def kill(self) -> None:
        """Ends the server in the midst of whatever it does."""
        assert self.server
        self.server.kill()

    def close(self) -> None:
        """Ends the server and takes the phones away."""
        for context in self.contexts:
            context.close()
        self.running.close()

    def phone(self, **options: Any) -> Page:
        """A phone that was never here."""
        options = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": "en-GB", **options}
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(PATIENCE * 1000)
        self.contexts.append(context)
        return self.tab(context)

    def tab(self, context: BrowserContext) -> Page:
        """Another tab on a phone; what a script throws is a fault."""
        page = context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        return page

    def deals(self) -> dict[int, dict[str, Any]]:
        """What the database holds: each written deal's result, by number."""
        rows = self.ask("select number, result from tournament_deal where result is not null and result != 'null'")
        return {number: json.loads(result) for number, result in rows}

    def acts(self) -> list[str]:
        """What the table did, in order."""
        found = self.ask("select act from tournament_logentry where by like 'table:%' order by sequence")
        return [act for (act,) in found]

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """The rows that a query finds, read beside the server."""
        with sqlite3.connect(self.folder / "troel.sqlite3", timeout=PATIENCE) as database:
            return database.execute(query).fetchall()


@cache
def _seated(empty: Path, deals: int) -> tuple[Path, str, list[str]]:
    """A folder like `empty`, an installation nobody used, in which a table begins; its token, and who sits there."""
    folder = Path(shutil.copytree(empty, empty.with_name(f"{empty.name}-seated-{deals}")))
    token, names = json.loads(run(environment_for(folder), SEAT % deals))
    return folder, token, names


@contextmanager
def opened(empty: Path, folder: Path, host: str, browser: Browser, deals: int = 4) -> Iterator[Hall]:
    """A hall in which a table of so many deals begins; closed at the end. No script on any phone may have thrown.

    `empty` is an installation nobody used, `folder` where the hall gets its own.
    """
    seated, token, names = _seated(empty, deals)
    shutil.copytree(seated, folder)
    hall = Hall(folder, host, free_port(), browser, f"/t/{token}/", names)
    try:
        hall.start()
        yield hall
    finally:
        hall.close()
    assert not hall.faults, hall.faults


def choose(page: Page, hall: Hall, number: int, choices: str = PC9) -> None:
    """Opens a deal with everything chosen."""
    page.goto(f"{hall.link}deal/{number}/?{choices}")
    expect(page.locator(RECORD)).to_be_enabled()
    ready(page)


def record(page: Page, hall: Hall, number: int = 1, choices: str = PC9) -> None:
    """Records a deal, which is received as those before it are."""
    choose(page, hall, number, choices)
    page.locator(RECORD).click()
    received(page, number)


def record_offline(page: Page, hall: Hall, number: int = 1, choices: str = PC9, *, waiting: int = 2) -> None:
    """Records a deal without the network; so many forms wait then: two of a phone that has not taken the table yet."""
    choose(page, hall, number, choices)
    page.context.set_offline(True)
    page.locator(RECORD).click()
    waits(page, waiting)


def record_without_scripts(hall: Hall, *addresses: str) -> None:
    """Records on another phone, which has no scripts, what the addresses of these forms say."""
    other = hall.phone(java_script_enabled=False)
    for address in addresses:
        other.goto(hall.link + address)
        other.locator(RECORD).click()
        expect(other.locator(".notice.success")).to_be_visible()


def unfold(page: Page) -> None:
    """Shows all deals so far."""
    page.locator(".earlier > summary").click()


def correct(page: Page, number: int) -> None:
    """Opens a recorded deal from the sheet."""
    unfold(page)
    page.locator(f"#deal-{number} th a").click()


def correct_tricks(page: Page, number: int, tricks: int) -> None:
    """Opens a recorded deal from the sheet, and records it with other tricks."""
    correct(page, number)
    page.locator("[data-open=tricks]").click()
    page.locator(f"label:has(#tricks-{tricks})").click()
    page.locator(RECORD).click()


def correct_offline(page: Page, hall: Hall) -> None:
    """Has deal 1 recorded, then corrects its tricks to eight without the network, where that waits."""
    record(page, hall, 1, S6)
    page.context.set_offline(True)
    correct_tricks(page, 1, 8)
    waits(page, 1)


def ready(page: Page) -> None:
    """Until the outbox is at work."""
    expect(page.locator("#outbox")).to_be_visible()


KEPT = """async () => {
  if (navigator.serviceWorker) return Boolean(await navigator.serviceWorker.ready);
  const answer = await fetch(location.href, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
  return Boolean(answer?.ok);
}"""


def kept(page: Page) -> None:
    """Until the browser keeps what opens the page without the network."""
    until(page, lambda: page.evaluate(KEPT))


def back(page: Page) -> None:
    """Goes back from a deal to the sheet, until that is drawn anew."""
    page.evaluate("document.querySelector('main').firstElementChild.dataset.before = ''")
    page.go_back()
    expect(page.locator("main [data-before]")).to_have_count(0)


def waits(page: Page, count: int) -> None:
    """So many forms wait on this phone, and it says so."""
    expect(page.locator("#outbox [data-fill=waits]")).to_have_text(str(count))


def received(page: Page, count: int) -> None:
    """Nothing waits any more, and so many deals are received."""
    waits(page, 0)
    expect(page.locator("#outbox [data-fill=received]")).to_have_text(str(count))


BOX = """(box) => new Promise((resolve) => {
  const opened = indexedDB.open("troel");
  opened.onsuccess = () => {
    const values = opened.result.transaction(box).objectStore(box).getAll();
    values.onsuccess = () => { opened.result.close(); resolve(values.result); };
  };
})"""


def box(page: Page, name: str) -> list[Any]:
    """What the browser keeps in a box of the outbox (see store.js): `items`, `drafts`, …"""
    # Not wait_for_function(), which takes a promise itself for a yes.
    return list(page.evaluate(BOX, name))


def in_hand(page: Page, chosen: str) -> None:
    """Until the browser keeps what was chosen for a deal, as its form says it."""
    until(page, lambda: chosen in str(box(page, "drafts")))


def take(page: Page, hall: Hall, seat: int) -> None:
    """Taps that whoever sits there writes, and waits until the server knows it and the phone that it does."""
    before = hall.acts().count("take_table")
    page.get_by_role("button", name=hall.names[seat]).click()
    # Nothing waits and as many deals are received before the tap, too: only the record says when it arrived.
    eventually(lambda: hall.acts().count("take_table") > before)
    waits(page, 0)


def until(page: Page, happens: Callable[[], object]) -> None:
    """Waits for what the page brings about here, such as an answer that was held, while its events go on."""

    def happened() -> object:
        page.wait_for_timeout(20)
        return happens()

    eventually(happened)


def lose_answers(page: Page) -> list[str]:
    """From now on the server gets what is posted, and the phone gets no answer; what was posted."""
    lost: list[str] = []

    def lose(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        # Until the network is there again, perhaps in the midst of this.
        with contextlib.suppress(Error):
            # Only the browser knows the other name of this machine.
            route.fetch(url=route.request.url.replace("captain.test", "127.0.0.1"), max_redirects=0)
            lost.append(route.request.post_data or "")
            route.abort("connectionreset")

    page.context.route("**/t/**", lose)
    return lost


def stand(page: Page) -> None:
    """The page is still ours, not the browser's own error."""
    assert page.locator("#outbox").count() == 1
