"""A draw before it is published: its seating and its quality."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from tournament.draw.field import SEATS, rested_before, seated_before
from tournament.models import Draw, Entry, Event, Round, Seat, Table
from tournament.ranking.contest import qualified
from tournament.reading.table.sheets import full_name
from tournament.seating.documents import Wished
from tournament.seating.model import Pair, meetings
from tournament.seating.proof.audit import audit
from tournament.seating.proof.audit_wishes import balanced_seats, unmet_by_wish

Rounds = Sequence[Sequence[Sequence[int]]]
Everybody = Mapping[int, Entry]


@dataclass(frozen=True, slots=True)
class SeatedEntry:
    """A person at a position of a table."""

    position: int
    entry: Entry
    name: str


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """One table of a seating, with its people in order of position."""

    number: int
    seated_entries: tuple[SeatedEntry, ...]


@dataclass(frozen=True, slots=True)
class LargestClub:
    """The club that is largest compared with the number of tables of a round."""

    name: str
    members: int
    tables: int


@dataclass(frozen=True, slots=True)
class DrawReport:
    """The report on rounds drawn together, judged together with all rounds before them. People by entry number.

    `repeats` lists pairs that had met before, once for each further meeting; at least `fewest` such meetings are
    unavoidable over all rounds, and at least `club_bound` meetings within a club in these rounds. `imbalance` is the
    largest difference, over all players, between how often they have one seat and another; `returns` counts returns
    to a table. At `fives` tables five people play `deals_at_five` deals instead of `deals`. `left_out` may play but
    have no seat, `spare` are such jokers. `unmet` counts the unmet wishes of the draw by kind, over `drawn_tables`.
    With `writers_last` the last seat is for the player who writes, and `imbalance` does not count it. `draw` is None if
    the seating was made elsewhere.
    """

    rounds: tuple[int, ...]
    players: int
    tables: int
    repeats: tuple[Pair, ...]
    fewest: int
    clubmates: tuple[Pair, ...]
    club_bound: int
    largest: LargestClub | None
    imbalance: int
    returns: int
    deals: int
    fives: int
    deals_at_five: int
    resting: Mapping[int, tuple[int, ...]]
    jokers: tuple[int, ...]
    left_out: tuple[int, ...]
    spare: tuple[int, ...]
    draw: Draw | None
    unmet: Mapping[str, int]
    drawn_tables: int
    writers_last: bool
    names: Mapping[int, str]

    def pair_names(self, pairs: Sequence[Pair]) -> list[str]:
        """Pairs as "12 An Peeters + 31 Jos Maes"."""
        return [" + ".join(self.named(pair)) for pair in pairs]

    def named(self, numbers: Sequence[int]) -> list[str]:
        """People as "12 An Peeters"."""
        return [f"{number} {self.names[number]}" for number in numbers]


def everybody(event: Event) -> Everybody:
    """The entries of an event with their players, by entry number."""
    return {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}


def seating(round: Round, entries: Everybody) -> list[SeatedTable]:
    """The tables of a round as they begin, in one query; `entries` are all of the event's."""
    seats = Seat.objects.filter(table__round=round, from_deal=1).order_by("table__number", "position")
    tables: dict[int, list[SeatedEntry]] = {}
    for table, position, number in seats.values_list("table__number", "position", "entry__number"):
        tables.setdefault(table, []).append(SeatedEntry(position, entries[number], full_name(entries[number])))
    return [SeatedTable(number, tuple(places)) for number, places in tables.items()]


def draw_of(round: Round) -> Draw | None:
    """The draw that a round comes from; None if its seating was made elsewhere."""
    last = Draw.objects.filter(event=round.event_id, first__lte=round.number).order_by("number").last()
    return last if last and round.number <= last.last else None


def drawn_with(round: Round) -> list[Round]:
    """The rounds that were drawn together with this one, including itself."""
    draw = draw_of(round)
    if draw is None:
        return [round]
    return list(Round.objects.filter(event=round.event_id, number__range=(draw.first, draw.last)).order_by("number"))


def report(event: Event, rounds: Sequence[Round], entries: Everybody) -> DrawReport:
    """The report on the seating of consecutive rounds, in some ten queries; `entries` are all of the event's."""
    numbers = tuple(round.number for round in rounds)
    every = seated_before(event, numbers[-1])
    earlier_rounds, judged = every[: numbers[0] - 1], every[numbers[0] - 1 :]
    seated = set(chain.from_iterable(chain.from_iterable(judged)))
    resting = {number: out for number, out in enumerate(rested_before(event), 1) if number in numbers and out}
    clubs = {number: entry.player.club for number, entry in entries.items() if entry.player.club}
    draw = draw_of(rounds[0])
    wish: Wished = draw.document["trace"]["wish"] if draw else {}
    counted, alone, returned = _audited(earlier_rounds, judged, clubs, balanced_seats(wish))
    placed = seated.union(*resting.values())
    out = _out(event, numbers[0], [entry for number, entry in sorted(entries.items()) if number not in placed])
    fives = max(sum(len(table) > SEATS for table in tables) for tables in judged)
    return DrawReport(
        rounds=numbers,
        players=len(placed),
        tables=max(sum(bool(table) for table in tables) for tables in judged),
        repeats=_repeats(earlier_rounds, judged),
        fewest=counted["lower_bound"],
        clubmates=_clubmates(judged, clubs),
        club_bound=alone["club_bound"],
        largest=_largest(judged, clubs),
        imbalance=counted["seat_imbalance"],
        returns=counted["table_revisits"] - returned,
        deals=rounds[0].deals,
        fives=fives,
        deals_at_five=_deals_at_five(rounds[0]) if fives else rounds[0].deals,
        resting=resting,
        jokers=tuple(n for n in sorted(seated) if entries[n].role == Entry.PlayerRole.JOKER),
        left_out=tuple(number for number, joker in out if not joker),
        spare=tuple(number for number, joker in out if joker),
        draw=draw,
        unmet=unmet_by_wish(_published_rounds(draw), wish) if draw else {},
        drawn_tables=sum(map(bool, chain.from_iterable(_published_rounds(draw)))) if draw else 0,
        writers_last=bool(wish.get("writers_last")),
        names={number: full_name(entry) for number, entry in entries.items()},
    )


def _audited(
    earlier_rounds: Rounds, judged: Rounds, clubs: Mapping[int, str], seat_count: int
) -> tuple[dict[str, int], dict[str, int], int]:
    """The audit of all rounds, the audit of those `judged` alone, and the returns to a table in `earlier_rounds`."""
    counted = _counted([*earlier_rounds, *judged], clubs, seat_count)
    # Each of these audits all tables again; for a first draw the result would be the same.
    if not earlier_rounds:
        return counted, counted, 0
    return counted, _counted(judged, clubs), _counted(earlier_rounds, {})["table_revisits"]


def _counted(rounds: Rounds, clubs: Mapping[int, str], seat_count: int = SEATS) -> dict[str, int]:
    """The audit of rounds, from the tables alone; `seat_count` is how many seats of a table are balanced."""
    known: dict[int, int] = {}
    for number in chain.from_iterable(chain.from_iterable(rounds)):
        known.setdefault(number, len(known) + 1)
    renumbered = [[[known[number] for number in table] for table in tables] for tables in rounds]
    return audit(
        len(known),
        renumbered,
        {known[number]: club for number, club in clubs.items() if number in known},
        seats=seat_count,
    )


def _repeats(earlier_rounds: Rounds, judged: Rounds) -> tuple[Pair, ...]:
    """The pairs that meet again, in the order of the tables; a pair is repeated for each further meeting."""
    met = set(meetings(chain.from_iterable(earlier_rounds)))
    again = []
    for tables in judged:
        pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
        again += [pair for pair in pairs if pair in met]
        met.update(pairs)
    return tuple(again)


def _clubmates(judged: Rounds, clubs: Mapping[int, str]) -> tuple[Pair, ...]:
    pairs = (pair for table in chain.from_iterable(judged) for pair in combinations(sorted(table), 2))
    return tuple(pair for pair in pairs if pair[0] in clubs and clubs[pair[0]] == clubs.get(pair[1]))


def _largest(judged: Rounds, clubs: Mapping[int, str]) -> LargestClub | None:
    """The club with the most members in excess of the tables of a round, over all rounds."""
    clubs_by_round = []
    for tables in judged:
        sizes: dict[str, int] = {}
        for number in chain.from_iterable(tables):
            if number in clubs:
                sizes[clubs[number]] = sizes.get(clubs[number], 0) + 1
        clubs_by_round += [
            LargestClub(name, members, sum(bool(table) for table in tables)) for name, members in sizes.items()
        ]
    return max(clubs_by_round, key=lambda club: club.members - club.tables, default=None)


def _out(event: Event, round: int, entries: Sequence[Entry]) -> list[tuple[int, bool]]:
    """Those of these people who are present and may play a round: number, and whether only as a joker."""
    through = qualified(event, round)
    candidates = [(entry.number, entry.role == Entry.PlayerRole.JOKER, entry.status) for entry in entries]
    present = [
        (number, joker and number not in (through or ())) for number, joker, status in candidates if status == "present"
    ]
    return [(number, joker) for number, joker in present if joker or through is None or number in through]


def _deals_at_five(round: Round) -> int:
    """The number of deals at a table of five, which may differ from the round's."""
    own = Table.objects.filter(round=round).values_list("deals_override", flat=True)
    return max((deals for deals in own if deals), default=round.deals)


def _published_rounds(draw: Draw) -> Rounds:
    """The rounds of a draw that were not rejected, in its own numbers."""
    rounds: Rounds = draw.document["rounds"][: draw.count]
    return rounds
