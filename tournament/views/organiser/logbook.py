"""The logbook of an event: what was done, by whom, when; and the event as files that an outsider can check."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from tournament import access
from tournament.exchange import json_out, logbook_file
from tournament.models import LogEntry
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.reading import chronicle
from tournament.reading.history import actor_names
from tournament.reading.history import moments as moments_of
from tournament.views.organiser.shell import download, staff_page
from tournament.views.page import takes

LINES_A_PAGE = 50


@takes("GET")
def logbook(request: HttpRequest, slug: str) -> HttpResponse:
    """The lines of the logbook, latest first."""
    event, _by = access.staff(request, slug, "read logbook")
    rows = LogEntry.objects.filter(event=event).order_by("-sequence")
    page = Paginator(rows, LINES_A_PAGE).get_page(request.GET.get("page"))
    entries = list(page.object_list)
    moments = moments_of(event, entries)
    planned, ruleset = format_of(event), facts.ruleset(event)
    names = actor_names(moments, planned)
    lines = [
        {
            "entry": entry,
            "act": chronicle.act(moment.act),
            "told": chronicle.describe(moment, ruleset, planned),
            "reason": moment.reason,
            "by": names[moment.by],
        }
        for entry, moment in zip(entries, moments, strict=True)
    ]
    return staff_page(request, "organiser/logbook.html", event, page=page, lines=lines)


@takes("GET")
def event_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The event as a troel/1 file: everything that happened, what it was worth, the ranking."""
    event, _by = access.staff(request, slug, "read logbook")
    return download(json_out.text(event), "application/json", f"{slug}.json")


@takes("GET")
def logbook_lines(request: HttpRequest, slug: str) -> HttpResponse:
    """The logbook as a file of sealed lines, with its appendix of texts."""
    event, _by = access.staff(request, slug, "read logbook")
    text = "".join(f"{line}\n" for line in logbook_file.lines(event))
    return download(text, "application/x-ndjson", f"{slug}-logbook.jsonl")
