"""The twelve situations that the rules of 2018 leave to the jury, ruled on a small phone, each twice or more.

After each answer the table's sheet must say what was worked out by hand and what the second scorer makes of the record.
"""

import json
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.crowding import crowded
from tests.browser.support.organiser_pages import fits, sign_in
from tests.browser.support.pictures import shown
from tests.browser.support.server import ROOT, Server
from tests.conftest import NewPage
from tests.support.second import second_rulings
from tests.support.servers.nightly import by_day

pytestmark = pytest.mark.long

Json = dict[str, Any]
Points = tuple[int, ...]
SMALL = {"width": 360, "height": 640}
WAITS: Points = ()
BEGIN = """
import json
from tests.support.events import cast
from tournament.models import Event
event = cast.playing(8, deals=12, rules="world-2018", jury=Event.Jury.HAND)
cast.head_juror(event)
table = cast.table(event)
for number, result in enumerate(json.loads({!r}), 1):
    cast.write(table, number, result)
print(json.dumps(sorted(cast.seated(table).items())))
"""
DECISIONS = """
select d.number, d.ruling, d.about, d.contract, d.result, d.cancelled, d.deal,
  (select json_group_array(e.number) from tournament_ending x join tournament_decision e on e.id = x.ended_id
   where x.by_id = d.id) as ends,
  (select json_group_object(n.number, a.points) from tournament_adjustment a
   join tournament_entry n on n.id = a.entry_id where a.decision_id = d.id) as points
from tournament_decision d order by d.number
"""


@dataclass(frozen=True)
class Answer:
    """One answer of the jury: the tiles tapped, or whom a penalty is for and what it costs; and what comes of it.

    `ends` are the answers before it on the same deal, from 0, that it ends; `points` the deal's own points by position,
    and `extra` what it gives beside them.
    """

    kind: str
    points: Points
    taps: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()
    extra: Points = (0, 0, 0, 0)
    player: int = 0
    choices: tuple[str, ...] = ()
    contract: str = ""
    amounts: Points = ()


def deal(contract: str, declarers: list[int], tricks: Any) -> Json:
    """A result as the table writes it."""
    return {"contract": contract, "declarers": declarers, "tricks": tricks}


def fine(kind: str, player: int, extra: Points, *choices: str) -> Answer:
    """A penalty at a deal in which seats 1 and 3 took nine tricks with eight bid."""
    return Answer(kind, (10, 0, 10, 0), player=player, extra=extra, choices=choices)


PLAIN = deal("PC8", [1, 3], 9)
BACK, TURN = "offence=taken-back", "offence=out-of-turn"
# By article of the rules: what was written, and the answers of the jury, one after the other.
SITUATIONS: dict[str, tuple[Json, tuple[Answer, ...]]] = {
    "1 misdeal": (PLAIN, (fine("misdeal", 2, (1, -3, 1, 1)), fine("misdeal", 3, (1, 1, -3, 1)))),
    "2.1 a card taken back": (
        PLAIN,
        (fine("card-by-mistake", 1, (-2, 0, 0, 0), BACK), fine("card-by-mistake", 1, (-3, 0, 0, 0), BACK)),
    ),
    "2.1 led out of turn": (
        PLAIN,
        (fine("card-by-mistake", 4, (0, 0, 0, 0), TURN), fine("card-by-mistake", 4, (0, 0, 0, -1), TURN)),
    ),
    "5 false play": (
        PLAIN,
        (
            fine("false-play", 1, (-15, 5, 0, 5), "to=opponents"),
            fine("false-play", 1, (-15, 5, 5, 5), "to=others"),
        ),
    ),
    "5 hints": (PLAIN, (fine("hints", 4, (0, 0, 0, -5)), fine("hints", 4, (0, 0, 0, -15)))),
    "6 noise": (PLAIN, (fine("noise", 2, (0, 0, 0, 0)), fine("noise", 3, (0, 0, 0, 0)))),
    "5 an opponent throws in": (
        deal("PM", [1], {"1": 1}),
        (
            Answer("capitulation", (18, 0, 0, 0), ("about-2",), extra=(0, -24, 12, 12)),
            Answer("capitulation", (18, 0, 0, 0), ("about-3",), ends=(0,), extra=(0, 12, -24, 12)),
            Answer("scores", (0, 0, 0, 0), ends=(0, 1), extra=(20, -20, 0, 0), amounts=(20, -20, 0, 0)),
        ),
    ),
    "5 a declarer throws in": (
        deal("PC9", [1, 3], 9),
        (
            Answer("capitulation", (-13, 13, -13, 13), ("about-3",), extra=(13, 0, -13, 0)),
            Answer("capitulation", (10, 0, 10, 0), ("about-2",), ends=(0,), extra=(0, -13, 0, 13)),
        ),
    ),
    "5 claimed too early": (
        deal("PIC", [1, 4], {"1": 1, "4": 1}),
        (
            Answer("claimed-too-early", (-24, 16, 16, 24), ("about-4",)),
            Answer("claimed-too-early", (24, 16, 16, -24), ("about-1",), ends=(0,)),
        ),
    ),
    "3, 9 jury not called": (
        deal("S12", [2], 12),
        (Answer("jury-not-called", (0, 0, 0, 0)), Answer("allowed", (0, 100, 0, 0))),
    ),
    "3, 9 jury refuses": (
        deal("S13", [3], 12),
        (Answer("jury-refuses", WAITS), Answer("allowed", (66, 66, -200, 66))),
    ),
    "1 a marked card": (
        deal("PC8", [2, 4], 9),
        (
            Answer("annulled", (0, 0, 0, 0)),
            Answer("result", (0, 0, 0, 42), ("who-4", "tricks-11"), ends=(0,), contract="A10"),
        ),
    ),
}


class Phone:
    """The phone of the head of the jury, on which one table is ruled."""

    def __init__(self, page: Page, server: Server, folder: Path) -> None:
        self.page, self.folder = page, folder
        written = json.dumps([entered for entered, _answers in SITUATIONS.values()])
        made = server.run(BEGIN.format(written))
        self.seats = {int(position): int(entry) for position, entry in json.loads(made)}
        sign_in(page, "head_jury-of-ledegem")

    def rule(self, number: int, answer: Answer, before: list[int]) -> None:
        """Rules on a deal through the page of the table; `before` are the numbers of the earlier decisions on it."""
        page = self.page
        page.goto("/staff/ledegem/decisions/ruling/1/1/")
        if answer.player:
            self._cancel(before)
            self._penalty(number, answer)
        else:
            self._tap_link(f"/ruling/1/1/{number}/")
            self._tap_link(f"/ruling/1/1/{number}/{answer.kind}/")
            self._answer(answer)
            ended = [before[index] for index in answer.ends]
            expect(page.locator(".ruling > .notice.warning li")).to_have_count(len(ended))
            for row, ends in zip(page.locator(".ruling > .notice.warning li").all(), ended, strict=True):
                expect(row).to_contain_text(f"{ends} · ")
        self._record(f"{number:02}-{answer.kind}-{len(before)}")

    def _tap_link(self, ending: str) -> None:
        self._tap(f"main a[href$='{ending}']")

    def _tap(self, selector: str) -> None:
        """Taps what leads to another page, which must fit the phone."""
        with self.page.expect_navigation():
            self.page.locator(selector).first.tap()
        fits(self.page)
        assert crowded(self.page) == []

    def _answer(self, answer: Answer) -> None:
        if answer.contract:
            self._tap("p.selection a")
            self._tap(f"a.tile[href*='contract={answer.contract}&']")
        for tile in answer.taps:
            self.page.locator(f"label:has(#{tile})").tap()
        if answer.amounts:
            for entry, points in zip(self.seats.values(), answer.amounts, strict=True):
                self.page.locator(f"[name=points_{entry}]").fill(str(points))
        if answer.taps or answer.amounts:
            self._tap("main button[name=next], main button[name=look]")

    def _cancel(self, before: list[int]) -> None:
        if before:
            self.page.goto(f"/staff/ledegem/decisions/{before[-1]}/")
            self._tap_link(f"/{before[-1]}/cancel/")
            self.page.locator("[name=reason]").fill("Heard again.")
            self._tap("main form button.danger")
            self.page.goto("/staff/ledegem/decisions/ruling/1/1/")

    def _penalty(self, number: int, answer: Answer) -> None:
        self._tap("main a[href*='/decisions/new/']")
        self._tap(f"main a[href*='/penalty/{answer.kind}/']")
        entry = self.seats[answer.player]
        for choice in (f"here={entry}", *answer.choices):
            name, value = choice.split("=")
            self.page.locator(f"label:has([name={name}][value='{value}'])").tap()
        self.page.locator("[name=deal]").fill(str(number))
        self._tap("main form[method=get] button")
        field = self.page.locator(f"[name=points_{entry}]")
        if field.count() and answer.kind not in ("misdeal", "false-play"):
            field.fill(str(answer.extra[answer.player - 1]))

    def _record(self, name: str) -> None:
        page = self.page
        page.locator("[name=reason]").fill("As seen at the table.")
        spoken = page.locator("label:has([name=spoken])")
        if spoken.count():
            spoken.tap()
        shown(page, name)
        self._tap("main form button[type=submit]:not([name])")
        assert "/ruling/" not in page.url and "/penalty/" not in page.url

    def sheet(self, number: int) -> tuple[Points, Points]:
        """What the table's page says: the points of a deal, and what decisions give, by position."""
        self.page.goto("/staff/ledegem/rounds/1/tables/1/")
        fits(self.page)
        last = self.page.locator(".sheet tbody").last.locator("tr").nth(1)
        return self._points(f"#deal-{number} td:not(.what) .points"), tuple(map(_read, last.locator(".points").all()))

    def _points(self, selector: str) -> Points:
        return tuple(map(_read, self.page.locator(selector).all()))

    def decisions(self) -> list[Json]:
        """The record, as the second scorer reads it."""
        at = {entry: position for position, entry in self.seats.items()}
        with sqlite3.connect(self.folder / "troel.sqlite3", timeout=60) as database:
            database.row_factory = sqlite3.Row
            rows = [dict(row) for row in database.execute(DECISIONS)]
        for row in rows:
            row |= {name: json.loads(row[name]) for name in ("about", "ends", "points")}
            row["result"] = json.loads(row["result"]) if row["result"] else None
            row["points"] = {at[int(entry)]: points for entry, points in row["points"].items()}
        return rows


def _read(cell: Any) -> int:
    return int(cell.inner_text().replace("\N{MINUS SIGN}", "-").replace("+", ""))


def in_order(points: dict[int, int], empty: Points) -> Points:
    """Points by position as a row of the sheet."""
    return tuple(points.get(seat, 0) for seat in (1, 2, 3, 4)) if points else empty


@pytest.mark.parametrize("locale", by_day(["fr-BE", "nl-BE"]))
def test_each_is_ruled_again_with_another_answer(
    new_page: NewPage, server: Server, tmp_path: Path, locale: str
) -> None:
    page = new_page(base_url=server.url, viewport=SMALL, has_touch=True, is_mobile=True, locale=locale)
    phone = Phone(page, server, tmp_path / "var")
    settled = [0, 0, 0, 0]
    for number, (title, (entered, answers)) in enumerate(SITUATIONS.items(), 1):
        before: list[int] = []
        for answer in answers:
            phone.rule(number, answer, before)
            record = phone.decisions()
            before.append(int(record[-1]["number"]))
            assert record[-1]["ends"] == [before[index] for index in answer.ends], title
            own, extra = phone.sheet(number)
            here = [one for one in record if one["deal"] == number]
            second = second_rulings.deal_points("world-2018", entered, here)
            assert own == answer.points == in_order(second, WAITS), title
            total = tuple(map(sum, zip(settled, answer.extra, strict=True)))
            assert extra == total == in_order(second_rulings.adjusted(record), (0, 0, 0, 0)), title
        settled = list(total)
    verified(server, tmp_path)


def verified(server: Server, folder: Path) -> None:
    """The outsider's check says that both files fit, up to the seal that was printed last."""
    book, file = folder / "book.log", folder / "event.json"
    server.manage("export", "ledegem", "--format", "logbook", "-o", str(book))
    server.manage("export", "ledegem", "-o", str(file))
    head = json.loads(book.read_text("utf-8").splitlines()[0])
    program = [sys.executable, str(ROOT / "tools/verify.py"), str(book), str(file)]
    seal = f"{head['lines']} · {head['seal'][:4]}-{head['seal'][4:8]}"
    done = subprocess.run([*program, "--seal", seal], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
