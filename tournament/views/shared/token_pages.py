"""What the pages behind a link share: access, the frame, the way back.

The link is the authority: no sign-in, no session, no cookie, so no CSRF token either.
"""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from tournament import access
from tournament.acts.kernel.submissions import OTHER_PHONE
from tournament.errors import UserError
from tournament.forms.table.deals import Draft, new_key
from tournament.memory import one_moment
from tournament.models import Table
from tournament.ranking import facts
from tournament.reading.table import sheets
from tournament.reading.table.sheet_lines import SheetLine
from tournament.reading.table.sheets import Sheet, preview
from tournament.views.captain.json_answers import answers_json
from tournament.views.shared.at_table import columns, correctable, line_of, sheet_page, writes
from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import Home, View, answers_refusals, takes, wants_json


@dataclass(frozen=True, slots=True)
class LinkedTable:
    """The table that a link opens, its sheet as it is now, and the actor who writes there."""

    row: Table
    by: str
    token: str
    sheet: Sheet


def behind_link(*methods: str, home: Home | None = None) -> Callable[[View], View]:
    """A page behind a link: takes only these methods, answers refusals, needs no cookie.

    It is not cached by browsers, nor indexed. A refusal leads to its `home`, by default the table's sheet. A form sent
    by a script is answered in JSON. Whoever looks sees the database as of one moment, as others write meanwhile.
    """
    beside = nothing_more if home else what_stands
    home = home or sheet_path

    def page(view: View) -> View:
        in_json = answers_json(takes(*methods, home=home)(_at_one_moment(view)), beside)
        answering = answers_refusals(in_json, home)
        return csrf_exempt(never_cache(compressed(_with_headers(answering))))

    return page


def _at_one_moment(view: View) -> View:
    @wraps(view)
    def looking(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with nullcontext() if request.method == "POST" else one_moment():
            return view(request, *args, **kwargs)

    return looking


def _with_headers(view: View) -> View:
    """Not indexed; and whoever tried too often (`pins`) is told by a header too when to come back."""

    @wraps(view)
    def showing(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex"
        if response.status_code == 429:
            response["Retry-After"] = str(getattr(request, "retry_after", 1))
        return response

    return showing


def open_table(token: str) -> LinkedTable:
    """The table of a link. Raises DeadLinkError."""
    row, by = access.captain(token)
    return LinkedTable(row, by, token, sheets.sheet(row, public=False, just_read=True))


def require_turn(linked: LinkedTable, number: int) -> None:
    """Refuses a deal out of turn: a captain writes deals in order, except those the jury settled."""
    due = linked.sheet.next
    if not line_of(linked.sheet, number).over and due and due.number != number:
        raise UserError(_("Deal %(number)s comes first.") % {"number": due.number})


def captain_page(
    request: HttpRequest, template: str, linked: LinkedTable, status: int = 200, /, **context: Any
) -> HttpResponse:
    """A page of the table, with its sheet in the context.

    After a POST, the choice of another language leads to `return_path` of the context, or else to the sheet.
    """
    address = sheet_path(linked.token) if request.method == "POST" else ""
    written = sum(line.entered for line in linked.sheet.lines)
    page = {
        **sheet_page(linked.row, linked.sheet),
        "token": linked.token,
        "return_path": address,
        "received": written,
        **context,
    }
    return render(request, template, page, status=status)


def meanwhile(request: HttpRequest, token: str, number: int, refusal: UserError) -> HttpResponse:
    """Answers 409 with what is written at a deal that changed since it was seen; raises any other refusal again."""
    if wants_json(request):
        raise refusal
    linked = open_table(token)
    if refusal.status != 409 or not 1 <= number <= len(linked.sheet.lines) or not writes(linked.row):
        raise refusal
    line = linked.sheet.lines[number - 1]
    return written_page(request, linked, line, refusal.sentence)


def written_page(
    request: HttpRequest, linked: LinkedTable, line: SheetLine, sentence: str = "", mine: Draft | None = None
) -> HttpResponse:
    """Answers 409 with what is written at a deal, beside it what was sent, and whether the table may correct it so.

    `sentence` says why an act failed.
    """
    sheet = linked.sheet
    page = {"line": line, "columns": columns(sheet, line), "sentence": sentence, "ruled": sheet.ruled_on(line)}
    page |= {"corrects": line.number in correctable(linked.row, sheet)}
    if mine and mine.result:
        rules = facts.ruleset(linked.row.round.event)
        typed = preview(sheet.table, line.number, mine.result, rules, sheet.totals_before(line.number))
        fields = [(name, value) for name, values in QueryDict(mine.choices.query()).lists() for value in values]
        page |= {"mine": typed, "mine_columns": columns(sheet, typed), "fields": fields, "seen": mine.seen}
        page |= {"same": typed.result == line.result, "asks_reason": line is not sheet.last, "key": new_key()}
    return captain_page(request, "captain/deal/written.html", linked, 409, **page)


def sheet_path(token: str, **_more: object) -> str:
    """The path of a table's sheet, by the token of its link."""
    return reverse("captain:table", args=[token])


def nothing_more(*_refused: object, **_more: object) -> dict[str, Any]:
    """What a script is told besides where a link does not open the sheet to write on."""
    return {}


def what_stands(
    request: HttpRequest, refusal: UserError, token: str, number: int = 0, **_more: object
) -> dict[str, Any]:
    """What stands at a deal, for the phone whose form was refused because of it; {} if the refusal is of another kind.

    `there` is the deal in HTML, `correct` where the table can correct it ("" if it cannot); `phone` is the mark of the
    phone that writes there, if another does.
    """
    if refusal.code == OTHER_PHONE:
        return {"phone": access.captain(token)[0].phone}
    if refusal.status != 409 or not number:
        return {}
    linked = open_table(token)
    if number > len(linked.sheet.lines):
        return {}
    line = linked.sheet.lines[number - 1]
    page = {**sheet_page(linked.row, linked.sheet), "line": line, "columns": columns(linked.sheet, line)}
    html = render_to_string("captain/deal/stands.html", page, request)
    correct = (
        reverse("captain:correct", args=[token, number]) if number in correctable(linked.row, linked.sheet) else ""
    )
    return {"there": html, "correct": correct}
