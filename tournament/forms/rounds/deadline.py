"""The hour until which a round is provisional, as a form; hours as browsers send them."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models import Round

# How long after the page is opened the hour is that it proposes, and the minutes to which that is rounded up.
PROPOSED, STEP = timedelta(minutes=30), 5


class HourField(forms.DateTimeField):
    """A day and an hour, in the format that browsers use for such fields, whatever the language."""

    widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    input_formats = ["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]


def hour(text: str) -> datetime | None:
    """A day and an hour of this century as such a field sends them; None for anything else."""
    try:
        at: datetime | None = HourField().clean(text)
    except forms.ValidationError:
        return None
    return at if at and 2000 <= at.year < 2100 else None


class ClockForm(forms.Form):
    """The hour until which a round is provisional."""

    until = HourField(label=_("Provisional until"))


def clock_form(round: Round) -> ClockForm:
    """The form of a round, with its hour or a proposal."""
    return ClockForm(initial={"until": round.provisional_until or _proposal()})


def _proposal() -> datetime:
    ahead = (timezone.localtime() + PROPOSED).replace(second=0, microsecond=0)
    return ahead + timedelta(minutes=-ahead.minute % STEP)
