"""Who works for an organisation, and what that gives them in its events."""

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from tournament.acts.event.members import grant_role, revoke_role
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import Event, Membership, Organisation, Steward

StewardRole = Steward.StewardRole
# The role that a steward has in each event of the organisation.
ROLE_IN_EVENTS = {
    StewardRole.OWNER: Membership.Role.ORGANISER,
    StewardRole.SECRETARY: Membership.Role.ORGANISER,
    StewardRole.DESK: Membership.Role.DESK,
    StewardRole.JURY: Membership.Role.JURY,
    StewardRole.AUDITOR: Membership.Role.AUDITOR,
}


NO_OWNER = _("A club must have at least one owner.")


def appoint_steward(organisation: Organisation, actor: str, user: User, role: str) -> None:
    """Gives a user a role in the organisation and in its events. Has it already: writes nothing."""
    if role not in StewardRole.values:
        raise UserError(_("This role does not exist."), 422)
    with logbook.locked_register(organisation) as organisation:
        if Steward.objects.filter(organisation=organisation, user=user, role=role).exists():
            return
        logbook.write(organisation, actor, "appoint_steward", {"user": user.pk, "role": role})
        for event in changeable_events(organisation):
            give_role(event, actor, user, ROLE_IN_EVENTS[StewardRole(role)])


def remove_steward(organisation: Organisation, actor: str, user: User, role: str) -> None:
    """Takes a role away, and at once what it gave in the events; without any role left, all roles in them.

    An organisation keeps at least one owner. Where the user was the only organiser of an event, the owners become it.
    """
    with logbook.locked_register(organisation) as organisation:
        stewards = Steward.objects.filter(organisation=organisation)
        if not stewards.filter(user=user, role=role).exists():
            return
        if role == StewardRole.OWNER and stewards.filter(role=role).count() == 1:
            raise UserError(NO_OWNER)
        logbook.write(organisation, actor, "remove_steward", {"user": user.pk, "role": role})
        left = set(stewards.filter(user=user).values_list("role", flat=True))
        remaining = {ROLE_IN_EVENTS[StewardRole(each)] for each in left}
        for event in changeable_events(organisation):
            _take_roles(event, actor, user, {ROLE_IN_EVENTS[StewardRole(role)]} - remaining if left else None)


def give_roles(organisation: Organisation, event: Event, actor: str) -> None:
    """Part of making an event: every steward gets their role in it."""
    for steward in Steward.objects.filter(organisation=organisation).select_related("user").order_by("pk"):
        give_role(event, actor, steward.user, ROLE_IN_EVENTS[StewardRole(steward.role)])


def give_role(event: Event, actor: str, user: User, role: str) -> None:
    """Gives a user a role in an event unless they have it."""
    if not Membership.objects.filter(event=event, user=user, role=role).exists():
        grant_role(event, actor, user, role)


def changeable_events(organisation: Organisation) -> list[Event]:
    """The events of an organisation that may still change: a closed one is reopened, one in the bin comes back.

    In the order in which every act locks them.
    """
    rows = Event.objects.filter(hosted__organisation=organisation)
    return list(rows.exclude(state=Event.State.ARCHIVED).order_by("pk"))


def _take_roles(event: Event, actor: str, user: User, roles: set[Membership.Role] | None) -> None:
    """Takes these roles in an event from a user, or all of them."""
    held = Membership.objects.filter(event=event, user=user)
    for role in held.order_by("pk").values_list("role", flat=True):
        if roles is not None and role not in roles:
            continue
        organisers = Membership.objects.filter(event=event, role=Membership.Role.ORGANISER)
        if role == Membership.Role.ORGANISER and not organisers.exclude(user=user).exists():
            owners = User.objects.filter(
                stewardships__organisation__hosted__event=event, stewardships__role=StewardRole.OWNER
            )
            for owner in owners.exclude(pk=user.pk).order_by("pk"):
                give_role(event, actor, owner, role)
        revoke_role(event, actor, user, role)


@Act("appoint_steward", _("Steward appointed"), owner=Organisation)
def apply_appoint_steward(line: LogLine) -> None:
    # In a replay elsewhere, the users of this installation and their roles are unknown.
    if User.objects.filter(pk=line.facts["user"]).exists():
        Steward.objects.create(organisation=line.organisation, user_id=line.facts["user"], role=line.facts["role"])


@Act("remove_steward", _("Steward removed"), owner=Organisation)
def apply_remove_steward(line: LogLine) -> None:
    Steward.objects.filter(organisation=line.organisation, user_id=line.facts["user"], role=line.facts["role"]).delete()
