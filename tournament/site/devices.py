"""Browsers in which somebody signed in before: wrong passwords from elsewhere do not shut them out."""

import hashlib
import ipaddress
from secrets import token_hex

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

COOKIE = "troel_device"
AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer
MAX_NAMES = 8
PRIVATE = b"\xfd"  # the first byte of IPv6 addresses that nobody has on the internet


def address_of(request: HttpRequest) -> str:
    """Where failed sign-ins are counted: the visitor's address, or one made up for a browser known for the typed name.

    Only on the page of signing in, and only for the names that signed in there: whoever has an account can get as many
    such cookies as they like, but none with which to guess at the password of somebody else.
    """
    device, names = _read_store(request)
    name = request.POST.get("username", "") if request.path == reverse(settings.LOGIN_URL) else ""
    if name not in names:
        return str(request.META.get("REMOTE_ADDR", ""))
    digest = hashlib.sha256(f"{device}\0{name}".encode()).digest()
    return str(ipaddress.IPv6Address(PRIVATE + digest[:15]))


def remember(request: HttpRequest, response: HttpResponse, name: str) -> HttpResponse:
    """The answer to a sign-in: this browser is known for one name more, and no longer for the oldest of too many."""
    device, names = _read_store(request)
    known = [*(other for other in names if other != name), name][-MAX_NAMES:]
    response.set_cookie(
        COOKIE,
        signing.dumps([device or token_hex(16), known], salt=COOKIE),
        max_age=AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def _read_store(request: HttpRequest) -> tuple[str, list[str]]:
    """The browser's mark and the names it is known for; nothing if it has no cookie of ours."""
    try:
        device, names = signing.loads(request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=AGE)
    except signing.BadSignature:
        return "", []
    return device, names
