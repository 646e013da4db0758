"""The machine on which Troel runs: the address that phones use, and the time zone."""

import os
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.backups.place import is_shared
from tournament.forms.register.plan import ZONES
from tournament.site.environment import MachineChoices, host_of

# Where there is one address, it is the one.
MIN_CHOICES = 2


class MachineForm(forms.Form):
    """The address in links and codes, and the time zone; each is only asked where this server alone has a say in it."""

    host = forms.ChoiceField(
        label=_("Address for phones"), choices=lambda: [(host, host) for host in settings.OWN_ADDRESSES], required=False
    )
    zone = forms.ChoiceField(label=_("Time zone"), choices=lambda: [(name, name) for name in ZONES], required=False)

    def __init__(self, data: QueryDict | None, host: str = "", initial: dict[str, Any] | None = None) -> None:
        """`host` is proposed, if it is an address of this machine: otherwise the one that links lead to."""
        proposed = host if host in settings.OWN_ADDRESSES else host_of(settings.BASE_URL)
        super().__init__(data, initial={"host": proposed, "zone": settings.TIME_ZONE, **(initial or {})})
        if is_shared() or os.environ.get("BASE_URL") or len(settings.OWN_ADDRESSES) < MIN_CHOICES:
            del self.fields["host"]
        if is_shared() or os.environ.get("TIME_ZONE"):
            del self.fields["zone"]

    def choices(self) -> MachineChoices:
        """What was chosen for this machine in a valid form; what was not asked stays as it is."""
        chosen = {name: self.cleaned_data.get(name) or getattr(settings.CHOICES, name) for name in ("host", "zone")}
        return MachineChoices(**chosen)
