"""Who can sign in. Accounts belong to the installation and not to an event, so no logbook mentions them."""

import logging

from django.contrib.auth.models import Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import access, links, remembered
from tournament.errors import UserError
from tournament.version_tokens import require_unchanged, token_of

_log = logging.getLogger(__name__)


def make_first_organiser(token: str, username: str, password: str) -> User:
    """Creates the first account, which may make events. DeadLinkError once there is an account, even in a race."""
    with transaction.atomic():
        # There is no account yet to lock, so the content type of accounts is locked instead.
        ContentType.objects.select_for_update().get(app_label="auth", model="user")
        access.first_organiser(token)
        return User.objects.create_user(username, password=password, is_staff=True)


def choose_password(token: str, password: str) -> User:
    """Gives the invited member this password, which ends the invitation. Raises DeadLinkError if it has been used."""
    with transaction.atomic():
        User.objects.select_for_update().filter(pk=links.id_in(token)).first()
        user = access.invited(token)
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def change_password(user: User, password: str) -> None:
    """Changes the password of a member who proved to know the present one; ends all sessions but the current one, and
    what devices remember.

    Refused if the password was changed in another session in the meantime.
    """
    with transaction.atomic():
        if User.objects.select_for_update().get(pk=user.pk).password != user.password:
            raise UserError(_("Your password has been changed in the meantime. Sign in again."))
        user.set_password(password)
        user.save(update_fields=["password"])
        remembered.forget(user)


def give_rights(actor: str, user: User, *, administrator: bool, makes_events: bool, seen: str | None = None) -> None:
    """Says whether an account administers this installation, and whether it may make events without any club.

    `seen` is the token (`rights_token`) of what was looked at: refused if it has changed since. The same again changes
    nothing. Refused where nobody would be left who can sign in and administers.
    """
    with transaction.atomic():
        administrators = list(User.objects.select_for_update().filter(is_staff=True, is_active=True).order_by("pk"))
        user = User.objects.select_for_update().get(pk=user.pk)
        rights = (user.is_staff, access.has_right_to_make_events(user))
        if rights == (administrator, makes_events):
            return
        require_unchanged(seen, token_of(*rights))
        left = [other for other in administrators if other.pk != user.pk and other.has_usable_password()]
        if user.is_staff and not administrator and not left:
            raise UserError(_("This is the last administrator. Make somebody else one first."))
        user.is_staff = administrator
        user.save(update_fields=["is_staff"])
        permission = Permission.objects.get_by_natural_key(*access.MAKE_EVENTS)
        (user.user_permissions.add if makes_events else user.user_permissions.remove)(permission)
    # Accounts are in no chain: the log of the server says who gave and took these rights.
    _log.warning("%s set user:%s: administrator %s, makes events %s", actor, user.pk, administrator, makes_events)


def rights_token(user: User) -> str:
    """A token of the rights of an account."""
    return token_of(user.is_staff, access.has_right_to_make_events(user))


def user_name(typed: str) -> str:
    """A user name as it was typed, without the spaces around it; refused if no account can have it."""
    name = typed.strip()
    if not name or len(name) > 60 or "\0" in name:
        raise UserError(_("Enter a name of 1 to 60 characters."), 422)
    return name


def rename_account(user: User, typed: str) -> None:
    """Gives an account another name. Records hold its number, so that every page shows the new name from then on."""
    name = user_name(typed)
    with transaction.atomic():
        if User.objects.select_for_update().filter(username__iexact=name).exclude(pk=user.pk).exists():
            raise UserError(_("Another account has this name."))
        user.username = name
        user.save(update_fields=["username"])
