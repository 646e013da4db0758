"""A list of players as a file, and what was chosen of its doubtful lines."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.exchange.sheet_lines import MOST_BYTES
from tournament.forms.choices import whole

LINE = "line-"
# What stands for a choice that nobody was offered.
NOBODY = -1


class PeopleFileForm(forms.Form):
    """A file; what stands in it is another matter."""

    file = forms.FileField(
        label=_("File"),
        allow_empty_file=True,
        widget=forms.ClearableFileInput({"accept": ".xlsx,.xlsm,.csv,.txt"}),
    )

    def clean_file(self) -> "UploadedFile[Any]":
        """Refuses a file before it is read where it is too large."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1024**2})
        return file


def chosen(data: QueryDict) -> dict[int, int]:
    """What was chosen of doubtful lines, by line: the number of a player, or 0 for another person."""
    said = {whole(name.removeprefix(LINE)): value for name, value in data.items() if name.startswith(LINE)}
    return {line: _number(str(value)) for line, value in said.items() if line and value}


def _number(text: str) -> int:
    number = whole(text)
    return NOBODY if number is None else number
