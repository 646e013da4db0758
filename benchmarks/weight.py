"""What a public page weighs, and when a phone on a slow network shows it: wanted at most 40 KB in 8 requests.

    make setup && .venv/bin/python benchmarks/weight.py [--players 320] [--runs 3] [--beside]

Chromium opens each page with an empty cache: first to count requests and bytes over the wire, then as a phone on slow
4G (1.6 Mbit/s, 150 ms there and back) with a processor four times as slow, to see when its largest part is painted
(LCP; 1.2 s is wanted on a quiet machine). `--beside` measures the release before this one by turns with ours: that one
makes the event, and ours serves a copy of its database.
"""

import argparse
import os
import sys
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support.releases import OURS, Manage, servers

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
    parser.add_argument("--beside", action="store_true", help="measures the release before this one, too")
    options = parser.parse_args()
    fits = True
    with (
        servers(lambda manage: fill(manage, options.players), beside=options.beside) as (running, _seconds),
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        print(f"load {os.getloadavg()[0]:.1f}\n{'':32}{'requests':>10}{'KB':>8}{'LCP ms':>8}")
        for page in PAGES:
            waits: dict[str, list[float]] = {release: [] for release in running}
            for _ in range(options.runs):
                for release, server in running.items():
                    waits[release].append(painted(browser, server.url + page))
            for release, server in running.items():
                requests, kilobytes = weighed(browser, server.url + page)
                what = f"{page} {release}"
                print(f"{what:32}{requests:10}{kilobytes:8.1f}{median(waits[release]):8.0f}", flush=True)
                if release == OURS:
                    fits = fits and requests <= MAX_REQUESTS and kilobytes <= MAX_KILOBYTES
        browser.close()
    return int(not fits)


def fill(manage: Manage, players: int) -> None:
    """Makes the event."""
    manage("demo", "--slug", SLUG, "--players", str(players), "--rounds", "2", "--deals", "4")


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
