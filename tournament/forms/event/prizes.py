"""The prizes of an event as a form: a group of fields for each list."""

from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.ranking.prizes import MAX_LISTS, PrizeList, Prizes

# So many empty groups follow those that are in use.
SPARE = 2
SOURCES = (
    ("ranking", _("the best of the ranking")),
    ("players", _("the best of some players or clubs")),
    ("clubs", _("the best clubs")),
)


class PrizesForm(forms.Form):
    """A form for the prizes, initially showing the present ones. When valid, `prizes` returns the result."""

    single = forms.BooleanField(
        label=_("Nobody wins twice"),
        help_text=_("The lists are given in this order; whoever has a prize is passed over in the next ones."),
        required=False,
    )
    ties = forms.ChoiceField(
        label=_("Prizes are shared by"),
        choices=(
            ("ranking", _("those who share a rank after the tie-breaks")),
            ("points", _("those with equal points, whatever the tie-breaks say")),
        ),
        widget=forms.RadioSelect,
    )

    def __init__(self, data: QueryDict | None, prizes: Prizes) -> None:
        rows = [*prizes.lists, *([PrizeList("", "players" if prizes.lists else "ranking", ())] * SPARE)][:MAX_LISTS]
        initial = {f"{name}_{at}": text for at, row in enumerate(rows) for name, text in _typed(row).items()}
        super().__init__(data, initial={"single": prizes.single, "ties": prizes.ties, **initial})
        self.rows = range(len(rows))
        for at in self.rows:
            self.fields |= {f"{name}_{at}": field for name, field in _row_fields().items()}

    @property
    def lists(self) -> list[list[BoundField]]:
        """The fields of each list."""
        return [[self[f"{name}_{at}"] for name in _row_fields()] for at in self.rows]

    def clean(self) -> dict[str, Any]:
        """Reports numbers that are none."""
        data = super().clean() or {}
        for at in self.rows:
            if not all(word.isdecimal() and len(word) < 8 for word in _words(data.get(f"members_{at}", ""))):
                self.add_error(f"members_{at}", gettext("Type whole numbers separated by spaces."))
        return data

    def prizes(self) -> Prizes:
        """The prizes of a valid form, without the lists in which nothing is typed."""
        data = self.cleaned_data
        lists = [_list({name: data[f"{name}_{at}"] for name in _row_fields()}) for at in self.rows]
        return Prizes(tuple(row for row in lists if row.name or row.prizes), data["single"], data["ties"])


def _row_fields() -> dict[str, forms.Field]:
    lines: Any = {"rows": 4}
    return {
        "name": forms.CharField(
            label=_("Name of the list"),
            help_text=_("Such as “First lady” or “Youth”; empty for the ranking itself."),
            max_length=120,
            required=False,
        ),
        # A form sent again may have fewer groups than there are by now.
        "of": forms.ChoiceField(label=_("Who wins"), choices=SOURCES, required=False),
        "prizes": forms.CharField(
            label=_("Prizes"),
            help_text=_("One on each line, the best first. An empty line is a place without a prize."),
            max_length=20_000,
            required=False,
            strip=False,
            widget=forms.Textarea(lines),
        ),
        "members": forms.CharField(
            label=_("Numbers of the players"),
            help_text=_("Separated by spaces. You can also tick the list on a player’s page."),
            max_length=20_000,
            required=False,
        ),
        "clubs": forms.CharField(
            label=_("Clubs"),
            help_text=_("One on each line: all their players are in the list."),
            max_length=20_000,
            required=False,
            widget=forms.Textarea({"rows": 2}),
        ),
    }


def _typed(prize_list: PrizeList) -> dict[str, str]:
    """A list as it is typed."""
    lines = {"prizes": "\n".join(prize_list.prizes), "clubs": "\n".join(prize_list.clubs)}
    return {"name": prize_list.name, "of": prize_list.of, **lines, "members": " ".join(map(str, prize_list.members))}


def _list(typed: dict[str, str]) -> PrizeList:
    prizes = [line.strip() for line in typed["prizes"].rstrip().splitlines()]
    members, clubs = [], list[str]()
    if typed["of"] == "players":
        members = sorted({int(word) for word in _words(typed["members"])})
        clubs = [line.strip() for line in typed["clubs"].splitlines() if line.strip()]
    return PrizeList(typed["name"].strip(), typed["of"] or "ranking", tuple(prizes), tuple(members), tuple(clubs))


def _words(text: str) -> list[str]:
    return text.replace(",", " ").split()


class ListsForm(forms.Form):
    """In which lists of prizes a player is."""

    lists = forms.TypedMultipleChoiceField(
        label=_("Lists of prizes"), coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: QueryDict | None, prizes: Prizes, number: int) -> None:
        named = [(at, row) for at, row in enumerate(prizes.lists, 1) if row.of == "players"]
        super().__init__(data, initial={"lists": [at for at, row in named if number in row.members]})
        self.fields["lists"].choices = [(at, row.name) for at, row in named]  # type: ignore[attr-defined]
