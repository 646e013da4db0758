"""Whether this server works and may get requests, and its figures: answered also when every lane is full.

/health/live says that the process answers. /health/ready asks the database too: whether it can be written, has all
tables and knows the keys of this server. /metrics is for this machine alone, or for whoever has METRICS_TOKEN.
"""

import asyncio
import json
import time
from collections.abc import Callable
from hmac import compare_digest
from typing import Generic, TypeVar

from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.utils import translation

from tournament import __version__
from tournament.serving import lanes, metrics
from tournament.serving.bodies import Scope, header
from tournament.serving.wsgi_adapter import Answer
from tournament.site import release
from tournament.site.proxies import is_beside

# isort: split
# The bridge has set Django up, which the models need.
from tournament.doctor import checks, network
from tournament.doctor.findings import Occasion

T = TypeVar("T")

LIVE, READY, METRICS = network.LIVE, "/health/ready", "/metrics"
PATHS = (LIVE, READY, METRICS)
# How long (s) the database may take to answer, and for how long its answer is given to others who ask.
DATABASE_SECONDS, FRESH = 3.0, 1.0
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
# Headers by which a proxy says that it is one.
FORWARDING = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-real-ip", b"forwarded", b"via")
NOT_FOR_YOU = b"Figures are for this machine alone, or for who sends METRICS_TOKEN as a bearer token.\n"


class Inquiry(Generic[T]):
    """What one thread asks of the database at a time, for all who want to know it."""

    def __init__(self, ask: Callable[[], T]) -> None:
        self._ask = ask
        self._task: asyncio.Future[T] | None = None
        self._at = -FRESH

    async def answer(self) -> T | None:
        """What was answered at most a moment ago; None if the database says nothing."""
        if self._task is None or (self._task.done() and time.monotonic() - self._at > FRESH):
            self._task = asyncio.ensure_future(lanes.HEALTH.run(self._run))
        try:
            return await asyncio.wait_for(asyncio.shield(self._task), DATABASE_SECONDS)
        except (TimeoutError, lanes.TurnError, Error):
            return None

    def _run(self) -> T:
        try:
            close_old_connections()  # as before a request: it may be one to a database that was restarted
            return self._ask()
        except Error:
            connection.close()
            raise
        finally:
            self._at = time.monotonic()


def faults() -> list[str]:
    """Why this server should get no requests, in sentences; [] if it should. Raises django.db.Error."""
    with translation.override("en"):
        return checks.faults(Occasion.READY)


_faults = Inquiry(faults)
_stored = Inquiry(metrics.read_stored)


async def answer(scope: Scope) -> Answer:
    """The answer to a request for one of PATHS."""
    if scope["method"] not in lanes.LOOKS:
        return Answer(405, [("Allow", "GET, HEAD")])
    if scope["path"] == METRICS:
        return await _metrics(scope)
    reasons = await _faults.answer() if scope["path"] == READY else []
    if reasons is None:
        reasons = ["The database does not answer."]
    content = {
        "status": "no" if reasons else "ok",
        "reasons": reasons,
        "version": __version__,
        "commit": release.COMMIT,
    }
    headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
    if reasons:
        headers.append(("Retry-After", "5"))
    return Answer(503 if reasons else 200, headers, json.dumps(content).encode() + b"\n")


async def _metrics(scope: Scope) -> Answer:
    headers = [("Cache-Control", "no-store")]
    if not _may_read(scope):
        return Answer(403, [*headers, ("Content-Type", "text/plain; charset=utf-8")], NOT_FOR_YOU)
    stored = await _stored.answer()
    text = await asyncio.get_running_loop().run_in_executor(None, metrics.text, stored)
    return Answer(200, [*headers, ("Content-Type", OPENMETRICS)], text)


def _may_read(scope: Scope) -> bool:
    """Whether a request has the token, or where none is set, comes from this machine and not through a proxy on it."""
    if settings.METRICS_TOKEN:
        return compare_digest(header(scope, b"authorization", b","), f"Bearer {settings.METRICS_TOKEN}".encode())
    behind_proxy = settings.TRUSTED_PROXIES or settings.BEHIND_HTTPS
    forwarded = any(name in FORWARDING for name, _value in scope["headers"])
    return not behind_proxy and not forwarded and is_beside(scope["client"][0])
