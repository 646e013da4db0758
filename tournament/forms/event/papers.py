"""What is chosen for a paper before it is made; each form returns its choices as strings."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Event, Round, Table
from tournament.progress.next_step import current_round
from tournament.ranking.round_names import round_in
from tournament.wording import language

# Sizes of paper are called the same in every language.
SIZES = [(size, size) for size in ("A4", "A3")]
MOST_TABLES = 9_999


class PaperForm(forms.Form):
    """A language: the visitor's if the event prints in it, otherwise the event's first, unless another is chosen."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)

    def __init__(self, data: QueryDict | None, event: Event, initial: Mapping[str, str]) -> None:
        printed = event.languages or ["en"]
        usual = {"language": language() if language() in printed else printed[0]}
        # Two of these forms are on one page.
        super().__init__(data, initial=usual | dict(initial), auto_id=f"{type(self).__name__.lower()}_%s")
        self.event = event

    def choice(self) -> dict[str, str]:
        """The choices that were made as strings, by the name of their field."""
        return {name: str(value) for name, value in self.cleaned_data.items() if value not in (None, "")}


class RoundPaperForm(PaperForm):
    """A language, the paper of lists for the wall, and a round: the one being played unless another is chosen.

    With a table, what is made for each table is made for this one alone. Without rounds only the language is asked.
    """

    def __init__(
        self, data: QueryDict | None, event: Event, initial: Mapping[str, str], rounds: Sequence[Round]
    ) -> None:
        super().__init__(data, event, initial)
        if now := current_round(rounds):
            choices = [(str(row.number), round_in(event, row.number)) for row in rounds]
            self.fields["round"] = forms.ChoiceField(label=_("Round"), choices=choices, initial=str(now.number))
            self.fields["size"] = forms.ChoiceField(
                label=_("Print the seating"), choices=SIZES, initial="A4", required=False
            )
            self.fields["table"] = forms.IntegerField(
                label=_("Cards and sheets of one table"), min_value=1, max_value=MOST_TABLES, required=False
            )
            self.order_fields(["round", "language", "size", "table"])

    def clean(self) -> dict[str, Any]:
        """Refuses a table that the round does not have."""
        cleaned = self.cleaned_data
        wanted, round = cleaned.get("table"), cleaned.get("round")
        here = Table.objects.filter(round__event=self.event, round__number=round or 0)
        if wanted and round and not here.filter(number=wanted).exists():
            self.add_error("table", _("There is no such table."))
        return cleaned


class PlayerPaperForm(PaperForm):
    """A language, and the number of a player."""

    player = forms.IntegerField(label=_("Number of the player"), min_value=1, max_value=99_999)
    field_order = ("player", "language")

    def clean_player(self) -> int:
        """Refuses a number that no player has."""
        number: int = self.cleaned_data["player"]
        if not Entry.objects.filter(event=self.event, number=number).exists():
            raise forms.ValidationError(_("No player has this number."))
        return number
