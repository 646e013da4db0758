"""The four digits with which a player is known on the phone of somebody else."""

import hmac
from collections.abc import Iterable
from math import ceil

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournament import links
from tournament.models import Entry
from tournament.refusal import Refusal
from tournament.site.throttle import Patience

# By link and address together: the hall is one address, and wrong tries at one table must not stop another.
TRIES = Patience(free=5, first=2.0, longest=300.0)


def owner_of(request: HttpRequest, link: str, entries: Iterable[Entry]) -> Entry:
    """The one of these players whose PIN was typed. Refused if it is nobody's, and after too many wrong tries (429).

    `link` is what was opened to type it: wrong tries behind one link do not count for another.
    """
    typed = request.POST.get("pin", "").strip()
    if not (len(typed) == links.PIN_DIGITS and typed.isascii() and typed.isdigit()):
        raise Refusal(_("Enter the four digits of the PIN, as printed on the player’s slip."), 422)
    who = f"{link} {request.META['REMOTE_ADDR']}"
    wait = TRIES.wait(who)
    if wait:
        seconds = {"seconds": ceil(wait)}
        raise Refusal(_("Too many wrong PINs. Wait %(seconds)s seconds and try again.") % seconds, 429)
    found = [entry for entry in entries if hmac.compare_digest(typed, links.pin(entry))]
    if not found:
        raise Refusal(_("This is not the PIN of a player at this table."), 422)
    TRIES.right(who)
    return found[0]
