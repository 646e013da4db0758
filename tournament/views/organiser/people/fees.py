"""What players pay: one tap at the desk, the form of one player, the totals and a cash count."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.people.fees import MONEY, count_cash, fee_token, set_fee, sum_of_pieces
from tournament.admission import Admission
from tournament.forms.people.admission import FeeForm
from tournament.integers import read_integer
from tournament.models import Entry, Event
from tournament.reading.logbook import history
from tournament.reading.people import fees as reading
from tournament.reading.table.sheets import full_name
from tournament.views.organiser.people.attendance import above, marked
from tournament.views.organiser.shell import DONE, carried_out, seen, staff_page
from tournament.views.shared.page import answers_refusals, posted, see_other, takes
from tournament.views.shared.qr_codes import transfer_svg

NAMES_A_PAGE = 400


@takes("GET")
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """The totals, who still has to pay, and what should be in the till beside what was counted there."""
    event, _by = access.staff(request, slug, access.Permission.SEE_FEES)
    totals, (pieces, float_) = reading.totals(event), _till(request.GET)
    cash, expected = sum_of_pieces(pieces), totals[""].cash + float_
    received = [entry for entry in event.entries.select_related("player", "event") if entry.paid]
    context: dict[str, Any] = {
        "totals": [(name, total) for name, total in totals.items() if name],
        "all": totals[""],
        "page": _part(request, "page", reading.owing(event)),
        "earlier": reading.earlier_owing(event, request.user.pk or 0),
        "paid": _part(request, "paid", [entry for entry in received if entry.plays]),
        "back_to_pay": _part(request, "back", [entry for entry in received if not entry.plays]),
        "pieces": [(value, many or "") for value, many in pieces.items()],
        "float": float_ // 100 or "",
        "counted": cash if "count" in request.GET else None,
        "expected": expected,
        "difference": cash - expected,
        "counts": _counts(event),
    }
    return staff_page(request, "organiser/people/fees.html", event, **context)


@takes("GET", "POST")
@answers_refusals
def fee(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The price of one player and how it was paid; from the lists one tap says `pay` in cash, or `take_back`."""
    event, by = access.staff(request, slug, access.Permission.REGISTER)
    rows = Entry.objects.select_related("player", "event").filter(event=event)
    entry = get_object_or_404(rows, number=number)
    if "pay" in request.POST or "take_back" in request.POST:
        return _tapped(request, entry, by)
    form = FeeForm(posted(request), entry, Admission.read(event.admission))
    status = carried_out(form, lambda: set_fee(entry, by, **form.cleaned_data, seen=seen(request)))
    from_list = "fees" in request.GET
    back = reverse("staff:fees", args=[slug]) if from_list else reverse("staff:player", args=[slug, number])
    if status == DONE:
        return see_other(back)
    words: dict[str, Any] = {"question": full_name(entry), "action": _("Save"), "back": back, "of": fee_token(entry)}
    words |= {"fields": form, "transfer": reading.transfer(entry), "number": number}
    return staff_page(request, "organiser/people/fee_form.html", event, status=status, **words)


@takes("GET")
@answers_refusals
def code(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What a player still owes, as the code of a transfer."""
    event, _by = access.staff(request, slug, access.Permission.REGISTER)
    rows = Entry.objects.select_related("player", "event").filter(event=event)
    return transfer_svg(get_object_or_404(rows, number=number))


def _part(request: HttpRequest, field: str, entries: Sequence[Entry]) -> Page:
    """The page of a list whose number the address has under a field."""
    return Paginator(entries, NAMES_A_PAGE).get_page(request.GET.get(field))


def _tapped(request: HttpRequest, entry: Entry, by: str) -> HttpResponse:
    """One tap on a list, whose address has the mark: in the answer to htmx the row as it is now."""
    pays, of = "pay" in request.POST, request.GET.get("of", "")
    set_fee(entry, by, request.POST["pay" if pays else "take_back"], Entry.Paid.CASH if pays else "", seen=of)
    if "HX-Request" in request.headers:
        entry.refresh_from_db()
        context = {"event": entry.event, "entry": entry, "may": access.allowed(request, entry.event)}
        return render(
            request, "organiser/attendance/attendance_answer.html", {**context, "last": entry, **above(entry.event)}
        )
    return see_other("staff:fees", entry.event.slug) if "fees" in request.POST else marked(entry)


@takes("POST")
@answers_refusals
def count(request: HttpRequest, slug: str) -> HttpResponse:
    """Keeps the cash count that was looked at."""
    event, by = access.staff(request, slug, access.Permission.REGISTER)
    count_cash(event, by, *_till(request.POST))
    return see_other("staff:fees", slug)


def _till(data: QueryDict) -> tuple[dict[int, int], int]:
    """The notes and coins in a form, and what was in the till at the start, in cents."""
    pieces = {value: max(0, read_integer(data.get(str(value), "")) or 0) for value in MONEY}
    return pieces, 100 * max(0, read_integer(data.get("float", "")) or 0)


def _counts(event: Event) -> list[dict[str, Any]]:
    """The cash counts that were kept, the last one first: when, by whom, and how much it was off."""
    who = history.names_of({count["by"] for count in event.cash_counts})
    return [
        {
            **count,
            "at": datetime.fromisoformat(count["at"]),
            "who": who[count["by"]],
            "off": count["counted"] - count["expected"],
        }
        for count in reversed(event.cash_counts)
    ]
