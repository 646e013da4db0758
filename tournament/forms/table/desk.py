"""What the desk enters about a table: why a deal is corrected, who keeps score, who substitutes for whom."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel.decisions import LONGEST_REASON
from tournament.acts.people.registration import NAME_LENGTH
from tournament.reading.table.sheet_lines import SheetColumn

# A round of 100 deals has 125 at a table of five.
MOST_DEALS = 125


class CorrectionForm(forms.Form):
    """The reason for a correction, and the version of the deal that was being looked at."""

    reason = forms.CharField(
        label=_("Why is it being corrected?"),
        help_text=_(
            "Kept in the logbook. After closing, everyone can read it on the sheet and with the players’ results."
        ),
        max_length=LONGEST_REASON,
    )
    version = forms.IntegerField(min_value=0, max_value=1_000_000, widget=forms.HiddenInput)


class LastDealForm(forms.Form):
    """Which deal is the last one of a table that is stopped early, and why."""

    last = forms.IntegerField(
        label=_("Last deal"),
        help_text=_("The deal that is being played now, or the last one that was played."),
        min_value=1,
        max_value=MOST_DEALS,
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Everyone can read it on the sheet and with the players’ results."),
        max_length=LONGEST_REASON,
    )


class SeatForm(forms.Form):
    """One of the seats of a table."""

    position = forms.TypedChoiceField(label=_("Seat"), coerce=int, widget=forms.RadioSelect)

    def __init__(self, columns: Sequence[SheetColumn], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].choices = [  # type: ignore[attr-defined]
            (column.position, f"{column.position} · {column.name}") for column in columns
        ]


class FillInForm(forms.Form):
    """Who fills an empty seat, a free player or a new joker, and from which deal on."""

    number = forms.TypedChoiceField(
        label=_("Present without a seat in this round"),
        coerce=int,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )
    joker = forms.CharField(label=_("Or the name of a new joker"), max_length=NAME_LENGTH, required=False)
    from_deal = forms.IntegerField(
        label=_("From which deal?"),
        help_text=_("Each deal counts for the player who sat there."),
        min_value=1,
        max_value=MOST_DEALS,
    )

    def __init__(self, free: Sequence[tuple[int, str]], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if free:
            self.fields["number"].choices = free  # type: ignore[attr-defined]
        else:
            del self.fields["number"]
            self.fields["joker"].label = _("Nobody is free. Name of a new joker")

    def clean(self) -> dict[str, Any]:
        """Requires exactly one of the two."""
        data = super().clean() or {}
        if "number" not in self.fields and not data.get("joker"):
            raise forms.ValidationError(_("Type the name of a new joker."))
        if bool(data.get("number")) == bool(data.get("joker")):
            raise forms.ValidationError(_("Choose somebody, or type the name of a new joker."))
        return data


class SubstituteForm(SeatForm):
    """Who substitutes at a seat, and from which deal on."""

    number = forms.IntegerField(label=_("Number of the substitute"), min_value=1, max_value=1_000_000)
    from_deal = forms.IntegerField(
        label=_("From which deal?"),
        help_text=_("Each deal counts for the player who sat there."),
        min_value=1,
        max_value=MOST_DEALS,
    )

    def __init__(
        self, columns: Sequence[SheetColumn], free: Sequence[str], replaced: Sequence[str], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(columns, *args, **kwargs)
        sentences = (
            (free, gettext("Present without a seat in this round: %(people)s.")),
            (replaced, gettext("Can come back to their own seat: %(people)s.")),
        )
        hints = [sentence % {"people": ", ".join(people)} for people, sentence in sentences if people]
        self.fields["number"].help_text = " ".join(hints)


class PaperSignaturesForm(forms.Form):
    """What the typist of a paper sheet says about its signatures."""

    all_there = forms.BooleanField(
        label=_("All the signatures are on the sheet."), widget=forms.CheckboxInput({"value": "1"})
    )
