"""URLs and transfers as QR codes."""

import io

import segno
from django.conf import settings
from django.forms import Form
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament import links
from tournament.errors import UserError
from tournament.models import Entry
from tournament.reading.people.fees import transfer
from tournament.site.addresses import url_of
from tournament.site.environment import host_of


def svg_code(address: str) -> HttpResponse:
    """A URL as a QR code: SVG without styles. Browsers may not store it, because the URL may give access."""
    # One fixed mask: choosing the best of eight takes five times as long and scans no better.
    return svg_of(segno.make(address, error="m", mask=2))


def inline_code(address: str) -> str:
    """A URL as a QR code in a data: URL, for a picture in the page itself."""
    return str(segno.make(address, error="m", mask=2).svg_data_uri(scale=6, border=4))


def codes_to_test(form: Form) -> list[tuple[str, str, str]]:
    """The addresses that phones may use, each with its host and the code of a page that says it was reached.

    All of this machine where the form asks for one of them; none if only this machine can open Troel.
    """
    if links.only_here():
        return []
    bases = {host_of(settings.BASE_URL): settings.BASE_URL}
    if "host" in form.fields:
        bases = {host: url_of(host, settings.LISTEN.port) for host in settings.OWN_ADDRESSES}
    return [(host, base, inline_code(f"{base}{reverse('reached')}")) for host, base in bases.items()]


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
