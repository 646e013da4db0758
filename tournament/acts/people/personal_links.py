"""A player's personal link and PIN: given again when they were lost or read by somebody else."""

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine, Scope
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.models import Entry
from tournament.version_tokens import require_current


def renew_personal_link(entry: Entry, actor: str, *, replaces: int | None = None) -> None:
    """Revokes a player's personal link and PIN and makes others; `replaces` is the issue that was shown."""
    with logbook.locked_event(entry.event) as event:
        require_open(event)
        current = Entry.objects.filter(pk=entry.pk).first()
        if current is None:
            raise UserError(_("This player has been deleted."))
        require_current(replaces, current.link_issue, _("This player was given a new link in the meantime."))
        logbook.write(event, actor, "renew_personal_link", {"number": current.number})


@Act("renew_personal_link", _("Personal link and PIN renewed"), scope=Scope.ENTRY)
def apply_renew_personal_link(line: LogLine) -> None:
    Entry.objects.filter(event=line.event, number=line.facts["number"]).update(link_issue=F("link_issue") + 1)
