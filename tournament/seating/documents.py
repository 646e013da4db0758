"""A draw as JSON has it: what files, the database and the page that checks a draw hold.

Where players are keys they are named by text. `proof/validation.py` decides whether what a file holds is such a draw.
"""

from typing import Literal, NotRequired, TypedDict

from tournament.seating.model import Seating


class Wished(TypedDict, total=False):
    """What a `Wish` asks of the tables; what is empty is left out."""

    clubs: dict[str, str]
    families: dict[str, str]
    stays: dict[str, int]
    languages: dict[str, list[str]]
    apart: list[list[int]]
    season: list[list[int]]
    captains: list[int]
    priority: list[str]
    rest: str
    writers_last: bool


class WishDocument(Wished):
    """A `Wish`."""

    players: int
    rounds: int
    seed: str


class PartDocument(TypedDict, total=False):
    """A part of a design, with the fields that its class in `designs.plan` has."""

    kind: Literal["shifts", "developed", "columns", "listed"]
    moduli: list[int]
    shifts: list[list[int]]
    orbits: int
    base: list[list[int]]
    design: "DesignDocument"
    rounds: list[list[int]]


class DesignDocument(TypedDict):
    """Rounds of points: parts played one after the other."""

    name: str
    points: int
    rounds: int
    parts: list[PartDocument]


class RedrawStep(TypedDict):
    """People left or came after a round."""

    step: Literal["redraw"]
    after: int
    absent: list[int]
    arrive: int
    mode: str
    engine: NotRequired[str]


class RankedStep(TypedDict):
    """A round by ranking was added."""

    step: Literal["ranked"]
    order: list[int]
    snake: bool
    strict: NotRequired[bool]
    engine: NotRequired[str]


Step = RedrawStep | RankedStep


class TraceDocument(TypedDict, total=False):
    """How the rounds came about; a schedule that was made elsewhere has none, or only steps."""

    engine: str
    wish: WishDocument
    design: DesignDocument
    order: list[int]
    points: list[int | None]
    swaps: list[list[int]]
    numbers: list[list[int]]
    seats: list[str]
    steps: list[Step]
    snake: bool
    strict: bool
    before: list[Seating]
    rested: list[list[int]]


MoveDocument = TypedDict("MoveDocument", {"round": int, "player": int, "from": int | None, "to": int | None})
SeatChange = TypedDict("SeatChange", {"round": int, "player": int, "table": int, "from": int, "to": int})


class DrawDocument(TypedDict):
    """A draw; `moves` and `reseated` tell of its last redraw alone."""

    players: int
    rounds: list[Seating]
    audit: NotRequired[dict[str, int]]
    resting: NotRequired[list[list[int]]]
    trace: NotRequired[TraceDocument]
    moves: NotRequired[list[MoveDocument]]
    reseated: NotRequired[list[SeatChange]]


class ImpossibleDocument(TypedDict):
    """What is answered when a wish cannot be met."""

    error: str
    possible: str
    why: str


class PublishedDraw(DrawDocument):
    """A draw as everybody may see it, with the promise that was made before it."""

    commitment: str
    secret: str
    entries: list[int]
    words: str
    seed: str
    follows: int
