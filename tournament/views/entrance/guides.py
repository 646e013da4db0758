"""The guides: what each of those at work on the day needs, on one page to read or to print."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from scoring import words
from tournament.site import release
from tournament.views.shared.page import takes
from tournament.wording import language

GUIDES = ("captain", "desk", "jury", "organiser", "club")


@takes("GET")
def guide(request: HttpRequest, who: str) -> HttpResponse:
    """One guide, in the visitor's language, with pictures of pages in that language."""
    if who not in GUIDES:
        raise Http404
    pictures = language() if language() in words.LANGUAGES else "en"
    return render(request, f"guide/{who}.html", {"who": who, "pictures": pictures, "command": release.COMMAND})
