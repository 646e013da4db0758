"""Appeals as forms: recording one for a player, and settling it."""

from collections.abc import Iterable, Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel.decisions import LONGEST_REASON
from tournament.models import Appeal, Decision, Entry
from tournament.reading.table.sheets import full_name


class AppealForm(forms.Form):
    """Which of those concerned appeals, and why."""

    text = forms.CharField(
        label=_("Why they appeal"),
        help_text=_("The jury and the organiser read this."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(self, data: QueryDict | None, people: Iterable[Entry]) -> None:
        super().__init__(data)
        offered = [(entry.number, f"{entry.number} {full_name(entry)}") for entry in people]
        self.fields["entry"] = forms.TypedChoiceField(label=_("Player"), choices=offered, coerce=int)
        self.order_fields(["entry"])


class SettleForm(forms.Form):
    """How an appeal is settled, and why."""

    outcome = forms.ChoiceField(
        label=_("How it is settled"), choices=Appeal.AppealOutcome.choices[1:], widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("The player reads this."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(self, data: QueryDict | None, replacements: Sequence[tuple[Decision, str]]) -> None:
        super().__init__(data)
        made = [(row.number, f"{row.number} · {name}") for row, name in replacements]
        self.fields["replacement"] = forms.TypedChoiceField(
            label=_("The decision that replaces it"),
            help_text=_("Make it first, on the page “New decision”."),
            choices=[("", "–"), *made],
            coerce=int,
            empty_value=None,
            required=False,
        )
        self.order_fields(["outcome", "replacement", "reason"])
