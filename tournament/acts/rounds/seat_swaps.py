"""Exchanging two players by hand, in a round in which neither of their tables has begun."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.begun import begun_tables
from tournament.acts.kernel.deadline import require_in_time
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.submissions import raise_revision
from tournament.acts.kernel.text_references import TextReference
from tournament.acts.kernel.unpublished import seating_token
from tournament.acts.rounds.rounds import captain_position
from tournament.draw.drawing import writers, writers_last
from tournament.errors import UserError
from tournament.models import Draw, Entry, Round, Seat, SitOut, Table
from tournament.version_tokens import require_unchanged

ACT = "exchange_places"
# The table and the seat of a player who sits out the round.
SITTING_OUT = (0, 0)


@dataclass(frozen=True, slots=True)
class Places:
    """Two players, by number, and where each sits now: table and position, or `SITTING_OUT`."""

    numbers: tuple[int, int]
    at: tuple[tuple[int, int], tuple[int, int]]


def exchange_places(
    round: Round, actor: str, numbers: tuple[int, int], reason: str, *, seen: str | None = None, second: str = ""
) -> None:
    """Gives each of two players the other's seat, or has one sit out in the other's place.

    `seen` is the token (`unpublished.seating_token`) of the round that was looked at, and `second` the second name that
    is needed once its hour has passed (see `deadline`). Refused whenever `places` refuses, and without a reason.
    """
    check_reason(reason, _("Enter a reason for the swap."))
    with logbook.locked_event(round.event) as event:
        require_open(event)
        swap = places(round, numbers)
        require_unchanged(seen, seating_token(Round.objects.filter(pk=round.pk)))
        swapped = [[number, *place] for number, place in zip(swap.numbers, swap.at, strict=True)]
        facts = {"round": round.number, "places": swapped, "reason": logbook.store_text(event, reason)}
        facts |= require_in_time(event, actor, Round.objects.get(pk=round.pk), second)
        logbook.write(event, actor, ACT, {**facts, "captains": _captains(round, swap)})


def require_exchangeable(round: Round) -> None:
    """Refuses, as `places` would for any two, if nobody in this round can change places any more."""
    if round.closed:
        raise UserError(_("This round is closed."))
    tables = Table.objects.filter(round=round)
    if not tables.exclude(pk__in=begun_tables(tables)).exists():
        raise UserError(_("Every table has started, so nobody can swap places. A substitute can still take a seat."))


def places(round: Round, numbers: tuple[int, int]) -> Places:
    """Where these two sit in a round. Refused if one has no place in it, if it is closed, or if a table has begun."""
    current = Round.objects.filter(pk=round.pk).first()
    if current is None:
        raise UserError(_("The draw of this round was rejected in the meantime."))
    require_exchangeable(current)
    if numbers[0] == numbers[1]:
        raise UserError(_("Name two different players."), 422)
    at = _place(round, numbers[0]), _place(round, numbers[1])
    if at == (SITTING_OUT, SITTING_OUT):
        raise UserError(_("Both sit out this round."), 422)
    tables = Table.objects.filter(round=round, number__in=[table for table, _position in at])
    if table := begun_tables(tables).order_by("number").first():
        sentence = _(
            "Table %(table)s has started, so its players stay. Who sat in the wrong seat is put right on the page of "
            "that table, under “Swapped seats”."
        )
        raise UserError(sentence % {"table": table.number})
    return Places(numbers, at)


def swap_seating(seats: list[list[int]], numbers: tuple[int, int]) -> list[list[int]]:
    """A seating of entry numbers with these two exchanged."""
    other = dict([numbers, numbers[::-1]])
    return [[other.get(number, number) for number in table] for table in seats]


def _place(round: Round, number: int) -> tuple[int, int]:
    seat = Seat.objects.filter(table__round=round, entry__number=number).select_related("table").first()
    if seat:
        return seat.table.number, seat.position
    if SitOut.objects.filter(round=round, entry__number=number).exists():
        return SITTING_OUT
    raise UserError(_("Player %(number)s has no place in this round.") % {"number": number}, 422)


def _captains(round: Round, swap: Places) -> dict[str, int]:
    """The new captains of the tables concerned, if the draw took into account who is willing to keep score."""
    draw = Draw.objects.filter(event=round.event_id, first__lte=round.number).order_by("number").last()
    if draw is None or round.number > draw.last or not (willing := writers(draw.document, draw.entries)):
        return {}
    last = writers_last(draw.document)
    tables = sorted({table for table, _position in swap.at if table})
    rows = Seat.objects.filter(table__round=round).order_by("position").values_list("table__number", "entry__number")
    laid = swap_seating([[number for at, number in rows if at == table] for table in tables], swap.numbers)
    return {str(table): captain_position(seats, willing, last=last) for table, seats in zip(tables, laid, strict=True)}


@Act(
    ACT,
    _("Seats swapped by hand"),
    blocks_rehearsal=True,
    reasons=lambda facts, _people: [TextReference(facts["reason"], [number for number, *_seat in facts["places"]])],
)
def apply_exchange_places(line: LogLine) -> None:
    round = Round.objects.get(event=line.event, number=line.facts["round"])
    (a, *first_seat), (b, *second_seat) = line.facts["places"]
    entries = dict(Entry.objects.filter(event=line.event, number__in=(a, b)).values_list("number", "pk"))
    _give_place(round, entries[b], entries[a], *first_seat)
    _give_place(round, entries[a], entries[b], *second_seat)
    for number in sorted({first_seat[0], second_seat[0]} - {SITTING_OUT[0]}):
        table = Table.objects.get(round=round, number=number)
        table.captain = line.facts["captains"].get(str(number), table.captain)
        table.writer = None
        raise_revision(table, "captain", "writer")
    round.exchanged = [*round.exchanged, [a, first_seat[0], b, second_seat[0]]]
    round.save(update_fields=["exchanged"])


def _give_place(round: Round, who: int, instead: int, table: int, position: int) -> None:
    """Gives one player the place of another."""
    if table == SITTING_OUT[0]:
        SitOut.objects.filter(round=round, entry_id=instead).update(entry_id=who)
    else:
        Seat.objects.filter(table__round=round, table__number=table, position=position).update(entry_id=who)
