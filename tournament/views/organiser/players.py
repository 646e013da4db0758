"""The players of an event: the list, one player, entering them by hand or by pasting a list."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Max, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import access
from tournament.acts.refusal import Refusal
from tournament.acts.registration import Person, add_entries, change_entry
from tournament.forms import pasted
from tournament.forms.people import NewPersonForm, PasteForm, PersonForm, TakeForm
from tournament.models import Entry, Event, Seat
from tournament.naming import folded
from tournament.reading.reseated import waiting
from tournament.reading.sheets import full_name
from tournament.tables import STATUS, EntryFilter, EntryTable, arrange
from tournament.views.jury import about, told
from tournament.views.organiser.shell import DONE, carried_out, put_right, staff_page
from tournament.views.page import see_other, takes


@takes("GET")
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The list, to search, narrow and sort."""
    event, _by = access.staff(request, slug, "look")
    narrowed = EntryFilter(request.GET, _entries(event))
    table = arrange(EntryTable(narrowed.qs), request)
    return staff_page(request, "organiser/players.html", event, filter=narrowed, table=table)


@takes("GET", "POST")
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player: what is known, to be corrected; where he sat; what was decided about him."""
    event, by = access.staff(request, slug, "look" if request.method != "POST" else "register")
    entry = get_object_or_404(_entries(event), number=number)
    form = PersonForm(request.POST or None, initial=_known(entry))
    status = carried_out(form, lambda: change_entry(entry, by, form.person()))
    if status == DONE:
        messages.success(request, _("%(name)s is saved.") % {"name": form.person().name})
        return see_other("staff:player", slug, number)
    context: dict[str, Any] = {
        "entry": entry,
        "name": full_name(entry),
        "status_word": STATUS[entry.status],
        "form": form,
        "seats": _seats(entry),
        "decisions": [told(event, decision) for decision in about(event, entry)],
        "clubs": _clubs(event),
        "waiting": waiting(event),
    }
    return staff_page(request, "organiser/player.html", event, status=status, **context)


@takes("GET", "POST")
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A player by hand, then the next one."""
    event, by = access.staff(request, slug, "register")
    form = NewPersonForm(request.POST or None, initial={"start": _free_number(event)})
    status = 422 if form.is_bound else 200
    if form.is_valid():
        person = form.person()
        if _entered(event, [person]) or (status := _add(event, by, form, person)) == 200:
            messages.success(
                request, _("%(name)s has number %(number)s.") % {"name": person.name, "number": person.number}
            )
            return see_other("staff:add-player", slug)
    return staff_page(request, "organiser/add_player.html", event, form=form, clubs=_clubs(event), status=status)


@takes("GET", "POST")
def paste(request: HttpRequest, slug: str) -> HttpResponse:
    """A pasted list: first the look at each of its lines, from which it goes on to `take`, or back with `again`."""
    event, _by = access.staff(request, slug, "register")
    if "again" in request.POST:
        form = PasteForm(initial={"lines": request.POST.get("lines", "")})
    else:
        form = PasteForm(request.POST or None)
    if not form.is_valid():
        return staff_page(request, "organiser/paste.html", event, form=form, status=422 if form.is_bound else 200)
    return _look(request, event, form.cleaned_data["lines"])


@takes("POST")
def take(request: HttpRequest, slug: str) -> HttpResponse:
    """Enters the chosen lines of a list that was looked through, all or none. Sent twice, it enters them once."""
    event, by = access.staff(request, slug, "register")
    form = TakeForm(request.POST)
    if not form.is_valid():
        return staff_page(request, "organiser/paste.html", event, form=PasteForm(request.POST), status=422)
    lines, start, chosen = form.cleaned_data["lines"], form.cleaned_data["start"], set(form.cleaned_data["take"])
    rows = pasted.read(lines, {}, ())
    people = pasted.numbered([row.person for row in rows if row.line in chosen], start)
    if not people:
        return _look(request, event, lines, _("Choose at least one line."), status=422)
    if not _entered(event, people):
        try:
            add_entries(event, by, people)
        except Refusal as refusal:
            return _look(request, event, lines, str(refusal), status=refusal.status)
    messages.success(request, _told(len(people)))
    return see_other("staff:players", slug)


def _look(request: HttpRequest, event: Event, lines: str, fault: str = "", status: int = 200) -> HttpResponse:
    """The lines of a pasted list, judged against who is in the event now."""
    entries = list(_entries(event))
    known = {folded(entry.player.name): f"{entry.number} {full_name(entry)}" for entry in entries}
    rows = pasted.read(lines, known, [entry.number for entry in entries])
    context: dict[str, Any] = {
        "rows": rows,
        "counts": pasted.counts(rows),
        "lines": lines,
        "start": _free_number(event),
        "fault": fault,
    }
    return staff_page(request, "organiser/paste_look.html", event, status=status, **context)


def _add(event: Event, by: str, form: NewPersonForm, person: Person) -> int:
    """Enters one person; 200, or the status of what must be put right first."""
    twin = _twin(event, person)
    if twin and not form.cleaned_data["another"]:
        form.ask_whether_another(f"{twin.number} {full_name(twin)}")
        return 422
    try:
        add_entries(event, by, [person])
    except Refusal as refusal:
        # Somebody else was given the number meanwhile: the next attempt takes the next one.
        form.data = {**form.data, "start": str(_free_number(event))}
        return put_right(form, refusal)
    return 200


def _twin(event: Event, person: Person) -> Entry | None:
    """Somebody in the event whose name is the same, accents and capitals aside."""
    return next((entry for entry in _entries(event) if folded(entry.player.name) == folded(person.name)), None)


def _entered(event: Event, people: Sequence[Person]) -> bool:
    """Whether these people are in the event, each under this number: the form was sent before."""
    wanted = {(person.number, person.name) for person in people}
    numbers = [person.number for person in people if person.number is not None]
    there = Entry.objects.filter(event=event, number__in=numbers).values_list("number", "player__name")
    return wanted == set(there)


def _free_number(event: Event) -> int:
    """The number after the highest one."""
    highest: int | None = Entry.objects.filter(event=event).aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def _entries(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event).select_related("player", "event").order_by("number")


def _clubs(event: Event) -> list[str]:
    """The clubs that players of the event gave, to choose from."""
    clubs = Entry.objects.filter(event=event).exclude(player__club="").values_list("player__club", flat=True)
    return list(clubs.order_by("player__club").distinct()[:500])


def _known(entry: Entry) -> dict[str, object]:
    player = entry.player
    return {
        "name": player.name,
        "club": player.club,
        "language": player.language,
        "role": entry.role,
        "initials_only": player.initials_only,
        "writes": player.writes,
        "family": player.family,
    }


def _seats(entry: Entry) -> QuerySet[Seat]:
    rows = Seat.objects.filter(entry=entry).select_related("table__round")
    return rows.order_by("table__round__number", "from_deal")


def _told(count: int) -> str:
    return ngettext("%(count)s player entered.", "%(count)s players entered.", count) % {"count": count}
