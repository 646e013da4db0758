"""A long day: two rounds of thirteen, two finals, and what goes wrong."""

import random
from typing import Any

from tests.support.events import cast, finals
from tests.support.events.finals import BY
from tests.support.events.laid_again import laid_again
from tournament.acts.event import format as acts
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.acts.table.tables import substitute
from tournament.models import Cut, Event, Table
from tournament.ranking.finalists import candidates

TWO_FINALS: dict[str, Any] = {
    "stages": [
        {"kind": "preliminary", "rounds": 2},
        {"kind": "final", "rounds": 1, "cut": 8, "draw": "snake", "points": "carried"},
        {"kind": "final", "rounds": 1, "cut": 4, "draw": "rank", "points": "zero"},
    ],
    "bonus": [90, 60, 30, 0],
    "sit_out": "average",
}


def play(event: Event, number: int, chance: random.Random, *, leave_out: int = 0) -> None:
    """Any contracts at every table of a round; the first table lacks its last deals."""
    for table in Table.objects.filter(round__event=event, round__number=number).select_related("round__event"):
        seats = sorted(cast.seated(table))
        for deal in range(1, table.deals_planned + 1 - (leave_out if table.number == 1 else 0)):
            playing = [seat for seat in seats if len(seats) < 5 or seat != (deal - 1) % 5 + 1]
            two = tuple(sorted(chance.sample(playing, 2)))
            more = {"seats": playing} if len(seats) == 5 else {}
            cast.write(table, deal, cast.result("PC8", two, chance.randint(5, 13), **more))


@laid_again
def long_day(seed: int = 1, format: dict[str, Any] | None = None) -> Event:
    """Two rounds of thirteen (five at a table; three sit out), finals of eight and of four, and what goes wrong."""
    chance = random.Random(seed)
    event = cast.event(13, f"day-{seed}", deals_per_round=4)
    acts.set_format(event, BY, TWO_FINALS if format is None else format)
    registration.check_in(cast.entry(event, 13), BY, False)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4, 5], [6, 7, 8, 9]], sit_out=[10, 11, 12]), BY)
    substitute(cast.table(event, 2), BY, 4, 13, 3)
    play(event, 1, chance)
    rounds.close_round(cast.round_of(event, 1), BY)
    tables = [[10, 11, 12, 1], [2, 3, 4, 5], [6, 7, 8, 9]]
    rounds.publish_round(cast.given_round(event, tables), BY)
    play(event, 2, chance, leave_out=2)
    rulings.penalise(event, BY, "noise", {1: -3, 2: -5, 3: -7}, "Noise.")
    rulings.penalise(event, BY, "noise", {4: -2}, "Noise.", table=cast.table(event, 2, 2))
    rounds.close_round(cast.round_of(event, 2), BY, reason="Not all came.")
    if format is None:
        _finals(event, chance)
    return cast.fresh(event)


def _finals(event: Event, chance: random.Random) -> None:
    event = cast.fresh(event)
    best = finals.make_cut(event, 2)[0]
    acts.replace_finalist(event, BY, 2, best, candidates(event, 2)[8].entry.number)
    eight = Cut.objects.get(event=event, stage=2).finalists
    rounds.publish_round(cast.given_round(event, [eight[:4], eight[4:]], stage="final"), BY)
    play(event, 3, chance)
    rulings.penalise(event, BY, "noise", {number: -number for number in range(1, 14)}, "Everybody sang.")
    rounds.close_round(cast.round_of(event, 3), BY)
    four = finals.make_cut(event, 3)
    rulings.penalise(event, BY, "noise", {four[0]: -1}, "Sang on.")
    rounds.publish_round(cast.given_round(event, [four], stage="final"), BY)
    play(event, 4, chance)
