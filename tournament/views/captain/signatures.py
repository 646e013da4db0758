"""Signatures on the table's phone: each player with their PIN; closing the table without all of them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from tournament import access
from tournament.acts.table import signatures
from tournament.errors import UserError
from tournament.forms.table.deals import new_key
from tournament.models import Entry, Signature
from tournament.views.shared.at_table import key_of, require_writes, seen_in
from tournament.views.shared.page import on_the_page, see_other
from tournament.views.shared.signing import Hand, dispute_page, sign_page, signing_of
from tournament.views.shared.token_pages import behind_link, captain_page, open_table, sheet_path


@behind_link("GET", "POST")
def sign(request: HttpRequest, token: str, entry: int, number: int | None = None) -> HttpResponse:
    """A player signs their column, or confirms a deal, with their PIN."""
    return sign_page(request, _hand(token, entry), number)


@behind_link("GET", "POST")
def dispute(request: HttpRequest, token: str, entry: int, number: int) -> HttpResponse:
    """A player disputes a deal, with their PIN."""
    return dispute_page(request, _hand(token, entry), number)


@behind_link("GET", "POST")
def close(request: HttpRequest, token: str) -> HttpResponse:
    """Closes the table without all signatures, for a reason."""
    linked = open_table(token)
    fault: Any = ""
    status = 200
    if request.method == "POST":
        reason, seen, key = request.POST.get("reason", ""), seen_in(request.POST, "of"), key_of(request.POST)
        try:
            signatures.close_unsigned(linked.row, linked.by, reason, seen=seen, key=key)
            return see_other("captain:table", token)
        except UserError as refusal:
            fault, status = on_the_page(request, refusal)
            linked = open_table(token)
    require_writes(linked.row)
    page = {"key": new_key(), "fault": fault, "reason": request.POST.get("reason", "")}
    signed = signing_of(linked.row, linked.sheet)
    return captain_page(request, "captain/finish/close_unsigned.html", linked, status, **page, **signed)


def _hand(token: str, number: int) -> Hand:
    """A player of the table who signs on its phone."""
    row, by = access.captain(token)
    rows = Entry.objects.filter(event=row.round.event, seats__table=row).select_related("player").distinct()
    entry = get_object_or_404(rows, number=number)
    return Hand(
        row,
        entry,
        by,
        Signature.How.PIN,
        token,
        sheet_path(token),
        lambda deal: reverse("captain:dispute", args=[token, number, deal]),
    )
