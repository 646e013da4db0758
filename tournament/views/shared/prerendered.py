"""Serving the documents of a board: compressed if the browser takes that, and 304 if it has them already."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from tournament.reading.prerendered_pages import Edition
from tournament.views.shared.compressed import takes_gzip


def serve(request: HttpRequest, edition: Edition, kind: str, language: str) -> HttpResponse:
    """A document of an edition, which browsers revalidate each time; 304 if they have it."""
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
    """Marks a response as the same for everybody, so that `serving.page_cache` may give it to the next visitor too."""
    response.edition = edition.version  # type: ignore[attr-defined]
    response.depends = edition.depends  # type: ignore[attr-defined]
    return response
