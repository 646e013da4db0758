"""Four digits: by which a player, or the jury, is known on the phone of somebody else, or an evening on any."""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import links
from tournament.errors import UserError
from tournament.models import Entry, Table
from tournament.site.proxies import network_of
from tournament.tries import Patience, Ration, Rule, TooOftenError, attempt, is_spent

T = TypeVar("T")

# By link and address together: the hall is one address, and wrong tries at one table must not stop another.
TRIES = Patience("pin", free=5, first=2.0, longest=300.0)
# By link over all addresses, an hour: of four PINs 1.6 % can be tried. Phones that signed there have a ration of their
# own, so that strangers do not use it up.
RATION = Ration("pins of a link", most=40, seconds=3600.0)
SIGNED_COOKIE = "troel_signed"
SIGNED_FOR = 24 * 3600


def owner_of(request: HttpRequest, link: str, entries: Iterable[Entry]) -> Entry:
    """The one of these players whose PIN was typed. Refused if it is nobody's, and after too many wrong tries (429).

    `link` is what was opened to type it: wrong tries behind one link do not count for another.
    """
    instruction = _("Enter the four digits of the PIN, as printed on the player’s slip.")
    entry = _typed(request, link, {links.pin(entry): entry for entry in entries}, instruction)
    if entry is None:
        raise UserError(_("This is not the PIN of a player at this table."), 422)
    return entry


def require_code(request: HttpRequest, link: str, code: str) -> None:
    """Refuses whoever did not type the code that a juror was shown for this call; `link` as above."""
    instruction = _("Enter the four digits that the jury sees beside this call.")
    if _typed(request, link, {code: True}, instruction) is None:
        raise UserError(_("This is not the code of the jury for this call."), 422)


def remembered(response: HttpResponse, link: str, home: str) -> HttpResponse:
    """The answer to a right PIN: the phone keeps, for the pages below the path `home`, that it was typed there."""
    return keep_on_phone(response, SIGNED_COOKIE, salt=link, seconds=SIGNED_FOR, path=home)


def keep_on_phone(response: HttpResponse, cookie: str, *, salt: str, seconds: int, path: str) -> HttpResponse:
    """The answer, with which a phone keeps for so long, and shows below a path, that it once had the right digits."""
    response.set_signed_cookie(
        cookie,
        "1",
        salt=salt,
        max_age=seconds,
        path=path,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


def pins_spent(row: Table) -> bool:
    """Whether so many wrong PINs were typed for a table that not every phone may go on."""
    return is_spent(RATION, links.table_token(row), links.reading_token(row))


def _typed(request: HttpRequest, link: str, known: Mapping[str, T], instruction: str) -> T | None:
    """What the typed digits stand for, None if for nothing. Refused if it is no such code, or tried too often."""
    place = _ration_of(request, link)
    who, ration = f"{link} {place or network_of(request.META['REMOTE_ADDR'])}", f"{link} {place}"
    spent = _("Too many wrong PINs were typed at this table within an hour. Go to the desk.")
    wait = _("Too many wrong PINs. Wait %(seconds)s seconds and try again.")
    texts = CodeTexts(instruction, spent, wait)
    return typed_code(request, "pin", known, [(RATION, ration), (TRIES, who)], texts, _token(link))


class CodeTexts(NamedTuple):
    """What to type; that nothing more is tried for long; that the next try has to wait `seconds`."""

    instruction: str
    spent: str
    wait: str


def typed_code(
    request: HttpRequest,
    field: str,
    known: Mapping[str, T],
    counted: Sequence[tuple[Rule, str]],
    texts: CodeTexts,
    place: str = "",
) -> T | None:
    """What the four digits in a field stand for, None if for nothing; `counted` and `place` as in `tries.attempt`.

    Refused if they are no four digits (422), or tried too often (429).
    """
    typed = request.POST.get(field, "").strip()
    if not (len(typed) == links.PIN_DIGITS and typed.isascii() and typed.isdigit()):
        raise UserError(texts.instruction, 422)

    def prove() -> T | None:
        return next((what for code, what in known.items() if hmac.compare_digest(typed, code)), None)

    try:
        return attempt(counted, prove, place)
    except TooOftenError as refusal:
        request.retry_after = ceil(refusal.seconds)  # type: ignore[attr-defined]
        if isinstance(refusal.rule, Ration):
            raise UserError(texts.spent, 429) from None
        raise UserError(texts.wait % {"seconds": ceil(refusal.seconds)}, 429) from None


def _ration_of(request: HttpRequest, link: str) -> str:
    """With what a try is counted: "signed" on a phone where a right PIN was typed behind this link, "" on others."""
    signed = request.get_signed_cookie(SIGNED_COOKIE, default=None, salt=_token(link), max_age=SIGNED_FOR)
    return "signed" if signed else ""


def _token(link: str) -> str:
    """The token with which what was opened begins; after it may be whose PIN is typed there."""
    return link.partition(" ")[0]
