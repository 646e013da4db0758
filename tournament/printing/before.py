"""Everything that is printed before a round, as one file in the order in which it is laid out in the hall."""

import io
from collections.abc import Callable, Sequence
from dataclasses import replace

import pikepdf
from django.utils.translation import gettext as _
from pikepdf import OutlineItem

from tournament.printing.lists import seating
from tournament.printing.paper import Order, unheard
from tournament.printing.pdf.saving import save_pdf
from tournament.printing.pdf.underlay import remove_key
from tournament.printing.sheets import cards, score_sheets, slips
from tournament.ranking.contest import format_of
from tournament.ranking.round_names import round_inside

Part = tuple[str, Callable[[Order], bytes]]


def before_round(order: Order) -> bytes:
    """The lists for the wall, cards, slips and score sheets of a round, with a bookmark for each part.

    A list of a round that is not shown is left out. Raises UserError if the round has no tables.
    """
    order.tables()
    files: list[tuple[str, bytes]] = []
    parts = _parts()
    for at, (name, make) in enumerate(parts, 1):
        if order.the_round.visible or make not in (seating.seating_names, seating.seating_tables):
            files.append((name, make(replace(order, progress=unheard))))
        order.progress(at, len(parts))
    title = _("Papers for %(round)s") % {"round": round_inside(format_of(order.event), order.the_round.number)}
    return _join(f"{title} – {order.event.name}", files)


def _parts() -> list[Part]:
    return [
        (_("Seating by name"), seating.seating_names),
        (_("Seating by table"), seating.seating_tables),
        (_("Table cards"), cards.tables),
        (_("Player slips"), slips.slips),
        (_("Score sheets"), score_sheets.blank),
    ]


def _join(title: str, files: Sequence[tuple[str, bytes]]) -> bytes:
    """The parts in one file. It is for a printer: it has no tags for screen readers, which each part by itself has."""
    pdf = pikepdf.new()
    with pdf.open_outline() as outline:
        for name, file in files:
            part = pikepdf.open(io.BytesIO(file))
            outline.root.append(OutlineItem(name, len(pdf.pages)))
            pdf.Root.Lang = str(part.Root.Lang)
            pdf.pages.extend(part.pages)
    for page in pdf.pages:
        remove_key(page.obj, "/StructParents")
        for note in page.obj.get("/Annots", []):
            remove_key(note, "/StructParent")
    pdf.docinfo["/Title"] = title
    return save_pdf(pdf)
