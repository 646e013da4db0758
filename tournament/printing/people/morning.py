"""Papers of the morning: who is expected, each with a line to sign on or as a badge; the programme of the day."""

from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from scoring import words
from tournament.errors import UserError
from tournament.models import Entry, Event
from tournament.naming import unbroken
from tournament.printing.paper import Order, edition_of_rules, paper, print_paper
from tournament.printing.pdf import html_to_pdf
from tournament.printing.pdf.qr_codes import draw_qr_codes
from tournament.printing.pdf.underlay import stack
from tournament.ranking.contest import deals_of, format_of
from tournament.ranking.format import Format
from tournament.ranking.prizes import read
from tournament.ranking.round_names import round_name
from tournament.reading.event.formats import TIE_BREAK_NAMES, sentences
from tournament.reading.table.sheets import full_name, listed_name
from tournament.wording import language

# The number of badges on a page.
BADGES = 10


@dataclass(frozen=True, slots=True)
class AttendanceLine:
    """Somebody who may come: their full name in the form of a list by surname, and whether they were checked in."""

    number: int
    name: str
    club: str
    joker: bool
    present: bool


def attendance(order: Order) -> bytes:
    """Everybody who is expected, by surname, with a line to sign on; raises UserError if nobody is."""
    people = [_expected(entry) for entry in _entries(order.event)]
    present = sum(line.present for line in people)
    counted = _("%(present)s of %(all)s present") % {"present": present, "all": len(people)}
    frame = paper(order, _("Attendance list"), counted, figures=False)
    return print_paper("attendance.html", frame, "morning.css", people=people)


def programme(order: Order) -> bytes:
    """The rounds of the day with their deals, an empty place for their hours, and by which rules the event is played.

    The prizes are in it only if the organiser asks for them: no page shows them before they are won.
    """
    event, planned = order.event, format_of(order.event)
    rounds = [(round_name(planned, number), deals_of(event, number)) for number in range(1, event.planned_rounds + 1)]
    frame = paper(order, _("Programme of the day"), figures=False, edition=edition_of_rules(order), public=True)
    context: dict[str, Any] = {
        "rounds": rounds,
        "rules": words.ruleset_name(order.rules, language()),
        "format": list(sentences(planned)) if planned.plain() != Format() else [],
        "tie_breaks": [TIE_BREAK_NAMES[tie_break] for tie_break in event.tie_breaks],
        "prizes": read(event.prizes).lists if order.prizes else (),
        "signing": Event.Confirmation(event.confirmation).label,
    }
    return print_paper("programme.html", frame, "morning.css", **context)


def badges(order: Order) -> bytes:
    """A badge for everybody who is expected, ten to a page, by surname once cut; raises UserError if nobody is."""
    people = [(entry.number, unbroken(full_name(entry)), entry.player.club) for entry in _entries(order.event)]
    frame = paper(order, _("Badges"), figures=False)
    context = {"paper": frame, "pages": stack(people, BADGES)}
    return draw_qr_codes(
        html_to_pdf.pages(render_to_string("print/badges.html", context), "", ("badges.css",), tagged=True)
    )


def _entries(event: Event) -> list[Entry]:
    """Everybody who is expected, by surname; raises UserError if nobody is."""
    rows = Entry.objects.filter(event=event, withdrawn=False, excluded=False).select_related("player")
    if entries := list(rows.order_by("player__sorting", "number")):
        return entries
    raise UserError(_("This event has no players yet."))


def _expected(entry: Entry) -> AttendanceLine:
    joker = entry.role == Entry.PlayerRole.JOKER
    return AttendanceLine(entry.number, unbroken(listed_name(entry)), entry.player.club, joker, entry.present)
