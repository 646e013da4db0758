"""What a sheet says of itself in its short QR code: which table of which seating it is, and how its bubbles lie.

A spare sheet is of no table and has no seats: its code is "S" and the round.

A sheet of another event, of an old seating or of a form that has changed since has another text, which no table has.
"""

from collections.abc import Mapping

from scoring.sealing import canonical, chained
from tournament.scan.layout import Layout

# Begins the text, so that a code of something else on the table is not taken for a sheet's.
PROGRAM = "TROEL1"
# Signs of the mark: eight hexadecimal ones tell two sheets apart by chance in four thousand million.
SIGNS = 8


def sheet_text(event: str, code: str, seats: Mapping[int, int], shape: Layout) -> str:
    """The text of one sheet: "TROEL1 20017-3 1 3F9A0C12".

    `event` is the hash of the first line of its logbook, `code` the short code of round and table (of a spare sheet
    "S2"), `seats` the entry that sits at each position when the round begins. A substitute who comes later changes
    nothing.
    """
    form, bubbles = shape.form, [[column.kind, column.value] for column in shape.columns]
    deals = [form.first, form.last, form.planned]
    about = [shape.edition, event, code, form.part, sorted(seats.items()), deals, bubbles]
    mark = chained("", canonical(about))[:SIGNS].upper()
    return f"{PROGRAM} {code} {form.part} {mark}"


def code_in(scanned: str) -> str:
    """The short code in the text of a sheet's code ("20017-3", of a spare sheet "S2"); any other text as it is."""
    words = scanned.split()
    return words[1] if words[:1] == [PROGRAM] and len(words) > 1 else scanned
