"""The members of an organisation from a list: see `tournament.views.shared.people_list`."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from tournament import access
from tournament.access import ClubPermission
from tournament.acts.kernel import logbook
from tournament.acts.people.import_people import Decide, ImportResult
from tournament.acts.people.registration import Entrant
from tournament.acts.register.persons import (
    ClubMembership,
    NewPerson,
    PersonDetails,
    add_persons,
    affiliate,
    change_person,
)
from tournament.exchange.lists import headings
from tournament.exchange.lists.signed_payload import Carried
from tournament.models import Affiliation, Organisation, Person
from tournament.views.club.shell import club_page
from tournament.views.shared import people_list
from tournament.views.shared.page import takes
from tournament.views.shared.people_list import ListPlace

PAGES = {"people": "members", "list": "member-list", "enter": "enter-members", "empty": "empty-member-list"}


@takes("GET", "POST")
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for a list; when it is sent, a preview. Nothing is entered yet."""
    return people_list.choose(request, _place(request, slug))


@takes("POST")
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Carries out the preview with the choices made; all or nothing."""
    return people_list.enter(request, _place(request, slug))


@takes("GET")
def empty_list(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """A list with only headings, to be filled in."""
    return people_list.empty_list(_place(request, slug), form)


@dataclass(frozen=True)
class ClubMembers(ListPlace):
    """The register of a club. A list says who people are there, not under which number or in which role they play."""

    unread: ClassVar = (headings.NUMBER, headings.CLUB, headings.ROLE, headings.FAMILY, headings.WRITES)
    club: Organisation
    by: str

    @property
    def owner(self) -> Organisation:
        """The club."""
        return self.club

    def people(self) -> list[Entrant]:
        """Everyone in the register."""
        return [entrant for entrant, _person, _row in self._known()]

    def enter(self, decide: Decide, list: Carried) -> ImportResult:
        """New people become members, and known ones are corrected: all of it or nothing."""
        with logbook.locked_register(self.club) as club:
            known = {person.number: (entrant, person, row) for entrant, person, row in self._known()}
            intake = decide([entrant for entrant, _person, _row in known.values()])
            for number, entrant in intake.change.items():
                _before, person, row = known[number]
                change_person(person, self.by, _details(entrant, person))
                if row is None or row.licence != entrant.licence:
                    self._affiliate(person, row, entrant.licence)
            added = add_persons(club, self.by, [_new(entrant) for entrant in intake.add], key=list.key)
        return ImportResult([person.number for person in added], len(intake.change))

    def page(self, request: HttpRequest, template: str, status: int, **context: Any) -> HttpResponse:
        """A page of the stewards."""
        return club_page(request, template, self.club, status=status, frame="club/page.html", members=True, **context)

    def address(self, page: str, *more: str) -> str:
        """The path of a page of this organisation."""
        return reverse(f"club:{PAGES[page]}", args=[self.club.slug, *more])

    def _affiliate(self, person: Person, affiliation: Affiliation | None, licence: str) -> None:
        """Gives a person a licence number; who was of the club once is a member again."""
        if affiliation is None:
            affiliate(person, self.by, ClubMembership(licence=licence))
        else:
            days = affiliation.since, affiliation.until
            affiliate(person, self.by, ClubMembership(affiliation.kind, licence, *days), affiliation.number)

    def _known(self) -> list[tuple[Entrant, Person, Affiliation | None]]:
        """Everyone in the register: as a list describes people, as a person, and as of the club now."""
        rows = Affiliation.objects.filter(Q(until=None) | Q(until__gte=timezone.localdate()), organisation=self.club)
        current = {row.person_id: row for row in rows.order_by("number")}
        persons = Person.objects.filter(organisation=self.club, forgotten=False).select_related("organisation")
        return [(_entrant(person, current.get(person.pk)), person, current.get(person.pk)) for person in persons]


def _place(request: HttpRequest, slug: str) -> ClubMembers:
    return ClubMembers(*access.steward(request, slug, ClubPermission.KEEP_MEMBERS))


def _entrant(person: Person, affiliation: Affiliation | None) -> Entrant:
    return Entrant(
        name=person.name,
        surname=person.surname,
        language=person.language,
        initials_only=person.display == Person.Display.INITIALS,
        number=person.number,
        licence=affiliation.licence if affiliation else "",
    )


def _details(entrant: Entrant, person: Person) -> PersonDetails:
    """A person after a list; one that says nothing of initials leaves *number only* as it is."""
    details = PersonDetails.of_player(entrant)
    same = entrant.initials_only == (person.display == Person.Display.INITIALS)
    return replace(details, display=person.display) if same else details


def _new(entrant: Entrant) -> NewPerson:
    return NewPerson(PersonDetails.of_player(entrant), ClubMembership(licence=entrant.licence))
