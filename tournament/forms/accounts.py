"""Signing in, and the first account."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm, UsernameField
from django.contrib.auth.models import User
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

NAME_RULE = _("Without spaces: letters, digits and @ . + - _ only.")


class SignInForm(AuthenticationForm):
    """Name and password. A name longer than any account's goes no further: it would not fit the list of failures."""

    username = UsernameField(
        max_length=User._meta.get_field("username").max_length, widget=forms.TextInput(attrs={"autofocus": True})
    )


class FirstOrganiserForm(UserCreationForm):
    """The name and the password, twice, of the first account."""

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.fields["username"].help_text = NAME_RULE
