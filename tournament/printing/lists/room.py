"""The map of the room: where each table is, as large as a page allows."""

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.printing.paper import Order, paper, print_paper
from tournament.reading.rounds.rooms import Map, room_map

# What is free on a page beneath its head, in portrait and in landscape, in mm.
UPRIGHT, WIDE = (180.0, 205.0), (267.0, 118.0)
# No table is drawn larger than this many mm.
LARGEST = 45.0


def room(order: Order) -> bytes:
    """The tables in their rows, by number; raises UserError if nobody has entered where they are."""
    plan = room_map(order.event)
    if plan is None:
        raise UserError(_("The map of the room has not been entered yet."))
    wide = _scale(plan, WIDE) > _scale(plan, UPRIGHT)
    scale = _scale(plan, WIDE if wide else UPRIGHT)
    frame = paper(order, _("Map of the room"), _("seen from the door"), figures=False, wide=wide)
    return print_paper("room.html", frame, "room.css", style=_measures(plan, scale), map=plan)


def _scale(drawing: Map, space: tuple[float, float]) -> float:
    """Millimetres for each unit of the drawing."""
    return min(space[0] / drawing.width, space[1] / drawing.height, LARGEST / drawing.wide)


def _measures(drawing: Map, scale: float) -> str:
    """The place of each table as CSS rules; its number is as high as fits three figures."""
    room = f".map {{ width: {drawing.width * scale:.2f}mm; height: {drawing.height * scale:.2f}mm }}"
    high, wide = drawing.high * scale, drawing.wide * scale
    size = min(high * 0.72, wide * 0.5)
    table = f".map p {{ width: {wide:.2f}mm; line-height: {high:.2f}mm; font-size: {size:.2f}mm }}"
    spots = [
        f".table-{spot.number} {{ left: {spot.x * scale:.2f}mm; top: {spot.y * scale:.2f}mm }}"
        for spot in drawing.spots
    ]
    return "\n".join([room, table, *spots])
