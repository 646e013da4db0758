"""Final: the head jury declares the ranking final, and takes that back; what is open then is named, with a reason."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.acts.kernel import logbook
from tournament.acts.kernel.deadline import require_head_jury
from tournament.acts.kernel.decisions import check_reason
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.kernel.open_event import require_all_shown, require_open
from tournament.acts.kernel.open_issues import facts_despite
from tournament.errors import UserError
from tournament.models import Event, Round
from tournament.progress.open_issues import open_issues
from tournament.version_tokens import require_unchanged, token_of


def declare_final(
    event: Event, actor: str, reason: str = "", *, opened: str | None = None, seen: str | None = None
) -> None:
    """Declares the ranking final: from then on nothing that counts can change, until this is taken back.

    Only for the head jury, or the organiser of an event without one. `reason` and `opened` as in `facts_despite`;
    `seen` is the version token of the event whose ranking was looked at. Refused in a rehearsal, and while a round is
    hidden or none is published. Sent again it writes nothing.
    """
    with logbook.locked_event(event) as event:
        require_head_jury(event, actor)
        if event.final_at:
            return
        require_declarable(event)
        require_unchanged(seen, event.version_token)
        logbook.write(event, actor, "declare_final", facts_despite(event, open_issues(event), reason, opened))


def require_declarable(event: Event) -> None:
    """Refuses, as `declare_final` would, a ranking that cannot be final now, whatever is open in it."""
    require_open(event)
    if event.state == Event.State.REHEARSAL:
        raise UserError(_("This is a rehearsal: nothing counts yet."))
    if not Round.objects.filter(event=event, published=True).exists():
        raise UserError(_("No round has been published yet."))
    require_all_shown(event)


def take_back_final(event: Event, actor: str, reason: str, *, seen: str | None = None) -> None:
    """Makes a ranking that was declared final provisional again, for a reason; only for those who may declare it.

    `seen` is the token (`declaration_token`) of the declaration that was looked at. Sent again it writes nothing.
    """
    check_reason(reason, gettext_lazy("Enter the reason why the ranking is not final any more."))
    with logbook.locked_event(event) as event:
        require_head_jury(event, actor)
        if not event.final_at:
            return
        if not event.is_open:
            raise UserError(_("This event is closed."))
        require_unchanged(seen, declaration_token(event))
        logbook.write(event, actor, "take_back_final", {"reason": logbook.store_text(event, reason)})


def declaration_token(event: Event) -> str:
    """A token of the moment when the ranking was declared final."""
    return token_of(event.final_at and event.final_at.timestamp())


@Act("declare_final", gettext_lazy("Ranking declared final"))
def apply_declare_final(line: LogLine) -> None:
    line.event.final_at = line.at
    line.event.save(update_fields=["final_at"])


@Act("take_back_final", gettext_lazy("Ranking provisional again"))
def apply_take_back_final(line: LogLine) -> None:
    line.event.final_at = None
    line.event.save(update_fields=["final_at"])
