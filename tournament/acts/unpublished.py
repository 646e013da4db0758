"""Rounds that are drawn and that nobody but the staff has seen: which they are, and whether they are still the same."""

import hashlib

from django.utils.translation import gettext_lazy as _

from tournament.acts.refusal import Refusal
from tournament.models import Event, Round, Seat


def unpublished(event: Event) -> list[int]:
    """The numbers of the rounds that are drawn and not published."""
    return list(Round.objects.filter(event=event, published=False).order_by("number").values_list("number", flat=True))


def mark(event: Event) -> str:
    """Names the seating of these rounds: another one has another mark."""
    seats = Seat.objects.filter(table__round__event=event, table__round__published=False)
    rows = seats.order_by("table__round__number", "table__number", "position", "from_deal")
    places = rows.values_list("table__round__number", "table__number", "position", "entry__number")
    return hashlib.sha256(repr(list(places)).encode()).hexdigest()[:32]


def check_mark(event: Event, of: str) -> None:
    """Refuses where the seating is not the one whose mark this is; "" is nobody's."""
    if of and of != mark(event):
        raise Refusal(_("The seating has changed meanwhile. Look at it before you go on."))
