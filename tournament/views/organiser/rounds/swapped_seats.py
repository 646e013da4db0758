"""Two players who sat in each other's place: asks who, from when and how it was written, shows the effect, does it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament.access import Permission
from tournament.acts.table import swapped_seats as acts
from tournament.errors import UserError
from tournament.forms.people.people import ReasonForm
from tournament.forms.table.swapped_seats import SwapForm
from tournament.ranking.swapped_seats import SeatSwap
from tournament.reading.table.swapped_seats import effect, seats
from tournament.views.desk.tables import at_desk, sheet_path, table_of
from tournament.views.organiser.shell import DONE, carried_out, put_right, seen, staff_page
from tournament.views.shared.at_table import fresh_key, key_of
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import posted, see_other

# This many changes are listed; the others are counted.
MAX_CHANGES = 200


@at_desk("GET", "POST")
def swap(request: HttpRequest, slug: str, round: int, table: int) -> HttpResponse:
    """Asks in the address, shows what changes, and puts it right for a reason."""
    row, by = table_of(request, slug, round, table, Permission.CORRECT_RESULTS)
    everybody = seats(row.round)
    seated = [seat for seat in everybody if seat[0][0] == table]
    form, reason = SwapForm(seated, everybody, request.GET or None), ReasonForm(posted(request))
    context: dict[str, Any] = {"table": row, "form": form, "reason": reason, "back": sheet_path(slug, round, table)}
    if not form.is_valid():
        status = 422 if form.is_bound or request.method == "POST" else 200
        return staff_page(request, "organiser/rounds/swapped.html", row.round.event, status=status, **context)
    seat_swap: SeatSwap = form.swap()

    def act() -> None:
        sent = {"seen": seen(request), "key": key_of(request.POST), "second": second_in(request)}
        acts.swap_seats(row, by, seat_swap, reason.cleaned_data["reason"], **sent)

    status = carried_out(reason, act)
    if status == DONE:
        messages.success(request, _("The two players have each other’s place."))
        return see_other(context["back"])
    try:
        lines = effect(row.round, acts.tables_of(row.round, seat_swap), seat_swap)
        context |= {"effect": lines[:MAX_CHANGES], "more": len(lines[MAX_CHANGES:]), "has_effect": True}
    except UserError as refusal:
        status = put_right(form, refusal)
    context |= {"of": acts.tables_token(row.round, seat_swap), "key": fresh_key(row, request.POST)}
    return staff_page(request, "organiser/rounds/swapped.html", row.round.event, status=status, **context)
