"""What every paper has: an event, a title, a language, and the marks that say how far to trust it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring import RuleSet
from tournament.models import Entry, Event, Round
from tournament.printing import press
from tournament.ranking import facts
from tournament.reading import compared
from tournament.wording import doubt, language

Progress = Callable[[int, int], None]


def unheard(done: int, total: int) -> None:
    """Where nobody waits for progress."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be printed of an event, in the language that is active.

    `round` and `entry` where the paper is about one; `logo` the event's mark as a data: address, "" for the suits;
    `filled` asks for sheets with what was written on them; `progress` is told how many of how many pages are made,
    where there may be many.
    """

    event: Event
    round: Round | None = None
    entry: Entry | None = None
    logo: str = ""
    filled: bool = False
    progress: Progress = unheard

    @property
    def the_round(self) -> Round:
        """The round, for a paper that is about one; whoever orders it without has made a mistake."""
        if self.round is None:
            raise LookupError("this paper is about a round")
        return self.round

    @property
    def the_entry(self) -> Entry:
        """The player, for a paper that is about one."""
        if self.entry is None:
            raise LookupError("this paper is about a player")
        return self.entry

    @property
    def rules(self) -> RuleSet:
        """The event's own rule set."""
        return facts.ruleset(self.event)


@dataclass(frozen=True, slots=True)
class Paper:
    """The frame of one paper: `about` and `where` stand under the title; a `wide` one lies on its side, and a
    `draft` is of what is not published yet.

    Where points are in it, `doubt` says why they may be doubted, or `compared` that they were compared with the sheet.
    """

    event: Event
    title: str
    language: str
    about: str
    where: str
    doubt: str
    compared: str
    logo: str
    wide: bool
    draft: bool = False

    @property
    def marks(self) -> str:
        """What the foot of every page says: that this is a demo or a draft, and how far the figures are trusted."""
        told = _("Unverified figures") if self.doubt else self.compared
        draft = _("Draft: not published yet") if self.draft else ""
        return " · ".join(filter(None, ["DEMO" if self.event.demo else "", draft, told]))


def paper(
    order: Order, title: str, about: str = "", *, figures: bool = True, wide: bool = False, draft: bool = False
) -> Paper:
    """The frame for a title; `figures` says whether points stand in it that may be doubted."""
    doubted, trusted = (doubt(order.rules), compared.told(order.event)) if figures else ("", "")
    place = where_and_when(order.event)
    return Paper(order.event, title, language(), about, place, doubted, trusted, order.logo, wide, draft)


def printed(template: str, frame: Paper, *sheets: str, style: str = "", **context: Any) -> bytes:
    """A template of `templates/print/` as PDF, with a foot on every page."""
    html = render_to_string(f"print/{template}", {"paper": frame, **context})
    return press.pages(html, style, ("list.css", *sheets), tagged=True)


def where_and_when(event: Event) -> str:
    """The place and the day or days of an event, as far as they are known."""
    days = [date_format(day, "DATE_FORMAT") for day in (event.starts_on, event.ends_on) if day]
    return " · ".join(part for part in (event.place, " – ".join(dict.fromkeys(days))) if part)


def as_of() -> str:
    """The moment of printing: a list on the wall is as old as it says."""
    return _("Printed %(time)s") % {"time": date_format(timezone.localtime(), "d/m/Y H:i")}
