"""Everybody is here; or the desk closes, which withdraws every competitor who is absent, until it is reopened."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Max, QuerySet, Subquery
from django.utils.translation import gettext_lazy as _

from tournament.acts.kernel import logbook
from tournament.acts.kernel.declaring import Act, LogLine, Scope
from tournament.acts.kernel.open_event import require_open
from tournament.errors import UserError
from tournament.models import Entry, Event
from tournament.version_tokens import require_current

ATTENDANCE_CHANGED = _("Attendance has changed in the meantime. Check it before you continue.")


def check_in_all(event: Event, actor: str, of: Sequence[int]) -> int:
    """Marks every competitor present who is absent, in one line; returns how many.

    `of` as in `close_desk`. If all of these are present already, nothing is written.
    """
    with logbook.locked_event(event) as event:
        require_open(event)
        if _are_all(of, _playing(event).filter(present=True)):
            return len(of)
        absent = _numbers_seen(of, absentees(event), _("Nobody is absent."))
        logbook.write(event, actor, "check_in_all", {"entries": absent})
        return len(absent)


def close_desk(event: Event, actor: str, of: Sequence[int]) -> int:
    """Withdraws every competitor who is absent, in one line; returns how many.

    `of` are their numbers as shown to the organiser, ascending: refused if they have changed since. Also refused if
    nobody is absent, and if nobody is present, for then attendance has not been taken. If the last closing put out
    exactly these, nothing is written.
    """
    with logbook.locked_event(event) as event:
        require_open(event)
        if of and list(of) == _numbers(no_shows(event)):
            return len(of)
        absent = _numbers(absentees(event))
        if not absent:
            raise UserError(_("Nobody is absent, so nobody would be out."))
        if not _playing(event).filter(present=True).exists():
            raise UserError(_("Nobody is marked present yet: everybody would be out."))
        require_current(list(of), absent, ATTENDANCE_CHANGED)
        last = Entry.objects.filter(event=event).aggregate(last=Max("no_show"))["last"]
        logbook.write(event, actor, "close_desk", {"entries": absent, "closing": last + 1})
        return len(absent)


def reopen_desk(event: Event, actor: str, of: Sequence[int]) -> int:
    """Takes the last closing of the desk back: those still withdrawn by it may play again; returns how many.

    A player who was readmitted in between and left again stays out. `of` as in `close_desk`. If all of these may play
    already, nothing is written.
    """
    with logbook.locked_event(event) as event:
        require_open(event)
        if _are_all(of, _playing(event)):
            return len(of)
        out = _numbers_seen(of, no_shows(event), _("Nobody is out because check-in was closed."))
        logbook.write(event, actor, "reopen_desk", {"entries": out})
        return len(out)


def absentees(event: Event) -> QuerySet[Entry]:
    """The players who would be withdrawn if the desk closed now, by number; jokers come when they are called."""
    return _playing(event).filter(role=Entry.PlayerRole.COMPETITOR, present=False).order_by("number")


def no_shows(event: Event) -> QuerySet[Entry]:
    """The players who are withdrawn by the last closing of the desk, by number."""
    last = Entry.objects.filter(event=event, no_show__gt=0).order_by("-no_show").values("no_show")[:1]
    return Entry.objects.filter(event=event, no_show=Subquery(last)).order_by("number")


def _numbers(entries: QuerySet[Entry]) -> list[int]:
    return list(entries.values_list("number", flat=True))


def _playing(event: Event) -> QuerySet[Entry]:
    return Entry.objects.filter(event=event, withdrawn=False, excluded=False)


def _are_all(of: Sequence[int], entries: QuerySet[Entry]) -> bool:
    return bool(of) and entries.filter(number__in=of).count() == len(of)


def _numbers_seen(of: Sequence[int], entries: QuerySet[Entry], nobody: object) -> list[int]:
    """The numbers of these entries, as they were shown; refused if there is `nobody`, or if others were shown."""
    numbers = _numbers(entries)
    if not numbers:
        raise UserError(nobody)
    require_current(list(of), numbers, ATTENDANCE_CHANGED)
    return numbers


def _set(line: LogLine, **fields: Any) -> None:
    Entry.objects.filter(event=line.event, number__in=line.facts["entries"]).update(**fields)


@Act("check_in_all", _("Everybody is here"), scope=Scope.ENTRIES)
def apply_check_in_all(line: LogLine) -> None:
    _set(line, present=True)


@Act("close_desk", _("Check-in closed: absent players are out"), scope=Scope.ENTRIES)
def apply_close_desk(line: LogLine) -> None:
    _set(line, withdrawn=True, no_show=line.facts["closing"])


@Act("reopen_desk", _("Check-in reopened: players it had put out may play"), scope=Scope.ENTRIES)
def apply_reopen_desk(line: LogLine) -> None:
    _set(line, withdrawn=False, no_show=0)
