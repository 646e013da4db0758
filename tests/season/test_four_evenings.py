"""Four evenings in a row as their secretary and the phones have them: over HTTP alone, on both databases.

The third is played on paper; on the fourth comes a guest who becomes a member. One server process, by a clock that goes
on for four weeks and is turned back an hour among them. After each evening two programs count the season from files.
"""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from time import time as seconds_now
from zoneinfo import ZoneInfo

import pytest

import scoring
from tests.browser.support.server import manage, run
from tests.failover.installation import PASSWORD, Node
from tests.season.test_files import complaints
from tests.support.servers import postgres
from tests.support.servers.nightly import by_day
from tests.support.servers.waiting import eventually
from tournament.rehearse.hall import Hall
from tournament.rehearse.staff import Staff
from tournament.rehearse.visitor import Page, Visitor
from tournament.rehearse.wire import Phone, result_form

pytestmark = pytest.mark.long

SHIFTED = Path(__file__).parents[1] / "support" / "servers" / "shifted"
CLUB, SERIES, GUEST = "de-vier-azen", "donderdag", "Zoë Nieuwkomer"
# The clock goes back in the night of 24 October.
THURSDAYS = [date(2026, 10, day) for day in (8, 15, 22, 29)]
BEGINS = time(19, 30, tzinfo=ZoneInfo("Europe/Brussels"))
MEMBERS, ROUNDS, DEALS = 8, 2, 2
MAKE = f"""
from datetime import date, time
from tests.support import club_evenings as club
organisation = club.club(planned_rounds={ROUNDS}, deals_per_round={DEALS})
club.members(organisation, {MEMBERS})
club.series(organisation, name="Donderdag", weekday=3, starts_at=time(19, 30), begins_on=date(2026, 10, 1))
"""


@dataclass
class ClubNight:
    """A server, the clock by which it lives, and the browser of the club's secretary."""

    node: Node
    clock: Path
    secretary: Visitor

    def turn(self, day: date, minutes: int) -> None:
        """From now on it is so long after the evening of a day begins."""
        at = datetime.combine(day, BEGINS) + timedelta(minutes=minutes)
        self.clock.write_text(str(at.timestamp() - seconds_now()))

    def at(self, rest: str) -> Page:
        """A page of the stewards."""
        return self.secretary.get(f"{self.node.url}/staff/o/{CLUB}/{rest}")

    def press(self, button: str, **typed: object) -> Page:
        """Sends a form of Tonight, as it stands there now."""
        return self.secretary.done(self.at("tonight/").form(button), **typed)

    def write(self, slug: str, week: int) -> None:
        """The phones of all tables write every deal; the tables of a week win differently."""
        staff = Staff(self.secretary.with_this(), slug, Hall(self.node.url, scoring.load("iwwa-2025"), 1, slug))
        for number in range(1, ROUNDS + 1):
            for table, token in staff.tokens(number).items():
                for deal in range(1, DEALS + 1):
                    played = {"contract": "PC8", "declarers": [1, 2 + deal], "tricks": 8 + (week + table + deal) % 5}
                    form = {**result_form(played), "version": 0, "key": f"{slug}-{number}-{table}-{deal}"}
                    assert Phone(self.node.url, token).ask(f"/t/{token}/deal/{deal}/", form).written

    def season(self, part: str = "") -> str:
        """A page of the season, as anybody sees it."""
        return Visitor(self.node.url).get(f"{self.node.url}/o/{CLUB}/{SERIES}/{part}").text

    def check(self, folder: Path, evenings: int) -> dict[int, int]:
        """Has the season counted again from its files by two programs; the points of each by number."""
        folder.mkdir()
        manage(self.environment, "export-season", CLUB, SERIES, str(folder))
        assert complaints(folder) == {"outsiders": "", "second": ""}
        season = json.loads((folder / "season.json").read_text("utf-8"))
        assert json.loads(self.season("season.json")) == season and len(season["evenings"]) == evenings
        return {row["person"]: row["points"] for row in season["standings"]}

    @property
    def environment(self) -> dict[str, str]:
        """That of a command which lives by the same clock."""
        return self.node.environment | dict(word.split("=", 1) for word in self.node.more)


@pytest.fixture(params=by_day(["sqlite", "postgresql"]))
def night(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ClubNight]:
    """A club of eight with a series, before its first evening; its secretary is signed in for ninety days."""
    clock = tmp_path / "clock"
    more = (f"PYTHONPATH={SHIFTED}", f"TEST_CLOCK={clock}")
    with ExitStack() as life:
        database = f"sqlite:///{tmp_path}/troel.sqlite3"
        if request.param == "postgresql":
            database = life.enter_context(postgres.running()).create("troel")
        node = Node(tmp_path / "server", database, more)
        night = ClubNight(node, clock, Visitor(node.url))
        night.turn(THURSDAYS[0], 5)
        node.start()
        life.callback(node.stop)
        run(night.environment, MAKE)
        page = night.secretary.get(f"{node.url}/sign-in/")
        night.secretary.done(page.form("/sign-in/"), username=f"secretary-of-{CLUB}", password=PASSWORD, remember="on")
        yield night


def play(night: ClubNight, week: int) -> str:
    """Everybody is drawn, writes, and the evening closes: by a tap, or by itself at its hour. The event's address."""
    day = THURSDAYS[week]
    night.press("/draw/")
    slug = f"{CLUB}-{SERIES}-{day}"
    night.write(slug, week)
    night.turn(day, 60)
    eventually(lambda: "Every round is played." in night.at("tonight/").text, 60)
    if week == 0:
        night.press("/end/", state="closed")
    else:
        night.turn(day, 6 * 60 + 1)
    eventually(lambda: "Final ranking" in Visitor(night.node.url).get(f"{night.node.url}/e/{slug}/").text, 60)
    return slug


def test_four_evenings_of_a_club(night: ClubNight, tmp_path: Path) -> None:
    night.press("/here/")
    play(night, 0)
    first = night.check(tmp_path / "first", 1)
    assert sorted(first) == list(range(1, MEMBERS + 1)) and all(first.values())

    night.turn(THURSDAYS[1], 5)
    night.press("/here/")  # those of last week, with one tap
    play(night, 1)
    second = night.check(tmp_path / "second", 2)
    assert sorted(second) == sorted(first) and all(second[person] > first[person] for person in first)
    assert night.season("presences/").count('<td class="sum">2</td>') == MEMBERS

    night.turn(THURSDAYS[2], 5 * 60)
    won = on_paper(night)
    third = night.check(tmp_path / "third", 3)
    assert third == {person: second[person] + won[person] for person in second}

    night.turn(THURSDAYS[3], 5)
    night.press("/here/")
    night.press("/here/", away="1")
    night.press("/guest/", name=GUEST)
    assert "8 are here." in night.at("tonight/").text
    play(night, 3)
    fourth = night.check(tmp_path / "fourth", 4)
    assert len(fourth) == MEMBERS + 1 and fourth[1] == third[1] and fourth[2] > third[2]

    guest = f"members/{MEMBERS + 1}/"
    night.secretary.done(night.at(guest).form(guest), kind="member", licence="V-109")
    assert night.check(tmp_path / "member", 4) == fourth
    assert GUEST in night.season() and night.season("presences/").count('<td class="sum">1</td>') == 1
    night.turn(THURSDAYS[3] + timedelta(weeks=1), 5)
    assert "Those of last time are here (8)" in night.at("tonight/").text


def on_paper(night: ClubNight) -> dict[int, int]:
    """The third evening on its form: four numbers a table and round. What each won, by number."""
    page = night.at(f"season/{SERIES}/totals/evening/?tables=2&rounds={ROUNDS}")
    won: Counter[int] = Counter()
    typed: dict[str, object] = {"day": THURSDAYS[2].isoformat(), "deals": DEALS}
    for at in range(ROUNDS * MEMBERS):
        round, table, seat, person = 1 + at // MEMBERS, 1 + at % MEMBERS // 4, 1 + at % 4, 1 + at % MEMBERS
        points = (15, 3, -8, -10)[(seat + round) % 4]
        typed |= {f"person_{round}_{table}_{seat}": person, f"points_{round}_{table}_{seat}": points}
        won[person] += points
    assert "Compare the sums below with the paper." in night.secretary.done(page.form("evening"), **typed).text
    return won
