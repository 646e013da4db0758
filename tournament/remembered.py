"""Browsers that stay signed in for 90 days: a random token there, its digest in a row here, so that all servers agree.

The digest is made with the hash of the account's password: another password ends all of them, however it was changed.
"""

import secrets
from datetime import timedelta

from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tournament.integers import read_digits
from tournament.models import TrustedDevice

COOKIE = "troel_remembered"
AGE = timedelta(days=90)
# Of one account; the one that was not used for longest goes first.
MAX_DEVICES = 20
# In a session: the device through which it was opened.
DEVICE = "device"

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """A browser in a few words, as "Firefox · Android"; "" if it does not say what it is."""
    words = (next((name for mark, name in kinds.items() if mark in user_agent), "") for kinds in (BROWSERS, SYSTEMS))
    return " · ".join(word for word in words if word)


def remember(user: User, name: str) -> tuple[TrustedDevice, str]:
    """Keeps an account signed in on a device: its row, and the text of its cookie, which is nowhere else."""
    token, now = secrets.token_urlsafe(32), timezone.now()
    fields = {"name": name[:80], "created": now, "last_seen": now, "expires": now + AGE}
    device = TrustedDevice.objects.create(user=user, token_hash=_digest(user, token), **fields)
    known = TrustedDevice.objects.filter(user=user)
    known.filter(expires__lte=now).delete()
    known.filter(pk__in=list(known.values_list("pk", flat=True)[MAX_DEVICES:])).delete()
    return device, f"{device.pk}.{token}"


def device_of(cookie: str) -> TrustedDevice | None:
    """The device whose cookie this is; None if it is none, was revoked, is too old, or its account signs in no more."""
    key, _dot, token = cookie.partition(".")
    number = read_digits(key)
    if not number:
        return None
    rows = TrustedDevice.objects.filter(pk=number, expires__gt=timezone.now(), user__is_active=True)
    device = rows.select_related("user").first()
    return device if device and constant_time_compare(device.token_hash, _digest(device.user, token)) else None


def holder_of(request: HttpRequest) -> tuple[User | None, TrustedDevice | None]:
    """Who is signed in by the session, or else by a device, and that device; nobody if neither holds.

    A session that was opened through a device ends with its row.
    """
    user = get_user(request)
    if isinstance(user, User):
        opened_by = request.session.get(DEVICE)
        if opened_by is None or TrustedDevice.objects.filter(pk=opened_by, user=user).exists():
            return user, None
    device = device_of(request.COOKIES.get(COOKIE, ""))
    return (device.user, device) if device else (None, None)


def prolong(device: int) -> None:
    """The password was typed on this device: its 90 days begin again."""
    now = timezone.now()
    TrustedDevice.objects.filter(pk=device).update(last_seen=now, expires=now + AGE)


def forget(user: User, device: int | None = None) -> None:
    """Revokes one device of an account, or all of them."""
    rows = TrustedDevice.objects.filter(user=user)
    (rows if device is None else rows.filter(pk=device)).delete()


def _digest(user: User, token: str) -> str:
    text = f"{user.get_session_auth_hash()} {token}"
    return salted_hmac("tournament.remembered", text, algorithm="sha256").hexdigest()
