"""Workbooks as other programs write them, and odd ones of Excel's own: what is read is what one sees."""

import io
import zipfile
from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont

from tests.support.files.workbooks import GOOD, SPACE, STRINGS, repacked, sheet_of, with_strings, xlsx
from tests.support.servers.work import at_most
from tournament.errors import UserError
from tournament.exchange.lists import people_in, table_in, xlsx_in
from tournament.exchange.lists.list_lines import ListLine
from tournament.exchange.lists.proposal import Verdict

HEAD, AN = ListLine(1, ("Naam", "Club")), ListLine(2, ("An De Smet", "Hartenaas"))
ROWS = [["Naam", "Club"], ["An De Smet", "Hartenaas"]]


def saved(fill: Callable[[Workbook], object]) -> bytes:
    """A workbook with those rows, after something else was done to it."""
    book = Workbook()
    for row in ROWS:
        book.active.append(row)
    fill(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def with_parts(data: bytes, **parts: bytes) -> bytes:
    """The same file with more in it: macros, links to elsewhere, pictures."""
    out = io.BytesIO(data)
    with zipfile.ZipFile(out, "a") as packed:
        for name, content in parts.items():
            packed.writestr(f"xl/{name}", content)
    return out.getvalue()


def rich(book: Workbook) -> None:
    book.active["A2"] = CellRichText("An ", TextBlock(InlineFont(b=True), "De Smet"))


def behind_a_hidden_sheet(book: Workbook) -> None:
    book.create_sheet("Verborgen", 0).append(["Naam", "Niet lezen"])
    book.worksheets[0].sheet_state = "hidden"


def hiding(book: Workbook) -> None:
    book.active.row_dimensions[2].hidden = True
    book.active.column_dimensions["A"].hidden = True


def claiming_a_million_lines(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        sheet = packed.read("xl/worksheets/sheet1.xml")
    return repacked(data, sheet=sheet.replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"'))


INLINE = b'<row><c t="inlineStr"><is><t>Naam</t></is></c><c t="inlineStr"><is><t>Club</t></is></c></row>'
SMET = b'<c t="inlineStr"><is><t>An De Smet</t></is></c><c t="inlineStr"><is><t>Hartenaas</t></is></c>'
PREFIXED = sheet_of(INLINE + b"<row>" + SMET + b"</row>").replace(b"<", b"<x:").replace(b"<x:/", b"</x:")
PREFIXED = PREFIXED.replace(b"xmlns=", b"xmlns:x=")
PHONETIC = b"<si><r><t>An De </t></r><r><t>Smet</t></r><rPh sb='0' eb='1'><t>anu</t></rPh></si>"
FOUR = b"<sst><si><t>Naam</t></si><si><t>Club</t></si>" + PHONETIC + b"<si><t>Hartenaas</t></si></sst>"
BY_PLACE = b"".join(b'<row><c t="s"><v>%d</v></c><c t="s"><v>%d</v></c></row>' % pair for pair in ((0, 1), (2, 3)))

SAME = {
    "rich text": saved(rich),
    "a hidden sheet before it": saved(behind_a_hidden_sheet),
    "hidden lines and columns": saved(hiding),
    "more sheets behind it": saved(lambda book: book.create_sheet("Uitleg").append(["Naam"])),
    "merged cells": saved(lambda book: book.active.merge_cells("B2:B9")),
    "a sheet that claims a million lines": claiming_a_million_lines(saved(lambda book: None)),
    "macros and links": with_parts(
        saved(lambda book: None), **{"vbaProject.bin": b"Sub x", "externalLinks/e.xml": b"<a"}
    ),
    "texts without places (streaming writers)": repacked(GOOD, sheet=sheet_of(INLINE + b"<row>" + SMET + b"</row>")),
    "names with a prefix (OpenXML SDK)": repacked(GOOD, sheet=PREFIXED),
    "the strict namespaces": repacked(
        GOOD,
        sheet=sheet_of(INLINE + b"<row>" + SMET + b"</row>").replace(
            SPACE, b"http://purl.oclc.org/ooxml/spreadsheetml/main"
        ),
    ),
    "UTF-16 within": repacked(GOOD, sheet=sheet_of(INLINE + b"<row>" + SMET + b"</row>").decode().encode("utf-16")),
    "strings in runs, with how they are read aloud": repacked(with_strings(GOOD, FOUR), sheet=sheet_of(BY_PLACE)),
}


@pytest.mark.parametrize("data", SAME.values(), ids=SAME.keys())
def test_other_hands_write_the_same_list(data: bytes) -> None:
    assert table_in.lines(data) == [HEAD, AN]


def test_values_are_read_as_one_sees_them() -> None:
    data = xlsx([["Naam", 12.0, 12.5, 1e20, True, date(2026, 3, 5), "  x  ", "a\x09b", -0.0, "=1+1", "#N/A"]])
    cells = table_in.lines(data)[0].cells
    assert cells == ("Naam", "12", "12.5", "1e+20", "1", "2026-03-05", "x", "a\tb", "0", "=", "#N/A")


def test_a_formula_is_told_by_its_place_and_never_calculated() -> None:
    (line,) = table_in.lines(xlsx([["a", '=HYPERLINK("http://x.example",1)', "=A1"]]))
    assert line.formulas == {1, 2}
    csv = table_in.lines(b"Naam;Club\n=cmd|' /C calc'!A0;x\n")[1]
    assert csv.formulas == {0}


@pytest.mark.parametrize(
    ("row", "verdict"),
    [(["An", "=1+1"], Verdict.NEW), (["=A1", None], Verdict.REFUSED), (["#REF!", None], Verdict.REFUSED)],
)
def test_only_a_formula_that_would_be_read_stands_in_the_way(row: list[object], verdict: Verdict) -> None:
    (judged,) = people_in.judge(table_in.lines(xlsx([["Naam", "Leeftijd"], row])), []).lines
    assert judged.verdict == verdict


def test_merged_clubs_and_duplicate_headings() -> None:
    data = xlsx([["Leden 2026"], [], ["Naam", "Club", "Naam", "Club"], ["An", "Hartenaas", "x", "y"], ["Bea"]])
    proposal = people_in.judge(table_in.lines(data), [])
    assert proposal.ignored == ("Naam", "Club")
    assert [(row.line, row.person.name, row.person.club) for row in proposal.lines] == [
        (4, "An", "Hartenaas"),
        (5, "Bea", ""),
    ]


def test_a_line_number_never_comes_twice() -> None:
    rows = b'<row r="7"><c t="str"><v>Naam</v></c></row>' + b'<row r="7"><c t="str"><v>An</v></c></row>' * 2
    assert [line.number for line in table_in.lines(repacked(GOOD, sheet=sheet_of(rows)))] == [7, 8, 9]


CELL = st.one_of(
    st.none(),
    st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=20).filter(
        lambda text: not text.startswith("=")
    ),
    st.integers(-(10**9), 10**9),
)


@pytest.mark.long
@settings(max_examples=60)
@given(st.lists(st.lists(CELL, max_size=8), max_size=12))
def test_what_a_library_wrote_is_what_we_read(rows: list[list[object]]) -> None:
    expected = []
    for number, row in enumerate(rows, 1):
        told = ["" if cell is None else str(cell).strip() for cell in row]
        while told and not told[-1]:
            told.pop()
        if told:
            expected.append((number, tuple(told)))
    try:
        found = [(line.number, line.cells) for line in xlsx_in.lines(xlsx(rows))]
    except UserError:
        found = []
    assert found == expected


@settings(max_examples=100)
@given(st.binary(max_size=400), st.sampled_from([b"", b"PK\x03\x04", b"\xff\xfe", GOOD[:300], STRINGS[:500]]))
def test_any_bytes_are_a_table_or_a_sentence(data: bytes, start: bytes) -> None:
    try:
        table_in.lines(start + data)
    except UserError as refusal:
        assert refusal.status == 422


@settings(max_examples=60)
@given(st.integers(0, len(STRINGS) - 1), st.integers(0, 255))
def test_one_wrong_byte_breaks_nothing(at: int, byte: int) -> None:
    try:
        people_in.judge(table_in.lines(STRINGS[:at] + bytes([byte]) + STRINGS[at + 1 :]), [])
    except UserError as refusal:
        assert refusal.status == 422


WIDE = b"<row>" + b"<c><v>1</v></c>" * 14 + b"</row>"
WORST = {
    "as many cells as may be": repacked(GOOD, sheet=sheet_of(WIDE * 20_000)),
    "one line of cells": repacked(GOOD, sheet=sheet_of(b"<row>" + b'<c r="A1"><v>4</v></c>' * 290_000 + b"</row>")),
    "empty lines": repacked(GOOD, sheet=sheet_of(b"<row/>" * 590_000)),
    "one attribute": repacked(GOOD, sheet=b'<a x="' + b"x" * 15_000_000 + b'"/>'),
    "strings": with_strings(GOOD, b"<sst>" + b"<si><t>a</t></si>" * 290_000 + b"</sst>"),
    "accents": b"Naam;Club\n" + "Zoë Lefèvre;Hélène\n".encode("cp1252") * 19_999,
    "one cell of CSV": b"\xe9" * (5 * 1024 * 1024),
}


@pytest.mark.long
@pytest.mark.parametrize("data", WORST.values(), ids=WORST.keys())
def test_the_worst_that_is_looked_at_takes_little(data: bytes) -> None:
    assert len(data) <= 5 * 1024 * 1024
    with at_most(60_000_000):
        try:
            table_in.lines(data)
        except UserError as refusal:
            assert refusal.status == 422
