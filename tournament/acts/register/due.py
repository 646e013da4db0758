"""What is due on the evenings of all series, done by the clock of the server."""

import logging
from datetime import datetime, timedelta

from tournament.acts.register.playing import tend
from tournament.errors import UserError
from tournament.models import Evening, Event

# An evening that was begun elsewhere is noticed after so long.
LOOKS_EVERY = timedelta(seconds=15)

_log = logging.getLogger(__name__)
# When something may be due next in an event, by primary key, while it has this seal.
_quiet: dict[int, tuple[str, datetime]] = {}


def carry_out(at: datetime) -> datetime:
    """Does everything that is due at a moment; the next moment at which something may be.

    One evening that cannot be tended keeps no other from it. Nothing is made up for a date on which nobody came.
    """
    live = {"event__state": Event.State.LIVE, "event__binned": False, "cancelled": False}
    evenings = Evening.objects.filter(**live).select_related("event", "series__organisation")
    following = at + LOOKS_EVERY
    for evening in evenings:
        event = evening.event
        if event is None:
            continue
        seal, quiet_until = _quiet.get(event.pk, ("", at))
        if seal != event.seal or quiet_until <= at:
            try:
                quiet_until = tend(evening, event, at)
            except UserError as refusal:
                _log.info("Evening %s is not closed: %s", event.slug, refusal)
                quiet_until = at + LOOKS_EVERY
            _quiet[event.pk] = event.seal, quiet_until
        following = min(following, quiet_until)
    for gone in _quiet.keys() - {evening.event_id for evening in evenings}:
        del _quiet[gone]
    return following
