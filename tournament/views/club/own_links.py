"""The own links of a club's people, to hand out: on the screen to copy, and on paper."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access, links
from tournament.access import ClubPermission
from tournament.integers import read_integer
from tournament.models import Affiliation, Organisation, Person
from tournament.printing.sheets.stickers import print_own_links
from tournament.views.club.shell import club_page
from tournament.views.shared.page import takes


@takes("GET")
@never_cache
def own_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody of the club today with their own link, to choose whose slips are printed."""
    club, _by = access.steward(request, slug, ClubPermission.RECEIVE)
    rows = [(person, links.person_url(person)) for person in _people(club)]
    return club_page(request, "club/own_links.html", club, rows=rows, only_here=links.only_here())


@takes("GET")
@never_cache
def slips(request: HttpRequest, slug: str) -> HttpResponse:
    """A slip for each `person`, by number, or for everybody of the club today (PDF)."""
    club, _by = access.steward(request, slug, ClubPermission.RECEIVE)
    rows = _people(club)
    if "person" in request.GET:
        numbers = [read_integer(number) or 0 for number in request.GET.getlist("person")]
        rows = club.persons.filter(forgotten=False, number__in=numbers).order_by("sorting", "number")
    if not rows:
        raise access.DeadLinkError(_("Nobody in the register of this club has this number."))
    response = HttpResponse(print_own_links(club, list(rows)), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="links-{slug}.pdf"'
    return response


def _people(club: Organisation) -> QuerySet[Person]:
    current = Affiliation.objects.on(timezone.localdate()).filter(organisation=club)
    return club.persons.filter(pk__in=current.values("person"), forgotten=False).order_by("sorting", "number")
