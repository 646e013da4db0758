"""Saying that an event or a register goes on from a backup, so that the seals of its lost lines alarm nobody."""

from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.models import ChainOwner, Organisation


def say_restored(owner: ChainOwner, actor: str, reason: str) -> None:
    """Notes that it goes on from a backup; what was done after its last line is lost. `reason` is public."""
    check_reason(reason, _("Say what happened, and which backup was restored."))
    with logbook.locked_owner(owner, even_archived=True) as owner:
        facts = {"lines": owner.revision, "reason": logbook.store_text(owner, reason.strip())}
        logbook.write(owner, actor, "say_restored", facts)


@Act("say_restored", _("Restored from a backup"), owner=Organisation)
@Act("say_restored", _("Restored from a backup"))
def apply_say_restored(_line: LogLine) -> None:
    """Nothing else changes: the line itself is what people look for."""
