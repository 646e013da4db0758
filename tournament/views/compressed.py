"""Pages that are sent compressed: those for everybody, and those behind the link of a table.

The length of a compressed page tells whether two things in it are alike. Who can have a visitor's browser ask for a
page that shows both a secret of the visit and words of their own guesses the secret from such lengths (BREACH). So no
page is compressed that a session opens. A public page has no secret. That of a table has one, its link; but no cookie
opens it: whoever could have a browser ask for it knows the link already.
"""

import gzip
import re
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

from tournament.views.page import View

# "gzip", unless it is said to be worth nothing.
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)
TEXTS = ("text/", "application/json")
# Fewer bytes fit in one packet anyway.
WORTH_IT = 1000


def takes_gzip(accepted: str) -> bool:
    """Whether a browser takes a compressed page, by its Accept-Encoding."""
    return TAKES_GZIP.search(accepted) is not None


def compressed(view: View) -> View:
    """A view whose text is sent compressed to those who take it. Not for a page that a session opens."""

    @wraps(view)
    def smaller(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if not isinstance(response, HttpResponse) or not _worth_it(response):
            return response
        patch_vary_headers(response, ["Accept-Encoding"])
        if takes_gzip(request.headers.get("Accept-Encoding", "")):
            response.content = gzip.compress(response.content, compresslevel=5, mtime=0)
            response["Content-Encoding"] = "gzip"
            if response.get("ETag", "").startswith('"'):
                response["ETag"] = f"W/{response['ETag']}"  # it stands for other bytes now
        return response

    return smaller


def _worth_it(response: HttpResponse) -> bool:
    """Whether a response is a text that is long enough, and not compressed yet."""
    text = response.get("Content-Type", "").startswith(TEXTS)
    return text and len(response.content) >= WORTH_IT and "Content-Encoding" not in response
