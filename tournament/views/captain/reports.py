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
from tournament.views.shared.token_pages import Here, behind_link, captain_page, meanwhile, open_table, require_turn

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
    here = open_table(token)
    require_turn(here, number)
    return _ask(request, "captain/deal/pass.html", here, number)


@behind_link("GET", "POST")
def misdeal(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Records a misdeal, after asking whether the dealer pays or the table waives it (rules of 2018, article 1)."""
    if request.method == "POST":
        waived, seated = waived_in(request.POST), seated_in(request.POST, number)
        act = partial(redeals.misdeal, number=number, waived=waived, seated=seated, in_turn=True)
        return _say(request, token, number, "misdealt", act)
    here = open_table(token)
    require_turn(here, number)
    penalty = facts.penalties(here.row.round.event).get(Decision.MISDEAL)
    return _ask(request, "captain/deal/misdeal.html", here, number, penalty=penalty)


@behind_link("GET")
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Asks whether to take back what the table wrote last: a deal, an all pass, a misdeal."""
    here = open_table(token)
    undoes = undoable(here)
    if undoes is None:
        raise UserError(_("There is nothing to take back."))
    if undoes.what == DEAL:
        deals.require_unruled(here.row, undoes.line.number)
    address = reverse(UNDOING[undoes.what], args=[token, undoes.line.number])
    paid = undoes.what == history.MISDEAL and redeals.last_payment(
        here.row, TableState(here.row).deal(undoes.line.number)
    )
    return _ask(request, "captain/deal/undo.html", here, undoes.line.number, undoes=undoes, paid=paid, address=address)


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
    here = open_table(token)
    if request.method == "POST":
        seen, key, phone = seen_in(request.POST, "of"), key_of(request.POST), phone_in(request.POST)
        answer = deals.close_table(here.row, here.by, seen=seen, key=key, phone=phone)
        return done_answer(request, token, "closed", here.row, answer)
    if here.sheet.next:
        raise UserError(_("Deal %(number)s has not been recorded yet.") % {"number": here.sheet.next.number})
    return _ask(request, "captain/close.html", here, len(here.sheet.lines))


@behind_link("POST")
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Makes the phone that asks the one that writes here; whose it is may be left open."""
    row, by = access.captain(token)
    phone = phone_in(request.POST)
    if not phone:
        raise UserError(_("Open this page again from the table’s sheet."), 422)
    seat, shown = read_integer(request.POST.get("position", "")), request.POST.get("of", "")
    answer = tables.take_table(row, by, phone, seat, replaces=shown, key=key_of(request.POST))
    return done_answer(request, token, "taken", row, answer, phone=phone)


def undoable(here: Here) -> Undoable | None:
    """What is taken back next: a pass or misdeal of the next deal, or else the last deal written, if any."""
    line, last = here.sheet.next, here.sheet.last
    if line and line.passes and line.misdeals:
        # An event imported from a file does not record which came last.
        return Undoable(history.last_redeal(history.deal_moments(here.row, line.number)) or history.MISDEAL, line)
    if line and (line.passes or line.misdeals):
        return Undoable(history.PASS if line.passes else history.MISDEAL, line)
    return Undoable(DEAL, last) if last else None


def offered(here: Here) -> Undoable | None:
    """As `undoable`, but None if it would be refused: a deal that the jury ruled on stays."""
    undoes = undoable(here)
    if undoes and undoes.what == DEAL:
        return None if here.sheet.ruled_on(undoes.line) else undoes
    return undoes


def _say(request: HttpRequest, token: str, number: int, said: str, act: Callable[..., Answer]) -> HttpResponse:
    """Carries out a button's act on a deal and redirects to the sheet; if the deal changed, shows what is there now."""
    row, by = access.captain(token)
    sent = {"replaces": seen_in(request.POST), "key": key_of(request.POST), "phone": phone_in(request.POST)}
    try:
        answer = act(row, by, **sent)
    except UserError as refusal:
        return meanwhile(request, token, number, refusal)
    return done_answer(request, token, said, row, answer)


def _ask(request: HttpRequest, template: str, here: Here, number: int, **more: Any) -> HttpResponse:
    """A page with one question about a deal, to be answered by a button."""
    require_writes(here.row)
    line, dealer = here.sheet.lines[number - 1], here.sheet.dealer(number)
    return captain_page(request, template, here, line=line, dealer=dealer, key=new_key(), **more)
