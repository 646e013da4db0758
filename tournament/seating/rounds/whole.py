"""The whole draw of an event: a design, people by lot, swaps, table numbers, seats, and the trace of all of it.

The document of a draw has `players`, `rounds` (a list of tables per round, players 1 … in seat order, None for a
vacancy), `audit`, and `trace`, with which anybody can follow it (docs/seating.md).
"""

from collections.abc import Mapping, Sequence

from tournament.seating import bounds
from tournament.seating.constraints import Wish, check
from tournament.seating.designs import difference_matrices
from tournament.seating.designs.catalogue import choose
from tournament.seating.designs.lanes import Lanes
from tournament.seating.designs.lanes import lanes as make_lanes
from tournament.seating.designs.plan import Design
from tournament.seating.documents import DrawDocument, TraceDocument
from tournament.seating.model import SEATS, Flat, Tables, flat_of
from tournament.seating.optimise.mending import mend_rounds
from tournament.seating.optimise.table_numbers import number_tables
from tournament.seating.placement import language_blocks
from tournament.seating.placement.columns import in_columns
from tournament.seating.placement.lay import lay
from tournament.seating.proof.audit_wishes import SEASON, UNWANTED, WORST
from tournament.seating.proof.document import draw_document
from tournament.seating.proof.trace import ENGINE
from tournament.seating.rng import Chance
from tournament.seating.rounds import uneven
from tournament.seating.seats.colouring import colour_seats
from tournament.seating.seats.writers import writers_last

# Steps of the search for what people's places leave undone: some on any field, at most so much work on large ones, and
# as much again for every ten rounds. Where people met in a season too, a small field has few exchanges to try.
STEPS, MORE_STEPS, WORK, ROUNDS = 6_000, 16_000, 1_600_000, 10
SEASON_STEPS = 300  # for each player


def draw(wish: Wish) -> DrawDocument:
    """All rounds of an event. Raises ImpossibleError if the wish cannot be met at all.

    Where languages were named, everybody is also drawn within a block of one language; the better draw of the two, as
    the organiser's order of priorities has it, is the answer.
    """
    check(wish)
    order = Chance(f"{wish.seed}/order").shuffled(range(1, wish.players + 1))
    by_lot = [player - 1 for player in order]
    design, lanes = _design(wish)
    plan = design.play()
    drawn = _draw_people(wish, order, design, plan, lay(design, plan, lanes, by_lot[: design.points], wish))
    blocks = language_blocks.blocks(by_lot[: design.points], wish) if wish.languages else []
    if len(blocks) < 2:
        return drawn
    return min(
        drawn, _draw_people(wish, order, *_in_blocks(blocks, wish)), key=lambda each: unwanted(each["audit"], wish)
    )


def unwanted(audit: Mapping[str, int], wish: Wish) -> tuple[int, ...]:
    """What an audit counts of that nobody wants, the heaviest first: of two draws the one with the lower is better."""
    kinds = (WORST, *(UNWANTED[kind] for kind in wish.priority), SEASON if wish.season else ())
    return tuple(sum(audit[name] for name in names) for names in kinds)


def _in_blocks(blocks: Sequence[Sequence[int]], wish: Wish) -> tuple[Design, list[Flat], list[int]]:
    """A design in which each block plays among itself, its rounds, and who is which of its points."""
    rng = Chance(f"{wish.seed}/design")
    designs = [
        choose(SEATS * bounds.tables(len(block)), wish.rounds, rng, sliding=_clubs_first(wish)) for block in blocks
    ]
    laid = (lay(design, design.play(), None, block, wish) for design, block in zip(designs, blocks, strict=True))
    beside = language_blocks.side_by_side(designs)
    return beside, beside.play(), [person for who in laid for person in who]


def _draw_people(
    wish: Wish, order: Sequence[int], design: Design, plan: Sequence[Flat], who: Sequence[int]
) -> DrawDocument:
    """The draw in which `who` is which point of a design, whose rounds are `plan`; `order` are the players by lot."""
    by_lot = [player - 1 for player in order]
    extra = by_lot[design.points :]
    played = [[who[point] for point in flat] for flat in plan]
    laid = [uneven.laid_out(flat, extra, wish.shape) for flat in played]
    taken = uneven.in_turn(played, extra, wish) if extra else played
    tables, out = zip(*(wish.shape.cut(flat) for flat in taken), strict=True)
    drawn = _mend(tables, wish)
    placed = number_tables(drawn, wish.players, wish.stays_of())
    beyond = [] if extra else [[[who[p] for p in table] for table in tables] for tables in design.beyond()]
    final = colour_seats(placed, wish.players, Chance(f"{wish.seed}/seats"), beyond)
    if wish.writers_last:
        final = wish.roster.rounds(writers_last((), wish.roster.seatings(final), wish.captains))
    points = {person: point for point, person in enumerate(who)}
    trace: TraceDocument = {
        "engine": ENGINE,
        "wish": wish.to_dict(),
        "design": design.to_dict(),
        "order": list(order),
        "points": [points.get(person) for person in by_lot],
        "swaps": swaps(laid, [[*flat_of(tables), *people] for tables, people in zip(drawn, out, strict=True)]),
        "numbers": [permutation(before, after) for before, after in zip(drawn, placed, strict=True)],
        "seats": [turns(before, after) for before, after in zip(placed, final, strict=True)],
        "steps": [],
    }
    resting = [sorted(person + 1 for person in people) for people in out] if any(out) else None
    return draw_document(wish.players, wish.roster.seatings(final), trace, resting)


def swaps(old_rounds: Sequence[Flat], new_rounds: Sequence[Flat]) -> list[list[int]]:
    """The fewest swaps that turn rounds into others: [round from 1, place, place], the places counted from 0."""
    swap_list = []
    for number, (old, new) in enumerate(zip(old_rounds, new_rounds, strict=True), 1):
        current = list(old)
        for place, person in enumerate(new):
            if current[place] != person:
                other = current.index(person, place + 1)
                current[place], current[other] = current[other], current[place]
                swap_list.append([number, place, other])
    return swap_list


def permutation(before: Tables, after: Tables) -> list[int]:
    """For each table of a round, as which table (from 0) it was drawn; empty when no number was changed."""
    if before == after:
        return []
    drawn = {tuple(table): number for number, table in enumerate(before)}
    return [drawn[tuple(table)] for table in after]


def turns(before: Tables, after: Tables) -> str:
    """For each table its digits: which of the drawn places, from 0, sits on seat 1, 2, 3, 4 and, at a five, 5."""
    return " ".join(
        "".join(str(drawn.index(person)) for person in table) for drawn, table in zip(before, after, strict=True)
    )


def _design(wish: Wish) -> tuple[Design, Lanes | None]:
    """The design, and the lanes it leaves to clubs that are too large for its columns, if it does."""
    tables = wish.tables
    rng = Chance(f"{wish.seed}/design")
    lanes = _lanes(wish, tables)
    if lanes:
        free = tables - lanes.forbidden.bit_count()
        for columns in (difference_matrices.WITH_TABLES, SEATS):
            fits = wish.rounds <= free and (columns == SEATS or wish.rounds * 20 <= tables * 17)
            searched = fits and difference_matrices.by_search(tables, wish.rounds, columns, rng, lanes.forbidden)
            if searched:
                return searched, lanes
    return choose(SEATS * tables, wish.rounds, rng, sliding=_clubs_first(wish)), None


def _clubs_first(wish: Wish) -> bool:
    """Whether clubs should not meet even where that makes people meet again: then columns are worth repeats."""
    return bool(wish.clubs) and wish.weight("clubs") > wish.weight("repeats")


def _lanes(wish: Wish, tables: int) -> Lanes | None:
    rooms = [tables] * (SEATS - 1) + [tables - max(0, SEATS * tables - wish.players)]
    _, split = in_columns((), wish.sharing("clubs"), rooms)
    longest = max((len(piece) for pieces in split for piece in pieces), default=0)
    return make_lanes(tables, longest, len(split)) if longest else None


def _mend(rounds: Sequence[Tables], wish: Wish) -> list[Tables]:
    """The rounds after swaps between tables, as far as groups, vacancies or whole tables give cause for any."""
    several = len(wish.groups()) > 1 or bool(wish.season)
    if not (several or wish.costs_of_tables() or wish.players % SEATS):
        return list(rounds)
    work = WORK * max(wish.rounds, ROUNDS) // ROUNDS // wish.players
    if wish.season:
        work = min(work, SEASON_STEPS * wish.players)
    steps, rng = min(MORE_STEPS if several else STEPS, work), Chance(f"{wish.seed}/swaps")
    return mend_rounds(rounds, wish.roster, wish, rng, steps, floor=wish.floor())[0]
