"""What the database keeps: facts, and what was decided about them. Nothing here is computed."""

from .appeals import Appeal
from .backups import BackupNote
from .devices import TrustedDevice
from .draws import Draw, Promise, Room, Withdrawal
from .event import Event, Membership
from .finals import Cut, SitOut
from .installation import Installation
from .jury import Adjustment, Call, Decision, Ending
from .logbook import LogEntry, PersonalText
from .people import Entry, Player
from .pictures import Picture
from .play import Deal, Round, Seat, Signature, Submission, Table
from .rules import OwnRuleSet, RulesCorrection
from .tries import Tries

__all__ = [
    "Adjustment",
    "Appeal",
    "BackupNote",
    "Call",
    "Cut",
    "Deal",
    "Decision",
    "Draw",
    "Ending",
    "Entry",
    "Event",
    "Installation",
    "LogEntry",
    "Membership",
    "OwnRuleSet",
    "PersonalText",
    "Picture",
    "Player",
    "Promise",
    "Room",
    "Round",
    "RulesCorrection",
    "Seat",
    "Signature",
    "SitOut",
    "Submission",
    "Table",
    "Tries",
    "TrustedDevice",
    "Withdrawal",
]
