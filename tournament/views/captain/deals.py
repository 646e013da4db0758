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
from tournament.forms.table.phone import phone_script
from tournament.integers import read_integer
from tournament.models import Decision, Event, Table
from tournament.progress.next_step import being_played
from tournament.ranking import facts
from tournament.reading.event.corrections import Correction, corrections
from tournament.reading.jury.rulings import effect_of_correction
from tournament.reading.logbook import history, seals
from tournament.reading.logbook.chronicle import describe_result
from tournament.reading.rounds import timer
from tournament.reading.table import sheets
from tournament.reading.table.scoreboard import scoreboard
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
    LinkedTable,
    behind_link,
    captain_page,
    open_table,
    require_turn,
    sheet_path,
    written_page,
)


@dataclass(frozen=True, slots=True)
class Way:
    """Why a deal is asked: the name of the address, what is done when it is sent, and how that is called."""

    url_name: str
    act: Callable[..., Answer]
    outcome: str


def _record(_request: HttpRequest, *deal_draft: Any, **looked_at: Any) -> Answer:
    return deals.record_deal(*deal_draft, **looked_at, in_turn=True)


def _correct(request: HttpRequest, *deal_draft: Any, **looked_at: Any) -> Answer:
    return deals.correct_deal(*deal_draft, **looked_at, at_table=True, reason=_reason(request).strip())


def _reason(request: HttpRequest) -> str:
    """Why an earlier deal is corrected, as typed so far: it is in the address while another language is chosen."""
    return (request.POST or request.GET).get("reason", "")


RECORDING, CORRECTING = Way("captain:deal", _record, "written"), Way("captain:correct", _correct, "corrected")


@behind_link("GET")
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet of the table, and the one thing to do next. A page that waits for the jury asks for news: 204 if none.

    It sends the table's revision, sealed, in `since`.
    """
    if "since" in request.GET:
        row = access.captain(token)[0]
        if seals.still_shown(row.round.event, request.GET["since"], str(row.revision)):
            return unchanged(row.round.event, row)
    linked = open_table(token)
    page: dict[str, Any] = {
        "board": scoreboard(linked.sheet),
        "key": new_key(),
        "mark": seals.sealed(linked.row.round.event, str(linked.row.revision)),
        "done": done(request.GET, linked.sheet),
        "writes": writes(linked.row),
        "writer": writer_of(linked.row, linked.sheet),
        "early": being_played(linked.row.round),
        **signing_of(linked.row, linked.sheet),
        "closes": linked.row.round.event.confirmation == Event.Confirmation.CAPTAIN,
        "undoes": offered(linked),
        "phone": phone_script(linked.row, linked.sheet, sheet_path(token)) if writes(linked.row) else None,
        "corrects": correctable(linked.row, linked.sheet),
        "changed": _changed(request, linked),
        "penalty": facts.penalties(linked.row.round.event).get(Decision.MISDEAL),
        "timer": timer.of_table(linked.row),
        "seal": seals.dated(linked.row.round.event),
        "corrections": _corrections(linked),
    }
    return captain_page(request, "captain/table.html", linked, **page)


@behind_link("GET", "POST")
def deal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """One deal: chosen step by step in the URL, shown, and written by POST."""
    if request.method == "POST":
        return _write(request, token, number)
    linked = open_table(token)
    require_turn(linked, number)
    if linked.sheet.lines[number - 1].stands:
        return written_page(request, linked, linked.sheet.lines[number - 1])
    require_writes(linked.row)
    key = fresh_key(linked.row, request.GET)
    questions = asking(linked.row, linked.sheet, number)
    taken = not request.GET and taken_back(linked.row, linked.sheet.lines[number - 1])
    if taken:
        return see_other(_deal_path(token, number, typed(taken, questions.ruleset), key=key, taken="1"))
    announced = not request.GET and linked.sheet.lines[number - 1].announced
    if announced:
        return see_other(_deal_path(token, number, typed(written(announced), questions.ruleset), key=key))
    deal_draft = draft(questions, chosen(request.GET))
    return _deal_page(request, linked, number, deal_draft, key)


@behind_link("GET", "POST")
def correct(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """A deal that the table recorded, to be put right: as it was recorded, until something else is chosen."""
    if request.method == "POST":
        return _write(request, token, number, CORRECTING)
    linked = open_table(token)
    require_writes(linked.row)
    line = line_of(linked.sheet, number)
    if not line.entered:
        raise UserError(_("Deal %(number)s has not been recorded yet.") % {"number": number})
    deals.require_unruled(linked.row, number)
    questions, key = asking(linked.row, linked.sheet, number), fresh_key(linked.row, request.GET)
    choices = chosen(request.GET) if "key" in request.GET else _recorded(linked, number)
    return _deal_page(request, linked, number, draft(questions, choices), key, way=CORRECTING)


def _write(request: HttpRequest, token: str, number: int, way: Way = RECORDING) -> HttpResponse:
    """Writes the deal as it was shown; if it changed since, shows it first. The sheet is computed only if needed."""
    row, by = access.captain(token)
    key = key_of(request.POST)
    seated = seated_in(request.POST, number)
    questions = asked_of(row, number, seated)
    deal_draft = draft(questions, chosen(request.POST))
    if deal_draft.result is None and wants_json(request):
        raise UserError(deal_draft.sentence, 422)
    if deal_draft.result is None:
        linked = _opened(token, number, way)
        deal_draft = draft(asking(linked.row, linked.sheet, number), deal_draft.choices)
        return _deal_page(request, linked, number, deal_draft, key, status=422, way=way)
    outdated = _outdated(request, row, deal_draft, key, questions.ruleset.hash)
    if outdated and wants_json(request):
        raise UserError(outdated)
    if outdated:
        return see_other(
            _deal_path(token, number, deal_draft.choices, way, key=key, again="1", reason=_reason(request))
        )
    looked_at: dict[str, Any] = {"replaces": seen_in(request.POST), "seated": seated, "phone": phone_in(request.POST)}
    try:
        answer = way.act(request, row, by, number, deal_draft.result.to_dict(), **looked_at, key=key)
    except UserError as refusal:
        if wants_json(request):
            raise
        return refused_deal(request, token, number, deal_draft, refusal, way)
    return done_answer(request, token, way.outcome, row, answer)


def _outdated(request: HttpRequest, row: Table, deal_draft: Draft, key: str, rules: str) -> str:
    """Why what is sent is not what was shown, as a sentence; "" if it is."""
    if request.POST.get("seen", "") != deal_draft.seen:
        return _("You changed something after it was shown. Nothing has been recorded yet: check it again.")
    # What was recorded before the rules were corrected is answered the same again.
    if request.POST.get("rules", rules) != rules and not earlier_answer(row, key):
        return _("The rules were corrected after the points were shown. Nothing has been recorded: check it again.")
    return ""


def refused_deal(
    request: HttpRequest, token: str, number: int, deal_draft: Draft, refusal: UserError, way: Way = RECORDING
) -> HttpResponse:
    """Why the deal was not written, beside what was chosen; or, if it stands there otherwise by now, beside that."""
    linked = _opened(token, number, way)
    line = linked.sheet.lines[number - 1]
    deal_draft = draft(asking(linked.row, linked.sheet, number), deal_draft.choices)
    if way is RECORDING and line.stands:
        return written_page(request, linked, line, mine=deal_draft)
    require_writes(linked.row)
    if way is CORRECTING and refusal.status == 409:
        return written_page(request, linked, line, refusal.sentence, deal_draft)
    return _deal_page(request, linked, number, deal_draft, new_key(), refusal.status, refusal.sentence, way)


def _opened(token: str, number: int, way: Way) -> LinkedTable:
    """The table as it is now; refused if it has no such deal, or if another one is to be recorded first."""
    linked = open_table(token)
    if way is RECORDING:
        require_turn(linked, number)
    line_of(linked.sheet, number)
    return linked


def _deal_page(
    request: HttpRequest,
    linked: LinkedTable,
    number: int,
    deal_draft: Draft,
    key: str,
    status: int = 200,
    fault: Any = "",
    way: Way = RECORDING,
) -> HttpResponse:
    """What is asked about a deal, what was chosen, and what it would give."""
    sheet, line, preview, reason = linked.sheet, linked.sheet.lines[number - 1], None, _reason(request)
    refused = deals.refusal_sentence(
        sheet.table.deal(number).rulings,
        deal_draft.result.to_dict() if deal_draft.result else {},
        lambda: sheet.names(number),
    )
    if refused:
        deal_draft, fault = replace(deal_draft, result=None, error=refused), ""
    if deal_draft.result:
        rules = facts.ruleset(linked.row.round.event)
        preview = sheets.preview(sheet.table, number, deal_draft.result, rules, sheet.totals_before(number))
    page: dict[str, Any] = {
        "line": line,
        "dealer": sheet.dealer(number),
        "draft": deal_draft,
        "key": key,
        # The jury's answer was about the contract, so it goes with it.
        "others": replace(deal_draft.choices, contract="", jury="").query(key=key),
        "again": "again" in request.GET,
        "taken": "taken" in request.GET,
        "fault": fault,
        "return_path": request.method == "POST"
        and _deal_path(linked.token, number, deal_draft.choices, way, key=key, reason=reason),
        "action": reverse(way.url_name, args=[linked.token, number]),
        "preview_template": "captain/deal/preview.html",
        "tried": request.method == "POST" or "next" in request.GET,
        "news": not line.over and deal_draft.choices.announced != line.announced,
        "preview": preview,
        "columns": columns(sheet, preview),
        "phone": phone_script(linked.row, sheet, sheet_path(linked.token)),
        "open": {
            "deal": number,
            "fields": deal_draft.choices.query(key=key, reason=reason),
            "corrects": way is CORRECTING,
        },
        **(_correction(linked, line, deal_draft, reason) if way is CORRECTING else {}),
    }
    return captain_page(request, "captain/deal/deal.html", linked, status, **page)


def _correction(linked: LinkedTable, line: SheetLine, deal_draft: Draft, reason: str) -> dict[str, Any]:
    """What a page that corrects a deal shows besides: what changes, and whether a reason is asked."""
    rules = facts.ruleset(linked.row.round.event)
    effect = effect_of_correction(linked.sheet, line.number, deal_draft.result, rules) if deal_draft.result else []
    before = draft(asking(linked.row, linked.sheet, line.number), _recorded(linked, line.number))
    same = deal_draft.result is not None and deal_draft.seen == before.seen
    asks = {"asks_reason": line is not linked.sheet.last, "reason": reason}
    return {
        "correcting": True,
        "preview_template": "captain/deal/put_right.html",
        "effect": effect,
        "same": same,
        **asks,
    }


def _recorded(linked: LinkedTable, number: int) -> Choices:
    """What the table recorded of a deal, as choices."""
    return typed(entered(linked.sheet.table.deal(number)), facts.ruleset(linked.row.round.event))


def _deal_path(token: str, number: int, choices: Choices, way: Way = RECORDING, **more: str) -> str:
    """The URL of a deal with the choices made so far."""
    return f"{reverse(way.url_name, args=[token, number])}?{choices.query(**more)}"


def _corrections(linked: LinkedTable) -> list[Correction]:
    """The corrections of the rules that were made after this table was closed."""
    row = linked.row
    return corrections(row.round.event, {(row.round.number, row.number)}) if linked.sheet.beside.corrections else []


def _changed(request: HttpRequest, linked: LinkedTable) -> tuple[str, str] | None:
    """The results before and after the correction that was just made, in words; None after anything else.

    Where only the last part differs, after is that part: "samen 9, An and Bert: 10 tricks" and "12 tricks".
    """
    number = read_integer(request.GET.get("deal", ""))
    if request.GET.get("done") != CORRECTING.outcome or not number:
        return None
    change = history.put_right(history.deal_moments(linked.row, number))
    rules, names = facts.ruleset(linked.row.round.event), facts.names_at(linked.row, number)
    if not change:
        return None
    before, after = (describe_result(result, rules, names) for result in change)
    start, separator, end = after.rpartition(": ")
    return before, end if before.startswith(start + separator) else after
