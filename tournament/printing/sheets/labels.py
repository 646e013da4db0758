"""Labels with a code to scan: what it leads to in large letters, whose it is, and how it is used.

Eight are on a page of A4, 105 × 74.25 mm each, as on common sheets of labels; on plain paper they are cut along the
lines. Millimetres.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language

from tournament.printing.pdf.drawing import Box, Pen, Style
from tournament.printing.pdf.underlay import Bundle, batches

ON_A_PAGE, COLUMNS = 8, 2
WIDTH, HEIGHT = 105.0, 74.25
EDGE, CODE = 8.0, 44.0
# Where the code begins, with the four white modules that it needs around it.
CODE_LEFT, CODE_TOP = WIDTH - EDGE - CODE + 3, EDGE - 2
LEFT = CODE_LEFT - EDGE

LEADS = (Style(15),)
OWNERS = tuple(Style(size, bold=True) for size in (11, 10, 9, 8))
HINTS = tuple(Style(size) for size in (10.5, 9.5, 8.5))
SMALL = tuple(Style(size, light=70) for size in (7.5, 6.5, 5.5))


@dataclass(frozen=True, slots=True)
class Label:
    """One label: the address of its code, what stands above and in the large letters, whose it is, how it is used."""

    url: str
    lead: str
    text: str
    owner: str
    hint: str


def print_labels(title: str, labels: Sequence[Label], sizes: Sequence[float]) -> bytes:
    """A PDF with these labels in their order, their texts in the first of these sizes (points) that fits."""
    pen, styles = Pen(), [Style(size, bold=True, leading=0.9) for size in sizes]
    pen.entitle(title, get_language() or "en")
    for page in batches(labels, ON_A_PAGE):
        pen.turn()
        for slot, label in enumerate(page):
            _write(pen, label, styles, slot % COLUMNS * WIDTH, slot // COLUMNS * HEIGHT)
        _cuts(pen)
    bundle = Bundle()
    bundle.add(pen.drawn())
    return bundle.finished()


def _write(pen: Pen, label: Label, styles: Sequence[Style], left: float, top: float) -> None:
    pen.write(label.lead, Box(left + EDGE, top + EDGE - 1, LEFT, 7), *LEADS)
    pen.write(label.text, Box(left + EDGE, top + EDGE + 5, LEFT, 36), *styles)
    pen.code(label.url, left + CODE_LEFT, top + CODE_TOP, CODE)
    pen.write(label.owner, Box(left + EDGE, top + 51, WIDTH - 2 * EDGE, 5, "left"), *OWNERS)
    pen.write(label.hint, Box(left + EDGE, top + 56, WIDTH - 2 * EDGE, 9), *HINTS)
    pen.write(label.url, Box(left + EDGE, top + 66, WIDTH - 2 * EDGE, 4), *SMALL)


def _cuts(pen: Pen) -> None:
    """The lines between the labels, which end before the edge, where a printer leaves a margin."""
    pen.rule(WIDTH, 5, WIDTH, 292, 0.3)
    for row in range(1, ON_A_PAGE // COLUMNS):
        pen.rule(5, row * HEIGHT, 205, row * HEIGHT, 0.3)
