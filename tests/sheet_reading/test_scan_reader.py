"""The reader of score sheets: what it opens, what it refuses, what it is sure of, and what it asks.

How often it is right is told by benchmarks/reading.py, on 5,000 rows; here are a few sheets of every kind.
"""

import io
import random
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import cv2
import numpy as np
import pikepdf
import pytest

from tests.filled import blanks, camera, hand, judge, trial
from tests.filled.pens import Colours
from tournament.scan import bounds, ink, paper, reader
from tournament.scan.align import REACH
from tournament.scan.pages import MAX_PAGES, PageError, Picture, pages
from tournament.scan.verdicts import verdicts

SQUARES = [
    *[(number, 6.0 + 285 * (number % 2), 6.0 + 191 * (number // 2), 7.0) for number in range(4)],
    *[(12 + at, 6.0, 50.0 + 30 * at, 4.0) for at in range(5)],
    *[(17 + at, 287.0, 50.0 + 30 * at, 4.0) for at in range(5)],
]
TILTED = np.array([[7.0, 0.4, 60.0], [-0.3, 6.6, 90.0], [2e-4, 1e-4, 1.0]])


def refused(path: Path) -> str:
    """Why a file is not opened."""
    with pytest.raises(PageError) as why:
        pages(path)
    return why.value.code


# --- Files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"Deal 1: PC8", b"%PDF-1.7 and no more", b"\xff\xd8\xff", b"GIF89a"])
def test_what_is_no_picture_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "sheet.jpg"
    path.write_bytes(data)
    assert refused(path) == "unreadable file"


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "gone.pdf") == "unreadable file"


def test_a_picture_that_unpacks_to_gigabytes_is_refused_by_its_header(tmp_path: Path) -> None:
    """Small as a file, and nothing of it is decoded."""
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"")),
        (b"IEND", b""),
    )
    path = tmp_path / "bomb.png"
    whole = [struct.pack(">I", len(of)) + kind + of + struct.pack(">I", zlib.crc32(kind + of)) for kind, of in parts]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(whole))
    assert refused(path) == "too large"


def test_more_pages_than_a_championship_has_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    with pikepdf.new() as pdf:
        for _page in range(MAX_PAGES + 1):
            pdf.add_blank_page()
        pdf.save(path)
    assert refused(path) == "too many pages"


def test_a_large_picture_is_made_smaller_and_a_page_of_any_size_drawn_in_ours(tmp_path: Path) -> None:
    photo, sheet = tmp_path / "photo.jpg", tmp_path / "poster.pdf"
    photo.write_bytes(cv2.imencode(".jpg", np.zeros((1000, 4000), np.uint8))[1].tobytes())
    with pikepdf.new() as pdf:
        pdf.add_blank_page(page_size=(14_000, 7_000))
        pdf.save(sheet)
    assert [page().shape for page in pages(photo)] == [(750, 3000, 3)]
    assert [page().shape for page in pages(sheet)] == [(1200, 2400, 3)]


# --- Where the sheet lies -----------------------------------------------------------------------------------------


def seen(squares: Sequence[paper.Square], bend: float = 0.0) -> dict[int, paper.Points]:
    """The squares in a picture of the page that lies askew, and bent by so many pixels."""
    found = {}
    for number, left, top, size in squares:
        corners = np.array([[left, top], [left + size, top], [left + size, top + size], [left, top + size]])
        found[number] = cv2.perspectiveTransform(corners[None], TILTED)[0] + [0, 1] * (
            bend * np.sin(corners[:, :1] / 100)
        )
    return found


def test_every_millimetre_is_found_by_the_squares() -> None:
    sheet = paper.find(seen(SQUARES), SQUARES)
    page = np.array([[20.0, 60.0], [150.0, 100.0], [280.0, 190.0]])
    assert np.allclose(sheet.places(page), cv2.perspectiveTransform(page[None], TILTED)[0], atol=0.01)
    assert all(paper.sure_rows([60.0, 100.0, 150.0], SQUARES, sheet))


def test_a_bend_is_followed() -> None:
    sheet = paper.find(seen(SQUARES, bend=10.0), SQUARES)
    assert max(sheet.off.values()) < 0.3


def test_a_square_of_another_paper_is_left_out() -> None:
    there = seen(SQUARES)
    there[13] += 40.0
    sheet = paper.find(there, SQUARES)
    assert sheet.off.pop(13) == paper.ASTRAY
    assert max(sheet.off.values()) < 0.05


def test_too_few_squares_are_no_sheet() -> None:
    with pytest.raises(PageError, match="no sheet"):
        paper.find(seen(SQUARES[:5]), SQUARES)


def test_squares_that_do_not_lie_as_they_are_printed_are_of_a_folded_sheet() -> None:
    """Whoever took the picture sees the whole sheet in it."""
    there = seen(SQUARES)
    for number, aside in ((12, 20.0), (14, -20.0), (18, 20.0), (20, -20.0)):
        there[number] += aside
    with pytest.raises(PageError, match="folded"):
        paper.find(there, SQUARES)


def test_a_row_without_a_square_beside_it_is_not_sure() -> None:
    """As where a thumb covers the margin: the squares above and below a row, on one side."""
    covered = [square for square in SQUARES if square[0] not in (18, 19)]
    sheet = paper.find(seen(covered), SQUARES)
    assert paper.sure_rows([70.0, 100.0, 120.0], SQUARES, sheet) == [True, False, True]


@pytest.mark.parametrize("hidden", [1.5, 3.0, 3.85, 5.0, 7.7, 11.0, 15.4])
@pytest.mark.parametrize("at", [48.0, 60.0, 72.0, 95.0, 130.0, 165.0, 185.0])
def test_no_row_is_looked_for_where_a_fold_has_put_another(hidden: float, at: float) -> None:
    """A fold hides a strip: all below lies higher. The worst fault would be to read a row as the one beside it."""

    def lies(page: paper.Points) -> paper.Points:
        folded = page - np.where(page[:, 1:] > at, [[0.0, hidden]], [[0.0, 0.0]])
        return np.asarray(cv2.perspectiveTransform(folded[None], TILTED)[0])

    there = {square[0]: lies(paper._corners(*square[1:])) for square in SQUARES}
    rows = np.array([[150.0, 58.35 + 7.7 * row] for row in range(16)])
    try:
        sheet = paper.find(there, SQUARES)
        paper.check(sheet)
    except PageError:
        return
    sure = paper.sure_rows(rows[:, 1].tolist(), SQUARES, sheet)
    off = np.linalg.norm(sheet.places(rows) - lies(rows), axis=1) / 6.6
    # What the outlines put right besides is far less than half a row.
    assert [row for row in range(16) if sure[row] and off[row] > 7.7 / 2 - REACH[1]] == []


def test_a_sheet_in_a_corner_of_a_picture_is_too_small() -> None:
    far = {number: corners * 0.4 for number, corners in seen(SQUARES).items()}
    paper.check(paper.find(seen(SQUARES), SQUARES))
    with pytest.raises(PageError, match="too small"):
        paper.check(paper.find(far, SQUARES))


# The same squares with white around each of them, as they are printed.
PRINTED = [(number, min(left, 284.0), top, size) for number, left, top, size in SQUARES]
HIDDEN, NEXT = PRINTED[6:8]


def printed() -> Picture:
    """A page with nothing on it but its squares."""
    page = np.full((round(paper.HEIGHT * paper.SCALE), round(paper.WIDTH * paper.SCALE)), 250, np.uint8)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, left, top, size in PRINTED:
        marker = cv2.aruco.generateImageMarker(known, number, round(size * paper.SCALE))
        page[patch(left, top, size, 0.0)] = marker
    return page


def patch(left: float, top: float, size: float, beside: float = 2.0) -> tuple[slice, slice]:
    """The pixels of a square and of what is beside it."""
    x, y = round((left - beside) * paper.SCALE), round((top - beside) * paper.SCALE)
    side = round((size + 2 * beside) * paper.SCALE)
    return slice(y, y + side), slice(x, x + side)


def test_a_square_that_a_blur_hides_is_seen_again() -> None:
    page = printed()
    part = patch(*HIDDEN[1:])
    page[part] = cv2.GaussianBlur(page[part], (0, 0), 0.3 * paper.SCALE)
    there = paper.detect(page)
    assert sorted(there) == sorted(square[0] for square in PRINTED if square != HIDDEN)
    again = paper.look_again(page, PRINTED, paper.find(there, PRINTED))
    assert list(again) == [HIDDEN[0]]
    assert np.abs(again[HIDDEN[0]] / paper.SCALE - paper._corners(*HIDDEN[1:])).max() < 0.2


@pytest.mark.parametrize("instead", ["nothing", "another square", "black"])
def test_a_square_that_is_not_there_is_not_seen_again(instead: str) -> None:
    """Covered, or with the one of the next rows at its place, as on a page that was folded."""
    page = printed()
    page[patch(*HIDDEN[1:])] = 10 if instead == "black" else 250
    if instead == "another square":
        page[patch(*HIDDEN[1:], 0.0)] = page[patch(*NEXT[1:], 0.0)]
        page[patch(*NEXT[1:])] = 250
    there = paper.detect(page)
    if instead == "another square":
        # It is seen, where it should not be.
        del there[NEXT[0]]
    assert HIDDEN[0] not in there and len(there) >= len(PRINTED) - 2
    assert paper.look_again(page, PRINTED, paper.find(there, PRINTED)) == {}


# --- Whole sheets -------------------------------------------------------------------------------------------------


@pytest.fixture
def taken(db: None) -> tuple[hand.Filled, Colours]:
    """A sheet of the first kind, filled in; and its paper, which a test may spoil."""
    filled = hand.fill(blanks.kind(0)[0], "test")
    return filled, filled.paper


def scanned(picture: Colours, folder: Path, name: str = "sheet") -> Path:
    path = folder / f"{name}.jpg"
    path.write_bytes(camera.scan(150, grey=True, quality=80)(picture, random.Random(name)).data)
    return path


def answers(files: Sequence[Path], folder: Path, book: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    out = folder / "out"
    out.mkdir(exist_ok=True)
    return trial.read(files, out, book or blanks.book([blanks.kind(0)]))


@pytest.mark.long
def test_a_copy_in_black_and_white_is_told_from_a_scan(taken: tuple[hand.Filled, Colours], tmp_path: Path) -> None:
    """In a scan there is grey beside all that is black; on plain paper nothing is black."""
    gray = np.asarray(cv2.cvtColor(pages(scanned(taken[1], tmp_path))[0](), cv2.COLOR_BGR2GRAY), np.uint8)
    hard = np.where(gray < 128, 0, 255).astype(np.uint8)
    assert [ink.is_hard_copy(picture) for picture in (gray, hard, np.full_like(gray, 240))] == [False, True, False]
    for picture, is_hard in ((gray, False), (hard, True)):
        file = tmp_path / "page.png"
        file.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
        with mock.patch("tournament.scan.reader.verdicts", wraps=verdicts) as judged:
            list(reader.read(str(file), tmp_path, "page", blanks.book([blanks.kind(0)])))
        assert judged.call_args.kwargs == {"hard": is_hard}


@pytest.mark.long
@pytest.mark.django_db
def test_sheets_of_every_kind_are_read_without_a_wrong_row(tmp_path: Path) -> None:
    """Each way of spoiling three times, on three kinds of forms; other sheets than the limits were set on."""
    some = [trial.trial(100_001 + 2 * turn) for turn in range(40) if turn % 5 in (0, 2, 4)]
    files = [trial.saved(one, tmp_path) for one in some]
    whole = judge.Tally()
    for one, answer in zip(some, answers(files, tmp_path, trial.book()), strict=True):
        whole += judge.judged(answer, one.filled, one.blank.shape, one.blank.rules, one.name)
        kept = (tmp_path / "out" / answer["picture"]).read_bytes()
        assert len(kept) <= bounds.MAX_FILE_BYTES
    assert whole.wrong == []
    assert whole.asked <= 0.1 * whole.clear


@pytest.mark.long
def test_each_bad_page_is_refused_and_the_others_are_read(taken: tuple[hand.Filled, Colours], tmp_path: Path) -> None:
    filled, sheet = taken
    plain, coverless = np.full_like(sheet, 250), sheet.copy()
    coverless[12 * 12 : 32 * 12, 236 * 12 : 258 * 12] = 255
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4\nnothing")
    files = [
        scanned(plain, tmp_path, "plain"),
        broken,
        scanned(coverless, tmp_path, "coverless"),
        scanned(sheet, tmp_path),
    ]
    found = answers(files, tmp_path)
    assert [(one["refused"], one["page"]) for one in found] == [
        ("no sheet", 1),
        ("unreadable file", 0),
        ("no code", 1),
        ("", 1),
    ]
    assert found[-1]["payload"] == filled.text
    assert all(Path(one["file"]) == path for one, path in zip(found, files, strict=True))


@pytest.mark.long
def test_a_sheet_of_another_event_or_seating_is_refused(taken: tuple[hand.Filled, Colours], tmp_path: Path) -> None:
    filled, sheet = taken
    book = blanks.book([blanks.kind(0)])
    del book["sheets"][filled.text]
    (answer,) = answers([scanned(sheet, tmp_path)], tmp_path, book)
    assert (answer["refused"], answer["payload"], answer["marked"]) == ("not of this event", filled.text, [])
    assert (tmp_path / "out" / answer["picture"]).exists()


@pytest.mark.long
def test_a_scanner_gives_all_sheets_as_one_pdf(taken: tuple[hand.Filled, Colours], tmp_path: Path) -> None:
    from PIL import Image

    filled, sheet = taken
    small = [Image.fromarray(cv2.resize(turned, None, fx=0.5, fy=0.5)) for turned in (sheet, np.rot90(sheet).copy())]
    path = tmp_path / "all.pdf"
    small[0].save(path, save_all=True, append_images=small[1:], resolution=152)
    first, second = answers([path], tmp_path)
    assert (first["page"], second["page"]) == (1, 2)
    assert (first["refused"], second["refused"]) == ("", "")
    clear = set(filled.meant) - set(filled.unclear)
    wanted = {(deal, *one) for deal in clear for one in filled.meant[deal]}
    for answer in (first, second):
        assert {tuple(one) for one in answer["marked"] if one[0] in clear} == wanted
        assert [deal for deal, _top, _bottom in answer["rows_at"]] == list(range(1, 17))
        assert len(answer["cuts"]) == len(answer["doubtful"])


@pytest.mark.long
def test_one_page_that_cannot_be_drawn_leaves_the_others(
    taken: tuple[hand.Filled, Colours], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PIL import Image

    filled, sheet = taken
    small, path = Image.fromarray(cv2.resize(sheet, None, fx=0.5, fy=0.5)), tmp_path / "all.pdf"
    small.save(path, save_all=True, append_images=[small, small], resolution=152)
    with pikepdf.open(path, allow_overwriting_input=True) as document:
        document.pages[1].obj.MediaBox = pikepdf.Array([0, 0, 0, 0])
        del document.pages[1].obj["/Resources"]
        document.save(path)
    found = answers([path], tmp_path)
    assert [(one["page"], one["pages"], one["payload"]) for one in found] == [
        (1, 3, filled.text),
        (2, 3, ""),
        (3, 3, filled.text),
    ]
    assert found[1]["refused"]
    drawn, calls = paper.detect, iter((None, cv2.error("a fault of ours"), None))

    def fails_once(gray: Colours) -> dict[int, paper.Points]:
        if (fault := next(calls)) is not None:
            raise fault
        return drawn(gray)

    monkeypatch.setattr(paper, "detect", fails_once)
    (tmp_path / "again").mkdir()
    again = list(reader.read(str(path), tmp_path / "again", "1", blanks.book([blanks.kind(0)])))
    assert [one["refused"] for one in again] == ["", "unreadable page", ""]


@pytest.mark.long
def test_a_fold_that_hides_a_row_is_never_read_as_the_next_one(
    taken: tuple[hand.Filled, Colours], tmp_path: Path
) -> None:
    """The worst fault there is: everything below lies one row too high."""
    filled, sheet = taken
    dots = blanks.DOTS
    top, tall = round(100 * dots), round(blanks.kind(0)[0].shape.row * dots)
    folded = sheet.copy()
    folded[top:-tall] = sheet[top + tall :]
    (answer,) = answers([scanned(folded, tmp_path)], tmp_path)
    wrong = {(deal, kind, value) for deal, kind, value in answer["marked"] if (kind, value) not in filled.meant[deal]}
    below = {deal for deal, *_mark in wrong if deal not in filled.unclear}
    assert answer["refused"] or not below


def test_a_request_that_is_none_is_answered_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("{}"))
    assert reader.main() == 1
    assert "not a request" in capsys.readouterr().err
