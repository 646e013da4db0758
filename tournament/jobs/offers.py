"""What the papers page offers to make, by group, with the choices needed and who may have it."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from django.utils.translation import gettext_lazy as _

from tournament.access import Permission
from tournament.jobs.job import JobRequest
from tournament.models import Event

TYPES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


class OfferGroup(Enum):
    """When a paper is needed, or what it is about."""

    BEFORE = _("Before the round")
    AFTER = _("After the round")
    FILES = _("The whole event as a file")
    PLAYER = _("One player")


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be made.

    `words` is its command where that is not `print` and the key. `needs` is what must be chosen besides the language,
    `may` the permission needed in the event; `visible_only` marks offers for visible rounds only, `drafts` offers that
    are also available before a round is published. A `sized` one comes on larger paper if that is chosen, a `single`
    one for one table if its number is given.
    """

    key: str
    name: Any
    hint: Any
    words: tuple[str, ...] = ()
    may: Permission = Permission.LOOK
    needs: Literal["", "round", "player"] = ""
    ending: str = "pdf"
    speaks: bool = True
    visible_only: bool = False
    drafts: bool = False
    sized: bool = False
    single: bool = False

    @property
    def command(self) -> tuple[str, ...]:
        """The arguments of `manage.py`, without the event's address."""
        return self.words or ("print", self.key)

    @property
    def _asks(self) -> list[str]:
        """The choices that this depends on."""
        choices = {self.needs: True, "size": self.sized, "table": self.single, "language": self.speaks}
        return [name for name, needed in choices.items() if name and needed]

    def request(self, event: Event, by: str, choice: Mapping[str, str]) -> JobRequest:
        """The request when this offer is chosen; `choice` holds `language` and what the offer `needs`."""
        chosen = {name: choice[name] for name in self._asks if choice.get(name)}
        call = [self.command[0], event.slug, *self.command[1:]]
        call += [word for name, value in chosen.items() for word in (f"--{name}", value)]
        name = "-".join([event.slug, *([self.key] if self.ending == "pdf" else []), *chosen.values()])
        named = f"{name}.{self.ending}"
        return JobRequest(self.key, event.slug, by, choice, call, named, self.may, event.version_token, time.time())


GROUPS: Mapping[OfferGroup, Sequence[Offer]] = {
    OfferGroup.BEFORE: [
        Offer(
            "before-round",
            _("Everything for the round"),
            _("In one file: both lists for the wall, table cards, slips, score sheets."),
            # Slips contain what players sign with; who may have them may have the links for entering deals.
            may=Permission.ADMIT,
            needs="round",
            sized=True,
        ),
        Offer(
            "seating-names",
            _("Seating by name"),
            _("For the wall: everybody finds their table."),
            needs="round",
            visible_only=True,
            drafts=True,
            sized=True,
        ),
        Offer(
            "seating-tables",
            _("Seating by table"),
            _("For the wall: who sits together."),
            needs="round",
            visible_only=True,
            drafts=True,
            sized=True,
        ),
        Offer(
            "cards",
            _("Table cards"),
            _("Two to a page, folded into tents, with the code for recording deals."),
            # They contain the link for entering deals.
            may=Permission.WRITE_DEALS,
            needs="round",
            single=True,
        ),
        Offer(
            "sheets",
            _("Score sheets"),
            _("Blank, with names, dealers and the code for recording deals."),
            may=Permission.WRITE_DEALS,
            needs="round",
            single=True,
        ),
        Offer(
            "sheets-backs",
            _("Score sheets, printed on both sides"),
            _("With what a deal is worth on the back of each."),
            words=("print", "sheets", "--backs"),
            may=Permission.WRITE_DEALS,
            needs="round",
        ),
        Offer(
            "sheets-spare",
            _("Spare score sheets"),
            _("Five of each kind without names, for a table that lost its own. Write its number on it."),
            words=("print", "sheets", "--spare", "5"),
            needs="round",
        ),
        Offer(
            "slips",
            _("Player slips"),
            _("Ten to a page: table and seat, and under a flap the player’s own link and PIN."),
            # They contain what players sign with.
            may=Permission.ADMIT,
        ),
        Offer(
            "bidding",
            _("Bidding cards"),
            _("Two to a page, for the tables: which bid is higher, and what the rules say."),
        ),
        Offer("attendance", _("Attendance list"), _("For the door: by surname, with a line to sign on.")),
        Offer("badges", _("Badges"), _("Ten to a page: name, number and club.")),
        Offer(
            "programme",
            _("Programme of the day"),
            _("For the wall: the rounds and by which rules; the hours are written in by hand."),
        ),
        Offer(
            "programme-prizes",
            _("Programme with the prizes"),
            _("The same, with what there is to win: for everybody to read."),
            ("print", "programme", "--prizes"),
        ),
        Offer("room", _("Map of the room"), _("The tables in their rows, for the wall.")),
        Offer(
            "points",
            _("Table of points"),
            _("On one page, for the wall or the back of a score sheet: contracts, notes, what the jury decides."),
        ),
        Offer("points-cards", _("Cards with the table of points"), _("Two to a page, for the tables.")),
    ],
    OfferGroup.AFTER: [
        Offer("ranking", _("Ranking"), _("As it is now.")),
        Offer(
            "ranking-after",
            _("Ranking after the round"),
            _("As it was at the end of the round."),
            words=("print", "ranking"),
            needs="round",
            visible_only=True,
        ),
        Offer("clubs", _("Ranking of the clubs"), _("As the format of the event ranks them.")),
        Offer("prizes", _("Prizes"), _("Who wins what, for the wall.")),
        Offer("prizes-aloud", _("Prizes to read aloud"), _("With full names, from the last place to the first.")),
        Offer("certificates", _("Certificates"), _("For each winner of a prize, or for the first three.")),
        Offer("jury", _("Report of the jury"), _("Every decision by round, with cancelled ones and appeals.")),
        Offer(
            "sheets-filled",
            _("Filled score sheets"),
            _("What was recorded at each table, for the archive."),
            words=("print", "sheets", "--filled"),
            needs="round",
        ),
    ],
    OfferGroup.FILES: [
        Offer(
            "xlsx",
            _("Workbook (XLSX)"),
            _("Ranking, players, every deal, decisions."),
            words=("export", "--format", "xlsx"),
            may=Permission.READ_LOGBOOK,
            ending="xlsx",
        ),
        Offer(
            "json",
            _("Data (JSON)"),
            _("Everything that happened and what it was worth, for another program."),
            words=("export", "--format", "json"),
            may=Permission.READ_LOGBOOK,
            ending="json",
            speaks=False,
        ),
    ],
    OfferGroup.PLAYER: [
        Offer(
            "player", _("Player’s results"), _("Every deal and its points, as everyone can see them."), needs="player"
        ),
    ],
}
OFFERS: Mapping[str, Offer] = {offer.key: offer for offers in GROUPS.values() for offer in offers}
