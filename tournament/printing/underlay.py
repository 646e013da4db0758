"""Many pages on one form: what they have in common is drawn once and put beneath each.

A bordered cell costs the press half a millisecond, and a score sheet has hundreds. The form becomes one PDF object to
which every page refers, which also keeps the file small; the parts that differ are set with `letters`.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pikepdf
from pikepdf import Array, Dictionary

from tournament.printing.codes import Code, draw_codes, link
from tournament.printing.letters import Letters

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Overlay:
    """What one page adds to its form: a piece of a content stream, and QR codes."""

    drawn: bytes
    codes: tuple[Code, ...] = ()


@dataclass(slots=True)
class Bundle:
    """A PDF being assembled. Its title and language come from the first pages or form added."""

    pdf: pikepdf.Pdf | None = None

    def add(self, pages: bytes) -> None:
        """Appends the pages of a PDF, and draws the QR codes of their links."""
        added = pikepdf.open(io.BytesIO(pages))
        for page in added.pages:
            _enclose(page)
            draw_codes(added, page)
        if self.pdf is None:
            self.pdf = added
        else:
            self.pdf.pages.extend(added.pages)

    def lay(self, form: bytes, letters: Letters, overlays: Iterable[Overlay]) -> None:
        """Appends a page for each overlay, all on the same one-page form.

        The form is drawn after the overlay and covers nothing, so that text extraction gives the names first.
        """
        drawn = pikepdf.open(io.BytesIO(form))
        (page,) = drawn.pages
        size = [float(edge) for edge in page.mediabox][2:]
        beneath = page.as_form_xobject()
        if self.pdf is None:
            self.pdf = drawn
            del drawn.pages[0]
        else:
            beneath = self.pdf.copy_foreign(beneath)
        fonts = Dictionary({f"/{name}": self.pdf.copy_foreign(font) for name, font in letters.fonts.items()})
        for overlay in overlays:
            _lay(self.pdf, size, overlay, Dictionary(Font=fonts, XObject=Dictionary(Form=beneath)))

    def finished(self, order: Sequence[int] = ()) -> bytes:
        """The whole file; `order` gives the indices of the added pages in their final order."""
        if self.pdf is None:
            raise LookupError("no pages were added")
        if list(order) != sorted(order):
            added = list(self.pdf.pages)
            for at, number in enumerate(order):
                self.pdf.pages[at] = added[number]
        out = io.BytesIO()
        self.pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
        return out.getvalue()


def _lay(pdf: pikepdf.Pdf, size: Sequence[float], overlay: Overlay, resources: Dictionary) -> None:
    """Appends one page: an overlay on its form."""
    page = pdf.add_blank_page(page_size=(size[0], size[1]))
    page.obj.Resources = resources
    page.obj.Contents = pdf.make_stream(overlay.drawn + b"\nq /Form Do Q")
    page.obj.Annots = Array([link(code, size[1]) for code in overlay.codes])
    draw_codes(pdf, page)


def _enclose(page: pikepdf.Page) -> None:
    """Isolates the page's graphics state, so that later drawing is not affected by the scale that the press used."""
    page.contents_add(b"q", prepend=True)
    page.contents_add(b"Q")


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in batches of at most `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
