"""Marking everybody present; closing the desk, which withdraws everybody who is absent, and opening it again."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import access
from tournament.acts.people import no_shows as acts
from tournament.forms.table.choices import numbers_in
from tournament.models import Entry, Event, Seat
from tournament.ranking.round_names import round_in
from tournament.reading.table.sheets import full_name
from tournament.views.organiser.shell import confirm_page
from tournament.views.shared.page import answers_refusals, see_other, takes

Act = Callable[[Event, str, Sequence[int]], int]
# A sentence about so many people.
Words = Callable[[int], str]


@takes("GET", "POST")
@answers_refusals
def everybody(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows who is absent, and marks them all present once confirmed."""
    return _page(
        request,
        slug,
        acts.check_in_all,
        acts.absentees,
        lambda count: ngettext("%(count)s player is marked present.", "%(count)s players are marked present.", count),
        lambda count: ngettext(
            "%(count)s player is absent and will be marked present.",
            "%(count)s players are absent and will be marked present.",
            count,
        ),
        question=_("Is everybody here?"),
        action=_("Everybody is here"),
    )


@takes("GET", "POST")
@answers_refusals
def close(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows who is absent, and withdraws them once confirmed."""
    return _page(
        request,
        slug,
        acts.close_desk,
        acts.absentees,
        lambda count: ngettext(
            "Check-in is closed: %(count)s player is out.", "Check-in is closed: %(count)s players are out.", count
        ),
        lambda count: ngettext(
            "%(count)s player is absent and will be out: neither seated nor ranked.",
            "%(count)s players are absent and will be out: neither seated nor ranked.",
            count,
        ),
        question=_("Close check-in?"),
        action=_("Close check-in"),
    )


@takes("GET", "POST")
@answers_refusals
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Shows who is withdrawn because the desk was closed, and readmits them once confirmed."""
    return _page(
        request,
        slug,
        acts.reopen_desk,
        acts.no_shows,
        lambda count: ngettext("%(count)s player may play again.", "%(count)s players may play again.", count),
        lambda count: ngettext(
            "%(count)s player is out because check-in was closed, and may play again.",
            "%(count)s players are out because check-in was closed, and may play again.",
            count,
        ),
        question=_("Reopen check-in?"),
        action=_("Reopen"),
    )


def _page(
    request: HttpRequest,
    slug: str,
    act: Act,
    concerned: Callable[[Event], QuerySet[Entry]],
    result_sentence: Words,
    consequence: Words,
    **words: Any,
) -> HttpResponse:
    """Asks before an act on everybody concerned, whom it lists, and says what became of them."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    if request.method == "POST":
        count = act(event, by, numbers_in(request.POST.get("of", "")))
        return _done(request, event, result_sentence(count) % {"count": count})
    entries = concerned(event)
    return _asked(request, event, entries, consequence=consequence(len(entries)) % {"count": len(entries)}, **words)


def _asked(request: HttpRequest, event: Event, entries: QuerySet[Entry], **words: Any) -> HttpResponse:
    """Asks for confirmation, listing those concerned and where they sat."""
    seats = {
        number: _("%(round)s, table %(table)s") % {"round": round_in(event, round), "table": table}
        for number, round, table in Seat.objects.filter(entry__in=entries, table__round__published=True)
        .order_by("table__round__number", "table__number")
        .values_list("entry__number", "table__round__number", "table__number")
    }
    rows = list(entries.select_related("player"))
    people = [(f"{entry.number} {full_name(entry)}", seats.get(entry.number, "")) for entry in rows]
    of = ",".join(str(entry.number) for entry in rows)
    back = reverse("staff:attendance", args=[event.slug])
    return confirm_page(request, event, people=people, of=of, back=back, **words)


def _done(request: HttpRequest, event: Event, sentence: str) -> HttpResponse:
    messages.success(request, sentence)
    return see_other("staff:attendance", event.slug)
