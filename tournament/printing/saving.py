"""How every file ends: what it says of itself to programs, and how it wants to be printed."""

import io

import pikepdf
from pikepdf import Dictionary, Name

PRODUCER = "Troel (WeasyPrint, fpdf2, pikepdf)"
# A page is as large on paper as it was made, and has nothing on its back: sheets are written on, lists hang on a wall.
WISHES = Dictionary(PrintScaling=Name("/None"), Duplex=Name.Simplex, DisplayDocTitle=True)


def saved(pdf: pikepdf.Pdf) -> bytes:
    """The file, with its title and language in XMP too; both are already in the document."""
    pdf.Root.ViewerPreferences = WISHES
    title, language = str(pdf.docinfo.get("/Title", "")), str(pdf.Root.get("/Lang", ""))
    pdf.docinfo["/Producer"] = PRODUCER
    with pdf.open_metadata(set_pikepdf_as_editor=False) as told:
        told["dc:title"], told["dc:language"], told["pdf:Producer"] = title, {language}, PRODUCER
    out = io.BytesIO()
    pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
