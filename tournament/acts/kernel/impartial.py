"""Nobody decides where they play, nor about themselves."""

from collections.abc import Collection

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament import access
from tournament.errors import UserError
from tournament.models import Entry, Event, Round, Seat, Table


def require_impartial(event: Event, actor: str, table: Table | None, players: Collection[int] = ()) -> None:
    """Refuses whoever decides at a table where they play, or about these players by entry number if they are one.

    What is decided about players and at no table (an exclusion) is decided at the tables where they play now. Who a
    member plays as is for the organiser to say (`members.plays_as`).
    """
    own = Entry.objects.filter(memberships__event=event, memberships__user=access.user_key(actor))
    tables = Table.objects.filter(pk=table.pk) if table else _played(event, players)
    if Seat.objects.filter(table__in=tables, entry__in=own).exists():
        raise UserError(_("Nobody decides at a table where they play: somebody else must do it."))
    if own.filter(number__in=players).exists():
        raise UserError(_("Nobody decides about their own points: somebody else must do it."))


def _played(event: Event, players: Collection[int]) -> QuerySet[Table]:
    """The tables of these players in the rounds that are being played."""
    rounds = Round.objects.filter(event=event, published=True, closed=False)
    return Table.objects.filter(round__in=rounds, seats__entry__number__in=players)
