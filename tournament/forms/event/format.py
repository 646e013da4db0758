"""The format of an event as a form: its stages in rows, the bonus as a line of numbers; it returns data."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.integers import read_integer
from tournament.ranking.format import (
    MAX_DEALS,
    MAX_FINALISTS,
    MAX_MEMBERS,
    MAX_ROUNDS,
    MAX_STAGES,
    Format,
    Stage,
    faults,
)

KINDS = (
    ("", pgettext_lazy("stage of an event", "nothing more")),
    ("preliminary", _("everyone, drawn at random")),
    ("ranked", _("everyone, by rank")),
    ("final", _("a final")),
)
DRAWS = (
    ("rank", _("neighbours in the ranking who have not met, where possible")),
    ("snake", _("equally strong tables (snake)")),
    ("strict", _("by the ranking alone")),
)
POINTS = (("carried", pgettext_lazy("points in a final", "kept")), ("zero", _("from zero")))
# Formats to start from, by the word in the URL: their stages, and what else differs from a plain event.
PRESETS: Mapping[str, tuple[Any, dict[str, Any]]] = {
    "plain": (_("A simple afternoon"), {"stages": [{"kind": "preliminary", "rounds": 3}]}),
    "bonus": (
        _("With a bonus for places"),
        {"stages": [{"kind": "preliminary", "rounds": 3}], "bonus": [90, 60, 30, 0]},
    ),
    "neighbours": (
        _("Neighbours meet at the end"),
        {"stages": [{"kind": "preliminary", "rounds": 2}, {"kind": "ranked", "rounds": 1}]},
    ),
    "final": (
        _("Final of 32, from zero"),
        {
            "stages": [
                {"kind": "preliminary", "rounds": 3},
                {"kind": "final", "rounds": 2, "cut": 32, "draw": "snake", "points": "zero"},
            ]
        },
    ),
    "small-final": (
        _("Final of 16, points kept"),
        {
            "stages": [
                {"kind": "preliminary", "rounds": 3},
                {"kind": "final", "rounds": 1, "cut": 16, "draw": "rank", "points": "carried"},
            ]
        },
    ),
}


class StageRow(NamedTuple):
    """The fields of one stage."""

    number: int
    fields: Sequence[BoundField]


class FormatForm(forms.Form):
    """A form for the format, initially showing the present one. When valid, `data_of_format` returns the result."""

    bonus = forms.CharField(
        label=_("Bonus for the place at a table"),
        help_text=_("From first place down, such as 90 60 30 0. Leave empty for none."),
        max_length=40,
        required=False,
    )
    sit_out = forms.ChoiceField(
        label=_("A player who sits out a round gets"),
        choices=(("nothing", _("no points for it")), ("average", _("the average of their rounds, rounded down"))),
        widget=forms.RadioSelect,
    )
    unplayed = forms.ChoiceField(
        label=_("Deals that a table stopped early did not play count"),
        choices=(
            ("nothing", _("no points")),
            ("average", _("the average of a player’s own deals there, rounded down")),
        ),
        widget=forms.RadioSelect,
    )
    count = forms.ChoiceField(
        label=_("Clubs are ranked by"),
        choices=(("average", _("the average of all members")), ("best", _("the best members together"))),
        widget=forms.RadioSelect,
    )
    best = forms.IntegerField(
        label=_("How many of the best count"), min_value=1, max_value=MAX_MEMBERS, widget=forms.NumberInput
    )
    least = forms.IntegerField(
        label=_("Members a club needs to be ranked"), min_value=1, max_value=MAX_MEMBERS, widget=forms.NumberInput
    )

    def __init__(self, data: QueryDict | None, planned: Format) -> None:
        super().__init__(data, initial=_initial(planned))
        for number in range(1, MAX_STAGES + 1):
            self.fields |= {f"stage_{number}_{name}": field for name, field in _stage_fields().items()}

    @property
    def stages(self) -> list[StageRow]:
        """The rows of stages."""
        return [
            StageRow(number, [self[f"stage_{number}_{name}"] for name in _stage_fields()])
            for number in range(1, MAX_STAGES + 1)
        ]

    @property
    def others(self) -> list[BoundField]:
        """The fields that belong to no stage."""
        return [self[name] for name in ("bonus", "sit_out", "unplayed", "count", "best", "least")]

    def clean_bonus(self) -> list[int]:
        """The amounts as numbers."""
        return _amounts(self.cleaned_data["bonus"])

    def clean(self) -> dict[str, Any]:
        """Reports every fault of the format beside the field it is about."""
        data = super().clean() or {}
        for number in range(1, MAX_STAGES + 1):
            self._read_bonus(f"stage_{number}_bonus", data)
        if not self.errors:
            for fault in faults(self.data_of_format()):
                self.add_error(self._field_of(fault.place), fault.sentence)
        return data

    def data_of_format(self) -> dict[str, Any]:
        """The format as data; rows in which nothing is chosen are left out."""
        data = self.cleaned_data
        return {
            "stages": [self._stage(number) for number in self._chosen()],
            "bonus": data["bonus"],
            "clubs": {name: data[name] for name in ("count", "best", "least")},
            "sit_out": data["sit_out"],
            "unplayed": data["unplayed"],
        }

    def _read_bonus(self, name: str, data: dict[str, Any]) -> None:
        """Replaces a stage's bonus by numbers: None for the format's own bonus, [] for no bonus."""
        try:
            amounts = _amounts(data.get(name, ""))
        except forms.ValidationError as fault:
            self.add_error(name, fault)
        else:
            data[name] = None if not amounts else [] if amounts == [0] else amounts

    def _chosen(self) -> list[int]:
        return [number for number in range(1, MAX_STAGES + 1) if self.cleaned_data.get(f"stage_{number}_kind")]

    def _stage(self, number: int) -> dict[str, Any]:
        given = {name: self.cleaned_data[f"stage_{number}_{name}"] for name in _stage_fields()}
        names = {"final": ("kind", "rounds", "cut", "draw", "points"), "ranked": ("kind", "rounds", "draw")}
        own = {name: given[name] for name in ("deals", "bonus") if given[name] is not None}
        return {name: given[name] for name in names.get(given["kind"], ("kind", "rounds"))} | own

    def _field_of(self, place: str) -> str | None:
        """The field that a fault is about: `stages.2.cut` is in the second row in which something is chosen."""
        part, *rest = place.split(".")
        if part == "stages" and rest:
            return f"stage_{self._chosen()[int(rest[0]) - 1]}_{rest[1] if rest[1:] else 'kind'}"
        if part == "clubs" and rest:
            return rest[0]
        return part if part in self.fields else None


def _amounts(text: str) -> list[int]:
    """The whole numbers in a line."""
    amounts = [read_integer(word) for word in text.replace("/", " ").replace(",", " ").split()]
    if None in amounts:
        raise forms.ValidationError(gettext("Type whole numbers separated by spaces."))
    return [amount for amount in amounts if amount is not None]


def _stage_fields() -> dict[str, forms.Field]:
    number: Any = forms.NumberInput
    return {
        "kind": forms.ChoiceField(label=_("Who plays"), choices=KINDS, required=False),
        "rounds": forms.IntegerField(
            label=_("Rounds"), min_value=1, max_value=MAX_ROUNDS, required=False, widget=number
        ),
        "deals": forms.IntegerField(
            label=_("Deals per round"), min_value=1, max_value=MAX_DEALS, required=False, widget=number
        ),
        "bonus": forms.CharField(label=_("Bonus"), max_length=40, required=False),
        "cut": forms.IntegerField(
            label=_("Players"), min_value=4, max_value=MAX_FINALISTS, required=False, widget=number
        ),
        "points": forms.ChoiceField(label=_("Points"), choices=POINTS, required=False, initial="carried"),
        "draw": forms.ChoiceField(label=_("Tables"), choices=DRAWS, required=False, initial="rank"),
    }


def _initial(planned: Format) -> dict[str, Any]:
    clubs = planned.clubs
    plain = {"bonus": " ".join(map(str, planned.bonus)), "sit_out": planned.sit_out, "unplayed": planned.unplayed}
    stages = {
        f"stage_{number}_{name}": value
        for number, stage in enumerate(planned.stages, 1)
        for name, value in _stage_initial(stage).items()
    }
    return {**plain, "count": clubs.count, "best": clubs.best, "least": clubs.least, **stages}


def _stage_initial(stage: Stage) -> dict[str, Any]:
    return {
        "kind": stage.kind,
        "rounds": stage.rounds,
        "cut": stage.cut or None,
        "deals": stage.deals or None,
        "bonus": "" if stage.bonus is None else " ".join(map(str, stage.bonus)) or "0",
        "draw": stage.draw,
        "points": stage.points,
    }
