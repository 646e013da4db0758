"""An event becomes an organisation's."""

from django.utils.translation import gettext_lazy as _

from tournament.acts.event.events import EventPlan, make_event
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.acts.register.stewards import give_roles
from tournament.errors import UserError
from tournament.models import Event, HostedEvent, Organisation


def make_hosted_event(organisation: Organisation, actor: str, slug: str, plan: EventPlan) -> Event:
    """Makes an event of the organisation, in which its stewards have their roles. Refused as `make_event` is."""
    with logbook.locked_register(organisation) as organisation:
        event = make_event(actor, slug, plan)
        host_event(organisation, actor, event)
        event.refresh_from_db()
        return event


def host_event(organisation: Organisation, actor: str, event: Event) -> None:
    """Takes an event into an organisation: its stewards get their roles in it. Refused if it is of another one."""
    with logbook.locked_register(organisation) as organisation:
        host = Organisation.objects.filter(hosted__event=event).first()
        if host is not None and host != organisation:
            raise UserError(_("This event belongs to another organisation."))
        if host is None:
            with logbook.locked_event(event, even_archived=True) as event:
                facts = {"event": event.slug, "line": event.revision, "seal": event.seal}
                logbook.write(organisation, actor, "host_event", facts)
        give_roles(organisation, event, actor)


def require_hosted(organisation: Organisation, event: Event) -> None:
    """Refuses an event of somebody else."""
    if not HostedEvent.objects.filter(organisation=organisation, event=event).exists():
        raise UserError(_("This event does not belong to the organisation."), 422)


@Act("host_event", _("Event of the organisation"), owner=Organisation)
def apply_host_event(line: LogLine) -> None:
    # In a replay elsewhere, an event at this address may be unknown, or another one.
    event = Event.objects.filter(slug=line.facts["event"]).first()
    if event and event.has_line(line.facts["line"], line.facts["seal"]):
        HostedEvent.objects.create(organisation=line.organisation, event=event)
