"""How every file ends: what it says of itself to programs, and how it wants to be printed."""

import io

import pikepdf
from pikepdf import Dictionary, Name

PRODUCER = "Troel (WeasyPrint, fpdf2, pikepdf)"


def save_pdf(pdf: pikepdf.Pdf, *, both_sides: bool = False) -> bytes:
    """The file, with its title and language in XMP too; both are already in the document.

    A page is as large on paper as it was made, and has nothing on its back unless the file is for `both_sides`: sheets
    are written on, lists hang on a wall.
    """
    sides = Name.DuplexFlipShortEdge if both_sides else Name.Simplex
    pdf.Root.ViewerPreferences = Dictionary(PrintScaling=Name("/None"), Duplex=sides, DisplayDocTitle=True)
    title, language = str(pdf.docinfo.get("/Title", "")), str(pdf.Root.get("/Lang", ""))
    pdf.docinfo["/Producer"] = PRODUCER
    with pdf.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"], metadata["dc:language"], metadata["pdf:Producer"] = title, {language}, PRODUCER
    out = io.BytesIO()
    pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
