"""A slip for each player to keep: name, number, seat in each round, and under a flap their personal link and PIN."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Entry, Event, Seat
from tournament.printing import press
from tournament.printing.paper import Order, Paper, paper
from tournament.printing.pen import Box, Pen, Style
from tournament.printing.underlay import batches, laid
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_head
from tournament.reading.sheets import full_name
from tournament.refusal import Refusal

# Two across and five down. Millimetres.
ON_A_PAGE = 10
WIDTH, HEIGHT = 105.0, 59.4
# Nothing is closer to the edge than this, because printers leave a margin.
EDGE, QR = 6.0, 22.0
# More rounds than this are put on two lines.
ROUNDS_ON_A_LINE = 6
ROOM = WIDTH - 2 * EDGE
# The flap at the right is folded over the code and the PIN beside it; it is as wide as they are.
FLAP = 27.0
SECRET = WIDTH - 2 * FLAP

# The height of the table and seat at the foot of a round's box.
SEAT_HIGH = 6.0

NUMBERS = (Style(25, bold=True), Style(20, bold=True))
PINS = (Style(13, bold=True),)
NAMES = tuple(Style(size, bold=True) for size in (14, 12.5, 11, 9.5))
CLUBS = (Style(9.5), Style(8.5))
SEATS = tuple(Style(size, bold=True) for size in (14, 12.5, 11, 9, 7.5, 6))


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip; `seats` has a text for each planned round, "" for one that is not published yet."""

    number: int
    name: str
    club: str
    url: str
    pin: str
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The boxes of the rounds on a slip, in millimetres from its upper left corner."""

    count: int

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
        return 12.5 if self.lines == 1 else 8.0

    def place(self, at: int) -> tuple[float, float]:
        """The left and upper edge of the box with this index."""
        return EDGE + at % self.columns * self.width, 32.3 + at // self.columns * self.height


def slips(order: Order) -> bytes:
    """The slips of all players, by name, ten to a page."""
    wanted = all_slips(order.event)
    if not wanted:
        raise Refusal(_("This event has no players yet."))
    frame = paper(order, _("Player slips"), figures=False)
    rounds = Rounds(len(wanted[0].seats))
    pages = list(batches(wanted, ON_A_PAGE))
    forms = {slots: _form(frame, rounds, slots) for slots in {len(page) for page in pages}}
    pen = Pen()
    for page in pages:
        pen.turn()
        for slot, slip in enumerate(page):
            _write(pen, slip, rounds, *_corner(slot))
    order.progress(len(wanted), len(wanted))
    return laid(pen.drawn(), [forms[len(page)] for page in pages])


def all_slips(event: Event) -> list[Slip]:
    """The slips of all players who have not left, by name."""
    entries = Entry.objects.filter(event=event, withdrawn=False, excluded=False).select_related("player")
    entries = entries.order_by("player__sorting", "number")
    seats = _seats(event)
    rounds = range(1, max([event.planned_rounds, *(round for found in seats.values() for round in found)]) + 1)
    return [
        Slip(
            entry.number,
            full_name(entry),
            entry.player.club,
            links.personal_url(entry),
            links.pin(entry),
            tuple(seats[entry.number].get(round, "") for round in rounds),
        )
        for entry in entries
    ]


def _seats(event: Event) -> Mapping[int, dict[int, str]]:
    """The table and seat by entry number and round, for the rounds that are published."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    rows = Seat.objects.filter(table__round__event=event, table__round__published=True).order_by("from_deal")
    for number, round, table, position in rows.values_list(
        "entry__number", "table__round__number", "table__number", "position"
    ):
        found[number][round] = f"{table} · {position}"
    return found


def _form(frame: Paper, rounds: Rounds, slots: int) -> bytes:
    """The page that all slips have in common."""
    heads = [round_head(format_of(frame.event), number) for number in range(1, rounds.count + 1)]
    context = {"paper": frame, "slots": range(slots), "rounds": heads}
    return press.pages(render_to_string("print/slips_form.html", context), _measures(rounds), ("slips.css",))


def _corner(slot: int) -> tuple[float, float]:
    """The left and upper edge of a slip on its page, in millimetres."""
    return slot % 2 * WIDTH, slot // 2 * HEIGHT


def _write(pen: Pen, slip: Slip, rounds: Rounds, left: float, top: float) -> None:
    """Writes one player's slip, with the QR code of their own page."""
    wide = SECRET - EDGE - 1
    pen.write(str(slip.number), Box(left + EDGE, top + EDGE - 1, wide, 9), *NUMBERS)
    high = pen.write(slip.name, Box(left + EDGE, top + EDGE + 8.5, wide, 12), *NAMES)
    pen.write(slip.club, Box(left + EDGE, top + EDGE + 9 + high, wide, 17 - high), *CLUBS)
    pen.write(slip.pin, Box(left + SECRET + 11.5, top + 27.2, 14, 5), *PINS)
    for at, seat in enumerate(slip.seats):
        x, y = rounds.place(at)
        box = Box(left + x + 0.5, top + y + rounds.height - SEAT_HIGH, rounds.width - 1, SEAT_HIGH, "center")
        pen.write(seat, box, *SEATS[rounds.lines - 1 :])
    pen.code(slip.url, left + SECRET + (FLAP - QR) / 2, top + 5, QR)


def _measures(rounds: Rounds) -> str:
    """The positions of the slips on a page and of the rounds on a slip, as CSS rules."""
    slots = [".slot{} {{ left: {:.1f}mm; top: {:.1f}mm }}".format(at, *_corner(at)) for at in range(ON_A_PAGE)]
    places = [".r{} {{ left: {:.2f}mm; top: {:.2f}mm }}".format(at, *rounds.place(at)) for at in range(rounds.count)]
    flap = [f".pin {{ left: {SECRET + 2.5}mm }}", f".flap {{ left: {SECRET + FLAP}mm }}"]
    return "\n".join([*slots, *places, *flap, f".box {{ width: {rounds.width:.2f}mm; height: {rounds.height}mm }}"])
