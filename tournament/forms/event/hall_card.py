"""The wifi of a hall, as it is typed for the card on its wall."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

# What a network allows: bytes of its name, signs of its password.
MAX_BYTES, MIN_SIGNS, MAX_SIGNS = 32, 8, 63
TYPED = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class WifiForm(forms.Form):
    """Name and password of a network."""

    name = forms.CharField(label=_("Name of the wifi"), max_length=MAX_BYTES, widget=forms.TextInput(TYPED))
    password = forms.CharField(
        label=_("Password of the wifi"),
        help_text=_("Empty for an open network. It is on the card alone: Troel does not keep it."),
        min_length=MIN_SIGNS,
        max_length=MAX_SIGNS,
        required=False,
        strip=False,
        widget=forms.TextInput(TYPED),
    )

    def clean_name(self) -> Any:
        """The name, if a network can be called so."""
        name = self.cleaned_data["name"]
        if len(name.encode()) > MAX_BYTES:
            raise ValidationError(_("No network can have so long a name."))
        return name
