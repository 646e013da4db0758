"""What a pen draws over a form: names that read as they were written, in lines that fit, as large as they can be."""

from pathlib import Path
from unicodedata import normalize

import pikepdf
import pytest

from tests.support.files.paper import Printed, squeezed
from tournament.printing import letters
from tournament.printing.pdf.drawing import CUT, MISSING, Box, Pen, Style

NAMES = (
    "Éloïse Gâtineau-d’Œuvre ß",
    "Ĺukasz Żółć",
    "Maximiliaan-Hendrik van den Bossche-Vandenbroucke",
    "<b>An & Bea</b>",
    "Zoe\u0301 Dré",
    "M\u0323 Oro\u0323\u0301",
    "Дмитрий Γεώργιος",
    "−1234 +12 ♥♠ {nb}",
)
# Letters that join, and text that runs from right to left.
JOINED = "حبيب"
STYLE = Style(10, bold=True)


def drawn(pen: Pen, folder: Path) -> Printed:
    """What a pen drew, as a program reads it."""
    path = folder / "x.pdf"
    path.write_bytes(pen.drawn())
    return Printed(path)


def a_pen() -> Pen:
    pen = Pen()
    pen.turn()
    return pen


def sizes(paper: Printed) -> set[float]:
    """The sizes of the letters of a paper."""
    with pikepdf.open(paper.path) as pdf:
        steps = [step for page in pdf.pages for step in pikepdf.parse_content_stream(page, "Tf")]
        return {float(str(step.operands[1])) for step in steps}


# --- Letters ------------------------------------------------------------------------------------------------------


def test_a_name_reads_as_it_was_written(tmp_path: Path) -> None:
    pen = a_pen()
    for at, name in enumerate(NAMES):
        pen.write(name, Box(10, 10 + 20 * at, 180), STYLE)
    read = [normalize("NFC", line) for line in drawn(pen, tmp_path).lines]
    assert read == [normalize("NFC", name) for name in NAMES]


def test_letters_that_join_are_shaped(tmp_path: Path) -> None:
    """A joined letter has another glyph than the letter alone, and another width."""
    pen = a_pen()
    for top, text in ((20, JOINED), (40, "\u200c".join(JOINED))):
        pen.write(text, Box(10, top, 180), Style(20))
    paper = drawn(pen, tmp_path)
    assert JOINED in paper.lines[0]
    joined, apart = (max(right for _left, right, _word in paper.places(top, top + 10)) for top in (20, 40))
    assert joined < apart - 1


def test_another_font_is_in_the_file_only_if_a_name_needs_it(tmp_path: Path) -> None:
    for name, fonts in (("Bea Żółć", {"Source"}), ("דוד", {"Source", "DejaVu"})):
        pen = a_pen()
        pen.write(name, Box(10, 10, 180), STYLE)
        assert drawn(pen, tmp_path).fonts == fonts


def test_a_letter_that_no_font_has_leaves_a_sign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pen = a_pen()
    pen.write("Li 王 Ann", Box(10, 10, 180), STYLE)
    assert drawn(pen, tmp_path).text == f"Li {MISSING} Ann"
    monkeypatch.setattr(letters, "FALLBACK", (Path("/nowhere.ttf"),) * 2)
    pen = a_pen()
    pen.write("דוד Ann", Box(10, 10, 180), STYLE)
    assert drawn(pen, tmp_path).text == f"{MISSING * 3} Ann"


# --- Lines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [5, 12, 20, 34, 60])
def test_lines_fit_and_lose_nothing(width: int, tmp_path: Path) -> None:
    pen, high = Pen(), 0.0
    for name in NAMES:
        pen.turn()
        high = max(high, pen.write(name, Box(10, 10, width, 200), STYLE))
    paper = drawn(pen, tmp_path)
    assert [squeezed(normalize("NFC", page)) for page in paper.pages] == [squeezed(normalize("NFC", n)) for n in NAMES]
    outside = [word for left, right, word in paper.places(10, 10 + high) if left <= 9.9 or right >= 10.3 + width]
    assert outside == []


def test_a_name_is_set_as_large_as_its_words_stay_whole(tmp_path: Path) -> None:
    pen = a_pen()
    pen.write(NAMES[2], Box(0, 0, 34, 20), *(Style(size, bold=True) for size in (14, 10, 6)))
    paper = drawn(pen, tmp_path)
    assert sizes(paper) == {10} and paper.text.startswith("Maximiliaan-Hendrik van den")


def test_what_has_no_room_at_all_is_cut_and_says_so(tmp_path: Path) -> None:
    pen = a_pen()
    high = pen.write("X" * 60, Box(10, 10, 30, 4), STYLE)
    said = drawn(pen, tmp_path).text
    assert said.startswith("XXX") and said.endswith(CUT) and len(said) < 30
    assert high == pytest.approx(STYLE.line)


@pytest.mark.parametrize("text", ["17", "Ж17"])
def test_a_text_may_be_in_the_middle(text: str, tmp_path: Path) -> None:
    pen = a_pen()
    pen.write(text, Box(10, 10, 50, align="center"), STYLE)
    ((left, right, _word),) = drawn(pen, tmp_path).places(10, 15)
    assert (left + right) / 2 == pytest.approx(35, abs=0.1)
