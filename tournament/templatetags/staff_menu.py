"""The staff's menu of an event: what its state needs is in sight, the rest is folded."""

from collections.abc import Sequence
from typing import NamedTuple

from django import template
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.access import Permission, PermissionSet
from tournament.models import Event

register = template.Library()
State = Event.State


class MenuEntry(NamedTuple):
    """A page of the menu: its section, the name of its view, and the permission that it asks, beside being staff."""

    section: str
    view: str
    label: str | Promise
    may: Permission = Permission.LOOK


ENTRIES = (
    MenuEntry("event", "staff:event", _("Overview")),
    MenuEntry("players", "staff:players", _("Players")),
    MenuEntry("attendance", "staff:attendance", _("Attendance"), Permission.REGISTER),
    MenuEntry("rounds", "staff:rounds", _("Rounds")),
    MenuEntry("ranking", "staff:ranking", _("Ranking")),
    MenuEntry("jury", "staff:calls", _("Jury")),
    MenuEntry("papers", "staff:papers", _("Print")),
    MenuEntry("rules", "staff:rules", _("Rules")),
    MenuEntry("members", "staff:members", _("Staff"), Permission.SEE_PLAN),
    MenuEntry("logbook", "staff:logbook", _("Logbook"), Permission.READ_LOGBOOK),
)
# The sections in sight while an event is prepared, played, and over.
IN_SIGHT: dict[str, frozenset[str]] = {
    State.REHEARSAL: frozenset({"event", "players", "attendance", "rounds", "papers"}),
    State.LIVE: frozenset({"event", "attendance", "rounds", "ranking", "jury"}),
    State.CLOSED: frozenset({"event", "players", "ranking", "papers"}),
    State.ARCHIVED: frozenset({"event", "players", "ranking", "papers"}),
}


@register.simple_tag
def staff_menu(event: Event, may: PermissionSet, section: str) -> tuple[Sequence[MenuEntry], Sequence[MenuEntry]]:
    """The entries in sight, with that of the open page, and the folded ones; only what the visitor may open."""
    entries = [entry for entry in ENTRIES if entry.may in may]
    in_sight = IN_SIGHT[event.state] | {section}
    return (
        [entry for entry in entries if entry.section in in_sight],
        [entry for entry in entries if entry.section not in in_sight],
    )
