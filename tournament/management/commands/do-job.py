"""`manage.py do-job FOLDER`: what the server starts for a file that a page asked for (`tournament/jobs/`)."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournament.jobs import work


class Command(BaseCommand):
    """Makes the file of one job and stores it."""

    # Its start is a part of every paper that somebody waits for, and these checks read every page of the site.
    requires_system_checks: tuple[str, ...] = ()
    help = "Makes the file that a page asked for. Started by the server, never by hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help="the child's own, called after the job and the attempt")

    def handle(self, *args: Any, **options: Any) -> None:
        work.do(options["folder"])
