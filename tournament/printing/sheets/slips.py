"""A slip for each player to keep: where they sit, largest; name, number, every round; under a flap their link and PIN.

Where they sit is that of the round that is asked for, published or not, otherwise of the last published one.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament import links
from tournament.errors import UserError
from tournament.models import Entry, Event, Round, Seat
from tournament.printing.paper import Order, Paper, edition_of_seats, paper
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.drawing import POINT, Box, Pen, Style
from tournament.printing.pdf.underlay import lay_on_forms, stack
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_head
from tournament.reading.table.sheets import full_name

# Two across and five down. Millimetres.
ON_A_PAGE = 10
WIDTH, HEIGHT = 105.0, 59.4
# Nothing is closer to the edge than this, because printers leave a margin.
EDGE, QR = 6.0, 20.0
# More rounds than this are put on two lines.
ROUNDS_ON_A_LINE = 6
ROOM = WIDTH - 2 * EDGE
# The flap at the right is folded over the code and the PIN beside it; it is as wide as they are.
FLAP = 27.0
SECRET = WIDTH - 2 * FLAP

# Where the table and the seat of one round are, so that the flap does not cover them, and where the boxes of all rounds
# are: below them, or alone.
CURRENT_TOP, CURRENT_LEFT, BELOW, ALONE = 22.0, 6.0, 48.0, 32.3

CURRENT = tuple(Style(size, bold=True, leading=0.92) for size in (29, 27, 25, 23, 21, 19, 17))
HEADS = (Style(9), Style(7))
NUMBERS = (Style(12, bold=True),)
PINS = (Style(13, bold=True),)
NAMES = tuple(Style(size, bold=True) for size in (14, 12.5, 11, 9.5, 8.5))
CLUBS = (Style(9.5), Style(8.5), Style(7.5), Style(6.5))
SEATS = tuple(Style(size, bold=True) for size in (14, 12.5, 11, 10, 9, 8, 7, 6, 5))


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip; `round_seats` has table and seat for each planned round, None for one that is not published yet."""

    number: int
    name: str
    club: str
    url: str
    pin: str
    round_seats: tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class RoundBoxes:
    """The boxes of the rounds on a slip, in mm from its upper left corner; `current` is the round above them."""

    count: int
    current: int = 0

    @property
    def columns(self) -> int:
        """The number of boxes on a line."""
        return self.count if self.count <= ROUNDS_ON_A_LINE else -(-self.count // 2)

    @property
    def lines(self) -> int:
        """The number of lines."""
        return -(-self.count // self.columns)

    @property
    def width(self) -> float:
        """The width of a box."""
        return min(18.0, ROOM / self.columns)

    @property
    def height(self) -> float:
        """The height of a box."""
        if self.current:
            return 5.8 if self.lines == 1 else 4.0
        return 12.5 if self.lines == 1 else 8.0

    @property
    def top(self) -> float:
        """The upper edge of the boxes."""
        return BELOW - self.lines * self.height if self.current else ALONE

    @property
    def beside(self) -> float:
        """What a round's name takes at the left of a box, if it is not above the seat."""
        return min(5.5, self.width * 0.38) if self.current else 0.0

    def place(self, at: int) -> tuple[float, float]:
        """The left and upper edge of the box with this index."""
        return EDGE + at % self.columns * self.width, self.top + at // self.columns * self.height


def slips(order: Order) -> bytes:
    """The slips of all players, ten to a page, by name once they are cut."""
    round = order.round or Round.objects.filter(event=order.event, published=True).order_by("number").last()
    all_of_them = all_slips(order.event, round)
    if not all_of_them:
        raise UserError(_("This event has no players yet."))
    edition = edition_of_seats(replace(order, round=round)) if round else ""
    frame = paper(order, _("Player slips"), figures=False, edition=edition)
    rounds = RoundBoxes(len(all_of_them[0].round_seats), round.number if round else 0)
    pages = stack(all_of_them, ON_A_PAGE)
    forms = {slots: _form(frame, rounds, slots) for slots in {len(page) for page in pages}}
    pen = Pen()
    for page in pages:
        pen.turn()
        for slot, slip in enumerate(page):
            _write(pen, frame, slip, rounds, *_corner(slot))
    order.progress(len(all_of_them), len(all_of_them))
    return lay_on_forms(pen.drawn(), [forms[len(page)] for page in pages])


def all_slips(event: Event, round: Round | None = None) -> list[Slip]:
    """The slips of all players who have not left, by name, with the seats of the published rounds and of `round`."""
    entries = Entry.objects.filter(event=event, withdrawn=False, excluded=False).select_related("player")
    entries = entries.order_by("player__sorting", "number")
    seats = _seats(event, round)
    rounds = range(1, max([event.planned_rounds, *(round for by_round in seats.values() for round in by_round)]) + 1)
    return [
        Slip(
            entry.number,
            full_name(entry),
            entry.player.club,
            links.personal_url(entry),
            links.pin(entry),
            tuple(seats[entry.number].get(round) for round in rounds),
        )
        for entry in entries
    ]


def _seats(event: Event, round: Round | None) -> Mapping[int, dict[int, tuple[int, int]]]:
    """The table and seat by entry number and round, for the rounds that are published and for this one."""
    by_entry: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    known = Q(table__round__published=True) | Q(table__round=round)
    rows = Seat.objects.filter(known, table__round__event=event).order_by("from_deal")
    for number, round_number, table, position in rows.values_list(
        "entry__number", "table__round__number", "table__number", "position"
    ):
        by_entry[number][round_number] = table, position
    return by_entry


def _form(frame: Paper, boxes: RoundBoxes, slots: int) -> bytes:
    """The page that all slips have in common."""
    heads = [round_head(format_of(frame.the_event), number) for number in range(1, boxes.count + 1)]
    context = {"paper": frame, "slots": range(slots), "rounds": heads}
    return html_to_pdf.pages(render_to_string("print/slips_form.html", context), _measures(boxes), ("slips.css",))


def _corner(slot: int) -> tuple[float, float]:
    """The left and upper edge of a slip on its page, in millimetres."""
    return slot % 2 * WIDTH, slot // 2 * HEIGHT


def _write(pen: Pen, frame: Paper, slip: Slip, boxes: RoundBoxes, left: float, top: float) -> None:
    """Writes one player's slip, with the QR code of their own page."""
    wide = SECRET - EDGE - 1
    # A J hangs over to the left.
    high = pen.write(slip.name, Box(left + EDGE + 0.3, top + EDGE - 0.2, wide - 0.3, 10.2), *NAMES)
    pen.write(str(slip.number), Box(left + EDGE, top + EDGE + high, 12, 5), *NUMBERS)
    pen.write(slip.club, Box(left + EDGE + 12, top + EDGE + 0.5 + high, wide - 12, 15 - high), *CLUBS)
    pen.write(slip.pin, Box(left + SECRET + 11.5, top + 27.2, 14, 5), *PINS)
    if boxes.current:
        _write_current(pen, frame, slip.round_seats[boxes.current - 1], boxes, left, top + CURRENT_TOP)
    for at, seat in enumerate(slip.round_seats):
        _write_seat(pen, seat, boxes, at, left, top)
    pen.code(slip.url, left + SECRET + (FLAP - QR) / 2, top + EDGE, QR)


def _write_current(
    pen: Pen, frame: Paper, seat: tuple[int, int] | None, boxes: RoundBoxes, left: float, top: float
) -> None:
    """Where the player sits in the round that counts now, larger than all else."""
    head = round_head(format_of(frame.the_event), boxes.current)
    pen.write(head, Box(left + EDGE, top + 2.6, CURRENT_LEFT, 5), *HEADS)
    words = [_("No seat")]
    if seat:
        words = [_("Table %(number)s") % {"number": seat[0]}, _("seat %(seat)s") % {"seat": seat[1]}]
    high = (boxes.top - CURRENT_TOP) / 2
    fits = [style for style in CURRENT if style.size <= (high + 0.3) * POINT]
    for at, line in enumerate(words):
        pen.write(
            line, Box(left + EDGE + CURRENT_LEFT, top + at * high - 0.4, SECRET - EDGE - CURRENT_LEFT, high), *fits
        )


def _write_seat(pen: Pen, seat: tuple[int, int] | None, boxes: RoundBoxes, at: int, left: float, top: float) -> None:
    """The seat in the box of a round."""
    x, y = boxes.place(at)
    text = f"{seat[0]} · {seat[1]}" if seat else ""
    high = min(6.0, boxes.height)
    box = Box(
        left + x + boxes.beside + 0.4,
        top + y + boxes.height - high,
        boxes.width - boxes.beside - 0.8,
        high,
        "center",
    )
    fits = [style for style in SEATS if style.line <= high]
    pen.write(text, box, *fits)


def _measures(boxes: RoundBoxes) -> str:
    """The positions of the slips on a page and of the rounds on a slip, as CSS rules."""
    slots = [".slot{} {{ left: {:.1f}mm; top: {:.1f}mm }}".format(at, *_corner(at)) for at in range(ON_A_PAGE)]
    places = [".round-{} {{ left: {:.2f}mm; top: {:.2f}mm }}".format(at, *boxes.place(at)) for at in range(boxes.count)]
    flap = [f".pin {{ left: {SECRET + 2.5}mm }}", f".flap {{ left: {SECRET + FLAP}mm }}"]
    return "\n".join([*slots, *places, *flap, _boxes(boxes)])


def _boxes(boxes: RoundBoxes) -> str:
    small = " font-size: 6pt; padding: .3mm .5mm" if boxes.current else ""
    return f".round-box {{ width: {boxes.width:.2f}mm; height: {boxes.height}mm;{small} }}"
