"""Django's own entrance, for `tournament.asgi` and for any other server that speaks WSGI."""

import os
import re
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.http.response import HttpResponseBase

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

BOUNDARY = re.compile(r';\s*boundary="?([^\s";,]+)', re.IGNORECASE)

_pages = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> HttpResponseBase:
    """The site, as a WSGI application.

    Whatever is sent is read as UTF-8, as our pages send it: a visitor may claim a charset that is none of text
    (`charset=hex`), on which Django would fall before any page could refuse it.
    """
    kind = environ.get("CONTENT_TYPE", "")
    boundary = BOUNDARY.search(kind)
    environ["CONTENT_TYPE"] = kind.partition(";")[0] + (f"; boundary={boundary[1]}" if boundary else "")
    return _pages(environ, start_response)
