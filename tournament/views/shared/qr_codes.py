"""URLs and transfers as QR codes."""

import io

import segno
from django.http import HttpResponse
from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.models import Entry
from tournament.reading.people.fees import transfer


def svg_code(address: str) -> HttpResponse:
    """A URL as a QR code: SVG without styles. Browsers may not store it, because the URL may give access."""
    # One fixed mask: choosing the best of eight takes five times as long and scans no better.
    return svg_of(segno.make(address, error="m", mask=2))


def inline_code(address: str) -> str:
    """A URL as a QR code in a data: URL, for a picture in the page itself."""
    return str(segno.make(address, error="m", mask=2).svg_data_uri(scale=6, border=4))


def transfer_svg(entry: Entry) -> HttpResponse:
    """The code of what a player would transfer; refused if that is nothing."""
    due = transfer(entry)
    if due is None:
        raise UserError(_("There is nothing to transfer."), 404)
    return svg_of(due.code)


def svg_of(code: segno.QRCode) -> HttpResponse:
    """A QR code as SVG without styles, which browsers may not store."""
    drawing = io.BytesIO()
    code.save(drawing, kind="svg", scale=6, border=4)
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "no-store"})
