"""Everything that a club keeps about one of its people, as data to take along."""

from django.db.models import F

from tournament.models import Entry, EveningReply, Person, SeasonTotal
from tournament.reading.event.stored_data import Json, personal_data

OF_PERSON = ("number", "name", "surname", "language", "display")
OF_AFFILIATION = ("kind", "since", "until", "licence")


def stored_person(person: Person) -> Json:
    """Their details, since when they belong to the club, what they said of evenings, what they won on paper, and what
    each event keeps in which they were linked.
    """
    replies = EveningReply.objects.filter(person=person).order_by("evening__date")
    totals = SeasonTotal.objects.filter(person=person).order_by("date", "round")
    entries = Entry.objects.filter(link__person=person).select_related("event", "player").order_by("event__pk")
    return {
        "club": {"name": person.organisation.name, "address": person.organisation.slug},
        "person": {name: getattr(person, name) for name in OF_PERSON},
        "affiliations": list(person.affiliations.values(*OF_AFFILIATION)),
        "replies": list(replies.values("answer", "guests", date=F("evening__date"))),
        "on_paper": list(totals.values("date", "round", "table", "points", "deals", season=F("series__name"))),
        "events": [personal_data(entry) for entry in entries],
    }
