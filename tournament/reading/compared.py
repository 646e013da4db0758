"""That the figures of an event's rules were compared with the federation's sheet: when, and for the staff by whom."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament import facts
from tournament.models import Event
from tournament.reading.history import Moment, actor_names


def when(event: Event) -> datetime | None:
    """When the last part of the rules was compared; None while one is still to be, or where there are no figures."""
    ruleset = facts.ruleset(event)
    if ruleset.points_only or not ruleset.verified:
        return None
    return max(tick.at for tick in facts.compared(event).values())


def told(event: Event) -> str:
    """For everybody: "Compared with the federation's sheet on 14 March 2026."; "" where that was not done in full."""
    at = when(event)
    return _("Compared with the federation’s sheet on %(date)s.") % {"date": _day(at)} if at else ""


def told_to_staff(event: Event) -> str:
    """The same with who did it: "… on 14 March 2026 (anna, bert)."."""
    at = when(event)
    if at is None:
        return ""
    moments = [Moment(tick.at, tick.by, "", {}) for tick in facts.compared(event).values()]
    names = ", ".join(sorted(set(actor_names(moments).values())))
    return _("Compared with the federation’s sheet on %(date)s (%(names)s).") % {"date": _day(at), "names": names}


def _day(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATE_FORMAT")
