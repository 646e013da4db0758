"""The ranking as text: points, and what broke ties. Used by both the page and the paper on the wall."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.utils.translation import gettext as _

from scoring.ranking import DecisiveTieBreak
from tournament.ranking.standings import RankingPlace
from tournament.wording import named, plain, points

# Shown instead of points for a round that a player did not play.
NOT_PLAYED = "–"


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One line of the ranking, ready to be shown: points as text, and what broke a tie in a few words.

    `round_points` has an item for each round that counts; "" for a round without points or of another section:
    `earlier_rounds` has those of earlier sections.
    """

    rank: int
    shared: bool
    number: int
    name: str
    club: str
    round_points: list[str]
    adjustments: str
    sum: str
    tie: str
    bonus: str = ""
    carried: str = ""
    earlier_rounds: tuple[str, ...] = ()

    @property
    def rank_text(self) -> str:
        """The rank, with a sign where others have it too."""
        return f"{self.rank} =" if self.shared else str(self.rank)


def ranking_rows(places: Iterable[RankingPlace]) -> list[RankingRow]:
    """The lines of a ranking in the visitor's language."""
    # A lot says the same whatever it is; the words of all others are looked up once.
    tie_words = cache(describe_tie)
    lot = DecisiveTieBreak("lot", None)
    broken = ((place, place.standing.broke) for place in places)
    return [_row(place, tie_words(lot if broke and broke.tie_break == "lot" else broke)) for place, broke in broken]


def _row(place: RankingPlace, tie: str) -> RankingRow:
    row = place.standing.row
    return RankingRow(
        rank=place.standing.rank,
        shared=place.standing.shared,
        number=row.number,
        name=named(place.entry.name, row.number),
        club=place.entry.club,
        round_points=list(map(plain, place.rounds)),
        adjustments=points(place.adjustment_points) if place.adjustment_points else "",
        sum=plain(row.points),
        tie=tie,
        bonus=points(place.bonus) if place.bonus else "",
        carried=plain(place.carried),
        earlier_rounds=tuple(map(plain, place.earlier_rounds)),
    )


def describe_tie(broke: DecisiveTieBreak | None) -> str:
    """What separated a place from its neighbours with equal points, in a few words; "" if nothing had to."""
    if broke is None:
        return ""
    if broke.tie_break == "contracts_made":
        return _("contracts made: %(count)s") % {"count": broke.value}
    if broke.tie_break == "fewest_lost":
        return _("contracts lost: %(count)s") % {"count": broke.value}
    if broke.tie_break == "lot":
        return _("decided by lot")
    text = _("best round: %(points)s") if broke.tie_break == "best_round" else _("best deal: %(points)s")
    return text % {"points": points(broke.value if isinstance(broke.value, int) else None)}
