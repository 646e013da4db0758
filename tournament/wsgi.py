"""The application the server calls: `tournament.wsgi:application`."""

import multiprocessing
import os
import signal
from multiprocessing.process import BaseProcess
from threading import Thread

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

application = get_wsgi_application()


def _end_with(server: BaseProcess) -> None:
    """Waits until the server's own process is gone, and stops this one as that would have done."""
    server.join()
    os.kill(os.getpid(), signal.SIGTERM)


# A server that is killed outright cannot stop its worker, which would hold the port against the next start.
_server = multiprocessing.parent_process()
if _server:
    Thread(target=_end_with, args=[_server], name="end-with-server", daemon=True).start()
