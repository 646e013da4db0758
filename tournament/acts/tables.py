"""What happens at one table besides its deals: who writes, who comes in for somebody, its link."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.acts import logbook
from tournament.acts.events import require_open
from tournament.acts.logbook import Line, applies
from tournament.acts.refusal import Refusal
from tournament.models import Deal, Entry, Event, Seat, Table


def choose_captain(table: Table, by: str, position: int) -> None:
    """Another seat writes for the table."""
    with logbook.turn(table.round.event) as event:
        if not Seat.objects.filter(table=table, position=position).exists():
            raise Refusal(_("Nobody sits there."), 422)
        logbook.write(event, by, "choose_captain", {**at_table(table), "position": position})


def substitute(table: Table, by: str, position: int, number: int, from_deal: int) -> None:
    """Another entry sits at a position from a deal on; the points of a deal go to whoever sat there at that deal."""
    with logbook.turn(table.round.event) as event:
        require_open(event)
        table = Table.objects.select_related("round").get(pk=table.pk)
        _check_substitute(event, table, position, number, from_deal)
        facts = {**at_table(table), "position": position, "entry": number, "from_deal": from_deal}
        logbook.write(event, by, "substitute", facts)


def renew_link(table: Table, by: str) -> None:
    """Revokes every write link given out for this table and makes another one."""
    with logbook.turn(table.round.event) as event:
        logbook.write(event, by, "renew_link", at_table(table))


def at_table(table: Table) -> dict[str, Any]:
    """The facts that name a table."""
    return {"round": table.round.number, "table": table.number}


def table_of(line: Line) -> Table:
    """The table a line speaks of."""
    return Table.objects.select_related("round").get(
        round__event=line.event, round__number=line.facts["round"], number=line.facts["table"]
    )


def touch(table: Table, *fields: str) -> None:
    """Saves fields of a table and moves its revision, under which its totals are cached."""
    table.revision += 1
    table.save(update_fields=["revision", *fields])


def _check_substitute(event: Event, table: Table, position: int, number: int, from_deal: int) -> None:
    if not Entry.objects.filter(event=event, number=number, withdrawn=False, excluded=False).exists():
        raise Refusal(_("Nobody plays under this number."), 422)
    if not Seat.objects.filter(table=table, position=position).exists():
        raise Refusal(_("Nobody sits there."), 422)
    if not 1 <= from_deal <= table.deals_planned:
        raise Refusal(_("This table has no such deal."), 422)
    if Seat.objects.filter(table__round=table.round, entry__number=number).exists():
        raise Refusal(_("This player already has a seat in this round."))
    if Seat.objects.filter(table=table, position=position, from_deal__gte=from_deal).exclude(from_deal=1).exists():
        raise Refusal(_("Somebody else already sits there from a later deal on."))
    if Deal.objects.filter(table=table, number__gte=from_deal, result__isnull=False).exists():
        raise Refusal(_("Deals have been entered from that deal on."))


@applies("choose_captain")
def _choose_captain(line: Line) -> None:
    table = table_of(line)
    table.captain = line.facts["position"]
    touch(table, "captain")


@applies("substitute")
def _substitute(line: Line) -> None:
    table = table_of(line)
    entry = Entry.objects.get(event=line.event, number=line.facts["entry"])
    Seat.objects.update_or_create(
        table=table,
        position=line.facts["position"],
        from_deal=line.facts["from_deal"],
        defaults={"entry": entry},
    )
    touch(table)


@applies("renew_link")
def _renew_link(line: Line) -> None:
    table = table_of(line)
    table.link_issue += 1
    touch(table, "link_issue")
