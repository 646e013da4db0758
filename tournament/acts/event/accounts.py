"""Who can sign in. Accounts belong to the installation and not to an event, so no logbook mentions them."""

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import access, links, remembered
from tournament.errors import UserError


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
