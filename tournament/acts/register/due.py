"""What is due on the evenings of all series, done by the clock of the server."""

from datetime import datetime, timedelta

from tournament.acts.register.playing import tend
from tournament.errors import UserError
from tournament.models import Evening, Event

# An evening that was begun elsewhere is noticed after so long.
LOOKS_EVERY = timedelta(seconds=15)

# When something may be due next in an event, by primary key, while it has this seal.
_quiet: dict[int, tuple[str, datetime]] = {}


def carry_out(at: datetime, only: int | None = None) -> datetime:
    """Does everything that is due at a moment, or `only` in the event with this key; when something may be due next.

    What two threads do at once is done once. One evening that cannot be tended keeps no other from it. Nothing is made
    up for a date on which nobody came.
    """
    live: dict[str, object] = {"event__state": Event.State.LIVE, "event__binned": False, "cancelled": False}
    if only:
        live["event"] = only
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
            except UserError:  # its page says why
                quiet_until = at + LOOKS_EVERY
            _quiet[event.pk] = event.seal, quiet_until
        following = min(following, quiet_until)
    for gone in () if only else {*_quiet} - {evening.event_id for evening in evenings}:
        _quiet.pop(gone, None)
    return following
