"""A sticker on a table of a club: once the phone knows the evening's code, the way to what is played there now.

Looking writes nothing, and shows nobody's name. What is written is written behind the table's own link, so that a phone
there, its queue and the phone that takes over are those of any table.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament import access, links
from tournament.errors import UserError
from tournament.models import Event, Sticker, Table
from tournament.progress.evenings_on import EveningOn, evenings_on
from tournament.progress.next_step import progress
from tournament.views.shared.evening_codes import evening_of_phone, evening_typed, keep_evening
from tournament.views.shared.page import on_the_page, see_other
from tournament.views.shared.token_pages import behind_link


def sticker_path(code: str, **_more: object) -> str:
    """The path of a sticker, by its code."""
    return reverse("sticker", args=[code])


@behind_link("GET", "POST", home=sticker_path)
def table(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to the table, or asks for the evening's code; says what else there is to wait for."""
    sticker = access.sticker(code)
    evenings = evenings_on(sticker.organisation)
    if request.method == "POST":
        return _enter(request, sticker, code, evenings)
    evening = evening_of_phone(request, evenings)
    if evening is None:
        return _page(request, sticker, asks=bool(evenings))
    round = _played(evening.event) if evening.event else None
    if round is None:
        return _page(request, sticker, evening=evening)
    rows = Table.objects.filter(round__event=evening.event, round__number=round, number=sticker.number)
    row = rows.first()
    if row is None:
        return _page(request, sticker, evening=evening, round=round)
    return redirect("captain:table", links.table_token(row))


def _played(event: Event) -> int | None:
    """The number of the round that is played: of those that are shown, the first that lacks deals, or else the last."""
    rounds = [round for round in progress(event).rounds if round.published and not round.closed]
    return next((round.number for round in rounds if not round.complete), rounds[-1].number if rounds else None)


def _enter(request: HttpRequest, sticker: Sticker, code: str, evenings: list[EveningOn]) -> HttpResponse:
    if not evenings:
        return see_other(sticker_path(code))
    try:
        evening = evening_typed(request, code, f"stickers {sticker.organisation_id}", evenings)
    except UserError as refusal:
        fault, status = on_the_page(request, refusal)
        return _page(request, sticker, status, asks=True, fault=fault, return_path=sticker_path(code))
    return keep_evening(see_other(sticker_path(code)), evening)


def _page(request: HttpRequest, sticker: Sticker, status: int = 200, **more: Any) -> HttpResponse:
    page = {"sticker": sticker, "organisation": sticker.organisation, **more}
    return render(request, "sticker/table.html", page, status=status)
