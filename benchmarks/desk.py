"""How much a pile of sheets costs the desk: keys and seconds a sheet, by a script that types in a real browser.

    make tools READING=1 && .venv/bin/python benchmarks/desk.py [--sheets 80] [--photos 8] [--seed 1] [--keep FOLDER]

The second filler (tests/spoiled) fills in and scans a sheet of each table; in every tenth one row goes wrong. The
script answers the pile's questions by their keys, looks at every sheet, and types what no key answers, as it was meant.
Afterwards each recorded deal is compared with what was meant. Reading itself is not counted: it goes on by itself.
Then photos of other tables are sent one by one from the page for a phone: what the server and its children work until
the page with the sheet stands.
"""

import argparse
import json
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.support import place

# isort: split
# The place has set Django up, which all of these need.
import numpy as np
from playwright.sync_api import Error, Page, sync_playwright

from tests.conftest import CHROMIUM, CHROMIUM_ARGUMENTS
from tests.spoiled import filling, foot, results
from tests.spoiled.blanks import Blank, blanks
from tests.spoiled.cameras import CAMERAS
from tests.spoiled.hands import HANDS, Hand
from tests.spoiled.scanners import SCANNERS
from tests.spoiled.slips import SLIPS, Writing
from tests.support.events import cast
from tournament.forms.table.keypad import keyed_lines
from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.table import sheets
from tournament.sheet_reading.marks import TRUMPS

DEALS, TENTH, MAX_KEYS, MAX_SECONDS, MAX_PHOTO_SECONDS = 16, 10, 6.0, 7.5, 2.0
READ_SECONDS, STUCK_SECONDS = 900_000, 20
FOCUS = "(({ activeElement: at }) => [location.href, at.closest('#short') ? 'short' : at.id])(document)"
# Files that are packed: all of a pile is sent at once, 60 MB at most.
SCANNING = [scanner for scanner in SCANNERS if scanner.sort == "scan" and scanner.quality]
# By table and deal: the line that is meant, and its marks.
Meant = dict[int, dict[int, tuple[str, set[tuple[str, str]]]]]


@dataclass
class Desk:
    """Somebody who types: the page, what is meant, and what it cost."""

    page: Page
    meant: Meant
    keys: int = 0
    typed: list[tuple[int, int, str]] = field(default_factory=list)
    questions: int = 0

    def press(self, *keys: str) -> None:
        """Presses keys one after the other."""
        self.keys += len(keys)
        for key in keys:
            self.page.keyboard.press(key)

    def answer(self) -> None:
        """Answers the pile's questions, each by the key of what is meant, or leaves it for its sheet."""
        while "/questions/" in self.page.url:
            table, deal = self._asked()
            marks = {} if not deal else self.meant[table][deal][1]
            texts = self.page.locator("[data-key]").evaluate_all("all => all.map(({ value }) => value)")
            keys = [str(at) for at, text in enumerate(texts, 1) if _is_right(text, marks)]
            self.questions += 1
            with self.page.expect_navigation():
                self.press(keys[0] if keys else "ArrowRight")

    def look(self) -> None:
        """Looks at one sheet, and types what is still open."""
        address, page = self.page.url, self.page
        page.wait_for_function("document.getElementById('accepted')?.textContent")
        table = int(json.loads(page.locator("#desk").text_content() or "")["rest"].split("/")[-2])
        focus, leaves, end = "", False, time.monotonic() + STUCK_SECONDS
        while True:
            before, (href, focus) = focus, self._focus()
            if href != address:
                return
            # A sheet on which nothing is left to answer is left by itself.
            if focus in ("", before) or (focus == "onward" and leaves):
                assert time.monotonic() < end, f"stuck at {focus!r} of {address}"
                time.sleep(0.005)
                continue
            end, leaves = time.monotonic() + STUCK_SECONDS, focus == "accept"
            if focus.startswith("row-"):
                deal = int(focus.removeprefix("row-"))
                line = self.meant[table][deal][0]
                asked = page.locator(f"[data-deal='{deal}'] .row-question")
                self.typed.append((table, deal, asked.inner_text() if asked.count() else ""))
                # Where everybody passed, one stays in the row to type the next hand.
                self.press(*line, "Enter", *(["ArrowDown"] if line == "0" else []))
            else:
                self.press("Enter")

    def _focus(self) -> tuple[str, str]:
        """The address of the page, and what has the focus there: the id of it, or its words."""
        while True:
            try:
                href, focus = self.page.evaluate(FOCUS)
            except Error as left:  # the page is being left
                assert "navigation" in str(left), left
            else:
                return href, focus

    def _asked(self) -> tuple[int, int]:
        deal = int(self.page.locator("input[name=deal]").first.input_value())
        return int(self.page.locator("#asked").inner_text().split("table ")[1].split(",")[0]), deal


def main() -> int:
    """Prints what a sheet costs; the exit status is 1 when that is more than is wanted, or a deal is wrong."""
    parser = argparse.ArgumentParser(description="How much a pile of sheets costs the desk.")
    parser.add_argument("--sheets", type=int, default=80)
    parser.add_argument("--photos", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder in which the pictures stay")
    options = parser.parse_args()
    event = cast.playing(4 * (options.sheets + options.photos), deals=DEALS, planned_rounds=1)
    with tempfile.TemporaryDirectory(prefix="troel-pile-") as aside:
        folder = options.keep or Path(aside)
        folder.mkdir(parents=True, exist_ok=True)
        meant = write_pile(event, folder, options.sheets, options.seed)
        photos = write_photos(event, Path(aside) / "photos", options.sheets, options.photos, options.seed)
        session = cast.client(cast.desk(event)).cookies["troel_session"].value
        with place.serving() as port, sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
            page = chromium.new_page(base_url=f"http://127.0.0.1:{port}", locale="en")
            page.context.add_cookies([{"name": "troel_session", "value": session, "url": f"http://127.0.0.1:{port}"}])
            desk = Desk(page, meant)
            seconds, listed = _work(desk, event, sorted(folder.glob("*.*")))
            photo_seconds = [_photograph(page, event, photo) for photo in photos]
            chromium.close()
    is_slow = bool(photos) and float(np.mean(photo_seconds)) > MAX_PHOTO_SECONDS
    if photos:
        each = ", ".join(f"{seconds:.2f}" for seconds in photo_seconds)
        print(f"a photo: {np.mean(photo_seconds):.2f} s of processor time (at most {MAX_PHOTO_SECONDS}): {each}")
    return int(_report(event, desk, listed, seconds) or is_slow)


def write_pile(event: Event, folder: Path, count: int, seed: int) -> Meant:
    """Fills in and scans the sheets of the first tables into a folder; returns what was meant."""
    meant: Meant = {}
    for table in range(1, count + 1):
        rng = np.random.default_rng([seed, table])
        (blank,) = blanks(event, table)
        # Hands that leave plain marks: what a reader makes of the others is another benchmark's.
        hand, scanner = HANDS[int(rng.integers(18))], SCANNING[int(rng.integers(len(SCANNING)))]
        filled = _fill(blank, hand, rng, slips=table % TENTH == 0)
        meant[table] = {
            deal: (results.line(blank, deal, row.meant).line, {*row.meant}) for deal, row in filled.rows.items()
        }
        data, _streaks = scanner.scan(filled.sheet.light, blank.picture, rng)
        (folder / f"{table:03}{scanner.suffix}").write_bytes(data)
    return meant


def write_photos(event: Event, folder: Path, after: int, count: int, seed: int) -> list[Path]:
    """Fills in and photographs the sheets of so many tables after a number, each by the next camera."""
    folder.mkdir()
    photos = []
    for at in range(count):
        rng, camera = np.random.default_rng([seed, after + at]), CAMERAS[at % len(CAMERAS)]
        (blank,) = blanks(event, after + 1 + at)
        light = _fill(blank, HANDS[int(rng.integers(18))], rng, slips=False).sheet.light
        photos.append(folder / f"photo-{at}{camera.suffix}")
        photos[-1].write_bytes(camera.photograph(light, rng)[0])
    return photos


def _fill(blank: Blank, hand: Hand, rng: np.random.Generator, *, slips: bool) -> filling.Filled:
    filled = filling.begin(blank, (0.97, 0.965, 0.95), rng)
    for row in filled.rows.values():
        # A misdeal is recorded on the page of its deal.
        row.meant = frozenset(row.meant - {("misdeal", "")})
    wrong = int(rng.choice(list(filled.rows))) if slips else 0
    for deal, row in filled.rows.items():
        row.hand = hand.key
        writing = Writing(filled, deal, hand, rng)
        if deal == wrong:
            SLIPS[str(rng.choice([name for name in SLIPS if name != "row cancelled"]))](writing)
        else:
            writing.write()
    foot.write_totals(filled, hand.pen, rng, 1.0)
    foot.sign(filled, [hand.pen], rng)
    return filled


def _work(desk: Desk, event: Event, files: list[Path]) -> tuple[float, int]:
    """Sends the files, waits until they are read, and does what the desk does; seconds of that, and the sheets."""
    page = desk.page
    page.goto(f"/staff/{event.slug}/rounds/scans/")
    page.locator("input[name=scans]").set_input_files(files)
    page.locator("main form button[type=submit]").click()
    page.locator("#job").wait_for()
    page.locator("tbody tr").first.wait_for(timeout=READ_SECONDS)
    listed, batch, begun = page.locator("tbody tr").count(), page.url, time.monotonic()
    for act in (desk.answer, desk.look):
        # First the questions, if there are any. A deal that was passed out stays open: nobody comes back for it.
        if act == desk.look or page.locator("main a[href$='/questions/']").count():
            with page.expect_navigation():
                desk.press("Enter")
        while page.url != batch:
            act()
            page.wait_for_load_state()
    return time.monotonic() - begun, listed


def _photograph(page: Page, event: Event, photo: Path) -> float:
    """Sends a photo from a phone's page; seconds of processor time until its sheet stands, or why it was refused."""
    page.goto(f"/staff/{event.slug}/rounds/scans/photo/")
    before = place.worked()
    page.locator("input[name=photo]").set_input_files(photo)
    page.locator("#rows, tbody tr").first.wait_for(timeout=READ_SECONDS)
    return place.worked() - before


def _is_right(text: str, marks: Any) -> bool:
    """Whether an answer says what is meant: each of its bubbles is a mark or is none, and nothing is left out."""
    verdicts = [part.rpartition(":") for part in text.split(";")]
    return all(
        (kind != "unplayed") and ((kind, value) in marks) == (sign == "1")
        for bubble, _colon, sign in verdicts
        for kind, _space, value in [bubble.partition(" ")]
    )


def _report(event: Event, desk: Desk, listed: int, seconds: float) -> int:
    rules, wrong = facts.ruleset(event), []
    for table, deals in desk.meant.items():
        lines = keyed_lines(sheets.sheet(cast.table(event, table), public=False), rules)
        for deal, (line, _marks) in deals.items():
            # Neither a trump nor a deal that was passed out before changes points here; passed alone, it goes on.
            meant = " ".join(word for word in line.split() if word not in {"0", *TRUMPS.values()})
            if lines.get(deal, "") != meant:
                wrong.append((table, deal, meant, lines.get(deal, "")))
    for table, deal, question in desk.typed:
        print(f"table {table}, deal {deal}: typed, {question}")
    for table, deal, meant, line in wrong:
        print(f"table {table}, deal {deal}: meant {meant!r}, recorded {line!r}")
    keys, each = desk.keys / max(1, listed), seconds / max(1, listed)
    print(f"{listed} sheets of {len(desk.meant)} read; {desk.questions} questions, {len(desk.typed)} rows typed")
    print(f"{keys:.1f} keys a sheet (at most {MAX_KEYS}), {each:.1f} s a sheet (at most {MAX_SECONDS})")
    return int(bool(wrong) or keys > MAX_KEYS or each > MAX_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
