"""A list between the look at it and the act: it travels in the page, sealed, and nothing of it is kept here.

A file beside the database would have to be found again, counted, bound to its owner and thrown away, and would hold
the names of people of whom nobody decided yet whether they play. The seal binds the list to the event and to whoever
looked, says what he was shown, and runs out after a day.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.utils.translation import gettext as _

from tournament.exchange.headings import heading
from tournament.exchange.sheet_lines import Line
from tournament.models import Event
from tournament.refusal import Refusal

MOST_LINES = 3000
# A form may be two megabytes, its other fields included.
MOST_SIGNS = 1_500_000
HELD = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Carried:
    """A list that was looked at: its lines, the mark of what was shown, and the key under which it is entered.

    `columns` are what its columns were said to hold; without any, it goes by its headings.
    """

    lines: list[Line]
    mark: str
    key: str
    columns: dict[int, str]


def pack(event: Event, by: str, lines: Sequence[Line], mark: str, columns: Mapping[int, str] | None = None) -> str:
    """A list as text for a form. Refuses one that is too long to be looked through on a page."""
    if len(lines) > MOST_LINES + 1:
        raise Refusal(_("This page takes %(most)s lines at once. Cut the list in two.") % {"most": MOST_LINES}, 422)
    told = [(line.number, line.cells, sorted(line.formulas)) for line in _without_strange_columns(lines)]
    carried = [secrets.token_hex(16), mark, told, list((columns or {}).items())]
    packed = signing.dumps(carried, salt=_salt(event, by), compress=True)
    if len(packed) > MOST_SIGNS:
        raise Refusal(_("The list is too long for a page. Cut it in two."), 422)
    return packed


def unpack(event: Event, by: str, text: str) -> Carried:
    """The list of a form. Refuses one that was packed elsewhere, by somebody else, or more than a day ago."""
    try:
        key, mark, told, columns = signing.loads(text, salt=_salt(event, by), max_age=HELD)
    except signing.BadSignature as fault:
        raise Refusal(_("The list was looked at too long ago. Choose the file again.")) from fault
    return Carried([Line(number, tuple(cells), frozenset(at)) for number, cells, at in told], mark, key, dict(columns))


def _salt(event: Event, by: str) -> str:
    return f"list of players:{event.pk}:{by}"


def _without_strange_columns(lines: Sequence[Line]) -> list[Line]:
    """What we do not read (a birthday, a telephone) stays with whoever has the file; its heading may be told again."""
    head = heading(lines)
    if head is None:
        return list(lines)
    read = frozenset(head.columns.values())
    return [
        line
        if line.number <= head.number
        else Line(line.number, tuple(c if at in read else "" for at, c in enumerate(line.cells)), line.formulas & read)
        for line in lines
    ]
