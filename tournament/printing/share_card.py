"""The picture that is shown where a link is shared: 1200 × 630, whatever stands on it.

Nothing sticks out: what is too long is set smaller, and cut where it would be too small to read.
"""

import io
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from tournament.reading.outside.cards import MAX_ROWS, ShareCard

WIDTH, HEIGHT, MARGIN = 1200, 630, 64
FONTS = Path(__file__).parent / "fonts"
FELT, PALE, WHITE, GOLD = "#0d4f3a", "#c9ddd4", "#ffffff", "#f2c46d"
# The edges of the letters need some shades between these four.
COLOURS = 48
CUT = "…"
ROW_HEIGHT = 84


def draw_card(card: ShareCard) -> bytes:
    """The picture as a PNG."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), FELT)
    pen = ImageDraw.Draw(picture)
    inner = WIDTH - 2 * MARGIN
    _write(pen, card.above, (MARGIN, 84), inner, 34, 24, PALE)
    _write(pen, card.title, (MARGIN, 160), inner, 68, 28, WHITE, bold=True)
    _write(pen, card.below, (MARGIN, 214), inner, 34, 24, PALE)
    for at, (rank, name, figure) in enumerate(card.podium[:MAX_ROWS]):
        baseline = 316 + at * ROW_HEIGHT
        figure_width = _write(pen, figure, (WIDTH - MARGIN, baseline), 260, 52, 30, GOLD, bold=True, right=True)
        _write(pen, rank, (MARGIN, baseline), 90, 52, 28, PALE)
        _write(pen, name, (MARGIN + 110, baseline), inner - 140 - figure_width, 52, 26, WHITE)
    if card.figure:
        width = _write(pen, card.figure, (MARGIN, 440), inner // 2, 200, 80, GOLD, bold=True)
        _write(pen, card.beside, (MARGIN + width + 40, 440), inner - width - 40, 52, 28, WHITE)
    pen.line((MARGIN, 546, WIDTH - MARGIN, 546), fill=PALE, width=2)
    brand = _write(pen, "Troel ♥♦♣♠", (WIDTH - MARGIN, 594), 300, 32, 24, PALE, bold=True, right=True)
    _write(pen, card.foot, (MARGIN, 594), inner - brand - 40, 32, 22, PALE)
    out = io.BytesIO()
    picture.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _write(
    pen: ImageDraw.ImageDraw,
    text: str,
    anchor: tuple[float, float],
    width: float,
    size: int,
    smallest: int,
    colour: str,
    *,
    bold: bool = False,
    right: bool = False,
) -> float:
    """Writes a line from the left, or up to the right, on a baseline; returns how wide it became."""
    text = " ".join(text.split())
    font = _font(size, bold)
    while font.getlength(text) > width and size > smallest:
        size -= 2
        font = _font(size, bold)
    if font.getlength(text) > width:
        while text and font.getlength(text + CUT) > width:
            text = text[:-1].rstrip()
        text += CUT
    pen.text(anchor, text, colour, font, anchor="rs" if right else "ls")
    return font.getlength(text)


@cache
def _font(size: int, bold: bool) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONTS / f"SourceSans3-{'Bold' if bold else 'Regular'}.ttf", size)
