"""Older rulings that left points of earlier ones standing: the head jury ticks those that it puts right."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.jury.superseded_rulings import end_rulings
from tournament.forms.people.people import ReasonForm
from tournament.forms.table.choices import numbers_in
from tournament.integers import read_integer
from tournament.models import Entry
from tournament.ranking.superseded_rulings import Overruled, find_overruled
from tournament.reading.jury import decision_words
from tournament.reading.table.sheets import full_name
from tournament.views.organiser.shell import DONE, carried_out, staff_page
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import see_other, takes


@takes("GET", "POST")
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The deals concerned, each with what it gives now and would give; those that are ticked are put right."""
    may = access.Permission.CANCEL_DECISIONS if request.method == "POST" else access.Permission.SEE_OPEN_ISSUES
    event, by = access.staff(request, slug, may)
    form = ReasonForm(request.POST or None)
    # Each tick says the later ruling, the earlier ones and the mark of the points, as "5:3,4:mark".
    ticks = [(tick + "::").split(":")[:3] for tick in request.POST.getlist("ends")]
    ends = {read_integer(later) or 0: numbers_in(earlier) for later, earlier, _mark in ticks}
    marks = {read_integer(later) or 0: mark for later, _earlier, mark in ticks}
    second = second_in(request)
    status = carried_out(
        form, lambda: end_rulings(event, by, ends, form.cleaned_data["reason"], seen=marks, second=second)
    )
    if status == DONE:
        messages.success(request, _("The later rulings have taken the place of the earlier ones."))
        return see_other("staff:superseded-rulings", slug)
    rulings = find_overruled(event)
    numbers = {number for overruled in rulings for number in overruled.point_changes}
    entries = Entry.objects.filter(event=event, number__in=numbers).select_related("player")
    names = {entry.number: full_name(entry) for entry in entries}
    rows = [(overruled, *_words(overruled, names), overruled.later.number in ends) for overruled in rulings]
    return staff_page(request, "jury/endings.html", event, status=status, form=form, rows=rows)


def _words(
    overruled: Overruled, names: Mapping[int, str]
) -> tuple[dict[str, object], list[dict[str, object]], list[tuple[str, int, int]]]:
    """The later ruling and the earlier ones in words, and the points of each player now and then."""
    points = [(names[entry], *both) for entry, both in overruled.point_changes.items()]
    return decision_words.in_words(overruled.later), [decision_words.in_words(row) for row in overruled.earlier], points
