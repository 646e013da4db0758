"""Addresses for other sites and programs: no cookie is read there, and a language in the address is the one spoken.

So everybody gets the same bytes, whoever embeds them, and whatever else the visitor's browser keeps of us.
"""

import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

OUTSIDE = ("/api/", "/embed/", "/feeds/", "/cards/")
LANGUAGE_IN = re.compile(r"/(?:embed|feeds|cards)/([a-z]{2})/")

Respond = Callable[[HttpRequest], HttpResponse]


class LanguageConverter:
    """A language in an address: one of ours."""

    regex = "[a-z]{2}"

    def to_python(self, value: str) -> str:
        """The language. Raises ValueError for one that is not spoken here."""
        if value not in dict(settings.LANGUAGES):
            raise ValueError(value)
        return value

    def to_url(self, value: str) -> str:
        """The same in an address."""
        return value


def is_outside(path: str) -> bool:
    """Whether a path is for other sites and programs."""
    return path.startswith(OUTSIDE)


def language_in(path: str) -> str:
    """The language that a path for others names; "" if it names none."""
    match = LANGUAGE_IN.match(path)
    return match[1] if match else ""


def cookieless(get_response: Respond) -> Respond:
    """Middleware: takes the cookies from requests for others' addresses, before anything reads them."""

    def answer(request: HttpRequest) -> HttpResponse:
        if is_outside(request.path):
            request.META.pop("HTTP_COOKIE", None)
            if language := language_in(request.path):
                request.META["HTTP_ACCEPT_LANGUAGE"] = language
        return get_response(request)

    return answer
