"""The public information about draws: what was promised, what was revealed, and what has changed since."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournament.acts.kernel.rehearsal_data import wiped_by
from tournament.acts.rounds import publication
from tournament.draw import drawing
from tournament.draw.promises import open_promise, seed_of
from tournament.models import Draw, Event, LogEntry, Promise, Round, Seat, Withdrawal
from tournament.ranking import facts
from tournament.seating.documents import DrawDocument, PublishedDraw, TraceDocument
from tournament.seating.proof.audit_wishes import report
from tournament.seating.proof.document import published


@dataclass(frozen=True, slots=True)
class Moved:
    """A person who no longer sits where they were drawn: the two tables, None for no seat at all."""

    number: int
    drawn: int | None
    current: int | None


@dataclass(frozen=True, slots=True)
class ChangedRound:
    """A round in which people no longer sit where they were drawn.

    `by_hand` lists the organiser's exchanges in order: number and table of each of the two, table 0 if they sat out.
    `moved` lists the people whose moves these do not explain: others left or came.
    """

    round: int
    moved: tuple[Moved, ...]
    by_hand: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class DrawView:
    """A draw as everybody may see it: `revealed` if its secret is public, `checkable` if it can also be recomputed.

    `lot` says that it was drawn by lot; otherwise `order` is the ranking by which it was drawn, once everything that
    this ranking depends on is shown.
    """

    draw: Draw
    revealed: bool
    checkable: bool
    lot: bool
    order: tuple[int, ...]
    changed: tuple[ChangedRound, ...]


@dataclass(frozen=True, slots=True)
class PublicDraws:
    """The draws with a visible round, the last first; the promise of the next draw; the withdrawn publications.

    `rehearsed` are the withdrawals of what was published in a rehearsal that has been wiped.
    """

    promise: Promise | None
    draws: tuple[DrawView, ...]
    withdrawals: tuple[Withdrawal, ...] = ()
    rehearsed: tuple[Withdrawal, ...] = ()


def draws(event: Event) -> PublicDraws:
    """The draws of an event for the public: only visible rounds, and no secret before it is revealed."""
    visible = {round.number for round in facts.rounds(event, public=True)}
    rows = Draw.objects.filter(event=event).select_related("promise").order_by("-number")
    views = [_view(draw, visible) for draw in rows if visible.intersection(range(draw.first, draw.last + 1))]
    promise = open_promise(event)
    waiting = promise if promise and not any(view.draw.promise == promise for view in views) else None
    withdrawals, rehearsed = Withdrawal.objects.filter(event=event).order_by("number"), _rehearsed(event)
    counted = tuple(row for row in withdrawals if row.number not in rehearsed)
    return PublicDraws(waiting, tuple(views), counted, tuple(row for row in withdrawals if row.number in rehearsed))


def _rehearsed(event: Event) -> set[int]:
    """The numbers of the withdrawals of what was published in a rehearsal, if that was wiped and is not back."""
    wipe = wiped_by(event)
    if wipe is None:
        return set()
    rehearsed, played = set(), set[int]()
    for line in LogEntry.objects.filter(event=event, act__in=("publish_round", publication.ACT)).order_by("sequence"):
        facts = json.loads(line.text)["facts"]
        rounds = facts.get("rounds", [facts["round"]])
        if line.act == publication.ACT and played.isdisjoint(rounds):
            rehearsed.add(facts["withdrawal"])
        elif line.act != publication.ACT and line.sequence > wipe.sequence:
            played.update(rounds)
    return rehearsed


def revealed(draw: Draw, visible: set[int]) -> bool:
    """Whether all of a draw is public: its secret is revealed, and its rounds and all earlier ones are shown.

    One by the ranking contains that ranking: the results of all earlier rounds must be shown too.
    """
    ranked = draw.kind != Draw.Method.LOT and not set(range(1, draw.first)) <= _public_rounds(draw.event)
    return bool(draw.secret) and set(range(1, draw.last + 1)) <= visible and not ranked


def _public_rounds(event: Event) -> frozenset[int]:
    return facts.public_rounds(event, facts.rounds(event, public=True))


def checkable(draw: Draw, visible: set[int]) -> bool:
    """Whether everybody can recompute a draw: older draws by ranking did not record how they came about."""
    return revealed(draw, visible) and "design" in draw.document["trace"]


def document(draw: Draw) -> DrawDocument:
    """The draw as it was made, with the seed that follows from its revealed secret: enough to make it again."""
    stored: DrawDocument = draw.document
    trace = stored["trace"]
    return {**stored, "trace": {**trace, "wish": {**trace["wish"], "seed": seed_of(draw, draw.secret)}}}


def checked(draw: Draw) -> PublishedDraw:
    """What a visitor's browser checks: the rounds that were drawn and not discarded, and how they came about.

    Leaves out the earlier rounds, the clubs and the wishes: who asked not to meet whom is private.
    """
    whole = document(draw)
    drawn: DrawDocument = {**whole, "rounds": whole["rounds"][: draw.count]}
    public = published(drawn, commitment=draw.commitment, secret=draw.secret, entries=draw.entries, words=draw.words)
    answer: PublishedDraw = {**public, "follows": draw.count, "trace": _of_first(public["trace"], draw.count)}
    if "resting" in whole:
        answer["resting"] = whole["resting"][: draw.count]
    return {**answer, "audit": report(answer)}


def _of_first(trace: TraceDocument, count: int) -> TraceDocument:
    """A trace reduced to its first rounds: enough to recompute them, without revealing anything about the others."""
    first: TraceDocument = {
        "wish": {**trace["wish"], "rounds": count},
        "design": {**trace["design"], "rounds": count},
        "order": trace["order"],
        "points": trace["points"],
        "swaps": [swap for swap in trace["swaps"] if swap[0] <= count],
        "numbers": trace["numbers"][:count],
        "seats": trace["seats"][:count],
        "steps": [],
    }
    if "snake" in trace:
        first["snake"] = trace["snake"]
    if "strict" in trace:
        first["strict"] = trace["strict"]
    return first


def _view(draw: Draw, visible: set[int]) -> DrawView:
    lot = draw.kind == Draw.Method.LOT
    order = tuple(draw.order) if set(range(1, draw.first)) <= _public_rounds(draw.event) else ()
    status = revealed(draw, visible), checkable(draw, visible)
    return DrawView(draw, *status, lot, order, tuple(_changes(draw, visible)))


def _changes(draw: Draw, visible: set[int]) -> Sequence[ChangedRound]:
    numbers = [number for number in range(draw.first, draw.last + 1) if number in visible]
    drawn = drawing.seats(draw.document, draw.entries)
    seated = _seated(draw.event, numbers)
    exchanged = dict(Round.objects.filter(event=draw.event, number__in=numbers).values_list("number", "exchanged"))
    changed_rounds = []
    for number in numbers:
        before = {entry: table for table, seats in enumerate(drawn[number - draw.first], 1) for entry in seats}
        by_hand = tuple((a, at, b, to) for a, at, b, to in exchanged[number])
        moved = _moved(_exchanged(before, by_hand), seated.get(number, {}))
        changed_rounds += [ChangedRound(number, moved, by_hand)] if moved or by_hand else []
    return changed_rounds


def _exchanged(drawn: Mapping[int, int], by_hand: Sequence[tuple[int, int, int, int]]) -> dict[int, int]:
    """The table of each person after applying the exchanges made by hand to the drawn tables."""
    tables: dict[int, int | None] = dict(drawn)
    for a, _at, b, _to in by_hand:
        tables[a], tables[b] = tables.get(b), tables.get(a)
    return {number: table for number, table in tables.items() if table is not None}


def _moved(drawn: Mapping[int, int], present: Mapping[int, int]) -> tuple[Moved, ...]:
    everybody = sorted({*drawn, *present})
    return tuple(Moved(n, drawn.get(n), present.get(n)) for n in everybody if drawn.get(n) != present.get(n))


def _seated(event: Event, rounds: Sequence[int]) -> dict[int, dict[int, int]]:
    """The table of everybody who began these rounds, by round and entry number."""
    rows = Seat.objects.filter(table__round__event=event, table__round__number__in=rounds, from_deal=1)
    tables: dict[int, dict[int, int]] = {}
    for round, table, number in rows.values_list("table__round__number", "table__number", "entry__number"):
        tables.setdefault(round, {})[number] = table
    return tables
