"""Who works for a championship."""

import json

from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import access
from tournament.acts.event.accounts import user_name
from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine
from tournament.errors import UserError
from tournament.models import Entry, Event, LogEntry, Membership
from tournament.version_tokens import require_unchanged, token_of

NO_ORGANISER = _("An event must have at least one organiser.")


def invite_by_name(event: Event, actor: str, username: str, role: str) -> User:
    """Finds or makes an account and gives it a role in the event, or neither."""
    with transaction.atomic():
        user = invite(username)
        grant_role(event, actor, user, role)
    return user


def grant_role(event: Event, actor: str, user: User, role: str) -> None:
    """Gives a user a role in the event."""
    if role not in Membership.Role.values:
        raise UserError(_("This role does not exist."), 422)
    with logbook.locked_event(event, even_archived=True, even_binned=True) as event:
        if Membership.objects.filter(event=event, user=user, role=role).exists():
            raise UserError(_("This person already has this role."))
        logbook.write(event, actor, "grant_role", {"user": user.pk, "role": role})


def revoke_role(event: Event, actor: str, user: User, role: str) -> None:
    """Takes a role away. An event keeps at least one organiser."""
    with logbook.locked_event(event, even_archived=True, even_binned=True) as event:
        memberships = Membership.objects.filter(event=event, role=role)
        if not memberships.filter(user=user).exists():
            raise UserError(_("This person does not have this role."))
        if role == Membership.Role.ORGANISER and memberships.count() == 1:
            raise UserError(NO_ORGANISER)
        logbook.write(event, actor, "revoke_role", {"user": user.pk, "role": role})


def plays_as(
    event: Event, actor: str, user: User, number: int | None, *, seen: str | None = None, once: bool = False
) -> None:
    """Says which player of the event a member is, by entry number; None if none: nobody judges where they play.

    `seen` is the token (`token_of`) of the number that was looked at: refused if another was said since. The same
    again writes nothing. With `once`, as members say it of themselves, it is refused where it was said before.
    """
    with logbook.locked_event(event) as event:
        roles = Membership.objects.filter(event=event, user=user).select_related("entry")
        membership = roles.first()
        if membership is None:
            raise UserError(_("This person does not work for this event."), 404)
        current = membership.entry and membership.entry.number
        unanswered = user.pk in members_to_ask(event)
        if current == number and not unanswered:
            return
        if once and not unanswered:
            raise UserError(_("It was said before whether you play. The organiser can change it."))
        require_unchanged(seen, token_of(current))
        if number is not None and not Entry.objects.filter(event=event, number=number).exists():
            raise UserError(_("No player has this number."), 422)
        logbook.write(event, actor, "plays_as", {"user": user.pk, "entry": number})


def members_to_ask(event: Event) -> set[int]:
    """The primary keys of those who may rule in an event and of whom nobody has said whether they play."""
    lines = LogEntry.objects.filter(event=event, act="plays_as").order_by("sequence").values_list("text", flat=True)
    last = {claim["user"]: claim["entry"] for claim in (json.loads(text)["facts"] for text in lines)}
    rows = Membership.objects.filter(event=event, role__in=access.Permission.RULE.roles, entry=None)
    # Who was said to play, but is linked to no player now, was deleted as a player or given the role anew.
    return {user for user in rows.values_list("user_id", flat=True) if last.get(user, 0) is not None}


def invite(username: str) -> User:
    """The account of that name; if there is none, a new one, whose password is to be chosen through a link.

    Only the link of the last invitation works: somebody who kept an earlier one must not take over an account that
    another event has trusted since.
    """
    username = user_name(username)
    user = User.objects.filter(username__iexact=username).first()
    if user and not user.has_usable_password():
        user.set_unusable_password()
        user.save(update_fields=["password"])
    # Two people may be inviting this name at the same moment: then the second finds the account of the first.
    return user or User.objects.get_or_create(username=username, defaults={"password": make_password(None)})[0]


@Act("grant_role", _("Role given"))
def apply_grant_role(line: LogLine) -> None:
    # In a replay elsewhere, the users of this installation and their roles are unknown.
    if User.objects.filter(pk=line.facts["user"]).exists():
        known = Membership.objects.filter(event=line.event, user=line.facts["user"]).first()
        entry = known.entry if known else None
        Membership.objects.create(event=line.event, user_id=line.facts["user"], role=line.facts["role"], entry=entry)


@Act("revoke_role", _("Role removed"))
def apply_revoke_role(line: LogLine) -> None:
    Membership.objects.filter(event=line.event, user_id=line.facts["user"], role=line.facts["role"]).delete()


@Act("plays_as", _("Which player a member is"))
def apply_plays_as(line: LogLine) -> None:
    entry = Entry.objects.filter(event=line.event, number=line.facts["entry"]).first()
    Membership.objects.filter(event=line.event, user=line.facts["user"]).update(entry=entry)
