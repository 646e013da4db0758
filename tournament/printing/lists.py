"""The lists on the wall: the ranking, that of the clubs, and who sits where. Public names, visible rounds."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from tournament.acts.refusal import Refusal
from tournament.contest import Contest, contest
from tournament.models import Event
from tournament.naming import folded
from tournament.printing.figures import Figures, figures
from tournament.printing.paper import Order, as_of, paper, printed
from tournament.printing.underlay import batches
from tournament.reading import live
from tournament.reading.clubs import club_ranking, told
from tournament.reading.groups import Group, groups
from tournament.reading.seated import Seated, by_name, seated
from tournament.standings import Place, standings_of
from tournament.templatetags.game import plain

# More columns than this do not fit beside a name on an upright page.
MOST_UPRIGHT_ROUNDS = 7
TABLES_BESIDE = 3
# Millimetres.
RANK, SUM, LEAST_NAME = 12.0, 21.0, 70.0


def ranking(order: Order) -> bytes:
    """The ranking; with a round, as it stood after that one."""
    found = groups(*_standing(order))
    wide = any(sum(column.round for column in group.columns) > MOST_UPRIGHT_ROUNDS for group in found)
    frame = paper(order, _ranking_title(order), _how_final(order), wide=wide)
    heads = [[column.head for column in group.columns] for group in found]
    page = 267.0 if wide else 180.0
    given = [told for group in found for _row, told in group.rows]
    columns = figures([*heads, *given], page - RANK - SUM - LEAST_NAME)
    parts = [_group(group, head, columns) for group, head in zip(found, heads, strict=True)]
    return printed("ranking.html", frame, groups=parts, style=_ranking_style(columns, page))


def clubs(order: Order) -> bytes:
    """The ranking of the clubs, as the event's format has them ranked."""
    now, places = _standing(order)
    how = now.format.clubs
    frame = paper(order, _("Ranking of the clubs"), _how_final(order))
    rows = [(place, plain(place.club.points)) for place in club_ranking(places, how)]
    return printed("clubs.html", frame, rows=rows, how=how, told=told(how))


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


def _group(group: Group, head: Sequence[str], columns: Figures) -> dict[str, Any]:
    """A group of the ranking as its table: each row with its figures as one text, and a line where the cut is."""
    cut = group.cut
    return {
        "title": group.title,
        "head": columns.line(head),
        "rows": [
            (row, columns.line(given), cut.told if cut and cut.after == at else "", cut and row.number in cut.inside)
            for at, (row, given) in enumerate(group.rows, 1)
        ],
    }


def _standing(order: Order) -> tuple[Contest, Sequence[Place]]:
    """What counts, and the places."""
    if order.round is None:
        now = live.ranking(order.event, public=True)
        return now.contest, now.places
    then = contest(order.event, public=True, upto=order.round.number)
    if order.round.number not in then.rounds:
        raise Refusal(_("This round is not shown."))
    return then, standings_of(order.event, then)


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


def _seating_title(order: Order) -> str:
    return _("Seating, round %(round)s") % {"round": order.the_round.number}


def _seated(order: Order) -> list[Seated]:
    if not (order.the_round.published and order.the_round.visible):
        raise Refusal(_("The seating of this round is not shown."))
    return seated(order.the_round)


def _initial(name: str) -> str:
    """The letter under which a name is found."""
    return folded(name)[:1].upper()
