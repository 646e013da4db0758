"""A list between its preview and its import: it travels in the page, signed, and the server keeps nothing of it.

A file on the server would have to be found again, counted, tied to its owner and deleted, and would contain the names
of people who may never be entered. The signature ties the list to its event or club and to the user, includes the mark
of what they were shown, and expires after a day.
"""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.core import signing
from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.exchange.lists.headings import heading
from tournament.exchange.lists.list_lines import ListLine
from tournament.models import ChainOwner, Event

MOST_LINES = 3000
# A form may be two megabytes, including its other fields.
MOST_SIGNS = 1_500_000
HELD = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Carried:
    """A list that was previewed: its lines, the mark of what was shown, and the key under which it is imported.

    `columns` are the fields chosen for its columns; if empty, its headings decide. `turned` are the lines whose names
    are the other way round.
    """

    lines: list[ListLine]
    mark: str
    key: str
    columns: dict[int, str]
    turned: frozenset[int]


def pack(
    owner: ChainOwner,
    by: str,
    lines: Sequence[ListLine],
    mark: str,
    columns: Mapping[int, str] | None = None,
    turned: Collection[int] = (),
) -> str:
    """A list as signed text for a form field; raises UserError if it is too long for a page."""
    if len(lines) > MOST_LINES + 1:
        raise UserError(
            _("This page takes at most %(most)s lines at once. Split the list in two.") % {"most": MOST_LINES}, 422
        )
    told = [(line.number, line.cells, sorted(line.formulas)) for line in _without_strange_columns(lines)]
    carried = [secrets.token_hex(16), mark, told, list((columns or {}).items()), sorted(turned)]
    packed = signing.dumps(carried, salt=_salt(owner, by), compress=True)
    if len(packed) > MOST_SIGNS:
        raise UserError(_("The list is too long for a page. Split it in two."), 422)
    return packed


def unpack(owner: ChainOwner, by: str, text: str) -> Carried:
    """The list in a form field; raises UserError if it was packed for another owner or user, or over a day ago."""
    try:
        key, mark, told, columns, *turned = signing.loads(text, salt=_salt(owner, by), max_age=HELD)
    except signing.BadSignature as fault:
        raise UserError(_("The list was checked too long ago. Choose the file again.")) from fault
    lines = [ListLine(number, tuple(cells), frozenset(at)) for number, cells, at in told]
    # A page from before names could be turned round has no list of those.
    return Carried(lines, mark, key, dict(columns), frozenset(*turned))


def _salt(owner: ChainOwner, by: str) -> str:
    return f"list of {'players' if isinstance(owner, Event) else 'members'}:{owner.pk}:{by}"


def _without_strange_columns(lines: Sequence[ListLine]) -> list[ListLine]:
    """The lines without columns that we do not read, such as birthdays and telephone numbers; headings are kept."""
    head = heading(lines)
    if head is None:
        return list(lines)
    read = frozenset(head.column_of.values())
    return [
        line
        if line.number <= head.number
        else ListLine(
            line.number, tuple(c if at in read else "" for at, c in enumerate(line.cells)), line.formulas & read
        )
        for line in lines
    ]
