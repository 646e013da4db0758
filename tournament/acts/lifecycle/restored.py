"""Saying that an event was restored from a backup, so that seals which its lost lines had alarm nobody."""

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.models import Event


def say_restored(event: Event, actor: str, reason: str) -> None:
    """Notes that the event goes on from a backup; what was done after its last line is lost. `reason` is public."""
    check_reason(reason, _("Say what happened, and which backup was restored."))
    with logbook.locked_event(event, even_archived=True) as event:
        logbook.write(
            event, actor, "say_restored", {"lines": event.revision, "reason": logbook.store_text(event, reason.strip())}
        )


@Act("say_restored", _("Restored from a backup"))
def apply_say_restored(_line: LogLine) -> None:
    """Nothing in the championship changes: the line itself is what people look for."""
