"""The public ranking: its parts, what stands around somebody, a search of names, and the ranking as text."""

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import DeadLinkError
from tournament.integers import read_integer
from tournament.models import Entry, Event
from tournament.reading.parts import FIRST, WHOLE, RowIndex, row_spans
from tournament.reading.prerendered_pages import Edition
from tournament.reading.ranking.chat_text import event_chat_text
from tournament.reading.ranking.finality import Finality, public_finality
from tournament.views.public.event import of_event
from tournament.views.public.ranking_board import RANKING
from tournament.views.public.searching import answer_found, answer_rows
from tournament.views.shared.prerendered import of_edition, serve
from tournament.wording import language


@of_event
def ranking(request: HttpRequest, event: Event, part: int = FIRST) -> HttpResponse:
    """The ranking of the visible rounds: some twenty rows of it, or all."""
    return serve(request, _edition(event, part), "page", language())


@of_event
def one_part(request: HttpRequest, event: Event, part: int) -> HttpResponse:
    """A further part of the ranking; the first one is at the event's own address."""
    return serve(request, _edition(event, part), "page", language()) if part > FIRST else redirect(event)


@of_event
def rows(request: HttpRequest, event: Event, part: int = FIRST) -> HttpResponse:
    """What an open ranking polls every few seconds: its rows, or 204 if it shows version `v` already."""
    edition = _edition(event, part)
    if request.GET.get("v") == edition.version:
        return of_edition(edition, HttpResponse(status=204))
    return serve(request, edition, "rows", language())


@of_event
def around(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """A player's row with its neighbours, as a page or as a piece of one; 204 if it shows version `v` already.

    A device pins its owner's row by it. Who has no row at the moment has none there; who is not in the event any more,
    or has no name any more, is not there.
    """
    index = _index(event)
    known = number in index.markup or Entry.objects.filter(event=event, number=number).exists()
    if not known or number in index.anonymous:
        raise DeadLinkError(_("No player has this number."))
    lines = "".join(
        row.replace("<tr", '<tr class="is-own"', 1) if at == number else row for at, row in index.around(number)
    )
    version = hashlib.sha256(lines.encode()).hexdigest()[:16]
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    final = public_finality(event) == Finality.FINAL
    context = {"number": number, "rows": lines, "version": version, "final": final}
    return answer_rows(request, "public/ranking/around.html", _page(event) | context)


@of_event
def find(request: HttpRequest, event: Event) -> HttpResponse:
    """The rows that somebody meant who typed `q`, of a name, a club or a number: as a page, or as a piece of one."""
    return answer_found(request, _index(event), "public/ranking/brief_rows.html", _page(event))


@of_event
def ranking_text(request: HttpRequest, event: Event) -> HttpResponse:
    """The ranking as text to copy into a chat: ten places, or so many as `top` says, all for 0."""
    top = max(0, read_integer(request.GET.get("top", "10")) or 0)
    return render(request, "public/chat_text.html", {"event": event, "text": event_chat_text(event, top), "top": top})


def _edition(event: Event, part: int) -> Edition:
    """The edition of a part; none is begun for a part that no ranking of so many players has."""
    if part > FIRST and part > len(row_spans(Entry.objects.filter(event=event).count())):
        raise DeadLinkError(_("The ranking is not so long."))
    return RANKING.edition(event, language(), part)


def _index(event: Event) -> RowIndex:
    """The rows of the whole ranking as the public sees it, as old at most as the page that shows them."""
    return RANKING.edition(event, language(), WHOLE).row_index or RowIndex({}, ())


def _page(event: Event) -> dict[str, Any]:
    """The page around rows of the ranking."""
    back = _("The whole ranking"), event.get_absolute_url()
    search = reverse("ranking-find", args=[event.slug])
    return {"event": event, "section": "ranking", "title": _("Ranking"), "search": search, "back": back}
