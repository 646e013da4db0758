"""The application the server calls: `tournament.wsgi:application`."""

import multiprocessing
import os
import re
import signal
from collections.abc import Iterable
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

BOUNDARY = re.compile(r';\s*boundary="?([^\s";,]+)', re.IGNORECASE)

_pages = get_wsgi_application()


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """The site, as a WSGI application.

    Whatever is sent is read as UTF-8, as our pages send it: a visitor may claim a charset that is none of text
    (`charset=hex`), on which Django would fall before any page could refuse it.
    """
    kind = environ.get("CONTENT_TYPE", "")
    boundary = BOUNDARY.search(kind)
    environ["CONTENT_TYPE"] = kind.partition(";")[0] + (f"; boundary={boundary[1]}" if boundary else "")
    return _pages(environ, start_response)


def _end_with(server: BaseProcess) -> None:
    """Waits until the server's own process is gone, and stops this one as that would have done."""
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)


# A server that is killed outright cannot stop its worker, which would hold the port against the next start.
_server = multiprocessing.parent_process()
if _server:
    Thread(target=_end_with, args=[_server], name="end-with-server", daemon=True).start()
