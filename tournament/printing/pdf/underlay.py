"""Many pages on one form: what they have in common is drawn once and put beneath each.

A bordered cell costs the press half a millisecond, and a score sheet has hundreds. The form becomes one PDF object to
which every page refers, which also keeps the file small; the parts that differ are drawn with a `pen`.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

import pikepdf
from pikepdf import Name

from tournament.printing.pdf.qr_codes import draw_all, draw_codes
from tournament.printing.pdf.saving import save_pdf

T = TypeVar("T")


@dataclass(slots=True)
class Bundle:
    """A PDF being assembled. Its title and language come from the first pages added."""

    pdf: pikepdf.Pdf | None = None

    def add(self, pages: bytes) -> None:
        """Appends the pages of a PDF, and draws the QR codes of their links."""
        added = pikepdf.open(io.BytesIO(pages))
        draw_all(added)
        if self.pdf is None:
            self.pdf = added
        else:
            self.pdf.pages.extend(added.pages)

    def finished(self) -> bytes:
        """The whole file."""
        if self.pdf is None:
            raise LookupError("no pages were added")
        return save_pdf(self.pdf)


def lay_on_forms(pen_pages: bytes, forms: Sequence[bytes]) -> bytes:
    """The pages that a pen drew, each with its form, a PDF of one page, beneath it.

    Title and language are those of the first form. A form is drawn after what is on it and covers nothing, so that text
    extraction gives the names first.
    """
    pdf, over = pikepdf.open(io.BytesIO(forms[0])), pikepdf.open(io.BytesIO(pen_pages))
    opened = {form: pikepdf.open(io.BytesIO(form)) for form in {*forms}}
    beneath = {form: pdf.copy_foreign(opened_form.pages[0].as_form_xobject()) for form, opened_form in opened.items()}
    del pdf.pages[0]
    pdf.pages.extend(over.pages)
    for page, form in zip(pdf.pages, forms, strict=True):
        name = page.add_resource(beneath[form], Name.XObject, Name.Form)
        # Isolates what the pen has set, such as the ends of lines.
        page.contents_add(b"q", prepend=True)
        page.contents_add(b"Q q %s Do Q" % str(name).encode())
        draw_codes(pdf, page)
    return save_pdf(pdf)


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """The items in batches of at most `size`."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


def stack(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """The items on pages of at most `size`, for a pile of pages that is cut as a whole.

    The first place of all pages together has the first items, then the second place: once the piles that the cutter
    made are laid on each other, everything is in order.
    """
    pages = -(-len(items) // size)
    return [items[page::pages] for page in range(pages)]


def add_backs(sheets: bytes, back: bytes) -> bytes:
    """The pages, each with the first page of another file on its back, for a printer that prints on both sides."""
    pdf, behind = pikepdf.open(io.BytesIO(sheets)), pikepdf.open(io.BytesIO(back))
    remove_key(behind.pages[0].obj, "/StructParents")
    behind.pages[0].rotate(90, relative=True)
    pdf.pages.append(behind.pages[0])
    last = pdf.pages[-1]
    for at in range(len(pdf.pages) - 1, 1, -1):
        pdf.pages.insert(at - 1, last)
    return save_pdf(pdf, both_sides=True)


def remove_key(dictionary: pikepdf.Object, key: str) -> None:
    """Takes a key out of a dictionary of a file, if it is there."""
    if key in dictionary:
        del dictionary[key]
