"""The desk's page of one deal: what is written and why, correcting it, taking it back, redeals, its history."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import Permission
from tournament.acts.kernel.submissions import Answer, require_typable
from tournament.acts.table import deals, redeals
from tournament.errors import UserError
from tournament.forms.table.choices import entered, typed
from tournament.forms.table.deals import draft, new_key
from tournament.forms.table.desk import CorrectionForm
from tournament.models import Table
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.reading.jury.rulings import effect_of_correction
from tournament.reading.logbook import chronicle, history
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet
from tournament.version_tokens import token_of
from tournament.views.captain.json_answers import redirect_or_json
from tournament.views.desk.table import table_path, typing
from tournament.views.desk.tables import at_desk, table_of
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import (
    asking,
    columns,
    decided,
    done,
    key_of,
    line_of,
    seated_in,
    seen_in,
    taken_back,
    unverified,
    waived_in,
    writes,
)
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import View, wants_json, why_not
from tournament.wording import played_text


@at_desk("GET")
def deal(request: HttpRequest, slug: str, round: int, table: int, deal: int) -> HttpResponse:
    """One deal: what is written, a form to correct it, and everything that was done to it."""
    row, _by = table_of(request, slug, round, table, Permission.LOOK)
    sheet = sheets.sheet(row, public=False)
    line = line_of(sheet, deal)
    form = CorrectionForm(initial={"version": line.version})
    return _deal_page(request, row, sheet, deal, _as_typed(row, sheet, deal), form, done=done(request.GET, sheet))


@at_desk("POST")
def correct(request: HttpRequest, slug: str, round: int, table: int, deal: int) -> HttpResponse:
    """Replaces what was written, for a reason, if it is still what was being looked at.

    Shows the points before and after first, except for the deal that the table wrote last.
    """
    row, by = table_of(request, slug, round, table, Permission.CORRECT_DEALS)
    sheet, key, form = sheets.sheet(row, public=False), key_of(request.POST), CorrectionForm(request.POST)
    questions = asking(row, sheet, deal, from_paper=True)
    deal_draft = draft(questions, typed(request.POST, questions.ruleset))
    if deal_draft.result is None or not form.is_valid():
        if wants_json(request):
            raise UserError(deal_draft.sentence or _("Enter a reason for the correction."), 422)
        focus = "" if deal_draft.result else deal_draft.asks
        return _deal_page(
            request, row, sheet, deal, request.POST, form, focus=focus, fault=deal_draft.sentence, status=422
        )
    reason, version = form.cleaned_data["reason"], form.cleaned_data["version"]
    line = line_of(sheet, deal)
    # The page that types a whole sheet shows the points by itself.
    if line.entered and version == line.version and not _last(row, sheet, line) and not wants_json(request):
        effect = effect_of_correction(sheet, deal, deal_draft.result, questions.ruleset)
        seen, sent = token_of(deal_draft.seen, version, effect), request.POST.get("seen")
        if sent != seen:
            preview: dict[str, Any] = {"effect": effect, "seen": seen, "again": sent is not None}
            status = 409 if preview["again"] else 200
            return _deal_page(request, row, sheet, deal, request.POST, form, status=status, **preview)
    try:
        result, second = deal_draft.result.to_dict(), second_in(request)
        answer = deals.correct_deal(row, by, deal, result, replaces=version, reason=reason, key=key, second=second)
    except UserError as refusal:
        if wants_json(request):
            raise
        # The page as it is now, with its new version: a second attempt is made after seeing what the other wrote.
        return _corrected_meanwhile(request, row, deal, refusal)
    return redirect_or_json(request, f"{deal_path(row, deal)}?done=corrected&deal={deal}", "corrected", row, answer)


def acting(
    act: Callable[..., Answer],
    outcome: str,
    extra_arguments: Callable[[HttpRequest, int], dict[str, Any]] = lambda _request, _deal: {},
    may: Permission = Permission.WRITE_DEALS,
) -> View:
    """A view that performs an act on one deal, posted by a button of its page, if the deal is as it was seen.

    `outcome` is what the page then reports as done, `extra_arguments` what else the act takes, from the request and the
    deal's number. If the act is refused, the page says why and shows what is written now.
    """

    @at_desk("POST")
    def page(request: HttpRequest, slug: str, round: int, table: int, deal: int) -> HttpResponse:
        row, by = table_of(request, slug, round, table, may)
        try:
            more = extra_arguments(request, deal)
            answer = act(row, by, deal, replaces=seen_in(request.POST), key=key_of(request.POST), **more)
        except UserError as refusal:
            if wants_json(request):
                raise
            return _as_it_stands(request, row, deal, refusal)
        return redirect_or_json(request, f"{deal_path(row, deal)}?done={outcome}&deal={deal}", outcome, row, answer)

    return page


def _seated(request: HttpRequest, deal: int) -> dict[str, Any]:
    return {"seated": seated_in(request.POST, deal)}


def _waived(request: HttpRequest, deal: int) -> dict[str, Any]:
    return {"waived": waived_in(request.POST), **_seated(request, deal)}


undo = acting(
    deals.undo_deal, "undone", lambda request, _deal: {"second": second_in(request)}, may=Permission.CORRECT_DEALS
)
all_pass = acting(redeals.all_pass, "passed", _seated)
undo_pass = acting(redeals.undo_pass, "back")
misdeal = acting(redeals.misdeal, "misdealt", _waived)
undo_misdeal = acting(redeals.undo_misdeal, "back")


def deal_path(row: Table, deal: int) -> str:
    """The path of the desk's page of a deal."""
    return reverse("staff:deal", args=[row.round.event.slug, row.round.number, row.number, deal])


def _last(row: Table, sheet: Sheet, line: SheetLine) -> bool:
    """Whether the table itself could take back what it wrote: then it is corrected at once, as one goes on typing."""
    return writes(row) and line.entered and sheet.takes_back(line)


def _as_it_stands(request: HttpRequest, row: Table, deal: int, refusal: UserError) -> HttpResponse:
    sheet = sheets.sheet(row, public=False)
    form = CorrectionForm(initial={"version": line_of(sheet, deal).version})
    data = _as_typed(row, sheet, deal)
    return _deal_page(request, row, sheet, deal, data, form, fault=refusal.sentence, status=refusal.status)


def _corrected_meanwhile(request: HttpRequest, row: Table, deal: int, refusal: UserError) -> HttpResponse:
    sheet = sheets.sheet(row, public=False)
    form = CorrectionForm(initial={"version": line_of(sheet, deal).version, "reason": request.POST["reason"]})
    data = request.POST.copy()
    data["key"] = new_key()
    return _deal_page(request, row, sheet, deal, data, form, fault=refusal.sentence, status=refusal.status)


def _as_typed(row: Table, sheet: Sheet, deal: int) -> QueryDict:
    """What was entered, as a line to correct, or what was just taken back; empty if nothing was."""
    facts = sheet.table.deal(deal)
    return taken_back(row, line_of(sheet, deal)) if facts.result is None else entered(facts)


def _deal_page(
    request: HttpRequest,
    row: Table,
    sheet: Sheet,
    deal: int,
    data: QueryDict,
    form: CorrectionForm,
    *,
    focus: str = "",
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    line = line_of(sheet, deal)
    event, rules = row.round.event, facts.ruleset(row.round.event)
    moments, planned = history.deal_moments(row, deal), format_of(event)
    names = history.actor_names(moments, planned)
    page = {
        "table": row,
        "sheet": sheet,
        "line": line,
        "last": _last(row, sheet, line),
        "closed": why_not(require_typable, event, row),
        "entered": played_text(line.played, sheet.names(deal)) if line.played else "",
        "columns": columns(sheet, line),
        "rules": rules,
        "unverified": unverified(event),
        "typing": typing(row, sheet, deal, data, focus if line.result else focus or "contract"),
        "form": form,
        "decided": decided(event, [decision for decision in sheets.decisions_at(row) if decision.deal == deal]),
        "moments": [
            (moment, chronicle.act(moment.act), chronicle.describe(moment, rules, planned), names[moment.by])
            for moment in moments
        ],
        "taken": not line.entered and bool(data) and data is not request.POST,
        "back": table_path(row),
        "return_path": deal_path(row, deal) if request.method == "POST" else "",
        **more,
    }
    return staff_page(request, "desk/deal.html", event, status=status, **page)
