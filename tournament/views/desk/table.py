"""The desk's page of one table: its sheet, typing its deals, its seats and captain."""

from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from tournament import links
from tournament.access import Permission
from tournament.acts.people.jokers import seat_from_list, seat_new_joker
from tournament.acts.table import deals, empty_sheet, tables
from tournament.errors import UserError
from tournament.forms.table.choices import typed
from tournament.forms.table.deals import doubt, draft
from tournament.forms.table.desk import FillInForm, SeatForm, SubstituteForm
from tournament.forms.table.keypad import sheet_sum
from tournament.forms.table.questions import blanks, trump_names
from tournament.integers import read_integer
from tournament.models import Table
from tournament.reading.rounds.empty_seats import gaps
from tournament.reading.rounds.seating import people_seated_before, people_without_seat
from tournament.reading.rounds.timer import of_table
from tournament.reading.table import sheets
from tournament.reading.table.second_typing import verified
from tournament.reading.table.sheet_pictures import pictures_at
from tournament.reading.table.sheets import Sheet
from tournament.views.captain.json_answers import redirect_or_json
from tournament.views.desk.tables import at_desk, sheet_path, table_of
from tournament.views.organiser.shell import DONE, carried_out, staff_page, warn_of_letters
from tournament.views.shared import pins
from tournament.views.shared.at_table import (
    asking,
    done,
    fresh_key,
    is_typable,
    key_of,
    line_of,
    seated_in,
    seen_in,
    sheet_page,
    version_in,
)
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import own_address, posted, see_other, wants_json, why_not
from tournament.views.shared.signing import signing_of


@at_desk("GET")
def table(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """A table's sheet, the line to type its next deal in, and what else the desk does here."""
    row, _by = table_of(request, slug, round, table, Permission.LOOK)
    sheet = sheets.sheet(row, public=False)
    number = read_integer(request.GET.get("deal", ""))
    report = done(request.GET, sheet)
    last = line_of(sheet, number) if report and number else None
    rare = doubt(last.result, sheet.names(last.number), last.ruleset) if last and last.result else ""
    return _table_page(request, row, sheet, done=report, last=last, rare=rare)


@at_desk("POST")
def type_deal(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Writes a deal from a typed line."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    sheet, key = sheets.sheet(row, public=False), key_of(request.POST)
    number = read_integer(request.POST.get("deal", "")) or 0
    questions = asking(row, sheet, number, from_paper=True)
    deal_draft = draft(questions, typed(request.POST, questions.ruleset))
    if deal_draft.result is None:
        return _typed_wrongly(request, row, UserError(deal_draft.sentence, 422), deal_draft.asks)
    try:
        version, seated = version_in(request.POST, number), seated_in(request.POST, number)
        answer = deals.record_deal(
            row,
            by,
            number,
            deal_draft.result.to_dict(),
            replaces=version,
            seated=seated,
            key=key,
            second=second_in(request) or None,
        )
    except UserError as refusal:
        return _typed_wrongly(request, row, refusal)
    return redirect_or_json(request, f"{table_path(row)}?done=written&deal={answer['deal']}", "written", row, answer)


@at_desk("GET", "POST")
def captain(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Chooses the captain of the table."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    sheet = sheets.sheet(row, public=False)
    form = SeatForm(sheet.columns, request.POST or None, initial={"position": row.captain})
    status = carried_out(
        form,
        lambda: tables.choose_captain(
            row, by, form.cleaned_data["position"], replaces=seen_in(request.POST, "of"), key=key_of(request.POST)
        ),
    )
    if status == DONE:
        return see_other(table_path(row))
    title = _("Who keeps score for table %(table)s?") % {"table": row.number}
    return _form_page(request, row, sheet, form, title, _("Choose"), status)


@at_desk("GET", "POST")
def substitute(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Seats a substitute from a deal on; earlier deals stay with those who played them."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    sheet = sheets.sheet(row, public=False)
    if request.method == "GET":
        _require_deals_left(sheet)
    start = sheet.next.number if sheet.next else None
    free = [name for _number, name in people_without_seat(row.round)]
    replaced = [name for _number, name in people_seated_before(row)]
    initial = {"from_deal": start, "position": request.GET.get("position")}
    form = SubstituteForm(sheet.columns, free, replaced, request.POST or None, initial=initial)
    before = _present_at(row)
    seated = seated_in(request.POST, row.deals_planned)
    status = carried_out(
        form,
        lambda: seat_from_list(row, by, **form.cleaned_data, seated=seated, key=key_of(request.POST)),
    )
    if status == DONE:
        for name in sorted(before - _present_at(row)):
            sentence = _("%(name)s has no place at this table any more, and is still marked as present.")
            messages.warning(request, sentence % {"name": name})
        return see_other(_came_from(request, row))
    title = _("Who fills in at table %(table)s?") % {"table": row.number}
    return _form_page(request, row, sheet, form, title, _("Seat the substitute"), status)


def _came_from(request: HttpRequest, row: Table) -> str:
    """The page that led to a form about a table: the picture of its sheet, or else the table."""
    return own_address(request, request.GET.get("next", "")) or table_path(row)


def _present_at(row: Table) -> set[str]:
    return set(row.seats.filter(entry__present=True).values_list("entry__player__name", flat=True))


def _require_deals_left(sheet: Sheet) -> None:
    """Refuses a page for seating somebody, as the act would whatever deal is named, once the last deal is written."""
    if sheet.table.deal(len(sheet.lines)).has_outcome:
        raise UserError(
            _(
                "The last deal of this table has been recorded, so no substitute can join. If somebody else played "
                "some of the deals, empty the sheet first, seat them, and record it again."
            )
        )


@at_desk("GET", "POST")
def fill_in(request: HttpRequest, slug: str, round: int, table: int, position: int) -> HttpResponse:
    """Seats a free player, or a new joker, in the place of a player who is gone."""
    row, by = table_of(request, slug, round, table, Permission.WRITE_DEALS)
    sheet = sheets.sheet(row, public=False)
    sits = next((column for column in sheet.columns if column.position == position), None)
    if sits is None:
        raise UserError(_("Nobody sits there."), 404)
    if request.method == "GET":
        _require_deals_left(sheet)
    start = sheet.next.number if sheet.next else None
    free = people_without_seat(row.round) + people_seated_before(row, position)
    if read_integer(request.POST.get("number", "")) == sits.entry:
        # The form was sent again: whom it seats is no longer free, and the act says that it is done.
        free.append((sits.entry, f"{sits.entry} {sits.name}"))
    form = FillInForm(free, posted(request), initial={"from_deal": start})

    def act() -> None:
        data, seated = form.cleaned_data, seated_in(request.POST, row.deals_planned)
        if data.get("number"):
            tables.substitute(row, by, position, data["number"], data["from_deal"], seated=seated)
        else:
            seat_new_joker(row, by, position, data["joker"], data["from_deal"], seated=seated)

    status = carried_out(form, act)
    if status == DONE:
        messages.success(request, _("Table %(table)s is complete again.") % {"table": table})
        warn_of_letters(request, form.cleaned_data["joker"])
        return see_other(table_path(row))
    words = {"name": sits.name, "table": table, "seat": position}
    title = _("Who fills in for %(name)s at table %(table)s, seat %(seat)s?") % words
    return _form_page(request, row, sheet, form, title, _("Seat the substitute"), status)


def table_path(row: Table) -> str:
    """The path of the desk's page of a table."""
    return sheet_path(row.round.event.slug, row.round.number, row.number)


def typed_path(path: str, request: HttpRequest) -> str:
    """The page's address with what was typed in its query string, to show it in another language; "" unless posted."""
    if request.method != "POST":
        return ""
    typed = request.POST.copy()
    for name in ("csrfmiddlewaretoken", "versions", "version"):
        typed.pop(name, None)
    return f"{path}?{typed.urlencode()}"


def typing(row: Table, sheet: Sheet, number: int, data: QueryDict, focus: str = "contract") -> dict[str, Any]:
    """The context of a line for typing a deal: what to ask, what is filled in already, which field has the focus."""
    questions = asking(row, sheet, number, from_paper=True)
    points = blanks(typed(data, questions.ruleset), questions.names) if questions.ruleset.points_only else ()
    return {
        "number": number,
        "typed": data,
        "blanks": points,
        "asks_jury": questions.tells and bool(questions.ruleset.jury),
        "asks_trump": questions.records_trump,
        "trumps": trump_names().items(),
        "asks_double": questions.ruleset.doubles,
        "passes": questions.passes,
        "key": fresh_key(row, data),
        "versions": sheet.versions,
        "seats": sheet.seats,
        "focus": points[0].name if points and focus == "contract" else focus,
    }


def _typed_wrongly(request: HttpRequest, row: Table, refusal: UserError, field: str = "deal") -> HttpResponse:
    """The table as it is now, with the line as typed, why it was not written, and the focus on the faulty field."""
    if wants_json(request):
        raise refusal
    sheet = sheets.sheet(row, public=False)
    fault, status = refusal.sentence, refusal.status
    return _table_page(request, row, sheet, data=request.POST, focus=field, fault=fault, status=status)


def _table_page(
    request: HttpRequest,
    row: Table,
    sheet: Sheet,
    *,
    data: QueryDict | None = None,
    focus: str = "contract",
    status: int = 200,
    **more: Any,
) -> HttpResponse:
    if data is None:  # after a change of language, what was typed is in the query string
        data = request.GET if "key" in request.GET else QueryDict()
    number = read_integer(data.get("deal", "")) or (sheet.next.number if sheet.next else 0)
    line = typing(row, sheet, number, data, focus) if number else {}
    page = {**sheet_page(row, sheet), "line": line, "writes": is_typable(row), "link": links.table_url(row), **more}
    page |= {"reading": links.reading_url(row), **signing_of(row, sheet)}
    page["gaps"] = [gap for gap in gaps(row.round.event) if (gap.round, gap.table) == (row.round.number, row.number)]
    page["timer"] = of_table(row)
    page["pins_spent"] = pins.pins_spent(row)
    page["verified"] = None if sheet.next else verified(row)
    page["sum"] = sheet_sum(row.round.event, sheet)
    page["pictures"] = pictures_at(row)
    page["stands"] = bool(empty_sheet.noted_deals(row))
    page["played"] = why_not(_require_deals_left, sheet)
    page["return_path"] = typed_path(table_path(row), request)
    return staff_page(request, "desk/table.html", page.pop("event"), status=status, **page)


def _form_page(
    request: HttpRequest, row: Table, sheet: Sheet, form: Form, title: str, action: str, status: int
) -> HttpResponse:
    page = {"table": row, "sheet": sheet, "form": form, "title": title, "action": action}
    page["back"] = _came_from(request, row)
    page["key"] = fresh_key(row, request.POST)
    return staff_page(request, "desk/form.html", row.round.event, status=status, **page)
