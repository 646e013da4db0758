"""Who is here this evening: persons of the register become players of its event, by a tap or by themselves."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.people.registration import Entrant, add_entries, check_in
from tournament.acts.register.evenings import open_evening
from tournament.acts.register.links import LinkedBy, link_entries
from tournament.acts.register.persons import ClubMembership, NewPerson, PersonDetails, add_persons
from tournament.errors import UserError
from tournament.models import Affiliation, Entry, Event, Person, Series
from tournament.progress.evenings_on import evening_on


def receive(series: Series, actor: str, day: date, persons: Sequence[Person], by: LinkedBy = LinkedBy.CHOICE) -> Event:
    """Marks persons of the register present on the evening that is planned for a day; its event.

    Those who were not here before are entered, and linked as `by` says; whoever is present already is passed over.
    Refused as `open_evening` refuses, once the event is closed, and for nobody.
    """
    if not persons:
        raise UserError(_("Nobody was chosen."), 422)
    with logbook.locked_register(series.organisation):
        event = open_evening(series, actor, day)
        known = entries_of(event)
        persons = list({person.pk: person for person in persons}.values())
        new = [person for person in persons if person.pk not in known]
        if new:
            added = add_entries(event, actor, [_as_player(person) for person in new], present=True)
            link_entries(series.organisation, actor, event, list(zip(new, added, strict=True)), by)
        for entry in (known[person.pk] for person in persons if person.pk in known):
            check_in(entry, actor, True)
    return Event.objects.get(pk=event.pk)


def receive_guest(series: Series, actor: str, day: date, name: str) -> Event:
    """Enters somebody at the door in the register, as a guest from this day on, and marks them present."""
    with logbook.locked_register(series.organisation) as organisation:
        guest = NewPerson(PersonDetails(name), ClubMembership(Affiliation.AffiliationKind.GUEST, since=day))
        return receive(series, actor, day, add_persons(organisation, actor, [guest]))


def send_home(series: Series, actor: str, day: date, person: Person) -> None:
    """Takes back that somebody is here; the entry stays, absent. Writes nothing where they are not."""
    with logbook.locked_register(series.organisation):
        if entry := entry_on(series, day, person):
            check_in(entry, actor, False)


def entry_on(series: Series, day: date, person: Person) -> Entry | None:
    """The entry of a person on the evening planned for a day; None while they have none."""
    evening = evening_on(series, day)
    return entries_of(evening.event).get(person.pk) if evening and evening.event else None


def entries_of(event: Event) -> dict[int, Entry]:
    """The entries of an event that are linked, by the primary key of their person."""
    rows = Entry.objects.filter(event=event, link__person__isnull=False).select_related("event", "player", "link")
    return {entry.link.person_id: entry for entry in rows if entry.link.person_id}


def _as_player(person: Person) -> Entrant:
    """A person as they are entered. Their own club is no club to be kept apart by, or ranked."""
    return Entrant(
        name=person.name,
        surname=person.surname,
        language=person.language,
        initials_only=person.display != Person.Display.NAME,
    )
