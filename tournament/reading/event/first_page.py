"""The first page: what is on today with its leaders, what was on in the last days, and a name in any listed event."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet
from django.utils.timezone import localdate

from tournament.models import Entry, Event
from tournament.naming import search_text, searches
from tournament.ranking import live
from tournament.ranking.facts import initials
from tournament.reading.ranking.finality import Finality, public_finality
from tournament.wording import named, plain

RECENT = timedelta(days=7)
# So long after midnight what began in the evening is still of today.
NIGHT = timedelta(hours=6)
MAX_RECENT, MAX_ON = 8, 8
OVER = (Event.State.CLOSED, Event.State.ARCHIVED)
# Of more who share the first place, the page of the event tells.
MAX_LEADERS = 2
# Who is looked for is looked for in so many people, of the newest events.
MAX_SEARCHED = 5_000
MAX_FOUND = 20
MAX_QUERY = 80


@dataclass(frozen=True, slots=True)
class Lead:
    """Who has the first place of an event with how many points: nobody before a deal, or if too many share it."""

    final: bool
    leaders: tuple[str, ...] = ()
    points: str = ""


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player of a listed event, as its public pages show them."""

    number: int
    name: str
    club: str
    event: Event


def listed_events(organisation: str = "") -> QuerySet[Event]:
    """The events that everybody may find, of one organisation by its address or of all, the newest first."""
    listed = Event.objects.filter(listed=True, binned=False).select_related("hosted__organisation")
    listed = listed.filter(hosted__organisation__slug=organisation) if organisation else listed
    return listed.order_by(F("starts_on").desc(nulls_last=True), "-pk")


def recent_events(at: datetime) -> list[tuple[Event, bool]]:
    """The events that are played on the day of a moment or were in the week before it; each with whether it is on."""
    today = localdate(at)
    ended = Q(ends_on__gte=today - RECENT) | Q(starts_on__gte=today - RECENT)
    rows = listed_events().filter(ended, starts_on__lte=today)
    last_days = ((event, max(filter(None, (event.starts_on, event.ends_on)))) for event in rows[:MAX_RECENT])
    return [(event, day >= localdate(at - NIGHT)) for event, day in last_days]


def events_on(organisation: str, at: datetime) -> list[Event]:
    """The events of an organisation that are on or to come: the next first, none that is over or final already."""
    today = localdate(at - NIGHT)
    ahead = Q(starts_on__gte=today) | Q(ends_on__gte=today)
    rows = listed_events(organisation).filter(ahead, final_at=None).exclude(state__in=OVER)
    return list(rows.order_by("starts_on", "pk")[:MAX_ON])


def lead(event: Event) -> Lead | None:
    """Who leads or won, as far as the public sees it; None before a deal."""
    counts = event.state != Event.State.REHEARSAL
    places = live.ranking(event, public=True).places if counts else ()
    first = [place for place in places if place.standing.rank == 1 and place.standing.row.best_deal is not None]
    if not first:
        return None
    leaders = tuple(named(place.entry.name, place.entry.number) for place in first)
    final = public_finality(event) == Finality.FINAL
    return Lead(final, leaders if len(leaders) <= MAX_LEADERS else (), plain(first[0].standing.row.points))


def find_players(query: str) -> list[FoundPlayer]:
    """Whom somebody means who typed this, by name or club, in the newest events: at most so many, as they are shown."""
    query = query[:MAX_QUERY].strip()
    people = list(_people()) if query else []
    hits = searches([search_text(f"{name} {club}") for _event, _number, name, club in people], query)
    events = Event.objects.in_bulk({people[at][0] for at in hits[:MAX_FOUND]})
    return [
        FoundPlayer(number, named(name, number), club, events[event])
        for event, number, name, club in (people[at] for at in hits[:MAX_FOUND])
    ]


def _people() -> Iterator[tuple[int, int, str, str]]:
    """Event, number, name as shown and club; not who has no name any more, or left before the draw."""
    rows = Entry.objects.filter(event__listed=True, event__binned=False, withdrawn=False, excluded=False)
    rows = rows.exclude(player__name="").order_by(F("event__starts_on").desc(nulls_last=True), "-event", "number")
    fields = rows.values_list("event", "number", "player__name", "player__initials_only", "player__club")
    for event, number, name, initials_only, club in fields[:MAX_SEARCHED]:
        yield event, number, initials(name) if initials_only else name, club
