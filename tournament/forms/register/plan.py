"""What an organisation is called and looks like, and how its evenings are played, as a form."""

from dataclasses import asdict
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournament.evenings import ALL, EACH, MAX_HOURS, EveningPlan
from tournament.forms.event.events import FoldingForm, RoundsForm
from tournament.forms.people.account import AccountForm
from tournament.forms.rules.choices import presets
from tournament.models import Event, Organisation

DRAW_CHOICES = ((ALL, _("all rounds at once, by lot")), (EACH, _("each round when the one before is over")))

# The green of every page: the colour of who chose none.
TROELS = "#0d4f3a"
USUAL = EveningPlan().zone
# Where colour whist is played; the first is the usual one.
EUROPE = (zone for zone in available_timezones() if zone.startswith("Europe/"))
ZONES = sorted(EUROPE, key=lambda zone: (zone != USUAL, zone))


class EveningForm(FoldingForm, RoundsForm):
    """How evenings are played."""

    rules = forms.ChoiceField(label=_("Rules"), choices=presets, widget=forms.RadioSelect)
    draw = forms.ChoiceField(label=_("Rounds are drawn"), choices=DRAW_CHOICES, widget=forms.RadioSelect)
    confirmation = forms.ChoiceField(
        label=_("When a table has finished"), choices=Event.Confirmation.choices, widget=forms.RadioSelect
    )
    closes_after_hours = forms.IntegerField(
        label=_("An evening closes by itself after so many hours"),
        help_text=_("Never while something is open or a table still writes."),
        min_value=1,
        max_value=MAX_HOURS,
    )


class ClubPlanForm(AccountForm, EveningForm):
    """What an organisation is and how its evenings are played; `plan` is what the evenings follow."""

    first_fields = ("name", "place", "colour", "rules", "planned_rounds", "deals_per_round", "of")
    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(label=_("Place"), max_length=120, required=False)
    colour = forms.RegexField(
        r"#[0-9a-fA-F]{6}",
        label=_("Colour"),
        help_text=_("A stripe above the pages of the club."),
        widget=forms.TextInput({"type": "color"}),
    )
    jury = forms.ChoiceField(
        label=_("Contracts that require the jury"), choices=Event.Jury.choices, widget=forms.RadioSelect
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages for printing"), choices=settings.LANGUAGES, widget=forms.CheckboxSelectMultiple
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=lambda: [(name, name) for name in ZONES])
    names_kept_months = forms.IntegerField(
        label=_("Names are kept for so many months"),
        help_text=_(
            "After somebody last played or was a member. Then you are asked to forget them. 0: you are never asked."
        ),
        min_value=0,
        max_value=240,
    )
    of = forms.CharField(widget=forms.HiddenInput)

    @staticmethod
    def initial_of(organisation: Organisation) -> dict[str, Any]:
        """What the form shows of an organisation."""
        plan = asdict(EveningPlan.read(organisation.plan))
        own = {name: getattr(organisation, name) for name in ("name", "place", "names_kept_months")}
        own |= AccountForm.initial_of_account(plan["account"])
        return {**plan, **own, "colour": organisation.colour or TROELS, "languages": list(plan["languages"])}

    def plan(self, organisation: Organisation) -> dict[str, Any]:
        """The plan of a valid form; what the form does not ask stays as it is."""
        fields = [name for name in EveningPlan.__dataclass_fields__ if name in self.cleaned_data]
        asked = {name: self.cleaned_data[name] for name in fields}
        # The form does not ask for an order: the first language names the evenings.
        first = EveningPlan.read(organisation.plan).languages[:1]
        asked["languages"].sort(key=lambda code: code not in first)
        return {**organisation.plan, **asked, "account": self.account()}

    def colour_or_none(self) -> str:
        """The colour of a valid form; "" for Troel's own, which is what a browser sends of a colour nobody chose."""
        colour: str = self.cleaned_data["colour"].lower()
        return "" if colour == TROELS else colour
