"""The screen in the hall: a public page without a mouse, whose pages turn by themselves.

Rendered once for everybody, page by page; the address says which kinds of pages a screen shows. With scripts the page
turns them itself and asks for news; without, it asks for its next page.
"""

import hashlib
import time
from collections.abc import Iterator
from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import urlencode
from django.utils.safestring import mark_safe

from tournament import links
from tournament.integers import read_integer
from tournament.models import Evening, Event, Series
from tournament.reading import hall
from tournament.reading.event import notices
from tournament.reading.prerendered_pages import Board, Edition, Rendered, next_of
from tournament.reading.rounds import timer
from tournament.views.public.event import of_event
from tournament.views.shared.qr_codes import svg_code
from tournament.wording import language

# The kinds of pages that an address may ask for: /e/…/hall/?show=ranking&show=code.
KINDS = ("timer", "seating", "ranking", "story", "code")
# All pages are seen within two minutes (s), but none for less or longer than this.
TURN, SHORTEST, LONGEST = 112, 5, 12


def render_hall(event: Event, part: int = 0) -> Rendered:
    """Every page of the screen, under its kind and number; beside them `auto`, the kinds that fit the moment."""
    playing = hall.playing(event)
    pages = {"seating": hall.seating(event), "ranking": hall.ranking(event), "story": hall.hall_story(event)}
    first = "seating" if pages["seating"] and (playing is None or playing.starting) else "ranking"
    timed = timer.on_screen(event)
    documents = {"foot": render_to_string("hall/foot.html", {"playing": playing}), "auto": f"timer {first} story code"}
    documents["timer"] = render_to_string("hall/timer.html", {"timed": timed})
    if timed:
        documents["timer 0"] = render_to_string("hall/countdown.html", {"timed": timed})
    for kind, slides in pages.items():
        for number, slide in enumerate(slides):
            documents[f"{kind} {number}"] = render_to_string("hall/lines.html", {"slide": slide})
    address = links.absolute(event.get_absolute_url())
    documents["code 0"] = render_to_string("hall/code.html", {"event": event, "address": address})
    documents["news"] = render_to_string("hall/news.html", {"notices": notices.aloud(notices.current_notices(event))})
    version = hashlib.sha256(repr(documents).encode()).hexdigest()[:16]
    ends = [moment.timestamp() for moment in (timed.changes if timed else [])]
    return Rendered(version, documents, next_of(notices.next_end(event), *(end for end in ends if end > time.time())))


HALL = Board(render_hall)


@of_event
def screen(request: HttpRequest, event: Event) -> HttpResponse:
    """The screen. An open one asks for news every few seconds; 204 says that it shows version `v` already.

    Once places of a frozen ranking are revealed, it becomes the finale, unless its address says what it shows.
    """
    kinds = [kind for kind in KINDS if kind in request.GET.getlist("show")]
    if event.frozen_after is not None and event.revealed and not kinds:
        return redirect("reveal", event.slug)
    edition = HALL.edition(event, language())
    if request.GET.get("v") == edition.version:
        return HttpResponse(status=204)
    door = request.GET.get("door", "")
    slides = [*_slides(edition, kinds or _text(edition, "auto").split()), *_door(event, door)]
    page = (read_integer(request.GET.get("page", "")) or 0) % len(slides)
    context = {
        "event": event,
        "version": edition.version,
        "slides": slides,
        "page": page,
        "next": urlencode(
            [
                *(("show", kind) for kind in kinds),
                *([("door", door)] if door else []),
                ("page", (page + 1) % len(slides)),
            ]
        ),
        "seconds": max(SHORTEST, min(LONGEST, TURN // len(slides))),
        "foot": _text(edition, "foot"),
        "news": _text(edition, "news"),
        "timer": _text(edition, "timer"),
        "at": (at := timezone.now()),
        "moment": timer.milliseconds(at),
    }
    response = render(request, "hall/screen.html", context)
    patch_cache_control(response, no_cache=True)
    return response


@of_event
def code(request: HttpRequest, event: Event) -> HttpResponse:
    """The address of the public pages as a QR code."""
    return svg_code(links.absolute(event.get_absolute_url()))


def _slides(edition: Edition, kinds: list[str]) -> Iterator[str]:
    """The pages of these kinds; the code where there is nothing else to show."""
    names = [name for kind in kinds for name in edition.documents if name.startswith(f"{kind} ")]
    for name in names or ["code 0"]:
        yield _text(edition, name)


def door_slide(series: Series, day: date) -> str:
    """The way in on an evening of a club, by the day for which it was planned, and its code."""
    page = {"slug": series.organisation.slug, "token": links.door_token(series, day)}
    return render_to_string("hall/door.html", {**page, "digits": links.evening_code(series, day)})


def _door(event: Event, token: str) -> Iterator[str]:
    """The way in, on a screen whose address has the token of the door: so nobody reads the code at home."""
    rows = Evening.objects.filter(event=event) if token and event.is_open else Evening.objects.none()
    for evening in rows.select_related("series__organisation"):
        if links.matches(token, links.door_token(evening.series, evening.date)):
            yield door_slide(evening.series, evening.date)


def _text(edition: Edition, name: str) -> str:
    return mark_safe(edition.documents[name].body.decode())  # noqa: S308 - rendered by a template of ours
