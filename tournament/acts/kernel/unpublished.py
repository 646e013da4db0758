"""Rounds that are drawn and that only the staff have seen: which they are, and whether they have changed."""

from django.db.models import QuerySet

from tournament.models import Event, Round, Seat, SitOut
from tournament.version_tokens import token_of


def not_published(event: Event) -> QuerySet[Round]:
    """The rounds that are drawn and not published."""
    return Round.objects.filter(event=event, published=False).order_by("number")


def unpublished(event: Event) -> list[int]:
    """The numbers of these rounds."""
    return list(not_published(event).values_list("number", flat=True))


def unpublished_token(event: Event) -> str:
    """A token of the seating of these rounds: another seating has another token."""
    return seating_token(not_published(event))


def seating_token(rounds: QuerySet[Round]) -> str:
    """A token of the seating of any rounds."""
    seats = Seat.objects.filter(table__round__in=rounds)
    rows = seats.order_by("table__round__number", "table__number", "position", "from_deal")
    places = rows.values_list("table__round__number", "table__number", "position", "entry__number")
    resting = SitOut.objects.filter(round__in=rounds).order_by("round__number", "entry__number")
    return token_of(*places, *resting.values_list("round__number", "entry__number"))
