"""Many pages on one form: what all have in common is drawn once and put beneath each.

A bordered cell costs the press half a millisecond, and a score sheet has hundreds; the names on it are a dozen. The
form becomes one object of the PDF that every page refers to, so that the file stays small too.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pikepdf
from pikepdf import Name

from tournament.printing.codes import draw_codes

T = TypeVar("T")

# So many pages are in memory as boxes at a time.
BATCH = 50


@dataclass(slots=True)
class Bundle:
    """Pages in the making. The first of them brings title and language."""

    pdf: pikepdf.Pdf | None = None

    def add(self, pages: bytes, form: bytes | None = None) -> None:
        """Adds pages at the end, all of them on a form of one page when there is one."""
        added = pikepdf.open(io.BytesIO(pages))
        for page in added.pages:
            _enclose(page)
        if form is not None:
            _lay(added, form)
        draw_codes(added)
        if self.pdf is None:
            self.pdf = added
        else:
            self.pdf.pages.extend(added.pages)

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


def batches(items: Sequence[T], size: int = BATCH) -> Iterator[Sequence[T]]:
    """The items, some at a time."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def _enclose(page: pikepdf.Page) -> None:
    """Sees to it that what is drawn later is measured from the page's own corner, whatever scale the press used."""
    page.contents_add(b"q", prepend=True)
    page.contents_add(b"Q")


def _lay(pdf: pikepdf.Pdf, form: bytes) -> None:
    """Puts the form under every page. It is drawn last and covers nothing, so that a page reads names first."""
    with pikepdf.open(io.BytesIO(form)) as drawn:
        beneath = pdf.copy_foreign(drawn.pages[0].as_form_xobject())
        for page in pdf.pages:
            page.contents_add(b"q %s Do Q" % str(page.add_resource(beneath, Name.XObject)).encode())
