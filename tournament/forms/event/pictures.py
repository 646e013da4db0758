"""A picture of an event or an organisation, uploaded as a file; the form returns the picture that may be stored."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournament.errors import UserError
from tournament.site import pictures


class PictureForm(forms.Form):
    """A PNG, JPEG or WebP; when valid, `cleaned_data["picture"]` is the data: URL of the picture made from it."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_("PNG, JPEG or WebP, at most 2 MB. A wide picture works best; a large one is made smaller."),
        widget=forms.ClearableFileInput({"accept": "image/png,image/jpeg,image/webp"}),
        error_messages={"empty": _("This file is empty.")},
    )

    def __init__(self, kind: str, data: Any = None, files: Any = None) -> None:
        super().__init__(data, files, auto_id=f"{kind}_%s")
        self.kind = kind

    def clean_picture(self) -> str:
        """Refuses anything but such a picture, without reading more of it than necessary."""
        file: UploadedFile[Any] = self.cleaned_data["picture"]
        try:
            return pictures.data_address(file.read(pictures.MAX_BYTES + 1), self.kind)
        except UserError as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
