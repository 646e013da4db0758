"""All that a ranking follows from besides what the tables gave: who competes, which rounds count, format and cuts."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournament import facts
from tournament.facts import AdjustmentFacts, EntryFacts
from tournament.format import Format, kept
from tournament.models import Cut, Event, SitOut


@dataclass(frozen=True, slots=True)
class CutFacts:
    """Who plays the final that is stage `stage`, in the order in which they came in.

    Decisions up to number `decisions` were taken before.
    """

    stage: int
    finalists: tuple[int, ...]
    decisions: int


@dataclass(frozen=True, slots=True)
class Contest:
    """All that a ranking follows from, besides what the tables gave.

    `rounds` are the numbers of those that count, `sat_out` who sat out which of them as (round, entry).
    """

    entries: Sequence[EntryFacts]
    rounds: tuple[int, ...]
    adjustments: Sequence[AdjustmentFacts]
    tie_breaks: Sequence[str]
    seed: str
    format: Format
    cuts: tuple[CutFacts, ...] = ()
    sat_out: frozenset[tuple[int, int]] = frozenset()


def contest(event: Event, *, public: bool, upto: int | None = None) -> Contest:
    """All that the ranking follows from besides the tables: of the published rounds, or of the visible ones for the
    public; with `upto` as it stood after the round of that number.

    A cut counts once every round before its final does: what a hidden round gave is not told by who plays the final.
    """
    published = facts.rounds(event, public=False)
    shown = [round.number for round in published if round.visible or not public]
    counting = tuple(number for number in shown if upto is None or number <= upto)
    planned = format_of(event)
    return Contest(
        entries=facts.entries(event),
        rounds=counting,
        adjustments=facts.adjustments(event, {round.number for round in published} - set(counting)),
        tie_breaks=event.tie_breaks,
        seed=event.lot_seed,
        format=planned,
        cuts=tuple(cut for cut in cuts(event) if set(range(1, planned.first_round(cut.stage))) <= set(counting)),
        sat_out=_sat_out(event, counting) if planned.sit_out != "nothing" else frozenset(),
    )


def format_of(event: Event) -> Format:
    """The event's format, with its stages."""
    return kept(json.dumps(event.format)).with_rounds(event.planned_rounds)


def cuts(event: Event) -> list[CutFacts]:
    """Who plays which final, in the order of the finals; a plain event is not asked about."""
    if not format_of(event).finals:
        return []
    rows = Cut.objects.filter(event=event).order_by("stage").values_list("stage", "finalists", "decisions")
    return [CutFacts(stage, tuple(finalists), decisions) for stage, finalists, decisions in rows]


def qualified(event: Event, round: int) -> tuple[int, ...] | None:
    """Who may be drawn in a round, in the order in which they came in; None where everybody present plays.

    Empty while it is a round of a final whose cut was not made.
    """
    planned = format_of(event)
    number = planned.stage_number(round)
    if not planned.stage_of(round).final:
        return None
    return next((cut.finalists for cut in cuts(event) if cut.stage == number), ())


def _sat_out(event: Event, counting: Collection[int]) -> frozenset[tuple[int, int]]:
    rows = SitOut.objects.filter(round__event=event, round__number__in=counting)
    return frozenset(rows.values_list("round__number", "entry__number"))
