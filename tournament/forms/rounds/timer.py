"""The timer of a round, and the extra minutes of a table, as forms."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.acts.rounds.timer import LONGEST, MAX_EXTRA


class TimerForm(forms.Form):
    """How many minutes are played."""

    minutes = forms.IntegerField(label=_("Minutes to play"), min_value=1, max_value=LONGEST)


class ExtraForm(forms.Form):
    """How many minutes a table has more than the others."""

    minutes = forms.IntegerField(
        label=_("Extra minutes"), help_text=_("In all; 0 takes them back."), min_value=0, max_value=MAX_EXTRA
    )
