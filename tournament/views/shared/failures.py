"""What a visitor sees when something is missing, forbidden, unreadable or broken."""

import sys
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse

from tournament.access import DeadLinkError, EventClosedError
from tournament.errors import UserError
from tournament.site.outages import Outage, outage
from tournament.views.shared.page import back, refused

# Longer addresses are not carried along to the sign-in.
MAX_ADDRESS = 2000


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request cannot be read. The host itself may be invalid, so nothing here asks for it.

    A session that an outage kept from being stored comes here too: Django takes it for one that was deleted.
    """
    if failure := outage(exception):
        return _unavailable(request, failure)
    return HttpResponse(render_to_string("400.html"), status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403. A visitor who has not signed in is sent to the sign-in page, and returned to this address afterwards.

    A page that a closed event no longer has is refused with 409, and leads to where the event is reopened.
    """
    if isinstance(exception, EventClosedError):
        return refused(request, UserError(str(exception)), above=reverse("staff:event", args=[exception.event.slug]))
    if not request.user.is_authenticated and request.method == "GET" and "HX-Request" not in request.headers:
        address = request.get_full_path()
        # Browsers and Django reject an address that is too long: then its path without the query must do.
        shorter = (address, address.partition("?")[0], "/")
        return redirect_to_login(next(path for path in shorter if len(path) <= MAX_ADDRESS))
    return render(request, "403.html", {"back": back(request)}, status=403)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form without this visit's CSRF token; it was open too long, or came from elsewhere."""
    return render(request, "403_csrf.html", {"back": back(request)}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404, with its own sentence for a dead link; Django's message about a missing row is for developers only."""
    if not isinstance(exception, DeadLinkError):
        return render(request, "404.html", status=404)
    page: dict[str, Any] = {"sentence": str(exception), "heading": exception.heading}
    if exception.table is None:
        return render(request, "404.html", page, status=404)
    page |= {"table": exception.table, "event": exception.table.round.event, "token": exception.token}
    page["received"] = exception.table.deals.exclude(result=None).count()
    return render(request, "captain/outside.html", page, status=404)


def locked_out(request: HttpRequest, response: HttpResponse | None, credentials: Any) -> HttpResponse:
    """429: too many wrong passwords for one name from one address; django-axes calls this."""
    page = render(request, "429.html", {"back": back(request)}, status=429)
    page["Retry-After"] = str(int(settings.AXES_COOLOFF_TIME.total_seconds()))
    return page


def broken(request: HttpRequest) -> HttpResponse:
    """500: a bug of ours; 507 for a full disk, 503 for a database that cannot be used."""
    failure = outage(sys.exception())
    if failure is None:
        return HttpResponse(render_to_string("500.html"), status=500)
    return _unavailable(request, failure)


def _unavailable(request: HttpRequest, failure: Outage) -> HttpResponse:
    """507 or 503. The page does not use the database, which may be what broke.

    Connections are closed after an outage: SQLite would otherwise go on treating the disk as read-only, or full, after
    that is over.
    """
    connections.close_all()
    context = {"back": back(request)}
    if failure is Outage.FULL:
        return HttpResponse(render_to_string("507.html", context), status=507)
    return HttpResponse(render_to_string("503.html", context), status=503, headers={"Retry-After": "10"})
