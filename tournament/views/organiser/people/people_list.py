"""The players of an event from a list: see `tournament.views.shared.people_list`."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament import access
from tournament.acts.people.import_people import Decide, ImportResult, entered_people, import_people
from tournament.acts.people.registration import Entrant
from tournament.acts.register.links import import_players, licence_holders
from tournament.exchange.lists import headings, people_in, people_out
from tournament.exchange.lists.list_lines import ListLine
from tournament.exchange.lists.proposal import ImportProposal
from tournament.exchange.lists.signed_payload import Carried
from tournament.models import Event, Organisation, PersonLink
from tournament.views.organiser.shell import staff_page
from tournament.views.shared import people_list
from tournament.views.shared.page import takes
from tournament.views.shared.people_list import ListPlace

PAGES = {"people": "players", "list": "people-list", "enter": "enter-people", "empty": "empty-list"}


@takes("GET", "POST")
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for a list; when it is sent, a preview. Nothing is entered yet."""
    return people_list.choose(request, _place(request, slug), _lines_of(request, request.GET.get("from", "")))


@takes("POST")
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Carries out the preview with the choices made; all or nothing."""
    return people_list.enter(request, _place(request, slug))


@takes("GET")
def empty_list(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """A list with only headings, to be filled in."""
    return people_list.empty_list(_place(request, slug), form)


@dataclass(frozen=True)
class EventPlayers(ListPlace):
    """The players of an event."""

    unread: ClassVar[Collection[str]] = (headings.LICENCE,)
    event: Event
    by: str

    @property
    def owner(self) -> Event:
        """The event."""
        return self.event

    def people(self) -> list[Entrant]:
        """Everyone who is entered."""
        return entered_people(self.event)

    def enter(self, decide: Decide, list: Carried) -> ImportResult:
        """One act."""
        return import_people(self.event, self.by, decide, list.key)

    def page(self, request: HttpRequest, template: str, status: int, **context: Any) -> HttpResponse:
        """A page of the staff."""
        return staff_page(request, template, self.event, status=status, frame="organiser/page.html", **context)

    def address(self, page: str, *more: str) -> str:
        """The path of a page of this event."""
        return reverse(f"staff:{PAGES[page]}", args=[self.event.slug, *more])


@dataclass(frozen=True)
class HostedPlayers(EventPlayers):
    """The players of an event of a club, of which the visitor keeps the members: a licence number says who is who."""

    unread: ClassVar[Collection[str]] = ()

    def judge(
        self, lines: Sequence[ListLine], people: Sequence[Entrant], columns: Mapping[int, str], turned: Collection[int]
    ) -> ImportProposal:
        """What a list would do, given these people: the number of a member says who is who, any other says nothing."""
        holders = licence_holders(self.event.hosted.organisation, self.event)
        licence_of = {person.pk: licence for licence, person in holders.items()}
        links = PersonLink.objects.filter(entry__event=self.event).values_list("entry__number", "person")
        linked = {number: licence_of.get(person, "") for number, person in links}
        known = [replace(person, licence=linked.get(person.number or 0, "")) for person in people]
        return people_in.judge(lines, known, columns, turned, self.unread, holders.keys())

    def enter(self, decide: Decide, list: Carried) -> ImportResult:
        """The players are entered, and linked to the members who have their licence numbers."""
        return import_players(self.event, self.by, decide, list.key)


def _place(request: HttpRequest, slug: str) -> EventPlayers:
    event, by = access.staff(request, slug, access.Permission.REGISTER)
    club = Organisation.objects.filter(hosted__event=event).first()
    if club and access.ClubPermission.KEEP_MEMBERS in access.allowed_steward(request, club):
        return HostedPlayers(event, by)
    return EventPlayers(event, by)


def _lines_of(request: HttpRequest, slug: str) -> str:
    """The players of an earlier event, for somebody who may see their list there; "" without one."""
    if not slug:
        return ""
    event, _by = access.staff(request, slug, access.Permission.REGISTER)
    return people_out.pasted(people_out.rows(event))
