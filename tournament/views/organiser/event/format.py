"""The format of an event: presets, the form, the format in plain words, and its cuts."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.event.format import format_token, set_format
from tournament.forms.event.format import PRESETS, FormatForm
from tournament.models import Cut, Event
from tournament.ranking.contest import format_of
from tournament.ranking.format import Format, read
from tournament.reading.event.formats import sentences
from tournament.views.organiser.shell import DONE, carried_out, seen, staff_page
from tournament.views.shared.page import posted, see_other, takes


@takes("GET", "POST")
def format_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The present format, and a form to change it; a preset fills in the form."""
    may = access.Permission.PLAN if request.method == "POST" else access.Permission.SEE_PLAN
    event, by = access.staff(request, slug, may)
    preset = request.GET.get("preset", "")
    form = FormatForm(posted(request), _shown(event, preset))
    status = carried_out(form, lambda: set_format(event, by, form.data_of_format(), seen=seen(request)))
    if status == DONE:
        messages.success(request, _("The format is saved."))
        return see_other("staff:format", slug)
    context: dict[str, Any] = {
        "form": form,
        "sentences": list(sentences(format_of(event))),
        "presets": [(key, name) for key, (name, _data) in PRESETS.items()],
        "preset": preset,
        "finals": _finals(event),
        "of": format_token(event),
    }
    return staff_page(request, "organiser/event/format.html", event, status=status, **context)


def _shown(event: Event, preset: str) -> Format:
    return read(PRESETS[preset][1]) if preset in PRESETS else format_of(event)


def _finals(event: Event) -> list[tuple[int, int, bool]]:
    """The finals: the number of each stage, how many play it, whether its cut was made."""
    planned = format_of(event)
    stages_cut = set(Cut.objects.filter(event=event).values_list("stage", flat=True))
    return [(stage, planned.stages[stage - 1].cut, stage in stages_cut) for stage in planned.finals]
