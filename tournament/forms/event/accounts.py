"""Signing in, the first account, changing a password."""

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

NAME_RULE = _("No spaces: only letters, digits and @ . + - _")


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


class FirstOrganiserForm(UserCreationForm):
    """The name and the password, twice, of the first account, and the name of its club; "" makes none."""

    club = forms.CharField(
        label=_("Your club"),
        help_text=_("Empty it if you only run a championship."),
        max_length=120,
        required=False,
        initial=_("Our club"),
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.fields["username"].help_text = NAME_RULE


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
