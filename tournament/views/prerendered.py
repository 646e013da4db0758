"""Serving what a board holds: compressed where the browser takes it, and not at all where it has it already."""

import re

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from tournament.reading.board import Document

# "gzip", unless it is said to be worth nothing.
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)


def serve(request: HttpRequest, document: Document, language: str) -> HttpResponse:
    """The document, to be asked for again each time; 304 for whoever has it."""
    compressed = TAKES_GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    response = HttpResponse(document.compressed if compressed else document.body)
    if compressed:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = document.etag
    response["Cache-Control"] = "no-cache"
    response["Content-Language"] = language
    response["Vary"] = "Accept-Language, Cookie, Accept-Encoding"
    return get_conditional_response(request, etag=document.etag, response=response) or response
