"""Blank sheets as they leave the printer, in pixels, and the book in which the reader looks them up."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import pypdfium2
from django.utils import translation
from numpy.typing import NDArray

from scoring import RuleSet
from tests.support.events import cast
from tournament.models import Event
from tournament.printing.paper import Order
from tournament.printing.sheets import score_sheets
from tournament.ranking import facts
from tournament.scan.layout import Layout
from tournament.sheet_reading.expected_sheets import form_of

Paper = NDArray[np.uint8]
# Pixels of the paper per millimetre: 305 dots per inch.
DOTS = 12.0


@dataclass(frozen=True)
class Blank:
    """A sheet of a table, its paper white and grey; `text` is what its code says."""

    paper: Paper
    shape: Layout
    rules: RuleSet
    text: str


def printed(event: Event, language: str) -> list[Blank]:
    """All sheets of the event's first round."""
    order = Order(event, round=event.rounds.get(number=1))
    with translation.override(language):
        made, pages = score_sheets.blank(order), score_sheets.pages(order)
    rules = facts.ruleset(event)
    with closing(pypdfium2.PdfDocument(made)) as document:
        return [Blank(draw_page(document, at), page.shape, rules, page.text) for at, page in enumerate(pages)]


def draw_page(document: Any, at: int) -> Paper:
    """A page of a PDF as it leaves the printer."""
    picture = document[at].render(scale=DOTS * 25.4 / 72, grayscale=True).to_numpy()
    return np.ascontiguousarray(picture if picture.ndim == 2 else picture[:, :, 0])


def book(kinds: Sequence[Sequence[Blank]]) -> dict[str, Any]:
    """What the reader is told of all sheets of some kinds."""
    sheets = [sheet for some in kinds for sheet in some]
    numbers = {shape: number for number, shape in enumerate(dict.fromkeys(sheet.shape for sheet in sheets))}
    return {
        "forms": [form_of(shape) for shape in numbers],
        "sheets": {sheet.text: numbers[sheet.shape] for sheet in sheets},
    }


# What the sheets differ in: rules, players at the table, deals, whether trumps are recorded, language.
KINDS = (
    ("iwwa-2025", 4, 16, False, "nl"),
    ("wallonia", 4, 16, False, "fr"),
    ("world-2018", 5, 20, False, "nl"),
    ("flanders", 4, 12, True, "nl"),
    ("standard-v06", 4, 32, False, "fr"),
)


@lru_cache
def kind(at: int) -> list[Blank]:
    """The sheets of two tables of a kind; this writes an event to the database."""
    rules, players, deals, trump, language = KINDS[at]
    changes: dict[str, Any] = {"planned_rounds": 1, "deals_per_round": deals, "records_trump": trump}
    event = cast.event(2 * players, f"filled-{at}", rules=rules, **changes)
    cast.given_round(event, [list(range(1, players + 1)), list(range(players + 1, 2 * players + 1))])
    return printed(cast.fresh(event), language)
