"""A player's dossier: for the staff, what was decided about them."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournament import access
from tournament.models import Entry
from tournament.ranking import facts
from tournament.ranking.contest import format_of
from tournament.reading.jury.decision_words import decisions
from tournament.reading.logbook.history import names_of
from tournament.reading.people.dossier import dossier
from tournament.reading.table.sheets import full_name
from tournament.tables import DecisionTable, arrange, status_word
from tournament.views.organiser.shell import staff_page
from tournament.views.shared.page import takes


@takes("GET")
def page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player: penalties by offence, what the next one costs, and every decision, also cancelled ones."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    entry = get_object_or_404(Entry.objects.select_related("player"), event=event, number=number)
    entry.event = event
    offences = dossier(entry)
    rows = decisions(event).filter(pk__in=[row.pk for row in offences.decisions])
    names = names_of({row.by for row in offences.decisions}, format_of(event))
    table = arrange(DecisionTable(rows, facts.ruleset(event), names), request)
    more = {"dossier": offences, "name": full_name(entry), "status_word": status_word(entry), "table": table}
    return staff_page(request, "jury/dossier.html", event, **more)
