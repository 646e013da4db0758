"""The ranking divided by cuts: who plays a final and who does not. Used by both the page and the paper."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.ranking.contest import Contest
from tournament.ranking.format import Format, Stage
from tournament.ranking.round_names import round_head, round_name
from tournament.ranking.standings import RankingPlace
from tournament.reading.parts import RowSpan
from tournament.reading.ranking.ranking_rows import RankingRow, ranking_rows

# So many places of a final ranking stand on the podium, and so many people where they share one.
PODIUM, MAX_ON_PODIUM = 3, 6


@dataclass(frozen=True, slots=True)
class RankingColumn:
    """A column of figures: a short heading, its meaning, how to get a row's figure, and whether it belongs to a round.

    A `past` column is not part of the sum: what is carried over from it is in a column of its own.
    """

    head: str
    title: str
    figure: Callable[[RankingRow], str]
    of_round: bool = False
    past: bool = False


@dataclass(frozen=True, slots=True)
class CutLine:
    """A line below row `after`, counted from 1, and its text; 0 if none can be drawn: then `inside` lists who is in."""

    after: int
    text: str
    inside: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class RankingGroup:
    """A part of the ranking, with a title if there are several.

    Each of `ranking_rows` comes with its figures, one for each of `columns`; `cut` shows who goes on, if one is ahead.
    """

    title: str
    columns: tuple[RankingColumn, ...]
    ranking_rows: tuple[tuple[RankingRow, list[str]], ...]
    cut: CutLine | None = None


def groups(contest: Contest, places: Sequence[RankingPlace]) -> list[RankingGroup]:
    """The groups of a ranking, the last final first; a single one without a title if no final has begun."""
    last = max((place.section for place in places), default=0)
    ranking_groups = []
    for section in range(last, -1, -1):
        members = [place for place in places if place.section == section]
        heading = title(contest, section) if last else ""
        cut = _cut(contest, members, section) if section == last else None
        columns = _columns(contest, members, section, last)
        rows = tuple((row, [column.figure(row) for column in columns]) for row in ranking_rows(members))
        ranking_groups.append(RankingGroup(heading, tuple(columns), rows, cut))
    return ranking_groups


def within(ranking_groups: Sequence[RankingGroup], span: RowSpan) -> Iterator[RankingGroup]:
    """The rows of a part, in the groups they are in; a line at a cut stays below its row."""
    passed = 0
    for group in ranking_groups:
        first, last = max(0, span.first - 1 - passed), max(0, span.last - passed)
        rows = group.ranking_rows[first:last]
        cut = group.cut
        if cut and cut.after:
            cut = replace(cut, after=cut.after - first) if first < cut.after <= last else None
        if rows:
            yield replace(group, ranking_rows=rows, cut=cut)
        passed += len(group.ranking_rows)


def podium(ranking_groups: Sequence[RankingGroup]) -> list[RankingRow]:
    """The first three places of a ranking, the best first; none where too many share them, as before any deal."""
    first = [row for group in ranking_groups for row, _figures in group.ranking_rows if row.rank <= PODIUM]
    return first if len(first) <= MAX_ON_PODIUM else []


def _columns(contest: Contest, places: Sequence[RankingPlace], section: int, last: int) -> list[RankingColumn]:
    """The columns of the components that occur, in the order in which they are added up."""
    columns = [_round_column(contest.format, at, contest.rounds[at]) for at in _rounds(contest, section, last)]
    if section and not _final(contest, section).from_zero:
        columns.insert(
            0,
            RankingColumn(
                pgettext("before a final", "Before"), _("carried over from earlier rounds"), attrgetter("carried")
            ),
        )
    if section:
        earlier = [at for earlier_section in range(section) for at in _rounds(contest, earlier_section, last)]
        columns[:0] = [_past_column(contest.format, at, contest.rounds[at]) for at in earlier]
    if any(contest.format.bonus_of(contest.rounds[at]) for at in _rounds(contest, section, last)):
        columns.append(RankingColumn(_("Bonus"), _("for the place at the table"), attrgetter("bonus")))
    if any(place.adjustment_points for place in places):
        columns.append(RankingColumn(_("Jury"), _("Decisions of the jury"), attrgetter("adjustments")))
    return columns


def _rounds(contest: Contest, section: int, last: int) -> list[int]:
    """The indices of a section's rounds among those that count: up to the first round of the next section begun."""
    firsts = [1, *(contest.format.first_round(stage) for stage in contest.format.finals[:last])]
    ends = [*firsts[1:], None]
    end = ends[section]
    return [at for at, round in enumerate(contest.rounds) if firsts[section] <= round and (end is None or round < end)]


def _round_column(planned: Format, at: int, number: int) -> RankingColumn:
    short, long = round_head(planned, number), round_name(planned, number)
    return RankingColumn(short, long, lambda row: row.round_points[at], of_round=True)


def _past_column(planned: Format, at: int, number: int) -> RankingColumn:
    short, long = round_head(planned, number), _("%(round)s, before the final") % {"round": round_name(planned, number)}
    return RankingColumn(short, long, lambda row: row.earlier_rounds[at], of_round=True, past=True)


def title(contest: Contest, section: int) -> str:
    """The title of a section."""
    if not section:
        return _("Not in the final")
    return _("Final of %(players)s") % {"players": _final(contest, section).cut}


def _final(contest: Contest, section: int) -> Stage:
    return contest.format.stages[contest.format.finals[section - 1] - 1]


def _cut(contest: Contest, places: Sequence[RankingPlace], section: int) -> CutLine | None:
    """The next cut within this section; None if there is none, or if everybody is on the same side of it."""
    finals = contest.format.finals
    if section >= len(finals) or finals[section] not in contest.finals_ahead:
        return None
    size = _final(contest, section + 1).cut
    cut = next((cut for cut in contest.cuts if cut.stage == finals[section]), None)
    numbers = [place.entry.number for place in places]
    if cut is None:
        text = _("The best %(players)s play the final.") % {"players": size}
        return CutLine(size, text) if 0 < size < len(numbers) else None
    text = _("These %(players)s players are in the final.") % {"players": size}
    if set(numbers[:size]) == set(cut.finalists):
        return CutLine(size, text)
    return CutLine(0, text, frozenset(cut.finalists))
