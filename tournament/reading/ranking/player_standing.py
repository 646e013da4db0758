"""What a player's page says of their place: what passes the next, how sure it is, what is to be proud of."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Entry, Evening, Event, Series
from tournament.ranking.live import Ranking
from tournament.ranking.precision import DealMean, alike, mean_of
from tournament.ranking.round_names import the_round
from tournament.ranking.standings import RankingPlace
from tournament.reading.people.player_deals import ContractShare, PlayerDeal
from tournament.reading.register.shown_names import shown_name
from tournament.reading.season.seasons import read_state, season_view
from tournament.reading.table.sheets import public_name
from tournament.wording import contract, decimal, named, points

# So many contracts without a lost one are worth a word.
ENOUGH_CONTRACTS = 5
GRAND_SLAM = "S13"


@dataclass(frozen=True, slots=True)
class Honour:
    """Something to be proud of, in a few words, and where on the page it comes from, as an anchor."""

    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """The season an evening belongs to, and the place of a person in it; `rank` is None while they have none."""

    series: Series
    person: int
    rank: int | None
    ranked: int


def rivals(ranking: Ranking, place: RankingPlace) -> list[RankingPlace]:
    """Those with whom a place is ranked by points: everybody of its section."""
    return [other for other in ranking.places if other.section == place.section]


def field_share(ranking: Ranking, place: RankingPlace) -> ContractShare:
    """The contracts of the field, as the ranking counts them: of everybody in the section but this place."""
    rows = [other.standing.row for other in rivals(ranking, place) if other.entry.number != place.entry.number]
    made, lost = sum(row.contracts_made for row in rows), sum(row.contracts_lost for row in rows)
    return ContractShare(made + lost, made)


def gap(ranking: Ranking, place: RankingPlace) -> int:
    """By how many points a place is before the next, for the first of its section; by how many, negative, behind it."""
    section = rivals(ranking, place)
    at = section.index(place)
    other = section[at - 1] if at else section[min(1, len(section) - 1)]
    return place.standing.row.points - other.standing.row.points


def passing(ranking: Ranking, place: RankingPlace) -> str:
    """What passes whoever is next; "" for the first of a ranking or of a final."""
    section = rivals(ranking, place)
    at = section.index(place)
    if not at:
        return ""
    name, behind = named(section[at - 1].entry.name, section[at - 1].entry.number), -gap(ranking, place)
    if behind == 0:
        return _("One point more than %(name)s from here on passes them.") % {"name": name}
    sentence = _("To pass %(name)s: %(more)s points more than they get from here on; %(gap)s make it equal.")
    return sentence % {"name": name, "more": behind + 1, "gap": behind}


def certainty(ranking: Ranking, place: RankingPlace) -> str:
    """The mean per deal with its interval, and which places it is not told apart from; "" for too few deals."""
    own = _mean(place)
    if own is None:
        return ""
    others = rivals(ranking, place)
    known = [(other.standing.rank, mean) for other in others if other != place and (mean := _mean(other))]
    sentence = _("Mean per deal: %(mean)s, over endless deals probably between %(low)s and %(high)s.")
    figures = {name: decimal(getattr(own, name)) for name in ("mean", "low", "high")}
    ranks = alike(own, known)
    if ranks is None:
        return f"{sentence % figures} " + (_("It is told apart from every other place.") if known else "")
    apart = ngettext(
        "Not told apart from place %(first)s.",
        "Not told apart from places %(first)s to %(last)s.",
        1 + ranks[1] - ranks[0],
    )
    return f"{sentence % figures} {apart % {'first': ranks[0], 'last': ranks[1]}}"


def honours(
    ranking: Ranking,
    place: RankingPlace,
    player_deals: Sequence[PlayerDeal],
    share: ContractShare,
    closed: Collection[int],
) -> list[Honour]:
    """What a player may be proud of: the best of a closed round, a grand slam, the best deal, no contract lost."""
    proud = []
    for at, round in enumerate(ranking.rounds):
        own, best = place.all_rounds[at], [other.all_rounds[at] for other in ranking.places]
        if round in closed and own is not None and own == max(value for value in best if value is not None):
            text = _("Best of %(round)s: %(points)s") % {
                "round": the_round(ranking.contest.format, round),
                "points": points(own),
            }
            proud.append(Honour(text, f"in-round-{round}"))
    for deal in player_deals:
        if deal.fulfilled and deal.contract == GRAND_SLAM:
            text = _("%(contract)s made") % {"contract": contract(GRAND_SLAM, deal.card_deal.line.ruleset)}
            proud.append(Honour(text, deal_anchor(deal)))
    if share.played >= ENOUGH_CONTRACTS and share.fulfilled == share.played:
        proud.append(Honour(_("Every contract made (%(count)s)") % {"count": share.played}, "contracts"))
    return proud


def deal_anchor(deal: PlayerDeal) -> str:
    """Where a deal is on the page of its player."""
    return f"deal-{deal.sat.round}-{deal.sat.sheet.table.number}-{deal.card_deal.line.number}"


def season_place(event: Event, entry: Entry) -> SeasonPlace | None:
    """The place of a player, read with their link, in the season of a club's evening; None for nobody of its register.

    Also None where the season names them otherwise than the event does: a link would say who hides behind initials.
    """
    person = entry.link.person if hasattr(entry, "link") else None
    if person is None or shown_name(person) != public_name(entry):
        return None
    evening = Evening.objects.filter(event=event).select_related("series__organisation").first()
    view = season_view(read_state(evening.series_id)) if evening else None
    standing = view.standing(person.number) if view else None
    if evening is None or view is None or standing is None:
        return None
    ranked = sum(other.rank is not None for other in view.season.standings)
    return SeasonPlace(evening.series, standing.person, standing.rank, ranked)


def _mean(place: RankingPlace) -> DealMean | None:
    return mean_of(place.deals, place.deal_points, place.deal_squares)
