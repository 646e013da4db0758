"""Where a steward begins."""

from django.http import HttpRequest, HttpResponse

from tournament import access
from tournament.access import ClubPermission
from tournament.views.shared.page import see_other, takes


@takes("GET")
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """Leads to the members, or for those who may not see them to the stewards."""
    club, _by = access.steward(request, slug, ClubPermission.LOOK)
    may = access.allowed_steward(request, club)
    return see_other("club:members" if ClubPermission.SEE_MEMBERS in may else "club:stewards", slug)
