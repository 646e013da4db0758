"""Which event a request writes to, known before its turn: what is written in one event is written in order.

The id in a link belongs to the same event for ever, so it is looked up once. Whether the link is genuine is for its
view to say: whoever makes one up chooses behind whom they wait.
"""

from functools import partial

from django.core.validators import slug_re
from django.db import DatabaseError, connections

from tournament.serving import lanes
from tournament.site.uploads import STAFF_PATH

# isort: split
# The bridge has set Django up, which the models need.
from tournament import links
from tournament.models import Entry, Event, Table

MAX_LINKS = 20_000

# "t", "r", "p" or "staff", and the token or the name of the event in an address.
Link = tuple[str, str]
_events: dict[Link, int] = {}


async def event_of(path: str) -> int | None:
    """The key of the event that a form sent to this path is about; None if it is about none, or nobody needs to know.

    Raises TurnError if the database does not say in time.
    """
    if lanes.TABLES.threads == 1:
        return None
    link = _split(path)
    if link not in _events and (event := await lanes.DOOR.run(partial(_read, link))):
        while len(_events) >= MAX_LINKS:
            del _events[next(iter(_events))]
        _events[link] = event
    return _events.get(link)


def clear_cache() -> None:
    """Drops everything; for tests, which begin another database."""
    _events.clear()


def _split(path: str) -> Link:
    kind, _, rest = path.removeprefix("/").partition("/")
    return kind, rest.partition("/")[0]


def _read(link: Link) -> int | None:
    kind, name = link
    try:
        if f"/{kind}/" == STAFF_PATH:
            if not slug_re.fullmatch(name):
                return None  # no address of ours, and PostgreSQL takes no NUL
            return Event.objects.filter(slug=name).values_list("pk", flat=True).first()
        if kind == "p":
            return Entry.objects.filter(pk=links.id_in(name)).values_list("event", flat=True).first()
        return Table.objects.filter(pk=links.id_in(name)).values_list("round__event", flat=True).first()
    except DatabaseError:
        connections.close_all()
        return None  # the view meets it too, and says so
