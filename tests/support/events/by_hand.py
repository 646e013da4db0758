"""An event with what was changed by hand in it: its publication, and that it is the same after a copy."""

import json
from typing import Any

from tests.support.events import cast
from tests.support.events.drawn import BY, drawn
from tests.support.events.laid_again import laid_again
from tournament.exchange.logbook import logbook_file
from tournament.exchange.troel1 import exporting, importing
from tournament.models import Event, LogEntry

WHY = "Geert Verbruggen stond er niet bij."


def same_after_a_copy(event: Event) -> None:
    """Read back from its file and from its logbook, the event is the same; and no line holds the reason."""
    event, elsewhere = cast.fresh(event), f"copy-{Event.objects.count()}"
    text = exporting.text(event)
    copies = [
        importing.load(json.loads(text), BY, slug=elsewhere),
        logbook_file.replay(list(logbook_file.lines(event)), slug=f"{elsewhere}-again"),
    ]
    for copied in copies:
        assert exporting.text(copied).replace(f'"slug": "{copied.slug}"', f'"slug": "{event.slug}"') == text
    assert "Verbruggen" not in "".join(LogEntry.objects.values_list("text", flat=True))


@laid_again
def published(players: int = 16, count: int = 1, **wishes: Any) -> Event:
    event = cast.event(players, planned_rounds=3)
    cast.events.change_state(event, BY, Event.State.LIVE)
    drawn(event, count, publish=True, **wishes)
    return cast.fresh(event)
