"""Where the tables are, typed as they are seen from the door: a line for each row."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.acts.rounds.room import MAX_ACROSS
from tournament.integers import read_digits

GAPS = (".", "-", "·", "0")
MOST_TYPED = 20_000


class RoomForm(forms.Form):
    """The rows as typed, or a number of tables for each row."""

    grid = forms.CharField(
        label=_("Rows of tables, as seen from the door"),
        help_text=_("One line per row, such as: 1 2 3 . 4 5 6. A dot is a gap. Leave empty to remove the map."),
        max_length=MOST_TYPED,
        required=False,
        widget=forms.Textarea({"rows": 8}),
    )
    across = forms.IntegerField(
        label=_("Or: number of tables in each row"),
        help_text=_("They are numbered row by row, and replace what is above."),
        min_value=1,
        max_value=MAX_ACROSS,
        required=False,
    )

    def __init__(self, data: QueryDict | None = None, *, rows: list[list[int]], table_count: int) -> None:
        super().__init__(data, initial={"grid": typed(rows)})
        self.tables = table_count

    def clean_grid(self) -> list[list[int]]:
        """The rows as numbers, 0 for a gap."""
        lines = [line.replace(",", " ").split() for line in self.cleaned_data["grid"].splitlines()]
        return [[_number(word) for word in line] for line in lines if line]

    def rows(self) -> list[list[int]]:
        """The rows of a valid form."""
        data: dict[str, Any] = self.cleaned_data
        across = data["across"]
        if not across:
            return list(data["grid"])
        return [list(range(at, min(at + across, self.tables + 1))) for at in range(1, self.tables + 1, across)]


def typed(rows: list[list[int]]) -> str:
    """Rows as one types them."""
    return "\n".join(" ".join(str(table or ".") for table in row) for row in rows)


def _number(word: str) -> int:
    number = 0 if word in GAPS else read_digits(word, 4)
    if number is None:
        raise forms.ValidationError(gettext("This cannot be read: %(item)s") % {"item": word[:40]})
    return number
