"""Where the tables are in the room."""

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import Event, Room
from tournament.version_tokens import require_unchanged, token_of

MAX_ROWS = MAX_ACROSS = 60


def set_room(event: Event, actor: str, rows: Sequence[Sequence[int]], *, seen: str | None = None) -> None:
    """Sets the rows of tables as seen from the door, 0 for a gap; no rows remove the map. The same rows write nothing.

    `seen` is the token (`token_of`) of the rows that were looked at: refused if they have changed since. Refused too
    when a table appears twice, or the room is too large for a map.
    """
    new_rows = [list(row) for row in rows]
    _check(new_rows)
    with logbook.locked_event(event) as event:
        current = rows_of(event)
        if current != new_rows:
            require_unchanged(seen, token_of(current))
            logbook.write(event, actor, "set_room", {"room": new_rows})


def rows_of(event: Event) -> list[list[int]]:
    """The rows of tables in the room of an event; [] if it has no map."""
    room = Room.objects.filter(event=event).first()
    return room.rows if room else []


def _check(rows: Sequence[Sequence[int]]) -> None:
    tables = [table for row in rows for table in row if table]
    if len(set(tables)) < len(tables):
        raise UserError(_("A table is in two places."), 422)
    if len(rows) > MAX_ROWS or any(len(row) > MAX_ACROSS for row in rows):
        raise UserError(_("A room can have at most %(most)s rows of %(most)s tables.") % {"most": MAX_ROWS}, 422)


@Act("set_room", _("Map of the room"))
def apply_set_room(line: LogLine) -> None:
    rows = line.facts["room"]
    if rows:
        Room.objects.update_or_create(event=line.event, defaults={"rows": rows})
    else:
        Room.objects.filter(event=line.event).delete()
