"""Fees as a field of a troel/1 file; left out where the event has no prices."""

from typing import Any

from tournament.admission import Admission
from tournament.models import Event
from tournament.reading.fees import owing, totals

Document = dict[str, Any]


def fees(event: Event) -> Document:
    """What was received and is owed, in cents, and the numbers of those who play and have not paid."""
    if not Admission.read(event.admission).prices:
        return {}
    total = totals(event)[""]
    unpaid = sorted(entry.number for entry in owing(event))
    return {"fees": {"paid": total.cash + total.bank, "owed": total.owed, "unpaid": unpaid}}
