"""Lays people on the points of a design: vacancies first, clubs along columns and lanes, the rest by lot."""

from collections.abc import Sequence

from tournament.seating.constraints import Wish
from tournament.seating.designs.lanes import Lanes
from tournament.seating.designs.plan import Design
from tournament.seating.model import SEATS, Flat
from tournament.seating.placement.columns import in_columns, meetings, vacant
from tournament.seating.placement.exchanges import PointOwners
from tournament.seating.rng import Chance


def lay(design: Design, plan: Sequence[Flat], lanes: Lanes | None, order: Sequence[int], wish: Wish) -> list[int]:
    """Who is which point: a person from 0, or `wish.players` for a vacancy.

    `plan` are the design's rounds and `order` the people as drawn by lot; who is not among them is no point.
    """
    rng = Chance(f"{wish.seed}/people")
    vacancies = design.points - len(order)
    wish = wish.of(person + 1 for person in order)
    groups = [group for group in wish.groups() if wish.players not in group.members]
    season = wish.met_before(wish.roster)
    met = meetings(plan, design.points) if vacancies or groups or season else []
    empty = set(vacant(met, vacancies, rng))
    width = design.points // SEATS if design.columns else design.points
    free = [
        [point for point in range(start, start + width) if point not in empty]
        for start in range(0, design.points, width)
    ]
    who = [wish.players] * design.points
    if design.columns and wish.clubs:
        _by_column(who, free, lanes, order, wish, rng)
    else:
        for point, person in zip((point for points in free for point in points), order, strict=True):
            who[point] = person
    if not (groups or season):
        return who
    places = PointOwners(who, met, groups, season)
    places.improve(rng, lambda point: () if point in empty else free[point // width])
    return places.owners


def _by_column(
    who: list[int], free: Sequence[Sequence[int]], lanes: Lanes | None, order: Sequence[int], wish: Wish, rng: Chance
) -> None:
    """Lays whole clubs in one column each, and the pieces of split ones in their lane of every column."""
    columns, split = in_columns(order, wish.sharing("clubs"), [len(points) for points in free])
    for number, (points, members) in enumerate(zip(free, columns, strict=True)):
        laid: dict[int, int] = {}
        if lanes:
            for club, pieces in enumerate(split):
                lane = [number * lanes.size + a for a in lanes.lane(club)]
                laid.update(zip((point for point in lane if point in points), pieces[number], strict=False))
        for point, person in laid.items():
            who[point] = person
        placed = set(laid.values())
        rest = rng.shuffled([person for person in members if person not in placed])
        for point, person in zip((point for point in points if point not in laid), rest, strict=True):
            who[point] = person
