"""Attendance: the list at the door, one tap per name; and players who leave, come back or are excluded."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from tournament import access
from tournament.acts.people import admission
from tournament.acts.people.no_shows import no_shows
from tournament.acts.people.registration import NAME_LENGTH, check_in, exclude, readmit
from tournament.admission import Admission
from tournament.draw.drawable import jokers_lacking
from tournament.forms.jury.decisions import ReasonsForm
from tournament.forms.people.people import ArrivalForm, OptionalReasonForm, ReasonForm
from tournament.integers import read_integer
from tournament.models import Entry, Event
from tournament.naming import search_text, searches
from tournament.reading.rounds.empty_seats import gaps, seat_notices
from tournament.reading.table.sheets import full_name
from tournament.tables import matching
from tournament.views.organiser.people.players import club_names
from tournament.views.organiser.shell import DONE, carried_out, confirm_page, staff_page
from tournament.views.shared.co_signature import second_in
from tournament.views.shared.page import answers_refusals, posted, see_other, takes

# At most championships one page holds everyone, so that its search box finds anyone while one types.
NAMES_A_PAGE = 400
# How many similar names a person looks through, and how many jokers they would phone.
MAX_NEAR, MAX_JOKERS = 8, 30


@takes("GET")
def attendance(request: HttpRequest, slug: str) -> HttpResponse:
    """Everyone, by name, with a button that says whether they are present; or those who match what was typed."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    query, absent = request.GET.get("q", "")[:200].strip(), request.GET.get("show") == "absent"
    listed = _listed(event).filter(present=False) if absent else _listed(event)
    page = Paginator(_matching(listed, query) if query else listed, NAMES_A_PAGE).get_page(request.GET.get("page"))
    missed = query if query and not page.object_list and not absent else ""
    context: dict[str, Any] = {"page": page, "query": query, "absent": absent, **above(event)}
    last = read_integer(request.GET.get("last", ""))
    context["last"] = _playing(event).filter(number=last).first() if last else None
    context["only"] = bool(query) and page.paginator.count == 1
    context["missed"] = missed
    entries = list(_listed(event)) if missed else []
    near = searches([search_text(entry.player.name) for entry in entries], missed)
    context["near"] = [entries[at] for at in near[:MAX_NEAR]]
    context["out"] = no_shows(event).count()
    context["form"], context["clubs"] = ArrivalForm(initial={"name": missed[:NAME_LENGTH]}), club_names(event)
    return staff_page(request, "organiser/attendance/attendance.html", event, **context)


@takes("POST")
@answers_refusals
def mark(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Marks one player present (`present=1`) or absent; for htmx the answer is the row and what is above the list."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    entry = get_object_or_404(_playing(event), number=number)
    check_in(entry, by, request.POST.get("present") == "1")
    if "HX-Request" in request.headers:
        entry.refresh_from_db()
        context = {"event": event, "entry": entry, "last": entry, "may": access.allowed(request, event)}
        return render(request, "organiser/attendance/attendance_answer.html", {**context, **above(event)})
    if empty := _to_fill(request, entry):
        return empty
    place = "" if "only" in request.POST else f"#p{number}"
    query = {name: request.POST[name] for name in ("q", "page", "show") if request.POST.get(name)}
    return marked(entry, query, place)


def marked(entry: Entry, query: Mapping[str, str] = MappingProxyType({}), place: str = "") -> HttpResponse:
    """Redirects to the list, which says who was marked last and undoes it in one tap; `place` is where one was in it.

    Without a place one goes on typing: browsers focus nothing on a page that is opened at one.
    """
    address = reverse("staff:attendance", args=[entry.event.slug])
    return see_other(f"{address}?{urlencode({**query, 'last': str(entry.number)})}{place}")


@takes("GET", "POST")
@answers_refusals
def leave(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Withdraws a player, after asking."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    entry = get_object_or_404(_everyone(event), number=number)
    form = OptionalReasonForm(request.POST or None)
    if form.is_valid():
        admission.leave(entry, by, form.cleaned_data["reason"])
        return _to_fill(request, entry) or see_other("staff:player", slug, number)
    question = _("Withdraw %(name)s?") % {"name": full_name(entry)}
    consequence = _("Out of the ranking from now on. The results of the others stand.")
    words = {"question": question, "consequence": consequence, "action": _("Withdraw")}
    return _asked(request, entry, form, status=422 if form.is_bound else 200, danger=True, **words)


@takes("GET", "POST")
@answers_refusals
def come_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Readmits a player who had withdrawn, after asking."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    entry = get_object_or_404(_everyone(event), number=number)
    form = ReasonForm(posted(request))
    status = carried_out(form, lambda: readmit(entry, by, form.cleaned_data["reason"]))
    if status == DONE:
        return see_other("staff:player", slug, number)
    question = _("Readmit %(name)s?") % {"name": full_name(entry)}
    consequence = (
        _("This player is still marked present, and plays again from the next round that is drawn.")
        if entry.present
        else _("Afterwards, mark the player present to give them a seat in the next round.")
    )
    return _asked(request, entry, form, status=status, question=question, consequence=consequence, action=_("Readmit"))


@takes("GET", "POST")
def send_away(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Excludes a player by decision of the jury, for a reason."""
    event, by = access.staff(request, slug, access.Permission.RULE)
    entry = get_object_or_404(_everyone(event), number=number)
    form = ReasonsForm(request.POST or None)
    status = carried_out(form, lambda: exclude(entry, by, **form.cleaned_data, second=second_in(request)))
    if status == DONE:
        messages.success(request, _("%(name)s is excluded.") % {"name": full_name(entry)})
        return see_other("staff:player", slug, number)
    question = _("Exclude %(name)s?") % {"name": full_name(entry)}
    consequence = _("Out of the ranking from now on. The results of the others stand.")
    words = {"question": question, "consequence": consequence, "action": _("Exclude")}
    return _asked(request, entry, form, status=status, danger=True, **words)


def _to_fill(request: HttpRequest, entry: Entry) -> HttpResponse | None:
    """Redirects to the page that asks who fills in, if this player left a seat in the round being played; else None."""
    gap = next((gap for gap in gaps(entry.event) if gap.number == entry.number), None)
    if gap is None or access.Permission.WRITE_DEALS not in access.allowed(request, entry.event):
        return None
    return see_other("staff:fill-in", entry.event.slug, gap.round, gap.table, gap.position)


def _asked(
    request: HttpRequest,
    entry: Entry,
    form: Form | None,
    *,
    question: str,
    consequence: str,
    action: str,
    danger: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Asks for confirmation before something is done to a player."""
    back = reverse("staff:player", args=[entry.event.slug, entry.number])
    words = {"question": question, "consequence": consequence, "action": action, "back": back}
    return confirm_page(request, entry.event, status=status, fields=form, danger=danger, **words)


def _playing(event: Event) -> QuerySet[Entry]:
    return _everyone(event).filter(withdrawn=False, excluded=False)


def _listed(event: Event) -> QuerySet[Entry]:
    """Those who play, and those who may yet: withdrawn because the desk was closed, or on the waiting list."""
    return _everyone(event).filter(Q(withdrawn=False) | Q(no_show__gt=0) | Q(waiting__gt=0), excluded=False)


def _everyone(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event).select_related("player", "event").order_by("player__sorting", "number")


def _matching(entries: QuerySet[Entry], query: str) -> QuerySet[Entry]:
    """Those whose personal link was read from its code, or those who match a name, a club or a number."""
    if (number := access.player_of_link(query)) is not None:
        return entries.filter(pk=number)
    return matching(entries, query)


def above(event: Event) -> dict[str, Any]:
    """What is above the list, and changes with it: the counts, the closing hour, the empty seats, jokers to call."""
    context: dict[str, Any] = {"counts": _counts(event), **seat_notices(event)}
    jokers = _playing(event).filter(role=Entry.PlayerRole.JOKER, present=False)
    closes = Admission.read(event.admission).desk
    context |= {"closes": closes, "late": closes is not None and closes <= timezone.now()}
    return {**context, "lacking": jokers_lacking(event), "jokers": list(jokers[:MAX_JOKERS])}


def _counts(event: Event) -> dict[str, int]:
    """How many players are present, of how many, and how many competitors are waited for."""
    absent = Q(present=False, role=Entry.PlayerRole.COMPETITOR)
    return _playing(event).aggregate(
        waited_for=Count("pk", filter=absent), all=Count("pk"), present=Count("pk", filter=Q(present=True))
    )
