"""Championships with a final, small enough to count on paper: rules without contracts, one deal a round."""

from collections.abc import Mapping
from typing import Any

from tests.support.events import cast
from tests.support.events.laid_again import laid_again
from tournament.acts.event import format as acts
from tournament.acts.rounds import rounds
from tournament.models import Event, Table
from tournament.ranking.contest import format_of
from tournament.ranking.finalists import candidates

BY = "system"


def stages(*, cut: int = 4, rounds: int = 1, before: int = 1, points: str = "carried", **more: Any) -> dict[str, Any]:
    """A format of preliminary rounds and one final."""
    final = {"kind": "final", "rounds": rounds, "cut": cut, "draw": "rank", "points": points}
    return {"stages": [{"kind": "preliminary", "rounds": before}, final], **more}


@laid_again
def planned(format: Mapping[str, Any], players: int = 8, slug: str = "final", deals: int = 1, **changes: Any) -> Event:
    """A live event of this format whose first round is published."""
    event = cast.playing(players, slug, deals=deals, rules="points-only", **changes)
    acts.set_format(event, BY, format)
    return cast.fresh(event)


def give(table: Table, points: Mapping[int, int], deal: int = 1) -> None:
    """Writes a deal of a table in which each entry gets these points; who is not named gets 0."""
    seats = cast.seated(table)
    cast.write(table, deal, {"points": {str(seat): points.get(number, 0) for seat, number in seats.items()}})


def play_round(event: Event, points: Mapping[int, int], number: int = 1, *, close: bool = True) -> None:
    """Every table of a round writes one deal with these points by entry; then the round is closed."""
    for table in Table.objects.filter(round__event=event, round__number=number).select_related("round__event"):
        give(table, points)
    if close:
        rounds.close_round(cast.round_of(event, number), BY)


def make_cut(event: Event, stage: int = 2) -> list[int]:
    """Makes the cut as the organiser sees it; the finalists."""
    size = format_of(cast.fresh(event)).stages[stage - 1].cut
    seen = [place.entry.number for place in candidates(cast.fresh(event), stage)[:size]]
    return list(acts.make_cut(event, BY, stage, seen, "Agreed.").finalists)


def before_the_cut() -> Event:
    """A championship whose preliminary round is played and closed, and whose cut can be made."""
    event = planned(stages())
    play_round(event, {number: 10 * number for number in range(1, 9)})
    return event


def cut_made() -> Event:
    """The same once the cut is made, before anything of the final is drawn."""
    event = before_the_cut()
    make_cut(event)
    return event


def play_final(event: Event, tables: list[list[int]], points: Mapping[int, int], *, close: bool = True) -> None:
    """Seats the next round by hand, publishes it, and plays it."""
    round = cast.given_round(event, tables, stage="final")
    rounds.publish_round(round, BY)
    play_round(event, points, round.number, close=close)


@laid_again
def finished(points: str = "carried", slug: str = "final", **more: Any) -> Event:
    """A whole championship: one round of eight, a final of the best four, a bonus for places, a penalty after it."""
    event = planned(stages(points=points, bonus=[90, 60, 30, 0], **more), slug=slug)
    play_round(event, {number: 10 * number for number in range(1, 9)})
    finalists = make_cut(event)
    play_final(event, [finalists], {finalists[0]: -1, finalists[3]: 7})
    cast.penalty(event, finalists[0], -3)
    return cast.fresh(event)
