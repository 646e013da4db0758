"""How a season is counted, as a form, with periods and weights as lines of text; and an evening on paper."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.acts.register.seasons import TableTotal
from tournament.exchange.lists.totals_in import DAYS, whole_number, written_day
from tournament.forms.event.events import PLACES, DayField
from tournament.forms.people.people_list import ListField
from tournament.integers import read_integer
from tournament.models import Person
from tournament.naming import folded, tell_apart
from tournament.ranking.format import MAX_DEALS
from tournament.reading.register.shown_names import person_mark
from tournament.reading.season.words import SCORE_NAMES, TIE_NAMES
from tournament.season.options import MAX_POINTS, TIES, SeasonOptions, season_faults

NUMBERS = ("best", "least", "meal", "absence_points")
SEATS = 5


@contextmanager
def _as_fault() -> Iterator[None]:
    """What cannot be read is a fault of the field."""
    try:
        yield
    except ValueError as fault:
        raise forms.ValidationError(str(fault)) from fault


class SeasonForm(forms.Form):
    """How a season is counted, initially as now; when valid, `options` is the data."""

    score = forms.ChoiceField(label=_("An evening gives"), choices=[*SCORE_NAMES.items()], widget=forms.RadioSelect)
    table = forms.CharField(
        label=_("Points for the places"),
        help_text=_("Only to count by places: from first place down, such as 10 8 6 4 2 1."),
        max_length=1000,
        required=False,
    )
    best = forms.IntegerField(
        label=_("So many of the best evenings count"), help_text=_("Leave empty if all do."), required=False
    )
    least = forms.IntegerField(label=_("Presences that a rank takes"), required=False)
    meal = forms.IntegerField(label=_("Presences that the meal takes"), required=False)
    periods = forms.CharField(
        label=_("Periods"),
        help_text=_(
            "A line for each, or nothing: how many evenings it has or its last day, how many of them count, and a name "
            "if you like. “6 4 Autumn” is six evenings, the best four count; “31/12/2026 4” lasts until that day."
        ),
        max_length=5000,
        required=False,
        widget=forms.Textarea({"rows": 4}),
    )
    weights = forms.CharField(
        label=_("Evenings that count more than once"),
        help_text=_("A line for each: the day and how many times, such as “17/12/2026 2”."),
        max_length=5000,
        required=False,
        widget=forms.Textarea({"rows": 2}),
    )
    absence = forms.ChoiceField(
        label=_("An evening missed gives"),
        choices=(
            ("nothing", _("nothing")),
            ("average", _("the average of one’s own evenings")),
            ("fixed", _("the points below")),
        ),
        widget=forms.RadioSelect,
    )
    absence_points = forms.IntegerField(label=_("Points for an evening missed"), required=False)
    jokers = forms.ChoiceField(
        label=_("An evening as a joker"),
        choices=(("in", _("counts like any other")), ("out", _("is a presence, and gives no points"))),
        widget=forms.RadioSelect,
    )

    def __init__(self, data: QueryDict | None, options: SeasonOptions, moved: Mapping[date, date]) -> None:
        """`moved` says where evenings are held that were moved: nobody sees the date for which they were planned."""
        super().__init__(data, initial=_initial(options, moved))
        self._planned = {held: planned for planned, held in moved.items()}
        choices = [("", _("nothing more")), *TIE_NAMES.items()]
        for at, label in enumerate(PLACES[: len(TIES)]):
            self.fields[f"tie_{at}"] = forms.ChoiceField(label=label, choices=choices, required=False)

    @property
    def ties(self) -> list[BoundField]:
        """The fields of the tie-breaks, in order."""
        return [self[f"tie_{at}"] for at in range(len(TIES))]

    @property
    def usual(self) -> list[BoundField]:
        """The fields that most clubs look at."""
        return [self[name] for name in ("score", "best", "least", "meal")]

    @property
    def others(self) -> list[BoundField]:
        """The fields that are folded."""
        return [self[name] for name in ("table", "periods", "weights", "absence", "absence_points", "jokers")]

    @_as_fault()
    def clean_table(self) -> list[int]:
        """The points as numbers."""
        return [whole_number(word) for word in self.cleaned_data["table"].replace(",", " ").split()]

    @_as_fault()
    def clean_periods(self) -> list[dict[str, Any]]:
        """The periods as data."""
        periods = []
        for first, *words in _lines(self.cleaned_data["periods"]):
            long = {"evenings": whole_number(first)} if first.isdigit() else {"ends_on": written_day(first).isoformat()}
            best = {"best": whole_number(words[0])} if words else {}
            name = {"name": " ".join(words[1:])} if words[1:] else {}
            periods.append({**long, **best, **name})
        return periods

    @_as_fault()
    def clean_weights(self) -> dict[str, int]:
        """The weights as data, by day."""
        weights = {}
        for words in _lines(self.cleaned_data["weights"]):
            if len(words) != 2:
                raise ValueError(gettext("Each line is a day and a number."))
            day = written_day(words[0])
            weights[self._planned.get(day, day).isoformat()] = whole_number(words[1])
        return weights

    def clean(self) -> dict[str, Any]:
        """Reports every fault of the season beside the field it is about."""
        data = super().clean() or {}
        if not self.errors:
            for fault in season_faults(self.options()):
                part, *rest = fault.place.split(".")
                name = {"ties": "tie_0"}.get(part, part if part in self.fields else None)
                where = gettext("Line %(number)s: ") % {"number": rest[0]} if part == "periods" and rest else ""
                self.add_error(name, f"{where}{fault.sentence}")
        return data

    def options(self) -> dict[str, Any]:
        """The season as data; what is empty is left out."""
        data = self.cleaned_data
        ties = [tie for at in range(len(TIES)) if (tie := data[f"tie_{at}"])]
        parts = {name: data[name] for name in ("table", "periods", "weights", *NUMBERS) if data[name]}
        return {**{name: data[name] for name in ("score", "absence", "jokers")}, **parts, "ties": ties}


class SeatFields(NamedTuple):
    """The two fields of a seat: who, and how many points."""

    person: BoundField
    won: BoundField


class TotalsForm(forms.Form):
    """An evening that was played on paper: per round and table, who sat there and what they won."""

    day = DayField(label=_("Date"), input_formats=DAYS)
    deals = forms.IntegerField(
        label=_("Deals that each played in a round"), min_value=1, max_value=MAX_DEALS, widget=forms.NumberInput
    )

    def __init__(
        self,
        data: QueryDict | None,
        persons: Sequence[Person],
        size: tuple[int, int],
        initial: Mapping[str, Any],
        totals: Sequence[TableTotal] = (),
        typed: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`totals` are recorded of the evening; what was `typed` already is shown in their place."""
        listed = {person.number: person.listed for person in persons}
        super().__init__(data, initial={**initial, **_seated(totals, listed), **typed})
        self._deals = {(total.round, total.table, total.person): total.deals for total in totals}
        self.persons = persons
        self.size = size
        for round, table, seat in self._seats():
            place = {"round": round, "table": table, "seat": seat}
            words = forms.TextInput({"list": "people", "autocomplete": "off"})
            person = forms.CharField(
                label=_("Round %(round)s, table %(table)s, player %(seat)s") % place,
                max_length=100,
                required=False,
                widget=words,
            )
            points = forms.IntegerField(
                label=_("Points of player %(seat)s") % place,
                min_value=-MAX_POINTS,
                max_value=MAX_POINTS,
                required=False,
                widget=forms.NumberInput,
            )
            self.fields |= {f"person_{round}_{table}_{seat}": person, f"points_{round}_{table}_{seat}": points}

    def _seats(self) -> Iterator[tuple[int, int, int]]:
        rounds, tables = self.size
        for round in range(1, rounds + 1):
            for table in range(1, tables + 1):
                yield from ((round, table, seat) for seat in range(1, SEATS + 1))

    @property
    def people(self) -> list[tuple[int, str]]:
        """Who can be chosen: their numbers and names."""
        names = tell_apart([(person.name, person_mark(person)) for person in self.persons])
        return [(person.number, name) for person, name in zip(self.persons, names, strict=True)]

    @property
    def rounds(self) -> list[tuple[int, list[tuple[int, list[SeatFields]]]]]:
        """The seats by round and table, each with its number."""
        rounds, tables = self.size
        return [
            (round, [(table, [self._fields(round, table, seat) for seat in range(1, SEATS + 1)]) for table in numbers])
            for round in range(1, rounds + 1)
            for numbers in [range(1, tables + 1)]
        ]

    def _fields(self, round: int, table: int, seat: int) -> SeatFields:
        at = f"{round}_{table}_{seat}"
        return SeatFields(self[f"person_{at}"], self[f"points_{at}"])

    def clean(self) -> dict[str, Any]:
        """Finds everybody who was typed, by number or by name."""
        data = super().clean() or {}
        find = person_finder(self.persons)
        for at in ("_".join(map(str, seat)) for seat in self._seats()):
            text, points = data.get(f"person_{at}", ""), data.get(f"points_{at}")
            if text:
                try:
                    data[f"person_{at}"] = find(text)
                except ValueError as fault:
                    self.add_error(f"person_{at}", str(fault))
                if points is None and f"points_{at}" not in self.errors:
                    self.add_error(f"points_{at}", gettext("How many points?"))
            elif points is not None:
                self.add_error(f"person_{at}", gettext("Whose points are these?"))
        return data

    def totals(self) -> list[TableTotal]:
        """What a valid form says."""
        data = self.cleaned_data
        # A spreadsheet may have said of each how many deals they played.
        known = {} if "deals" in self.changed_data else self._deals
        return [
            TableTotal(round, table, person, data[f"points_{round}_{table}_{seat}"], deals)
            for round, table, seat in self._seats()
            if (person := data[f"person_{round}_{table}_{seat}"])
            for deals in [known.get((round, table, person), data["deals"])]
        ]


class TotalsFileForm(forms.Form):
    """A spreadsheet with evenings that were played on paper."""

    file = ListField(
        label=_("Spreadsheet"),
        help_text=_("A line for each player of a table, with the columns date, round, table, number, points, deals."),
        allow_empty_file=True,
    )


def person_finder(persons: Iterable[Person]) -> Callable[[str], int]:
    """What finds the number of whoever is meant by a number, by “12 An Peeters”, or by a name that one person has.

    The surname may come first, as on the list of members, and a first name or surname will do. It raises ValueError
    with a sentence. A file has thousands of cells: the names are folded once.
    """
    numbers: set[int] = set()
    by_name: dict[str, set[int]] = {}
    by_part: dict[str, set[int]] = {}
    for person in persons:
        numbers.add(person.number)
        for name in (person.name, person.listed):
            by_name.setdefault(folded(name), set()).add(person.number)
        words = folded(person.name).split()
        for at in range(1, len(words)):
            for part in (words[:at], words[at:]):
                by_part.setdefault(" ".join(part), set()).add(person.number)

    def find(text: str) -> int:
        name = folded(text)
        named = by_name.get(name) or by_part.get(name, set())
        meant = named.union(numbers.intersection({read_integer(text.partition(" ")[0])}))
        if len(meant) == 1:
            return meant.pop()
        several, nobody = gettext("Several people have this name: type the number."), gettext("Nobody is called so.")
        raise ValueError(several if meant else nobody)

    return find


def _seated(totals: Sequence[TableTotal], names: Mapping[int, str]) -> dict[str, Any]:
    """What the fields show of totals that are recorded: of each person the number, and the name if it is known."""
    fields: dict[str, Any] = {"deals": totals[0].deals} if totals else {}
    taken: dict[tuple[int, int], int] = {}
    for total in totals:
        seat = taken[total.round, total.table] = taken.get((total.round, total.table), 0) + 1
        at = f"{total.round}_{total.table}_{seat}"
        who = f"{total.person} {names.get(total.person, '')}".strip()
        fields |= {f"person_{at}": who, f"points_{at}": total.points}
    return fields


def _initial(options: SeasonOptions, moved: Mapping[date, date]) -> dict[str, Any]:
    periods = (f"{period.ends_on or period.evenings} {period.best} {period.name}".strip() for period in options.periods)
    return {
        **{name: getattr(options, name) for name in ("score", "absence", "jokers")},
        **{name: getattr(options, name) or None for name in NUMBERS},
        **{f"tie_{at}": tie for at, tie in enumerate(options.ties)},
        "table": " ".join(map(str, options.table)),
        "periods": "\n".join(periods),
        "weights": "\n".join(f"{moved.get(day, day)} {weight}" for day, weight in sorted(options.weights.items())),
    }


def _lines(text: str) -> list[list[str]]:
    return [words for line in text.splitlines() if (words := line.split())]
