"""`manage.py export-season CLUB SERIES FOLDER`: writes the files from which an outsider can count a season again."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.exchange.season_files import season_files
from tournament.models import Series


class Command(BaseCommand):
    """Exports a season: the register of the club, its evenings' events, and who stands where."""

    help = "Writes the files from which an outsider can count a season again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the address (slug) of the organisation")
        parser.add_argument("series", help="the address (slug) of the series")
        parser.add_argument("folder", type=Path, help="where the files go; made if it is not there")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = Series.objects.filter(organisation__slug=options["club"], slug=options["series"])
        series = rows.select_related("organisation").first()
        if series is None:
            known = ", ".join(" ".join(row) for row in Series.objects.values_list("organisation__slug", "slug")[:20])
            raise CommandError(f"There is no such series. There are: {known or 'none'}.")
        folder: Path = options["folder"]
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, text in season_files(series):
                (folder / name).write_text(text, "utf-8")
        except OSError as error:
            raise CommandError(f"{folder} cannot be written: {error.strerror}.") from error
        self.stdout.write(f"{series.name} is written to {folder}.")
