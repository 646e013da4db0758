"""The code of an evening, given once on a phone: then its cookie says that it is where people play.

The cookie is signed for one evening and is kept by that phone alone (HttpOnly, below `/k/`). No row is needed: nothing
about a phone is listed, and all that may end it is checked with each look: the evening, the sticker, the table's link.
A sticker's photo, a code of last week and a cookie of another club's evening open nothing.
"""

from collections.abc import Sequence
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournament import links
from tournament.errors import UserError
from tournament.progress.evenings_on import EveningOn
from tournament.site.proxies import network_of
from tournament.tries import Patience, Ration
from tournament.views.shared.pins import CodeTexts, keep_on_phone, typed_code

# By what was opened and the address: the hall is one address, and wrong codes at one table must not stop another.
TRIES = Patience("evening code", free=5, first=2.0, longest=300.0)
# Over all addresses, an hour: of the codes of an evening one in a hundred can be tried at a club's door, whose address
# is public, and one at its stickers: strangers who shut the one leave the other open. Who scans the code at the door
# needs none.
RATION = Ration("codes of a club", most=20, seconds=3600.0)
COOKIE = "troel_evening"
# As an evening lasts, and a good deal longer; what is over opens nothing anyway.
KEPT_FOR = 18 * 3600
PATH = "/k/"


def evening_typed(request: HttpRequest, link: str, rationed: str, evenings: Sequence[EveningOn]) -> EveningOn:
    """The evening whose code was typed behind this link, of those of a club. Refused if none, or too often.

    `rationed` names what shares a ration: a club's door, whose address is public, or its stickers.
    """
    texts = CodeTexts(
        _("Enter the four digits of this evening: on the screen in the hall, or from the secretary."),
        _("Too many wrong codes were typed within an hour. Scan the code at the door, or go to the secretary."),
        _("Too many wrong codes. Wait %(seconds)s seconds and try again."),
    )
    known = {on.code: on for on in evenings}
    who = f"{link} {network_of(request.META['REMOTE_ADDR'])}"
    evening = typed_code(request, "code", known, [(RATION, rationed), (TRIES, who)], texts)
    if evening is None:
        raise UserError(_("This is not the code of this evening."), 422)
    return evening


def keep_evening(response: HttpResponse, current_evening: EveningOn) -> HttpResponse:
    """The answer to the right code: the phone keeps which evening it is at."""
    return keep_on_phone(response, COOKIE, salt=_salt(current_evening), seconds=KEPT_FOR, path=PATH)


def evening_of_phone(request: HttpRequest, evenings: Sequence[EveningOn]) -> EveningOn | None:
    """Which of these evenings this phone is at; None if its code was not given here."""
    stored = partial(request.get_signed_cookie, COOKIE, default=None, max_age=KEPT_FOR)
    return next((on for on in evenings if stored(salt=_salt(on))), None)


def _salt(current_evening: EveningOn) -> str:
    return f"evening {links.door_token(current_evening.series, current_evening.date)}"
