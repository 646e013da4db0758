"""Everything a ranking depends on besides the tables' results: who competes, which rounds count, format and cuts."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournament.models import Cut, Event, Round, SitOut
from tournament.ranking import facts
from tournament.ranking.format import Format, stored_format
from tournament.ranking.records import AdjustmentFacts, EntryFacts


@dataclass(frozen=True, slots=True)
class CutFacts:
    """Who plays the final that is stage `stage`, in the order in which they qualified.

    Decisions up to number `last_decision` were taken before the cut.
    """

    stage: int
    finalists: tuple[int, ...]
    last_decision: int


@dataclass(frozen=True, slots=True)
class Contest:
    """Everything a ranking depends on besides the tables' results.

    `rounds` are the numbers of the rounds that count; `sat_out` says who sat out which of them, as (round, entry).
    `finals_ahead` are the stages whose cut is shown as a line in the ranking, where it falls or fell.
    """

    entries: Sequence[EntryFacts]
    rounds: tuple[int, ...]
    adjustments: Sequence[AdjustmentFacts]
    tie_breaks: Sequence[str]
    seed: str
    format: Format
    cuts: tuple[CutFacts, ...] = ()
    sat_out: frozenset[tuple[int, int]] = frozenset()
    finals_ahead: frozenset[int] = frozenset()


def read_contest(event: Event, *, public: bool, upto: int | None = None, all_entries: bool = False) -> Contest:
    """Everything the ranking depends on besides the tables' results.

    The public sees the visible rounds only, up to where the ranking is frozen; others see every published round. With
    `upto`, the ranking as it was after the round of that number.

    An entry is ranked once it has a seat in a round that counts, or the draw has it sit one out: before the first round
    nobody is. Releases up to 0.1 ranked everybody who was entered; `all_entries` still does so, to check a file they
    wrote.

    A cut counts once every round before its final does: otherwise the list of finalists would give away the results of
    a hidden round.
    """
    published = facts.rounds(event, public=False)
    public_rounds = facts.public_rounds(event, published)
    visible = [round.number for round in published if round.number in public_rounds or not public]
    counting = tuple(number for number in visible if upto is None or number <= upto)
    planned, entries, all_cuts = format_of(event), facts.entries(event), cuts(event)
    if not all_entries:
        participants = facts.participants(event, counting)
        entries = [entry if entry.number in participants else replace(entry, ranked=False) for entry in entries]
    cut_by = tuple(cut for cut in all_cuts if set(range(1, planned.first_round(cut.stage))) <= set(counting))
    return Contest(
        entries=entries,
        rounds=counting,
        adjustments=facts.adjustments(event, {round.number for round in published} - set(counting)),
        tie_breaks=event.tie_breaks,
        seed=event.lot_seed,
        format=planned,
        cuts=cut_by,
        sat_out=_sat_out(event, counting) if planned.sit_out != "nothing" else frozenset(),
        finals_ahead=_list_open_finals(event, planned, all_cuts, cut_by, hidden=len(visible) < len(published)),
    )


def contest_after(contest: Contest, number: int, first_rounds: Mapping[int, int]) -> Contest:
    """The contest as it was after the round of a number, as `read_contest` gives it with `upto`.

    `first_rounds` gives the round in which each entry had its first seat or sat out (`facts.first_rounds`).
    """
    rounds = tuple(round for round in contest.rounds if round <= number)
    begun = {entry for entry, first in first_rounds.items() if first <= number}
    return replace(
        contest,
        entries=[
            entry if entry.number in begun or not entry.ranked else replace(entry, ranked=False)
            for entry in contest.entries
        ],
        rounds=rounds,
        adjustments=[row for row in contest.adjustments if row.round is None or row.round <= number],
        cuts=tuple(cut for cut in contest.cuts if set(range(1, contest.format.first_round(cut.stage))) <= set(rounds)),
    )


def _list_open_finals(
    event: Event, planned: Format, all_cuts: Sequence[CutFacts], counting_cuts: Sequence[CutFacts], *, hidden: bool
) -> frozenset[int]:
    """The finals whose cut may be shown as a line in the ranking; not one that an event ended without reaching.

    Before a cut is made, the ranking shows where it would fall, unless a round is hidden or the final has begun.
    """
    if not planned.finals:
        return frozenset()
    last = max(Round.objects.filter(event=event).values_list("number", flat=True), default=0)
    begun = {stage for stage in planned.finals if planned.first_round(stage) <= last}
    ended = event.state in (Event.State.CLOSED, Event.State.ARCHIVED)
    still_open = set() if ended or hidden else set(planned.finals) - begun - {cut.stage for cut in all_cuts}
    return frozenset(still_open | {cut.stage for cut in counting_cuts if cut.stage in begun or not ended})


def format_of(event: Event) -> Format:
    """The event's format, with its stages filled in."""
    return stored_format(json.dumps(event.format)).with_rounds(event.planned_rounds)


def deals_of(event: Event, round: int) -> int:
    """How many deals a round has, by its stage or else by the event."""
    return format_of(event).stage_of(round).deals or event.deals_per_round


def cuts(event: Event) -> list[CutFacts]:
    """Who plays which final, in the order of the finals. For an event without finals the database is not queried."""
    if not format_of(event).finals:
        return []
    rows = Cut.objects.filter(event=event).order_by("stage").values_list("stage", "finalists", "decisions")
    return [CutFacts(stage, tuple(finalists), decisions) for stage, finalists, decisions in rows]


def qualified(event: Event, round: int) -> tuple[int, ...] | None:
    """Who may be drawn in a round, in the order in which they qualified; None where everybody present plays.

    Empty when the round belongs to a final whose cut has not been made.
    """
    planned = format_of(event)
    number = planned.stage_number(round)
    if not planned.stage_of(round).final:
        return None
    return next((cut.finalists for cut in cuts(event) if cut.stage == number), ())


def _sat_out(event: Event, counting: Collection[int]) -> frozenset[tuple[int, int]]:
    rows = SitOut.objects.filter(round__event=event, round__number__in=counting)
    return frozenset(rows.values_list("round__number", "entry__number"))
