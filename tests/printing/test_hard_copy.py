"""What a copy in hard black and white leaves of a score sheet: the letters and figures in its bubbles can be read."""

import subprocess
from pathlib import Path

import pytest
from django.utils import translation
from PIL import Image

from tests.support.events import cast
from tests.support.files.paper import Printed, printed
from tests.support.servers.nightly import by_day
from tournament.printing.paper import Order
from tournament.printing.sheets import score_sheets
from tournament.scan.layout import Layout, PageBubble

# What is printed in a bubble is within these shares of its width and height.
WIDE, TALL = 0.76, 0.38


def shares(paper: Printed, shape: Layout, spots: list[PageBubble], dpi: int, below: int) -> list[float]:
    """How much of the inside of each bubble is darker than `below`, at a resolution."""
    path = paper.path.with_suffix("")
    subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", "-singlefile", str(paper.path), str(path)], check=True)
    dark = []
    with Image.open(path.with_suffix(".pgm")) as page:
        for spot in spots:
            wide, tall = shape.wide * WIDE / 2, shape.tall * TALL / 2
            edges = [edge * dpi / 25.4 for edge in (spot.x - wide, spot.y - tall, spot.x + wide, spot.y + tall)]
            inside = page.crop((round(edges[0]), round(edges[1]), round(edges[2]), round(edges[3])))
            dark.append(sum(inside.histogram()[:below]) / (inside.width * inside.height))
    return dark


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("language", by_day(["fr", "nl"]))
def test_letters_and_figures_are_left_in_black_and_white(language: str, tmp_path: Path) -> None:
    event = cast.playing(players=4, deals=16)
    paper = printed(event, "sheets", tmp_path, "--language", language)
    with translation.override(language):
        (page,) = score_sheets.pages(Order(event, cast.round_of(event)))
    spots = [spot for spot in page.shape.spots() if spot.deal in (1, 2, 7)]
    letters = [spot for spot in spots if len(spot.text) > 1 and spot.text.isalpha()]
    assert len({spot.text for spot in letters}) == 3
    signs = [spot for spot in spots if spot.kind in ("made", "lost")]
    # A + without its upright would be a −.
    for some, least in ((letters, 0.45), (signs, 0.6), ([spot for spot in spots if spot.text.isdigit()], 0.25)):
        whole = shares(paper, page.shape, some, 600, 200)
        for dpi in (150, 200):
            left = shares(paper, page.shape, some, dpi, 128)
            assert min(ink / print for ink, print in zip(left, whole, strict=True)) > least, dpi
