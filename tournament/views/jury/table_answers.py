"""What tables said of the jury themselves, for the jury to confirm or to rule otherwise."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.jury.rulings import rule
from tournament.acts.kernel.decisions import next_decision
from tournament.errors import UserError
from tournament.integers import read_integer
from tournament.models import Decision
from tournament.reading.jury import table_answers
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import seen_in
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import see_other, takes


@takes("GET", "POST")
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The answers that tables gave themselves and nobody confirmed; one tap confirms one. Twice does nothing more."""
    may = access.Permission.RULE if request.method == "POST" else access.Permission.SEE_RULINGS
    event, by = access.staff(request, slug, may)
    more: dict[str, Any] = {"status": 200}
    if request.method == "POST":
        number = read_integer(request.POST.get("decision", "")) or 0
        try:
            seen = {"replaces": seen_in(request.POST), "expected": seen_in(request.POST, "expected")}
            _confirm(
                table_answers.unconfirmed(event).filter(number=number).first(), by, second=second_in(request), **seen
            )
        except UserError as refusal:
            more = {"fault": refusal.sentence, "status": refusal.status}
        else:
            messages.success(request, _("What the table said is confirmed."))
            return see_other("staff:table-answers", slug)
    count, tables = table_answers.counts(event)
    more |= {"count": count, "tables": tables, "answers": table_answers.in_words(event), "next": next_decision(event)}
    return staff_page(request, "jury/calls/said.html", event, **more)


def _confirm(call: Decision | None, by: str, **seen: Any) -> None:
    """Writes the jury's own answer beside that of a table, unless the jury has ruled there already."""
    if call and call.table and call.deal:
        rule(call.table, by, call.deal, Decision.Ruling.ALLOWED, "", **seen)
