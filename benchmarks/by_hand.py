"""The same papers drawn by hand with reportlab: every line, word and code at a place that was worked out beforehand.

This is the comparison for printing.py: no layout is done, names that are too long run out of their column, and what
sheets have in common is a form of the PDF here too.
"""

import io
from collections.abc import Sequence

import segno
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tournament.printing import grid as division
from tournament.printing import press, score_sheets, slips
from tournament.printing.codes import MASK
from tournament.printing.grid import Grid
from tournament.printing.paper import Order
from tournament.printing.papers import Kind
from tournament.printing.score_sheets import Page
from tournament.printing.slips import Slip
from tournament.reading import live
from tournament.reading.ranked import RankingRow, ranking_rows

WIDTH, HEIGHT = A4
PLAIN, BOLD = "Plain", "Bold"
ROWS_A_PAGE = 38


def sheets(order: Order) -> bytes:
    """The blank score sheets of a round."""
    canvas, out = _canvas()
    for number, (form, pages) in enumerate(score_sheets.forms(order).items()):
        divided = score_sheets.grid_of(order, form)
        canvas.beginForm(f"sheet{number}")
        _form(canvas, divided)
        canvas.endForm()
        for page in pages:
            canvas.doForm(f"sheet{number}")
            _names(canvas, order, divided, page)
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def all_slips(order: Order) -> bytes:
    """The slips of all players."""
    canvas, out = _canvas()
    wanted = slips.all_slips(order.event)
    for at, slip in enumerate(wanted):
        if at and at % 10 == 0:
            canvas.showPage()
        _slip(canvas, order, slip, at % 2 * 105 * mm, HEIGHT - (at % 10 // 2 + 1) * 59.4 * mm)
    canvas.save()
    return out.getvalue()


def ranking(order: Order) -> bytes:
    """The ranking as it is now."""
    canvas, out = _canvas()
    rows = ranking_rows(live.ranking(order.event, public=True).places)
    for start in range(0, len(rows), ROWS_A_PAGE):
        _ranking_page(canvas, order, rows[start : start + ROWS_A_PAGE])
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _canvas() -> tuple[Canvas, io.BytesIO]:
    for name, file in ((PLAIN, "Regular"), (BOLD, "Bold")):
        pdfmetrics.registerFont(TTFont(name, str(press.HERE / "fonts" / f"SourceSans3-{file}.ttf")))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setLineWidth(0.4)
    return canvas, out


def _form(canvas: Canvas, divided: Grid) -> None:
    top = HEIGHT - division.NAMES_TOP * mm
    names = division.NAMES_HEIGHT * mm
    left, right = division.MARGIN * mm, WIDTH - division.MARGIN * mm
    bottom = top - names - len(divided.rows) * divided.row * mm
    who = division.SEAT * len(divided.positions)
    edges = [division.MARGIN]
    for width in (division.NUMBER, divided.contract, who, division.TRICKS):
        edges.append(edges[-1] + width)
    for _position in divided.positions:
        edges += [edges[-1] + divided.player * 0.45, edges[-1] + divided.player]
    canvas.lines([(edge * mm, top, edge * mm, bottom) for edge in edges])
    heights = [top, *(top - names - at * divided.row * mm for at in range(len(divided.rows) + 1))]
    canvas.lines([(left, height, right, height) for height in heights])
    for at, row in enumerate(divided.rows):
        base = top - names - (at + 1) * divided.row * mm
        canvas.setFont(BOLD, 9)
        canvas.drawCentredString(edges[0] * mm + 3.5 * mm, base + 3 * mm, str(row.number))
        for line, groups in enumerate(divided.lines):
            x, y = edges[1] * mm + mm, base + divided.row * mm - (line + 0.8) * divided.line * mm
            for group in groups:
                x = _group(canvas, group, divided.font, x, y)
        canvas.setFont(PLAIN, 9)
        canvas.drawString(edges[2] * mm + mm, base + 3 * mm, "   ".join(map(str, row.playing)))
        dealer = edges[4] + divided.positions.index(row.dealer) * divided.player
        canvas.drawString(dealer * mm + mm, base + divided.row * mm - 3 * mm, "●")
    canvas.rect(left, HEIGHT - 262 * mm, right - left, 15 * mm)
    for at, position in enumerate(divided.positions):
        x = left + at * (divided.signature + 2) * mm
        canvas.rect(x, HEIGHT - 281 * mm, divided.signature * mm, 17 * mm)
        canvas.drawString(x + mm, HEIGHT - 268 * mm, str(position))


def _group(canvas: Canvas, group: division.Group, size: float, x: float, y: float) -> float:
    canvas.setFont(PLAIN, size)
    canvas.drawString(x, y, group.label)
    x += canvas.stringWidth(group.label, PLAIN, size) + 1.5 * mm
    canvas.setFont(BOLD, size)
    for code in group.codes:
        canvas.drawString(x, y, code.text)
        x += canvas.stringWidth(code.text, BOLD, size) + 0.76 * size
    return x


def _names(canvas: Canvas, order: Order, divided: Grid, page: Page) -> None:
    canvas.setFont(BOLD, 10)
    canvas.drawString(10 * mm, HEIGHT - 13 * mm, order.event.name)
    canvas.setFont(BOLD, 27)
    canvas.drawString(10 * mm, HEIGHT - 23 * mm, f"Table {page.table}")
    _code(canvas, page.url, 176 * mm, HEIGHT - 33 * mm, 24 * mm)
    canvas.setFont(BOLD, 11)
    canvas.drawCentredString(188 * mm, HEIGHT - 37 * mm, page.code)
    for at, column in enumerate(page.columns):
        canvas.setFont(BOLD, 8.5)
        x = (divided.names_left + at * divided.player + 0.8) * mm
        for line, text in enumerate(simpleSplit(column.name, BOLD, 8.5, (divided.player - 1.6) * mm)):
            canvas.drawString(x, HEIGHT - (46.5 + line * 3.3) * mm, text)
        canvas.setFont(PLAIN, 7)
        canvas.drawString((14.5 + at * (divided.signature + 2)) * mm, HEIGHT - 268 * mm, column.name)


def _slip(canvas: Canvas, order: Order, slip: Slip, x: float, y: float) -> None:
    canvas.rect(x, y, 105 * mm, 59.4 * mm)
    canvas.setFont(BOLD, 25)
    canvas.drawString(x + 6 * mm, y + 46 * mm, str(slip.number))
    canvas.setFont(BOLD, 12.5)
    for line, text in enumerate(simpleSplit(slip.name, BOLD, 12.5, 49 * mm)):
        canvas.drawString(x + 27 * mm, y + (50 - line * 5) * mm, text)
    canvas.setFont(PLAIN, 12.5)
    canvas.drawString(x + 27 * mm, y + 40 * mm, slip.club)
    _code(canvas, slip.url, x + 77 * mm, y + 31 * mm, 22 * mm)
    for at, seat in enumerate(slip.seats):
        canvas.setFont(BOLD, 12)
        canvas.rect(x + (6 + at * 16) * mm, y + 18 * mm, 16 * mm, 11.5 * mm)
        canvas.drawString(x + (7 + at * 16) * mm, y + 21 * mm, seat)
    canvas.setFont(PLAIN, 7)
    canvas.drawString(x + 6 * mm, y + 4 * mm, order.event.name)


def _ranking_page(canvas: Canvas, order: Order, rows: Sequence[RankingRow]) -> None:
    canvas.setFont(BOLD, 20)
    canvas.drawString(15 * mm, HEIGHT - 22 * mm, order.event.name)
    for at, row in enumerate(rows):
        y = HEIGHT - (35 + at * 6.4) * mm
        canvas.setFont(PLAIN, 10.5)
        canvas.drawRightString(26 * mm, y, f"{row.rank}{' =' if row.shared else ''}")
        canvas.drawString(28 * mm, y, row.name)
        for column, points in enumerate([*row.rounds, row.adjustments]):
            canvas.drawRightString((130 + column * 13) * mm, y, points)
        after = 29 * mm + canvas.stringWidth(row.name, PLAIN, 10.5)
        canvas.setFont(PLAIN, 8.5)
        canvas.drawString(after, y, f"{row.club} {row.tie}")
        canvas.setFont(BOLD, 10.5)
        canvas.drawRightString(194 * mm, y, row.sum)
        canvas.line(15 * mm, y - 1.7 * mm, 195 * mm, y - 1.7 * mm)


def _code(canvas: Canvas, address: str, x: float, y: float, size: float) -> None:
    """A QR code as one path of the runs of dark modules."""
    modules = segno.make(address, error="m", mask=MASK, micro=False).matrix
    unit = size / len(modules)
    path = canvas.beginPath()
    for line, row in enumerate(modules):
        start = None
        for at, module in enumerate([*row, 0]):
            if module & 1 and start is None:
                start = at
            elif not module & 1 and start is not None:
                path.rect(x + start * unit, y + size - (line + 1) * unit, (at - start) * unit, unit)
                start = None
    canvas.drawPath(path, stroke=0, fill=1)


KINDS = {"sheets": Kind(sheets, "round"), "slips": Kind(all_slips), "ranking": Kind(ranking)}
