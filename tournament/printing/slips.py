"""A slip for each player to keep: name, number, where to sit in each round, and the way to the own card."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import links
from tournament.acts.refusal import Refusal
from tournament.models import Entry, Event, Seat
from tournament.naming import folded
from tournament.printing import press
from tournament.printing.paper import Order, Paper, paper
from tournament.printing.underlay import Bundle, batches
from tournament.reading.sheets import full_name

# Two beside each other and five below: 105 mm by 59.4 mm.
ON_A_PAGE = 10
PAGES_AT_ONCE = 20
# More rounds than this stand on two lines.
ROUNDS_ON_A_LINE = 6
ROOM = 70.0


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip; `seats` has a text for each planned round, "" where it is not drawn yet."""

    number: int
    name: str
    club: str
    url: str
    seats: tuple[str, ...]


def slips(order: Order) -> bytes:
    """The slips of all who play, by name, ten to a page."""
    wanted = all_slips(order.event)
    if not wanted:
        raise Refusal(_("Nobody plays in this event yet."))
    frame = paper(order, _("Slips of the players"), figures=False)
    style = _measures(len(wanted[0].seats))
    form = _form(order, frame, style, len(wanted[0].seats))
    bundle = Bundle()
    done = 0
    for batch in batches(wanted, ON_A_PAGE * PAGES_AT_ONCE):
        html = render_to_string("print/slips.html", {"paper": frame, "pages": list(batches(batch, ON_A_PAGE))})
        bundle.add(press.pages(html, style, ("slips.css",)), form)
        done += len(batch)
        order.progress(done, len(wanted))
    return bundle.finished()


def all_slips(event: Event) -> list[Slip]:
    """The slips of all who have not left, by name."""
    entries = Entry.objects.filter(event=event, withdrawn=False, excluded=False).select_related("player")
    seats = _seats(event)
    base = links.absolute(reverse("player", args=[event.slug, 0])).removesuffix("0/")
    rounds = range(1, max([event.planned_rounds, *(round for found in seats.values() for round in found)]) + 1)
    made = [
        Slip(
            entry.number,
            full_name(entry),
            entry.player.club,
            f"{base}{entry.number}/",
            tuple(seats[entry.number].get(round, "") for round in rounds),
        )
        for entry in entries
    ]
    return sorted(made, key=lambda slip: (folded(slip.name), slip.number))


def _seats(event: Event) -> Mapping[int, dict[int, str]]:
    """Table and seat by entry number and round, of the rounds that are published."""
    found: dict[int, dict[int, str]] = defaultdict(dict)
    rows = Seat.objects.filter(table__round__event=event, table__round__published=True).order_by("from_deal")
    for number, round, table, position in rows.values_list(
        "entry__number", "table__round__number", "table__number", "position"
    ):
        found[number][round] = f"{table} · {position}"
    return found


def _form(order: Order, frame: Paper, style: str, rounds: int) -> bytes:
    numbers = range(1, rounds + 1)
    context = {"paper": frame, "slots": range(ON_A_PAGE), "rounds": numbers, "event": order.event}
    return press.pages(render_to_string("print/slips_form.html", context), style, ("slips.css",))


def _measures(rounds: int) -> str:
    """Where each slip of a page and each round of a slip is, in millimetres."""
    columns = rounds if rounds <= ROUNDS_ON_A_LINE else -(-rounds // 2)
    width = min(16.0, ROOM / columns)
    places = _round_places(rounds, columns, width)
    slots = [f".slot{at} {{ left: {at % 2 * 105}mm; top: {at // 2 * 59.4:.1f}mm }}" for at in range(ON_A_PAGE)]
    return "\n".join([*slots, f".box {{ width: {width:.2f}mm }}", *places])


def _round_places(rounds: int, columns: int, width: float) -> Sequence[str]:
    lines = -(-rounds // columns)
    top = 30.0 if lines == 1 else 27.5
    return [
        f".r{at} {{ left: {6 + at % columns * width:.2f}mm; top: {top + at // columns * 12.5:.1f}mm }}"
        for at in range(rounds)
    ]
