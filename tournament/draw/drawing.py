"""The organiser's wishes in the engine's terms: entries become its players 1 … N, and back again. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournament import seating
from tournament.draw.field import JOKERS, RESTS, DrawField
from tournament.draw.wishes import USUAL, in_engine
from tournament.seating import constraints
from tournament.seating.constraints import PRIORITIES, ImpossibleError, Wish
from tournament.seating.documents import DrawDocument
from tournament.seating.model import people_of

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """What an organiser wishes of a draw, with players named by their entry numbers.

    `wishes` lists some of WISHES, most important first; `rest` is one of RESTS. `apart` are pairs who should not
    meet; `stays` gives the table of each player who cannot move. `words` were said in public and become part of the
    seed.
    """

    rounds: int = 1
    wishes: tuple[str, ...] = USUAL
    rest: str = JOKERS
    apart: tuple[Pair, ...] = ()
    stays: Mapping[int, int] = field(default_factory=dict)
    words: str = ""


@dataclass(frozen=True, slots=True)
class Numbering:
    """Entries numbered as players of a draw: those drawn are 1 … N in order, then others who played before."""

    players: Mapping[int, int]

    @classmethod
    def of(cls, field: DrawField) -> "Numbering":
        """The numbering of a field."""
        known = {number: player for player, number in enumerate(field.players, 1)}
        for number in (number for tables in field.rounds for table in tables for number in table):
            known.setdefault(number, len(known) + 1)
        for number in (number for people in field.rested for number in people):
            known.setdefault(number, len(known) + 1)
        return cls(known)

    def renumbered(self, entry_rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[list[int | None]]]:
        """Rounds of entries as rounds of players."""
        return [[[self.players[number] for number in table] for table in tables] for tables in entry_rounds]


def draw(
    field: DrawField, draw_request: DrawRequest, seed: str, order: Sequence[int] = (), *, tables: str = "rank"
) -> DrawDocument:
    """The document of a draw by lot or, with `order` (who plays, best-ranked first), of one round by the ranking.

    `tables`, one of `format.DRAWS`, says how the ranking is laid out. Raises ImpossibleError if a wish cannot be met:
    `sentence` says why.
    """
    numbering = Numbering.of(field)
    before = numbering.renumbered(field.rounds)
    rested = [[numbering.players[number] for number in people] for people in field.rested]
    wish = wish_of(field, draw_request, seed, numbering)
    if order:
        ranked = [numbering.players[number] for number in order]
        way = {"snake": tables == "snake", "strict": tables == "strict"}
        return seating.next_round(wish, before, rested, ranked, **way)
    return seating.draw(wish, before, rested)


def wish_of(field: DrawField, draw_request: DrawRequest, seed: str, numbering: Numbering) -> Wish:
    """The wishes in the engine's terms."""
    players = numbering.players
    terms = in_engine({name: fact for name, fact in field.facts.items() if name in draw_request.wishes}, players)
    return Wish(
        players=len(field.players),
        rounds=draw_request.rounds,
        seed=seed,
        **terms,
        writers_last=bool(terms.get("captains")),
        apart=tuple(
            (players[a], players[b]) for a, b in draw_request.apart if a in field.players and b in field.players
        ),
        season={(players[a], players[b]): times for (a, b), times in field.season.items()},
        stays={players[number]: table for number, table in draw_request.stays.items() if number in field.players},
        priority=_priority(draw_request.wishes),
        rest=RESTS[draw_request.rest],
    )


def _priority(wishes: Sequence[str]) -> tuple[str, ...]:
    """All kinds of wishes by priority: the organiser's, then the others.

    Pairs to keep apart count as families, which come second if the organiser did not wish for them.
    """
    ordered = list(wishes) if "families" in wishes else [*wishes[:1], "families", *wishes[1:]]
    return (*ordered, *(kind for kind in PRIORITIES if kind not in ordered))


def seats(document: DrawDocument, entries: Sequence[int]) -> list[list[list[int]]]:
    """The rounds of a document as entry numbers in seat order; `entries` are those drawn."""
    numbers = sorted(entries)
    return [[[numbers[player - 1] for player in people_of(table)] for table in tables] for tables in document["rounds"]]


def writers(document: DrawDocument, entries: Sequence[int]) -> frozenset[int]:
    """The entry numbers of those willing to keep score, if the draw took that into account."""
    numbers = sorted(entries)
    return frozenset(numbers[player - 1] for player in document["trace"]["wish"].get("captains", ()))


def writers_last(document: DrawDocument) -> bool:
    """Whether a draw seats those who keep score last; older draws did not."""
    return bool(document["trace"]["wish"].get("writers_last"))


def resting(document: DrawDocument, entries: Sequence[int]) -> list[list[int]]:
    """The entry numbers of those who sit out, for each round of a document."""
    numbers = sorted(entries)
    rested = document.get("resting") or [[] for _ in document["rounds"]]
    return [[numbers[player - 1] for player in people] for people in rested]


def sentence(wish: Wish) -> str:
    """Why a wish cannot be met, as a sentence for people; the engine's own messages are for programs."""
    players = {"players": wish.players}
    if wish.players > constraints.MAX_PLAYERS:
        return _("At most %(most)s players can be drawn.") % {"most": constraints.MAX_PLAYERS}
    if wish.rounds > constraints.MAX_ROUNDS or wish.players * wish.rounds > constraints.MAX_SEATS:
        return _("That many rounds cannot be drawn at once: draw fewer.")
    if _refuses(lambda: constraints.check_players(wish.players)):
        return _("%(players)s players cannot be seated at tables of four.") % players
    if _refuses(lambda: constraints.check_rest(wish.players, wish.rest)):
        return _("%(players)s players cannot be seated that way: let jokers fill the tables.") % players
    if wish.stays:
        return _("A player cannot stay at a table that does not exist, and two cannot stay at the same table.")
    return _("This draw cannot be made.")


def _refuses(check: Callable[[], None]) -> bool:
    try:
        check()
    except ImpossibleError:
        return True
    return False
