"""Sheets that an earlier release printed are still known, and every bubble is where it was."""

import hashlib
import json
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import pypdfium2
import pytest

import scoring
from tests.filled import blanks, hand, trial
from tests.filled.blanks import Blank, draw_page
from tests.support.events import cast
from tournament.printing.paper import Order
from tournament.printing.sheets.score_sheets import pages
from tournament.scan import layout
from tournament.scan.identity import sheet_text
from tournament.scan.layout import EDITIONS, VERSION, Layout, SheetForm
from tournament.sheet_reading.expected_sheets import book, form_of

FOLDER = Path("fixtures/sheets")
STORED: dict[str, Any] = json.loads((FOLDER / "edition-1.json").read_text())


def shape(name: str) -> Layout:
    """The layout of edition 1 that a line of the fixture is about."""
    rules, players, trump, language, planned, deals = name.split()
    first, last = map(int, deals.split("-"))
    form = SheetForm(tuple(range(1, int(players) + 1)), first, last, int(planned))
    return layout.layout(form, scoring.load(rules), language, trump=trump == "trump", edition=1)


def of_old(form: dict[str, Any]) -> dict[str, Any]:
    """What was said of a form when edition 1 was printed."""
    return {name: form[name] for name in ("wide", "tall", "spots", "fiducials")}


@pytest.mark.parametrize("rules", sorted({*scoring.keys()} - {"points-only"}))
def test_every_bubble_of_the_first_edition_is_where_it_was(rules: str) -> None:
    names = [name for name in STORED["forms"] if name.split()[0] == rules]
    assert len(names) == 36
    for name in names:
        found = shape(name)
        seats = {position: 10 + position for position in found.form.positions}
        digest = hashlib.sha256(json.dumps(of_old(form_of(found))).encode()).hexdigest()[:16]
        mark = sheet_text("ab" * 32, "20017-3", seats, found).split()[-1]
        assert f"{mark} {digest}" == STORED["forms"][name], name


@pytest.mark.long
@pytest.mark.django_db
def test_a_pile_of_both_editions_is_read_as_it_was_filled_in(tmp_path: Path) -> None:
    found = shape("iwwa-2025 4 plain nl 16 1-16")
    text = sheet_text(STORED["event"], "10001-4", {number: number for number in found.form.positions}, found)
    assert text == STORED["text"]
    with closing(pypdfium2.PdfDocument(FOLDER / "edition-1.pdf")) as document:
        old = Blank(draw_page(document, 0), found, scoring.load("iwwa-2025"), text)
    new = blanks.kind(0)[0]
    assert [form.shape.edition for form in (old, new)] == [1, VERSION] and old.shape.form == new.shape.form
    pile = [hand.fill(blank, "both editions") for blank in (old, new)]
    files = [tmp_path / f"{at}.png" for at in range(2)]
    for file, filled in zip(files, pile, strict=True):
        cv2.imwrite(str(file), filled.paper)
    answers = trial.read(files, tmp_path, blanks.book([[new, old]]))
    for answer, filled in zip(answers, pile, strict=True):
        assert (answer["payload"], answer["refused"]) == (filled.text, "")
        doubtful = {deal for deal, *_rest in answer["doubtful"]}
        clear = [deal for deal in found.deals if deal not in doubtful and deal not in filled.unclear]
        assert len(clear) > len(found.deals) / 2
        for deal in clear:
            assert {(kind, value) for at, kind, value in answer["marked"] if at == deal} == filled.meant[deal]


@pytest.mark.django_db
def test_the_book_has_every_sheet_in_every_edition() -> None:
    event = cast.event(9, planned_rounds=1, deals_per_round=20)
    cast.given_round(event, [[1, 2, 3, 4], [5, 6, 7, 8, 9]])
    known = book(event)
    order = Order(event, event.rounds.get())
    for edition in EDITIONS:
        for page in pages(order, (edition,)):
            place = known.sheet_places[page.text]
            assert (place.edition, place.table, place.part) == (edition, page.table, page.shape.form.part)
            form = known.reader_input["forms"][known.reader_input["sheets"][page.text]]
            assert form == form_of(page.shape)
    assert {page.shape.edition for page in pages(order)} == {VERSION}
    spares = [place for place in known.sheet_places.values() if not place.table]
    assert {place.edition for place in spares} == {*EDITIONS}
