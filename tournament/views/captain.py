"""The captain's pages behind the link of a table: the sheet, one deal at a time, and what else a table says.

The link is the authority: no sign-in, no session, no cookie, hence no CSRF token either. What is being chosen stands
in the address; nothing is written before it was shown.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from tournament import access, facts, history, sheets
from tournament.acts import deals, redeals
from tournament.acts.refusal import Refusal
from tournament.forms.choices import chosen
from tournament.forms.deals import Draft, draft, new_key, valid_key
from tournament.models import Event, Table
from tournament.sheets import Line, Sheet
from tournament.views.at_table import asking, columns, done, key_of, line_of, sheet_page, version_of, waived_in
from tournament.views.page import View, answers_refusals, see_other, takes

DEAL = "deal"
UNDOING = {
    DEAL: "captain:undo-deal",
    history.PASS: "captain:undo-pass",
    history.MISDEAL: "captain:undo-misdeal",
}


@dataclass(frozen=True, slots=True)
class Undoable:
    """What would be taken back: DEAL, or a pass or misdeal of `history`; and the line it stands on."""

    what: str
    line: Line


def behind_link(*methods: str) -> Callable[[View], View]:
    """A page behind a link: it takes these methods, answers refusals, is kept by no browser and needs no cookie."""

    def page(view: View) -> View:
        return csrf_exempt(never_cache(answers_refusals(takes(*methods)(view))))

    return page


@behind_link("GET")
def table(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet of the table, and the one thing to do next."""
    row, _by = access.captain(token)
    sheet = _sheet(row)
    page = {
        "key": new_key(),
        "done": done(request.GET, sheet),
        "closes": row.round.event.confirmation == Event.Confirmation.CAPTAIN,
        "undoes": None if row.closed else _undoes(row, sheet),
    }
    return render(request, "captain/table.html", {**_page(row, token, sheet), **page})


@behind_link("GET", "POST")
def deal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """One deal: chosen step by step in the address, shown, and written by POST."""
    row, by = access.captain(token)
    sheet = _sheet(row)
    _require_turn(sheet, number)
    if request.method == "POST":
        return _write(request, row, by, token, number)
    if sheet.lines[number - 1].result:
        return _already_written(request, row, token, number)
    _require_open(row)
    key = request.GET.get("key", "")
    given = draft(asking(row, sheet, number), chosen(request.GET))
    return _deal_page(request, row, token, sheet, number, given, key if valid_key(key) else new_key())


@behind_link("GET", "POST")
def all_pass(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Everybody passed this deal."""
    row, by = access.captain(token)
    sheet = _sheet(row)
    _require_turn(sheet, number)
    if request.method == "POST":
        redeals.all_pass(row, by, number, key=key_of(request.POST))
        return _to_table(token, "passed", number)
    _require_open(row)
    return _ask(request, "captain/pass.html", row, token, sheet, number)


@behind_link("GET", "POST")
def misdeal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The dealer dealt wrongly: he pays for it, or the table waives it (rules of 2018, article 1)."""
    row, by = access.captain(token)
    sheet = _sheet(row)
    _require_turn(sheet, number)
    if request.method == "POST":
        redeals.misdeal(row, by, number, waived=waived_in(request.POST), key=key_of(request.POST))
        return _to_table(token, "misdealt", number)
    _require_open(row)
    penalty = facts.penalties(row.round.event)[redeals.MISDEAL]
    return _ask(request, "captain/misdeal.html", row, token, sheet, number, penalty=penalty)


@behind_link("GET")
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether to take back what the table said last: a deal, an all pass, a misdeal."""
    row, _by = access.captain(token)
    _require_open(row)
    sheet = _sheet(row)
    undoes = _undoes(row, sheet)
    if undoes is None:
        raise Refusal(_("There is nothing to take back."))
    address = reverse(UNDOING[undoes.what], args=[token, undoes.line.number])
    return _ask(request, "captain/undo.html", row, token, sheet, undoes.line.number, undoes=undoes, address=address)


@behind_link("POST")
def undo_deal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Takes back the last deal written, if it is still as it was shown."""
    row, by = access.captain(token)
    deals.undo_deal(row, by, number, replaces=version_of(request.POST), key=key_of(request.POST))
    return _to_table(token, "undone", number)


@behind_link("POST")
def undo_pass(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Takes back that everybody passed this deal."""
    row, by = access.captain(token)
    redeals.undo_pass(row, by, number, key=key_of(request.POST))
    return _to_table(token, "back", number)


@behind_link("POST")
def undo_misdeal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Takes back the last misdeal of this deal, with what was paid for it."""
    row, by = access.captain(token)
    redeals.undo_misdeal(row, by, number, key=key_of(request.POST))
    return _to_table(token, "back", number)


@behind_link("GET", "POST")
def close(request: HttpRequest, token: str) -> HttpResponse:
    """The captain says that every deal is written and right."""
    row, by = access.captain(token)
    if request.method == "POST":
        deals.close_table(row, by, key=key_of(request.POST))
        return see_other("captain:table", token)
    _require_open(row)
    sheet = _sheet(row)
    if sheet.next:
        raise Refusal(_("Deal %(number)s has not been written yet.") % {"number": sheet.next.number})
    return _ask(request, "captain/close.html", row, token, sheet, len(sheet.lines))


def _write(request: HttpRequest, row: Table, by: str, token: str, number: int) -> HttpResponse:
    """Writes the deal as it was shown; what was changed since is shown first."""
    sheet, key = _sheet(row), key_of(request.POST)
    given = draft(asking(row, sheet, number), chosen(request.POST))
    if given.result is None:
        return _deal_page(request, row, token, sheet, number, given, key, status=422)
    if request.POST.get("seen", "") != given.seen:
        return see_other(f"{reverse('captain:deal', args=[token, number])}?{given.choices.query(key=key, again='1')}")
    try:
        answer = deals.record_deal(row, by, number, given.result.to_dict(), key=key)
    except Refusal:
        if _sheet(row).lines[number - 1].result:
            return _already_written(request, row, token, number)
        raise
    return _to_table(token, "written", answer["deal"])


def _undoes(row: Table, sheet: Sheet) -> Undoable | None:
    """What is taken back next: what the table said of the deal to come, else the last deal written."""
    line = sheet.next
    if line and line.passes and line.misdeals:
        return Undoable(history.last_redeal(history.of_deal(row, line.number)), line)
    if line and (line.passes or line.misdeals):
        return Undoable(history.PASS if line.passes else history.MISDEAL, line)
    return Undoable(DEAL, sheet.last) if sheet.last else None


def _require_turn(sheet: Sheet, number: int) -> None:
    """Refuses a deal before its turn: a captain writes them in order."""
    if line_of(sheet, number).result is None and sheet.next and sheet.next.number != number:
        raise Refusal(_("Deal %(number)s comes first.") % {"number": sheet.next.number})


def _require_open(row: Table) -> None:
    if row.closed:
        raise Refusal(_("This table is closed. Ask the organiser to open it again."))


def _sheet(row: Table) -> Sheet:
    return sheets.sheet(row, public=False)


def _page(row: Table, token: str, sheet: Sheet) -> dict[str, Any]:
    return {**sheet_page(row, sheet), "token": token}


def _deal_page(
    request: HttpRequest, row: Table, token: str, sheet: Sheet, number: int, given: Draft, key: str, status: int = 200
) -> HttpResponse:
    """What is asked of a deal, what was chosen, and what it would give."""
    shown = None
    if given.result:
        shown = sheets.preview(
            sheet.table, number, given.result, facts.ruleset(row.round.event), sheet.totals_before(number)
        )
    page = {
        "line": sheet.lines[number - 1],
        "draft": given,
        "key": key,
        "others": replace(given.choices, contract="").query(key=key),
        "again": "again" in request.GET,
        "tried": request.method == "POST" or "next" in request.GET,
        "preview": shown,
        "columns": columns(sheet, shown),
    }
    return render(request, "captain/deal.html", {**_page(row, token, sheet), **page}, status=status)


def _already_written(request: HttpRequest, row: Table, token: str, number: int) -> HttpResponse:
    """Somebody wrote this deal before: what stands there, with 409."""
    sheet = _sheet(row)
    line = sheet.lines[number - 1]
    page = {**_page(row, token, sheet), "line": line, "columns": columns(sheet, line)}
    return render(request, "captain/written.html", page, status=409)


def _ask(
    request: HttpRequest, template: str, row: Table, token: str, sheet: Sheet, number: int, **more: Any
) -> HttpResponse:
    """A page with one question about a deal, to be answered by a button."""
    line = sheet.lines[number - 1]
    dealer = sheet.people[sheet.table.entry(sheet.table.dealer(number), number)]
    page = {"line": line, "dealer": dealer, "key": new_key(), **more}
    return render(request, template, {**_page(row, token, sheet), **page})


def _to_table(token: str, what: str, number: int) -> HttpResponse:
    """To that line of the sheet. What was done goes along in the address: these pages have no cookie to keep it in."""
    return see_other(f"{reverse('captain:table', args=[token])}?done={what}&deal={number}#deal-{number}")
