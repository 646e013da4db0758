"""The book of an event: every sheet that may come back, in every language in which it may have been printed."""

import json
from dataclasses import asdict, dataclass
from typing import Any

from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, Round
from tournament.printing.paper import Order
from tournament.printing.score_sheets import forms, shape_of
from tournament.ranking import facts
from tournament.refusal import Refusal
from tournament.scan.layout import Layout, spans
from tournament.site.translations import LANGUAGES


@dataclass(frozen=True, slots=True)
class Place:
    """Which sheet a text stands for: round, table, which of its sheets, which deals, and whether it tells who lost."""

    round: int
    table: int
    code: str
    part: int
    first: int
    last: int
    lost: bool


@dataclass(frozen=True, slots=True)
class Book:
    """What the reader is given (see `tournament.scan.reader`), and what each text on a sheet stands for."""

    request: dict[str, Any]
    places: dict[str, Place]


def book(event: Event) -> Book:
    """The book of all rounds that have tables; refused if there is no sheet that can be read."""
    if facts.ruleset(event).points_only:
        raise Refusal(_("On the sheets of this event only points are written by hand: there is nothing to read."))
    found: dict[str, int] = {}
    sheets: dict[str, int] = {}
    places: dict[str, Place] = {}
    for round in Round.objects.filter(event=event, tables__isnull=False).distinct().order_by("number"):
        for language in ("en", *LANGUAGES):
            with translation.override(language):
                order = Order(event, round)
                for form, pages in forms(order).items():
                    shape = shape_of(order, form)
                    number = found.setdefault(json.dumps(_form(shape)), len(found))
                    for page in pages:
                        sheets[page.text] = number
                        part = spans(form.planned).index((form.first, form.last)) + 1
                        told = (round.number, page.table, page.code, part, form.first, form.last, shape.tells_lost)
                        places[page.text] = Place(*told)
    if not sheets:
        raise Refusal(_("No round has been drawn yet."))
    return Book({"forms": [json.loads(form) for form in found], "sheets": sheets}, places)


def _form(shape: Layout) -> dict[str, Any]:
    """What the reader has to know of a layout, in millimetres."""
    return {
        "wide": shape.wide,
        "tall": shape.tall,
        "spots": [[spot.deal, spot.kind, spot.value, spot.x, spot.y] for spot in shape.spots()],
        "fiducials": [list(asdict(square).values()) for square in shape.fiducials()],
    }
