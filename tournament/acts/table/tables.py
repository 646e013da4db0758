"""What happens at one table besides its deals: the captain, substitutes, its link, the phone that writes."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel.declaring import Act, LogLine, Scope
from tournament.acts.kernel.submissions import (
    OTHER_PHONE,
    Answer,
    TableState,
    facts_at,
    finish,
    perform_once,
    require_seated,
    require_table_open,
    table_of,
    writes_here,
)
from tournament.errors import UserError
from tournament.models import Entry, Event, Seat, Table
from tournament.ranking import facts
from tournament.version_tokens import require_current


def choose_captain(table: Table, actor: str, position: int, *, replaces: int | None = None, key: str = "") -> Answer:
    """Makes another seat the captain. `replaces` is the captain that was shown."""

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        if position not in table.seated(1):
            raise UserError(_("Nobody sits there."), 422)
        if table.row.captain == position and replaces is not None:
            return None
        sentence = _("Another captain was chosen in the meantime. Check it again.")
        require_current(replaces, table.row.captain, sentence)
        return {"position": position}

    return perform_once(
        table, actor, "choose_captain", key, {"position": position, "replaces": replaces}, check, _require_unarchived
    )


def substitute(
    table: Table,
    actor: str,
    position: int,
    number: int,
    from_deal: int,
    *,
    seated: Sequence[int] | None = None,
    key: str = "",
) -> Answer:
    """Seats another entry at a position from a deal on; each deal's points go to the player who sat there then.

    Who sat there before may come back: from the deal at which somebody came for them, as if nobody had.
    `seated` are the entries that were shown at the table, by position.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        if table.seated(from_deal).get(position) == number:
            return None
        require_seated(table, table.row.deals_planned, seated)
        _check_substitute(event, table.row, position, number, from_deal)
        return {"position": position, "entry": number, "from_deal": from_deal}

    submission = {"position": position, "entry": number, "from_deal": from_deal, "seated": seated}
    return perform_once(table, actor, "substitute", key, submission, check, require_table_open)


def take_table(
    table: Table,
    actor: str,
    phone: str,
    position: int | None = None,
    *,
    is_as_before: bool = False,
    replaces: str | None = None,
    key: str = "",
) -> Answer:
    """Makes a phone the one that writes at a table: what another phone sends is refused until that one takes over.

    `phone` is its digest (`submissions.phone_digest`), `position` the seat of whoever holds it; without one it is the
    captain's, or whose it was when it last took the table (`is_as_before`). `replaces` is the digest of the phone that
    was shown as writing, "" if there was none. The phone that writes already stays so, whatever it was shown: its page
    may be from before.
    """

    def check(event: Event, table: TableState) -> dict[str, Any] | None:
        if position is not None and position not in table.seated(1):
            raise UserError(_("Nobody sits there."), 422)
        if table.row.phone == phone and position in (None, table.row.writer):
            return None
        if replaces not in (None, table.row.phone) and table.row.phone != phone:
            raise UserError(writes_here(table.row), code=OTHER_PHONE)
        return {"phone": phone, "position": _seat_before(table.row, phone) if is_as_before else position}

    submission = {"phone": phone, "position": position, "replaces": replaces}
    return perform_once(table, actor, "take_table", key, submission, check)


def renew_link(table: Table, actor: str, *, replaces: int | None = None, key: str = "") -> Answer:
    """Revokes every write link given out for this table and makes another; `replaces` is the issue that was shown."""

    def check(event: Event, table: TableState) -> dict[str, Any]:
        require_current(replaces, table.row.link_issue, _("This table was given a new link in the meantime."))
        return {}

    return perform_once(table, actor, "renew_link", key, {"replaces": replaces}, check, _require_unarchived)


def _seat_before(table: Table, phone: str) -> int | None:
    """The seat of whoever held a phone when it last took a table; None if nobody said."""
    seats = [line["position"] for line in facts_at(table, "take_table") if line["phone"] == phone]
    return seats[-1] if seats else None


def _require_unarchived(event: Event, table: Table) -> None:
    """Refuses only tables of an archived event."""
    if event.state == Event.State.ARCHIVED:
        raise UserError(_("This event is closed."))


def _check_substitute(event: Event, table: Table, position: int, number: int, from_deal: int) -> None:
    if not Entry.objects.filter(event=event, number=number, withdrawn=False, excluded=False).exists():
        raise UserError(_("No player has this number."), 422)
    if not Seat.objects.filter(table=table, position=position).exists():
        raise UserError(_("Nobody sits there."), 422)
    if not 1 <= from_deal <= table.deals_planned:
        raise UserError(_("This table has no such deal."), 422)
    place = Seat.objects.filter(table=table, position=position)
    elsewhere = Seat.objects.filter(table__round=table.round).exclude(table=table, position=position)
    if elsewhere.filter(entry__number=number).exists():
        raise UserError(_("This player already has a seat in this round."))
    if place.filter(from_deal__gt=from_deal).exists():
        raise UserError(_("Somebody else already sits there from a later deal onwards."))
    if any(deal.number >= from_deal and deal.has_outcome for deal in facts.table(table).deals.values()):
        raise UserError(
            _("Deals have been recorded from that deal onwards. If somebody else played them, empty the sheet first.")
        )


@Act("choose_captain", _("Captain chosen"), beside_play=True)
def apply_choose_captain(line: LogLine) -> None:
    table = table_of(line)
    table.captain = line.facts["position"]
    finish(line, table, "captain")


@Act("substitute", _("Substitute seated"), blocks_rehearsal=True)
def apply_substitute(line: LogLine) -> None:
    table = table_of(line)
    entry = Entry.objects.get(event=line.event, number=line.facts["entry"])
    place, from_deal = Seat.objects.filter(table=table, position=line.facts["position"]), line.facts["from_deal"]
    before = place.filter(from_deal__lt=from_deal).order_by("from_deal").last()
    if before and before.entry_id == entry.pk:  # nobody came after all
        place.filter(from_deal=from_deal).delete()
    else:
        place.update_or_create(
            table=table, position=line.facts["position"], from_deal=from_deal, defaults={"entry": entry}
        )
    finish(line, table)


@Act("take_table", _("A phone took the table"), scope=Scope.TABLE, beside_play=True)
def apply_take_table(line: LogLine) -> None:
    table = table_of(line)
    table.phone, table.writer = line.facts["phone"], line.facts["position"]
    finish(line, table, "phone", "writer")


@Act("renew_link", _("Link of a table renewed"), beside_play=True)
def apply_renew_link(line: LogLine) -> None:
    table = table_of(line)
    table.link_issue += 1
    # The phone that wrote had the old link.
    table.phone, table.writer = "", None
    finish(line, table, "link_issue", "phone", "writer")
