"""The figures of an event, for everybody; rendered once for all."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse

from tournament.models import Event
from tournament.ranking import facts
from tournament.reading.event import notices
from tournament.reading.prerendered_pages import Board, Rendered
from tournament.reading.ranking.statistics import statistics
from tournament.views.public.event import of_event
from tournament.views.shared.prerendered import serve
from tournament.wording import language


def render_statistics(event: Event, _part: int = 0) -> Rendered:
    """The figures of an event as a page."""
    context = {
        "event": event,
        "rules": facts.ruleset(event),
        "statistics": statistics(event),
        "return_path": reverse("statistics", args=[event.slug]),
    }
    page = render_to_string("public/statistics.html", context)
    return Rendered(event.version_token, {"page": page}, notices.next_end(event))


STATISTICS = Board(render_statistics)


@of_event
def statistics_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The figures of the rounds that everybody may see."""
    return serve(request, STATISTICS.edition(event, language()), "page", language())
