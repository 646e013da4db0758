"""The rankings for the wall: of all players, and of the clubs. Public names, visible rounds."""

from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tournament.printing import press, ranked_rows, rows
from tournament.printing.figures import figures
from tournament.printing.paper import Order, Paper, as_of, paper, printed
from tournament.printing.ranked_rows import Columns, Part, Row
from tournament.ranking import live
from tournament.ranking.contest import Contest, contest, format_of
from tournament.ranking.round_names import the_round
from tournament.ranking.standings import Place, standings_of
from tournament.reading import finality, seals
from tournament.reading.clubs import club_ranking, rule_text
from tournament.reading.finality import clubs_title, ranking_title
from tournament.reading.groups import Group, groups
from tournament.reading.ranked import NOT_PLAYED, RankingRow
from tournament.refusal import Refusal
from tournament.wording import plain

# More columns than this do not fit beside a name on a portrait page.
MOST_UPRIGHT_ROUNDS = 7
# In mm: the width of rows and how far down they may reach, in portrait and landscape, and the top margin of list.css.
UPRIGHT, WIDE, TOP = (180.0, 279.5), (267.0, 192.5), 14.0
# The height of a place whose rows are not known yet, used to find where it begins.
UNKNOWN = 1.0
SHEETS = ("list.css",)


def ranking(order: Order) -> bytes:
    """The ranking; if the order has a round, the ranking after that round."""
    now, places = _standing(order)
    found = groups(now, places)
    wide = any(sum(column.round for column in group.columns) > MOST_UPRIGHT_ROUNDS for group in found)
    frame = paper(order, _ranking_title(order), _how_final(order), wide=wide)
    if not places:
        return printed("ranking.html", frame, seal=seals.seal(order.event))
    return _listed(frame, [_part(group) for group in found], tied=any(_tied(place) for place in places))


def clubs(order: Order) -> bytes:
    """The ranking of the clubs, by the rule in the event's format."""
    now, places = _standing(order)
    how = now.format.clubs
    frame = paper(order, clubs_title(order.event), _how_final(order))
    listed = [(place, plain(place.club.points)) for place in club_ranking(places, how)]
    return printed("clubs.html", frame, rows=listed, how=how, told=rule_text(now.format), seal=seals.seal(order.event))


def _listed(frame: Paper, parts: Sequence[Part], *, tied: bool) -> bytes:
    """The rows on as many pages as they need; the frame is set twice, first only to measure how high its head is."""
    width, bottom = WIDE if frame.wide else UPRIGHT
    columns, set_ = _columns(parts, width), ranked_rows.letters_of(parts, frame.language)
    top = press.top_of("rows", _html(frame, [rows.Place(0, width, UNKNOWN)], tied=tied), SHEETS)
    paged = ranked_rows.pages(parts, columns, set_, bottom - top, bottom - TOP)
    drawn = [ranked_rows.drawn(page, columns, set_) for page in paged]
    room = [rows.Place(number, width, high) for number, (high, _rows) in enumerate(drawn)]
    made = press.pages(_html(frame, room, tied=tied), _heights(room), SHEETS)
    return rows.filled(made, set_, list(zip(room, (page for _high, page in drawn), strict=True)))


def _html(frame: Paper, room: Sequence[rows.Place], *, tied: bool) -> str:
    shown = {"paper": frame, "room": room, "tied": tied, "seal": seals.seal(frame.event)}
    return render_to_string("print/ranking.html", shown)


def _heights(room: Sequence[rows.Place]) -> str:
    return "\n".join(f".rows{place.number} {{ height: {place.height:.3f}mm }}" for place in room)


def _columns(parts: Sequence[Part], width: float) -> Columns:
    """The columns of all parts, wide enough for the longest figures in any of them."""
    room = width - ranked_rows.RANK - ranked_rows.GAP - ranked_rows.SUM - ranked_rows.LEAST_NAME
    told = [texts for part in parts for texts in (part.heads, *(row.figures for row in part.rows))]
    return Columns(width, figures(told, room))


def _part(group: Group) -> Part:
    heads = tuple(column.head for column in group.columns)
    return Part(group.title, heads, tuple(_row(group, at, row, given) for at, (row, given) in enumerate(group.rows, 1)))


def _row(group: Group, at: int, row: RankingRow, given: Sequence[str]) -> Row:
    """One line, with the text below it if the cut is there."""
    columns = zip(group.columns, given, strict=True)
    shown = [text or (NOT_PLAYED if column.round else "") for column, text in columns]
    rank = f"{row.rank} =" if row.shared else str(row.rank)
    below = group.cut.told if group.cut and group.cut.after == at else ""
    return Row(rank, row.name, _about(group, row), tuple(shown), row.sum, row.rank <= ranked_rows.PODIUM, below)


def _about(group: Group, row: RankingRow) -> str:
    """The club, what broke a tie, and a remark if the player goes on although they are below the line."""
    told = f"{row.club} ({row.tie})".strip() if row.tie else row.club
    inside = _("plays the final") if group.cut and row.number in group.cut.inside else ""
    return " · ".join(text for text in (told, inside) if text)


def _tied(place: Place) -> bool:
    """Whether the place was in a tie, broken or not."""
    return place.standing.shared or place.standing.broke is not None


def _standing(order: Order) -> tuple[Contest, Sequence[Place]]:
    """The contest and the places of the ranking that was ordered."""
    if order.round is None:
        now = live.ranking(order.event, public=True)
        return now.contest, now.places
    then = contest(order.event, public=True, upto=order.round.number)
    if order.round.number not in then.rounds:
        raise Refusal(_("This round is not shown."))
    return then, standings_of(order.event, then)


def _ranking_title(order: Order) -> str:
    if order.round is not None:
        return _("Ranking after %(round)s") % {"round": the_round(format_of(order.event), order.round.number)}
    return ranking_title(order.event)


def _how_final(order: Order) -> str:
    """Whether the ranking may still change, and when it was printed."""
    return " · ".join([finality.sentence(order.event), as_of()])
