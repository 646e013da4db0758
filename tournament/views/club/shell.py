"""The frame of the pages of an organisation's stewards."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse

from tournament import access
from tournament.access import ClubPermission
from tournament.backups.confirmed import lost_in
from tournament.models import Organisation, Series

# The entry of the menu for the first word after the organisation in an address, where that is not the word itself.
SECTIONS = {"": "tonight", "links": "members", "logo": "plan", "restored": "plan"}


def club_page(
    request: HttpRequest, template: str, organisation: Organisation, *, status: int = 200, **context: Any
) -> HttpResponse:
    """A page of stewards in the frame of their organisation.

    `may` holds what the visitor may do there, `section` is marked in the menu, `lost` are confirmed lines of the
    register that are gone.
    """
    word = request.path.removeprefix(reverse("club:home", args=[organisation.slug])).partition("/")[0]
    frame = {
        "organisation": organisation,
        "may": access.allowed_steward(request, organisation),
        "guide": "club",
        "lost": lost_in(organisation),
        "section": SECTIONS.get(word, word),
    }
    return render(request, template, {**frame, **context}, status=status)


def confirm_in_club(
    request: HttpRequest, organisation: Organisation, *, question: str, action: str, back: str, **more: Any
) -> HttpResponse:
    """A page that asks for confirmation: see shared/form/confirm.html for what else it takes."""
    context = {"question": question, "action": action, "back": back, **more}
    return club_page(request, "club/confirm.html", organisation, **context)


def steward_of_series(
    request: HttpRequest, slug: str, series: str, may: ClubPermission
) -> tuple[Organisation, Series, str]:
    """The organisation, a series of it, and the actor, for a steward who `may` do this."""
    organisation, by = access.steward(request, slug, may)
    rows = Series.objects.select_related("organisation")
    return organisation, get_object_or_404(rows, organisation=organisation, slug=series), by
