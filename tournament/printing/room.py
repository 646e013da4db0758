"""The map of the room: where each table is, as large as a page allows."""

from django.utils.translation import gettext as _

from tournament.printing.paper import Order, paper, printed
from tournament.reading.rooms import Map, room_map
from tournament.refusal import Refusal

# What is free on a page beneath its head, in portrait and in landscape, in mm.
UPRIGHT, WIDE = (180.0, 205.0), (267.0, 118.0)
# No table is drawn larger than this many mm.
LARGEST = 45.0


def room(order: Order) -> bytes:
    """The tables in their rows, by number; raises Refusal if nobody has entered where they are."""
    found = room_map(order.event)
    if found is None:
        raise Refusal(_("The map of the room has not been entered yet."))
    wide = _scale(found, WIDE) > _scale(found, UPRIGHT)
    scale = _scale(found, WIDE if wide else UPRIGHT)
    frame = paper(order, _("Map of the room"), _("seen from the door"), figures=False, wide=wide)
    return printed("room.html", frame, "room.css", style=_measures(found, scale), map=found)


def _scale(found: Map, free: tuple[float, float]) -> float:
    """Millimetres for each unit of the drawing."""
    return min(free[0] / found.width, free[1] / found.height, LARGEST / found.wide)


def _measures(found: Map, scale: float) -> str:
    """The place of each table as CSS rules; its number is as high as fits three figures."""
    room = f".map {{ width: {found.width * scale:.2f}mm; height: {found.height * scale:.2f}mm }}"
    high, wide = found.high * scale, found.wide * scale
    size = min(high * 0.72, wide * 0.5)
    table = f".map p {{ width: {wide:.2f}mm; line-height: {high:.2f}mm; font-size: {size:.2f}mm }}"
    spots = [
        f".table-{spot.number} {{ left: {spot.x * scale:.2f}mm; top: {spot.y * scale:.2f}mm }}" for spot in found.spots
    ]
    return "\n".join([room, table, *spots])
