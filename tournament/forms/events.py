"""What an organiser decides of an event, as a form; it hands over a finished `Plan`."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import TIE_BREAKS, keys, load, words
from tournament.acts.events import Plan
from tournament.models import Event
from tournament.templatetags.game import language

TIE_BREAK_NAMES = {
    "contracts_made": _("most contracts made"),
    "fewest_lost": _("fewest contracts lost"),
    "best_round": _("best round"),
    "best_deal": _("best deal"),
    "lot": _("drawing lots"),
}
PLACES = (_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth"))
LANGUAGES = (("nl", "Nederlands"), ("fr", "Français"), ("en", "English"))
NUMBERS = ("planned_rounds", "deals_per_round")
# What the radio button of "no other rules" sends.
KEEP = "keep"


def _day() -> forms.DateInput:
    """A day as a browser's own calendar reads and sends it, whatever the language."""
    return forms.DateInput({"type": "date"}, format="%Y-%m-%d")


class PlanForm(forms.Form):
    """The plan of an event. Made for an existing event it also offers to keep that event's own rules."""

    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    starts_on = forms.DateField(label=_("First day"), required=False, widget=_day())
    ends_on = forms.DateField(label=_("Last day"), required=False, widget=_day())
    planned_rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=50, initial=3)
    deals_per_round = forms.IntegerField(
        label=_("Deals per round"),
        help_text=_("A multiple of four lets everyone deal equally often."),
        min_value=1,
        max_value=100,
        initial=16,
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages of what is printed"),
        choices=LANGUAGES,
        initial=["nl", "fr", "en"],
        widget=forms.CheckboxSelectMultiple,
    )
    confirmation = forms.ChoiceField(
        label=_("When a table is done"),
        choices=Event.Confirmation.choices,
        initial=Event.Confirmation.CAPTAIN,
        widget=forms.RadioSelect,
    )
    records_trump = forms.BooleanField(label=_("Captains write the trump suit too"), required=False)
    ranks_jokers = forms.BooleanField(
        label=_("Jokers count in the ranking"),
        help_text=_("A joker is a volunteer who completes a table."),
        required=False,
    )
    listed = forms.BooleanField(
        label=_("Shown on the first page"),
        help_text=_("Otherwise only those who have the address find the ranking."),
        required=False,
        initial=True,
    )

    def __init__(self, data: QueryDict | None = None, *, event: Event | None = None, fixed_rules: bool = False) -> None:
        """`fixed_rules` says that deals were entered, after which the rules of the event stay as they are."""
        super().__init__(data, initial=_initial(event) if event else {"rules": keys()[0]})
        self.event = event
        offered = _rules_offered(event, fixed_rules)
        self.fields["rules"] = forms.ChoiceField(label=_("Rules"), choices=offered, widget=forms.RadioSelect)
        chosen = event.tie_breaks if event else TIE_BREAKS
        for at in range(len(TIE_BREAKS)):
            self.fields[f"tie_break_{at + 1}"] = _tie_break_field(at, chosen[at] if at < len(chosen) else "")
        self.order_fields(["name", "place", "starts_on", "ends_on", "rules", *NUMBERS, *self.tie_break_fields()])

    def tie_break_fields(self) -> list[str]:
        """The names of the fields that ask for the tie-breaks, in order."""
        return [f"tie_break_{at + 1}" for at in range(len(TIE_BREAKS))]

    def clean(self) -> dict[str, Any]:
        """Refuses a tie-break that is chosen twice, and days in the wrong order."""
        data = super().clean() or {}
        chosen = self._tie_breaks(data)
        if len(set(chosen)) < len(chosen):
            self.add_error(self.tie_break_fields()[0], _("Choose each way to break a tie once."))
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", _("The last day comes before the first."))
        return data

    def plan(self) -> Plan:
        """The plan of a valid form."""
        data = self.cleaned_data
        kept = self.event.rules if self.event and data["rules"] == KEEP else None
        plain = {name: data[name] for name in Plan.__dataclass_fields__ if name not in ("rules", "tie_breaks")}
        return Plan(rules=kept or load(data["rules"]).to_dict(), tie_breaks=self._tie_breaks(data), **plain)

    def _tie_breaks(self, data: dict[str, Any]) -> list[str]:
        return [data[name] for name in self.tie_break_fields() if data.get(name)]


class NewEventForm(PlanForm):
    """The plan of an event that is yet to be made, and its address; left empty the address follows the name."""

    slug = forms.CharField(
        label=_("Address"),
        help_text=_("Small letters, digits and hyphens. Left empty, it is made from the name."),
        max_length=60,
        required=False,
    )

    def __init__(self, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self.order_fields(["name", "slug"])

    def clean(self) -> dict[str, Any]:
        """Makes the address from the name where none was given."""
        data = super().clean()
        data["slug"] = data.get("slug") or slugify(data.get("name", ""))[:60].strip("-")
        if not data["slug"] and "name" in data:
            self.add_error("slug", _("This name gives no address: type one."))
        return data


def _initial(event: Event) -> dict[str, Any]:
    plan = Plan.of(event)
    plain = {name: getattr(plan, name) for name in Plan.__dataclass_fields__ if name not in ("rules", "tie_breaks")}
    return {**plain, "rules": KEEP}


def _rules_offered(event: Event | None, fixed: bool) -> list[tuple[str, str]]:
    """The rule sets to choose from, each by name and with an honest word on its figures."""
    offered = [(key, _described(key)) for key in keys()]
    if event is None:
        return offered
    own = (KEEP, gettext("The rules of this event as they are: %(name)s") % {"name": _own_name(event)})
    return [own] if fixed else [own, *offered]


def _own_name(event: Event) -> str:
    names = event.rules["names"]
    return str(names.get(language(), names["en"]))


def _described(key: str) -> str:
    """Name, mark and source of a preset as the label of its radio button; without contracts, what that means."""
    ruleset = load(key)
    name = words.ruleset_name(ruleset, language())
    if ruleset.points_only:
        return format_html("<span>{} <small>{}</small></span>", name, words.why(ruleset, language()))
    mark = "" if ruleset.verified else gettext("unverified figures")
    return format_html("<span>{} <small>{}</small></span>", name, " · ".join(filter(None, [mark, ruleset.source])))


def _tie_break_field(at: int, initial: str) -> forms.ChoiceField:
    choices = [("", _("nothing more")), *TIE_BREAK_NAMES.items()]
    label = gettext("%(place)s to break a tie") % {"place": PLACES[at]}
    return forms.ChoiceField(label=label, choices=choices, required=False, initial=initial)
