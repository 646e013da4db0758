"""The bin: an event that nobody needs is hidden, and can be restored."""

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import Event
from tournament.version_tokens import require_unchanged


def bin_event(event: Event, actor: str, seen: str) -> None:
    """Puts an event in the bin: hidden from everybody. Its lines stay, and its address stays taken.

    Refused while it is live, and if it changed since the version that was `seen`.
    """
    with logbook.locked_event(event, even_archived=True) as event:
        if event.state == Event.State.LIVE:
            raise UserError(_("This event is under way. Close it first."))
        require_unchanged(seen, event.version_token)
        logbook.write(event, actor, "bin_event", {})


def restore_event(event: Event, actor: str) -> None:
    """Takes an event out of the bin."""
    with logbook.locked_event(event, even_archived=True, even_binned=True) as event:
        if not event.binned:
            raise UserError(_("This event is not in the bin."))
        logbook.write(event, actor, "restore_event", {})


@Act("bin_event", _("Event moved to the bin"))
def apply_bin_event(line: LogLine) -> None:
    line.event.binned = True
    line.event.save(update_fields=["binned"])


@Act("restore_event", _("Event restored from the bin"))
def apply_restore_event(line: LogLine) -> None:
    line.event.binned = False
    line.event.save(update_fields=["binned"])
