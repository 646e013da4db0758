"""A player's day as a plot: their points after each deal, beside the middle of those they are ranked among.

Each round ends at the points that the ranking gives after it, so that bonus and decisions are in it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournament.models import Event
from tournament.ranking import facts, live
from tournament.ranking.live import Ranking
from tournament.ranking.round_names import round_head, round_name, the_round
from tournament.ranking.standings import RankingPlace
from tournament.reading.people.player_deals import PlayerDeal, counting_deals
from tournament.reading.plots import Curve, Plot, draw_plot
from tournament.reading.ranking.cards import Card
from tournament.reading.ranking.components import components
from tournament.wording import decimal, plain

Course = list[tuple[float, float]]


@dataclass(slots=True)
class _Day:
    """What was drawn so far: the own course and that of the middle, the rounds below, the figures of each."""

    course: Course = field(default_factory=list)
    middle: Course = field(default_factory=list)
    below: list[tuple[float, str]] = field(default_factory=list)
    figures: list[list[str]] = field(default_factory=list)


def draw_day(
    event: Event, ranking: Ranking, card: Card, player_deals: Iterable[PlayerDeal], closed: Collection[int]
) -> Plot | None:
    """The day of the player whose card it is, in the public ranking; None before they are ranked with a deal.

    `player_deals` are those that count, `closed` the numbers of the closed rounds.
    """
    number, contest = card.entry.number, ranking.contest
    if ranking.place(number) is None:
        return None
    by_round: dict[int, list[PlayerDeal]] = {}
    for deal in player_deals:
        by_round.setdefault(deal.sat.round, []).append(deal)
    day, before = _Day(), None
    for at, (round, places) in enumerate(live.public_history(event).items()):
        place = next((place for place in places if place.entry.number == number), None)
        index = contest.rounds.index(round)
        if place is None or all(other.all_rounds[index] is None for other in places):
            continue
        start = before.standing.row.points if before and before.section == place.section else place.carried
        if not day.course:
            day.course, day.middle = [(at, 0)], [(at, 0)]
        _draw_round(day, at, place, start, by_round.get(round, []), is_over=round in closed)
        middle = median(other.standing.row.points for other in places if other.section == place.section)
        day.middle.append((max(day.course[-1][0], at), middle))
        day.below.append((day.course[-1][0], round_head(contest.format, round)))
        day.figures.append([round_name(contest.format, round), *_figures(place, middle)])
        before, latest = place, round
    if before is None:
        return None
    return draw_plot(
        key="day",
        title=_("Points through the day"),
        sentence=_sentence(day.figures[-1], the_round(contest.format, latest)),
        curves=[Curve(card.name, day.course), Curve(_("middle of the field"), day.middle, is_main=False)],
        across=day.below,
        headings=[_("Round"), _("Points"), pgettext("of the field", "Middle"), _("Rank")],
        figures=day.figures,
    )


def day_of(event: Event, card: Card) -> Plot | None:
    """The same from the player's card alone."""
    ranking = live.ranking(event, public=True)
    closed = {round.number for round in facts.rounds(event, public=True) if round.closed}
    deals = counting_deals(card, components(ranking, card.entry.number).notes)
    return draw_day(event, ranking, card, deals, closed)


def _draw_round(
    day: _Day, at: int, place: RankingPlace, start: int, player_deals: Sequence[PlayerDeal], *, is_over: bool
) -> None:
    """Adds a round that began with `start` points: each deal, and what the ranking gives after it."""
    total = start
    planned = max(sum(sat.sheet.table.planned for sat in {id(deal.sat): deal.sat for deal in player_deals}.values()), 1)
    if start != day.course[-1][1]:
        day.course.append((at, start))  # a final that begins from zero
    for played, deal in enumerate(player_deals, 1):
        total += deal.points
        day.course.append((at + min(played / planned, 1), total))
    end = at + 1 if is_over or len(player_deals) >= planned else day.course[-1][0]
    day.course.append((end, place.standing.row.points))


def _figures(place: RankingPlace, middle: float) -> list[str]:
    rank = str(place.standing.rank)
    return [plain(place.standing.row.points), decimal(middle), f"{rank} =" if place.standing.shared else rank]


def _sentence(figures: Sequence[str], round_words: str) -> str:
    sentence = _("After %(round)s: rank %(rank)s with %(points)s points; the middle of the field has %(middle)s.")
    return sentence % {
        "round": round_words,
        "points": figures[1],
        "middle": figures[2],
        "rank": figures[3].removesuffix(" ="),
    }
