"""The desk at one table: its sheet, typing its deals, who sits and writes there, its link, closing and reopening."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import links
from tournament.acts import deals, tables
from tournament.acts.refusal import Refusal
from tournament.forms.choices import typed, whole
from tournament.forms.deals import doubt, draft, new_key
from tournament.forms.desk import SeatForm, SubstituteForm
from tournament.forms.questions import blanks, trump_names
from tournament.models import Table
from tournament.reading import sheets
from tournament.reading.seated import people_without_seat
from tournament.reading.sheets import Sheet
from tournament.views.at_table import asking, done, key_of, line_of, sheet_page, writes
from tournament.views.desk import table_of
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, staff_page
from tournament.views.page import View, answers_refusals, see_other, takes


@takes("GET")
@answers_refusals
def table(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """A table's sheet, the line to type its next deal in, and what else the desk does here."""
    row, _by = table_of(request, slug, round, table, "look")
    sheet = sheets.sheet(row, public=False)
    number = whole(request.GET.get("deal", ""))
    said = done(request.GET, sheet)
    last = line_of(sheet, number) if said and number else None
    rare = doubt(last.result) if last and last.result else ""
    return _table_page(request, row, sheet, done=said, last=last, rare=rare)


@takes("POST")
@answers_refusals
def type_deal(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Writes a deal from a typed line."""
    row, by = table_of(request, slug, round, table, "write deals")
    sheet, key = sheets.sheet(row, public=False), key_of(request.POST)
    number = whole(request.POST.get("deal", "")) or 0
    asked = asking(row, sheet, number, from_paper=True)
    given = draft(asked, typed(request.POST, asked.ruleset))
    if given.result is None:
        return _typed_wrongly(request, row, Refusal(given.sentence, 422), given.asks)
    try:
        answer = deals.record_deal(row, by, number, given.result.to_dict(), key=key)
    except Refusal as refusal:
        return _typed_wrongly(request, row, refusal)
    return see_other(f"{table_path(row)}?done=written&deal={answer['deal']}")


@takes("GET", "POST")
@answers_refusals
def captain(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Chooses the seat that writes for the table."""
    row, by = table_of(request, slug, round, table, "write deals")
    sheet = sheets.sheet(row, public=False)
    form = SeatForm(sheet.columns, request.POST or None, initial={"position": row.captain})
    if form.is_valid():
        tables.choose_captain(row, by, form.cleaned_data["position"])
        return see_other(table_path(row))
    title = _("Who writes for table %(table)s?") % {"table": row.number}
    return _form_page(request, row, form, title, _("Choose"), 422 if form.is_bound else 200)


@takes("GET", "POST")
@answers_refusals
def substitute(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Seats somebody else from a deal on; the deals before stay with whoever played them."""
    row, by = table_of(request, slug, round, table, "write deals")
    sheet = sheets.sheet(row, public=False)
    start = sheet.next.number if sheet.next else None
    free = people_without_seat(row.round)
    form = SubstituteForm(sheet.columns, free, request.POST or None, initial={"from_deal": start})
    status = carried_out(form, lambda: tables.substitute(row, by, **form.cleaned_data))
    if status == DONE:
        return see_other(table_path(row))
    title = _("Who sits in at table %(table)s?") % {"table": row.number}
    return _form_page(request, row, form, title, _("Seat the substitute"), status)


@dataclass(frozen=True, slots=True)
class Words:
    """What a page that asks first says of its act: before, and when it is done."""

    question: str
    consequence: str
    action: str
    done: str


def asking_first(act: Callable[[Table, str], object], say: Callable[[int], Words]) -> View:
    """The page of an act on a table that asks first; `say` gives its words for a table's number."""

    @takes("GET", "POST")
    @answers_refusals
    def page(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
        row, by = table_of(request, slug, round, table, "write deals")
        words, there = say(table), table_path(row)
        if request.method == "POST":
            act(row, by)
            messages.success(request, words.done)
            return see_other(there)
        return confirm_page(
            request,
            row.round.event,
            question=words.question,
            consequence=words.consequence,
            action=words.action,
            back=there,
        )

    return page


def _renewing(table: int) -> Words:
    return Words(
        question=_("Make a new link for table %(table)s?") % {"table": table},
        consequence=_("The link and the code given out so far stop working at once."),
        action=_("Make a new link"),
        done=_("Table %(table)s has a new link.") % {"table": table},
    )


def _closing(table: int) -> Words:
    return Words(
        question=_("Close table %(table)s?") % {"table": table},
        consequence=_("Its captain writes no more. The desk can still correct a deal."),
        action=_("Close the table"),
        done=_("Table %(table)s is closed.") % {"table": table},
    )


def _reopening(table: int) -> Words:
    return Words(
        question=_("Open table %(table)s again?") % {"table": table},
        consequence=_("Its captain can write and take back again."),
        action=_("Open again"),
        done=_("Table %(table)s is open again.") % {"table": table},
    )


renew_link = asking_first(tables.renew_link, _renewing)
close = asking_first(deals.close_table, _closing)
reopen = asking_first(deals.reopen_table, _reopening)


def table_path(row: Table) -> str:
    """The path of the desk's page of a table."""
    return reverse("staff:table", args=[row.round.event.slug, row.round.number, row.number])


def typing(row: Table, sheet: Sheet, number: int, data: QueryDict, focus: str = "contract") -> dict[str, Any]:
    """The context of a line to type a deal in: what to ask, what stands in it already, where one begins to type."""
    asked = asking(row, sheet, number, from_paper=True)
    return {
        "number": number,
        "typed": data,
        "blanks": blanks(typed(data, asked.ruleset), asked.names) if asked.ruleset.points_only else (),
        "asks_jury": bool(asked.ruleset.jury),
        "asks_trump": asked.records_trump,
        "trumps": trump_names().items(),
        "asks_double": asked.ruleset.doubles,
        "passes": asked.passes,
        "key": data.get("key") or new_key(),
        "focus": focus,
    }


def _typed_wrongly(request: HttpRequest, row: Table, refusal: Refusal, field: str = "deal") -> HttpResponse:
    """The table as it is now, the line as it was typed, why it was not written, and the field to begin with."""
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
    data = QueryDict() if data is None else data
    number = whole(data.get("deal", "")) or (sheet.next.number if sheet.next else 0)
    line = typing(row, sheet, number, data, focus) if number else {}
    page = {**sheet_page(row, sheet), "line": line, "writes": writes(row), "link": links.table_url(row), **more}
    return staff_page(request, "desk/table.html", page.pop("event"), status=status, **page)


def _form_page(request: HttpRequest, row: Table, form: SeatForm, title: str, action: str, status: int) -> HttpResponse:
    page = {"table": row, "form": form, "title": title, "action": action, "back": table_path(row)}
    return staff_page(request, "desk/form.html", row.round.event, status=status, **page)
