"""The players of an event: the list, one player, entering one by hand."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament import access, links
from tournament.acts.people import registration
from tournament.acts.people.arrivals import similar_entries
from tournament.acts.people.clubs import known_spelling
from tournament.acts.people.deletion import delete_entry, entry_token, is_deletable
from tournament.acts.people.registration import Entrant, add_entries, change_entry, taken_numbers
from tournament.errors import UserError
from tournament.forms.people.people import NewPersonForm, PersonForm
from tournament.models import Entry, Event, Seat
from tournament.naming import surname_of
from tournament.reading.jury.decision_words import concerning
from tournament.reading.rounds.empty_seats import seat_notices
from tournament.reading.table.sheets import full_name
from tournament.tables import EntryFilter, EntryTable, arrange, status_word
from tournament.views.organiser.shell import (
    DONE,
    carried_out,
    confirm_page,
    put_right,
    seen,
    staff_page,
    warn_of_letters,
)
from tournament.views.shared.identity import require_password
from tournament.views.shared.page import answers_refusals, see_other, takes


@takes("GET")
def players(request: HttpRequest, slug: str) -> HttpResponse:
    """The list, to search, filter and sort."""
    event, _by = access.staff(request, slug, access.Permission.LOOK)
    narrowed = EntryFilter(request.GET, _entries(event))
    table = arrange(EntryTable(narrowed.qs), request)
    return staff_page(request, "organiser/people/players.html", event, filter=narrowed, table=table)


@takes("GET", "POST")
@never_cache
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player: their details, to be corrected; where they sat; the decisions about them."""
    may = access.Permission.LOOK if request.method != "POST" else access.Permission.REGISTER
    event, by = access.staff(request, slug, may)
    entry = get_object_or_404(_entries(event), number=number)
    form = PersonForm(request.POST or None, initial=_known(entry))
    form.fields["role"].disabled = not event.is_open
    status = carried_out(form, lambda: _change(entry, by, form, seen(request)))
    if status == DONE:
        sentence = _("%(name)s is saved.") % {"name": form.person().name}
        messages.success(request, f"{sentence} {_club_message(event, form.person(), number)}".strip())
        warn_of_letters(request, form.person().name, form.person().club)
        return see_other("staff:player", slug, number)
    context: dict[str, Any] = {
        "entry": entry,
        "name": full_name(entry),
        "status_word": status_word(entry),
        "form": form,
        "seats": _seats(entry),
        "decisions": len(concerning(entry)),
        "clubs": club_names(event),
        **seat_notices(event),
        "deletable": is_deletable(entry),
        "of": registration.details_token(entry),
        "personal": links.personal_url(entry),
        "pin": links.pin(entry),
    }
    return staff_page(request, "organiser/people/player.html", event, status=status, **context)


@takes("GET", "POST")
@answers_refusals
def delete(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Deletes a player who was entered by mistake, after asking. Sent twice, it says that it was done."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    if number in event.spent_numbers:
        messages.info(request, _("Player %(number)s has been deleted.") % {"number": number})
        return see_other("staff:players", slug)
    entry = get_object_or_404(_entries(event), number=number)
    if request.method == "POST":
        require_password(request)
        delete_entry(entry, by, seen(request))
        messages.success(request, _("Player %(number)s has been deleted.") % {"number": number})
        return see_other("staff:players", slug)
    return confirm_page(
        request,
        event,
        question=_("Delete %(name)s?") % {"name": full_name(entry)},
        consequence=_("Name, club and family are wiped for good. Nobody else will get number %(number)s.")
        % {"number": number},
        action=_("Delete"),
        back=reverse("staff:player", args=[slug, number]),
        danger=True,
        of=entry_token(entry),
    )


@takes("GET", "POST")
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enters a player by hand, then offers the form for the next one."""
    event, by = access.staff(request, slug, access.Permission.ADMIT)
    form = NewPersonForm(request.POST or None, initial={"start": _free_number(event)})
    status = 422 if form.is_bound else 200
    if form.is_valid():
        person = _settled(event, form.person())
        if _entered(event, [person]) or (status := _add(event, by, form, person)) == 200:
            sentence = _("%(name)s has number %(number)s.") % {"name": person.name, "number": person.number}
            messages.success(request, f"{sentence} {_club_message(event, form.person(), person.number)}".strip())
            warn_of_letters(request, person.name, person.club)
            return see_other("staff:add-player", slug)
    return staff_page(
        request, "organiser/people/add_player.html", event, form=form, clubs=club_names(event), status=status
    )


def _change(entry: Entry, by: str, form: PersonForm, of: str) -> None:
    change_entry(entry, by, _settled(entry.event, form.person(), entry.number), seen=of)


def _add(event: Event, by: str, form: NewPersonForm, person: Entrant) -> int:
    """Enters one person; returns 200, or the status of what must be put right first."""
    twins = () if form.cleaned_data["another"] else similar_entries(event, person)
    if twins:
        form.ask_whether_another(f"{twins[0].number} {full_name(twins[0])}")
        return 422
    try:
        add_entries(event, by, [person])
    except UserError as refusal:
        # Somebody else has been given this number: the next attempt takes the next one.
        form.data = {**form.data, "start": str(_free_number(event))}
        return put_right(form, refusal)
    return 200


def _settled(event: Event, person: Entrant, number: int | None = None) -> Entrant:
    """The person, with the club spelled as its other members have it."""
    return replace(person, club=known_spelling(event, person.club, besides=number)) if person.club else person


def _club_message(event: Event, person: Entrant, number: int | None) -> str:
    """A message if the club was typed differently from how its other members have it; "" if not."""
    club = _settled(event, person, number).club
    return "" if club == person.club else _("Club: %(written)s → %(club)s") % {"written": person.club, "club": club}


def _entered(event: Event, people: Sequence[Entrant]) -> bool:
    """Whether these people are in the event under these numbers: then the form was sent before."""
    submitted = {(person.number, person.name) for person in people}
    numbers = [person.number for person in people if person.number is not None]
    existing = Entry.objects.filter(event=event, number__in=numbers).values_list("number", "player__name")
    return submitted == set(existing)


def _free_number(event: Event) -> int:
    """The number after the highest one that was ever given."""
    return max(taken_numbers(event), default=0) + 1


def _entries(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event).select_related("player", "event").order_by("number")


def club_names(event: Event) -> list[str]:
    """The clubs that players of the event gave, to choose from."""
    clubs = Entry.objects.filter(event=event).exclude(player__club="").values_list("player__club", flat=True)
    return list(clubs.order_by("player__club").distinct()[:500])


def _known(entry: Entry) -> dict[str, object]:
    player = entry.player
    return {
        "name": player.name,
        "surname": player.surname or surname_of(player.name),
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
