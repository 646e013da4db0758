"""What a captain reports besides the deals: all passed, a misdeal, undoing these, closing the table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.kernel.submissions import Answer, TableState
from tournament.acts.table import deals, redeals, tables
from tournament.errors import UserError
from tournament.forms.table.deals import new_key
from tournament.integers import read_integer
from tournament.models import Decision
from tournament.ranking import facts
from tournament.reading.logbook import history
from tournament.reading.table.sheet_lines import SheetLine
from tournament.views.captain.json_answers import done_answer
from tournament.views.shared.at_table import key_of, phone_in, require_writes, seated_in, seen_in, waived_in
from tournament.views.shared.token_pages import (
    LinkedTable,
    behind_link,
    captain_page,
    meanwhile,
    open_table,
    require_turn,
)

DEAL = "deal"
UNDOING = {
    DEAL: "captain:undo-deal",
    history.PASS: "captain:undo-pass",
    history.MISDEAL: "captain:undo-misdeal",
}


@dataclass(frozen=True, slots=True)
class Undoable:
    """What would be taken back: DEAL, or a pass or misdeal of `history`; and the line it belongs to."""

    what: str
    line: SheetLine


@behind_link("GET", "POST")
def all_pass(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Records that everybody passed this deal, after asking."""
    if request.method == "POST":
        seated = seated_in(request.POST, number)
        act = partial(redeals.all_pass, number=number, seated=seated, in_turn=True)
        return _say(request, token, number, "passed", act)
    linked = open_table(token)
    require_turn(linked, number)
    return _ask(request, "captain/deal/pass.html", linked, number)


@behind_link("GET", "POST")
def misdeal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Records a misdeal, after asking whether the dealer pays or the table waives it (rules of 2018, article 1)."""
    if request.method == "POST":
        waived, seated = waived_in(request.POST), seated_in(request.POST, number)
        act = partial(redeals.misdeal, number=number, waived=waived, seated=seated, in_turn=True)
        return _say(request, token, number, "misdealt", act)
    linked = open_table(token)
    require_turn(linked, number)
    penalty = facts.penalties(linked.row.round.event).get(Decision.MISDEAL)
    return _ask(request, "captain/deal/misdeal.html", linked, number, penalty=penalty)


@behind_link("GET")
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether to take back what the table wrote last: a deal, an all pass, a misdeal."""
    linked = open_table(token)
    undoes = undoable(linked)
    if undoes is None:
        raise UserError(_("There is nothing to take back."))
    if undoes.what == DEAL:
        deals.require_unruled(linked.row, undoes.line.number)
    address = reverse(UNDOING[undoes.what], args=[token, undoes.line.number])
    paid = undoes.what == history.MISDEAL and redeals.last_payment(
        linked.row, TableState(linked.row).deal(undoes.line.number)
    )
    return _ask(
        request, "captain/deal/undo.html", linked, undoes.line.number, undoes=undoes, paid=paid, address=address
    )


@behind_link("POST")
def undo_deal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Takes back the last deal written, if it is still as it was shown."""
    return _say(request, token, number, "undone", partial(deals.undo_deal, number=number))


@behind_link("POST")
def undo_pass(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Takes back that everybody passed this deal."""
    return _say(request, token, number, "back", partial(redeals.undo_pass, number=number))


@behind_link("POST")
def undo_misdeal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Takes back the last misdeal of this deal, with what was paid for it."""
    return _say(request, token, number, "back", partial(redeals.undo_misdeal, number=number))


@behind_link("GET", "POST")
def close(request: HttpRequest, token: str) -> HttpResponse:
    """Closes the table: the captain confirms that every deal is written and correct."""
    linked = open_table(token)
    if request.method == "POST":
        seen, key, phone = seen_in(request.POST, "of"), key_of(request.POST), phone_in(request.POST)
        answer = deals.close_table(linked.row, linked.by, seen=seen, key=key, phone=phone)
        return done_answer(request, token, "closed", linked.row, answer)
    if linked.sheet.next:
        raise UserError(_("Deal %(number)s has not been recorded yet.") % {"number": linked.sheet.next.number})
    return _ask(request, "captain/finish/close.html", linked, len(linked.sheet.lines))


@behind_link("POST")
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Makes the phone that asks the one that writes here; whose it is may be left open, or not asked again."""
    row, by = access.captain(token)
    phone = phone_in(request.POST)
    if not phone:
        raise UserError(_("Open this page again from the table’s sheet."), 422)
    seat, replaces = read_integer(request.POST.get("position", "")), request.POST.get("of", "")
    is_as_before = "position" not in request.POST
    key = key_of(request.POST)
    answer = tables.take_table(row, by, phone, seat, is_as_before=is_as_before, replaces=replaces, key=key)
    return done_answer(request, token, "taken", row, answer, phone=phone)


def undoable(linked: LinkedTable) -> Undoable | None:
    """What is taken back next: a pass or misdeal of the next deal, or else the last deal written, if any."""
    line, last = linked.sheet.next, linked.sheet.last
    if line and line.passes and line.misdeals:
        # An event imported from a file does not record which came last.
        return Undoable(history.last_redeal(history.deal_moments(linked.row, line.number)) or history.MISDEAL, line)
    if line and (line.passes or line.misdeals):
        return Undoable(history.PASS if line.passes else history.MISDEAL, line)
    return Undoable(DEAL, last) if last else None


def offered(linked: LinkedTable) -> Undoable | None:
    """As `undoable`, but None if it would be refused: a deal that the jury ruled on stays."""
    undoes = undoable(linked)
    if undoes and undoes.what == DEAL:
        return None if linked.sheet.ruled_on(undoes.line) else undoes
    return undoes


def _say(request: HttpRequest, token: str, number: int, outcome: str, act: Callable[..., Answer]) -> HttpResponse:
    """Carries out a button's act on a deal and redirects to the sheet; if the deal changed, shows what is there now."""
    row, by = access.captain(token)
    sent = {"replaces": seen_in(request.POST), "key": key_of(request.POST), "phone": phone_in(request.POST)}
    try:
        answer = act(row, by, **sent)
    except UserError as refusal:
        return meanwhile(request, token, number, refusal)
    return done_answer(request, token, outcome, row, answer)


def _ask(request: HttpRequest, template: str, linked: LinkedTable, number: int, **more: Any) -> HttpResponse:
    """A page with one question about a deal, to be answered by a button."""
    require_writes(linked.row)
    line, dealer = linked.sheet.lines[number - 1], linked.sheet.dealer(number)
    return captain_page(request, template, linked, line=line, dealer=dealer, key=new_key(), **more)
