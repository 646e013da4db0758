"""The printed sheets of several events, as pictures, and where their bubbles are."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pypdfium2
from django.utils import translation

from scoring import RuleSet
from tests.support.events import cast
from tournament.models import Event
from tournament.printing.paper import Order
from tournament.printing.sheets import score_sheets
from tournament.ranking import facts

# Dots of a printed page per millimetre.
DOTS = 12
WIDE, TALL = 297.0, 210.0
POINTS_PER_MM = 72 / 25.4
# What a bubble may ask; another kind has to be written by `results` first.
KINDS = frozenset(
    (
        "contract",
        "pass",
        "tricks",
        "jury",
        "misdeal",
        "declares",
        "lost",
        "made",
        "trump",
        "doubled",
        "substitute",
        "agreed",
    )
)


@dataclass(frozen=True, slots=True)
class EventKind:
    """An event of which sheets are printed: two tables."""

    rules: str
    players: int
    deals: int
    language: str
    trump: bool = False
    jury: str = Event.Jury.TABLE

    @property
    def slug(self) -> str:
        """Its address."""
        return f"{self.rules}-{self.players}-{self.deals}-{self.language}" + ("-t" if self.trump else "")


EVENTS = (
    EventKind("iwwa-2025", 4, 16, "nl"),
    EventKind("flanders", 4, 12, "nl"),
    EventKind("wallonia", 5, 15, "fr"),
    EventKind("world-2018", 4, 20, "en"),
    EventKind("interclub-2025", 4, 4, "nl"),
    EventKind("jeux-de-cartes", 4, 8, "fr"),
    EventKind("standard-v06", 5, 10, "en"),
    EventKind("flanders", 5, 20, "fr", trump=True),
    EventKind("iwwa-2025", 4, 6, "fr", jury=Event.Jury.HAND),
    EventKind("wallonia", 4, 32, "nl"),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A bubble: what it asks, and its centre in millimetres from the upper left corner of the page."""

    deal: int
    kind: str
    value: str
    x: float
    y: float


@dataclass(frozen=True)
class Blank:
    """A printed sheet. `picture` has `DOTS` per millimetre, 255 is the paper; `signed` are the sides of the boxes.

    `cells` are the left and right sides of the cells for totals, by position.
    """

    slug: str
    text: str
    picture: np.ndarray
    spots: tuple[Spot, ...]
    wide: float
    tall: float
    row: float
    deals: tuple[int, ...]
    signed: tuple[tuple[float, float], ...]
    cells: tuple[tuple[float, float], ...]
    rules: RuleSet
    is_jury_marked: bool
    is_lost_marked: bool

    @cached_property
    def by_deal(self) -> dict[int, dict[tuple[str, str], Spot]]:
        """The bubbles of a deal by kind and value; those of the foot under 0."""
        grouped: dict[int, dict[tuple[str, str], Spot]] = defaultdict(dict)
        for spot in self.spots:
            grouped[spot.deal][spot.kind, spot.value] = spot
        return grouped


def make_event(kind: EventKind) -> Event:
    """An event with two tables of its kind that nobody has played at yet, in whatever database there is."""
    event = cast.event(
        2 * kind.players,
        kind.slug,
        rules=kind.rules,
        deals_per_round=kind.deals,
        languages=[kind.language],
        records_trump=kind.trump,
        jury=kind.jury,
    )
    numbers = range(1, 2 * kind.players + 1)
    cast.given_round(event, [numbers[: kind.players], numbers[kind.players :]])
    return event


def blanks(event: Event, table: int | None = None) -> list[Blank]:
    """The printed sheets of the first round of an event, or of one of its tables, in its language."""
    with translation.override(event.languages[0]):
        order = Order(event, cast.round_of(event), table=table)
        pages, printed = score_sheets.pages(order), score_sheets.blank(order)
    rules, is_jury_marked = facts.ruleset(event), event.jury == Event.Jury.TABLE
    made = []
    for page, picture in zip(pages, _pictures(printed), strict=True):
        shape = page.shape
        spots = tuple(Spot(spot.deal, spot.kind, spot.value, spot.x, spot.y) for spot in shape.spots())
        require_known(spots)
        made.append(
            Blank(
                event.slug,
                page.text,
                picture,
                spots,
                shape.wide,
                shape.tall,
                shape.row,
                tuple(shape.deals),
                tuple(shape.signed(at) for at in range(len(page.columns))),
                _cells(shape.seat_parts, spots, shape.wide),
                rules,
                is_jury_marked,
                shape.tells_lost,
            )
        )
    return made


def require_known(spots: Iterable[Spot]) -> None:
    """Fails where a form has bubbles that this filler does not know how to fill."""
    unknown = {spot.kind for spot in spots} - KINDS
    assert not unknown, f"bubbles of a kind that nobody fills: {unknown}"


def _pictures(printed: bytes) -> list[np.ndarray]:
    document = pypdfium2.PdfDocument(printed)
    try:
        return [
            document[at].render(scale=DOTS / POINTS_PER_MM, grayscale=True).to_numpy().copy()
            for at in range(len(document))
        ]
    finally:
        document.close()


def _cells(seat_parts: Iterable[Any], spots: Iterable[Spot], wide: float) -> tuple[tuple[float, float], ...]:
    """Where a total may stand beside the bubbles of each seat."""
    cells = []
    for part in seat_parts:
        inside = [spot.x for spot in spots if spot.deal and part.left < spot.x < part.right]
        cells.append((max(inside, default=part.left) + wide / 2 + 0.3, part.right - 0.5))
    return tuple(cells)
