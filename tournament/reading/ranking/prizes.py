"""Who wins which prize by the ranking as it is now: nothing of it is stored."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.models import Event
from tournament.naming import club_key
from tournament.ranking import live
from tournament.ranking.prizes import PrizeList, Prizes, read
from tournament.ranking.standings import RankingPlace
from tournament.reading.jury.decision_words import labelled
from tournament.reading.ranking.clubs import ClubPlace, club_ranking
from tournament.wording import plain


@dataclass(frozen=True, slots=True)
class Winner:
    """Who wins a prize: a player by number, or a club (0); their points in words, and their rank in the ranking."""

    number: int
    name: str
    club: str
    points: str
    rank: int


@dataclass(frozen=True, slots=True)
class Award:
    """The prizes of a place in a list, and who wins them: several share them ex aequo."""

    title: str
    place: int
    winners: tuple[Winner, ...]
    prizes: tuple[str, ...]

    @property
    def shared(self) -> bool:
        """Whether several share it."""
        return len(self.winners) > 1


def awards(event: Event, names: Mapping[int, str] | None = None) -> list[Award]:
    """All prizes of an event with those who win them, list by list and the first place first.

    By the whole ranking, hidden rounds too: only for the staff. `names` are used instead of public names.
    """
    ranking = live.ranking(event, public=False)
    clubs = club_ranking(ranking.places, ranking.contest.format.clubs)
    return list(awarded(read(event.prizes), ranking.places, clubs, names or {}))


def awarded(
    prizes: Prizes, places: Sequence[RankingPlace], club_places: Sequence[ClubPlace], names: Mapping[int, str]
) -> Iterator[Award]:
    """The awards by these rankings. A place that nobody takes, or that has no prize, gives none."""
    prize_winners: set[int] = set()
    for row in prizes.lists:
        groups = _of_clubs(club_places) if row.of == "clubs" else _of_players(prizes, row, places, prize_winners, names)
        for award in _in_list(row, groups):
            prize_winners |= {winner.number for winner in award.winners if prizes.single}
            yield award


def _in_list(prize_list: PrizeList, groups: Iterator[tuple[Winner, ...]]) -> Iterator[Award]:
    place = 1
    for winners in groups:
        won = tuple(prize for prize in prize_list.prizes[place - 1 : place - 1 + len(winners)] if prize)
        if won:
            yield Award(prize_list.name or _("Ranking"), place, winners, won)
        place += len(winners)
        if place > len(prize_list.prizes):
            return


def _of_players(
    prizes: Prizes,
    prize_list: PrizeList,
    places: Sequence[RankingPlace],
    prize_winners: set[int],
    names: Mapping[int, str],
) -> Iterator[tuple[Winner, ...]]:
    """Those in a list who have no prize yet, best first; equals together."""
    eligible = [place for place in places if _in(prize_list, place) and place.entry.number not in prize_winners]
    for _key, tied in groupby(eligible, lambda place: _tie(prizes, place)):
        yield tuple(
            Winner(
                place.entry.number,
                names.get(place.entry.number) or place.entry.name,
                place.entry.club,
                labelled(_("Points"), plain(place.standing.row.points)),
                place.standing.rank,
            )
            for place in tied
        )


def _tie(prizes: Prizes, place: RankingPlace) -> tuple[int, int]:
    """What those have in common who share prizes."""
    return place.section, place.standing.row.points if prizes.ties == "points" else place.standing.rank


def _in(prize_list: PrizeList, place: RankingPlace) -> bool:
    if prize_list.of == "ranking":
        return True
    clubs = {club_key(club) for club in prize_list.clubs}
    return place.entry.number in prize_list.members or (bool(place.entry.club) and club_key(place.entry.club) in clubs)


def _of_clubs(club_places: Sequence[ClubPlace]) -> Iterator[tuple[Winner, ...]]:
    ranked = [place for place in club_places if place.rank is not None]
    for rank, tied in groupby(ranked, lambda place: place.rank or 0):
        yield tuple(Winner(0, place.club.name, "", labelled(_("Points"), place.club.average), rank) for place in tied)
