"""`troel demo`: two championships in mid-life, with invented people, on a database of their own, served.

With options, or in another process with --serve left out: makes one in the database of DATABASE_URL.
"""

import os
import secrets
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import quote

import segno
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

import scoring
from tournament import demo, links
from tournament.errors import UserError
from tournament.models import Event, Table
from tournament.site import children, release

BAR = 40
# What is remade each time with --serve: the database and what stands beside it.
OWN_FILES = ("demo.sqlite3*", "filesdemo.sqlite3*")
BESIDE = ("demo", "--slug", "demo-finale", "--players", "40", "--deals", "8", "--final", "8")
ORGANISER = "demo"


class Command(BaseCommand):
    """Makes a championship in progress and prints its addresses."""

    help = "Makes a championship in mid-life, with invented people, and prints its addresses."

    def add_arguments(self, parser: CommandParser) -> None:
        usual = demo.Demo()
        parser.add_argument("--players", type=int, default=usual.players, help="8 to 3900; default %(default)s")
        parser.add_argument("--rounds", type=int, default=usual.rounds, help="1 to 20; default %(default)s")
        parser.add_argument("--deals", type=int, default=usual.deals, help="2 to 64; default %(default)s")
        parser.add_argument("--seed", default=usual.seed, help="the same seed, the same championship")
        parser.add_argument("--slug", default=usual.slug, help="its address; default %(default)s")
        parser.add_argument("--rules", default=usual.rules, choices=scoring.keys())
        parser.add_argument(
            "--serve",
            action="store_true",
            help="makes two on a database of their own and serves them; so `demo` alone",
        )
        parser.add_argument("--final", type=int, default=usual.final, help="the last round is a final of this many")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["serve"]:
            _serve_own()
        plan = demo.Demo(**{name: options[name] for name in demo.Demo.__dataclass_fields__})
        for name, least, most in (("players", 8, 3900), ("rounds", 1, 20), ("deals", 2, 64)):
            if not least <= options[name] <= most:
                raise CommandError(f"--{name} goes from {least} to {most}.")
        if plan.final and not (plan.rounds > 1 and plan.final in range(4, plan.players - 1, 4)):
            raise CommandError("--final goes with two rounds or more, and has 4, 8, 12 … of the players.")
        if Event.objects.filter(slug=plan.slug).exists():
            raise CommandError(f"There is already an event {plan.slug}. Choose another --slug.")
        organiser, password = _organiser()
        started = time.monotonic()
        try:
            event = demo.make(plan, organiser, self._progress)
        except UserError as refusal:
            raise CommandError(str(refusal)) from refusal
        finally:
            self.stderr.write("")
        deals = event.rounds.filter(tables__deals__result__isnull=False).count()
        self.stdout.write(f"{plan.players} players, {deals} deals, in {time.monotonic() - started:.1f} s.\n")
        self._addresses(event, password)

    def _progress(self, done: int, total: int) -> None:
        """A progress bar on a terminal; in a file, a line per quarter."""
        full = BAR * done // total
        if sys.stderr.isatty():
            bar = "█" * full + "░" * (BAR - full)
            self.stderr.write(f"\r{bar} {done}/{total}", ending="")
            self.stderr.flush()
        elif done * 4 // total != (done - 1) * 4 // total:
            self.stderr.write(f"{done}/{total} tables")

    def _addresses(self, event: Event, password: str) -> None:
        playing = Table.objects.filter(round__event=event, closed=False).order_by("-round__number", "number").first()
        places = [("ranking", links.absolute(event.get_absolute_url()), "")]
        places.append(("organiser", links.absolute(f"/staff/{event.slug}/"), f"name {ORGANISER}, password {password}"))
        if playing:
            places.append((f"captain of table {playing.number}", links.table_url(playing), ""))
        for what, address, extra in places:
            self.stdout.write(f"\n  {what}: {address}")
            if extra:
                self.stdout.write(f"  {extra}")
            code = StringIO()
            segno.make(address, error="l").terminal(out=code, compact=True, border=2)
            self.stdout.write(code.getvalue())


def _serve_own() -> NoReturn:
    """Makes the two on a database of their own, remade each time, and becomes its server. Raises CommandError."""
    folder = Path(settings.VAR_DIR)
    for pattern in OWN_FILES:
        for file in folder.glob(pattern):
            file.unlink()
    variables = children.environment_of({"DATABASE_URL": f"sqlite:///{quote(str(folder / 'demo.sqlite3'))}"})
    # Whoever called from where: Python looks for our modules in the folder where it starts.
    os.chdir(settings.BASE_DIR)
    for words in (("migrate", "--verbosity", "0"), BESIDE, ("demo", "--slug", "demo")):
        output = subprocess.DEVNULL if words is BESIDE else None
        done = subprocess.run([sys.executable, *release.PROGRAM, *words], env=variables, stdout=output, check=False)
        if done.returncode:
            raise CommandError("There is no demo: see above.")
    os.execve(sys.executable, [sys.executable, *release.PROGRAM, "serve"], variables)


def _organiser() -> tuple[User, str]:
    """The demo's organiser, with a new password."""
    password = secrets.token_urlsafe(9)
    user, _ = User.objects.get_or_create(username=ORGANISER, defaults={"is_staff": True})
    user.set_password(password)
    user.save()
    return user, password
