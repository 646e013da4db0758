"""URLs as QR codes."""

import io

import segno
from django.http import HttpResponse


def svg_code(address: str) -> HttpResponse:
    """A URL as a QR code: SVG without styles. Browsers may not store it, because the URL may give access."""
    drawing = io.BytesIO()
    # One fixed mask: choosing the best of eight takes five times as long and scans no better.
    segno.make(address, error="m", mask=2).save(drawing, kind="svg", scale=6, border=4)
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "no-store"})
