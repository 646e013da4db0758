"""What is kept about a player, as a file for them; taking the names out of a closed event."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import access
from tournament.acts.lifecycle.anonymity import anonymise, named_entries, require_closed
from tournament.backups import place
from tournament.jobs import job_queue
from tournament.models import Entry
from tournament.reading.event.stored_data import personal_data
from tournament.reading.table.sheets import full_name
from tournament.views.organiser.shell import confirm_page, download
from tournament.views.shared.identity import require_password
from tournament.views.shared.page import answers_refusals, see_other, takes


@takes("GET")
def file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Everything that is kept about a player."""
    event, _by = access.staff(request, slug, access.Permission.REGISTER)
    return kept_file(get_object_or_404(Entry.objects.select_related("player", "event"), event=event, number=number))


def kept_file(entry: Entry) -> HttpResponse:
    """What is kept about a player, as a file to download."""
    text = json.dumps(personal_data(entry), ensure_ascii=False, indent=2, default=str)
    return download(text, "application/json", f"{entry.event.slug}-{entry.number}.json")


@takes("GET", "POST")
@answers_refusals
def remove(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """Removes the names of all players of a closed event, or of one of them, after asking."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    rows = named_entries(event).select_related("player")
    if number is not None:
        get_object_or_404(event.entries, number=number)
        rows = rows.filter(number=number)
    back = reverse("staff:event", args=[slug]) if number is None else reverse("staff:player", args=[slug, number])
    if request.method == "POST":
        require_password(request)
        anonymise(event, by, list(rows.values_list("number", flat=True)))
        job_queue.delete_jobs(slug)
        messages.success(request, _("The names are removed."))
        return see_other(back)
    require_closed(event)
    count = rows.count()
    if number is None:
        question = ngettext("Remove the name of %(count)s player?", "Remove the names of %(count)s players?", count)
    else:
        question = _("Remove the name of %(name)s?") % {"name": full_name(event.entries.get(number=number))}
    consequence = _(
        "Results, ranks and seals stay, under the player’s number. The name, and what was written about this person"
        " alone, can never be brought back here. Copies on paper, in files and in backups keep it."
    )
    older = place.older_backups()
    if older:
        consequence += " " + _("These backups hold the names still: make a new one afterwards, and delete them.")
    return confirm_page(
        request,
        event,
        question=question % {"count": count},
        consequence=consequence,
        people=[(path, "") for path in older],
        action=_("Remove for good"),
        back=back,
        danger=True,
    )
