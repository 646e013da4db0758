"""What a captain writes: the sheet of the table, and one deal at a time.

What is being chosen stands in the address, so that it works without scripts; nothing is written before it was shown.
"""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament import facts
from tournament.acts import deals
from tournament.acts.refusal import Refusal
from tournament.forms.choices import chosen
from tournament.forms.deals import Draft, draft, new_key, valid_key
from tournament.models import Event
from tournament.reading import sheets
from tournament.reading.corrections import corrections
from tournament.reading.progress import still_played
from tournament.views.at_table import asking, columns, done, given_by, key_of, require_writes, writes
from tournament.views.behind_link import Here, behind_link, captain_page, open_table, require_turn, to_table
from tournament.views.captain_says import undoable
from tournament.views.page import see_other


@behind_link("GET")
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet of the table, and the one thing to do next."""
    here = open_table(token)
    page: dict[str, Any] = {
        "key": new_key(),
        "done": done(request.GET, here.sheet),
        "writes": writes(here.row),
        "early": still_played(here.row.round),
        "closes": here.row.round.event.confirmation == Event.Confirmation.CAPTAIN,
        "undoes": undoable(here),
        "corrections": corrections(here.row.round.event, {(here.row.round.number, here.row.number)}),
    }
    return captain_page(request, "captain/table.html", here, **page)


@behind_link("GET", "POST")
def deal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """One deal: chosen step by step in the address, shown, and written by POST."""
    here = open_table(token)
    require_turn(here, number)
    if request.method == "POST":
        return _write(request, here, number)
    if here.sheet.lines[number - 1].result:
        return _already_written(request, here, number)
    require_writes(here.row)
    key = request.GET.get("key", "")
    given = draft(asking(here.row, here.sheet, number), chosen(request.GET))
    return _deal_page(request, here, number, given, key if valid_key(key) else new_key())


def _write(request: HttpRequest, here: Here, number: int) -> HttpResponse:
    """Writes the deal as it was shown; what was changed since is shown first."""
    key = key_of(request.POST)
    given = draft(asking(here.row, here.sheet, number), chosen(request.POST))
    if given.result is None:
        return _deal_page(request, here, number, given, key, status=422)
    if request.POST.get("seen", "") != given.seen:
        there = reverse("captain:deal", args=[here.token, number])
        return see_other(f"{there}?{given.choices.query(key=key, again='1')}")
    try:
        answer = deals.record_deal(here.row, here.by, number, given.result.to_dict(), key=key)
    except Refusal:
        now = open_table(here.token)
        if now.sheet.lines[number - 1].result:
            return _already_written(request, now, number)
        raise
    return to_table(here.token, "written", answer["deal"])


def _deal_page(
    request: HttpRequest, here: Here, number: int, given: Draft, key: str, status: int = 200
) -> HttpResponse:
    """What is asked of a deal, what was chosen, and what it would give."""
    sheet, shown = here.sheet, None
    if given.result:
        rules = facts.ruleset(here.row.round.event)
        shown = sheets.preview(sheet.table, number, given.result, rules, _standing(here, number))
    page: dict[str, Any] = {
        "line": sheet.lines[number - 1],
        "dealer": sheet.dealer(number),
        "draft": given,
        "key": key,
        "others": replace(given.choices, contract="").query(key=key),
        "again": "again" in request.GET,
        "tried": request.method == "POST" or "next" in request.GET,
        "preview": shown,
        "columns": columns(sheet, shown),
    }
    return captain_page(request, "captain/deal.html", here, status, **page)


def _standing(here: Here, number: int) -> dict[int, int]:
    """The totals by position before a deal, with what was decided at the table, as when the table is closed."""
    given = given_by(sheets.decisions_at(here.row), here.sheet)
    return {position: total + given[position] for position, total in here.sheet.totals_before(number).items()}


def _already_written(request: HttpRequest, here: Here, number: int) -> HttpResponse:
    """Somebody wrote this deal before: what stands there, with 409."""
    line = here.sheet.lines[number - 1]
    return captain_page(request, "captain/written.html", here, 409, line=line, columns=columns(here.sheet, line))
