"""Where the tables are in the room."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.logbook import Line, applies
from tournament.models import Event, Room
from tournament.refusal import Refusal

MOST_ROWS = MOST_ACROSS = 60


def set_room(event: Event, by: str, rows: Sequence[Sequence[int]]) -> None:
    """Sets the rows of tables as seen from the door, 0 for a gap; no rows remove the map. The same rows write nothing.

    Refused when a table appears twice, or the room is too large for a map.
    """
    wanted = [list(row) for row in rows]
    _check(wanted)
    with logbook.turn(event) as event:
        drawn = Room.objects.filter(event=event).first()
        if (drawn.rows if drawn else []) != wanted:
            logbook.write(event, by, "set_room", {"room": wanted})


def _check(rows: Sequence[Sequence[int]]) -> None:
    tables = [table for row in rows for table in row if table]
    if len(set(tables)) < len(tables):
        raise Refusal(_("A table stands in two places."), 422)
    if len(rows) > MOST_ROWS or any(len(row) > MOST_ACROSS for row in rows):
        raise Refusal(_("A room has at most %(most)s rows of %(most)s tables.") % {"most": MOST_ROWS}, 422)


@applies("set_room")
def _set_room(line: Line) -> None:
    rows = line.facts["room"]
    if rows:
        Room.objects.update_or_create(event=line.event, defaults={"rows": rows})
    else:
        Room.objects.filter(event=line.event).delete()
