"""Serving what a board holds: compressed where the browser takes it, and not at all where it has it already."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from tournament.reading.board import Edition
from tournament.views.compressed import takes_gzip


def serve(request: HttpRequest, edition: Edition, kind: str, language: str) -> HttpResponse:
    """A document of an edition, to be asked for again each time; 304 for whoever has it."""
    document = edition.documents[kind]
    compressed = takes_gzip(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(document.compressed if compressed else document.body)
    if compressed:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = document.etag
    response["Cache-Control"] = "no-cache"
    response["Content-Language"] = language
    response["Vary"] = "Accept-Language, Cookie, Accept-Encoding"
    answer = get_conditional_response(request, etag=document.etag, response=response) or response
    return of_edition(edition, answer)


def of_edition(edition: Edition, response: HttpResponse) -> HttpResponse:
    """The response, marked as the same for everybody: `serving.shelf` may give it to the next visitor too."""
    response.edition = edition.version  # type: ignore[attr-defined]
    return response
