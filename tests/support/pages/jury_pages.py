"""Where the jury's pages are, and the event that its tests begin with."""

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.models import Event


@laid_again
def begun() -> Event:
    """Two tables of which the first has written a deal: prop & cop 8 by seats 1 and 3, nine tricks."""
    event = cast.playing(8, rules="world-2018")
    cast.write(cast.table(event), 1)
    return cast.fresh(event)


def at(event: Event, path: str = "") -> str:
    """An address about the decisions of an event."""
    return f"/staff/{event.slug}/decisions/{path}"
