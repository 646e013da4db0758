"""Signing in."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.models import User


class SignInForm(AuthenticationForm):
    """Name and password. A name longer than any account's goes no further: it would not fit the list of failures."""

    username = UsernameField(
        max_length=User._meta.get_field("username").max_length, widget=forms.TextInput(attrs={"autofocus": True})
    )
