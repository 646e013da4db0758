"""What others embed, and the pages that say how: for an event, a season, an organisation."""

from typing import Any, NamedTuple
from urllib.parse import urlsplit

from csp.constants import NONE
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt

from tournament import access, links
from tournament.models import Event, Organisation
from tournament.reading.outside.embedded import EmbeddedTable, embedded_event, embedded_season
from tournament.reading.season.seasons import season_view
from tournament.views.outside.boards import EMBED, event_edition, season_edition
from tournament.views.outside.open_data import serve_edition
from tournament.views.public.season import season_state
from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import View, takes
from tournament.wording import language

HTML = "text/html; charset=utf-8"
# A page in a page of others can do nothing: it has no script, no form, and nothing of a visitor.
FRAMED = {"frame-ancestors": ["*"], "form-action": [NONE], "script-src": [NONE]}


class Snippet(NamedTuple):
    """A text to copy: its name on the page, what it is, what it is for, how many lines are seen of it."""

    id: str
    label: str
    hint: str
    text: str
    height: int = 2


def framed(view: View) -> View:
    """Wraps a view whose page any site may embed; all others forbid it."""
    return xframe_options_exempt(csp_replace(FRAMED)(takes("GET")(view)))


@framed
def embed_event(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """The ranking of an event for a page of others."""
    return serve_edition(request, event_edition(access.public(slug), EMBED), HTML)


@framed
def embed_season(request: HttpRequest, language: str, organisation: str, slug: str) -> HttpResponse:
    """The ranking of a season for a page of others."""
    return serve_edition(request, season_edition(season_state(organisation, slug), EMBED), HTML)


@compressed
@takes("GET")
def share_event(request: HttpRequest, slug: str) -> HttpResponse:
    """What others can show of an event, to copy."""
    event: Event = access.public(slug)
    embed = links.absolute(reverse("embed", args=[language(), slug]))
    snippets = _embedding(embed, embedded_event(event))
    snippets.append(_data(reverse("api:event", args=[slug])))
    return _page(request, snippets, event=event, title=event.name, back=event.get_absolute_url())


@compressed
@takes("GET")
def share_season(request: HttpRequest, organisation: str, slug: str) -> HttpResponse:
    """What others can show of a season, to copy."""
    read = season_state(organisation, slug)
    series = season_view(read).series
    embed = links.absolute(reverse("embed-season", args=[language(), organisation, slug]))
    snippets = _embedding(embed, embedded_season(read))
    snippets.append(_data(reverse("api:season", args=[organisation, slug])))
    back = series.get_absolute_url()
    return _page(request, snippets, organisation=series.organisation, title=series.name, back=back)


@compressed
@takes("GET")
def share_organisation(request: HttpRequest, slug: str) -> HttpResponse:
    """The calendar and the news of an organisation, to subscribe to."""
    club = get_object_or_404(Organisation, slug=slug)
    calendar = links.absolute(reverse("calendar", args=[language(), slug]))
    news = links.absolute(reverse("club-results", args=[language(), slug]))
    snippets = [
        Snippet(
            "calendar", _("Calendar (ICS)"), _("Evenings and tournaments, also moved and cancelled ones."), calendar
        ),
        Snippet("results", _("Results (Atom)"), _("For a news reader, or a list of news on your site."), news),
        _data(reverse("api:organisation", args=[slug])),
    ]
    subscribes = f"webcal://{urlsplit(calendar).netloc}{urlsplit(calendar).path}"
    context = {"organisation": club, "title": club.name, "back": club.get_absolute_url(), "subscribes": subscribes}
    return _page(request, snippets, **context)


def _embedding(address: str, embed: EmbeddedTable) -> list[Snippet]:
    """The two ways of showing a ranking elsewhere."""
    html = render_to_string("outside/table.html", {"table": embed})
    iframe = render_to_string("outside/iframe.html", {"address": address, "table": embed})
    follows = _("Follows by itself. Needs no script, and keeps no cookie.")
    stays = _("As it is now, in the look of your own site. It does not change by itself.")
    return [
        Snippet("iframe", _("The ranking in a frame"), follows, iframe.strip(), height=4),
        Snippet("html", _("The ranking as HTML"), stays, html.strip(), height=8),
    ]


def _data(path: str) -> Snippet:
    hint = _("For programs. What can be asked is in %(address)s.") % {"address": links.absolute(reverse("api:openapi"))}
    return Snippet("data", _("Open data (JSON)"), hint, links.absolute(path))


def _page(request: HttpRequest, snippets: list[Snippet], **context: Any) -> HttpResponse:
    """The page of what is at `back`: its own link, as most people share, then what a site embeds."""
    hint, address = _("For a message or a group of friends."), links.absolute(context["back"])
    link = Snippet("link", _("A link to send"), hint, address)
    response = render(request, "outside/share.html", {"snippets": [link, *snippets], **context})
    patch_vary_headers(response, ["Cookie"])
    return response
