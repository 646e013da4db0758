"""A list of players with the headings that the import understands, in the active language: empty, or of an event."""

import csv
import io
from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.exchange.lists import headings
from tournament.exchange.lists.listings import Listing, ListingColumn
from tournament.exchange.workbook.xlsx_out import written
from tournament.models import Entry, Event

Row = Sequence[str]


def columns(unread: Collection[str] = (headings.LICENCE,)) -> list[ListingColumn]:
    """The columns of the list, but for those of fields that are not read; `headings` knows each heading."""
    every = {
        headings.NUMBER: ListingColumn(_("Number"), 10),
        headings.NAME: ListingColumn(_("Name"), 32),
        headings.LICENCE: ListingColumn(_("Licence number"), 16),
        headings.CLUB: ListingColumn(_("Club"), 26),
        headings.LANGUAGE: ListingColumn(_("Language"), 10),
        headings.ROLE: ListingColumn(_("Role"), 12),
        headings.INITIALS: ListingColumn(_("Initials only"), 18),
        headings.WRITES: ListingColumn(
            pgettext("heading of a list: the player keeps score for the table", "Captain"), 12
        ),
        headings.FAMILY: ListingColumn(_("Family"), 20),
    }
    return [column for field, column in every.items() if field not in unread]


def workbook(rows: Sequence[Row] = (), unread: Collection[str] = (headings.LICENCE,)) -> bytes:
    """The list as a workbook, empty or with these people."""
    return written(_("Players"), [Listing(_("Players"), columns(unread), rows)])


def pasted(rows: Sequence[Row]) -> str:
    """The list as text with tabs between its columns, as it would be pasted."""
    return "\n".join("\t".join(row) for row in ([column.heading for column in columns()], *rows))


def rows(event: Event) -> list[Row]:
    """The people of an event as lines of the list, without their numbers; nobody who is excluded or has no name."""
    entries = Entry.objects.filter(event=event, excluded=False).exclude(player__name="").select_related("player")
    return [_row(entry) for entry in entries.order_by("player__sorting", "number")]


def _row(entry: Entry) -> Row:
    player, yes = entry.player, _("yes")
    role = "joker" if entry.role == Entry.PlayerRole.JOKER else ""
    told = [yes if fact else "" for fact in (player.initials_only, player.writes)]
    return ["", player.name, player.club, player.language, role, *told, player.family]


def semicolons(unread: Collection[str] = (headings.LICENCE,)) -> bytes:
    """The list as CSV that Excel splits into columns and reads as UTF-8."""
    text = io.StringIO()
    csv.writer(text, delimiter=";").writerow([column.heading for column in columns(unread)])
    return text.getvalue().encode("utf-8-sig")
