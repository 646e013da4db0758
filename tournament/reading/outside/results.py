"""The last final rankings, of an organisation or of the whole site, as news readers and first pages show them."""

from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from tournament import links
from tournament.models import Event, LogEntry
from tournament.ranking import live
from tournament.reading.event.first_page import listed_events
from tournament.reading.ranking.finality import Finality, public_finality
from tournament.reading.ranking.ranking_rows import ranking_rows
from tournament.wording import language

MAX_RESULTS = 20
# So many of the first places are named.
FIRST = 3


class EventResult(NamedTuple):
    """The ranking of an event once it is final: its first places in a line, and when it became so."""

    name: str
    summary: str
    address: str
    at: datetime


def last_results(organisation: str = "") -> list[EventResult]:
    """The results of the listed events whose ranking is final, of one organisation by its address or of all.

    None of a rehearsal, of what is frozen, and of what was thrown away.
    """
    ended = Q(state__in=(Event.State.CLOSED, Event.State.ARCHIVED)) | Q(final_at__isnull=False)
    events = listed_events(organisation).filter(ended, frozen_after=None, demo=False)
    results = [_result(event.pk, event.seal, language()) for event in events[: 2 * MAX_RESULTS]]
    return [result for result in results if result][:MAX_RESULTS]


@lru_cache(maxsize=500)
def _result(pk: int, _seal: str, _language: str) -> EventResult | None:
    """The result of an event, by its primary key, with this seal; None if it is none."""
    event = Event.objects.get(pk=pk)
    ranking = live.ranking(event, public=True)
    if public_finality(event) != Finality.FINAL or not ranking.begun:
        return None
    rows = ranking_rows(ranking.places[:FIRST])
    summary = " · ".join(f"{row.rank}. {row.name} {row.sum}" for row in rows)
    line = LogEntry.objects.filter(event=event).order_by("sequence").last()
    at = event.final_at or (line.at if line else timezone.now())
    return EventResult(event.name, summary, links.absolute(event.get_absolute_url()), at)
