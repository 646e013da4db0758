"""The pictures of filled score sheets that the desk sends."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournament.models import Table

KINDS = "application/pdf,image/jpeg,image/png"


class _Several(forms.ClearableFileInput):
    """A choice of several files."""

    allow_multiple_selected = True


class _Files(forms.FileField):
    """Several files; when valid, a list of them."""

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[Any]]":
        """Each of them is asked what one file is asked."""
        check = super().clean
        return [check(one, initial) for one in (data if isinstance(data, list | tuple) else [data]) if one is not None]


class PhotoForm(forms.Form):
    """A photo from a phone's camera; when valid, `cleaned_data["pictures"]` has all the files of the form."""

    photo = _Files(
        label=_("Take a photo"),
        help_text=_("On a phone this opens the camera: the whole sheet, flat, all four corners in the picture."),
        required=False,
        widget=forms.FileInput({"accept": "image/jpeg,image/png", "capture": "environment"}),
        error_messages={"empty": _("This file is empty.")},
    )

    def clean(self) -> dict[str, Any]:
        """At least one file, from any field."""
        data = super().clean() or {}
        data["pictures"] = [file for name in self.fields for file in data.get(name) or []]
        if not data["pictures"] and not self.errors:
            raise forms.ValidationError(_("Choose a file."))
        return data


class ScansForm(PhotoForm):
    """Scans, or photos."""

    scans = _Files(
        label=_("Scans or photos"),
        help_text=_("PDF, JPEG or PNG, at most 60 MB at once."),
        required=False,
        widget=_Several({"accept": KINDS}),
        error_messages={"empty": _("This file is empty.")},
    )
    field_order = ("scans", "photo")


class WhichTableForm(forms.Form):
    """Of which table a spare sheet is; when valid, `cleaned_data["table"]` is one of these tables."""

    table = forms.TypedChoiceField(label=_("Table"), coerce=int)

    def __init__(self, tables: Sequence[Table], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._tables = {row.number: row for row in tables}
        self.fields["table"].choices = [("", "–"), *((number, number) for number in self._tables)]  # type: ignore[attr-defined]
        self.fields["table"].widget.attrs["autofocus"] = True

    def clean_table(self) -> Table:
        """The table itself."""
        return self._tables[self.cleaned_data["table"]]
