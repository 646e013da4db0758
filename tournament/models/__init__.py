"""What the database keeps: facts, and what was decided about them. Nothing here is computed."""

from .appeals import Appeal
from .backups import BackupNote
from .chain import AppendixText, ChainOwner, SealedLine
from .devices import TrustedDevice
from .draws import Draw, Promise, Room, Withdrawal
from .event import Event, Membership
from .finals import Cut, SitOut
from .installation import Installation
from .jury import Adjustment, Call, Decision, Ending
from .logbook import LogEntry, PersonalText
from .organisations import ORGANISATIONS, HostedEvent, Organisation, RegisterLine, RegisterText, Steward, chain_owners
from .people import Entry, Player
from .persons import Affiliation, Person, PersonLink
from .pictures import Picture
from .play import Deal, Round, Seat, Signature, Submission, Table
from .rules import OwnRuleSet, RulesCorrection
from .series import Evening, EveningReply, SeasonTotal, Series, Sticker
from .tries import Tries

__all__ = [
    "ORGANISATIONS",
    "Adjustment",
    "Affiliation",
    "Appeal",
    "AppendixText",
    "BackupNote",
    "Call",
    "ChainOwner",
    "Cut",
    "Deal",
    "Decision",
    "Draw",
    "Ending",
    "Entry",
    "Evening",
    "EveningReply",
    "Event",
    "HostedEvent",
    "Installation",
    "LogEntry",
    "Membership",
    "Organisation",
    "OwnRuleSet",
    "Person",
    "PersonLink",
    "PersonalText",
    "Picture",
    "Player",
    "Promise",
    "RegisterLine",
    "RegisterText",
    "Room",
    "Round",
    "RulesCorrection",
    "SealedLine",
    "SeasonTotal",
    "Seat",
    "Series",
    "Signature",
    "SitOut",
    "Steward",
    "Sticker",
    "Submission",
    "Table",
    "Tries",
    "TrustedDevice",
    "Withdrawal",
    "chain_owners",
]
