"""Where a seal that somebody kept lies on the logbook of an event, for people who type one and browsers that do."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.reading.logbook import seals
from tournament.reading.logbook.seals import Lies
from tournament.views.public.event import of_event


@of_event
def check(request: HttpRequest, event: Event) -> HttpResponse:
    """Says whether the seal in the address (`seal`) is on the chain, and at which line; asks for one if there is none.

    A script that keeps the seal it last saw gets JSON: whether there is reason for `alarm`. It also sends the moment of
    the seal (`at`). Only with that can a restored backup explain a seal to it: a person judges that by the date of
    their paper.
    """
    typed = request.GET.get("seal", "")[:200]
    current = seals.seal(event)
    context = {"event": event, "typed": typed, "current_seal": current}
    if not typed:
        return render(request, "public/seal.html", context)
    try:
        paper_seal = seals.read(typed)
    except ValueError:
        fault = _("This is not a seal. It is a number and four groups of four signs, such as 37 · 3f9a-0c12-77be-10d4.")
        return render(request, "public/seal.html", {**context, "fault": fault}, status=422)
    where, line = seals.place_of(event, paper_seal)
    at = _moment(request.GET.get("at", ""))
    restored = None if where == Lies.ON else seals.restored(event, paper_seal, at)
    if "application/json" in request.headers.get("Accept", ""):
        return JsonResponse({"alarm": where != Lies.ON and not (at and restored)})
    return render(
        request,
        "public/seal.html",
        {**context, "paper_seal": paper_seal, "where": where, "line": line, "restored": restored},
    )


def _moment(text: str) -> datetime | None:
    """The moment in a text such as a page gave with its seal; None if there is none."""
    try:
        at = parse_datetime(text)
    except ValueError:
        return None
    return at if at and at.tzinfo else None
