"""Where a steward begins."""

from django.http import HttpRequest, HttpResponse

from tournament import access
from tournament.access import ClubPermission
from tournament.views.shared.page import see_other, takes


@takes("GET")
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """Leads to Tonight."""
    access.steward(request, slug, ClubPermission.LOOK)
    return see_other("club:tonight", slug)
