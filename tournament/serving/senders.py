"""Who sends a request: known before more than its first bytes are received, because what is received shares a room."""

from functools import partial
from importlib import import_module

from django.conf import settings
from django.db import Error, close_old_connections, connections
from django.http import HttpRequest, parse_cookie

from tournament.serving import lanes
from tournament.serving.bodies import SMALL, Scope, announced, header
from tournament.site.proxies import client_address, network_of
from tournament.site.uploads import STAFF_PATH, is_restoring

# isort: split
# The bridge has set Django up, which the models need.
from tournament import links, remembered


class UnknownSenderError(Exception):
    """The database cannot say who sends a request."""


async def sender_of(scope: Scope) -> str | None:
    """Whose share of the room the body of a request is counted in; None if nothing of the body is to be received.

    That is so for a backup without the one-time link, and for more than the first bytes of a form of the staff without
    a session that is valid: the database is asked for it once, because anybody can send a cookie.

    Raises UnknownSenderError if the database cannot say, TurnError if it does not in time.
    """
    path: str = scope["path"]
    if is_restoring(path):
        return path if links.is_first_organisers(path.split("/")[2]) else None
    if path.startswith(STAFF_PATH) and announced(scope) > SMALL:
        return await lanes.DOOR.run(partial(_user, header(scope, b"cookie", b"; ").decode("latin-1")))
    forwarded = header(scope, b"x-forwarded-for", b",").decode("latin-1")
    return network_of(client_address(scope["client"][0], forwarded))


def _user(cookies: str) -> str | None:
    """The user whose session or device the cookies name; None if there is none."""
    request = HttpRequest()
    request.COOKIES = parse_cookie(cookies)
    key = request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    if not key and remembered.COOKIE not in request.COOKIES:
        return None
    try:
        close_old_connections()  # as before a request: it may be one to a database that was restarted
        request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
        user, _device = remembered.holder_of(request)
    except Error as fault:
        # Of a form that is not received the view would say that it is out of date.
        connections.close_all()
        raise UnknownSenderError from fault
    return f"user {user.pk}" if user else None
