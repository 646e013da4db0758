"""Who can sign in. An account belongs to the installation and to no event, so it stands in no logbook."""

from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import access, links
from tournament.refusal import Refusal


def make_first_organiser(token: str, username: str, password: str) -> User:
    """The first account, which may make events. DeadLink once anybody has an account, also when two try at once."""
    with transaction.atomic():
        # There is no account to lock yet: the row that stands for accounts as a kind is locked in its stead.
        ContentType.objects.select_for_update().get(app_label="auth", model="user")
        access.first_organiser(token)
        return User.objects.create_user(username, password=password, is_staff=True)


def choose_password(token: str, password: str) -> User:
    """Gives the invited member this password, which ends the invitation. DeadLink when it was used meanwhile."""
    with transaction.atomic():
        User.objects.select_for_update().filter(pk=links.id_in(token)).first()
        user = access.invited(token)
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def change_password(user: User, password: str) -> None:
    """Gives a member, who proved to know the present password, another one; it ends every session but the one at hand.

    Refused where somebody who is signed in elsewhere changed it meanwhile.
    """
    with transaction.atomic():
        if User.objects.select_for_update().get(pk=user.pk).password != user.password:
            raise Refusal(_("Your password was changed meanwhile. Sign in again."))
        user.set_password(password)
        user.save(update_fields=["password"])
