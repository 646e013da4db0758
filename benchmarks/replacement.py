"""How long a table is without a phone: from the code on its sheet to a page that writes, on a phone never seen before.

    make setup && .venv/bin/python benchmarks/replacement.py

A real browser and server. Whoever holds the phone pauses before each tap and digit as people do: brisk, and somebody
who reads every page and looks for the PIN. Both on a good line, and on a slow one (400 ms there and back, 400 kbit/s).
Target: 30 seconds. Beside them what is left without any pause, which is what the program itself takes.
"""

import os
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place
from benchmarks.support.posting import hall

# isort: split
# The place has set Django up, which all of these need.
from playwright.sync_api import Browser, expect, sync_playwright

from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS, PHONE
from tests.support.events import cast
from tournament import links
from tournament.acts.kernel.submissions import phone_digest
from tournament.acts.table.tables import take_table
from tournament.models import Table

WANTED, PATIENCE_MS = 30.0, 60_000
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}


@dataclass(frozen=True)
class Hand:
    """Somebody with a phone: the seconds before a tap, before a digit, and to unfold the slip with the PIN."""

    name: str
    tap: float = 0.0
    digit: float = 0.0
    slip: float = 0.0


HANDS = (Hand("without pauses"), Hand("brisk", 0.4, 0.4, 1.0), Hand("reading every page", 2.5, 1.0, 5.0))


def main() -> int:
    """Prints the seconds of each; 1 if one of them is above what is wanted."""
    event, slowest = hall("replacement", 2 * len(HANDS)), 0.0
    tables = iter(Table.objects.filter(round__event=event).select_related("round__event"))
    # Playwright keeps an event loop in this thread, which Django would take for asynchronous code of ours.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with place.serving() as port, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        for line in ("good line", "slow line"):
            for hand in HANDS:
                took = replaced(browser, f"http://127.0.0.1:{port}", next(tables), hand, slow=line == "slow line")
                slowest = max(slowest, took)
                print(f"{line}, {hand.name:24}{took:8.1f} s", flush=True)
        browser.close()
    print(f"wanted: {WANTED:.0f} s at most")
    return int(slowest > WANTED)


def replaced(browser: Browser, url: str, table: Table, hand: Hand, *, slow: bool) -> float:
    """The seconds until a phone that was never here writes at a table at which another wrote."""
    take_table(table, cast.captain(table), phone_digest("the old phone"), 2)
    pin = links.pin(cast.entry(table.round.event, cast.seated(table)[3]))
    context = browser.new_context(base_url=url, viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    if slow:
        context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    begun = time.monotonic()
    page.goto(f"/r/{links.reading_token(table)}/")
    time.sleep(hand.tap)
    page.get_by_role("link", name="Write on this phone").tap()
    page.get_by_label("PIN").wait_for()
    time.sleep(hand.slip)
    for digit in pin:
        time.sleep(hand.digit)
        page.get_by_label("PIN").press_sequentially(digit)
    time.sleep(hand.tap)
    page.get_by_role("button", name="Write on this phone").tap()
    page.wait_for_url(re.compile("/t/"))
    name = page.locator(".whose").get_by_role("button").nth(2)
    name.wait_for()
    time.sleep(hand.tap)
    name.tap()
    expect(page.locator(".actions.stick")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator("#outbox [data-fill=waits]")).to_have_text("0", timeout=PATIENCE_MS)
    took = time.monotonic() - begun
    context.close()
    return took


if __name__ == "__main__":
    sys.exit(main())
