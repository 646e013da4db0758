"""What an organiser asks of a draw, and the refusal of what cannot be."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from tournament.seating import bounds
from tournament.seating.documents import ImpossibleDocument, WishDocument
from tournament.seating.model import SEATS, ApartGroup, Flat, Pair, People, Roster, Tables, Weights, cut

MAX_PLAYERS, MAX_ROUNDS, MAX_SEATS = 4000, 200, 100_000
# What a draw weighs, the heaviest first, unless the organiser says otherwise.
PRIORITIES = ("repeats", "families", "clubs", "vacancies", "captains", "languages")
# Those by which people share something for which they should not meet, and what it is called.
LABELLED = {"clubs": "club", "families": "family"}
MEETINGS = ("repeats", *LABELLED)
# What to do with players who do not fill a table: seats stay empty, tables of five, or some sit out every round.
VACANCIES, FIVES, SIT_OUTS = RESTS = ("vacancies", "fives", "sit-outs")
# Whether the rounds to come are known already when people leave or come.
PUBLISHED, OPEN = MODES = ("published", "open")
T = TypeVar("T")
# One of a heavier kind outweighs this many of the next; what must never happen outweighs them all.
STEP = 1000
NEVER: int = STEP ** (len(PRIORITIES) + 1)


class ImpossibleError(Exception):
    """A wish that cannot be: `error` says so, `possible` what can be had instead, `why` the reason."""

    def __init__(self, error: str, possible: str, why: str) -> None:
        super().__init__(error)
        self.error, self.possible, self.why = error, possible, why

    def to_dict(self) -> ImpossibleDocument:
        """The refusal as a document."""
        return {"error": self.error, "possible": self.possible, "why": self.why}


@dataclass(frozen=True)
class Shape:
    """How many sit at each table of a round as it is drawn, the fives first, and how many rest on the bench."""

    capacities: tuple[int, ...]
    bench: int = 0

    @classmethod
    def of(cls, players: int, rest: str) -> "Shape":
        """The shape of a round of this many players, `rest` being one of RESTS."""
        tables, over = divmod(players, SEATS)
        if rest == FIVES:
            return cls((SEATS + 1,) * over + (SEATS,) * (tables - over))
        if rest == SIT_OUTS:
            return cls((SEATS,) * tables, over)
        return cls((SEATS,) * bounds.tables(players))

    @property
    def fives(self) -> int:
        """How many tables are of five."""
        return sum(capacity > SEATS for capacity in self.capacities)

    def cut(self, flat: Flat) -> tuple[Tables, Flat]:
        """The tables of a round, and the people on the bench, who come last in it."""
        seated = sum(self.capacities)
        return cut(flat[:seated], self.capacities), flat[seated:]


@dataclass(frozen=True)
class Wish:
    """Players 1 to `players` play `rounds` rounds; everything else may stay empty.

    `clubs` and `families` name those of each who has one, `apart` pairs who asked not to meet, `stays` the table that
    each player who cannot move must keep. `season` says of pairs, the lower number first, how often they met in earlier
    events; that they meet again weighs less than anything else, each time as much. Where `captains` are named, each
    table should have one; where `languages` are, the four of a table should share one. `priority` orders PRIORITIES;
    `rest` is one of RESTS. With `writers_last` a captain sits on the last seat of each table; in older draws that was
    left to chance.
    """

    players: int
    rounds: int
    seed: str
    clubs: Mapping[int, str] = field(default_factory=dict)
    families: Mapping[int, str] = field(default_factory=dict)
    apart: tuple[Pair, ...] = ()
    stays: Mapping[int, int] = field(default_factory=dict)
    captains: tuple[int, ...] = ()
    languages: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    priority: tuple[str, ...] = PRIORITIES
    rest: str = VACANCIES
    writers_last: bool = False
    season: Mapping[Pair, int] = field(default_factory=dict)

    @property
    def uneven(self) -> bool:
        """Whether every round has tables of five, or players who sit out."""
        return self.rest != VACANCIES and self.players % SEATS > 0

    @property
    def shape(self) -> Shape:
        """The shape of every round."""
        return Shape.of(self.players, self.rest)

    @property
    def tables(self) -> int:
        """How many tables play in a round."""
        return len(self.shape.capacities)

    @property
    def roster(self) -> Roster:
        """All players."""
        return Roster(range(1, self.players + 1))

    def weight(self, kind: str) -> int:
        """What one unwanted thing of a kind costs."""
        weight: int = STEP ** (len(PRIORITIES) - self.priority.index(kind))
        return weight

    def weights(self) -> Weights:
        """What repeats cost, for the search."""
        return Weights(self.weight("repeats"), self.weight("vacancies"))

    def among(self, roster: Roster) -> list[ApartGroup]:
        """The groups among the people of a roster."""
        groups = [
            ApartGroup(
                tuple(roster.people([None if p == self.players else p + 1 for p in group.members])), group.weight
            )
            for group in self.groups()
        ]
        return [group for group in groups if group.members]

    def of(self, players: Iterable[int]) -> "Wish":
        """The same wish, with the clubs, families, pairs and tables of these players alone."""
        chosen = set(players)
        if len(chosen) == self.players:
            return self
        labels: dict[str, Any] = {
            kind: {p: label for p, label in getattr(self, kind).items() if p in chosen} for kind in LABELLED
        }
        apart = tuple(pair for pair in self.apart if chosen.issuperset(pair))
        season = {pair: times for pair, times in self.season.items() if chosen.issuperset(pair)}
        stays = {player: table for player, table in self.stays.items() if player in chosen}
        return replace(self, **labels, apart=apart, season=season, stays=stays)

    def met_before(self, roster: Roster) -> dict[Pair, int]:
        """What it costs that two people of a roster meet who met in earlier events."""
        pairs = ((sorted(roster.people(pair)), times) for pair, times in self.season.items())
        return {(pair[0], pair[1]): times for pair, times in pairs if len(pair) > 1}

    @property
    def named(self) -> set[int]:
        """The players whom the wish names."""
        named = {player for kind in (*BY_PLAYER, "captains") for player in getattr(self, kind)}
        return named.union(*self.apart, *self.season)

    def stays_of(self) -> dict[int, int]:
        """The table (from 0) of each person (from 0) who must stay at one."""
        return {player - 1: table - 1 for player, table in self.stays.items()}

    def groups(self) -> list[ApartGroup]:
        """Those who should not meet, as people from 0; a vacancy is one more person, and two of them never meet."""
        together = [ApartGroup((self.players,), NEVER)]
        together += (group for kind in LABELLED for group in self.sharing(kind))
        together += (ApartGroup((a - 1, b - 1), self.weight("families")) for a, b in self.apart)
        if self.stays:
            together.append(ApartGroup(tuple(sorted(player - 1 for player in self.stays)), NEVER))
        return together

    def sharing(self, kind: str) -> list[ApartGroup]:
        """The clubs or families of two and more, as people from 0."""
        return [ApartGroup(members, self.weight(kind)) for members in members_of(getattr(self, kind))]

    def floor(self) -> int:
        """What no draw can cost less than, by counting."""
        shape = self.shape
        vacant = 0 if self.uneven else bounds.vacancies(self.players)
        meetings = self.rounds * (6 * self.tables - 3 * vacant + 4 * shape.fives)
        repeats = max(0, meetings - self.players * (self.players - 1) // 2)
        members = [max(0, len(club.members) - shape.bench) for club in self.sharing("clubs")]
        clubs = bounds.club_meetings(members, self.tables) * self.rounds
        # Beside a vacancy three people sit, at a five five do.
        vacancies = max(0, (3 * vacant + 5 * shape.fives) * self.rounds - self.players)
        kinds = {"repeats": repeats, "clubs": clubs, "vacancies": vacancies}
        return self._season_floor(meetings) + sum(count * self.weight(kind) for kind, count in kinds.items())

    def _season_floor(self, meetings: int) -> int:
        """What so many meetings cost at least for those of earlier events, repeats being as few as can be."""
        times, more = sorted(self.season.values()), self.rounds - 1
        strangers = self.players * (self.players - 1) // 2 - len(times)
        # Once every pair has met, a meeting comes to the pairs that cost least, as often as there are rounds.
        again = meetings - len(times) - strangers - more * strangers
        return sum(times[: max(0, meetings - strangers)]) + sum(times[number // more] for number in range(again))

    def costs_of_tables(self) -> Callable[[People], int] | None:
        """What whole tables cost, where captains or languages were named."""
        return self.table_cost if self.captains or self.languages else None

    def table_cost(self, table: People) -> int:
        """What a whole table costs besides its pairs: no captain, no language shared by those who named one."""
        cost = 0
        if self._leaders and self._leaders.isdisjoint(table):
            cost += self.weight("captains")
        if not self.languages:
            return cost
        spoken = [set(self.languages[person + 1]) for person in table if person + 1 in self.languages]
        if spoken and not set.intersection(*spoken):
            cost += self.weight("languages")
        return cost

    @cached_property
    def _leaders(self) -> frozenset[int]:
        """The captains, as people from 0."""
        return frozenset(player - 1 for player in self.captains)

    def to_dict(self) -> WishDocument:
        """The wish as a document has it."""
        document: Any = {"players": self.players, "rounds": self.rounds, "seed": self.seed}
        for key in BY_PLAYER:
            document[key] = {str(player): value for player, value in getattr(self, key).items()}
        document |= {"apart": [list(pair) for pair in self.apart], "captains": list(self.captains)}
        document["season"] = [[*pair, times] for pair, times in sorted(self.season.items())]
        document |= {"priority": list(self.priority), "rest": "" if self.rest == VACANCIES else self.rest}
        document["writers_last"] = self.writers_last
        for key in [key for key, value in document.items() if not value and key not in NEEDED]:
            del document[key]
        wish: WishDocument = document
        return wish

    @classmethod
    def from_dict(cls, wish: WishDocument) -> "Wish":
        """The wish of a document; not yet checked."""
        return cls(
            players=wish["players"],
            rounds=wish["rounds"],
            # A draw is sealed without its seed, which follows from the secret.
            seed=wish.get("seed", ""),
            clubs=_by_number(wish.get("clubs", {})),
            families=_by_number(wish.get("families", {})),
            apart=tuple((a, b) for a, b in wish.get("apart", ())),
            season={(a, b): times for a, b, times in wish.get("season", ())},
            stays=_by_number(wish.get("stays", {})),
            captains=tuple(wish.get("captains", ())),
            languages=_by_number({player: tuple(spoken) for player, spoken in wish.get("languages", {}).items()}),
            priority=tuple(wish.get("priority", PRIORITIES)),
            rest=wish.get("rest", VACANCIES),
            writers_last=wish.get("writers_last", False),
        )


# What a document names players by, and what it always has.
BY_PLAYER, NEEDED = ("clubs", "families", "stays", "languages"), ("players", "rounds", "seed")


def _by_number(by_player: Mapping[str, T]) -> dict[int, T]:
    return {int(player): value for player, value in by_player.items()}


def members_of(labels: Mapping[int, str]) -> list[tuple[int, ...]]:
    """Who belongs together, as people from 0: the groups of two and more, in the order of their first member."""
    members_by_label: dict[str, list[int]] = {}
    for player in sorted(labels):
        members_by_label.setdefault(labels[player], []).append(player - 1)
    return [tuple(members) for members in members_by_label.values() if len(members) > 1]


def check(wish: Wish) -> None:
    """Refuses what cannot be, with ImpossibleError."""
    check_players(wish.players)
    if wish.rounds < 1:
        raise ImpossibleError("There is no round to draw.", "1 round or more", "A draw seats at least one round.")
    if wish.rounds > MAX_ROUNDS or wish.players * wish.rounds > MAX_SEATS:
        most = min(MAX_ROUNDS, MAX_SEATS // wish.players)
        raise ImpossibleError(
            f"{wish.rounds} rounds for {wish.players} players are too many.",
            f"up to {most} rounds",
            f"A draw has at most {MAX_ROUNDS} rounds and {MAX_SEATS} seats.",
        )
    if sorted(wish.priority) != sorted(PRIORITIES):
        raise ImpossibleError("The priorities are not known.", ", ".join(PRIORITIES), "Each kind is named once.")
    check_rest(wish.players, wish.rest)
    _check_named(wish)
    _check_stays(wish)


def check_players(players: int) -> None:
    """Refuses a number of players for whom there is no table at all."""
    if players < 1:
        raise ImpossibleError("There are no players.", "3, 4, 6 or more players", "Nobody can be seated.")
    if players in (1, 2):
        raise _unseatable(players, "3 or 4 players")
    if players > MAX_PLAYERS:
        raise ImpossibleError(
            f"{players} players are too many.", f"up to {MAX_PLAYERS} players", "The work of a draw is bounded."
        )


def _unseatable(players: int, possible: str) -> ImpossibleError:
    reason = "Tables have four seats, and at most one of them may stay empty."
    return ImpossibleError(f"{players} player{'s' * (players > 1)} cannot be seated.", possible, reason)


def check_rest(players: int, rest: str) -> None:
    """Refuses a number of players that cannot sit that way.

    That is with more than one vacancy at a table, at tables of four and five, or with no table of four.
    """
    if rest not in RESTS:
        raise ImpossibleError(
            f"{rest} is not known.", ", ".join(RESTS), "It says what happens to those without a table."
        )
    tables, over = divmod(players, SEATS)
    if rest == VACANCIES and players == SEATS + 1:
        raise _unseatable(players, "4 or 6 players, or one table of five where the dealer rests, or a sit-out")
    if rest == FIVES and over > tables:
        raise ImpossibleError(
            f"{players} players cannot sit at tables of four and five.",
            "vacancies" + ", or sit-outs" * (tables > 0),
            f"{over} tables of five need {5 * over} players.",
        )
    if rest == SIT_OUTS and not tables:
        raise ImpossibleError(f"{players} players are no table of four.", "vacancies", "All of them would rest.")


def _check_named(wish: Wish) -> None:
    strangers = sorted(player for player in wish.named if not 1 <= player <= wish.players)
    if strangers:
        raise ImpossibleError(
            f"There is no player {strangers[0]}.", f"players 1 to {wish.players}", "A wish names somebody else."
        )
    if any(a >= b for a, b in wish.season):
        raise ImpossibleError("A pair of the season is none.", "two players, the lower first", "They met before.")
    if any(a == b for a, b in wish.apart):
        raise ImpossibleError(
            "Nobody can be kept apart from themselves.", "two players", "A pair names one player twice."
        )


def _check_stays(wish: Wish) -> None:
    tables = wish.tables
    stays = sorted(wish.stays.values())
    for table in stays:
        if not 1 <= table <= tables:
            raise ImpossibleError(f"There is no table {table}.", f"tables 1 to {tables}", "Somebody is to stay there.")
    twice = [table for table, other in pairwise(stays) if table == other]
    if twice:
        raise ImpossibleError(
            f"Two players are to stay at table {twice[0]}.",
            "one player who stays at each table",
            "They would meet in every round.",
        )
