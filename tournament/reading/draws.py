"""A draw before it is published: who sits where, and how good it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from tournament.draw.field import SEATS, rested_before, seated_before
from tournament.models import Draw, Entry, Event, Round, Seat, Table
from tournament.ranking.contest import qualified
from tournament.reading.sheets import full_name
from tournament.seating.meetings import Pair, meetings
from tournament.seating.proof.audit import audit
from tournament.seating.proof.audit_wishes import balanced_seats

Rounds = Sequence[Sequence[Sequence[int]]]
Everybody = Mapping[int, Entry]


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a position of a table."""

    position: int
    entry: Entry
    name: str


@dataclass(frozen=True, slots=True)
class Laid:
    """One table of the seating, with its people in order of position."""

    number: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Club:
    """The largest club among those who play, in the round with fewest tables."""

    name: str
    members: int
    tables: int


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be known of rounds drawn together, judged with all rounds before them. People by entry number.

    `repeats` are pairs that had met before, once for each time again; `fewest` such meetings cannot be avoided over all
    rounds, and `club_bound` of one club in these. `imbalance` is the largest difference between anybody's counts of two
    seats, `returns` how often somebody comes back to a table. At `fives` tables five play `deals_at_five` deals instead
    of `deals`. `left_out` may play and have no seat, `spare` are such jokers. `unmet` counts wishes of the draw that
    are not met, by kind. With `writers_last` the last seat is for who writes, and `imbalance` is of the others. `draw`
    is None where the seating was made elsewhere.
    """

    rounds: tuple[int, ...]
    players: int
    tables: int
    repeats: tuple[Pair, ...]
    fewest: int
    clubmates: tuple[Pair, ...]
    club_bound: int
    largest: Club | None
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
    writers_last: bool
    names: Mapping[int, str]

    def told(self, pairs: Sequence[Pair]) -> list[str]:
        """Pairs as "12 An Peeters + 31 Jos Maes"."""
        return [" + ".join(self.named(pair)) for pair in pairs]

    def named(self, numbers: Sequence[int]) -> list[str]:
        """People as "12 An Peeters"."""
        return [f"{number} {self.names[number]}" for number in numbers]


def everybody(event: Event) -> Everybody:
    """The entries of an event with their players, by number."""
    return {entry.number: entry for entry in Entry.objects.filter(event=event).select_related("player")}


def seating(round: Round, entries: Everybody) -> list[Laid]:
    """The tables of a round as they are laid, of all `entries` of the event, in one query."""
    seats = Seat.objects.filter(table__round=round, from_deal=1).order_by("table__number", "position")
    tables: dict[int, list[Place]] = {}
    for table, position, number in seats.values_list("table__number", "position", "entry__number"):
        tables.setdefault(table, []).append(Place(position, entries[number], full_name(entries[number])))
    return [Laid(number, tuple(places)) for number, places in tables.items()]


def draw_of(round: Round) -> Draw | None:
    """The draw that a round comes from; None where its seating was made elsewhere."""
    last = Draw.objects.filter(event=round.event_id, first__lte=round.number).order_by("number").last()
    return last if last and round.number <= last.last else None


def drawn_with(round: Round) -> list[Round]:
    """The rounds that were drawn together with one, itself among them."""
    draw = draw_of(round)
    if draw is None:
        return [round]
    return list(Round.objects.filter(event=round.event_id, number__range=(draw.first, draw.last)).order_by("number"))


def report(event: Event, rounds: Sequence[Round], entries: Everybody) -> Report:
    """Judges the seating of rounds that follow each other, of all `entries` of the event, in some ten queries."""
    numbers = tuple(round.number for round in rounds)
    every = seated_before(event, numbers[-1])
    before, now = every[: numbers[0] - 1], every[numbers[0] - 1 :]
    seated = set(chain.from_iterable(chain.from_iterable(now)))
    resting = {number: out for number, out in enumerate(rested_before(event), 1) if number in numbers and out}
    clubs = {number: entry.player.club for number, entry in entries.items() if entry.player.club}
    draw = draw_of(rounds[0])
    wish = draw.document["trace"]["wish"] if draw else {}
    counted, alone, returned = _audited(before, now, clubs, balanced_seats(wish))
    placed = seated.union(*resting.values())
    out = _out(event, numbers[0], [entry for number, entry in sorted(entries.items()) if number not in placed])
    fives = max(sum(len(table) > SEATS for table in tables) for tables in now)
    return Report(
        rounds=numbers,
        players=len(placed),
        tables=max(sum(bool(table) for table in tables) for tables in now),
        repeats=_repeats(before, now),
        fewest=counted["lower_bound"],
        clubmates=_clubmates(now, clubs),
        club_bound=alone["club_bound"],
        largest=_largest(now, clubs),
        imbalance=counted["seat_imbalance"],
        returns=counted["table_revisits"] - returned,
        deals=rounds[0].deals,
        fives=fives,
        deals_at_five=_deals_at_five(rounds[0]) if fives else rounds[0].deals,
        resting=resting,
        jokers=tuple(n for n in sorted(seated) if entries[n].role == Entry.Role.JOKER),
        left_out=tuple(number for number, joker in out if not joker),
        spare=tuple(number for number, joker in out if joker),
        draw=draw,
        unmet=_unmet(draw),
        writers_last=bool(wish.get("writers_last")),
        names={number: full_name(entry) for number, entry in entries.items()},
    )


def _audited(
    before: Rounds, now: Rounds, clubs: Mapping[int, str], seats: int
) -> tuple[dict[str, int], dict[str, int], int]:
    """What is counted of all rounds, and of those now alone; and how often somebody came back to a table before."""
    counted = _counted([*before, *now], clubs, seats)
    # Each of these is another audit of all tables, and of a first draw it is the same one.
    if not before:
        return counted, counted, 0
    return counted, _counted(now, clubs), _counted(before, {})["table_revisits"]


def _counted(rounds: Rounds, clubs: Mapping[int, str], seats: int = SEATS) -> dict[str, int]:
    """The audit of rounds, counted from the tables alone; so many of a table's seats are balanced."""
    known: dict[int, int] = {}
    for number in chain.from_iterable(chain.from_iterable(rounds)):
        known.setdefault(number, len(known) + 1)
    told = [[[known[number] for number in table] for table in tables] for tables in rounds]
    return audit(
        len(known), told, {known[number]: club for number, club in clubs.items() if number in known}, seats=seats
    )


def _repeats(before: Rounds, now: Rounds) -> tuple[Pair, ...]:
    """The pairs that meet though they had met, in the order of the tables; a pair as often as that happens."""
    met = set(meetings(chain.from_iterable(before)))
    found = []
    for tables in now:
        pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
        found += [pair for pair in pairs if pair in met]
        met.update(pairs)
    return tuple(found)


def _clubmates(now: Rounds, clubs: Mapping[int, str]) -> tuple[Pair, ...]:
    pairs = (pair for table in chain.from_iterable(now) for pair in combinations(sorted(table), 2))
    return tuple(pair for pair in pairs if pair[0] in clubs and clubs[pair[0]] == clubs.get(pair[1]))


def _largest(now: Rounds, clubs: Mapping[int, str]) -> Club | None:
    """The club with the most members at the tables of one round."""
    found = []
    for tables in now:
        sizes: dict[str, int] = {}
        for number in chain.from_iterable(tables):
            if number in clubs:
                sizes[clubs[number]] = sizes.get(clubs[number], 0) + 1
        found += [Club(name, members, sum(bool(table) for table in tables)) for name, members in sizes.items()]
    return max(found, key=lambda club: club.members - club.tables, default=None)


def _out(event: Event, round: int, people: Sequence[Entry]) -> list[tuple[int, bool]]:
    """Who of these people is present and may play a round, by number, and whether only as a joker."""
    through = qualified(event, round)
    told = [(entry.number, entry.role == Entry.Role.JOKER, entry.status) for entry in people]
    there = [(number, joker and number not in (through or ())) for number, joker, status in told if status == "present"]
    return [(number, joker) for number, joker in there if joker or through is None or number in through]


def _deals_at_five(round: Round) -> int:
    """How many deals a table of five plays, where one plays another number than the rest."""
    own = Table.objects.filter(round=round).values_list("deals_override", flat=True)
    return max((deals for deals in own if deals), default=round.deals)


def _unmet(draw: Draw | None) -> dict[str, int]:
    """The counts of the draw's own audit that concern wishes it had."""
    if draw is None:
        return {}
    wish, counts = draw.document["trace"]["wish"], draw.document["audit"]
    kinds = {
        "families": "family_meetings",
        "apart": "apart_meetings",
        "captains": "without_captain",
        "languages": "without_language",
        "stays": "away_from_table",
    }
    return {kind: counts.get(name, 0) for kind, name in kinds.items() if wish.get(kind)}
