"""What a captain writes: the sheet of the table, and one deal at a time.

The choices made so far are in the URL, so that it works without scripts; nothing is written before it was shown.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.kernel.submissions import Answer, earlier_answer
from tournament.acts.table import deals
from tournament.errors import UserError
from tournament.forms.table.choices import Choices, chosen, entered, typed, written
from tournament.forms.table.deals import Draft, draft, new_key
from tournament.forms.table.phone import phone_state
from tournament.integers import read_integer
from tournament.models import Decision, Event, Table
from tournament.progress.next_step import being_played
from tournament.ranking import facts
from tournament.reading.event.corrections import corrections
from tournament.reading.jury.rulings import effect_of_correction
from tournament.reading.logbook import history, seals
from tournament.reading.logbook.chronicle import describe_result
from tournament.reading.rounds import timer
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetLine
from tournament.views.captain.json_answers import done_answer
from tournament.views.captain.reports import offered
from tournament.views.shared.at_table import (
    asked_of,
    asking,
    columns,
    correctable,
    done,
    fresh_key,
    key_of,
    line_of,
    phone_in,
    require_writes,
    seated_in,
    seen_in,
    taken_back,
    writer_of,
    writes,
)
from tournament.views.shared.page import see_other, unchanged, wants_json
from tournament.views.shared.signing import signing_of
from tournament.views.shared.token_pages import (
    Here,
    behind_link,
    captain_page,
    open_table,
    require_turn,
    sheet_path,
    written_page,
)


@dataclass(frozen=True, slots=True)
class Way:
    """Why a deal is asked: the name of the page's address, what is done when it is sent, and how that is said."""

    page: str
    act: Callable[..., Answer]
    said: str


def _record(_request: HttpRequest, *given: Any, **looked_at: Any) -> Answer:
    return deals.record_deal(*given, **looked_at, in_turn=True)


def _correct(request: HttpRequest, *given: Any, **looked_at: Any) -> Answer:
    return deals.correct_deal(*given, **looked_at, at_table=True, reason=_reason(request).strip())


def _reason(request: HttpRequest) -> str:
    """Why an earlier deal is corrected, as typed so far: it is in the address while another language is chosen."""
    return (request.POST or request.GET).get("reason", "")


RECORDING, CORRECTING = Way("captain:deal", _record, "written"), Way("captain:correct", _correct, "corrected")


@behind_link("GET")
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet of the table, and the one thing to do next. A page that waits for the jury asks for news: 204 if none.

    It sends the table's revision in `since`.
    """
    if "since" in request.GET:
        row = access.captain(token)[0]
        if request.GET["since"] == str(row.revision):
            return unchanged(row.round.event, row)
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
        "corrects": correctable(here.row, here.sheet),
        "changed": _changed(request, here),
        "penalty": facts.penalties(here.row.round.event).get(Decision.MISDEAL),
        "timer": timer.of_table(here.row),
        "seal": seals.dated(here.row.round.event),
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
        return written_page(request, here, here.sheet.lines[number - 1])
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


@behind_link("GET", "POST")
def correct(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """A deal that the table recorded, to be put right: as it was recorded, until something else is chosen."""
    if request.method == "POST":
        return _write(request, token, number, CORRECTING)
    here = open_table(token)
    require_writes(here.row)
    line = line_of(here.sheet, number)
    if not line.entered:
        raise UserError(_("Deal %(number)s has not been recorded yet.") % {"number": number})
    deals.require_unruled(here.row, number)
    asked, key = asking(here.row, here.sheet, number), fresh_key(here.row, request.GET)
    choices = chosen(request.GET) if "key" in request.GET else _recorded(here, number)
    return _deal_page(request, here, number, draft(asked, choices), key, way=CORRECTING)


def _write(request: HttpRequest, token: str, number: int, way: Way = RECORDING) -> HttpResponse:
    """Writes the deal as it was shown; if it changed since, shows it first. The sheet is computed only if needed."""
    row, by = access.captain(token)
    key = key_of(request.POST)
    seated = seated_in(request.POST, number)
    asked = asked_of(row, number, seated)
    given = draft(asked, chosen(request.POST))
    if given.result is None and wants_json(request):
        raise UserError(given.sentence, 422)
    if given.result is None:
        here = _opened(token, number, way)
        given = draft(asking(here.row, here.sheet, number), given.choices)
        return _deal_page(request, here, number, given, key, status=422, way=way)
    outdated = _outdated(request, row, given, key, asked.ruleset.hash)
    if outdated and wants_json(request):
        raise UserError(outdated)
    if outdated:
        return see_other(_deal_path(token, number, given.choices, way, key=key, again="1", reason=_reason(request)))
    looked_at: dict[str, Any] = {"replaces": seen_in(request.POST), "seated": seated, "phone": phone_in(request.POST)}
    try:
        answer = way.act(request, row, by, number, given.result.to_dict(), **looked_at, key=key)
    except UserError as refusal:
        if wants_json(request):
            raise
        return refused_deal(request, token, number, given, refusal, way)
    return done_answer(request, token, way.said, row, answer)


def _outdated(request: HttpRequest, row: Table, given: Draft, key: str, rules: str) -> str:
    """Why what is sent is not what was shown, as a sentence; "" if it is."""
    if request.POST.get("seen", "") != given.seen:
        return _("You changed something after it was shown. Nothing has been recorded yet: check it again.")
    # What was recorded before the rules were corrected is answered the same again.
    if request.POST.get("rules", rules) != rules and not earlier_answer(row, key):
        return _("The rules were corrected after the points were shown. Nothing has been recorded: check it again.")
    return ""


def refused_deal(
    request: HttpRequest, token: str, number: int, given: Draft, refusal: UserError, way: Way = RECORDING
) -> HttpResponse:
    """Why the deal was not written, beside what was chosen; or, if it stands there otherwise by now, beside that."""
    now = _opened(token, number, way)
    line = now.sheet.lines[number - 1]
    given = draft(asking(now.row, now.sheet, number), given.choices)
    if way is RECORDING and line.stands:
        return written_page(request, now, line, mine=given)
    require_writes(now.row)
    if way is CORRECTING and refusal.status == 409:
        return written_page(request, now, line, refusal.sentence, given)
    return _deal_page(request, now, number, given, new_key(), refusal.status, refusal.sentence, way)


def _opened(token: str, number: int, way: Way) -> Here:
    """The table as it is now; refused if it has no such deal, or if another one is to be recorded first."""
    here = open_table(token)
    if way is RECORDING:
        require_turn(here, number)
    line_of(here.sheet, number)
    return here


def _deal_page(
    request: HttpRequest,
    here: Here,
    number: int,
    given: Draft,
    key: str,
    status: int = 200,
    fault: Any = "",
    way: Way = RECORDING,
) -> HttpResponse:
    """What is asked about a deal, what was chosen, and what it would give."""
    sheet, line, shown, reason = here.sheet, here.sheet.lines[number - 1], None, _reason(request)
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
        "here": request.method == "POST" and _deal_path(here.token, number, given.choices, way, key=key, reason=reason),
        "action": reverse(way.page, args=[here.token, number]),
        "shown": "captain/deal/preview.html",
        "tried": request.method == "POST" or "next" in request.GET,
        "news": not line.over and given.choices.announced != line.announced,
        "preview": shown,
        "columns": columns(sheet, shown),
        "phone": phone_state(here.row, sheet, sheet_path(here.token)),
        "open": {"deal": number, "fields": given.choices.query(key=key, reason=reason), "corrects": way is CORRECTING},
        **(_correction(here, line, given, reason) if way is CORRECTING else {}),
    }
    return captain_page(request, "captain/deal/deal.html", here, status, **page)


def _correction(here: Here, line: SheetLine, given: Draft, reason: str) -> dict[str, Any]:
    """What a page that corrects a deal shows besides: what changes, and whether a reason is asked."""
    rules = facts.ruleset(here.row.round.event)
    effect = effect_of_correction(here.sheet, line.number, given.result, rules) if given.result else []
    before = draft(asking(here.row, here.sheet, line.number), _recorded(here, line.number))
    same = given.result is not None and given.seen == before.seen
    asks = {"asks_reason": line is not here.sheet.last, "reason": reason}
    return {
        "correcting": True,
        "shown": "captain/deal/put_right.html",
        "effect": effect,
        "same": same,
        **asks,
    }


def _recorded(here: Here, number: int) -> Choices:
    """What the table recorded of a deal, as choices."""
    return typed(entered(here.sheet.table.deal(number)), facts.ruleset(here.row.round.event))


def _deal_path(token: str, number: int, choices: Choices, way: Way = RECORDING, **more: str) -> str:
    """The URL of a deal with the choices made so far."""
    return f"{reverse(way.page, args=[token, number])}?{choices.query(**more)}"


def _changed(request: HttpRequest, here: Here) -> tuple[str, str] | None:
    """The results before and after the correction that was just made, in words; None after anything else."""
    number = read_integer(request.GET.get("deal", ""))
    if request.GET.get("done") != CORRECTING.said or not number:
        return None
    change = history.put_right(history.deal_moments(here.row, number))
    rules, names = facts.ruleset(here.row.round.event), facts.names_at(here.row, number)
    return change and (describe_result(change[0], rules, names), describe_result(change[1], rules, names))
