"""`manage.py export-season CLUB SERIES FOLDER`: writes the files from which an outsider can count a season again.

With `--as pdf` or `--as xlsx` and `--output FILE` it writes the season for people instead.
"""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from scoring.catalogue import LANGUAGES
from tournament.errors import UserError
from tournament.exchange.season_files import season_files
from tournament.exchange.workbook.season import season_workbook
from tournament.management.refused import RefusedError
from tournament.models import Series
from tournament.printing.lists.season import print_season
from tournament.reading.season.seasons import read_state, season_view

FORMS = {"pdf": print_season, "xlsx": season_workbook}


class Command(BaseCommand):
    """Exports a season: the register of the club, its evenings' events, and who stands where."""

    help = "Writes the files from which an outsider can count a season again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the address (slug) of the organisation")
        parser.add_argument("series", help="the address (slug) of the series")
        parser.add_argument("folder", type=Path, nargs="?", help="where the files go; made if it is not there")
        parser.add_argument("--as", choices=FORMS, help="one file for people")
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="of that file")
        parser.add_argument("-o", "--output", type=Path, help="that file")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = Series.objects.filter(organisation__slug=options["club"], slug=options["series"])
        series = rows.select_related("organisation").first()
        if series is None:
            known = ", ".join(" ".join(row) for row in Series.objects.values_list("organisation__slug", "slug")[:20])
            raise CommandError(f"There is no such series. There are: {known or 'none'}.")
        where: Path | None = options["output"] if options["as"] else options["folder"]
        if where is None:
            raise CommandError("Say a folder, or --as and --output.")
        try:
            if options["as"]:
                with translation.override(options["language"]):
                    where.write_bytes(FORMS[options["as"]](season_view(read_state(series.pk))))
                return
            where.mkdir(parents=True, exist_ok=True)
            for name, text in season_files(series):
                (where / name).write_text(text, "utf-8")
        except UserError as refusal:
            raise RefusedError(refusal) from refusal
        except OSError as error:
            raise CommandError(f"{where} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{series.name} is written to {where}.")
