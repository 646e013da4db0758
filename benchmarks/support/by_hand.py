"""The same papers drawn by hand with reportlab: every line, word and code at a place that was worked out beforehand.

This is the comparison for printing.py: no layout is done, names that are too long run out of their column, and what
sheets have in common is a form of the PDF here too.
"""

import io
from collections.abc import Sequence

import segno
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tournament.printing.lists.rankings import PODIUM
from tournament.printing.paper import Order
from tournament.printing.papers import PrintKind
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.qr_codes import MASK
from tournament.printing.sheets import score_sheets, slips
from tournament.printing.sheets.score_sheets import SheetPage
from tournament.printing.sheets.slips import Slip
from tournament.ranking import live
from tournament.reading.ranking.ranking_rows import RankingRow, ranking_rows
from tournament.scan import layout
from tournament.scan.layout import Layout

WIDTH, HEIGHT = A4
PLAIN, BOLD = "Plain", "Bold"
ROWS_A_PAGE = 38


def sheets(order: Order) -> bytes:
    """The blank score sheets of a round."""
    canvas, out = _canvas()
    canvas.setPageSize(landscape(A4))
    forms: dict[Layout, str] = {}
    for page in score_sheets.pages(order):
        if page.shape not in forms:
            forms[page.shape] = f"sheet{len(forms)}"
            canvas.beginForm(forms[page.shape])
            _form(canvas, order, page.shape)
            canvas.endForm()
        canvas.doForm(forms[page.shape])
        _names(canvas, page.shape, page)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def all_slips(order: Order) -> bytes:
    """The slips of all players."""
    canvas, out = _canvas()
    papers = slips.all_slips(order.event)
    for at, slip in enumerate(papers):
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
        pdfmetrics.registerFont(TTFont(name, str(html_to_pdf.HERE / "fonts" / f"SourceSans3-{file}.ttf")))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setLineWidth(0.4)
    return canvas, out


def _form(canvas: Canvas, order: Order, shape: Layout) -> None:
    left, right = layout.LEFT * mm, layout.RIGHT * mm
    for square in shape.fiducials():
        _dark(canvas, square.left, square.top, square.size, light=0)
        for x, y, side in square.light():
            _dark(canvas, x, y, side, light=1)
    canvas.setFillGray(0)
    edges = [layout.LEFT, layout.LEFT + layout.NUMBER, *(seat.left for seat in shape.seat_parts), layout.RIGHT]
    top, bottom = _up(layout.NAMES_TOP), _up(shape.rows_bottom)
    canvas.lines([(edge * mm, top, edge * mm, bottom) for edge in edges])
    canvas.lines(
        [
            (left, _up(shape.rows_top + at * shape.row), right, _up(shape.rows_top + at * shape.row))
            for at in range(len(shape.deals) + 1)
        ]
    )
    for deal in shape.deals:
        canvas.setFont(BOLD, 11)
        canvas.drawCentredString((layout.LEFT + 3) * mm, _up(shape.middle(deal) + 1.3), str(deal))
    for spot in shape.spots():
        x, y = spot.x * mm, _up(spot.y)
        canvas.ellipse(
            x - shape.wide / 2 * mm, y - shape.tall / 2 * mm, x + shape.wide / 2 * mm, y + shape.tall / 2 * mm
        )
        canvas.setFont(PLAIN, 7.8)
        canvas.drawCentredString(x, y - mm, spot.text)
    _form_texts(canvas, order, shape)


def _form_texts(canvas: Canvas, order: Order, shape: Layout) -> None:
    """What else is printed on a sheet: head, headings, total, remarks, signatures, legend."""
    canvas.rect(15 * mm, _up(34), 26 * mm, 22 * mm)
    canvas.setFont(BOLD, 13)
    canvas.drawString(45 * mm, _up(17), order.event.name)
    canvas.setFont(PLAIN, 10)
    canvas.drawString(45 * mm, _up(22), f"Score sheet · round {order.the_round.number}")
    canvas.drawString(180 * mm, _up(22), "♠♥♣♦")
    canvas.setFont(BOLD, 7)
    for head in shape.heads:
        canvas.drawString(head.left * mm, _up(layout.NAMES_TOP + 8), head.label)
    canvas.drawRightString((shape.seat_parts[0].left - 2) * mm, _up(shape.rows_bottom + 4), "Total")
    for at in range(len(shape.seat_parts) + 1):
        left, right = shape.signed(at)
        canvas.rect(left * mm, _up(layout.SIGNED_TOP + layout.SIGNED_HEIGHT), (right - left) * mm, 10.6 * mm)
    canvas.setFont(PLAIN, 7)
    canvas.drawString(16 * mm, _up(199), "● deals. * Call the jury before anyone plays. Unverified figures.")


def _names(canvas: Canvas, shape: Layout, page: SheetPage) -> None:
    canvas.setFont(PLAIN, 11)
    canvas.drawCentredString(28 * mm, _up(17), "Table")
    canvas.setFont(BOLD, 38)
    canvas.drawCentredString(28 * mm, _up(31), str(page.table))
    _code(canvas, page.url, 260 * mm, _up(32), 20 * mm)
    _code(canvas, page.text, 238 * mm, _up(29), 14 * mm)
    canvas.setFont(BOLD, 10)
    canvas.drawCentredString(270 * mm, _up(36), page.code)
    for at, (seat, column) in enumerate(zip(shape.seat_parts, page.columns, strict=True)):
        canvas.setFont(BOLD, 9)
        for line, text in enumerate(simpleSplit(column.name, BOLD, 9, (seat.right - seat.left - 1.4) * mm)):
            canvas.drawString((seat.left + 0.8) * mm, _up(layout.NAMES_TOP + 7 + line * 3.3), text)
        canvas.setFont(BOLD, 7.5)
        canvas.drawString((shape.signed(at)[0] + 1) * mm, _up(layout.SIGNED_TOP + 3), column.name)


def _up(down: float) -> float:
    """A place on a landscape page, from millimetres below its top to points above its foot."""
    return (layout.PAGE_HEIGHT - down) * mm


def _dark(canvas: Canvas, left: float, top: float, size: float, light: int) -> None:
    canvas.setFillGray(light)
    canvas.rect(left * mm, _up(top + size), size * mm, size * mm, stroke=0, fill=1)


def _slip(canvas: Canvas, order: Order, slip: Slip, x: float, y: float) -> None:
    canvas.setFont(BOLD, 25)
    canvas.drawString(x + 6 * mm, y + 46 * mm, str(slip.number))
    canvas.setFont(BOLD, 14)
    lines = simpleSplit(slip.name, BOLD, 14, 46 * mm)
    for line, text in enumerate(lines):
        canvas.drawString(x + 29 * mm, y + (49 - line * 5.5) * mm, text)
    canvas.setFont(PLAIN, 9.5)
    canvas.drawString(x + 29 * mm, y + (49 - len(lines) * 5.5) * mm, slip.club)
    _code(canvas, slip.url, x + 77 * mm, y + 32 * mm, 22 * mm)
    canvas.setFont(PLAIN, 8.5)
    canvas.drawCentredString(x + 88 * mm, y + 29 * mm, "Your results")
    sat = [seat for seat in slip.round_seats if seat]
    for line, label in enumerate((f"Table {sat[-1][0]}", f"seat {sat[-1][1]}") if sat else ()):
        canvas.setFont(BOLD, 29)
        canvas.drawString(x + 12 * mm, y + (30 - line * 9) * mm, label)
    for at, seat in enumerate(slip.round_seats):
        left = x + (6 + at * 18) * mm
        canvas.rect(left, y + 14.4 * mm, 18 * mm, 13 * mm)
        canvas.setFont(PLAIN, 8)
        canvas.drawString(left + mm, y + 24 * mm, f"R{at + 1}")
        canvas.setFont(BOLD, 14)
        canvas.drawCentredString(left + 9 * mm, y + 17 * mm, f"{seat[0]} · {seat[1]}" if seat else "")
    canvas.setFont(PLAIN, 8.5)
    canvas.drawString(x + 6 * mm, y + 10 * mm, "For each round: the table, then the seat. Seat 1 deals first.")
    canvas.setFont(PLAIN, 7)
    canvas.drawString(x + 6 * mm, y + 2 * mm, order.event.name)


def _ranking_page(canvas: Canvas, order: Order, rows: Sequence[RankingRow]) -> None:
    canvas.setFont(BOLD, 25)
    canvas.drawString(15 * mm, HEIGHT - 22 * mm, "Ranking")
    canvas.setFont(BOLD, 8.5)
    for text, x in (("Rank", 29), ("Name", 38), ("R1", 143), ("R2", 156), ("R3", 169), ("Points", 195)):
        canvas.drawRightString(x * mm, HEIGHT - 29 * mm, text)
    for at, row in enumerate(rows):
        y = HEIGHT - (35 + at * 6.4) * mm
        bold = BOLD if row.rank <= PODIUM else PLAIN
        canvas.setFont(PLAIN, 10.5)
        canvas.drawRightString(29 * mm, y, f"{row.rank}{' =' if row.shared else ''}")
        for column, points in enumerate([*row.rounds, row.adjustments]):
            canvas.drawRightString((143 + column * 13) * mm, y, points)
        canvas.setFont(bold, 10.5)
        canvas.drawString(30.6 * mm, y, row.name)
        after = 32.2 * mm + canvas.stringWidth(row.name, bold, 10.5)
        canvas.setFont(PLAIN, 8.5)
        canvas.drawString(after, y, f"{row.club} ({row.tie})" if row.tie else row.club)
        canvas.setFont(BOLD, 10.5)
        canvas.drawRightString(195 * mm, y, row.sum)
        canvas.line(15 * mm, y - 1.7 * mm, 195 * mm, y - 1.7 * mm)
    canvas.setFont(PLAIN, 8.5)
    canvas.drawString(15 * mm, 12 * mm, order.event.name)
    canvas.drawCentredString(105 * mm, 12 * mm, "Unverified figures")
    canvas.drawRightString(195 * mm, 12 * mm, str(canvas.getPageNumber()))


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


KINDS = {"sheets": PrintKind(sheets, "round"), "slips": PrintKind(all_slips), "ranking": PrintKind(ranking)}
