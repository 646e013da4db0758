"""Words that are set once: as wide as the press sets them, on lines that fit, and where a template leaves a place."""

import subprocess
from pathlib import Path
from unicodedata import normalize

import pikepdf
import pytest
import weasyprint
from hypothesis import given, settings
from hypothesis import strategies as st
from weasyprint.text.fonts import FontConfiguration

from tournament.printing import press, rows
from tournament.printing.letters import CUT, Letters, letters, pieces
from tournament.printing.setting import POINT, Box, Setting, Style, broken

NAMES = (
    "Éloïse Gâtineau-d’Œuvre ß",
    "Ĺukasz Żółć",
    "Maximiliaan-Hendrik van den Bossche-Vandenbroucke",
    "<b>An & Bea</b>",
    "Zoe\u0301 Dré",
    "Дмитрий Γεώργιος",
    "−1234 +12 ♥♠",
)
STYLE = Style(10, bold=True)


@pytest.fixture(scope="module")
def words() -> Letters:
    return letters(NAMES, [*NAMES, "X" * 60], "nl")


def shown(drawn: bytes, words: Letters, folder: Path) -> str:
    """The text of a page on which this was drawn, as a program reads it."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(595, 842))
        fonts = {f"/{name}": pdf.copy_foreign(font) for name, font in words.fonts.items()}
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(fonts))
        page.obj.Contents = pdf.make_stream(drawn)
        pdf.save(folder / "x.pdf")
    read = subprocess.run(["pdftotext", "-raw", str(folder / "x.pdf"), "-"], capture_output=True, text=True, check=True)
    return read.stdout.strip()


# --- Letters ------------------------------------------------------------------------------------------------------


def test_a_text_falls_apart_into_words_and_parts_of_words() -> None:
    assert pieces("  Ann-Marie\nvan der  Elst--Dupont ") == [
        "Ann-",
        "Marie",
        " ",
        "van",
        " ",
        "der",
        " ",
        "Elst--",
        "Dupont",
    ]


def test_words_are_as_wide_as_the_press_sets_them(words: Letters) -> None:
    """Kerning and all: the press itself is asked where a word ends that follows another."""
    fonts = FontConfiguration()
    style = weasyprint.CSS(filename=str(press.STYLE / "print.css"), font_config=fonts)
    for name in ("Vandenbroucke", "Żółć"):
        (piece,) = letters([], [name], "nl").pieces(name, bold=True)
        set_ = weasyprint.HTML(string=f'<a id="start">.</a><p><b>{name}<i id="end">.</i></b>')
        at = set_.render(stylesheets=[style], font_config=fonts).pages[0].anchors
        assert (at["end"][0] - at["start"][0]) * 0.75 / 10.5 == pytest.approx(piece.width, abs=0.02)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_reads_as_it_was_written(name: str, words: Letters, tmp_path: Path) -> None:
    setting = Setting(words, 297)
    setting.write(name, Box(10, 10, 180), STYLE)
    assert normalize("NFC", shown(setting.drawn(), words, tmp_path)) == normalize("NFC", name)


def test_no_letter_of_our_names_is_missing(words: Letters) -> None:
    """Glyph 0 is the box that stands for a letter no font has."""
    assert all("<0000>" not in glyph.shown for piece in words.words.values() for glyph in piece.glyphs)


def test_a_word_that_was_not_set_is_our_mistake(words: Letters) -> None:
    with pytest.raises(KeyError):
        words.pieces("Nobody", bold=True)


# --- Lines --------------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(st.sampled_from([word for name in NAMES for word in name.split()]), max_size=8), st.integers(3, 40))
def test_lines_fit_and_lose_nothing(words: Letters, chosen: list[str], room: int) -> None:
    text = words.pieces(" ".join(chosen), bold=True)
    lines = broken(text, room)
    assert all(sum(glyph.advance for glyph in line) <= room + 0.6 for line in lines)
    kept = [glyph for line in lines for glyph in line]
    (space,) = words.words[True, " "].glyphs
    assert [glyph for glyph in kept if glyph != space] == [
        glyph for piece in text if not piece.space for glyph in piece.glyphs
    ]


def test_a_name_is_set_as_large_as_its_words_stay_whole(words: Letters) -> None:
    sizes = [Style(size, bold=True) for size in (14, 10, 6)]
    long = Setting(words, 297)
    long.write(NAMES[2], Box(0, 0, 34, 20), *sizes)
    assert " 10 Tf" in "".join(long.marks) and " 14 Tf" not in "".join(long.marks)


def test_what_has_no_room_at_all_is_cut_and_says_so(words: Letters, tmp_path: Path) -> None:
    setting = Setting(words, 297)
    high = setting.write("X" * 60, Box(10, 10, 30, 4), STYLE)
    said = shown(setting.drawn(), words, tmp_path)
    assert said.startswith("XXX") and said.endswith(CUT) and len(said) < 30
    assert high == pytest.approx(STYLE.line)


def test_a_text_may_end_at_the_right(words: Letters) -> None:
    setting = Setting(words, 297)
    wide = setting.width("−1234", STYLE)
    setting.write("−1234", Box(10, 0, 50, align="right"), STYLE)
    left = float(setting.marks[0].split()[6])
    assert left == pytest.approx((60 - wide) * POINT, abs=0.02)


# --- Places -------------------------------------------------------------------------------------------------------


def test_rows_are_read_where_their_place_is(words: Letters, tmp_path: Path) -> None:
    setting = Setting(words, 20)
    setting.write("Ĺukasz Żółć", Box(0, 5, 100), STYLE)
    place = rows.Place(3, 100, 20)
    kept = f'<p class="rows"><img class="x" src="{place.picture}"></p>'
    html = f'<html lang="nl"><title>t</title><body><p>above</p>{kept}<p>below'
    made = press.pages(html, ".x { height: 20mm }", ("list.css",))
    path = tmp_path / "x.pdf"
    path.write_bytes(rows.filled(made, words, [(place, setting.drawn())]))
    read = subprocess.run(["pdftotext", "-raw", str(path), "-"], capture_output=True, text=True, check=True).stdout
    assert read.split()[:4] == ["above", "Ĺukasz", "Żółć", "below"]


def test_every_place_has_a_picture_of_its_own() -> None:
    assert len({rows.dot(number) for number in range(600)}) == 600


def test_the_press_tells_how_far_down_something_begins() -> None:
    html = '<html lang="nl"><title>t</title><body><div style="height: 50mm"></div><p id="here">x'
    assert press.top_of("here", html, ("list.css",)) == pytest.approx(64, abs=0.1)


def test_a_picture_that_is_not_there_has_no_rows() -> None:
    made = press.pages('<html lang="nl"><title>t</title><body><p>no place')
    with pytest.raises(LookupError):
        rows.filled(made, letters([], [], "nl"), [(rows.Place(0, 10, 10), b"")])
