"""What every act on people and play asks first: whether its event is open."""

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.models import Event


def require_open(event: Event) -> None:
    """Refuses when the event is closed or archived, or its ranking final; acts on people and play call it first."""
    if not event.is_open:
        raise UserError(_("This event is closed."))
    if event.final_at:
        raise UserError(_("The ranking is final. The head jury can take that back on the “Ranking” page."))
