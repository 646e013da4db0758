"""Who uses this browser: signing in and staying so, and the password asked again before what cannot be taken back."""

import time
from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.contrib.auth import SESSION_KEY, authenticate, login, logout
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from tournament import access, remembered
from tournament.models import TrustedDevice
from tournament.remembered import COOKIE, DEVICE
from tournament.views.shared.page import fields_again

BACKEND = "django.contrib.auth.backends.ModelBackend"
# For so long after it was typed the password is not asked again (s).
FRESH = 600
# In a session: when the password was typed in it, and when its own time last began again (s since 1970).
PROVED, RENEWED = "proved", "renewed"
DAY = 24 * 3600
# The row says when a device is too old; its cookie lives as long as browsers keep any.
COOKIE_AGE = 400 * DAY


class PasswordNeededError(Exception):
    """What a form asks for needs the password once more. `wrong` if the one that came with it was not right."""

    def __init__(self, *, wrong: bool) -> None:
        super().__init__("The password is needed once more.")
        self.wrong = wrong


def enter(request: HttpRequest, response: HttpResponse, user: User, *, remembers: bool = False) -> HttpResponse:
    """Signs in somebody who typed their password. What this browser remembered before, of anybody, ends with it."""
    _forget_here(request, response)
    login(request, user, backend=BACKEND)
    request.session.pop(DEVICE, None)
    request.session[PROVED] = request.session[RENEWED] = time.time()
    if remembers:
        name = remembered.device_name(request.headers.get("User-Agent", ""))
        device, cookie = remembered.remember(user, name)
        request.session[DEVICE] = device.pk
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(COOKIE, cookie, max_age=COOKIE_AGE, secure=secure, httponly=True, samesite="Lax")
    return response


def leave(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Signs out, and remembers nobody in this browser."""
    _forget_here(request, response)
    logout(request)
    return response


def require_password(request: HttpRequest) -> None:
    """Asks a form of somebody who is signed in for their password, unless they typed it in the last ten minutes.

    Raises PasswordNeededError, of which StaysSignedIn makes a page that sends the same form again with the password.
    Wrong ones count as failed sign-ins. Ask it once it is known that the visitor may do what the form asks.
    """
    user, session = access.member(request), request.session
    if request.method != "POST" or 0 <= time.time() - session.get(PROVED, 0) <= FRESH:
        return
    password = request.POST.get("present_password", "")
    if not password or authenticate(request, username=user.get_username(), password=password) != user:
        raise PasswordNeededError(wrong=bool(password))
    session[PROVED] = time.time()
    if DEVICE in session:
        remembered.prolong(session[DEVICE])


class StaysSignedIn:
    """Middleware: a device signs in where no session does, and a session in use goes on.

    A session is prolonged once a day by a form that was sent: reading writes nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """The answer of the view, for whom the session or the device says, if it asks."""
        request.user = SimpleLazyObject(partial(_user, request))  # type: ignore[assignment]
        response = self.get_response(request)
        if request.method == "POST" and response.status_code < 400 and request.session.accessed:
            _renew(request)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that asks for the password, where that is why a form was not carried out."""
        if not isinstance(exception, PasswordNeededError):
            return None
        context = {"sent": fields_again(request), "wrong": exception.wrong}
        return render(request, "entrance/password_again.html", context, status=409)


def _user(request: HttpRequest) -> User | AnonymousUser:
    user, device = remembered.holder_of(request)
    if user is None:
        if SESSION_KEY in request.session:
            request.session.flush()  # its device was revoked
        return AnonymousUser()
    if device is not None:
        secret = request.META.get("CSRF_COOKIE")
        login(request, user, backend=BACKEND)
        if secret:  # A page that was open, and asks for something by itself, still has its forms to send.
            request.META["CSRF_COOKIE"] = secret
        request.session.pop(PROVED, None)
        request.session[DEVICE], request.session[RENEWED] = device.pk, time.time()
        _see(device.pk)
    return user


def _renew(request: HttpRequest) -> None:
    session, now = request.session, time.time()
    # A session from before this was kept is not prolonged.
    if SESSION_KEY in session and now - session.get(RENEWED, now) > DAY:
        session[RENEWED] = now
        _see(session.get(DEVICE, 0))


def _see(device: int) -> None:
    TrustedDevice.objects.filter(pk=device).update(last_seen=timezone.now())


def _forget_here(request: HttpRequest, response: HttpResponse) -> None:
    if COOKIE in request.COOKIES:
        if device := remembered.device_of(request.COOKIES[COOKIE]):
            remembered.forget(device.user, device.pk)
        response.delete_cookie(COOKIE, samesite="Lax")
