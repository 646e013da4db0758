"""Workbooks made by hand: good, foreign and hostile."""

import io
import zipfile
from collections.abc import Sequence

from openpyxl import Workbook


def xlsx(rows: Sequence[Sequence[object]]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def repacked(data: bytes, **changed: bytes) -> bytes:
    """The same workbook with other parts: sheet=…, workbook=…, strings=…"""
    names = {"sheet": "xl/worksheets/sheet1.xml", "strings": "xl/sharedStrings.xml", "workbook": "xl/workbook.xml"}
    new = {names[key]: content for key, content in changed.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for part in old.infolist():
            made.writestr(part.filename, new.pop(part.filename, b"") or old.read(part.filename))
        for name, content in new.items():
            made.writestr(name, content)
    return out.getvalue()


def zipped(name: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr(name, "text")
    return out.getvalue()


GOOD = xlsx([["Naam"], ["An De Smet"]])
BOMB = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
SPACE = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def sheet_of(rows: bytes) -> bytes:
    return b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (SPACE, rows)


def with_strings(data: bytes, strings: bytes) -> bytes:
    """The same workbook, its cells naming texts of a part of their own."""
    kind = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for part in old.infolist():
            content = old.read(part.filename)
            if part.filename == "xl/_rels/workbook.xml.rels":
                relation = b'<Relationship Id="rId99" Type="%s" Target="sharedStrings.xml"/></Relationships>' % kind
                content = content.replace(b"</Relationships>", relation)
            made.writestr(part.filename, content)
        made.writestr("xl/sharedStrings.xml", strings)
    return out.getvalue()


CELLS = b'<row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row>'
STRINGS = repacked(with_strings(GOOD, b"<sst><si><t>Naam</t></si><si><t>An</t></si></sst>"), sheet=sheet_of(CELLS))
HOSTILE = {
    "empty": (b"", "empty"),
    "spaces": (b" \n\n", "empty"),
    "larger than can be": (b"a" * (5 * 1024 * 1024 + 1), "larger than 5 MB"),
    "half a workbook": (GOOD[: len(GOOD) // 2], "damaged"),
    "a zip of something else": (zipped("word/document.xml"), "not an Excel workbook"),
    "an old Excel file": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "old Excel file"),
    "a PDF": (b"%PDF-1.7\n", "not a spreadsheet"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "not a spreadsheet"),
    "bytes": (bytes(range(256)), "not a spreadsheet"),
    "no names": (b"1;2\n3;4\n", "No column of this list contains names"),
    "headings alone": (b"Naam;Club\n", "no players below"),
    "too many lines": (b"Naam\n" + b"An\n" * 100_000, "more than 20000 lines"),
    "a part that is no XML": (repacked(GOOD, sheet=b"<worksheet><sheetData><row>"), "damaged"),
    "entities": (repacked(GOOD, sheet=BOMB + b"<worksheet>&b;</worksheet>"), "damaged"),
    "entities among the strings": (repacked(STRINGS, strings=BOMB + b"<sst><si><t>&b;</t></si></sst>"), "damaged"),
    "entities in the workbook": (repacked(GOOD, workbook=BOMB + b"<workbook>&b;</workbook>"), "damaged"),
    "a string that is not there": (repacked(STRINGS, strings=b"<sst/>"), "damaged"),
    "2,000 columns": (xlsx([["Naam"] * 2000, ["An"] * 2000]), "more than 60 columns"),
    "2,000 columns of CSV": (b"Naam;" * 2000 + b"\nAn", "more than 60 columns"),
    "NUL bytes in CSV": (b"Naam\nAn\0Bea\n", "not a spreadsheet"),
    "half a UTF-16": (b"\xff\xfeN", "not a spreadsheet"),
    "OpenDocument": (zipped("content.xml"), "not an Excel workbook"),
    "empty cells without end": (
        repacked(GOOD, sheet=sheet_of(b"<row>" + b"<c/>" * 600_000 + b"</row>")),
        "contains more than",
    ),
    "an element of many attributes": (
        repacked(GOOD, sheet=b"<a " + b" ".join(b'a%d=""' % n for n in range(200)) + b"/>"),
        "contains more than",
    ),
    "a zip bomb": (repacked(GOOD, sheet=b" " * (60 * 1024 * 1024)), "contains more than"),
}
