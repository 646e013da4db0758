"""What every paper has: an event, a title, a language, and marks such as "demo", "draft" or "unverified"."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring import RuleSet
from tournament import links
from tournament.errors import UserError
from tournament.models import Entry, Event, Organisation, Round, Table
from tournament.naming import NO_BREAK
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.qr_codes import draw_qr_codes
from tournament.ranking import facts
from tournament.reading.event import rules_checks
from tournament.reading.logbook import seals
from tournament.reading.logbook.seals import Seal
from tournament.reading.rounds.seating import version
from tournament.wording import doubt, language

Progress = Callable[[int, int], None]


def unheard(done: int, total: int) -> None:
    """Ignores progress."""


@dataclass(frozen=True, slots=True)
class Order:
    """What to print of an event, in the active language.

    `round` and `entry` are given if the paper is about one; `logo` is the event's logo as a data: URL, "" for the four
    suits, `sponsors` the picture below public lists; `filled` asks for filled-in score sheets; `progress` is called
    with the number of items done and the total, for papers with many. `size` is the paper of lists for the wall, A4 or
    A3; `table` asks for one table alone, by its number; `spare` for so many score sheets of each kind without names;
    `first` says how many places of the ranking get a certificate; `prizes` puts what there is to win on the programme,
    `backs` what a deal is worth on the back of each score sheet.
    """

    event: Event
    round: Round | None = None
    entry: Entry | None = None
    logo: str = ""
    sponsors: str = ""
    filled: bool = False
    progress: Progress = unheard
    size: str = "A4"
    table: int | None = None
    spare: int = 0
    first: int = 3
    prizes: bool = False
    backs: bool = False

    @property
    def the_round(self) -> Round:
        """The round, for a paper that is about one; raises LookupError if the order has none."""
        if self.round is None:
            raise LookupError("this paper is about a round")
        return self.round

    def tables(self) -> QuerySet[Table]:
        """The tables of the round that are wanted, by number; raises UserError if there are none."""
        tables = Table.objects.filter(round=self.the_round).order_by("number").select_related("round__event")
        if self.table is not None:
            tables = tables.filter(number=self.table)
        if not tables.exists():
            raise UserError(_("This round has no tables yet.") if self.table is None else _("There is no such table."))
        return tables

    @property
    def the_entry(self) -> Entry:
        """The player, for a paper that is about one; raises LookupError if the order has none."""
        if self.entry is None:
            raise LookupError("this paper is about a player")
        return self.entry

    @property
    def rules(self) -> RuleSet:
        """The event's own rule set."""
        return facts.ruleset(self.event)


@dataclass(frozen=True, slots=True)
class Paper:
    """The frame of one paper: `about` and `where` are printed under the title; a `wide` one is in landscape; a `draft`
    shows something that is not published yet; `edition` tells it from the same paper of another draw or other rules.
    That of a club has the club in place of an event, and no seal.

    If it contains points, `doubt` says why they are unverified, or `compared` that they were compared with the sheet.
    """

    event: Event | Organisation
    title: str
    language: str
    about: str
    where: str
    doubt: str = ""
    compared: str = ""
    logo: str = ""
    wide: bool = False
    draft: bool = False
    edition: str = ""
    sponsors: str = ""

    @property
    def the_event(self) -> Event:
        """The event, for a paper of one; raises LookupError for that of a club."""
        if not isinstance(self.event, Event):
            raise LookupError("this paper is about an event")
        return self.event

    @property
    def stamp(self) -> str:
        """When it was printed, and its edition: nobody can mix the pages of an old draw and a new one."""
        return " · ".join(filter(None, [as_of(), self.edition]))

    @property
    def marks(self) -> str:
        """The text at the foot of every page: whether this is a demo or a draft, and whether figures are verified."""
        verified = _("Unverified figures") if self.doubt else self.compared
        draft = _("Draft: not published yet") if self.draft else ""
        demo = isinstance(self.event, Event) and self.event.demo
        return " · ".join(filter(None, ["DEMO" if demo else "", draft, verified]))

    @property
    def seal(self) -> Seal | None:
        """The seal of the logbook when the event was read, None while it is empty: whoever keeps the paper keeps it."""
        return seals.seal(self.event) if isinstance(self.event, Event) else None

    @property
    def check(self) -> str:
        """The address of the page that checks the seal, "" if there is none."""
        at = reverse("seal", args=[self.event.slug])
        return links.absolute(f"{at}?seal={self.seal.typed}") if self.seal else ""


def paper(
    order: Order,
    title: str,
    about: str = "",
    *,
    figures: bool = True,
    wide: bool = False,
    draft: bool = False,
    edition: str = "",
    public: bool = False,
) -> Paper:
    """The frame for a title; `figures` says whether the paper contains points, which may be unverified.

    A `public` one is a list for everybody, with the sponsors at its foot.
    """
    doubted, trusted = (doubt(order.rules), rules_checks.sentence(order.event)) if figures else ("", "")
    place, below = where_and_when(order.event), order.sponsors if public else ""
    marks = (order.logo, wide, draft, edition, below)
    return Paper(order.event, title, language(), about, place, doubted, trusted, *marks)


def edition_of_seats(order: Order) -> str:
    """The edition of a paper that shows who sits where in a round: the same on all papers of one seating."""
    return _("seating %(version)s") % {"version": version(order.the_round)}


def edition_of_rules(order: Order) -> str:
    """The edition of a paper that shows the event's rules."""
    return _("mark of the rules: %(mark)s") % {"mark": order.rules.short_hash}


def print_paper(template: str, frame: Paper, *sheets: str, style: str = "", **context: Any) -> bytes:
    """A template in `templates/print/` as PDF, with a foot on every page."""
    html = render_to_string(f"print/{template}", {"paper": frame, **context})
    return draw_qr_codes(html_to_pdf.pages(html, style, ("list.css", *sheets), tagged=True))


def where_and_when(event: Event) -> str:
    """The place and the day or days of an event, as far as they are known, in the active language."""
    days = [date_format(day, "DATE_FORMAT").replace(" ", NO_BREAK) for day in (event.starts_on, event.ends_on) if day]
    return " · ".join(part for part in (event.place, " – ".join(dict.fromkeys(days))) if part)


def as_of() -> str:
    """The time of printing, so that readers know how old a list on the wall is."""
    return _("Printed %(time)s") % {"time": date_format(timezone.localtime(), "d/m/Y H:i")}
