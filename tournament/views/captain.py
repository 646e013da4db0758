"""What a captain writes: the sheet of the table, and one deal at a time.

The choices made so far are in the URL, so that it works without scripts; nothing is written before it was shown.
"""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts import deals
from tournament.forms.choices import Choices, chosen, typed, written
from tournament.forms.deals import Draft, draft, new_key
from tournament.forms.phone import phone_state
from tournament.models import Event, Table
from tournament.ranking import facts
from tournament.ranking.progress import being_played
from tournament.reading import sheets
from tournament.reading.corrections import corrections
from tournament.refusal import Refusal
from tournament.views.at_table import (
    asked_of,
    asking,
    columns,
    done,
    fresh_key,
    key_of,
    phone_in,
    require_writes,
    seated_in,
    seen_in,
    taken_back,
    writer_of,
    writes,
)
from tournament.views.behind_link import (
    Here,
    behind_link,
    captain_page,
    open_table,
    require_turn,
    sheet_path,
    written_page,
)
from tournament.views.captain_says import offered
from tournament.views.page import see_other
from tournament.views.signing import signing_of
from tournament.views.spoken import answered, in_json


@behind_link("GET")
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet of the table, and the one thing to do next."""
    here = open_table(token)
    page: dict[str, Any] = {
        "key": new_key(),
        "done": done(request.GET, here.sheet),
        "writes": writes(here.row),
        "writer": writer_of(here.row, here.sheet),
        "early": being_played(here.row.round),
        **signing_of(here.row, here.sheet),
        "closes": here.row.round.event.confirmation == Event.Confirmation.CAPTAIN,
        "undoes": offered(here),
        "phone": phone_state(here.row, here.sheet, sheet_path(token)) if writes(here.row) else None,
        "corrections": corrections(here.row.round.event, {(here.row.round.number, here.row.number)}),
    }
    return captain_page(request, "captain/table.html", here, **page)


@behind_link("GET", "POST")
def deal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """One deal: chosen step by step in the URL, shown, and written by POST."""
    if request.method == "POST":
        return _write(request, token, number)
    here = open_table(token)
    require_turn(here, number)
    if here.sheet.lines[number - 1].stands:
        return _already_written(request, here, number)
    require_writes(here.row)
    key = fresh_key(here.row, request.GET)
    asked = asking(here.row, here.sheet, number)
    taken = not request.GET and taken_back(here.row, here.sheet.lines[number - 1])
    if taken:
        return see_other(_deal_path(token, number, typed(taken, asked.ruleset), key=key, taken="1"))
    announced = not request.GET and here.sheet.lines[number - 1].announced
    if announced:
        return see_other(_deal_path(token, number, typed(written(announced), asked.ruleset), key=key))
    given = draft(asked, chosen(request.GET))
    return _deal_page(request, here, number, given, key)


def _write(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Writes the deal as it was shown; if it changed since, shows it first. The sheet is computed only if needed."""
    row, by = access.captain(token)
    key = key_of(request.POST)
    seated = seated_in(request.POST, number)
    given = draft(asked_of(row, number, seated), chosen(request.POST))
    if given.result is None and in_json(request):
        raise Refusal(given.sentence, 422)
    if given.result is None:
        here = open_table(token)
        require_turn(here, number)
        given = draft(asking(here.row, here.sheet, number), given.choices)
        return _deal_page(request, here, number, given, key, status=422)
    changed = request.POST.get("seen", "") != given.seen or _other_rules(request, row)
    if changed and in_json(request):
        raise Refusal(_("You changed something after it was shown. Nothing has been recorded yet: check it again."))
    if changed:
        return see_other(_deal_path(token, number, given.choices, key=key, again="1"))
    looked_at: dict[str, Any] = {"replaces": seen_in(request.POST), "seated": seated, "phone": phone_in(request.POST)}
    try:
        answer = deals.record_deal(row, by, number, given.result.to_dict(), **looked_at, in_turn=True, key=key)
    except Refusal as refusal:
        if in_json(request):
            raise
        return refused_deal(request, token, number, given, refusal)
    return answered(request, token, "written", row, answer)


def _other_rules(request: HttpRequest, row: Table) -> bool:
    """Whether the points that were shown are those of rules that have been corrected since."""
    rules = request.POST.get("rules")
    return rules is not None and rules != facts.ruleset(row.round.event).hash


def refused_deal(request: HttpRequest, token: str, number: int, given: Draft, refusal: Refusal) -> HttpResponse:
    """Why the deal was not written, beside what was chosen; or, if somebody else wrote it, what they wrote."""
    now = open_table(token)
    require_turn(now, number)
    if now.sheet.lines[number - 1].stands:
        return _already_written(request, now, number)
    require_writes(now.row)
    given = draft(asking(now.row, now.sheet, number), given.choices)
    return _deal_page(request, now, number, given, new_key(), refusal.status, fault=refusal.sentence)


def _deal_page(
    request: HttpRequest, here: Here, number: int, given: Draft, key: str, status: int = 200, fault: Any = ""
) -> HttpResponse:
    """What is asked about a deal, what was chosen, and what it would give."""
    sheet, line, shown = here.sheet, here.sheet.lines[number - 1], None
    refused = deals.refusal_sentence(
        sheet.table.deal(number).rulings, given.result.to_dict() if given.result else {}, lambda: sheet.names(number)
    )
    if refused:
        given, fault = replace(given, result=None, error=refused), ""
    if given.result:
        rules = facts.ruleset(here.row.round.event)
        shown = sheets.preview(sheet.table, number, given.result, rules, sheet.totals_before(number))
    page: dict[str, Any] = {
        "line": line,
        "dealer": sheet.dealer(number),
        "draft": given,
        "key": key,
        # The jury's answer was about the contract, so it goes with it.
        "others": replace(given.choices, contract="", jury="").query(key=key),
        "again": "again" in request.GET,
        "taken": "taken" in request.GET,
        "fault": fault,
        "here": _deal_path(here.token, number, given.choices, key=key) if request.method == "POST" else "",
        "tried": request.method == "POST" or "next" in request.GET,
        "news": not line.settled and given.choices.announced != line.announced,
        "preview": shown,
        "columns": columns(sheet, shown),
        "phone": phone_state(here.row, sheet, sheet_path(here.token)),
        "open": {"number": number, "fields": given.choices.query(key=key)},
    }
    return captain_page(request, "captain/deal.html", here, status, **page)


def _deal_path(token: str, number: int, choices: Choices, **more: str) -> str:
    """The URL of a deal with the choices made so far."""
    return f"{reverse('captain:deal', args=[token, number])}?{choices.query(**more)}"


def _already_written(request: HttpRequest, here: Here, number: int) -> HttpResponse:
    """Answers 409 with what somebody wrote for this deal before."""
    line = here.sheet.lines[number - 1]
    return written_page(request, here, line)
