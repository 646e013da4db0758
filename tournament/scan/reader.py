"""Reads filled score sheets from scans and photos: a program of its own, without Django and without the game's rules.

    python -m tournament.scan.reader < request

The request is one JSON object on standard input:

    files   paths of PDF, JPEG and PNG files
    out     a folder for the pictures
    first   the number after which the pictures of the first file are called, 1 if it is not given
    book    what may come: forms, a list of {wide, tall, spots, fiducials, totals}, in millimetres from the upper left
            corner of the page; a spot is [deal, kind, value, x, y], a fiducial [number, left, top, size], a total
            [deal, position, x, y], around which a number may be written by hand; and sheets, which gives for the text
            of each sheet's code the place of its form in that list

The answer is one JSON object per page, in a line of its own, as soon as the page is read:

    file, page    the path as it was given, and which page of it, from 1
    pages         how many pages the file has
    payload       the text of the sheet's code, "" if none was read
    refused       "" or why the page was not read: one of REFUSALS
    marked        [[deal, kind, value], …]: the bubbles in which there is a mark
    doubtful      [[deal, kind, value, fill, unlikely], …]: those in which there may be one, with how much ink there is
                  in it or around it, from 0 to 1, and whether it is hardly a mark: none, if others leave no room for it
    cuts          [[left, top, width, height], …]: where to cut each of these out of the picture, in pixels, with some
                  of what is around it
    totals        [[deal, position, {number: share, …}], …]: which numbers may be written there by hand, with how likely
                  each is; where nothing is written there is none
    picture       the name of a JPEG in `out`, of at most 300 kB: the page, flat, or the whole picture if it was
                  refused; "" where there is none
    scale         pixels of that picture per millimetre of the page; 0 if it was refused
    rows_at       [[deal, upper edge, lower edge], …] of each deal's row in the picture, in pixels
    seconds       of the processor, for this page

A file that cannot be opened gives one line with page 0. What the marks mean is for others to say: two contracts in a
row are two marks.
"""

import faulthandler
import json
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
import zxingcpp

from tournament.scan import bounds, figures, ink, paper
from tournament.scan.pages import Numbers, PageError, Picture, pages, smaller
from tournament.scan.strips import BubbleSpot, row_height
from tournament.scan.verdicts import InkVerdict, verdicts

REFUSALS = (
    "unreadable file",
    "unreadable page",
    "too large",
    "too many pages",
    "too long",
    "stopped",
    "no sheet",
    "no code",
    "not of this event",
    "too small",
    "folded",
)
OURS = "TROEL1 "
# Of the processor, for one page: on a busy machine a good page takes long by the clock.
MAX_SECONDS = 20
# A decoder at work hears no alarm: after so long by the clock, or on the processor, the program is ended by a signal.
STUCK_SECONDS, STUCK_WORKING = 240, 45
# Pixels per millimetre of the picture that is kept, and the longer side of one that was refused.
KEPT, REFUSED_SIDE = 5.0, 1200
# Where the code is printed, with much room: left, top, right and bottom in millimetres.
CODE = (225.0, 4.0, 284.0, 38.0)
# How often it is enlarged until it is read: what a copier has fattened is read only where its white has enough pixels.
LARGER = (1, 2, 3, 4)

# A set of formats, which these days one is by itself; its types do not know.
QR: Any = zxingcpp.BarcodeFormat.QRCode

Json = dict[str, Any]
T = TypeVar("T")


def main() -> int:
    """Answers the request; the exit status is 1 when the request itself is not one."""
    try:
        request = json.load(sys.stdin)
        book, out = request["book"], Path(request["out"])
        files = [str(path) for path in request["files"]]
    except (ValueError, KeyError, TypeError) as error:
        sys.stderr.write(f"not a request: {error}\n")
        return 1
    cv2.setNumThreads(1)
    bounds.confine([Path(path) for path in files], out)
    signal.signal(signal.SIGPROF, _late)
    for stuck in (signal.SIGALRM, signal.SIGXCPU):
        faulthandler.register(stuck, all_threads=False, chain=True)
    for at, path in enumerate(files, start=request.get("first", 1)):
        _watch()
        for answer in read(path, out, f"{at}", book):
            sys.stdout.write(json.dumps(answer) + "\n")
            sys.stdout.flush()
            _watch()
    return 0


def _watch() -> None:
    """Ends this program if its next answer does not come."""
    signal.alarm(STUCK_SECONDS)
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (min(hard, int(time.process_time()) + STUCK_WORKING), hard))


def read(path: str, out: Path, name: str, book: Json) -> Iterator[Json]:
    """The answers about one file, whose pictures are called after `name`."""
    opened = _in_time(lambda: pages(Path(path)))
    if isinstance(opened, PageError):
        yield _answer(path, 0, 1, refused=opened.code)
        return
    for page, draw in enumerate(opened, start=1):
        begun, file = time.process_time(), out / f"{name}-{page}.jpg"
        answer = _in_time(partial(_drawn, draw, file, book))
        if isinstance(answer, PageError):
            answer = {"refused": answer.code}
        yield {**_answer(path, page, len(opened)), **answer, "seconds": round(time.process_time() - begun, 3)}


def _in_time(work: Callable[[], T]) -> T | PageError:
    """What an act gives within MAX_SECONDS, or why it does not. A fault of ours leaves the other pages to be read."""
    signal.setitimer(signal.ITIMER_PROF, MAX_SECONDS)
    try:
        return work()
    except PageError as refused:
        return refused
    except Exception:
        traceback.print_exc()
        return PageError("unreadable page")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _drawn(load_page: Callable[[], Picture], file: Path, book: Json) -> Json:
    return _page(load_page(), file, book)


def _late(*_signal: object) -> None:
    raise PageError("too long")


def _answer(path: str, page: int, page_count: int, *, refused: str = "") -> Json:
    lists: Json = {name: [] for name in ("marked", "doubtful", "cuts", "totals", "rows_at")}
    nothing: Json = {"payload": "", **lists, "picture": "", "scale": 0, "seconds": 0.0}
    return {"file": path, "page": page, "pages": page_count, "refused": refused, **nothing}


def _page(picture: Picture, file: Path, book: Json) -> Json:
    answer: Json = {"payload": ""}
    try:
        gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        seen = paper.detect(gray)
        answer["payload"] = text = _text(gray, seen, book)
        if text not in book["sheets"]:
            raise PageError("not of this event")
        form = dict(book["forms"][book["sheets"][text]])
        form["spots"] = [tuple(spot) for spot in form["spots"]]
        sheet = paper.find(seen, form["fiducials"])
        if again := paper.look_again(gray, form["fiducials"], sheet):
            sheet = paper.find(seen | again, form["fiducials"])
        paper.check(sheet)
        flat = paper.flat(picture, sheet)
        dark = ink.darkness(flat, form["fiducials"])
        inks = ink.inks(dark, form["spots"], form["wide"], form["tall"])
        judged = verdicts(inks, form["spots"], hard=ink.is_hard_copy(gray))
        small = cv2.resize(flat, None, fx=KEPT / paper.SCALE, fy=KEPT / paper.SCALE, interpolation=cv2.INTER_AREA)
        _keep(small, file)
        marks, totals = _marks(inks, sheet, form, judged), {"totals": _totals(dark, form)}
        return answer | marks | totals | {"picture": file.name, "scale": KEPT, "rows_at": _rows(form)}
    except PageError as refused:
        _keep(smaller(picture, REFUSED_SIDE), file)
        return answer | {"refused": refused.code, "picture": file.name}


def _text(gray: Picture, squares: dict[int, paper.Points], book: Json) -> str:
    """What the sheet's code says; PageError where there is none."""
    common = [square for square in book["forms"][0]["fiducials"] if square[0] in paper.COMMON]
    texts = _texts(gray, paper.find(squares, common, paper.ROUGHLY))
    ours = [text for text in texts if text.startswith(OURS)]
    if not ours:
        raise PageError("no code")
    return next((text for text in ours if text in book["sheets"]), ours[0])


def _texts(gray: Picture, sheet_map: paper.SheetMap) -> list[str]:
    """What the codes say that are at the sheet's own place, or else anywhere."""
    left, top, right, bottom = CODE
    corners = sheet_map.places(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]))
    (x0, y0), (x1, y1) = corners.min(axis=0).astype(int).clip(0), corners.max(axis=0).astype(int).clip(0)
    part = np.ascontiguousarray(gray[y0:y1, x0:x1])
    for larger in LARGER if part.size else ():
        picture = cv2.resize(part, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
        codes = zxingcpp.read_barcodes(picture, formats=QR)
        if any(code.text.startswith(OURS) for code in codes):
            return [code.text for code in codes]
    return [code.text for code in zxingcpp.read_barcodes(gray, formats=QR)]


def _marks(inks: list[ink.Ink], sheet_map: paper.SheetMap, sheet_form: Json, judged: list[InkVerdict]) -> Json:
    """The bubbles that are marked, and those that may be: also where a bubble may lie elsewhere."""
    spots = sheet_form["spots"]
    sure = paper.sure_rows([spot[4] for spot in spots], sheet_form["fiducials"], sheet_map)
    marked, doubtful, cuts = [], [], []
    for spot, bubble, verdict, is_sure in zip(spots, inks, judged, sure, strict=True):
        held = is_sure and bubble.held
        if held and verdict is InkVerdict.MARKED:
            marked.append(spot[:3])
        elif not held or verdict is not InkVerdict.EMPTY:
            doubtful.append([*spot[:3], round(bubble.fill, 3), held and verdict is InkVerdict.UNLIKELY])
            cuts.append(_around(spot, sheet_form))
    return {"marked": marked, "doubtful": doubtful, "cuts": cuts}


def _totals(dark: Numbers, sheet_form: Json) -> list[list[Any]]:
    """The numbers that may be written in its cells."""
    cells = sheet_form["totals"]
    numbers = figures.numbers(dark, [(x, y) for _deal, _position, x, y in cells])
    return [[*cell[:2], shares] for cell, shares in zip(cells, numbers, strict=True) if shares]


def _around(spot: BubbleSpot, sheet_form: Json) -> list[int]:
    """Where a bubble is in the picture, with one more on either side: left, top, width, height."""
    wide, tall = 3 * sheet_form["wide"], sheet_form["tall"] + 3
    left, top = max(0.0, spot[3] - wide / 2), max(0.0, spot[4] - tall / 2)
    return [round(KEPT * length) for length in (left, top, wide, tall)]


def _rows(sheet_form: Json) -> list[list[int]]:
    """The deals with the edges of their rows in the picture."""
    middles = {deal: y for deal, _kind, _value, _x, y in sheet_form["spots"] if deal}
    apart = row_height(sheet_form["spots"], sheet_form["tall"])
    return [[deal, round((y - apart / 2) * KEPT), round((y + apart / 2) * KEPT)] for deal, y in middles.items()]


def _keep(picture: Any, file: Path) -> None:
    """Writes the picture as a JPEG of at most MAX_FILE_BYTES bytes."""
    for quality in (80, 70, 60, 50, 40, 30, 20):
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(data) <= bounds.MAX_FILE_BYTES:
            break
    file.write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
