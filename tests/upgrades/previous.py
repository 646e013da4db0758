"""The release before this one, installed from its wheel in a venv of its own, with the packages of the tests' venv."""

import compileall
import json
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from zipfile import ZipFile

from tests.browser.support.server import ROOT, environment_for
from tests.support.servers.captains import Captain

(WHEEL,) = (ROOT / "fixtures" / "wheels").glob("*.whl")

# An event as `tests.support.events.cast` makes one, by the acts of that release; it prints the link of each table with
# who sits there.
SEAT = """
import json
from datetime import date
from scoring import load
from tournament import links
from tournament.acts import draws, events, registration, rounds
from tournament.acts.events import Plan
from tournament.acts.registration import Person
from tournament.draw.drawing import DrawRequest
from tournament.models import Event, Round, Table
from tournament.reading.sheets import sheet

plan = Plan(
    name="Kampioenschap van Ledegem", place="Zaal De Kring", starts_on=date(2026, 3, 14), planned_rounds=2,
    deals_per_round={deals}, rules=load("iwwa-2025").to_dict(), confirmation="deals",
)
event = events.make_event("system", "ledegem", plan)
for entry in registration.add_entries(event, "system", [Person(name=f"Speler {{i}}") for i in range({players})]):
    registration.check_in(entry, "system", True)
events.change_state(event, "system", Event.State.LIVE)
drawn = draws.draw_rounds(event, "system", DrawRequest(), secret="cast", anyway=True, reason="Agreed.")
rounds.publish_round(Round.objects.get(event=event, number=drawn.first), "system")
tables = Table.objects.filter(round__event=event).order_by("number")
print(json.dumps([[links.table_token(table), sheet(table).seats] for table in tables]))
"""
# What is written most: a deal, a signature, a ruling.
PLAY = """
from tournament.acts import deals, jury, signatures
from tournament.models import Table

table = Table.objects.get(round__event__slug="ledegem", number=1)
writer, other = (seat.entry.number for seat in table.seats.order_by("position")[:2])
deals.record_deal(table, "table:1/1", 1, {"contract": "PC8", "declarers": [1, 3], "tricks": 9})
signatures.sign(table, f"entry:{other}", other, deal=1)
jury.rule(table, "system", 1, "annulled", "Marked cards.")
"""


@dataclass(frozen=True)
class Release:
    """An installed release; `folder` is its venv."""

    folder: Path

    @property
    def program(self) -> list[str]:
        """The command that stands for `manage.py`."""
        return [str(self.folder / "bin" / "python"), str(self._packages / "manage.py")]

    def manage(self, environment: dict[str, str], *words: str) -> str:
        """What a management command of this release prints; fails as the command does."""
        call = [*self.program, *words]
        done = subprocess.run(call, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def seat(self, environment: dict[str, str], url: str, players: int, deals: int) -> list[Captain]:
        """An event `ledegem` with a published round, made by this release; the captain of each table."""
        code = SEAT.format(players=players, deals=deals)
        tables = json.loads(self.manage(environment, "shell", "--no-imports", "--command", code))
        return [Captain(url, token, seats) for token, seats in tables]

    def play(self, environment: dict[str, str]) -> None:
        """Writes a deal at the first table of `ledegem`, has it signed, and rules on it."""
        self.manage(environment, "shell", "--no-imports", "--command", PLAY)

    @cached_property
    def _packages(self) -> Path:
        return packages_of(self.folder)


def packages_of(folder: Path) -> Path:
    """Where a venv has its packages."""
    return Path(sysconfig.get_path("purelib", "venv", vars={"base": str(folder), "platbase": str(folder)}))


def install(folder: Path) -> Release:
    """The last release in a venv in this folder. A wheel of Python alone is installed by unpacking it."""
    venv.create(folder, symlinks=True)
    packages = packages_of(folder)
    with ZipFile(WHEEL) as packed:
        packed.extractall(packages)
    # Each command would compile it anew where bytecode is not written.
    compileall.compile_dir(packages, quiet=2)
    # Packages of its own come first: `tournament` and `scoring` are those of the release.
    (packages / "shared.pth").write_text(f"{packages_of(Path(sys.prefix))}\n")
    release = Release(folder)
    release.manage(environment_for(folder), "collectstatic", "--noinput", "--verbosity", "0")
    return release
