"""What the staff sees is stored by no browser and no proxy: laptops in a hall are lent, and *back* asks no password."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournament.site.uploads import STAFF_PATH

UNSTORED = "private, no-store"

Answer = Callable[[HttpRequest], HttpResponse]


def unstored(get_response: Answer) -> Answer:
    """Middleware: every answer below /staff/ is marked, unless its view says itself how it may be kept."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # For who counts what is sent to which page (`serving.metrics`).
        response.view = request.resolver_match.view_name if request.resolver_match else ""  # type: ignore[attr-defined]
        if request.path.startswith(STAFF_PATH):
            response.headers.setdefault("Cache-Control", UNSTORED)
        return response

    return answer
