"""`troel demo`: two championships in mid-life, with invented people, on a database of their own, served.

With options: makes one in the database of DATABASE_URL. The second of the two, with a final, is made once the first is
served.
"""

import os
import secrets
import signal
import sys
import time
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any, NoReturn

import segno
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DEFAULT_DB_ALIAS, connections

import scoring
from tournament import demo, links
from tournament.doctor import network
from tournament.errors import UserError
from tournament.models import Event, Table
from tournament.site import environment

BAR = 40
WAIT_SECONDS = 0.2
# What is remade each time with --serve: the database and what stands beside it.
OWN_FILES = (f"{environment.DEMO_FILE}*", f"files{environment.DEMO_FILE}*")
BESIDE = demo.Demo(slug="demo-finale", players=40, deals=8, final=8)
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
        chosen = demo.Demo(**{name: options[name] for name in demo.Demo.__dataclass_fields__})
        for name, least, most in (("players", 8, 3900), ("rounds", 1, 20), ("deals", 2, 64)):
            if not least <= options[name] <= most:
                raise CommandError(f"--{name} goes from {least} to {most}.")
        if chosen.final and not (chosen.rounds > 1 and chosen.final in range(4, chosen.players - 1, 4)):
            raise CommandError("--final goes with two rounds or more, and has 4, 8, 12 … of the players.")
        if options["serve"]:
            self._serve(chosen)
        self._make(chosen)

    def _make(self, chosen: demo.Demo) -> None:
        if Event.objects.filter(slug=chosen.slug).exists():
            raise CommandError(f"There is already an event {chosen.slug}. Choose another --slug.")
        organiser, password = _organiser()
        started = time.monotonic()
        try:
            event = demo.make(chosen, organiser, self._progress)
        except UserError as refusal:
            raise CommandError(str(refusal)) from refusal
        finally:
            self.stderr.write("")
        deals = event.rounds.filter(tables__deals__result__isnull=False).count()
        self.stdout.write(f"{chosen.players} players, {deals} deals, in {time.monotonic() - started:.1f} s.\n")
        self._addresses(event, password)

    def _serve(self, chosen: demo.Demo) -> NoReturn:
        """Makes the two on a database of their own, remade each time, and becomes its server. Raises CommandError."""
        if refusal := network.refusal_of(settings.LISTEN):
            raise CommandError(refusal)
        if Path(connections[DEFAULT_DB_ALIAS].settings_dict["NAME"]).name != environment.DEMO_FILE:
            raise CommandError(f"What is served is remade: DATABASE_URL={environment.DEMO}")
        for pattern in OWN_FILES:
            for file in Path(settings.VAR_DIR).glob(pattern):
                file.unlink()
        self._say("Making the tables …")
        call_command("migrate", verbosity=0, interactive=False)
        self._say(f"Making a championship: {chosen.players} players, {chosen.rounds} rounds …")
        self._make(chosen)
        self.stdout.flush()
        connections.close_all()
        server = os.getpid()
        if not os.fork():
            self._make_beside(replace(BESIDE, seed=chosen.seed, rules=chosen.rules), server)
        call_command("serve")
        raise CommandError("There is no server.")  # it takes the place of this process

    def _make_beside(self, chosen: demo.Demo, server: int) -> NoReturn:
        """In a process beside the server: makes another event once the first is served, and ends."""
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.nice(10)
        failed = 1

        def go_on(_done: int, _total: int) -> None:
            if os.getppid() != server:
                raise CommandError("The server ended.")

        try:
            if _is_served(server):
                demo.make(chosen, User.objects.get(username=ORGANISER), go_on)
                self._say(f"Beside it, playing its final: {links.absolute(f'/e/{chosen.slug}/')}")
            failed = 0
        finally:
            os._exit(failed)

    def _say(self, sentence: str) -> None:
        """Says it at once, also where nobody's terminal reads it."""
        self.stdout.write(sentence)
        self.stdout.flush()

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


def _is_served(server: int) -> bool:
    """Waits until this process's parent, the server, answers; False if it ends before."""
    while os.getppid() == server:
        if network.is_served():
            return True
        time.sleep(WAIT_SECONDS)
    return False


def _organiser() -> tuple[User, str]:
    """The demo's organiser, with a new password."""
    password = secrets.token_urlsafe(9)
    user, _ = User.objects.get_or_create(username=ORGANISER, defaults={"is_staff": True})
    user.set_password(password)
    user.save()
    return user, password
