"""The clubs of an event: merging different spellings, and renaming."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext

from tournament import access
from tournament.acts.people.clubs import clubs_of, clubs_token, rename_clubs
from tournament.errors import UserError
from tournament.models import Event
from tournament.reading.ranking.clubs import ClubSpelling, known_clubs
from tournament.views.organiser.shell import seen, staff_page, warn_of_letters
from tournament.views.shared.page import see_other, takes


@takes("GET", "POST")
def clubs(request: HttpRequest, slug: str) -> HttpResponse:
    """The clubs with their members; those chosen are merged under the given name."""
    may = access.Permission.LOOK if request.method != "POST" else access.Permission.REGISTER
    event, by = access.staff(request, slug, may)
    if request.method != "POST":
        return _page(request, event)
    names, club = request.POST.getlist("club"), request.POST.get("name", "")
    try:
        count = rename_clubs(event, by, names, club, seen(request))
    except UserError as refusal:
        return _page(request, event, names, club, refusal)
    sentence = ngettext("%(count)s player now belongs to %(club)s.", "%(count)s players now belong to %(club)s.", count)
    messages.success(request, sentence % {"count": count, "club": " ".join(club.split())})
    warn_of_letters(request, club)
    return see_other("staff:clubs", slug)


def _page(
    request: HttpRequest, event: Event, names: list[str] | None = None, club: str = "", refusal: UserError | None = None
) -> HttpResponse:
    clubs: list[ClubSpelling] = known_clubs(clubs_of(event).values())
    context: dict[str, Any] = {
        "clubs": clubs,
        "chosen": names or [],
        "name": club,
        "of": clubs_token(event),
        "fault": refusal.sentence if refusal else "",
    }
    return staff_page(
        request, "organiser/people/club_list.html", event, status=refusal.status if refusal else 200, **context
    )
