"""A table that calls the jury, and the jury that comes."""

from typing import Any

from tests.support.events import cast
from tests.support.events.two_moments import say
from tournament import access
from tournament.acts.kernel import calls
from tournament.models import Call, Event, Table

# Contracts that need the jury: of one player, and of two who play it each alone.
SLAM = {"contract": "S12", "declarers": [1]}
TWO = {"contract": "GMT", "declarers": [1, 3]}


def juror(event: Event, name: str = "") -> str:
    """A member of the jury as the logbook names them."""
    return access.actor(cast.member(event, cast.Role.JURY, name))


def called(table: Table, reason: str = "question", deal: int | None = None, **more: Any) -> Call:
    """A call that the table itself made."""
    calls.call_jury(table, cast.captain(table), reason, deal, **more)
    return Call.objects.filter(table=table).latest("number")


def announced(table: Table, told: dict[str, Any] = SLAM, number: int = 1) -> Call:
    """The call that comes from announcing a contract."""
    say(table, number, told)
    return Call.objects.filter(table=table).latest("number")


def now(call: Call) -> Call:
    """A call as the database has it now."""
    return Call.objects.get(pk=call.pk)
