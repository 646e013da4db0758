"""One fact of a sealed line in words, by the name it has there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.models import Appeal, Call, Decision, Entry, Event, Membership, Signature
from tournament.reading.logbook.history import names_of
from tournament.wording import running

# How somebody signed, and how they paid; what was taken back was paid in no way.
WAYS = {**dict(Signature.How.choices), **dict(Entry.Paid.choices)}


def _present(present: bool) -> str:
    return pgettext("status of a player", "present") if present else pgettext("status of a player", "absent")


def _visible(visible: bool) -> str:
    return _("shown") if visible else _("hidden")


def _corrected(people: Sequence[object]) -> str:
    return _("%(count)s corrected") % {"count": len(people)} if people else ""


def _tables(tables: Sequence[object]) -> str:
    return ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}


def _unfinished(tables: Iterable[int]) -> str:
    numbers = ", ".join(str(number) for number in tables)
    return _("deals missing, tables: %(tables)s") % {"tables": numbers} if numbers else ""


def _passes(count: int) -> str:
    return ngettext("%(count)s time", "%(count)s times", count) % {"count": count}


def _role(role: str) -> str:
    """The name of a member's role or a player's role."""
    return str({**dict(Membership.Role.choices), **dict(Entry.PlayerRole.choices)}[role])


def _kept_deals(deals: int) -> str:
    return ngettext("%(count)s deal of the rehearsal kept", "%(count)s deals of the rehearsal kept", deals) % {
        "count": deals
    }


def _wiped(wiped: Mapping[str, Any]) -> str:
    count = sum(deal["result"] is not None for deal in wiped["deals"])
    return ngettext("%(count)s deal", "%(count)s deals", count) % {"count": count}


def _ruling(ruling: str) -> str:
    return str(Decision.Ruling(ruling).label) if ruling else ""


def _due(moment: str) -> str:
    at = timezone.localtime(datetime.fromisoformat(moment))
    return _("due %(moment)s") % {"moment": date_format(at, "j F Y H:i")}


WORDS: dict[str, Callable[[Any], object]] = {
    "state": lambda state: Event.State(state).label,
    "kept": _kept_deals,
    "wiped": _wiped,
    "role": _role,
    "present": _present,
    "visible": _visible,
    "corrected": _corrected,
    "tables": _tables,
    "unfinished": _unfinished,
    "passes": _passes,
    "position": lambda position: _("seat %(seat)s") % {"seat": position},
    "from_deal": lambda deal: _("from deal %(deal)s onwards") % {"deal": deal},
    "about": lambda seats: ", ".join(_("seat %(seat)s") % {"seat": seat} for seat in seats),
    "ruling": _ruling,
    "ends": lambda numbers: (
        _("takes the place of decision %(numbers)s") % {"numbers": ", ".join(map(str, numbers))} if numbers else ""
    ),
    "later": lambda later: _("recorded later") if later else "",
    "how": lambda how: WAYS.get(how, ""),
    "unconfirmed": lambda deals: _("deals %(numbers)s") % {"numbers": ", ".join(map(str, deals))} if deals else "",
    "unsigned": lambda players: ", ".join(_("player %(number)s") % {"number": number} for number in players),
    "not_signed": lambda tables: _("not signed, tables: %(tables)s") % {"tables": ", ".join(map(str, tables))},
    "call": lambda number: _("call %(number)s") % {"number": number},
    "called_for": lambda reason: Call.Reason(reason).label,
    "settles": lambda numbers: ", ".join(_("call %(number)s") % {"number": number} for number in numbers),
    "through": lambda _table: _("on the table’s phone"),
    "outcome": lambda outcome: Appeal.AppealOutcome(outcome).label,
    "replacement": lambda number: _("decision %(number)s") % {"number": number},
    "closes": lambda closes: _("Table closed") if closes else "",
    "places": lambda places: str(places) if isinstance(places, int) else "",
    "last": lambda deal: _("last deal: %(deal)s") % {"deal": deal},
    "averaged": lambda averaged: _("deals not played are averaged") if averaged else "",
    "ended": lambda ended: (
        _("stopped early, tables: %(tables)s") % {"tables": ", ".join(str(table) for table, _last in ended)}
    ),
    "open": lambda matters: (
        ngettext("%(count)s open matter", "%(count)s open matters", len(matters)) % {"count": len(matters)}
    ),
    "minutes": lambda minutes: ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes},
    "spent": lambda seconds: _("after %(time)s") % {"time": running(seconds)},
    "by_name": lambda by_name: _("written by name") if by_name else _("written by place"),
    "with": lambda by: _("together with %(name)s") % {"name": names_of({by})[by]},
    "due": _due,
    "second": lambda by: _("together with %(name)s") % {"name": names_of({by})[by]},
}
