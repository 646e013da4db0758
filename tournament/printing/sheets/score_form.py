"""What all blank score sheets of a form have in common, drawn from its layout: lines, bubbles, the squares around."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring import RuleSet
from tournament.printing.paper import Paper
from tournament.printing.pdf.drawing import Box, Pen, Style
from tournament.scan import layout
from tournament.scan.layout import Head, Layout, PageBubble, SeatPart

# Thin lines are 0.6 pt, so that they survive a bad copy.
THIN, HEAVY = 0.6, 1.2
# What is in a bubble, by how long it is: light enough that a dot of pencil is seen on it, dark enough for a bad copy.
# Of small letters only a bold face leaves anything there.
FIGURES = {long: Style(size, bold=long > 2, light=115) for long, size in ((1, 8.5), (2, 7.8), (3, 6.4), (4, 5.2))}
# A dot is seen inside these.
SUITS = Style(10, hollow=1.0)
# A seat with + or −: bold, as a bad copy would leave a thin + without its upright.
SIGNS = Style(8.8, bold=True, light=115)
HEADINGS = tuple(Style(size, bold=True, leading=1.02) for size in (8, 7.2, 6.4, 5.6))
SMALL = (Style(7), Style(6), Style(5))
TITLES = tuple(Style(size, bold=True, leading=1.06) for size in (15, 13, 11, 9.5))
LINES = (Style(10), Style(9), Style(8))
DEALS = (Style(11, bold=True),)
SEATS = Style(8, bold=True)
TINT, RESTS, DARK, LIGHT = 238, 205, 0, 255
# What the bubbles of these kinds are called, on the sheet and where one of them asks.
LABELS: Mapping[str, Any] = {
    "pass": gettext_lazy("All pass"),
    "doubled": gettext_lazy("Doubled"),
    "jury": gettext_lazy("Jury was here"),
    "misdeal": gettext_lazy("Misdeal"),
}
# Every so many deals a heavier line.
GROUP = 4
HEAD_TOP, TEXT_LEFT, LOGO_LEFT, CODES_LEFT = 12.0, 45.0, 180.0, 234.0
# A label narrower than this is read from below.
UPRIGHT = 13.0
DOT = 1.7
# A line before bubbles is this far to the left of their part, so that it does not touch the first one.
CLEAR = 0.35


def score_form(frame: Paper, shape: Layout, rules: RuleSet) -> bytes:
    """The form as a PDF of one page, with a title and a language."""
    pen = Pen()
    pen.entitle(f"{frame.title} – {frame.event.name}", frame.language)
    pen.turn(wide=True)
    if shape.columns:
        _squares(pen, shape)
    _head(pen, frame, shape)
    _columns(pen, shape)
    _rows(pen, shape)
    for spot in shape.spots():
        _bubble(pen, shape, spot)
    _dealers(pen, shape)
    _labels(pen, shape, rules)
    _totals(pen, shape)
    _signing(pen, shape)
    pen.write(_legend(frame, shape, rules), Box(15.5, 196.6, 266, 3), *SMALL)
    return pen.drawn()


def _squares(pen: Pen, shape: Layout) -> None:
    for square in shape.fiducials():
        pen.fill(Box(square.left, square.top, square.size, square.size), DARK)
        for left, top, side in square.light():
            pen.fill(Box(left, top, side, side), LIGHT)


def _head(pen: Pen, frame: Paper, shape: Layout) -> None:
    """Which event and round; how to mark."""
    pen.frame(Box(15, HEAD_TOP, 26, 22), HEAVY)
    pen.write(_("Table"), Box(15, HEAD_TOP + 1.2, 26, 5, "center"), Style(11))
    wide = LOGO_LEFT - TEXT_LEFT - 4
    down = HEAD_TOP + pen.write(frame.event.name, Box(TEXT_LEFT, HEAD_TOP, wide, 12), *TITLES) + 0.5
    form = shape.form
    numbers = {"part": form.part, "parts": form.parts, "first": form.first, "last": form.last}
    sheet = _("sheet %(part)s of %(parts)s, deals %(first)s–%(last)s") % numbers if form.parts > 1 else ""
    what = " · ".join(filter(None, [frame.title, frame.about, sheet]))
    for line, styles in ((what, LINES), (frame.where, LINES[1:])):
        down += pen.write(line, Box(TEXT_LEFT, down, wide, 4.6), *styles)
    down += 0.3
    if shape.columns:
        pen.write(_how(shape), Box(TEXT_LEFT, down, wide, 37.6 - down), Style(8.5), Style(7.5), Style(6.5))
    if frame.logo:
        pen.picture(frame.logo, Box(LOGO_LEFT, HEAD_TOP, 44, 22))
    else:
        pen.write("♠ ♥ ♣ ♦", Box(LOGO_LEFT, HEAD_TOP + 4, 50), Style(22))


def _how(shape: Layout) -> str:
    """How to fill a row in: most read it once."""
    what = (
        _("Put a cross in the bubbles: contract, tricks, and under whoever declares + (made) or − (lost).")
        if shape.tells_lost
        else _("Put a cross in the bubbles: contract, tricks, who declares.")
    )
    slip = _("A slip of the pen? Blacken it, and mark the right one. On the right of each name the running total.")
    return f"{what} {slip}"


def _columns(pen: Pen, shape: Layout) -> None:
    """Every second name tinted, and lines between the parts of a row."""
    top, bottom = layout.NAMES_TOP, shape.rows_bottom
    for at, head in enumerate(shape.heads):
        if at % 2:
            pen.fill(Box(head.left, top, head.right - head.left, bottom - top), TINT)
        if at and head.left > shape.heads[at - 1].right:
            pen.rule(head.left - layout.GAP / 2, top, head.left - layout.GAP / 2, bottom, HEAVY)
    numbers = layout.LEFT + layout.NUMBER - CLEAR
    pen.rule(numbers, top, numbers, bottom, THIN)


def _rows(pen: Pen, shape: Layout) -> None:
    top, bottom = shape.rows_top, shape.rows_bottom
    pen.frame(Box(layout.LEFT, layout.NAMES_TOP, layout.RIGHT - layout.LEFT, bottom - layout.NAMES_TOP), HEAVY)
    pen.rule(layout.LEFT, layout.ROWS_TOP, layout.RIGHT, layout.ROWS_TOP, HEAVY)
    for at, deal in enumerate(shape.deals):
        width = HEAVY if at % GROUP == 0 else THIN
        pen.rule(layout.LEFT, top + at * shape.row, layout.RIGHT, top + at * shape.row, width)
        number = Box(layout.LEFT, shape.middle(deal) - DEALS[0].line / 2, layout.NUMBER, align="center")
        pen.write(str(deal), number, *DEALS)
    for seat in shape.seat_parts:
        pen.rule(seat.left - CLEAR, layout.NAMES_TOP, seat.left - CLEAR, bottom, HEAVY)
        pen.write(str(seat.position), Box(seat.left + 0.8, layout.NAMES_TOP + 0.4, 6), Style(9, bold=True))
        if seat.split > seat.cell:
            pen.rule(seat.split, layout.ROWS_TOP, seat.split, bottom, THIN)


def _bubble(pen: Pen, shape: Layout, spot: PageBubble) -> None:
    box = Box(spot.x - shape.wide / 2, spot.y - shape.tall / 2, shape.wide, shape.tall)
    pen.oval(box, THIN)
    # Letters are wider than figures.
    style = FIGURES[max(1, len(spot.text) + (spot.text.isalpha() and len(spot.text) > 1))]
    style = SUITS if spot.text and spot.text in "♥♦♣♠" else SIGNS if spot.kind in ("made", "lost") else style
    inside = Box(box.left, spot.y - style.line / 2, box.width, align="center")
    pen.write(spot.text, inside, style)


def _dealers(pen: Pen, shape: Layout) -> None:
    """A dot in the cell of whoever deals; who sits out has a grey cell."""
    for deal in shape.deals:
        seat = next(seat for seat in shape.seat_parts if seat.position == shape.dealer(deal))
        top = shape.middle(deal) - shape.row / 2
        if len(shape.seat_parts) > 4:
            pen.fill(Box(seat.left + 0.3, top + 0.3, seat.right - seat.left - 0.6, shape.row - 0.6), RESTS)
        pen.oval(Box(seat.cell + 0.6, top + 0.7, DOT, DOT), THIN, filled=True)


def _labels(pen: Pen, shape: Layout, rules: RuleSet) -> None:
    """What is over the columns; a star over a contract before which the jury is called."""
    words = {**LABELS, "tricks": _("Tricks"), "trump": _("Trump")}
    for head in shape.heads:
        _label(pen, str(words.get(head.label, head.label)), head)
    for column in shape.columns:
        if column.kind == "contract" and column.value in rules.jury:
            pen.write("*", Box(column.x - 2, layout.ROWS_TOP - 3.4, 4, align="center"), Style(9, bold=True))


def _label(pen: Pen, text: str, head: Head) -> None:
    top, wide = layout.NAMES_TOP + 0.6, head.right - head.left
    if wide >= UPRIGHT:
        pen.write(text, Box(head.left, top + 4, wide, 6, "center"), *HEADINGS)
    else:
        # In the middle of several columns, as if there was one.
        column = min(wide, layout.PITCHES[0])
        pen.upright(text, Box(head.left + (wide - column) / 2 + 0.3, top, column - 0.4, 12.6), *HEADINGS)


def _totals(pen: Pen, shape: Layout) -> None:
    """The line for the totals, and one for those carried over from the previous sheet."""
    wide = shape.seat_parts[0].left - layout.LEFT
    lines = [(_("Total"), shape.rows_bottom)]
    if shape.brought:
        pen.fill(Box(layout.LEFT + 0.3, layout.ROWS_TOP + 0.3, wide - 0.6, layout.TOTALS - 0.6), LIGHT)
        lines.append((_("From the previous sheet"), layout.ROWS_TOP))
    for text, top in lines:
        for left, right in pairwise([*(seat.left - CLEAR for seat in shape.seat_parts), layout.RIGHT]):
            pen.frame(Box(left, top, right - left, layout.TOTALS), HEAVY)
        if shape.columns:
            pen.write(text, Box(layout.LEFT, top + 1.3, wide - 2, align="right"), Style(9, bold=True))
        else:
            pen.write(text, Box(shape.seat_parts[0].left + 1, top + 0.4, 60), *SMALL)


def _signing(pen: Pen, shape: Layout) -> None:
    """A box for each signature, with nothing else to mark; before them who was a substitute, after them the jury."""
    top, tall, players = layout.SIGNED_TOP, layout.SIGNED_HEIGHT, len(shape.seat_parts)
    first, jury = shape.signed(0)[0], shape.signed(players)[0]
    for left, right in ((layout.LEFT, first), *(shape.signed(at) for at in range(players)), (jury, layout.RIGHT)):
        pen.frame(Box(left, top, right - left - 1 * (right < layout.RIGHT), tall), THIN)
    for left, right in (shape.signed(at) for at in range(players)):
        pen.write(_("Signature"), Box(left + 1, top + tall - 3.2, right - left - 3), *SMALL[1:])
    pen.write(_("Remarks of the jury"), Box(jury + 1, top + 0.5, layout.RIGHT - jury - 2), *SMALL)
    written = layout.LEFT + players * layout.SUBSTITUTES + 2.4
    pen.write(_("Substitute for"), Box(layout.LEFT + 1, top + 0.4, written - layout.LEFT - 2), Style(7, bold=True))
    pen.write(_("number, name, first deal"), Box(written, top + 0.4, first - written - 1.4, 5), *SMALL)
    for spot in shape.spots():
        if not spot.deal:
            box = Box(spot.x - shape.wide / 2 - 2.1, spot.y - SEATS.line / 2, 2, align="center")
            pen.write(spot.value, box, SEATS)


def _legend(frame: Paper, shape: Layout, rules: RuleSet) -> str:
    five = len(shape.seat_parts) > 4
    deals = pgettext("the dealer", "deals and sits out") if five else pgettext("the dealer", "deals")
    parts = [f"● {deals}."]
    if rules.jury:
        parts.append("* " + _("Call the jury before anyone plays."))
    if shape.tells_lost:
        parts.append(_("In a misère or a piccolo + or − is enough, without tricks."))
    parts.append(_("Unverified figures.") if frame.doubt else frame.compared)
    if frame.the_event.demo:
        parts.append("DEMO")
    if frame.seal:
        parts.append(_("Seal") + f" {frame.seal}")
    return " ".join(filter(None, parts))


def names_box(seat: SeatPart) -> Box:
    """Where the name of a player is, over their part of the rows."""
    return Box(seat.left + 0.8, layout.NAMES_TOP + 4.0, seat.right - seat.left - 1.4, 12.2)
