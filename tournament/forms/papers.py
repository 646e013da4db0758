"""What is chosen for a paper before it is made; each form returns its choices as strings."""

from collections.abc import Mapping, Sequence

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Event, Round
from tournament.ranking.progress import current_round
from tournament.ranking.round_names import round_in
from tournament.wording import language


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
        """The choices as strings, by the name of their field."""
        return {name: str(value) for name, value in self.cleaned_data.items()}


class RoundPaperForm(PaperForm):
    """A language, and a round: the one being played unless another is chosen. Without rounds it is not asked."""

    def __init__(
        self, data: QueryDict | None, event: Event, initial: Mapping[str, str], rounds: Sequence[Round]
    ) -> None:
        super().__init__(data, event, initial)
        if now := current_round(rounds):
            choices = [(str(row.number), round_in(event, row.number)) for row in rounds]
            self.fields["round"] = forms.ChoiceField(label=_("Round"), choices=choices, initial=str(now.number))
            self.order_fields(["round"])


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
