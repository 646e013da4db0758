"""Who the players of a hosted event may be: suggestions for somebody to choose from, never a choice by name."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, prefetch_related_objects

from tournament.models import Entry, Event, Organisation, Person, Seat
from tournament.naming import near_keys, twin_key

# The number of persons to choose from at once.
MAX_LIKELY = 5


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A player who is nobody of the register yet, and the persons of the same or almost the same name."""

    entry: Entry
    likely: tuple[Person, ...]


def unlinked(event: Event) -> list[Entry]:
    """The players of an event who are nobody of the register yet, by number; those without a name cannot be."""
    rows = Entry.objects.filter(event=event, link=None).exclude(player__name="")
    return list(rows.select_related("player").order_by("number"))


def linked(event: Event) -> list[Entry]:
    """The players of an event who are persons of the register, by number."""
    rows = Entry.objects.filter(event=event, link__person__forgotten=False)
    return list(rows.select_related("player", "link__person").order_by("number"))


def free_persons(organisation: Organisation, event: Event) -> list[Person]:
    """The persons of a register who play in the event under no number yet, by name."""
    persons = Person.objects.filter(organisation=organisation, forgotten=False).prefetch_related("affiliations")
    return list(persons.exclude(links__entry__event=event).order_by("sorting", "number"))


def suggest(entries: Iterable[Entry], persons: Iterable[Person]) -> list[Suggestion]:
    """For each entry the persons whose name is the same, then those whose name is almost the same."""
    names = NameIndex(persons)
    return [Suggestion(entry, names.likely(entry.player.name)) for entry in entries]


def namesakes(organisation: Organisation, name: str) -> tuple[Person, ...]:
    """The persons of a register with the same name, however it is spelled; then those with almost the same."""
    persons = Person.objects.filter(organisation=organisation, forgotten=False).order_by("number")
    likely = NameIndex(persons).likely(name)
    prefetch_related_objects(likely, "affiliations")
    return likely


class NameIndex:
    """Persons by their names, to look up those who may be meant by one."""

    def __init__(self, persons: Iterable[Person]) -> None:
        self._same: dict[str, list[Person]] = {}
        self._near: dict[tuple[str, ...], list[Person]] = {}
        for person in persons:
            self._same.setdefault(twin_key(person.name), []).append(person)
            for key in near_keys(person.name):
                self._near.setdefault(key, []).append(person)

    def likely(self, name: str) -> tuple[Person, ...]:
        """Those with this name, then those with almost this name; not too many to choose from."""
        almost = (person for key in sorted(near_keys(name)) for person in self._near.get(key, ()))
        return tuple(dict.fromkeys([*self._same.get(twin_key(name), ()), *almost]))[:MAX_LIKELY]


def events_to_link(organisation: Organisation, **only: object) -> list[tuple[Event, int]]:
    """The hosted events with players who are nobody of the register yet, newest first, and how many those are.

    `only` narrows the events by their fields. Whoever was marked by mistake, and sat nowhere, is no player of an event
    that is over: nobody could say who they are.
    """
    hosted = Event.objects.filter(hosted__organisation=organisation, binned=False, **only)
    took_part = Q(present=True) | Exists(Seat.objects.filter(entry=OuterRef("pk")))
    is_open = Q(event__state__in=(Event.State.REHEARSAL, Event.State.LIVE))
    unknown = Entry.objects.filter(took_part | is_open, event__in=hosted, link=None).exclude(player__name="")
    counts = dict(unknown.order_by().values_list("event").annotate(Count("pk")))
    return [(event, counts[event.pk]) for event in hosted.filter(pk__in=counts).order_by("-hosted__pk")]
