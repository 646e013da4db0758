"""Addresses as QR codes."""

import io

import segno
from django.http import HttpResponse


def svg_code(address: str) -> HttpResponse:
    """An address as a QR code, drawn as SVG without styles; no browser keeps it, for it may open a door."""
    drawing = io.BytesIO()
    # One fixed mask: choosing the best of eight costs five times as much and scans no better.
    segno.make(address, error="m", mask=2).save(drawing, kind="svg", scale=6, border=4)
    return HttpResponse(drawing.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "no-store"})
