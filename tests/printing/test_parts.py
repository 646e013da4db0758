"""The parts of printing that know no page: columns of figures, bundles of pages."""

from pathlib import Path

import pikepdf
import pytest
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from tests.support.files.paper import Printed
from tournament.printing.figures import FIGURE, figures
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.drawing import Box, Pen, Style
from tournament.printing.pdf.underlay import Bundle, batches, lay_on_forms
from tournament.scan.layout import MAX_DEALS, spans

# --- Figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_typeface_keeps_its_promise(weight: str) -> None:
    font = TTFont(html_to_pdf.HERE / "fonts" / f"SourceSans3-{weight}.ttf")
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    assert len({widths[glyphs[ord(sign)]][0] for sign in "0123456789+−\u2007"}) == 1
    assert all(ord(sign) in glyphs for sign in "♥♦♣♠●◆†○éèçïßŁłœ’–·")


@given(st.lists(st.lists(st.integers(-99_999, 99_999).map(str), min_size=3, max_size=3), min_size=1, max_size=5))
def test_figures_have_their_room(rows: list[list[str]]) -> None:
    set_as = figures(rows, 40)
    assert set_as.column_count == 3 and set_as.width <= 40.1
    longest = max(len(text) for row in rows for text in row)
    assert longest * FIGURE * set_as.font < set_as.column


def test_no_rounds_take_no_room() -> None:
    assert figures([], 40).width == 0


# --- Pages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [1, 8, 32, 33, 40, 64, 65])
def test_each_deal_stands_on_one_sheet(deals: int) -> None:
    found = spans(deals)
    assert [number for first, last in found for number in range(first, last + 1)] == list(range(1, deals + 1))
    assert max(last - first + 1 for first, last in found) <= MAX_DEALS


def test_forms_are_in_the_file_once_each_and_what_is_on_them_is_read_first(tmp_path: Path) -> None:
    forms = [html_to_pdf.pages(f'<html lang="nl"><title>{name}</title><body><p>form {name}') for name in ("one", "two")]
    pen = Pen()
    for number in ("1", "2", "3"):
        pen.turn()
        pen.write(f"Table {number}", Box(10, 50, 20), Style(10, bold=True))
        pen.code(f"http://x/{number}", 100, 20, 30)
    paper = Printed(tmp_path / "x.pdf")
    paper.path.write_bytes(lay_on_forms(pen.drawn(), [forms[0], forms[1], forms[0]]))
    assert [" ".join(page.split()) for page in paper.pages] == [
        "Table 1 form one",
        "Table 2 form two",
        "Table 3 form one",
    ]
    assert (paper.title, paper.language, paper.sizes) == ("one", "nl", {(210, 297)})
    assert paper.codes() == [(f"http://x/{number}", True) for number in (1, 2, 3)]
    with pikepdf.open(paper.path) as pdf:
        assert len({page.resources.XObject.Form.objgen for page in pdf.pages}) == 2


def test_an_empty_bundle_is_our_mistake() -> None:
    with pytest.raises(LookupError):
        Bundle().finished()


def test_batches_lose_nothing() -> None:
    assert [list(batch) for batch in batches([1, 2, 3, 4, 5], 2)] == [[1, 2], [3, 4], [5]]
