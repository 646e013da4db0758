"""The rounds: who sits where, from the draw until the round is closed."""

from collections.abc import Sequence
from secrets import token_hex
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import standings
from tournament.acts import logbook
from tournament.acts.events import require_open
from tournament.acts.logbook import Line, applies
from tournament.acts.refusal import Refusal
from tournament.models import Deal, Entry, Event, Round, Seat, SitOut, Table
from tournament.reading.progress import progress
from tournament.seating import draw_round

MARKER = 4
ATTEMPTS = 3
Seating = Sequence[Sequence[int]]
Field = tuple[list[int], list[list[int]], dict[int, str]]


def seat_round(
    event: Event,
    by: str,
    *,
    seed: str = "",
    deals: int | None = None,
    number: int | None = None,
    anyway: bool = False,
) -> Round:
    """Draws the next round among those present, avoiding repeats and club meetings as well as the draw can.

    Jokers are called on only as far as they are needed to fill the last table. `number` is the round that was asked
    for: refused when it was published meanwhile, so that a page that stood open draws no round nobody thought of.
    Refused while there are `doubts`, unless the organiser says `anyway`.
    """
    seed = seed or token_hex(16)
    for _attempt in range(ATTEMPTS):
        # Drawn before the event is locked: a large field takes seconds, in which captains go on writing.
        field = _field(event)
        tables = draw_round(*field, seed)
        with logbook.turn(event) as event:
            require_open(event)
            if number and Round.objects.filter(event=event, number=number, published=True).exists():
                raise Refusal(_("This round has already been published."))
            if not anyway and (told := doubts(event)):
                raise Refusal(told[0])
            if _field(event) == field:
                return _plan_round(event, by, tables, draw="shuffle", deals=deals)
    raise Refusal(_("Somebody came or left during the draw. Draw again."))


def require_seatable(event: Event) -> None:
    """Refuses, as `seat_round` would, where no round can be drawn now."""
    require_open(event)
    _require_published(event)
    _seatable(event)


def doubts(event: Event) -> list[str]:
    """What speaks against drawing another round now, in sentences; the organiser may do it anyway."""
    now, told = progress(event), []
    if now.open and not now.open.complete:
        numbers = {"round": now.open.number, "deals": now.open.deals, "planned": now.open.planned}
        told.append(gettext("Round %(round)s is still being played: %(deals)s of %(planned)s deals.") % numbers)
    if now.rounds and now.planned_reached:
        told.append(gettext("The plan has no more rounds than the %(rounds)s there are.") % {"rounds": len(now.rounds)})
    return told


def lay_round(
    event: Event,
    by: str,
    tables: Seating,
    *,
    deals: int | None = None,
    stage: str = "preliminary",
    sit_out: Sequence[int] = (),
) -> Round:
    """Plans the next round with a seating made elsewhere: per table the numbers of its entries in seat order.

    `sit_out` are the numbers of those for whom there is no seat in this round, though they would play.
    """
    with logbook.turn(event) as event:
        require_open(event)
        seated = [*(number for table in tables for number in table), *sit_out]
        known = set(Entry.objects.filter(event=event, number__in=seated).values_list("number", flat=True))
        if len(known) < len(seated):
            raise Refusal(_("A seating names a number twice, or one that nobody has."), 422)
        if any(len(table) not in (4, 5) for table in tables):
            raise Refusal(_("A table has four or five seats."), 422)
        return _plan_round(event, by, tables, draw="given", deals=deals, stage=stage, sit_out=sit_out)


def publish_round(round: Round, by: str) -> None:
    """Makes the seating known; from then on the write links of its tables work."""
    with logbook.turn(round.event) as event:
        require_open(event)
        if Round.objects.get(pk=round.pk).published:
            raise Refusal(_("This round has already been published."))
        logbook.write(event, by, "publish_round", {"round": round.number})


def withdraw_draw(round: Round, by: str) -> None:
    """Throws away a seating that was not published."""
    with logbook.turn(round.event) as event:
        if Round.objects.get(pk=round.pk).published:
            raise Refusal(_("This round has been published: its seating stands."))
        logbook.write(event, by, "withdraw_draw", {"round": round.number})


def close_round(round: Round, by: str, *, anyway: bool = False) -> None:
    """Ends a round; its write links die. Refused while deals are missing, unless the organiser says `anyway`."""
    with logbook.turn(round.event) as event:
        round = Round.objects.get(pk=round.pk)
        if not round.published or round.closed:
            raise Refusal(_("Only a published round that is still open can be closed."))
        unfinished = standings.unfinished_tables(round)
        if unfinished and not anyway:
            tables = ", ".join(str(number) for number in unfinished[:12])
            raise Refusal(_("Deals are missing at these tables: %(tables)s.") % {"tables": tables})
        logbook.write(event, by, "close_round", {"round": round.number, "unfinished": unfinished})


def reopen_round(round: Round, by: str) -> None:
    """Opens a closed round again; its write links live again."""
    with logbook.turn(round.event) as event:
        require_open(event)
        if not Round.objects.get(pk=round.pk).closed:
            raise Refusal(_("This round is not closed."))
        logbook.write(event, by, "reopen_round", {"round": round.number})


def show_round(round: Round, by: str, visible: bool) -> None:
    """Shows a round on the public pages, or hides it: a hidden round counts for nothing there."""
    with logbook.turn(round.event) as event:
        logbook.write(event, by, "show_round", {"round": round.number, "visible": visible})


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


def _seatable(event: Event) -> list[int]:
    """Numbers of those who play: all competitors present, and as many jokers as fill the last table."""
    present = Entry.objects.filter(event=event, present=True, withdrawn=False, excluded=False)
    competitors = list(present.filter(role=Entry.Role.COMPETITOR).values_list("number", flat=True))
    jokers = list(present.filter(role=Entry.Role.JOKER).values_list("number", flat=True))
    wanting = -len(competitors) % 4
    if not competitors or len(jokers) < wanting:
        raise Refusal(
            _("%(players)s players are present: %(wanting)s jokers must fill the tables, and there are %(jokers)s.")
            % {"players": len(competitors), "wanting": wanting or 4, "jokers": len(jokers)}
        )
    return competitors + jokers[:wanting]


def _field(event: Event) -> Field:
    """What a draw depends on: who plays, who met whom, who is of which club."""
    clubs = Entry.objects.filter(event=event).exclude(player__club="").values_list("number", "player__club")
    return _seatable(event), _meetings(event), dict(clubs)


def _meetings(event: Event) -> list[list[int]]:
    """Who sat together at each table so far, as numbers."""
    together: dict[int, list[int]] = {}
    seats = Seat.objects.filter(table__round__event=event).values_list("table_id", "entry__number")
    for table, number in seats:
        together.setdefault(table, []).append(number)
    return list(together.values())


def _plan_round(
    event: Event,
    by: str,
    tables: Seating,
    *,
    draw: str,
    deals: int | None,
    stage: str = "preliminary",
    sit_out: Sequence[int] = (),
) -> Round:
    last = _require_published(event)
    number = last.number + 1 if last else 1
    facts = {
        "round": number,
        "stage": stage,
        "deals": event.deals_per_round if deals is None else deals,
        "draw": draw,
        "tables": [{"number": i, "seats": list(seats)} for i, seats in enumerate(tables, 1)],
        **({"sit_out": sorted(sit_out)} if sit_out else {}),
    }
    logbook.write(event, by, "seat_round", facts)
    return Round.objects.select_related("event").get(event=event, number=number)


def _require_published(event: Event) -> Round | None:
    """The last round; refused when it is not published yet, for then there is a draw already."""
    last = Round.objects.filter(event=event).order_by("number").last()
    if last and not last.published:
        raise Refusal(_("A round has been drawn and is not published yet. Publish it or reject it first."))
    return last


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


def _round(line: Line) -> Round:
    return Round.objects.get(event=line.event, number=line.facts["round"])


def _set(round: Round, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(round, name, value)
    round.save(update_fields=list(fields))


@applies("seat_round")
def _seat_round(line: Line) -> None:
    facts = line.facts
    round = Round.objects.create(
        event=line.event,
        number=facts["round"],
        stage=facts["stage"],
        deals=facts["deals"],
        draw=facts["draw"],
    )
    numbers = [number for table in facts["tables"] for number in table["seats"]]
    entries = dict(Entry.objects.filter(event=line.event).values_list("number", "pk")) if numbers else {}
    resting = facts.get("sit_out", ())
    SitOut.objects.bulk_create([SitOut(round=round, entry_id=entries[number]) for number in resting])
    tables = Table.objects.bulk_create(
        [Table(round=round, number=table["number"], captain=MARKER) for table in facts["tables"]]
    )
    Seat.objects.bulk_create(
        [
            Seat(table=table, position=position, entry_id=entries[number])
            for table, laid in zip(tables, facts["tables"], strict=True)
            for position, number in enumerate(laid["seats"], 1)
        ]
    )


@applies("publish_round")
def _publish_round(line: Line) -> None:
    _set(_round(line), published=True)


@applies("withdraw_draw")
def _withdraw_draw(line: Line) -> None:
    round = _round(line)
    round.tables.all().delete()
    round.delete()


@applies("close_round")
def _close_round(line: Line) -> None:
    _set(_round(line), closed=True)


@applies("reopen_round")
def _reopen_round(line: Line) -> None:
    _set(_round(line), closed=False)


@applies("show_round")
def _show_round(line: Line) -> None:
    _set(_round(line), visible=line.facts["visible"])


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
