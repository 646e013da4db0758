"""What acts ask of an event first: whether it is open; and those that end it, whether every round is shown."""

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.models import Event, Round
from tournament.ranking.round_names import the_round_in


def require_open(event: Event) -> None:
    """Refuses when the event is closed or archived, or its ranking final; acts on people and play call it first."""
    if not event.is_open:
        raise UserError(_("This event is closed."))
    if event.final_at:
        raise UserError(_("The ranking is final. The head jury can take that back on the “Ranking” page."))


def require_all_shown(event: Event) -> None:
    """Refuses while a round is hidden: the public would not see the ranking that the staff do."""
    if hidden := Round.objects.filter(event=event, published=True, visible=False).order_by("number").first():
        words = {"round": the_round_in(event, hidden.number)}
        raise UserError(_("%(round)s is hidden from the public: show it first.") % words)
