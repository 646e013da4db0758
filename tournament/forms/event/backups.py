"""The folder for backups, and a backup to go on from."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.backups.place import MAX_LETTERS


class FolderForm(forms.Form):
    """A folder of the machine on which Troel runs."""

    folder = forms.CharField(
        label=_("Folder on the machine on which Troel runs"),
        help_text=_("Best on a USB stick, such as /media/club/STICK. Leave empty to make no backups."),
        max_length=MAX_LETTERS,
        required=False,
        widget=forms.TextInput({"spellcheck": "false", "autocapitalize": "none", "autocomplete": "off"}),
    )


class RestoreForm(forms.Form):
    """The file of a backup."""

    file = forms.FileField(label=_("Backup"), help_text=_("The newest file troel-….zip on the stick."))
