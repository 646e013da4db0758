"""What a public page weighs, and when a phone on a slow network shows it: wanted at most 40 KB in 8 requests.

    make setup && .venv/bin/python benchmarks/weight.py [--players 320] [--runs 3] [--beside PORT]

Chromium opens each page with an empty cache: first to count requests and bytes over the wire, then as a phone on slow
4G (1.6 Mbit/s, 150 ms there and back) with a processor four times as slow, to see when its largest part is painted
(LCP; 1.2 s is wanted on a quiet machine). `--beside` is the port of another release on this machine that serves the
same event, measured by turns with ours.
"""

import argparse
import os
import sys
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
from playwright.sync_api import Browser, sync_playwright

from tests.support.events import cast

MAX_REQUESTS, MAX_KILOBYTES = 8, 40.0
SLUG = "weight"
PAGES = ("/", *(f"/e/{SLUG}/{page}" for page in ("", "seating/", "rules/", "clubs/", "player/1/")))
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "locale": "nl-BE", "device_scale_factor": 2}
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
LCP = """() => new Promise(done => new PerformanceObserver(
    list => done(list.getEntries().at(-1).startTime)).observe({type: 'largest-contentful-paint', buffered: true}))"""


def main() -> int:
    """Prints the table; the exit status is 1 when a page of ours is too heavy."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=320, help="in the event; default %(default)s")
    parser.add_argument("--runs", type=int, default=3, help="of each page; default %(default)s")
    parser.add_argument("--beside", type=int, help="the port of another release")
    options = parser.parse_args()
    cast.play_round(cast.playing(players=options.players, slug=SLUG, deals=4))
    print(f"load {os.getloadavg()[0]:.1f}\n{'':24}{'requests':>10}{'KB':>8}{'LCP ms':>8}")
    fits = True
    with place.serving() as port, sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for page in PAGES:
            for where in filter(None, (options.beside, port)):
                address = f"http://127.0.0.1:{where}{page}"
                requests, kilobytes = weighed(browser, address)
                paint_ms = median(painted(browser, address) for _ in range(options.runs))
                mark = "" if where == port else " (beside)"
                print(f"{page + mark:24}{requests:10}{kilobytes:8.1f}{paint_ms:8.0f}", flush=True)
                if where == port:
                    fits = fits and requests <= MAX_REQUESTS and kilobytes <= MAX_KILOBYTES
        browser.close()
    return int(not fits)


def weighed(browser: Browser, address: str) -> tuple[int, float]:
    """How many requests a page makes, and what they weigh over the wire in kilobytes, headers included."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    sizes: dict[str, float] = {}
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda fact: sizes.update({fact["requestId"]: fact["encodedDataLength"]}))
    page.goto(address, wait_until="networkidle")
    context.close()
    # What comes from the page itself or from memory is no request.
    sent = [size for size in sizes.values() if size]
    return len(sent), sum(sent) / 1024


def painted(browser: Browser, address: str) -> float:
    """When a slow phone has painted the largest part of a page, in milliseconds."""
    context = browser.new_context(**PHONE)
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.emulateNetworkConditions", SLOW)
    wire.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(address, wait_until="networkidle")
    moment: float = page.evaluate(LCP)
    context.close()
    return moment


if __name__ == "__main__":
    sys.exit(main())
