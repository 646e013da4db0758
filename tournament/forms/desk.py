"""What the desk types about a table: why a deal is corrected, who writes, who sits in for whom."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.reading.sheets import Column

REASON_LENGTH = 500
# A round of 100 deals has 125 at a table of five.
MOST_DEALS = 125


class CorrectionForm(forms.Form):
    """The reason for a correction, and the version of the deal that was being looked at."""

    reason = forms.CharField(
        label=_("Why is it corrected?"), help_text=_("It stays in the logbook."), max_length=REASON_LENGTH
    )
    version = forms.IntegerField(min_value=0, max_value=1_000_000, widget=forms.HiddenInput)


class SeatForm(forms.Form):
    """One of the seats of a table."""

    position = forms.TypedChoiceField(label=_("Seat"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, columns: Sequence[Column], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].choices = [  # type: ignore[attr-defined]
            (column.position, f"{column.position} · {column.name}") for column in columns
        ]


class SubstituteForm(SeatForm):
    """Who sits in at a seat, and from which deal on."""

    number = forms.IntegerField(label=_("Number of the substitute"), min_value=1, max_value=1_000_000)
    from_deal = forms.IntegerField(
        label=_("From which deal on?"),
        help_text=_("Each deal counts for whoever sat there."),
        min_value=1,
        max_value=MOST_DEALS,
    )

    def __init__(self, columns: Sequence[Column], free: Sequence[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(columns, *args, **kwargs)
        if free:
            told = gettext("Present, and without a seat in this round: %(people)s.") % {"people": ", ".join(free)}
            self.fields["number"].help_text = told
