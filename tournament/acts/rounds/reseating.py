"""Players who leave or come while drawn rounds are ahead: who would move, and the act that gives the new seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.begun import begun_tables, remove
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_open
from tournament.acts.kernel.submissions import raise_revision
from tournament.acts.rounds.rounds import MARKER, captain_position, create_sit_outs, deals_at_five
from tournament.draw import promises, redrawing
from tournament.draw.field import SEATS, known, met_this_season, present, rested_before, seated_before, too_few
from tournament.draw.redrawing import NewSeating, RoundsAhead, SeatMove, moves, redraw
from tournament.errors import UserError
from tournament.models import Draw, Entry, Event, LogEntry, Round, Seat, SitOut, Table
from tournament.seating.constraints import (
    FIVES,
    PRIORITIES,
    SIT_OUTS,
    VACANCIES,
    ImpossibleError,
    check_players,
    check_rest,
)
from tournament.version_tokens import token_of


@dataclass(frozen=True, slots=True)
class Reseating:
    """What `reseat` would do: the rounds ahead, and their new seating.

    `of` is its mark: the act is refused if it would now do something else.
    """

    ahead: RoundsAhead
    anew: NewSeating
    of: str

    @property
    def rounds(self) -> redrawing.Seating:
        """All rounds as they would be."""
        return self.anew.rounds

    @property
    def moves(self) -> dict[int, list[SeatMove]]:
        """Who moves, by round."""
        ahead, first = self.ahead, self.ahead.played
        parts = zip(ahead.rounds, self.rounds, ahead.resting, self.anew.resting, strict=True)
        return {number: moves(*part) for number, part in enumerate(parts, 1) if number > first}


def misplaced(event: Event) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Those who have a seat in a round ahead but do not play, and those who play but have none; usually both empty.

    Refused where there are too few jokers to fill the tables.
    """
    last = Round.objects.filter(event=event).order_by("number").last()
    played = _played(event) if last else 0
    if last is None or played >= last.number:
        return (), ()
    rows = Seat.objects.filter(table__round__event=event, table__round__number__gt=played, from_deal=1)
    places = list(rows.values_list("entry__number", "position"))
    resting = set(SitOut.objects.filter(_after(event, played)).values_list("entry__number", flat=True))
    seated = {number for number, _position in places} | resting
    rest = _rest(event, resting=bool(resting), fives=any(position > SEATS for _number, position in places))
    playing = _playing(event, played + 1, seated, uneven=rest != VACANCIES)
    return tuple(sorted(seated - playing)), tuple(sorted(playing - seated))


def reseating(event: Event) -> Reseating:
    """What `reseat` would do now. Refused if nobody left or came, and if those who play cannot be seated."""
    ahead = _ahead(event)
    if not ahead.absent and not ahead.arrived:
        raise UserError(_("Everyone who plays has a seat, and nobody else does."))
    try:
        playing = {*chain(*ahead.rounds[-1]), *ahead.resting[-1]}.difference(ahead.absent)
        check_players(len(playing) + len(ahead.arrived))
        check_rest(len(playing) + len(ahead.arrived), ahead.rest)
        anew = redraw(ahead, _seed(event))
    except ImpossibleError as impossible:
        if ahead.rest == FIVES:
            raise UserError(_("The remaining players cannot be seated at tables of four and five.")) from impossible
        raise UserError(_("The remaining players cannot be seated at tables of four.")) from impossible
    return Reseating(ahead, anew, _mark(anew.rounds, anew.resting))


def reseat(event: Event, actor: str, of: str) -> None:
    """Reseats the rounds ahead, as `reseating` showed under the token `of`; refused if it would differ by now.

    If everybody has those seats already, nothing is written.
    """
    if _seated_so(event, of):
        return
    plan = reseating(event)
    with logbook.locked_event(event) as event:
        require_open(event)
        if _seated_so(event, of):  # by a request that ran at the same time
            return
        if plan.of != of or _ahead(event) != plan.ahead:
            raise UserError(_("Somebody arrived or left in the meantime. Check again who would move."))
        logbook.write(event, actor, "reseat", _facts(event, plan))


def _seated_so(event: Event, of: str) -> bool:
    """Whether the seating that was shown under this mark is the present one."""
    return of == _mark(seated_before(event, began=True), rested_before(event))


def _mark(rounds: redrawing.Rounds, resting: Sequence[Sequence[int]]) -> str:
    """A token of who sits where and who sits out, whether or not tables without players are listed."""
    tables = [[tuple(people) for people in laid] for laid in rounds]
    seated = [[(at, people) for at, people in enumerate(laid, 1) if people] for laid in tables]
    return token_of(seated, [tuple(people) for people in resting])


def _facts(event: Event, plan: Reseating) -> dict[str, Any]:
    """The new seats of the tables that change, and who sits out, by round; a table without seats is removed."""
    ahead = plan.ahead
    rounds = Round.objects.filter(event=event, number__gt=ahead.played).order_by("number")
    changes = [_round_facts(round, plan) for round in rounds]
    return {
        "absent": list(ahead.absent),
        "arrived": list(ahead.arrived),
        "seated": [row for row in changes if row["tables"] or "sit_out" in row],
    }


def _round_facts(round: Round, plan: Reseating) -> dict[str, Any]:
    ahead, anew, at = plan.ahead, plan.anew, round.number - 1
    tables = _changed(round, ahead.rounds[at], anew.rounds[at], ahead)
    sit_out = {"sit_out": anew.resting[at]} if list(ahead.resting[at]) != anew.resting[at] else {}
    return {"round": round.number, "tables": tables, **sit_out}


def _changed(
    round: Round, before: Sequence[Sequence[int]], after: Sequence[Sequence[int]], ahead: RoundsAhead
) -> list[dict[str, Any]]:
    """The tables of a round that change: number, seats, deals (at a table of five), captain (if the draw chose it)."""
    wide = max(len(before), len(after))
    old, new = ([*tables, *[()] * (wide - len(tables))] for tables in (before, after))
    pairs, writers = enumerate(zip(old, new, strict=True), 1), ahead.facts.get("captains", {})
    return [
        {
            "number": number,
            "seats": list(seats),
            **({"deals": deals_at_five(round.deals)} if len(seats) > SEATS else {}),
            **({"captain": captain_position(seats, writers, last=ahead.writers_last)} if writers and seats else {}),
        }
        for number, (was, seats) in pairs
        if list(was) != list(seats)
    ]


def _ahead(event: Event) -> RoundsAhead:
    """The rounds that are drawn, with those who left or came."""
    absent, arrived = misplaced(event)
    played = _played(event)
    rounds, resting = seated_before(event, began=True), rested_before(event)
    published = Round.objects.filter(event=event, published=True).order_by("number").last()
    draw = Draw.objects.filter(event=event).order_by("number").last()
    return RoundsAhead(
        rounds=rounds,
        resting=resting,
        played=played,
        published=max(played, published.number if published else 0),
        absent=absent,
        arrived=arrived,
        rest=_rest(
            event,
            resting=any(resting[played:]),
            fives=any(len(table) > SEATS for tables in rounds[played:] for table in tables),
        ),
        ranking=tuple(draw.order) if draw and draw.kind == Draw.Method.STRICT and draw.last == len(rounds) else (),
        **(_draw_wishes(event, draw) if draw else {}),
    )


def _played(event: Event) -> int:
    """The number of the last round in which anything happened: that round and those before it stay as they are."""
    happened = Q(closed=True) | Q(pk__in=begun_tables(Table.objects.filter(round__event=event)).values("round"))
    last = Round.objects.filter(happened, event=event).order_by("number").last()
    return last.number if last else 0


def _playing(event: Event, round: int, seated: set[int], *, uneven: bool) -> frozenset[int]:
    """Who plays from a round on: the competitors present, and as many jokers as fill the tables, seated ones first."""
    competitors, jokers = present(event, round)
    if uneven:
        return frozenset([*competitors, *(number for number in jokers if number in seated)])
    wanting = -len(competitors) % SEATS
    if len(jokers) < wanting:
        raise UserError(too_few(len(competitors), wanting, len(jokers)))
    ready = sorted(jokers, key=lambda number: number not in seated)
    return frozenset([*competitors, *ready[:wanting]])


def _rest(event: Event, *, resting: bool, fives: bool) -> str:
    """What is done with players who fill no table, one of RESTS: as in the last draw, or as the rounds ahead show.

    `resting` says that somebody sits one of them out, `fives` that they have tables of five.
    """
    # Only this value is read: the whole document of a large draw takes longer than the rest of the page.
    wishes = Draw.objects.filter(event=event).order_by("-number").values_list("document__trace__wish__rest", flat=True)
    return wishes.first() or (SIT_OUTS if resting else FIVES if fives else VACANCIES)


def _after(event: Event, played: int) -> Q:
    """The rounds after `played`, as a filter on rows that belong to a round."""
    return Q(round__event=event, round__number__gt=played)


def _draw_wishes(event: Event, draw: Draw) -> dict[str, Any]:
    """What the draw of the rounds ahead took into account, by entry number and including newcomers."""
    wish = draw.document["trace"]["wish"]
    number = dict(enumerate(sorted(draw.entries), 1))
    numbers = list(Entry.objects.filter(event=event).values_list("number", flat=True))
    facts = known(event, numbers)
    return {
        "season": met_this_season(event, numbers) if wish.get("season") else {},
        "facts": {name: fact for name, fact in facts.items() if wish.get(name)},
        "apart": tuple((number[a], number[b]) for a, b in wish.get("apart", ())),
        "stays": {number[int(player)]: table for player, table in wish.get("stays", {}).items()},
        "priority": tuple(wish.get("priority", PRIORITIES)),
        "writers_last": bool(wish.get("writers_last")),
    }


def _seed(event: Event) -> str:
    """A seed derived from that of the last draw and from how often the event was reseated."""
    times = LogEntry.objects.filter(event=event, act="reseat").count() + 1
    draw = Draw.objects.filter(event=event).order_by("number").last()
    secret = promises.secret(draw) if draw else ""
    return f"{promises.seed_of(draw, secret) if draw and secret else event.slug}/again {times}"


@Act("reseat", _("Upcoming rounds reseated"), blocks_rehearsal=True)
def apply_reseat(line: LogLine) -> None:
    entries = dict(Entry.objects.filter(event=line.event).values_list("number", "pk"))
    for changed in line.facts["seated"]:
        round = Round.objects.get(event=line.event, number=changed["round"])
        tables = {table.number: table for table in Table.objects.filter(round=round)}
        for laid in changed["tables"]:
            _reseat_table(round, tables.get(laid["number"]), laid, entries)
        if "sit_out" in changed:
            round.sit_outs.all().delete()
            create_sit_outs(round, changed["sit_out"], entries)


def _reseat_table(round: Round, table: Table | None, laid: Mapping[str, Any], entries: Mapping[int, int]) -> None:
    """Gives a table its new players; creates the table if it is new, and removes it if it has no players left."""
    if table is None:
        table = Table.objects.create(round=round, number=laid["number"], captain=MARKER)
    if len(laid["seats"]) > SEATS or table.seats.filter(position__gt=SEATS).exists():
        table.deals_override = laid.get("deals")
    table.captain, table.writer = laid.get("captain", table.captain), None
    table.seats.all().delete()
    if not laid["seats"]:
        remove(Table.objects.filter(pk=table.pk))
        return
    Seat.objects.bulk_create(
        [
            Seat(table=table, position=position, entry_id=entries[number])
            for position, number in enumerate(laid["seats"], 1)
        ]
    )
    raise_revision(table, "captain", "writer", "deals_override")
