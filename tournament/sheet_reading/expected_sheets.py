"""The book of an event: every sheet that may come back, in every language and edition in which it may be printed."""

from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from scoring.catalogue import LANGUAGES
from tournament.errors import UserError
from tournament.models import Event, Round
from tournament.printing.paper import Order
from tournament.printing.sheets.score_sheets import pages, spares
from tournament.ranking import facts
from tournament.scan.layout import EDITIONS, Layout


@dataclass(frozen=True, slots=True)
class SheetPlace:
    """Which sheet a text stands for: round, table, which of its sheets, which deals, and whether it tells who lost.

    A spare sheet has table 0: it is of one of the round's tables with so many `players` and `planned` deals. The
    `edition` is that of its form; what was stored before there were two says none.
    """

    round: int
    table: int
    code: str
    part: int
    first: int
    last: int
    lost: bool
    players: int
    planned: int
    edition: int = 1


@dataclass(frozen=True, slots=True)
class Book:
    """What the reader is given (see `tournament.scan.reader`), and what each text on a sheet stands for."""

    reader_input: dict[str, Any]
    sheet_places: dict[str, SheetPlace]


def book(event: Event, round_number: int | None = None, table: int = 0) -> Book:
    """The book of all rounds that have tables, or of one of them, of one table; refused if no sheet can be read."""
    if facts.ruleset(event).points_only:
        raise UserError(_("On the sheets of this event only points are written by hand: there is nothing to read."))
    forms: dict[Layout, int] = {}
    sheets: dict[str, int] = {}
    places: dict[str, SheetPlace] = {}
    rounds = Round.objects.filter(event=event, tables__isnull=False).distinct().order_by("number")
    for round in rounds if round_number is None else rounds.filter(number=round_number):
        order = Order(event, round, table=table or None)
        named = pages(order, tuple(EDITIONS), LANGUAGES)
        for page in [*named, *spares(order, named)]:
            form = page.shape.form
            sheets[page.text] = forms.setdefault(page.shape, len(forms))
            lost = page.shape.tells_lost
            sheet = (round.number, page.table, page.code, form.part, form.first, form.last, lost)
            places[page.text] = SheetPlace(*sheet, len(form.positions), form.planned, page.shape.edition)
    if not sheets:
        raise UserError(_("No round has been drawn yet."))
    return Book({"forms": [form_of(shape) for shape in forms], "sheets": sheets}, places)


def form_of(shape: Layout) -> dict[str, Any]:
    """What the reader has to know of a layout, in millimetres."""
    return {
        "wide": shape.wide,
        "tall": shape.tall,
        "spots": [[spot.deal, spot.kind, spot.value, spot.x, spot.y] for spot in shape.spots()],
        "fiducials": [list(asdict(square).values()) for square in shape.fiducials()],
        "totals": [list(cell) for cell in shape.totals()],
    }
