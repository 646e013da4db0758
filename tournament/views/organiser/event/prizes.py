"""The prizes: what there is to win, who wins it by the present ranking, and in which lists a player is."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.event.prizes import enlist, prizes_token, set_prizes
from tournament.forms.event.prizes import ListsForm, PrizesForm
from tournament.models import Entry, Event
from tournament.progress.open_issues import issue_sentences, open_issues
from tournament.ranking.prizes import read
from tournament.reading.ranking.finality import Finality, finality
from tournament.reading.ranking.prizes import awards
from tournament.reading.table.sheets import full_name
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, seen, staff_page
from tournament.views.shared.page import answers_refusals, posted, see_other, takes


@takes("GET")
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Who wins what, to read aloud: the last list first, and each from its last place to its first."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    final = finality(event) == Finality.FINAL
    context: dict[str, Any] = {
        "awards": awards(event, full_names(event))[::-1],
        "final": final,
        "matters": [] if final else issue_sentences(open_issues(event), event),
    }
    return staff_page(request, "organiser/event/prizes.html", event, **context)


@takes("GET", "POST")
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """The lists of prizes, to be changed."""
    event, by = access.staff(request, slug, access.Permission.PLAN)
    form = PrizesForm(posted(request), read(event.prizes))
    status = carried_out(form, lambda: set_prizes(event, by, form.prizes(), seen=seen(request)))
    if status == DONE:
        messages.success(request, _("The prizes are saved."))
        return see_other("staff:change-prizes", slug)
    context = {"form": form, "of": prizes_token(event)}
    return staff_page(request, "organiser/event/prizes_form.html", event, status=status, **context)


@takes("GET", "POST")
@answers_refusals
def lists(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The lists of prizes that are of some players: in which of them this player is."""
    event, by = access.staff(request, slug, access.Permission.REGISTER)
    entry = get_object_or_404(Entry.objects.select_related("player", "event"), event=event, number=number)
    form, back = ListsForm(posted(request), read(event.prizes), number), reverse("staff:player", args=[slug, number])
    status = carried_out(form, lambda: enlist(entry, by, form.cleaned_data["lists"], seen=seen(request)))
    if status == DONE:
        messages.success(request, _("%(name)s is saved.") % {"name": full_name(entry)})
        return see_other(back)
    return confirm_page(
        request,
        event,
        status=status,
        question=_("%(name)s: in which lists of prizes?") % {"name": full_name(entry)},
        action=_("Save"),
        back=back,
        fields=form,
        of=prizes_token(event),
    )


def full_names(event: Event) -> dict[int, str]:
    """The full names of all players of an event, by number."""
    return {entry.number: full_name(entry) for entry in Entry.objects.filter(event=event).select_related("player")}
