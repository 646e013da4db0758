"""A table behind its link for reading: its sheet as it grows, and the way to write on this phone."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournament import access, links
from tournament.errors import UserError
from tournament.models import Entry, Table
from tournament.ranking import facts
from tournament.reading.event.corrections import corrections
from tournament.reading.logbook import seals
from tournament.reading.people import player_page
from tournament.reading.table import sheets
from tournament.remembered import COOKIE
from tournament.views.shared.at_table import sheet_page, writes
from tournament.views.shared.page import on_the_page, see_other, unchanged
from tournament.views.shared.pins import owner_of, remembered
from tournament.views.shared.signing import signing_of
from tournament.views.shared.token_pages import behind_link


def reading_path(token: str, **_more: object) -> str:
    """The path of a table behind its link for reading."""
    return reverse("players:table", args=[token])


@behind_link("GET", home=reading_path)
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet of the table; while its results are kept back, who sits there and how far it is.

    An open page polls; 204 says that nothing has changed.
    """
    row = access.reader(token)
    mark = player_page.mark(row, row.signatures.count())
    if seals.still_shown(row.round.event, request.GET.get("since", ""), mark):
        return unchanged(row.round.event, row)
    sheet = sheets.sheet(row, public=False, just_read=True)
    event = row.round.event
    page = {"mark": seals.sealed(event, mark), "juror": _rules(request, row), "token": token}
    page["seal"] = seals.dated(event)
    if _kept_back(row) and not page["juror"]:
        done = sum(line.over for line in sheet.lines)
        page |= {"event": row.round.event, "table": row, "sheet": sheet, "done": done}
        return render(request, "player/withheld.html", page)
    corrected = corrections(row.round.event, {(row.round.number, row.number)})
    page |= {
        # Whoever has the code on the table may be anybody once its players have left.
        **sheet_page(row, sheet, inside=not row.round.closed),
        **signing_of(row, sheet),
        "writes": writes(row) and not row.round.closed,
    }
    return render(request, "player/table.html", {**page, "corrections": corrected})


def _kept_back(row: Table) -> bool:
    """Whether the results of a table are for later: its round is closed, and hidden or past where the ranking froze."""
    return row.round.closed and not facts.public_rounds(row.round.event, [row.round])


def _rules(request: HttpRequest, row: Table) -> bool:
    """Whether a member of the jury looks on. The session is not read for others, whose page is the same for all."""
    signed_in = not request.COOKIES.keys().isdisjoint((settings.SESSION_COOKIE_NAME, COOKIE))
    return signed_in and access.Permission.RULE in access.allowed(request, row.round.event)


@behind_link("GET", "POST", home=reading_path)
def write(request: HttpRequest, token: str) -> HttpResponse:
    """Gives this phone the link with which the table is written, for the PIN of one of those who sit there."""
    row = access.reader(token)
    if request.method != "POST":
        return _ask(request, row, token)
    try:
        owner_of(request, token, seated(row))
    except UserError as refusal:
        fault, status = on_the_page(request, refusal)
        return _ask(request, row, token, status=status, fault=fault, return_path=request.path)
    return remembered(see_other("captain:table", links.table_token(row)), token, reading_path(token))


def seated(row: Table) -> list[Entry]:
    """Those who sit at a table now, by seat."""
    rows = row.seats.order_by("from_deal").select_related("entry__player")
    return list({seat.position: seat.entry for seat in rows}.values())


def _ask(request: HttpRequest, row: Table, token: str, status: int = 200, **more: Any) -> HttpResponse:
    page = {"event": row.round.event, "table": row, "home": reading_path(token), **more}
    return render(request, "player/write.html", page, status=status)
