"""Why a place is where it is: what separates it from the place above and from the one below."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking import TieBreakDifference, difference
from tournament.ranking.live import Ranking
from tournament.ranking.standings import RankingPlace
from tournament.wording import named, points


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The next place above (or below, where not `above`), with its name, and in words what separates the two."""

    place: RankingPlace
    name: str
    above: bool
    difference: str


def neighbours(ranking: Ranking, entry: int) -> list[Neighbour]:
    """The places above and below an entry's, as far as there are any; none for an entry that is not ranked."""
    at = next((at for at, place in enumerate(ranking.places) if place.entry.number == entry), None)
    if at is None:
        return []
    own, places = ranking.places[at], ranking.places
    nearest = [(places[at - 1], True)] if at else []
    nearest += [(places[at + 1], False)] if at + 1 < len(places) else []
    return [_neighbour(ranking, own, other, above=above) for other, above in nearest]


def _neighbour(ranking: Ranking, own: RankingPlace, neighbour: RankingPlace, *, above: bool) -> Neighbour:
    name = named(neighbour.entry.name, neighbour.entry.number)
    return Neighbour(neighbour, name, above, _difference(ranking, own, neighbour, above=above))


def _difference(ranking: Ranking, own: RankingPlace, neighbour: RankingPlace, *, above: bool) -> str:
    """What separates two places, from the point of view of the first."""
    if own.section != neighbour.section:
        return _("the final comes first") if above else _("is not in this final")
    mine, theirs = own.standing.row, neighbour.standing.row
    gap = abs(mine.points - theirs.points)
    if gap:
        more = ngettext("%(count)s point more", "%(count)s points more", gap)
        less = ngettext("%(count)s point less", "%(count)s points less", gap)
        return (more if above else less) % {"count": gap}
    contest = ranking.contest
    return _broken(difference(theirs, mine, contest.tie_breaks, contest.seed))


def _broken(tie_break: TieBreakDifference | None) -> str:
    """Which tie-break separates two places with equal points: the neighbour's value, then the own."""
    if tie_break is None:
        return _("the same points: they share the rank")
    if tie_break.tie_break == "lot":
        return _("the same points: decided by lot")
    theirs, mine = tie_break.values
    sentences = {
        "contracts_made": _("the same points: contracts made %(theirs)s, here %(mine)s"),
        "fewest_lost": _("the same points: contracts lost %(theirs)s, here %(mine)s"),
        "best_round": _("the same points: best round %(theirs)s, here %(mine)s"),
        "best_deal": _("the same points: best deal %(theirs)s, here %(mine)s"),
    }
    counted = tie_break.tie_break in ("contracts_made", "fewest_lost")
    texts = [value if counted else points(value if isinstance(value, int) else None) for value in (theirs, mine)]
    return sentences[tie_break.tie_break] % {"theirs": texts[0], "mine": texts[1]}
