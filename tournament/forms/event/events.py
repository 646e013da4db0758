"""The plan of an event, as a form; it returns a finished `EventPlan`."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import TIE_BREAKS, keys, load, words
from tournament.acts.event.events import MAX_APPEAL_MINUTES, EventPlan, check_free, free_slug
from tournament.errors import UserError
from tournament.forms.rules.choices import offered
from tournament.models import Event, Organisation
from tournament.reading.event import rulesets
from tournament.reading.event.formats import TIE_BREAK_NAMES
from tournament.wording import language

PLACES = (_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth"))
NUMBERS = ("planned_rounds", "deals_per_round")
# What everybody is asked for a new event; the rest is folded.
ASKED = ("name", *NUMBERS)
RECOMMENDED = keys()[0]
YEAR = re.compile(r"\b20[0-9]{2}\b")


class StartForm(forms.Form):
    """What to do with the rehearsal's results before an event starts; nothing is preselected."""

    rehearsal = forms.ChoiceField(
        label=_("What should happen to the rehearsal?"),
        help_text=_(
            "Results, passes, misdeals, decisions and cuts are wiped; tables and rounds reopen. Players, exclusions, "
            "rounds and seats stay. Everything can be restored until the next deal is recorded."
        ),
        choices=(("wipe", _("Wipe it: play starts with empty sheets")), ("keep", _("Keep it: everything counts"))),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the two.")},
    )

    @property
    def wipe(self) -> bool:
        """The choice of a valid form."""
        return bool(self.cleaned_data["rehearsal"] == "wipe")


class DayField(forms.DateField):
    """A day in the format that browsers use for date fields, whatever the language."""

    widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")


def web_address() -> forms.CharField:
    """The address of an event or a club."""
    return forms.CharField(
        label=_("Web address"),
        help_text=_("Lowercase letters, digits and hyphens. Leave empty to make it from the name."),
        max_length=60,
        required=False,
    )


class RoundsForm(forms.Form):
    """How many rounds are played, and of how many deals."""

    planned_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=50, initial=3)
    deals_per_round = forms.IntegerField(
        label=_("Deals per round"),
        help_text=_("A multiple of four lets everyone deal equally often."),
        min_value=1,
        max_value=100,
        initial=16,
    )


class FoldingForm(forms.Form):
    """A form whose `first_fields` everybody looks at, and whose other fields are folded: they hold good as they are."""

    first_fields: ClassVar[tuple[str, ...]]

    @property
    def asked(self) -> list[forms.BoundField]:
        """The fields that everybody looks at."""
        return [self[name] for name in self.first_fields if name in self.fields]

    @property
    def folded(self) -> list[forms.BoundField]:
        """The other fields."""
        return [field for field in self if field.name not in self.first_fields]

    @property
    def unfolded(self) -> bool:
        """Whether something must be corrected in one of those."""
        return any(field.errors for field in self.folded)


class PlanForm(RoundsForm):
    """The plan of an event except its rules, which have pages of their own."""

    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(label=_("Venue"), max_length=120, required=False)
    starts_on = DayField(label=_("First day"), required=False)
    ends_on = DayField(label=_("Last day"), required=False)
    languages = forms.MultipleChoiceField(
        label=_("Languages for printing"),
        choices=settings.LANGUAGES,
        initial=[code for code, _name in settings.LANGUAGES],
        widget=forms.CheckboxSelectMultiple,
    )
    confirmation = forms.ChoiceField(
        label=_("When a table has finished"),
        help_text=_("At a club usually nobody signs, at a championship every player does."),
        choices=Event.Confirmation.choices,
        initial=Event.Confirmation.NONE,
        widget=forms.RadioSelect,
    )
    jury = forms.ChoiceField(
        label=_("Contracts that require the jury"),
        choices=Event.Jury.choices,
        initial=Event.Jury.TABLE,
        widget=forms.RadioSelect,
    )
    appeal_minutes = forms.IntegerField(
        label=_("Minutes in which a decision can be appealed"),
        help_text=_("0: the jury’s decision is final, as in the rules of 2018."),
        min_value=0,
        max_value=MAX_APPEAL_MINUTES,
        initial=0,
    )
    typed_twice = forms.BooleanField(label=_("Each sheet is typed a second time by somebody else"), required=False)
    paper_signed = forms.BooleanField(
        label=_("A sheet typed from paper counts as signed"),
        help_text=_("The players sign the sheet itself; nobody is asked for a reason afterwards."),
        required=False,
        initial=True,
    )
    records_trump = forms.BooleanField(label=_("Captains also record the trump suit"), required=False)
    ranks_jokers = forms.BooleanField(
        label=_("Jokers count in the ranking"),
        help_text=_("A joker is a volunteer who completes a table."),
        required=False,
    )
    listed = forms.BooleanField(
        label=_("Shown on the home page"),
        help_text=_("Otherwise only people who have the address can find the ranking."),
        required=False,
        initial=True,
    )

    def __init__(self, data: QueryDict | None = None, *, event: Event | None = None) -> None:
        super().__init__(data, initial=_initial(event) if event else {})
        self.event = event
        if event and event.format.get("stages"):
            self.fields["planned_rounds"].disabled = True
            self.fields["planned_rounds"].help_text = _("The format of the event sets the number.")
        if event and not event.is_open:
            self.fields["ranks_jokers"].disabled = True
        chosen = event.tie_breaks if event else TIE_BREAKS
        for at in range(len(TIE_BREAKS)):
            self.fields[f"tie_break_{at + 1}"] = _tie_break_field(at, chosen[at] if at < len(chosen) else "")
        self.order_fields(["name", "place", "starts_on", "ends_on", *NUMBERS, *self.tie_break_fields()])

    def tie_break_fields(self) -> list[str]:
        """The names of the fields that ask for the tie-breaks, in order."""
        return [f"tie_break_{at + 1}" for at in range(len(TIE_BREAKS))]

    def clean(self) -> dict[str, Any]:
        """Refuses a tie-break that is chosen twice, and days in the wrong order."""
        data = super().clean() or {}
        chosen = self._tie_breaks(data)
        if len(set(chosen)) < len(chosen):
            self.add_error(self.tie_break_fields()[0], _("Choose each tie-break only once."))
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day comes before the first."))
        return data

    def plan(self) -> EventPlan:
        """The plan of a valid form."""
        data = self.cleaned_data
        plain = {name: data[name] for name in EventPlan.__dataclass_fields__ if name not in ("rules", "tie_breaks")}
        return EventPlan(rules=self._rules(), tie_breaks=self._tie_breaks(data), **plain)

    def _rules(self) -> Mapping[str, Any]:
        """The event's rules, which a plan does not change."""
        return self.event.rules if self.event else {}

    def _tie_breaks(self, data: dict[str, Any]) -> list[str]:
        return [data[name] for name in self.tie_break_fields() if data.get(name)]


class NewEventForm(FoldingForm, PlanForm):
    """The plan of a new event, with its rules and its address.

    If the address is left empty, it is made from the name.
    """

    first_fields = (*ASKED, "host")
    slug = web_address()

    def __init__(self, data: QueryDict | None = None, hosts: Sequence[Organisation | None] = (None,)) -> None:
        """`hosts` are those for whom the event may be made, the likeliest first; None is nobody."""
        super().__init__(data)
        self.hosts = hosts
        if len(hosts) > 1:
            choices = [(host.slug, host.name) if host else ("", _("no club")) for host in hosts]
            self.fields["host"] = forms.ChoiceField(
                label=_("Event of"), choices=choices, initial=choices[0][0], required=None not in hosts
            )
        self.fields["rules"] = forms.ChoiceField(
            label=_("Rules"),
            help_text=_("Every figure can be changed afterwards, until the first deal is recorded."),
            choices=offered,
            initial=RECOMMENDED,
            widget=forms.RadioSelect,
        )
        self.order_fields([*ASKED, "host", "rules", "slug", "place", "starts_on", "ends_on"])

    @property
    def host(self) -> Organisation | None:
        """The club of which the event of a valid form is, None if of none."""
        chosen = self.cleaned_data.get("host")
        return next((host for host in self.hosts if chosen is None or chosen == (host.slug if host else "")), None)

    @property
    def recommended(self) -> str:
        """The name of the rules that an event gets unless others are chosen."""
        return words.ruleset_name(load(RECOMMENDED), language())

    def clean(self) -> dict[str, Any]:
        """Makes the address from the name if none was given."""
        return _with_address(self, super().clean())

    def _rules(self) -> Mapping[str, Any]:
        return rulesets.find(self.cleaned_data["rules"]).to_dict()


class NextEventForm(forms.Form):
    """An event with the same players: what cannot be the same."""

    name = forms.CharField(label=_("Name"), max_length=120)
    slug = web_address()
    starts_on = DayField(label=_("First day"), required=False)
    ends_on = DayField(label=_("Last day"), required=False)

    def clean(self) -> dict[str, Any]:
        """Makes the address from the name if none was given."""
        return _with_address(self, super().clean() or {})

    def wanted(self) -> dict[str, Any]:
        """What a valid form says, as `succession.make_next` takes it."""
        data = self.cleaned_data
        return {"slug": data["slug"], "name": data["name"], "days": (data["starts_on"], data["ends_on"])}

    @staticmethod
    def proposed(event: Event, today: date) -> dict[str, Any]:
        """A name and days, on the same weekday: in the next year where the name has a year, otherwise in a week."""
        name = YEAR.sub(lambda year: str(int(year[0]) + 1), event.name)
        first = event.starts_on
        if first is None:
            return {"name": name}
        weeks = 52 if name != event.name else max(0, (today - first).days) // 7 + 1
        if weeks == 52 and (first + timedelta(weeks=weeks)).year == first.year:
            weeks = 53
        later = timedelta(weeks=weeks)
        return {"name": name, "starts_on": first + later, "ends_on": event.ends_on and event.ends_on + later}

    @staticmethod
    def words() -> dict[str, str]:
        """The question around the form."""
        return {
            "question": gettext("Again with the same players"),
            "consequence": gettext(
                "The new event gets the plan, rules, format, room, logo, staff and fees of this one. Afterwards you "
                "look at the list of these players, and choose who is entered."
            ),
            "action": gettext("Create the event"),
        }


def _with_address(form: forms.Form, data: dict[str, Any]) -> dict[str, Any]:
    """The data with an address: as typed, or else made from the name, with a number where an event has it already."""
    if data.get("slug"):
        try:
            check_free(data["slug"])
        except UserError as refusal:
            form.add_error("slug", str(refusal))
        return data
    data["slug"] = free_slug(data.get("name", ""))
    if not data["slug"] and "name" in data:
        form.add_error("slug", _("No address can be made from this name: type one."))
    return data


def _initial(event: Event) -> dict[str, Any]:
    plan = EventPlan.of(event)
    return {name: getattr(plan, name) for name in EventPlan.__dataclass_fields__ if name not in ("rules", "tie_breaks")}


def _tie_break_field(at: int, initial: str) -> forms.ChoiceField:
    choices = [("", _("nothing more")), *TIE_BREAK_NAMES.items()]
    label = gettext("%(place)s tie-break") % {"place": PLACES[at]}
    return forms.ChoiceField(label=label, choices=choices, required=False, initial=initial)
