"""The stickers on a club's own tables: one for each number, and another in its place when a code got about."""

from collections.abc import Iterable

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.table.tables import renew_link
from tournament.errors import UserError
from tournament.models import Event, Organisation, Sticker, Table
from tournament.version_tokens import require_current

# As many as a large hall has; a table's number has three digits at most.
MAX_STICKERS = 250


def add_stickers(organisation: Organisation, actor: str, tables: int) -> int:
    """Makes the stickers that are missing for tables 1 to `tables`; returns how many, 0 if none was."""
    if not 1 <= tables <= MAX_STICKERS:
        raise UserError(_("Enter a number of tables from 1 to %(most)s.") % {"most": MAX_STICKERS}, 422)
    with logbook.locked_register(organisation) as organisation:
        existing = set(Sticker.objects.filter(organisation=organisation).values_list("number", flat=True))
        numbers = [number for number in range(1, tables + 1) if number not in existing]
        if numbers:
            logbook.write(organisation, actor, "add_stickers", {"tables": numbers})
    return len(numbers)


def renew_sticker(sticker: Sticker, actor: str, *, replaces: int) -> None:
    """Revokes the sticker of a table, and the links it leads to now; `replaces` is the issue that was looked at.

    Whoever holds the old code, or came by it to the table that is played now, is out: both at once.
    """
    with logbook.locked_register(sticker.organisation) as organisation:
        current = Sticker.objects.get(pk=sticker.pk)
        require_current(replaces, current.issue, _("This sticker was revoked in the meantime."))
        logbook.write(organisation, actor, "renew_sticker", {"table": current.number})
        for table in _played(organisation, current.number):
            renew_link(table, actor)


def _played(organisation: Organisation, number: int) -> Iterable[Table]:
    """The tables of this number that an evening of the organisation has open."""
    rows = Table.objects.filter(number=number, round__published=True, round__closed=False)
    rows = rows.filter(round__event__evening__series__organisation=organisation)
    open_events = (Event.State.LIVE, Event.State.REHEARSAL)
    return rows.filter(round__event__state__in=open_events, round__event__binned=False).select_related("round__event")


@Act("add_stickers", _("Stickers made"), owner=Organisation)
def apply_add_stickers(line: LogLine) -> None:
    rows = [Sticker(organisation=line.organisation, number=number) for number in line.facts["tables"]]
    Sticker.objects.bulk_create(rows)


@Act("renew_sticker", _("Sticker revoked"), owner=Organisation)
def apply_renew_sticker(line: LogLine) -> None:
    rows = Sticker.objects.filter(organisation=line.organisation, number=line.facts["table"])
    rows.update(issue=F("issue") + 1)
