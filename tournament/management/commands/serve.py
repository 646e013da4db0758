"""`manage.py serve`: brings the database up to date and serves the pages at the address in LISTEN."""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

from axes.models import AccessAttempt
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from tournament import installation, links
from tournament.acts.lifecycle.anonymity import forgotten_pictures
from tournament.backups import confirmed
from tournament.doctor import network
from tournament.files import evidence
from tournament.files.database import missing_tables
from tournament.management.commands.migrate import refuse_newer_tables
from tournament.site import children, environment, release, schema
from tournament.site.addresses import url_of

HEADER_SECONDS = 15
# A worker that does not stop within this time is killed: everything it has answered is on the disk.
STOPPING_SECONDS = 5
# The limit on open connections: a phone keeps several, and a laptop may open a thousand to lock the others out.
MOST_CONNECTIONS = 15_000
KNOCKING = 4096
OTHER_FILES = 500
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Command(BaseCommand):
    """Migrates, prints the addresses and becomes the server: the process keeps its id and receives the signals."""

    help = "Migrates the database and serves the pages where LISTEN (HOST:PORT) says."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-migrate", action="store_true", help="Refuses to start on tables of another release.")
        parser.add_argument(
            "--accept-keys", action="store_true", help="From now on the keys of this server are those of the database."
        )

    def handle(self, *args: Any, **options: Any) -> NoReturn:
        """Never returns. Raises CommandError, a sentence: no set-up, an unusable database, a port in use."""
        _refuse_without_setup()
        # Before the tables change: what runs there may be the release before.
        if refusal := network.refusal_of(settings.LISTEN):
            raise CommandError(refusal)
        _prepare_database(migrates=not options["no_migrate"], accepts_keys=options["accept_keys"])
        for lost in confirmed.chains_behind(confirmed.last_confirmed()).values():
            self.stderr.write(f"LOST: {lost}")
        connection.close()
        self._print_addresses()
        # In a process of its own, which says what this system does not keep: to be shut off is for good.
        subprocess.run([sys.executable, "-m", "tournament.scan.bounds"], cwd=settings.BASE_DIR, check=False)
        # The server imports what is in the folder where it starts: ours, whoever called from where.
        variables = children.environment_of({"DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"]})
        if not os.environ.get("BASE_URL"):
            del variables["BASE_URL"]  # nobody said so: a page may choose another one
        os.chdir(settings.BASE_DIR)
        os.execve(sys.executable, server_call(*settings.LISTEN), variables)

    def _print_addresses(self) -> None:
        port = settings.LISTEN.port
        others = [url_of(host, port) for host in (*settings.OWN_ADDRESSES, *settings.OWN_NAMES)]
        for address in dict.fromkeys([settings.BASE_URL, *others]):
            self.stdout.write(f"Troel is at {address}/")
        self.stdout.write(reach())
        one_time = links.first_organiser_url()
        if one_time:
            self.stdout.write(f"Nobody has an account yet. The first organiser makes one here, once:\n  {one_time}")
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()


def reach() -> str:
    """A sentence on who can open the addresses, or to which of them links and codes lead."""
    if environment.host_of(settings.BASE_URL) in LOOPBACK:
        return f"Only this machine can open these; {release.to_all(settings.LISTEN.port)} lets the whole network in."
    return f"Links and codes lead to {settings.BASE_URL}; BASE_URL chooses another address."


def _refuse_without_setup() -> None:
    if not (Path(settings.STATIC_ROOT) / "staticfiles.json").exists():
        raise CommandError("The static files are not collected: make setup")


def _prepare_database(*, migrates: bool, accepts_keys: bool) -> None:
    try:
        connection.ensure_connection()
        if accepts_keys:
            installation.forget_keys()
        if migrates:
            call_command("migrate", verbosity=0, interactive=False, if_missing=True)
        else:
            with schema.one_at_a_time():
                _refuse_other_tables()
                installation.settle_keys()
        # Whoever signed in, or tried to, is kept no longer than that needs.
        call_command("clearsessions")
        AccessAttempt.objects.filter(attempt_time__lt=timezone.now() - settings.AXES_COOLOFF_TIME).delete()
        _move_files_in()
    except DatabaseError as fault:
        raise CommandError(f"The database of DATABASE_URL cannot be used: {fault}") from fault
    # The server replaces this process, which must not leave a half-open database behind.
    connections.close_all()


def _move_files_in() -> None:
    """Makes rows of what earlier releases kept in VAR_DIR, once."""
    forgotten = forgotten_pictures()
    evidence.delete_pictures(forgotten)  # of a removal that was interrupted
    evidence.move_in(forgotten)
    shutil.rmtree(Path(settings.VAR_DIR) / "errands", ignore_errors=True)


def _refuse_other_tables() -> None:
    applied = schema.applied_migrations()
    refuse_newer_tables(applied)
    if missing := schema.missing_migrations(applied) or missing_tables():
        command = f"{release.COMMAND} migrate"
        raise CommandError(f"The tables are older than this Troel ({missing[-1]} is missing): {command}")


def _files() -> int:
    """Raises the limit of open files and connections to the most the system allows, and returns it."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most if most != resource.RLIM_INFINITY else MOST_CONNECTIONS + OTHER_FILES


def server_call(host: str, port: int) -> list[str]:
    """The command of the server itself, on a database that is up to date."""
    options = {
        "interface": "asginl",
        "host": host,
        "port": port,
        "workers": 1,  # with SQLite one process writes fastest; tournament.asgi limits the requests in progress
        "http": 1,  # HTTP/2 has no time limits here, neither for a connection nor for a request
        "http1-header-read-timeout": HEADER_SECONDS * 1000,
        "backlog": KNOCKING,
        "backpressure": max(1, min(MOST_CONNECTIONS, _files() - OTHER_FILES)),
        "workers-kill-timeout": STOPPING_SECONDS,
        "log-level": "warning",
    }
    flags = [text for name, value in options.items() for text in (f"--{name}", str(value))]
    flags += ["--no-ws", "--respawn-failed-workers"]
    return [sys.executable, "-m", "granian", *flags, "tournament.asgi:application"]
