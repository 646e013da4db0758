"""What is kept about people: everything about one player, as data to take along; until when an event keeps names."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from tournament.acts.people.registration import person_of
from tournament.models import Appeal, Entry, Event, LogEntry, Round, Signature, Table
from tournament.ranking import facts, prizes
from tournament.ranking.outcomes import outcome
from tournament.ranking.records import TableFacts
from tournament.reading.jury.decision_words import concerning, with_reasons

Json = dict[str, Any]
# How long names stay with the results after an event's last day, as the page on personal data says.
NAMES_STAY = timedelta(days=365)
OF_ENTRY = ("status", "no_show", "waiting", "price", "paid", "paid_how")


def names_until(event: Event) -> date | None:
    """The day by which the names of an event that is over are to be removed; None while it is open, or if none is left.

    It is counted from the event's last day; from its last act where it has none.
    """
    return last_days_of_names([event]).get(event.pk)


def last_days_of_names(events: Iterable[Event]) -> dict[int, date]:
    """The same of several events, by primary key; without those that have no such day."""
    rows = {event.pk: event for event in events}
    return {pk: _until(rows[pk]) for pk in _with_names(rows.values())}


def overdue(events: Iterable[Event]) -> set[int]:
    """The primary keys of those of these events whose names should be gone by now."""
    return {pk for pk, day in last_days_of_names(events).items() if day < timezone.localdate()}


def _with_names(events: Iterable[Event]) -> set[int]:
    over = [event.pk for event in events if not event.is_open]
    named = Entry.objects.filter(event__in=over).exclude(player__name="") if over else Entry.objects.none()
    return set(named.order_by().values_list("event_id", flat=True).distinct())


def _until(event: Event) -> date:
    last = event.ends_on or event.starts_on
    if last is None:
        line = LogEntry.objects.filter(event=event).order_by("sequence").last()
        last = timezone.localdate(line.at) if line else timezone.localdate()
    return last + NAMES_STAY


def personal_data(entry: Entry) -> Json:
    """What the event keeps about an entry: details, lists of prizes, tables with their deals, decisions, signatures and
    disputes; but no pictures of sheets.

    Other players are in it by number only. The logbook says the same in sealed lines, without names.
    """
    event = entry.event
    return {
        "event": {"name": event.name, "address": event.slug, "state": event.state},
        "player": {**vars_of(entry), **{name: getattr(entry, name) for name in OF_ENTRY}},
        "prizes": [row.name for row in prizes.read(event.prizes).lists if entry.number in row.members],
        "tables": list(_tables(event, entry.number)),
        "decisions": list(_decisions(event, entry)),
        "signatures": list(_signatures(entry)),
        "appeals": list(_appeals(entry)),
    }


def vars_of(entry: Entry) -> Json:
    """The details of a player by name."""
    person = person_of(entry)
    return {name: getattr(person, name) for name in person.__slots__}


def _tables(event: Event, number: int) -> Iterator[Json]:
    published = Round.objects.filter(event=event, published=True)
    rows = Table.objects.filter(round__in=published, seats__entry__number=number).distinct()
    for table in sorted(facts.tables(rows).values(), key=lambda table: (table.round, table.number)):
        seats = [{"seat": seat.position, "from_deal": seat.from_deal} for seat in table.seats if seat.entry == number]
        deals = list(_deals(event, table, number))
        yield {"round": table.round, "table": table.number, "seats": seats, "deals": deals}


def _deals(event: Event, table: TableFacts, number: int) -> Iterator[Json]:
    ruleset = facts.ruleset(event)
    for deal in sorted(table.deals):
        sat = {position: table.entry(position, deal) for position in table.playing(deal)}
        seat = next((position for position, entry in sat.items() if entry == number), None)
        if seat is not None:
            points = outcome(table.deals[deal], ruleset).points(ruleset).get(seat)
            yield {"deal": deal, "seat": seat, "result": table.deals[deal].result, "points": points}


def _decisions(event: Event, entry: Entry) -> Iterator[Json]:
    rows = sorted(concerning(entry, every=True), key=lambda row: row.number)
    points = dict(entry.adjustments.values_list("decision", "points"))
    for row, in_words in zip(rows, with_reasons(event, rows), strict=True):
        plain = {name: getattr(row, name) for name in ("number", "kind", "article", "ruling", "cancelled")}
        reasons = {name: in_words[name] for name in ("reason", "internal", "cancel_reason")}
        yield {**plain, "at": row.at.isoformat(), **reasons, "points": points.get(row.pk)}


def _appeals(entry: Entry) -> Iterator[Json]:
    for row in Appeal.objects.filter(entry=entry).select_related("decision"):
        fields = {name: getattr(row, name) for name in ("text", "outcome", "reason")}
        yield {"decision": row.decision.number, "at": row.at.isoformat(), **fields}


def _signatures(entry: Entry) -> Iterator[Json]:
    rows = Signature.objects.filter(entry=entry).select_related("table__round").order_by("at", "number")
    for row in rows:
        fields = {
            name: getattr(row, name) for name in ("deal", "how", "accepted", "shown", "text", "resolution", "void")
        }
        yield {"round": row.table.round.number, "table": row.table.number, "at": row.at.isoformat(), **fields}
