"""Older rulings that left points of earlier ones standing: the head jury ticks those that it puts right."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.endings import end_rulings
from tournament.forms.choices import numbers_in, whole
from tournament.forms.people import ReasonForm
from tournament.models import Entry, Event
from tournament.ranking.endings import Overruled, overruled
from tournament.reading import decided
from tournament.reading.sheets import full_name
from tournament.views.organiser.shell import DONE, carried_out, staff_page
from tournament.views.page import see_other, takes
from tournament.views.second import second_in


@takes("GET", "POST")
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The deals concerned, each with what it gives now and would give; those that are ticked are put right."""
    event, by = access.staff(request, slug, "cancel decisions" if request.method == "POST" else "see what is open")
    form = ReasonForm(request.POST or None)
    ticked = _ticked(request)
    status = carried_out(form, lambda: _act(event, by, ticked, form, second_in(request)))
    if status == DONE:
        messages.success(request, _("The later rulings have taken the place of the earlier ones."))
        return see_other("staff:endings", slug)
    rows = [(one, *_words(event, one), one.later.number in ticked) for one in overruled(event)]
    return staff_page(request, "jury/endings.html", event, status=status, form=form, rows=rows)


def _act(event: Event, by: str, ticked: dict[int, list[int]], form: Form, second: str) -> None:
    end_rulings(event, by, ticked, form.cleaned_data["reason"], second=second)


def _ticked(request: HttpRequest) -> dict[int, list[int]]:
    """The earlier rulings by the number of the later, as each tick says them: "5:3,4"."""
    ticks = (tick.partition(":") for tick in request.POST.getlist("ends"))
    return {whole(later) or 0: numbers_in(earlier) for later, _colon, earlier in ticks}


def _words(
    event: Event, one: Overruled
) -> tuple[dict[str, object], list[dict[str, object]], list[tuple[str, int, int]]]:
    """The later ruling and the earlier ones in words, and the points of each player now and then."""
    entries = Entry.objects.filter(event=event, number__in=one.points).select_related("player")
    names = {entry.number: full_name(entry) for entry in entries}
    points = [(names[entry], *both) for entry, both in one.points.items()]
    return decided.in_words(one.later), [decided.in_words(row) for row in one.earlier], points
