"""The rankings for the wall: of all players, and of the clubs. Public names, visible rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournament.errors import UserError
from tournament.models import Entry
from tournament.naming import unbroken
from tournament.printing.figures import figures
from tournament.printing.paper import Order, as_of, paper, print_paper
from tournament.ranking import live
from tournament.ranking.contest import Contest, format_of, read_contest
from tournament.ranking.round_names import the_round
from tournament.ranking.standings import RankingPlace, standings_of
from tournament.reading.ranking import finality
from tournament.reading.ranking.clubs import club_ranking, rule_text
from tournament.reading.ranking.finality import clubs_title, ranking_title
from tournament.reading.ranking.groups import RankingGroup, groups
from tournament.reading.ranking.prizes import Award, awards
from tournament.reading.ranking.ranking_rows import NOT_PLAYED, RankingRow
from tournament.reading.table.sheets import full_name
from tournament.wording import plain

# More columns than this do not fit beside a name on a portrait page.
MAX_UPRIGHT_ROUNDS = 7
# In mm: the width of a row in portrait and landscape, and what rank, points and the narrowest name take of it.
UPRIGHT, WIDE, BESIDE_FIGURES = 180.0, 267.0, 107.0
# How many names are bold.
PODIUM = 3


@dataclass(frozen=True, slots=True)
class RankingLine:
    """One line of the ranking as text; `about` is the club and what broke a tie; `on_podium` marks the first three.

    `below` is the text of the line that marks the cut, if that comes below this row.
    """

    rank: str
    name: str
    about: str
    figures: tuple[str, ...]
    points: str
    on_podium: bool
    below: str


@dataclass(frozen=True, slots=True)
class RankingPart:
    """Rows under a common title ("" for none), with the headings of their figures."""

    title: str
    heads: tuple[str, ...]
    lines: tuple[RankingLine, ...]

    @property
    def columns(self) -> int:
        """The number of columns: rank, name, figures, points."""
        return len(self.heads) + 3


def ranking(order: Order) -> bytes:
    """The ranking; if the order has a round, the ranking after that round."""
    contest, places = _standing(order)
    parts_shown = groups(contest, places)
    wide = any(sum(column.of_round for column in group.columns) > MAX_UPRIGHT_ROUNDS for group in parts_shown)
    frame = paper(order, _ranking_title(order), _how_final(order), wide=wide, public=True)
    parts = [_part(group) for group in parts_shown] if places else []
    tied = any(_is_tied(place) for place in places)
    return print_paper("ranking.html", frame, "ranking.css", style=_widths(parts, wide=wide), parts=parts, tied=tied)


def clubs(order: Order) -> bytes:
    """The ranking of the clubs, by the rule in the event's format."""
    contest, places = _standing(order)
    how = contest.format.clubs
    frame = paper(order, clubs_title(order.event), _how_final(order), public=True)
    listed = [(place, plain(place.club.points)) for place in club_ranking(places, how)]
    return print_paper("clubs.html", frame, rows=listed, how=how, rule_text=rule_text(contest.format))


def prizes(order: Order) -> bytes:
    """The prizes and who wins them by the whole ranking, with public names, the first place first."""
    return _prizes(order, awards(order.event), public=True)


def prizes_aloud(order: Order) -> bytes:
    """The same to read aloud, with full names: the last list first, each from its last place to its first."""
    people = Entry.objects.filter(event=order.event).select_related("player")
    return _prizes(order, awards(order.event, {entry.number: full_name(entry) for entry in people})[::-1], public=False)


def _prizes(order: Order, won: Sequence[Award], *, public: bool) -> bytes:
    frame = paper(order, _("Prizes"), _how_final(order), public=public)
    return print_paper("prizes.html", frame, awards=won)


def _widths(parts: Sequence[RankingPart], *, wide: bool) -> str:
    """The columns of figures as CSS rules, wide enough for the longest figures in any part."""
    figure_texts = [texts for part in parts for texts in (part.heads, *(row.figures for row in part.lines))]
    set_as = figures(figure_texts, (WIDE if wide else UPRIGHT) - BESIDE_FIGURES)
    return f".ranking .figure {{ width: {set_as.column:.2f}mm }} .ranking tbody td {{ font-size: {set_as.font}pt }}"


def _part(group: RankingGroup) -> RankingPart:
    heads = tuple(column.head for column in group.columns)
    return RankingPart(
        group.title, heads, tuple(_row(group, at, row, texts) for at, (row, texts) in enumerate(group.ranking_rows, 1))
    )


def _row(group: RankingGroup, at: int, row: RankingRow, texts: Sequence[str]) -> RankingLine:
    """One line, with the text below it if the cut is there."""
    columns = zip(group.columns, texts, strict=True)
    cells = [text or (NOT_PLAYED if column.of_round else "") for column, text in columns]
    below = group.cut.text if group.cut and group.cut.after == at else ""
    on_podium = row.rank <= PODIUM
    return RankingLine(row.rank_text, unbroken(row.name), _about(group, row), tuple(cells), row.sum, on_podium, below)


def _about(group: RankingGroup, row: RankingRow) -> str:
    """The club, what broke a tie, and a remark if the player goes on although they are below the line."""
    club = f"{row.club} ({row.tie})".strip() if row.tie else row.club
    inside = _("plays the final") if group.cut and row.number in group.cut.inside else ""
    return " · ".join(text for text in (club, inside) if text)


def _is_tied(place: RankingPlace) -> bool:
    """Whether the place was in a tie, broken or not."""
    return place.standing.shared or place.standing.broke is not None


def _standing(order: Order) -> tuple[Contest, Sequence[RankingPlace]]:
    """The contest and the places of the ranking that was ordered."""
    if order.round is None:
        current = live.ranking(order.event, public=True)
        return current.contest, current.places
    then = read_contest(order.event, public=True, upto=order.round.number)
    if order.round.number not in then.rounds:
        raise UserError(_("This round is not shown."))
    return then, standings_of(order.event, then)


def _ranking_title(order: Order) -> str:
    if order.round is not None:
        return _("Ranking after %(round)s") % {"round": the_round(format_of(order.event), order.round.number)}
    return ranking_title(order.event)


def _how_final(order: Order) -> str:
    """Whether the ranking may still change, and when it was printed."""
    upto = order.round.number if order.round is not None else None
    return " · ".join([finality.sentence(order.event, upto), as_of()])
