"""Which person of the register each player of a hosted event is: suggested side by side, chosen by somebody."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament import access
from tournament.access import ClubPermission
from tournament.acts.kernel import logbook
from tournament.acts.register.links import LinkedBy, link_entries, unlink_entry
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails, add_persons
from tournament.errors import UserError
from tournament.forms.register.members import chosen_persons
from tournament.models import Affiliation, Entry, Event, Organisation, Person
from tournament.reading.register import suggestions
from tournament.views.club.shell import club_page, confirm_in_club
from tournament.views.shared.page import answers_refusals, see_other, takes


@takes("GET")
def events(request: HttpRequest, slug: str) -> HttpResponse:
    """The events of the club with players who are nobody of the register yet."""
    club, _by = access.steward(request, slug, ClubPermission.KEEP_MEMBERS)
    return club_page(request, "club/links.html", club, events=suggestions.events_to_link(club))


@takes("GET", "POST")
def link(request: HttpRequest, slug: str, event: str) -> HttpResponse:
    """The players of one event: those who are nobody yet, each with whom they may be, and those who are linked."""
    club, by = access.steward(request, slug, ClubPermission.KEEP_MEMBERS)
    hosted = _event(club, event)
    fault, status = "", 200
    if request.method == "POST":
        try:
            count = _link(club, by, hosted, chosen_persons(request.POST))
        except UserError as refusal:
            fault, status = refusal.sentence, refusal.status
        else:
            sentence = ngettext("%(count)s player linked.", "%(count)s players linked.", count)
            messages.success(request, sentence % {"count": count})
            return see_other("club:link-event", slug, event)
    persons = suggestions.free_persons(club, hosted)
    context: dict[str, Any] = {
        "hosted": hosted,
        "persons": persons,
        "suggestions": suggestions.suggest(suggestions.unlinked(hosted), persons),
        "linked": suggestions.linked(hosted),
        "fault": fault,
    }
    return club_page(request, "club/link_event.html", club, status=status, **context)


@takes("GET", "POST")
@answers_refusals
def unlink(request: HttpRequest, slug: str, event: str, number: int) -> HttpResponse:
    """Takes back, after asking, that a player is a person."""
    club, by = access.steward(request, slug, ClubPermission.KEEP_MEMBERS)
    entry = get_object_or_404(Entry.objects.select_related("event", "player"), event=_event(club, event), number=number)
    back = reverse("club:link-event", args=[slug, event])
    if request.method == "POST":
        unlink_entry(club, by, entry)
        return see_other(back)
    question = _("Unlink player %(number)s, %(name)s?") % {"number": number, "name": entry.player.name}
    consequence = _("The season then counts this evening for nobody, until the player is linked again.")
    return confirm_in_club(
        request, club, question=question, consequence=consequence, action=_("Unlink"), back=back, danger=True
    )


def _event(club: Organisation, slug: str) -> Event:
    """An event that the club hosts; 404 for any other."""
    return get_object_or_404(Event, hosted__organisation=club, slug=slug, binned=False)


def _link(club: Organisation, by: str, event: Event, choices: dict[int, int | None]) -> int:
    """Links those who were chosen, and enters those who are new guests; all of it or nothing. How many were linked.

    A form that is sent again links nobody twice: who is linked by then is passed over.
    """
    with logbook.locked_register(club):
        entries = {entry.number: entry for entry in suggestions.unlinked(event) if entry.number in choices}
        persons = {person.number: person for person in Person.objects.filter(organisation=club, forgotten=False)}
        guests = [entry for number, entry in entries.items() if choices[number] is None]
        guest = ClubMembership(Affiliation.AffiliationKind.GUEST)
        added = [NewPerson(PersonDetails.of_player(entry.player), guest) for entry in guests]
        pairs = list(zip(add_persons(club, by, added) if added else [], guests, strict=True))
        for number, entry in entries.items():
            chosen = choices[number]
            if chosen is None:
                continue
            if chosen not in persons:
                raise UserError(
                    _("Nobody in the register has the number that was typed for player %(number)s.")
                    % {"number": number},
                    422,
                )
            pairs.append((persons[chosen], entry))
        if pairs:
            link_entries(club, by, event, pairs, LinkedBy.CHOICE)
    return len(pairs)
