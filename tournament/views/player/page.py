"""A player's own page, behind their personal link: where they sit, the table's sheet as it grows, earlier tables."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access, links
from tournament.acts.people.admission import require_leaving
from tournament.acts.table.signatures import require_signing
from tournament.errors import UserError
from tournament.models import Entry, Signature, Table
from tournament.printing.letters import describe_unprintable
from tournament.progress.signing import SIGNED, Signing, signing
from tournament.reading.event.corrections import corrections
from tournament.reading.logbook import seals
from tournament.reading.people import player_page
from tournament.reading.people.player_page import Followed
from tournament.reading.table import sheets
from tournament.reading.table.sheets import Sheet
from tournament.reading.table.signatures import changed_since, signed
from tournament.views.organiser.people.names import kept_file
from tournament.views.shared.at_table import sheet_page, writes
from tournament.views.shared.page import see_other, unchanged, why_not
from tournament.views.shared.signing import Hand, dispute_page, sign_page
from tournament.views.shared.token_pages import behind_link


def own_path(token: str, **_more: object) -> str:
    """The path of a player's own page, by the token of their link."""
    return reverse("players:own", args=[token])


@behind_link("GET", home=own_path)
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Where the player sits, and their table's sheet. An open page polls; 204 says that nothing has changed."""
    entry, _by = access.player(token)
    followed = player_page.followed(entry)
    if seals.still_shown(entry.event, request.GET.get("since", ""), followed.mark):
        return unchanged(entry.event, followed.table)
    table = _table(entry, followed.table) if followed.table else {}
    table |= _corrected(entry, followed)
    leaves = (entry.waiting or not entry.withdrawn) and not why_not(require_leaving, entry)
    boxes = describe_unprintable([entry.player.name, entry.player.club])
    return own_page(
        request,
        "player/page.html",
        entry,
        token,
        seen=followed,
        mark=seals.sealed(entry.event, followed.mark),
        leaves=leaves,
        boxes=boxes,
        **table,
    )


@behind_link("GET", home=own_path)
def earlier(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The sheet of the player's table in one round."""
    entry, _by = access.player(token)
    row = _in_round(entry, number)
    return own_page(request, "player/earlier.html", entry, token, **_table(entry, row))


@behind_link("GET", home=own_path)
def kept_of(request: HttpRequest, token: str) -> HttpResponse:
    """Everything that is kept about the player, as a file for them."""
    return kept_file(access.player(token)[0])


@behind_link("POST", home=own_path)
def write(request: HttpRequest, token: str) -> HttpResponse:
    """Leads a player who sits at a table to the link with which it is written."""
    entry, _by = access.player(token)
    followed: Followed = player_page.followed(entry)
    if followed.table is None or not sits(entry, followed.table):
        raise UserError(_("You do not sit at a table now."))
    return see_other("captain:table", links.table_token(followed.table))


@behind_link("GET", "POST", home=own_path)
def sign(request: HttpRequest, token: str, round: int, number: int | None = None) -> HttpResponse:
    """The player signs their column of their table in a round, or confirms one of its deals."""
    return sign_page(request, _hand(token, round), number)


@behind_link("GET", "POST", home=own_path)
def dispute(request: HttpRequest, token: str, round: int, number: int) -> HttpResponse:
    """The player disputes a deal."""
    return dispute_page(request, _hand(token, round), number)


def sits(entry: Entry, row: Table) -> bool:
    """Whether a player sits at a table to the end: nobody took their place."""
    last = {seat.position: seat.entry_id for seat in row.seats.order_by("from_deal")}
    return entry.pk in last.values()


def _in_round(entry: Entry, number: int) -> Table:
    """The player's table in a round; refused if they have none."""
    row = next((table for table in player_page.followed(entry).tables if table.round.number == number), None)
    if row is None:
        raise UserError(_("You have no table in this round."), 404)
    return row


def _hand(token: str, round: int) -> Hand:
    """The player of a link, who signs on their own phone."""
    entry, by = access.player(token)
    row = _in_round(entry, round)
    how = Signature.How.PHONE

    def to_dispute(deal: int) -> str:
        return reverse("players:dispute", args=[token, round, deal])

    return Hand(row, entry, by, how, token, own_path(token), to_dispute)


def _table(entry: Entry, row: Table) -> dict[str, Any]:
    sheet = sheets.sheet(row, public=False)
    places = sorted(sheet.table.seats, key=lambda seat: seat.from_deal)
    return {
        # Afterwards those whom a decision concerns read why on their page of decisions.
        **sheet_page(row, sheet, inside=not row.round.closed),
        **(_signatures(entry, row, sheet) if entry.event.confirmation in SIGNED else {}),
        "position": next((seat.position for seat in reversed(places) if seat.entry == entry.number), None),
        "writes": writes(row) and not row.round.closed and sits(entry, row),
        "corrections": corrections(row.round.event, {(row.round.number, row.number)}),
    }


def _corrected(entry: Entry, followed: Followed) -> dict[str, Any]:
    """What was corrected at the player's other tables: deals, and figures that the table shown says nothing of."""
    others = {(row.round.number, row.number) for row in followed.earlier}
    current = {(row.round.number, row.number) for row in followed.tables} - others
    figures = (
        [correction for correction in corrections(entry.event, others) if correction.closed_tables.isdisjoint(current)]
        if others
        else []
    )
    return {"corrected": player_page.corrected(entry, followed.earlier), "figures": figures}


def _signatures(entry: Entry, row: Table, sheet: Sheet) -> dict[str, Any]:
    """Who signed, what the player can sign now, and what changed since they did."""
    state, open = signing(row), writes(row)
    return {
        "signed": signed(state, sheet.entry_names, is_open=open),
        "signs": open and not why_not(_require_unsigned, state, entry),
        "confirms": _confirms(state, entry) if open else [],
        "changed": changed_since(state, entry.number),
    }


def _require_unsigned(state: Signing, entry: Entry) -> None:
    """Refuses what a player cannot sign at the end of a round, or has signed already."""
    require_signing(entry.event, state, entry.number)
    if state.signed(entry.number):
        raise UserError(_("You have signed this."))


def _confirms(state: Signing, entry: Entry) -> list[int]:
    """The deals that wait for a confirmation which this player may give."""
    waiting = [deal for deal in state.unconfirmed if state.settled(deal)]
    return [deal for deal in waiting if entry.number in state.at(deal) and not state.writes(entry.number, deal)]


def own_page(
    request: HttpRequest, template: str, entry: Entry, token: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """A page behind a player's own link."""
    page = {"event": entry.event, "entry": entry, "name": sheets.full_name(entry), "token": token, **more}
    return render(request, template, {**page, "seal": seals.dated(entry.event)}, status=status)
