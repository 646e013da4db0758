"""An announcement, as a form."""

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel.notices import LONGEST


class NoticeForm(forms.Form):
    """A text, or with the other button the last deal; for one table of the round being played, until an hour today."""

    text = forms.CharField(label=_("Announcement"), max_length=LONGEST, required=False)
    table = forms.IntegerField(
        label=_("Only for table"), min_value=1, max_value=5000, required=False, help_text=_("Empty: for everybody.")
    )
    until = forms.TimeField(
        label=_("Until"),
        required=False,
        help_text=_("Empty: until it is taken back."),
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        input_formats=["%H:%M", "%H:%M:%S"],
    )

    def clean_until(self) -> datetime | None:
        """The hour as a moment of today; of tomorrow if it was more than half a day ago, as 00:30 in the evening is."""
        hour = self.cleaned_data["until"]
        if hour is None:
            return None
        moment = timezone.make_aware(datetime.combine(timezone.localdate(), hour))
        return moment if moment > timezone.now() - timedelta(hours=12) else moment + timedelta(days=1)
