"""The four digits by which a player, or the jury, is known on the phone of somebody else."""

import hmac
from collections.abc import Iterable, Mapping
from math import ceil
from typing import TypeVar

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Entry
from tournament.refusal import Refusal
from tournament.site.throttle import Patience, network_of

T = TypeVar("T")

# By link and address together: the hall is one address, and wrong tries at one table must not stop another.
TRIES = Patience(free=5, first=2.0, longest=300.0)


def owner_of(request: HttpRequest, link: str, entries: Iterable[Entry]) -> Entry:
    """The one of these players whose PIN was typed. Refused if it is nobody's, and after too many wrong tries (429).

    `link` is what was opened to type it: wrong tries behind one link do not count for another.
    """
    asked = _("Enter the four digits of the PIN, as printed on the player’s slip.")
    entry = _typed(request, link, {links.pin(entry): entry for entry in entries}, asked)
    if entry is None:
        raise Refusal(_("This is not the PIN of a player at this table."), 422)
    return entry


def require_code(request: HttpRequest, link: str, code: str) -> None:
    """Refuses whoever did not type the code that a juror was shown for this call; `link` as above."""
    asked = _("Enter the four digits that the jury sees beside this call.")
    if _typed(request, link, {code: True}, asked) is None:
        raise Refusal(_("This is not the code of the jury for this call."), 422)


def _typed(request: HttpRequest, link: str, known: Mapping[str, T], asked: str) -> T | None:
    """What the typed digits stand for, None if for nothing. Refused if it is no such code, or tried too often."""
    typed = request.POST.get("pin", "").strip()
    if not (len(typed) == links.PIN_DIGITS and typed.isascii() and typed.isdigit()):
        raise Refusal(asked, 422)
    who = f"{link} {network_of(request.META['REMOTE_ADDR'])}"
    wait = TRIES.wait(who)
    if wait:
        seconds = {"seconds": ceil(wait)}
        raise Refusal(_("Too many wrong PINs. Wait %(seconds)s seconds and try again.") % seconds, 429)
    found = [what for code, what in known.items() if hmac.compare_digest(typed, code)]
    if not found:
        return None
    TRIES.right(who)
    return found[0]
