"""Calendars (ICS) and news (Atom): what phones and news readers fetch by themselves."""

from datetime import UTC, datetime

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from tournament import access, links
from tournament.models import Organisation
from tournament.reading.outside.calendars import organisation_calendar, person_calendar
from tournament.reading.outside.results import EventResult, last_results
from tournament.views.outside.open_data import serve_bytes
from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import takes
from tournament.views.shared.token_pages import behind_link
from tournament.wording import language

CALENDAR = "text/calendar; charset=utf-8"
# How long (s) a calendar or a feed may be kept by whoever passes it on.
SECONDS = 300
NEVER = datetime(2026, 1, 1, tzinfo=UTC)


@compressed
@takes("GET")
def calendar(request: HttpRequest, language: str, slug: str) -> HttpResponse:
    """The evenings and tournaments of an organisation."""
    club = get_object_or_404(Organisation, slug=slug)
    return serve_bytes(request, organisation_calendar(club), CALENDAR, SECONDS)


def _own(token: str, **_more: object) -> str:
    return reverse("members:own", args=[token])


@behind_link("GET", home=_own)
def own_calendar(request: HttpRequest, token: str, language: str) -> HttpResponse:
    """The evenings of a person's club, behind their own link."""
    person, _by = access.person(token)
    with translation.override(language):
        return HttpResponse(person_calendar(person), content_type=CALENDAR)


@compressed
@takes("GET")
def results(request: HttpRequest, language: str, slug: str = "") -> HttpResponse:
    """The last final rankings, of an organisation or of the site."""
    club = get_object_or_404(Organisation, slug=slug) if slug else None
    content = ResultFeed(club)(request).content
    return serve_bytes(request, content, Atom1Feed.content_type, SECONDS)


class ResultAtom(Atom1Feed):
    """Atom, in which a feed without news is always the same."""

    def latest_post_date(self) -> datetime:
        """When the last of the news is from."""
        return super().latest_post_date() if self.items else NEVER


class ResultFeed(Feed):
    """The results of an organisation, or of all for None."""

    feed_type = ResultAtom

    def __init__(self, club: Organisation | None) -> None:
        self.club = club

    def title(self) -> str:
        """What it is called."""
        return _("Results: %(name)s") % {"name": self.club.name if self.club else "Troel"}

    def link(self) -> str:
        """The page it belongs to."""
        return links.absolute(self.club.get_absolute_url() if self.club else "/")

    def feed_url(self) -> str:
        """Where it is itself."""
        address = ["club-results", language(), self.club.slug] if self.club else ["results", language()]
        return links.absolute(reverse(address[0], args=address[1:]))

    def items(self) -> list[EventResult]:
        """The results, the last first."""
        return last_results(self.club.slug if self.club else "")

    def item_title(self, item: EventResult) -> str:
        """The event."""
        return item.name

    def item_description(self, item: EventResult) -> str:
        """The first places."""
        return item.summary

    def item_link(self, item: EventResult) -> str:
        """The ranking, which names the result too."""
        return item.address

    def item_updateddate(self, item: EventResult) -> datetime:
        """When it became final."""
        return item.at
