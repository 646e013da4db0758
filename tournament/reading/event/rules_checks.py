"""When the figures of an event's rules were compared with the federation's sheet."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.ranking import facts


def when(event: Event) -> datetime | None:
    """When the last part of the rules was compared; None if some part has not been, or if there are no figures."""
    ruleset = facts.ruleset(event)
    if ruleset.points_only or not ruleset.verified:
        return None
    return max(tick.at for tick in facts.compared_parts(event).values())


def sentence(event: Event) -> str:
    """A sentence for everybody, "Compared with the federation's sheet on 14 March 2026."; "" until all parts were."""
    at = when(event)
    if at is None:
        return ""
    day = date_format(timezone.localtime(at), "DATE_FORMAT")
    return _("Compared with the federation’s sheet on %(date)s.") % {"date": day}
