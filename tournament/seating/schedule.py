"""The whole draw of an event: a design, people by lot, swaps, table numbers, seats, and the trace of all of it.

A draw is told as data for JSON: `players`, `rounds` (a list of tables per round, players 1 … in seat order, None for a
vacancy), `audit`, and `trace`, with which anybody can follow it (docs/seating.md).
"""

from collections.abc import Sequence
from typing import Any

from tournament.seating import bounds, cyclic, people
from tournament.seating.audit import report
from tournament.seating.chance import Chance
from tournament.seating.choose import choose
from tournament.seating.designs import SEATS, Design, Flat
from tournament.seating.lanes import Lanes
from tournament.seating.lanes import lanes as make_lanes
from tournament.seating.lay import lay
from tournament.seating.numbers import Numbers
from tournament.seating.search import Board
from tournament.seating.seats import seated
from tournament.seating.wishes import Wish, check

# Steps of the search for what people's places leave undone: some on any field, at most so much work on large ones.
STEPS, MORE_STEPS, WORK = 6_000, 16_000, 1_600_000

Data = dict[str, Any]


def draw(wish: Wish) -> Data:
    """All rounds of an event. Impossible when the wish cannot be met at all."""
    check(wish)
    design, lanes = _design(wish)
    plan = design.play()
    order = Chance(f"{wish.seed}/order").shuffled(range(1, wish.players + 1))
    who = lay(design, plan, lanes, [player - 1 for player in order], wish)
    laid = [[who[point] for point in flat] for flat in plan]
    mended = _mended(laid, wish)
    numbered = _numbered(mended, wish)
    final = seated(numbered, wish.players, Chance(f"{wish.seed}/seats"))
    points = {person: point for point, person in enumerate(who)}
    trace = {
        "wish": wish.told(),
        "design": design.told(),
        "order": order,
        "points": [points[player - 1] for player in order],
        "swaps": swaps(laid, mended),
        "numbers": [permutation(before, after) for before, after in zip(mended, numbered, strict=True)],
        "seats": [turns(before, after) for before, after in zip(numbered, final, strict=True)],
        "steps": [],
    }
    return finished({"players": wish.players, "rounds": tables(final, wish.players), "trace": trace})


def finished(document: Data) -> Data:
    """A draw with its audit, in the order people read it."""
    counted = {"players": document["players"], "rounds": document["rounds"], "audit": report(document)}
    return counted | {key: value for key, value in document.items() if key not in counted}


def tables(rounds: Sequence[Flat], vacancy: int) -> list[list[list[int | None]]]:
    """Rounds of people from 0 as tables of players from 1, with None where the vacancy sits."""
    return [
        [
            [None if person == vacancy else person + 1 for person in flat[at : at + SEATS]]
            for at in range(0, len(flat), SEATS)
        ]
        for flat in rounds
    ]


def swaps(before: Sequence[Flat], after: Sequence[Flat]) -> list[list[int]]:
    """The fewest swaps that turn rounds into others: [round from 1, place, place], a place being 4 * table + seat."""
    found = []
    for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
        now = list(old)
        for here, wanted in enumerate(new):
            if now[here] != wanted:
                there = now.index(wanted, here + 1)
                now[here], now[there] = now[there], now[here]
                found.append([number, here, there])
    return found


def permutation(before: Flat, after: Flat) -> list[int]:
    """For each table of a round, as which table (from 0) it was drawn; empty when no number was changed."""
    if before == after:
        return []
    drawn = {tuple(before[at : at + SEATS]): at // SEATS for at in range(0, len(before), SEATS)}
    return [drawn[tuple(after[at : at + SEATS])] for at in range(0, len(after), SEATS)]


def turns(before: Flat, after: Flat) -> str:
    """For each table four digits: which of the four drawn places sits on seat 1, 2, 3 and 4."""
    return " ".join(
        "".join(str(before.index(person, at) - at) for person in after[at : at + SEATS])
        for at in range(0, len(before), SEATS)
    )


def _design(wish: Wish) -> tuple[Design, Lanes | None]:
    """The design, and the lanes it leaves to clubs that are too large for its columns, if it does."""
    tables = bounds.tables(wish.players)
    chance = Chance(f"{wish.seed}/design")
    lanes = _lanes(wish, tables)
    if lanes:
        free = tables - lanes.forbidden.bit_count()
        for columns in (cyclic.WITH_TABLES, SEATS):
            fits = wish.rounds <= free and (columns == SEATS or wish.rounds * 20 <= tables * 17)
            found = fits and cyclic.by_search(tables, wish.rounds, columns, chance, lanes.forbidden)
            if found:
                return found, lanes
    apart = bool(wish.clubs) and wish.weight("clubs") > wish.weight("repeats")
    return choose(SEATS * tables, wish.rounds, chance, columns=apart), None


def _lanes(wish: Wish, tables: int) -> Lanes | None:
    rooms = [tables] * (SEATS - 1) + [tables - bounds.vacancies(wish.players)]
    _, split = people.in_columns((), wish.clubs_of(), rooms)
    longest = max((len(piece) for pieces in split for piece in pieces), default=0)
    return make_lanes(tables, longest, len(split)) if longest else None


def _mended(laid: Sequence[Flat], wish: Wish) -> list[Flat]:
    """The rounds after swaps between tables, as far as groups, vacancies or whole tables give cause for any."""
    groups = wish.groups()
    wishes_tables = bool(wish.captains or wish.languages)
    if len(groups) == 1 and not wishes_tables and not bounds.vacancies(wish.players):
        return list(laid)
    table_cost = wish.table_cost if wishes_tables else None
    chance = Chance(f"{wish.seed}/swaps")
    board = Board(wish.players, list(laid), wish.weights(), chance, groups=groups, wish=table_cost)
    steps = STEPS if len(groups) == 1 else MORE_STEPS
    board.mend(min(steps, WORK // wish.players), wish.floor())
    return board.rounds


def _numbered(rounds: Sequence[Flat], wish: Wish) -> list[Flat]:
    numbers = Numbers(rounds, wish.players)
    stays = {player - 1: table - 1 for player, table in wish.stays.items()}
    numbers.keep(stays)
    if numbers.revisits():
        numbers.improve(sorted(stays.values()))
    return numbers.rounds
