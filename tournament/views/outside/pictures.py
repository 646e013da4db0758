"""The pictures that are shown where a link is shared, and what a page needs on the first screen of a phone."""

import time
from collections import OrderedDict
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.templatetags.static import static
from django.utils.translation import gettext as _

from tournament import access
from tournament.models import Entry, Organisation
from tournament.printing.share_card import draw_card
from tournament.reading.outside.cards import ShareCard, event_card, player_card, season_card, title_of
from tournament.reading.season.seasons import season_view
from tournament.site import renderer
from tournament.views.outside.open_data import serve_bytes
from tournament.views.public.season import season_state
from tournament.views.shared.page import takes

# Twenty kilobytes each.
MAX_PICTURES = 200
# One takes a tenth of a second: so many at once, then one in so many seconds.
MAX_BURST, PAUSE = 20, 0.5
# How long (s) whoever shows a picture may keep it: what was hidden meanwhile is not shown much longer.
SECONDS = 300
FELT, WHITE = "#0d4f3a", "#ffffff"
ICONS = (192, 512)


class Pictures:
    """The pictures that were drawn last, by what stands on them: the same is drawn once, and nothing older is given."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[ShareCard, bytes] = OrderedDict()
        self._one_at_a_time = Lock()
        self._due = 0.0

    def picture(self, card: ShareCard) -> bytes | None:
        """The picture of a card; None if too many were drawn a moment ago."""
        with self._one_at_a_time:
            if card not in self._drawn:
                now = time.monotonic()
                self._due = max(self._due, now)
                if self._due - now > MAX_BURST * PAUSE:
                    return None
                self._due += PAUSE
                self._drawn[card] = renderer.call(draw_card, card) or draw_card(card)
            self._drawn.move_to_end(card)
            while len(self._drawn) > MAX_PICTURES:
                self._drawn.popitem(last=False)
            return self._drawn[card]


PICTURES = Pictures()


@takes("GET")
def event(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """The picture of an event."""
    return _picture(request, event_card(access.public(slug)))


@takes("GET")
def player(request: HttpRequest, language: str, slug: str, number: int) -> HttpResponse:
    """The picture of a player."""
    event = access.public(slug)
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    return _picture(request, player_card(event, entry))


@takes("GET")
def season(request: HttpRequest, language: str, organisation: str, slug: str) -> HttpResponse:
    """The picture of a season."""
    return _picture(request, season_card(season_state(organisation, slug)))


def _picture(request: HttpRequest, card: ShareCard) -> HttpResponse:
    content = PICTURES.picture(card)
    if content is None:
        sentence = _("Too many pictures are asked for. Try again in some seconds.")
        return HttpResponse(
            sentence, content_type="text/plain; charset=utf-8", status=503, headers={"Retry-After": "5"}
        )
    response = serve_bytes(request, content, "image/png", SECONDS)
    response["X-Robots-Tag"] = "noindex"
    return response


@takes("GET")
def manifest(request: HttpRequest, slug: str = "", organisation: str = "", club: str = "") -> HttpResponse:
    """What a phone that puts a page on its first screen wants to know: of an event, a season, a club or the site."""
    name, path = "Troel", "/"
    if slug and organisation:
        series = season_view(season_state(organisation, slug)).series
        name, path = series.name, series.get_absolute_url()
    elif slug:
        event = access.public(slug)
        name, path = title_of(event), event.get_absolute_url()
    elif club:
        row = get_object_or_404(Organisation, slug=club)
        name, path = row.name, row.get_absolute_url()
    icons = [
        {"src": static(f"troel/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"} for size in ICONS
    ]
    content: dict[str, Any] = {"id": path, "name": name, "short_name": name[:24], "start_url": path, "scope": "/"}
    content |= {"display": "minimal-ui", "theme_color": FELT, "background_color": WHITE}
    content["icons"] = [icon | {"purpose": purpose} for icon in icons for purpose in ("any", "maskable")]
    response = JsonResponse(content, content_type="application/manifest+json")
    response["Cache-Control"] = f"public, max-age={SECONDS}"
    return response
