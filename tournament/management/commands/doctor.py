"""`troel doctor`, `troel upgrade-check`: whether this machine can carry an evening, or an upgrade, line by line."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from tournament.doctor.checks import CHECKS, examine
from tournament.doctor.findings import Mark, Occasion

# At least; French titles are longer.
WIDTH = 20


class Command(BaseCommand):
    """Says what is good and what is to be done; exit status 1 if something would keep people from playing."""

    help = "Says whether this machine can carry an evening: network, backups, disk, clock, power, printer."
    # What is missing is what it says.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--upgrade", action="store_true", help="before an upgrade, by the new release; `upgrade-check` is the same"
        )
        parser.add_argument("--language", choices=dict(settings.LANGUAGES), default=spoken(os.environ))

    def handle(self, *args: Any, **options: Any) -> None:
        marks = set()
        with translation.override(options["language"]):
            width = max(WIDTH, *(len(str(check.title)) for check in CHECKS))
            for title, finding in examine(Occasion.UPGRADE if options["upgrade"] else Occasion.HALL):
                marks.add(finding.mark)
                self.stdout.write(f"{finding.mark} {title:{width}} {' '.join(finding.sentence.split())}")
        if Mark.BAD in marks:
            sys.exit(1)


def spoken(environment: "os._Environ[str] | dict[str, str]") -> str:
    """The language of whoever types, as the system knows it; English if it is none of ours."""
    name = next((environment[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(key)), "")
    return name[:2] if name[:2] in dict(settings.LANGUAGES) else "en"
