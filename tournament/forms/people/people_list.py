"""A list of players, pasted or as a file; the answers about its columns and its doubtful lines."""

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.exchange.lists import headings, table_in
from tournament.exchange.lists.list_lines import MOST_BYTES, MOST_COLUMNS, ListLine
from tournament.integers import read_integer

LINE, COLUMN, TURN = "line-", "column-", "turn-"
# More characters than any list that a page can show.
MOST_PASTED = 200_000
# Stands for a choice that was not offered to anybody.
NOBODY = -1


class ListField(forms.FileField):
    """A list in a file; one that is too large is refused before it is read."""

    widget = forms.ClearableFileInput({"accept": ".xlsx,.xlsm,.csv,.txt"})

    def clean(self, data: Any, initial: Any = None) -> Any:
        """The file; None where it may be left out."""
        file: UploadedFile[Any] | None = super().clean(data, initial)
        if file and (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("The file is larger than %(most)s MB.") % {"most": MOST_BYTES // 1024**2})
        return file


class PeopleForm(forms.Form):
    """A text or a file; their content is checked later."""

    lines = forms.CharField(
        label=_("Paste the list"),
        help_text=_("One player per line, with or without headings. From a spreadsheet, copy all columns."),
        max_length=MOST_PASTED,
        required=False,
        strip=False,
        widget=forms.Textarea({"rows": 10}),
    )
    file = ListField(label=_("Or choose a file"), allow_empty_file=True, required=False)

    def clean(self) -> dict[str, Any]:
        """Refuses a form with neither."""
        data: dict[str, Any] = self.cleaned_data
        if not self.errors and data.get("file") is None and not data["lines"].strip():
            self.add_error("lines", _("Paste a list, or choose a file."))
        return data

    def table(self) -> list[ListLine]:
        """The lines of a valid form's list; a file takes precedence over a text. Refused if it is not a table."""
        file = self.cleaned_data["file"]
        return table_in.lines(file.read()) if file is not None else table_in.pasted(self.cleaned_data["lines"])


def columns_said(data: QueryDict) -> dict[int, str]:
    """What each column was said to hold, by its index; "" for one that is not to be read."""
    said = {
        read_integer(name.removeprefix(COLUMN)): str(value) for name, value in data.items() if name.startswith(COLUMN)
    }
    return {at: field for at, field in said.items() if at is not None and at < MOST_COLUMNS}


def lines_turned(data: QueryDict) -> frozenset[int]:
    """The lines whose names were said to be the other way round."""
    lines = (read_integer(name.removeprefix(TURN)) for name in data if name.startswith(TURN))
    return frozenset(line for line in lines if line is not None)


def field_names() -> list[tuple[str, object]]:
    """What a column may be said to hold: the value that is sent, and the text."""
    return [
        (headings.NAME, _("First name and surname")),
        (headings.TURNED, _("Surname and first name")),
        (headings.FIRST, _("First name")),
        (headings.LAST, _("Surname")),
        (headings.CLUB, _("Club")),
        (headings.NUMBER, _("Number")),
        (headings.LANGUAGE, _("Language")),
        (headings.ROLE, _("Role")),
        (headings.INITIALS, _("Initials only")),
        (headings.WRITES, _("Willing to keep score")),
        (headings.FAMILY, _("Family")),
        (headings.LICENCE, _("Licence number")),
        ("", _("ignored")),
    ]


def chosen(data: QueryDict) -> dict[int, int]:
    """The choices for doubtful lines, by line: the number of a player, or 0 for another person."""
    said = {read_integer(name.removeprefix(LINE)): value for name, value in data.items() if name.startswith(LINE)}
    numbers = {line: read_integer(str(value)) for line, value in said.items() if line and value}
    return {line: NOBODY if number is None else number for line, number in numbers.items()}
