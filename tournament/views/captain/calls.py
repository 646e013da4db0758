"""The table calls the jury, and the jury answers on the table's phone with the code that it was shown."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access, links
from tournament.acts.jury import answers
from tournament.acts.kernel import calls
from tournament.acts.kernel.co_signature import CoSignatureNeededError
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.integers import read_integer
from tournament.models import Call, Decision
from tournament.reading.jury import calls as reading
from tournament.views.captain.json_answers import done_answer
from tournament.views.shared.at_table import key_of, phone_in
from tournament.views.shared.page import on_the_page, see_other
from tournament.views.shared.pins import require_code
from tournament.views.shared.token_pages import behind_link, captain_page, open_table

RULINGS = [(ruling.value, ruling.label) for ruling in (Decision.Ruling.ALLOWED, Decision.Ruling.REFUSED)]


@behind_link("POST")
def call(request: HttpRequest, token: str) -> HttpResponse:
    """Calls the jury, for the reason that was tapped."""
    row, by = access.captain(token)
    deal = read_integer(request.POST.get("deal", ""))
    sent = {"key": key_of(request.POST), "phone": phone_in(request.POST)}
    answer = calls.call_jury(row, by, request.POST.get("reason", ""), deal, **sent)
    return done_answer(request, token, "called", row, answer)


@behind_link("POST")
def withdraw(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Takes back a call that was a mistake."""
    row, by = access.captain(token)
    answer = calls.withdraw_call(row, by, number, key=key_of(request.POST), phone=phone_in(request.POST))
    return done_answer(request, token, "withdrawn", row, answer)


@behind_link("GET", "POST")
def answer(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The juror who took the call answers it here, with the code of their own phone."""
    row, by = access.captain(token)
    jury_call = Call.objects.exclude(contract="").filter(table=row, number=number).first()
    if jury_call is None:
        raise UserError(_("There is no such call."), 404)
    fault: Any = ""
    status = 200
    if request.method == "POST":
        try:
            _answer(request, token, by, jury_call)
            return see_other("captain:table", token)
        except UserError as refusal:
            fault, status = on_the_page(request, refusal)
    linked = open_table(token)
    require_open(row.round.event)
    open_call = next((queued for queued in reading.at_table(linked.row) if queued.number == number), None)
    if open_call is None:
        raise UserError(_("This call has ended in the meantime. Check it again."))
    if not open_call.taken_by:
        raise UserError(_("Nobody from the jury is coming for this call yet."))
    typed = [(position, name, request.POST.get(f"answer{position}", "")) for position, name in open_call.people]
    page = {"call": open_call, "fault": fault, "answers": typed, "rulings": RULINGS, "return_path": request.path}
    return captain_page(request, "captain/answer_call.html", linked, status, **page)


def _answer(request: HttpRequest, token: str, by: str, jury_call: Call) -> None:
    if not jury_call.taken_by:
        raise UserError(_("Nobody from the jury is coming for this call yet."))
    typed = {position: request.POST.get(f"answer{position}", "") for position in jury_call.about}
    require_code(
        request,
        f"{token} call {jury_call.number}",
        links.answer_code(jury_call.event, jury_call.number, jury_call.taken_by),
    )
    try:
        answers.answer(jury_call, jury_call.taken_by, typed, through=by)
    except CoSignatureNeededError as needed:  # the second signs on a page of the staff, never on a table's phone
        raise UserError(needed.sentence) from needed
