"""Many pages on one form: what all have in common is drawn once and put beneath each.

A bordered cell costs the press half a millisecond, and a score sheet has hundreds. The form becomes one object of the
PDF that every page refers to, so that the file stays small too; what differs is set in `letters`.
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
    """What one page has on its form: a piece of a content stream, and the codes on it."""

    drawn: bytes
    codes: tuple[Code, ...] = ()


@dataclass(slots=True)
class Bundle:
    """Pages in the making. The first of them, or the form beneath it, brings title and language."""

    pdf: pikepdf.Pdf | None = None

    def add(self, pages: bytes) -> None:
        """Adds pages as they are, with the codes of their links, at the end."""
        added = pikepdf.open(io.BytesIO(pages))
        for page in added.pages:
            _enclose(page)
            draw_codes(added, page)
        if self.pdf is None:
            self.pdf = added
        else:
            self.pdf.pages.extend(added.pages)

    def lay(self, form: bytes, letters: Letters, overlays: Iterable[Overlay]) -> None:
        """Adds a page for each overlay at the end, all on a form of one page.

        The form is drawn last and covers nothing, so that a page reads names first.
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
        """The whole file; `order` says which of the added pages comes first, second and so on."""
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
    """One page more: an overlay on its form."""
    page = pdf.add_blank_page(page_size=(size[0], size[1]))
    page.obj.Resources = resources
    page.obj.Contents = pdf.make_stream(overlay.drawn + b"\nq /Form Do Q")
    page.obj.Annots = Array([link(code, size[1]) for code in overlay.codes])
    draw_codes(pdf, page)


def _enclose(page: pikepdf.Page) -> None:
    """Sees to it that what is drawn later is measured from the page's own corner, whatever scale the press used."""
    page.contents_add(b"q", prepend=True)
    page.contents_add(b"Q")


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items, some at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
