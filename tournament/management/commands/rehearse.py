"""`manage.py rehearse [--players 320] [--speed 60]`: plays a whole championship against the running server."""

import getpass
import secrets
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.rehearse.day import RehearsalDay, RehearsalPlan, staff_in
from tournament.rehearse.visitor import RehearsalError

ACCOUNT = "rehearsal"


class Command(BaseCommand):
    """Plays a whole championship against the running server over HTTP, calmly telling what it does."""

    help = "Plays a whole championship against the running server: captains, desk, jury, viewers, a dead network."

    def add_arguments(self, parser: CommandParser) -> None:
        usual = RehearsalPlan()
        numbers = {
            "players": "8 to 3900, four at a table",
            "rounds": "1 to 20",
            "deals": "2 to 64 in a round",
            "final": "players in a final; 0: none",
        }
        for name, help in numbers.items():
            parser.add_argument(
                f"--{name}", type=int, default=getattr(usual, name), help=f"{help}; default %(default)s"
            )
        parser.add_argument("--speed", type=float, default=usual.speed, help="times faster than a hall")
        parser.add_argument("--seed", default=usual.seed, help="the same seed, the same deals")
        parser.add_argument("--url", default="", help="the server; default: that of this installation")
        parser.add_argument("--user", default="", help="an organiser who signs in; default: an account made for it")
        parser.add_argument("--slug", default="", help="the address of the event; default: a new one")
        parser.add_argument("-o", "--output", type=Path, help="a folder for its files; default: a temporary one")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError, a sentence, at the first thing that is not as it should be."""
        plan = RehearsalPlan(**{name: options[name] for name in RehearsalPlan.__dataclass_fields__ if name in options})
        for name, least, most in (("players", 8, 3900), ("rounds", 1, 20), ("deals", 2, 64), ("speed", 1, 100_000)):
            if not least <= options[name] <= most:
                raise CommandError(f"--{name} goes from {least} to {most}.")
        if plan.players % 4 or plan.final % 4 or not 0 <= plan.final < plan.players:
            raise CommandError("Players and finalists sit four at a table, and not everybody is in the final.")
        url = (options["url"] or settings.BASE_URL).rstrip("/")
        slug = options["slug"] or f"rehearsal-{secrets.token_hex(3)}"
        username, password = _ask_password(options["user"]) if options["user"] else _account()
        folder = options["output"] or Path(tempfile.mkdtemp(prefix="troel-rehearsal-"))
        folder.mkdir(exist_ok=True)
        try:
            RehearsalDay(staff_in(url, slug, username, password, plan), plan, folder, self._say).play()
        except RehearsalError as error:
            raise CommandError(f"The rehearsal ended: {error}") from error
        finally:
            if not options["user"]:
                _lock(username)
        self.stdout.write(f"\nThe event {slug} stays in rehearsal; its files are in {folder}.")

    def _say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()


def _ask_password(username: str) -> tuple[str, str]:
    return username, getpass.getpass(f"Password of {username}: ")


def _account() -> tuple[str, str]:
    """An account that may make events, for as long as the rehearsal lasts."""
    password = secrets.token_urlsafe(16)
    user, _ = User.objects.get_or_create(username=ACCOUNT, defaults={"is_staff": True})
    user.set_password(password)
    user.is_active = True
    user.save()
    return ACCOUNT, password


def _lock(username: str) -> None:
    """Nobody signs in with it until the next rehearsal."""
    User.objects.filter(username=username).update(is_active=False)
