"""Signing in, the first account, changing a password."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    SetPasswordForm,
    UserCreationForm,
    UsernameField,
)
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.backups.place import make_folder, propose_folder
from tournament.errors import UserError
from tournament.forms.event.backups import FolderForm
from tournament.forms.event.machine import MachineForm

OF_MACHINE = ("host", "folder", "zone")
NAME_RULE = _("No spaces: only letters, digits and @ . + - _")


def sign_in_name(label: Any) -> forms.CharField:
    """The name of an account that is there already, or is made."""
    words = forms.TextInput({"autocomplete": "off"})
    return forms.CharField(label=label, help_text=NAME_RULE, max_length=60, widget=words)


class SignInNameForm(forms.Form):
    """Somebody who is to work for an event or an organisation."""

    username = sign_in_name(_("Name to sign in with"))


class SignInForm(AuthenticationForm):
    """Name and password. A name longer than any account's is refused here: it would not fit the failed-login table."""

    username = UsernameField(
        max_length=User._meta.get_field("username").max_length, widget=forms.TextInput(attrs={"autofocus": True})
    )
    remember = forms.BooleanField(
        label=_("Remember this device for 90 days"),
        help_text=_("Not on a device that others use too."),
        required=False,
    )


class FirstOrganiserForm(MachineForm, UserCreationForm):
    """The name and the password, twice, of the first account, the name of its club ("" makes none), and this machine.

    What is proposed for the machine is taken by sending the form as it is.
    """

    club = forms.CharField(
        label=_("Your club"),
        help_text=_("Empty it if you only run a championship."),
        max_length=120,
        required=False,
        initial=_("Our club"),
    )
    remember = SignInForm.base_fields["remember"]
    folder = FolderForm.base_fields["folder"]

    def __init__(self, data: QueryDict | None, host: str) -> None:
        self.proposed_folder = propose_folder()
        super().__init__(data, host, {"folder": self.proposed_folder})
        self.fields["username"].help_text = NAME_RULE
        self.fields["folder"].label = _("Folder for backups")

    def own(self) -> list[forms.BoundField]:
        """The fields about the first account."""
        return [field for field in self if field.name not in OF_MACHINE]

    def of_machine(self) -> list[forms.BoundField]:
        """The fields about this machine, but for the address, which is shown with codes."""
        return [self[name] for name in OF_MACHINE if name in self.fields and name != "host"]

    def clean_folder(self) -> str:
        """The folder for backups, which can be written; "" for none."""
        folder: str = self.cleaned_data["folder"]
        try:
            if folder:
                make_folder(folder, self.proposed_folder)
        except UserError as refusal:
            raise ValidationError(str(refusal)) from refusal
        return folder

    def clean(self) -> dict[str, Any]:
        """A page that comes back for another field has no password any more, and says so."""
        data: dict[str, Any] = super().clean() or {}
        if self.errors and "password1" in data:
            self.add_error("password1", _("Type your password again, twice: a page never shows it."))
        return data


class ChoosePasswordForm(SetPasswordForm):
    """The password of an invited member, twice, and whether their device is remembered."""

    remember = SignInForm.base_fields["remember"]


class ChangePasswordForm(PasswordChangeForm):
    """The present password, and the new one twice. Wrong guesses of the present one count as failed logins."""

    def __init__(self, request: HttpRequest, user: User, data: QueryDict | None = None) -> None:
        super().__init__(user, data)
        self._request = request

    def clean_old_password(self) -> str:
        """The present password. Raises ValidationError if it is wrong, or was guessed too often."""
        old: str = self.cleaned_data["old_password"]
        if authenticate(self._request, username=self.user.get_username(), password=old) is None:
            raise ValidationError(self.error_messages["password_incorrect"], "password_incorrect")
        return old
