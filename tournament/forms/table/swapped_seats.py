"""Two players who sat in each other's place, as a form."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.integers import read_integer
from tournament.ranking.swapped_seats import Place, SeatSwap

BY_NAME, BY_PLACE = "name", "place"


class SwapForm(forms.Form):
    """Which player of a table, with whom in the round, from which deal on, and how the deals were written."""

    one = forms.ChoiceField(label=_("Who sat in the wrong place?"), widget=forms.RadioSelect)
    other = forms.ChoiceField(label=_("In whose place?"))
    from_deal = forms.IntegerField(label=_("From which deal?"), min_value=1, max_value=1000, initial=1)
    written = forms.ChoiceField(
        label=_("Were the deals written by name or by place?"),
        help_text=_(
            "By place: the seat that was written is right, and its points go to who sat there. By name: the player who "
            "was written is right, and keeps the points. Between two tables it can only have been by place."
        ),
        choices=((BY_PLACE, _("by place")), (BY_NAME, _("by name"))),
        widget=forms.RadioSelect,
    )

    def __init__(
        self, table_places: Iterable[tuple[Place, str]], everybody: Iterable[tuple[Place, str]], data: Any
    ) -> None:
        super().__init__(data)
        for name, places in (("one", table_places), ("other", everybody)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - both are declared above
            field.choices = [(f"{table}-{position}", label) for (table, position), label in places]

    def swap(self) -> SeatSwap:
        """What a valid form asks for."""
        data = self.cleaned_data
        places = _place(data["one"]), _place(data["other"])
        return SeatSwap(places, data["from_deal"], data["written"] == BY_NAME)


def _place(text: str) -> Place:
    table, _dash, position = text.partition("-")
    return read_integer(table) or 0, read_integer(position) or 0
