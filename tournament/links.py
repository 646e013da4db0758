"""Links that give access without a password: derived from one key, never stored.

A token is `<id>-<mac>`, where the mac is the base32 of the first 128 bits of HMAC-SHA256(link key, kind ‖ id ‖ issue
number). The key is outside the database (`site/keys.py`). If both are backed up, every sheet and slip can be printed
again with the link it had.
"""

import base64
import hashlib
import hmac
from datetime import date
from functools import cache
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse

from tournament import installation
from tournament.integers import read_digits
from tournament.models import Entry, Event, Person, Series, Sticker, Table

MAC_BYTES = 16
PIN_DIGITS = 4
# How many earlier links of a table are still recognised.
ISSUES = 20


def table_token(table: Table) -> str:
    """The write token of one table of one round."""
    return token("table", table.pk, table.link_issue)


def table_url(table: Table) -> str:
    """The URL that the captain opens, complete with scheme and host."""
    return absolute(reverse("captain:table", args=[table_token(table)]))


def reading_token(table: Table) -> str:
    """The token with which anybody at one table of one round follows it."""
    return token("reading", table.pk, table.link_issue)


def reading_url(table: Table) -> str:
    """The URL at which a table is followed, complete with scheme and host."""
    return absolute(reverse("players:table", args=[reading_token(table)]))


def personal_token(entry: Entry) -> str:
    """The token of a player's own page."""
    return token("entry", entry.pk, entry.link_issue)


def personal_url(entry: Entry) -> str:
    """The URL of a player's own page, complete with scheme and host."""
    return absolute(reverse("players:own", args=[personal_token(entry)]))


def pin(entry: Entry) -> str:
    """The four digits with which a player signs on the phone of somebody else."""
    return _digits(f"pin\0{entry.pk}\0{entry.link_issue}")


def answer_code(event: Event, call_number: int, juror: str) -> str:
    """The four digits with which a juror who took a call, by its number, answers it on the table's phone."""
    return _digits(f"answer\0{event.pk}\0{call_number}\0{juror}")


def person_token(person: Person) -> str:
    """The token of a person's own page, above all events."""
    return token("person", person.pk, person.link_issue)


def person_url(person: Person) -> str:
    """The URL of a person's own page, complete with scheme and host."""
    return absolute(reverse("members:own", args=[person_token(person)]))


def sticker_code(sticker: Sticker) -> str:
    """The code on a table of a club. It is printed for years: what it is made of never changes."""
    return token("sticker", sticker.pk, sticker.issue)


def sticker_url(sticker: Sticker) -> str:
    """The URL on a table of a club, complete with scheme and host."""
    return absolute(reverse("sticker", args=[sticker_code(sticker)]))


def evening_code(series: Series, day: date) -> str:
    """The four digits of an evening, new each time, by the day for which it was planned."""
    return _digits(f"evening\0{series.pk}\0{day.isoformat()}")


def door_token(series: Series, day: date) -> str:
    """The token at the door of an evening, by the day for which it was planned."""
    return token("door", series.pk, day.isoformat())


def door_url(series: Series, day: date) -> str:
    """The URL at the door of an evening, complete with scheme and host: the code on the hall's screen."""
    return absolute(reverse("members:door", args=[series.organisation.slug, door_token(series, day)]))


def undo_token(door: str, number: int) -> str:
    """The token with which the phone that let somebody in at a door, by their number there, takes it back."""
    return token(f"undo {door}", number, 1)


def _digits(of: str) -> str:
    mac = hmac.digest(link_key(), of.encode(), hashlib.sha256)
    return f"{int.from_bytes(mac[:8], 'big') % 10**PIN_DIGITS:0{PIN_DIGITS}}"


def was_of_table(candidate: str, table: Table) -> bool:
    """Whether this is an earlier write token of a table; only the last ISSUES are recognised."""
    issues = range(max(1, table.link_issue - ISSUES), table.link_issue)
    return any(matches(candidate, token("table", table.pk, issue)) for issue in issues)


def invitation_token(user_id: int, password: str) -> str:
    """The token with which an invited member chooses a password.

    `password` is the stored hash: once a password is chosen the hash has changed, and the link is dead.
    """
    return token("invitation", user_id, password)


def invitation_url(user_id: int, password: str) -> str:
    """The URL at which an invited member chooses a password."""
    return absolute(reverse("invitation", args=[invitation_token(user_id, password)]))


def first_organiser_token() -> str | None:
    """The one-time token for the person who sets Troel up; None as soon as any account exists."""
    return None if get_user_model().objects.exists() else _one_time_token()


def is_first_organisers(candidate: str) -> bool:
    """Whether this is the one-time token, used or not: asked before a backup is received, so no database is."""
    return matches(candidate, _one_time_token())


def _one_time_token() -> str:
    return token("first-organiser", 0, 1)


def first_organiser_url() -> str | None:
    """The one-time URL to print at the first start; None if it is no longer needed."""
    one_time = first_organiser_token()
    return absolute(reverse("first-organiser", args=[one_time])) if one_time else None


def absolute(path: str) -> str:
    """`path` as a full URL on this installation (BASE_URL)."""
    return settings.BASE_URL.rstrip("/") + path


def only_here() -> bool:
    """Whether these URLs work only on this machine: BASE_URL is a loopback address."""
    host = urlsplit(settings.BASE_URL).hostname or ""
    return host == "localhost" or host == "::1" or host.startswith("127.")


def token(kind: str, id: int, issue: int | str) -> str:
    """The token for one object of a kind; another issue number gives another token."""
    mac = hmac.digest(link_key(), f"{kind}\0{id}\0{issue}".encode(), hashlib.sha256)[:MAC_BYTES]
    return f"{id}-{base64.b32encode(mac).decode().rstrip('=').lower()}"


def id_in(candidate: str) -> int:
    """The id that a token claims; 0, which nothing has, if it does not have the form of a token."""
    return read_digits(candidate.partition("-")[0]) or 0


def matches(candidate: str, valid: str) -> bool:
    """Whether a token is the expected one, compared in constant time."""
    return hmac.compare_digest(candidate.encode(), valid.encode())


def link_key() -> bytes:
    """The key of this installation. Raises ImproperlyConfigured if it is missing where others have one."""
    return _read_key(str(settings.VAR_DIR))


def clear_key() -> None:
    """Lets the key be read again: it was replaced by that of a backup."""
    _read_key.cache_clear()


@cache
def _read_key(_folder: str) -> bytes:
    return installation.require_key(installation.LINK).encode()
