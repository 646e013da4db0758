"""A series as a form, a date on which it is changed, and a guest at the door."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.acts.people.registration import NAME_LENGTH
from tournament.acts.register.series import SeriesPlan
from tournament.evenings import EveningPlan
from tournament.forms.event.events import DayField
from tournament.forms.register.plan import EveningForm
from tournament.models import Organisation, Series
from tournament.progress.evenings_on import evening_plan

# What everybody is asked for a new series; the rest is folded.
WHEN = ("name", "weekday", "starts_at")
ASKED = (*WHEN, "rules")
OF_PLAN = ("rules", "planned_rounds", "deals_per_round", "draw", "closes_after_hours")


class SeriesForm(EveningForm):
    """When a series is played, and how: what is not asked here is as its organisation says."""

    first_fields = ASKED
    field_order = (*ASKED, "begins_on", "ends_on", "place")

    name = forms.CharField(label=_("Name"), max_length=100)
    weekday = forms.TypedChoiceField(label=_("Day of the week"), choices=list(WEEKDAYS.items()), coerce=int)
    starts_at = forms.TimeField(label=_("Begins at"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"))
    begins_on = DayField(label=_("First evening from"))
    ends_on = DayField(
        label=_("Last evening until"),
        help_text=_("A new season is a new series, with a ranking of its own."),
        required=False,
    )
    place = forms.CharField(label=_("Venue"), max_length=120, required=False)
    fee = forms.DecimalField(
        label=_("Fee per evening, in euros"), min_value=0, max_value=1000, decimal_places=2, required=False
    )

    def __init__(
        self,
        data: QueryDict | None,
        organisation: Organisation,
        series: Series | None = None,
        former: Series | None = None,
    ) -> None:
        """`series` is the one that is changed; a new one is proposed as the `former` one was, from now on."""
        self._like = series or former
        plan = evening_plan(self._like) if self._like else EveningPlan.read(organisation.plan)
        initial: dict[str, Any] = {name: getattr(plan, name) for name in (*OF_PLAN, "confirmation")}
        initial["fee"] = f"{plan.fee_cents / 100:.2f}" if plan.fee_cents else None
        own = (*WHEN, "begins_on", "ends_on", "place")
        initial |= {name: getattr(self._like, name) for name in own} if self._like else _suggested(plan)
        if former:
            initial |= {"begins_on": _local_now(plan).date(), "ends_on": None}
        super().__init__(data, initial=initial)
        self.series = series

    def plan(self) -> SeriesPlan:
        """The plan of a valid form."""
        data = self.cleaned_data
        own = dict(self._like.plan) if self._like else {}
        own |= {name: data[name] for name in OF_PLAN if data[name] != self.initial[name] or name in own}
        when = {name: data[name] for name in (*WHEN, "begins_on", "ends_on", "place", "confirmation")}
        season = self.series.season if self.series else {}
        return SeriesPlan(**when, plan=own, season=season, fee=round((data["fee"] or 0) * 100))


class GuestForm(forms.Form):
    """A guest at the door: a name is all that is asked."""

    name = forms.CharField(
        label=_("Somebody else, first name first"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class DatesForm(forms.Form):
    """A holiday: from a date to another, both included."""

    since = DayField(label=_("First day"))
    until = DayField(label=_("Last day"), required=False)


class MoveForm(forms.Form):
    """Another date for an evening."""

    to = DayField(label=_("Other date"))


def _local_now(usual: EveningPlan) -> datetime:
    """What time it is where the evenings are."""
    return timezone.now().astimezone(ZoneInfo(usual.zone))


def _suggested(usual: EveningPlan) -> dict[str, Any]:
    """A first series: today, so that whoever tries it can play at once."""
    at = _local_now(usual)
    hour = f"{max(at.hour, 20)}:00"
    return {"name": gettext("Club evening"), "weekday": at.weekday(), "starts_at": hour, "begins_on": at.date()}
