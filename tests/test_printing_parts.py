"""The parts of printing that know no page: columns of figures, bundles of pages."""

import io

import pikepdf
import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from tournament.printing import press
from tournament.printing.codes import Code
from tournament.printing.figures import FIGURE, figures
from tournament.printing.grid import MOST_DEALS, spans
from tournament.printing.letters import letters
from tournament.printing.setting import Box, Setting, Style
from tournament.printing.underlay import Bundle, Overlay, batches

# --- Figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", ["Regular", "Bold"])
def test_the_typeface_keeps_its_promise(weight: str) -> None:
    font = TTFont(press.HERE / "fonts" / f"SourceSans3-{weight}.ttf")
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    assert len({widths[glyphs[ord(sign)]][0] for sign in "0123456789+−\u2007"}) == 1
    assert all(ord(sign) in glyphs for sign in "♥♦♣♠●◆†○éèçïßŁłœ’–·")


@given(st.lists(st.lists(st.integers(-99_999, 99_999).map(str), min_size=3, max_size=3), min_size=1, max_size=5))
def test_figures_have_their_room(rows: list[list[str]]) -> None:
    set_as = figures(rows, 40)
    assert set_as.columns == 3 and set_as.width <= 40.1
    longest = max(len(text) for row in rows for text in row)
    assert longest * FIGURE * set_as.font < set_as.column


def test_no_rounds_take_no_room() -> None:
    assert figures([], 40).width == 0


# --- Pages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deals", [1, 8, 32, 33, 40, 64, 65])
def test_each_deal_stands_on_one_sheet(deals: int) -> None:
    found = spans(deals)
    assert [number for first, last in found for number in range(first, last + 1)] == list(range(1, deals + 1))
    assert max(last - first + 1 for first, last in found) <= MOST_DEALS


def test_a_bundle_puts_pages_in_the_order_that_is_asked() -> None:
    bundle = Bundle()
    for width in (200, 300, 400):
        bundle.add(press.pages(f'<html lang="en"><title>t</title><body>{width}', f"@page {{ size: {width}pt 50pt }}"))
    with pikepdf.open(io.BytesIO(bundle.finished([2, 0, 1]))) as pdf:
        assert [round(float(str(page.mediabox[2]))) for page in pdf.pages] == [400, 200, 300]


def test_a_form_is_in_the_file_once() -> None:
    form = press.pages('<html lang="en"><title>f</title><body><p>form')
    words = letters([], ["1", "2"], "en")
    overlays = []
    for number in ("1", "2"):
        setting = Setting(words, 297)
        setting.write(number, Box(10, 50, 20), Style(10, bold=True))
        overlays.append(Overlay(setting.drawn(), (Code(f"http://x/{number}", 100, 20, 30),)))
    bundle = Bundle()
    bundle.lay(form, words, overlays)
    with pikepdf.open(io.BytesIO(bundle.finished())) as pdf:
        forms = {page.resources.XObject["/Form"].objgen for page in pdf.pages}
        assert len(pdf.pages) == 2 and len(forms) == 1
        assert pdf.docinfo["/Title"] == "f"
        assert [str(page.Annots[0].A.URI) for page in pdf.pages] == ["http://x/1", "http://x/2"]


def test_an_empty_bundle_is_our_mistake() -> None:
    with pytest.raises(LookupError):
        Bundle().finished()


def test_batches_lose_nothing() -> None:
    assert [list(batch) for batch in batches([1, 2, 3, 4, 5], 2)] == [[1, 2], [3, 4], [5]]
