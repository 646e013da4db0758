"""Who may come in at the door of an evening, and who is expected."""

from dataclasses import dataclass

from django.db.models import Q, Sum

from tournament.acts.register.receiving import entries_of
from tournament.models import Affiliation, Entry, Evening, EveningReply, Person
from tournament.naming import squeezed, tell_apart
from tournament.progress.evenings_on import EveningOn
from tournament.reading.register.shown_names import shown_name

SEATS = 4


@dataclass(frozen=True, slots=True)
class Arriving:
    """Somebody of a club's register at the door: the name that they chose to be shown by, and their entry tonight."""

    person: Person
    name: str
    entry: Entry | None

    @property
    def is_here(self) -> bool:
        """Whether they are here already."""
        return self.entry is not None and self.entry.present


@dataclass(frozen=True, slots=True)
class Forecast:
    """How many come, guests with them; a table seats four."""

    coming: int

    @property
    def tables(self) -> int:
        """How many tables are full."""
        return self.coming // SEATS

    @property
    def short(self) -> int:
        """How many more would fill the last table; 0 if it is full, or if nobody comes."""
        return -self.coming % SEATS


def arriving(current_evening: EveningOn) -> list[Arriving]:
    """Who belongs to the club on the day of an evening or is entered, in the order of what they are shown by."""
    club, stored = current_evening.series.organisation, current_evening.stored
    entries = entries_of(current_evening.event) if current_evening.event else {}
    current = Affiliation.objects.on(stored.plays_on if stored else current_evening.date).filter(organisation=club)
    known = Q(pk__in=current.values("person")) | Q(pk__in=entries)
    persons = list(Person.objects.filter(known, organisation=club, forgotten=False))
    names = tell_apart([(shown_name(row, row.listed), row.number) for row in persons])
    rows = [Arriving(person, name, entries.get(person.pk)) for person, name in zip(persons, names, strict=True)]
    return sorted(rows, key=lambda row: (squeezed(row.name), row.person.number))


def forecast(evening: Evening | None) -> Forecast:
    """How many come on an evening: those who said so, those who are here already, and the guests whom they bring."""
    if evening is None:
        return Forecast(0)
    replies = EveningReply.objects.filter(evening=evening, person__forgotten=False)
    yes = replies.filter(answer=EveningReply.ReplyAnswer.YES)
    guests = yes.aggregate(guests=Sum("guests"))["guests"] or 0
    if evening.event is None:
        return Forecast(yes.count() + guests)
    entries = entries_of(evening.event)
    here = Entry.objects.filter(event=evening.event, present=True).count()
    awaited = [row for row in yes if not (row.person_id in entries and entries[row.person_id].present)]
    return Forecast(here + sum(1 + row.guests for row in awaited))
