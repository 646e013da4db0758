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
from tournament.printing.rankings import PODIUM
from tournament.printing.score_sheets import Page
from tournament.printing.slips import Slip
from tournament.ranking import live
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
        _form(canvas, order, divided)
        canvas.endForm()
        for page in pages:
            canvas.doForm(f"sheet{number}")
            _names(canvas, divided, page)
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


def _form(canvas: Canvas, order: Order, divided: Grid) -> None:
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
    canvas.lines([(edge * mm, bottom, edge * mm, bottom - division.TOTAL_HEIGHT * mm) for edge in edges[4::2]])
    rows = [top - names - at * divided.row * mm for at in range(len(divided.rows) + 1)]
    heights = [top, *rows, bottom - division.TOTAL_HEIGHT * mm]
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
    _form_texts(canvas, order, divided, edges, top, bottom)


def _form_texts(canvas: Canvas, order: Order, divided: Grid, edges: Sequence[float], top: float, bottom: float) -> None:
    """What else is printed on a sheet: head, headings, total, remarks, signatures, legend."""
    left, right = division.MARGIN * mm, WIDTH - division.MARGIN * mm
    canvas.rect(left, HEIGHT - 34 * mm, 30 * mm, 26 * mm)
    canvas.setFont(BOLD, 13)
    canvas.drawString(44 * mm, HEIGHT - 13 * mm, order.event.name)
    canvas.setFont(PLAIN, 11)
    canvas.drawString(44 * mm, HEIGHT - 18 * mm, f"Score sheet · round {order.the_round.number}")
    canvas.drawString(158 * mm, HEIGHT - 13 * mm, "♠♥♣♦")
    canvas.setFont(BOLD, 8)
    for edge, text in zip(edges[1:], ("Contract: circle it", "Who", "Tricks"), strict=False):
        canvas.drawString(edge * mm + mm, top - 4 * mm, text)
    canvas.drawRightString(edges[4] * mm - mm, bottom - 5 * mm, "Total")
    foot = HEIGHT - (division.SIGNATURES_TOP + division.SIGNATURES_HEIGHT) * mm
    remarks = HEIGHT - (division.SIGNATURES_TOP - division.GAP) * mm
    canvas.rect(left, remarks, right - left, HEIGHT - divided.remarks_top * mm - remarks)
    canvas.drawString(left + mm, HEIGHT - (divided.remarks_top + 3.5) * mm, "Remarks of the jury")
    for at, position in enumerate(divided.positions):
        canvas.drawString((edges[4] + at * divided.player + 0.8) * mm, top - 3 * mm, str(position))
        x = left + at * (divided.signature + 2) * mm
        canvas.rect(x, foot, divided.signature * mm, division.SIGNATURES_HEIGHT * mm)
        canvas.drawString(x + mm, foot + 12 * mm, str(position))
    canvas.setFont(PLAIN, 8)
    legend = "● deals. On the left the points of the deal, on the right the running total. * The jury first, before"
    canvas.drawString(left, HEIGHT - 290 * mm, f"{legend} anyone plays. Unverified figures.")


def _group(canvas: Canvas, group: division.Group, size: float, x: float, y: float) -> float:
    canvas.setFont(PLAIN, size)
    canvas.drawString(x, y, group.label)
    x += canvas.stringWidth(group.label, PLAIN, size) + 1.5 * mm
    canvas.setFont(BOLD, size)
    for code in group.codes:
        canvas.drawString(x, y, code.text)
        x += canvas.stringWidth(code.text, BOLD, size) + 0.76 * size
    return x


def _names(canvas: Canvas, divided: Grid, page: Page) -> None:
    canvas.setFont(PLAIN, 11)
    canvas.drawCentredString(25 * mm, HEIGHT - 13 * mm, "Table")
    canvas.setFont(BOLD, 40)
    canvas.drawCentredString(25 * mm, HEIGHT - 28 * mm, str(page.table))
    _code(canvas, page.url, 176 * mm, HEIGHT - 32 * mm, 24 * mm)
    canvas.setFont(BOLD, 11)
    canvas.drawCentredString(188 * mm, HEIGHT - 36 * mm, page.code)
    for at, column in enumerate(page.columns):
        canvas.setFont(BOLD, 9)
        x = (divided.names_left + at * divided.player + 0.9) * mm
        for line, text in enumerate(simpleSplit(column.name, BOLD, 9, (divided.player - 1.6) * mm)):
            canvas.drawString(x, HEIGHT - (division.NAMES_TOP + 6 + line * 3.3) * mm, text)
        canvas.setFont(BOLD, 7.5)
        left = (division.MARGIN + at * (divided.signature + 2) + 5) * mm
        canvas.drawString(left, HEIGHT - (division.SIGNATURES_TOP + 3) * mm, column.name)


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
    for at, seat in enumerate(slip.seats):
        left = x + (6 + at * 18) * mm
        canvas.rect(left, y + 14.4 * mm, 18 * mm, 13 * mm)
        canvas.setFont(PLAIN, 8)
        canvas.drawString(left + mm, y + 24 * mm, f"R{at + 1}")
        canvas.setFont(BOLD, 14)
        canvas.drawCentredString(left + 9 * mm, y + 17 * mm, seat)
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


KINDS = {"sheets": Kind(sheets, "round"), "slips": Kind(all_slips), "ranking": Kind(ranking)}
