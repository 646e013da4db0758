"""What the database keeps: facts, and what was decided about them. Nothing here is computed."""

from .event import Event, Membership
from .jury import Adjustment, Decision
from .logbook import LogEntry, PersonalText
from .people import Entry, Player
from .play import Deal, Round, Seat, Signature, Submission, Table

__all__ = [
    "Adjustment",
    "Deal",
    "Decision",
    "Entry",
    "Event",
    "LogEntry",
    "Membership",
    "PersonalText",
    "Player",
    "Round",
    "Seat",
    "Signature",
    "Submission",
    "Table",
]
