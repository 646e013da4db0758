"""The ranking for the staff: it counts every round, including those hidden from the public."""

from django.http import HttpRequest, HttpResponse

from tournament import access
from tournament.models import Entry
from tournament.ranking import live
from tournament.reading.table.sheets import full_name
from tournament.tables import RankingTable, arrange
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.at_table import unverified
from tournament.views.shared.page import takes

PLACES_A_PAGE = 100


@takes("GET")
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The ranking with full names, sortable by any of its columns."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    current = live.ranking(event, public=False)
    people = Entry.objects.filter(event=event).select_related("player")
    names = {entry.number: full_name(entry) for entry in people}
    table = arrange(RankingTable(current, slug, names), request, PLACES_A_PAGE)
    hidden = event.rounds.filter(published=True, visible=False)
    context = {"table": table, "hidden": list(hidden), "unverified": unverified(event)}
    return staff_page(request, "organiser/event/ranking.html", event, **context)
