"""The lists on the wall: the ranking, that of the clubs, and who sits where. Public names, visible rounds."""

from collections.abc import Sequence
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament import facts
from tournament.acts.refusal import Refusal
from tournament.models import Event
from tournament.naming import folded
from tournament.printing.clubs import Total, club_ranking
from tournament.printing.figures import Figures, figures
from tournament.printing.paper import Order, as_of, paper, printed
from tournament.printing.underlay import batches
from tournament.reading import live
from tournament.reading.ranked import ranking_rows
from tournament.reading.seated import Seated, by_name, seated
from tournament.standings import Place, event_standings
from tournament.templatetags.game import plain

# More columns than this do not fit beside a name on an upright page.
MOST_UPRIGHT_ROUNDS = 7
TABLES_BESIDE = 3
# Millimetres.
RANK, SUM, LEAST_NAME = 12.0, 21.0, 70.0


def ranking(order: Order) -> bytes:
    """The ranking; with a round, as it stood after that one."""
    numbers, places = _standing(order)
    adjusted = any(place.adjustments for place in places)
    wide = len(numbers) > MOST_UPRIGHT_ROUNDS
    frame = paper(order, _ranking_title(order), _how_final(order), wide=wide)
    head = [pgettext("column of a round", "R%(round)s") % {"round": number} for number in numbers]
    head += [_("Jury")] if adjusted else []
    told = [(row, [*row.rounds, row.adjustments] if adjusted else row.rounds) for row in ranking_rows(places)]
    page = 267.0 if wide else 180.0
    columns = figures([head, *(given for _row, given in told)], page - RANK - SUM - LEAST_NAME)
    rows = [(row, columns.line(given)) for row, given in told]
    style = _ranking_style(columns, page)
    return printed("ranking.html", frame, rows=rows, head=columns.line(head), style=style)


def clubs(order: Order) -> bytes:
    """The ranking of the clubs, by the average of all their members' points."""
    _numbers, places = _standing(order)
    frame = paper(order, _("Ranking of the clubs"), _how_final(order))
    rows = [(place, _average(place.club), plain(place.club.points)) for place in club_ranking(places)]
    return printed("clubs.html", frame, rows=rows)


def seating_names(order: Order) -> bytes:
    """Who sits where in a round, by name."""
    people = by_name(_seated(order))
    frame = paper(order, _seating_title(order), _("by name"), figures=False)
    letters = [(letter, list(group)) for letter, group in groupby(people, key=lambda seat: _initial(seat.name))]
    return printed("seating_names.html", frame, "seating.css", letters=letters)


def seating_tables(order: Order) -> bytes:
    """Who sits where in a round, by table."""
    people = _seated(order)
    frame = paper(order, _seating_title(order), _("by table"), figures=False)
    tables = [(table, list(group)) for table, group in groupby(people, key=lambda seat: seat.table)]
    return printed("seating_tables.html", frame, "seating.css", lines=list(batches(tables, TABLES_BESIDE)))


def _standing(order: Order) -> tuple[Sequence[int], Sequence[Place]]:
    """The numbers of the rounds that count, and the places."""
    if order.round is None:
        now = live.ranking(order.event, public=True)
        return now.rounds, now.places
    counting = [row for row in facts.rounds(order.event, public=True) if row.number <= order.round.number]
    if order.round.number not in [row.number for row in counting]:
        raise Refusal(_("This round is not shown."))
    return [row.number for row in counting], event_standings(order.event, public=True, upto=order.round.number)


def _ranking_title(order: Order) -> str:
    if order.round is not None:
        return _("Ranking after round %(round)s") % {"round": order.round.number}
    return _("Final ranking") if _final(order.event) else _("Ranking")


def _how_final(order: Order) -> str:
    """Whether this ranking may still change, and when it was printed."""
    if order.event.state == Event.State.REHEARSAL:
        return " · ".join([_("Rehearsal: nothing counts yet."), as_of()])
    return " · ".join([_("final") if _final(order.event) else _("provisional"), as_of()])


def _final(event: Event) -> bool:
    return event.state in (Event.State.CLOSED, Event.State.ARCHIVED)


def _ranking_style(columns: Figures, page: float) -> str:
    """The columns in millimetres: what the figures leave is the name's."""
    name = page - RANK - SUM - columns.width
    widths = f".rank {{ width: {RANK}mm }} .who {{ width: {name:.1f}mm }} th.figures {{ width: {columns.width:.1f}mm }}"
    return f"{widths} .figures {{ font-size: {columns.font}pt }}"


def _average(club: Total) -> str:
    """With one decimal, as the language writes it."""
    return number_format(round(float(club.average), 1), decimal_pos=1).replace("-", "−")


def _seating_title(order: Order) -> str:
    return _("Seating, round %(round)s") % {"round": order.the_round.number}


def _seated(order: Order) -> list[Seated]:
    if not (order.the_round.published and order.the_round.visible):
        raise Refusal(_("The seating of this round is not shown."))
    return seated(order.the_round)


def _initial(name: str) -> str:
    """The letter under which a name is found."""
    return folded(name)[:1].upper()
