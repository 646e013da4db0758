"""Who is here this evening: persons of the register become players of its event, by a tap or by themselves."""

from collections.abc import Sequence
from datetime import date

from tournament.acts.kernel import logbook
from tournament.acts.people.registration import Person as NewPlayer
from tournament.acts.people.registration import add_entries, check_in
from tournament.acts.register.evenings import evening_on, open_evening
from tournament.acts.register.links import link_entries
from tournament.models import Entry, Event, Person, PersonLink, Series


def receive(series: Series, actor: str, day: date, persons: Sequence[Person]) -> Event:
    """Marks persons of the register present on the evening that is planned for a day; its event.

    Those who were not here before are entered, and linked by this choice; whoever is present already is passed over.
    `actor` may be a person's own link. Refused as `open_evening` refuses, and once the event is closed.
    """
    with logbook.locked_register(series.organisation):
        event = open_evening(series, actor, day)
        known = entries_of(event)
        new = [person for person in persons if person.pk not in known]
        if new:
            added = add_entries(event, actor, [_as_player(person) for person in new], present=True)
            link_entries(series.organisation, actor, dict(zip(added, new, strict=True)))
        for entry in (known[person.pk] for person in persons if person.pk in known):
            check_in(entry, actor, True)
    return Event.objects.get(pk=event.pk)


def send_home(series: Series, actor: str, day: date, person: Person) -> None:
    """Takes back that somebody is here; the entry stays, absent. Writes nothing where they are not."""
    with logbook.locked_register(series.organisation):
        evening = evening_on(series, day)
        entry = entries_of(evening.event).get(person.pk) if evening and evening.event else None
        if entry:
            check_in(entry, actor, False)


def entries_of(event: Event) -> dict[int, Entry]:
    """The entries of an event that are linked, by the primary key of their person."""
    links = PersonLink.objects.filter(entry__event=event, person__isnull=False)
    return {link.person_id: link.entry for link in links.select_related("entry__event", "entry__player")}


def _as_player(person: Person) -> NewPlayer:
    """A person as they are entered. Their own club is no club to be kept apart by, or ranked."""
    return NewPlayer(
        name=person.name,
        surname=person.surname,
        language=person.language,
        initials_only=person.display != Person.Display.NAME,
    )
