"""How the open data are answered: to any site, to nobody in particular, with a sentence where there is no answer."""

import hashlib
from collections.abc import Callable
from functools import wraps

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from tournament.access import DeadLinkError
from tournament.errors import UserError
from tournament.integers import read_integer
from tournament.reading.outside.answers import OpenFault
from tournament.reading.prerendered_pages import Edition
from tournament.views.shared.compressed import compressed
from tournament.views.shared.page import View
from tournament.views.shared.prerendered import serve
from tournament.wording import language

JSON = "application/json"
METHODS = "GET, HEAD, OPTIONS"
# How long (s) a browser keeps that it may ask.
MAY_ASK = "86400"


def open_data(view: View) -> View:
    """Wraps a view that answers in JSON: any site may read it, and a refusal is JSON too. It takes GET alone."""

    @wraps(view)
    def answering(request: HttpRequest, **parts: object) -> HttpResponseBase:
        response = _preflight() if request.method == "OPTIONS" else _answer(view, request, parts)
        response["Access-Control-Allow-Origin"] = "*"
        response["X-Robots-Tag"] = "noindex"
        return response

    return csrf_exempt(compressed(answering))


def serve_record(request: HttpRequest, struct: msgspec.Struct) -> HttpResponse:
    """A record as JSON; 304 for whoever has it."""
    return serve_bytes(request, msgspec.json.encode(struct), JSON)


def serve_bytes(request: HttpRequest, content: bytes, kind: str, seconds: int = 0) -> HttpResponse:
    """A file of a kind, which may be kept for so many seconds; 304 for whoever has it."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    response = HttpResponse(content, content_type=kind, headers={"ETag": etag})
    response["Cache-Control"] = f"public, max-age={seconds}" if seconds else "no-cache"
    return get_conditional_response(request, etag=etag, response=response) or response


def serve_edition(request: HttpRequest, edition: Edition, kind: str = JSON) -> HttpResponse:
    """The only document of an edition; 304 for whoever has it."""
    response = serve(request, edition, "body", language())
    if response.status_code == 200:
        response["Content-Type"] = kind
    response["Vary"] = "Accept-Language, Accept-Encoding"
    return response


def part_asked(request: HttpRequest) -> int:
    """The part of a list that the address asks for. Raises UserError (422) if it is no number from 1."""
    part = read_integer(request.GET.get("part", "1"))
    if not part or part < 1:
        raise UserError(_("“part” is a number from 1."), 422)
    return part


def _answer(view: Callable[..., HttpResponseBase], request: HttpRequest, parts: dict[str, object]) -> HttpResponseBase:
    if request.method not in ("GET", "HEAD"):
        response = _fault(_("This address is read with GET."), 405)
        response["Allow"] = METHODS
        return response
    try:
        return view(request, **parts)
    except DeadLinkError as fault:
        return _fault(str(fault), 404)
    except (Http404, LookupError):
        return _fault(_("There is nothing at this address."), 404)
    except UserError as refusal:
        return _fault(str(refusal.sentence), refusal.status)


def _fault(sentence: str, status: int) -> HttpResponse:
    return HttpResponse(msgspec.json.encode(OpenFault(sentence)), content_type=JSON, status=status)


def _preflight() -> HttpResponse:
    """The answer to a browser that asks whether a page elsewhere may read this."""
    headers = {"Access-Control-Allow-Methods": METHODS, "Access-Control-Allow-Headers": "If-None-Match"}
    return HttpResponse(status=204, headers=headers | {"Access-Control-Max-Age": MAY_ASK})
