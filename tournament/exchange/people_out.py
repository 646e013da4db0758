"""An empty list of players to fill in, with the headings that the import understands, in the active language."""

import csv
import io

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exchange.listings import Column, Listing
from tournament.exchange.xlsx_out import written


def columns() -> list[Column]:
    """The columns of the list; `headings` knows each heading."""
    return [
        Column(_("Number"), 10),
        Column(_("Name"), 32),
        Column(_("Club"), 26),
        Column(_("Language"), 10),
        Column(_("Role"), 12),
        Column(_("Initials only"), 18),
        Column(pgettext("heading of a list: the player keeps score for the table", "Captain"), 12),
        Column(_("Family"), 20),
    ]


def workbook() -> bytes:
    """The list as a workbook."""
    return written(_("Players"), [Listing(_("Players"), columns(), [])])


def semicolons() -> bytes:
    """The list as CSV that Excel splits into columns and reads as UTF-8."""
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerow([column.heading for column in columns()])
    return text.getvalue().encode("utf-8-sig")
