"""Whose papers hold the address of this installation."""

from tournament.models import Event, Organisation

MAX_NAMES = 50


def names_on_paper() -> list[str]:
    """The open events that have rounds, newest first, and the clubs with stickers."""
    open_states = (Event.State.REHEARSAL, Event.State.LIVE)
    events = Event.objects.filter(state__in=open_states, binned=False, rounds__isnull=False).order_by("-pk")
    clubs = Organisation.objects.filter(stickers__isnull=False).order_by("name")
    return [row.name for rows in (events, clubs) for row in rows.distinct()[:MAX_NAMES]]
