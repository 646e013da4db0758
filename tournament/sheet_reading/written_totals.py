"""Where a table wrote its running totals on a sheet that was read: beside them one sees a row that was read wrongly."""

from dataclasses import dataclass

from tournament.models import Event
from tournament.ranking import facts
from tournament.scan.layout import PAGE_WIDTH, RIGHT, TOTALS, SheetForm, layout
from tournament.sheet_reading.batch import BubbleClip, ScannedPage
from tournament.wording import language


@dataclass(frozen=True, slots=True)
class WrittenTotals:
    """The part of a picture with the totals of all players after a deal."""

    after: int
    clip: BubbleClip


def written_totals(event: Event, page: ScannedPage, last: int) -> WrittenTotals | None:
    """The totals of the last row that was seen, until the table's `last` deal; None without any."""
    place, seen = page.place, [row.deal for row in page.rows if (row.line or row.question) and row.deal <= last]
    if place is None or not seen:
        return None
    form = SheetForm(tuple(range(1, place.players + 1)), place.first, place.last, place.planned)
    trump, edition = event.records_trump, place.edition
    shape = layout(form, facts.ruleset(event), language(), trump=trump, edition=edition)
    edges = shape.seat_parts[0].left, RIGHT, TOTALS
    left, right, below = (round(page.wide / PAGE_WIDTH * length) for length in edges)
    strip = page.strips[seen[-1]]
    # The sheet's own totals are below its last row.
    tall = strip.height + below * (seen[-1] == place.last)
    return WrittenTotals(seen[-1], BubbleClip(left, strip.top, right - left, tall))
