"""Workbooks as Troel writes them, read again."""

from pathlib import Path

from django.core.management import call_command
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tournament.models import Event


def exported(event: Event, path: Path, language: str = "en") -> Workbook:
    call_command("export", event.slug, "--format", "xlsx", "--language", language, "-o", str(path / "event.xlsx"))
    return load_workbook(path / "event.xlsx")


def columns(sheet: Worksheet) -> dict[str, list[object]]:
    head, *rows = sheet.iter_rows(values_only=True)
    return {str(heading): [row[at] for row in rows] for at, heading in enumerate(head)}
