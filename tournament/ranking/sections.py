"""What counts for whom: an event is divided into sections, one before the first cut and one per final. Pure.

Finalists rank above everybody else, by their points in the final plus, where points are carried, all their points from
before. The others keep the points they had after the last section they played: deals they play later, as substitutes,
count for nobody. A section begins with the first deal of its final; until then the ranking does not change.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from tournament.ranking.contest import Contest, CutFacts
from tournament.ranking.records import AdjustmentFacts
from tournament.ranking.shares import EntryShare

# What the rounds gave an entry, by round number.
RoundShares = Mapping[int, EntryShare]


@dataclass(frozen=True, slots=True)
class RankingSection:
    """The rounds between two cuts. `players` is None in the first section, which everybody plays.

    `stage` is the number of its first stage, `first` that of its first round. Decisions up to number
    `last_decision` belong to the sections before.
    """

    stage: int
    first: int
    rounds: tuple[int, ...]
    from_zero: bool = False
    players: frozenset[int] | None = None
    last_decision: int = 0

    def played_by(self, entry: int) -> bool:
        """Whether an entry plays in it."""
        return self.players is None or entry in self.players


@dataclass(frozen=True, slots=True)
class Tally:
    """The components of an entry's points at the end of a section.

    `points_by_round` has the deal points, including what a round that was sat out is worth. `carried` is everything
    from before. `counting` are the rounds, played in this section or in one whose points are carried, that tie-breaks
    look at.
    """

    points_by_round: Mapping[int, int]
    bonus: int = 0
    adjustment_points: int = 0
    carried: int = 0
    counting: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """The sum of all components."""
        return sum(self.points_by_round.values()) + self.bonus + self.adjustment_points + self.carried


def sections(contest: Contest, begun: Collection[int]) -> list[RankingSection]:
    """The sections of an event in order; `begun` are the numbers of the rounds in which a deal was played."""
    in_order = [RankingSection(stage=1, first=1, rounds=())]
    for cut in _begun(contest, begun):
        first, stage = contest.format.first_round(cut.stage), contest.format.stages[cut.stage - 1]
        in_order.append(
            RankingSection(cut.stage, first, (), stage.from_zero, frozenset(cut.finalists), cut.last_decision)
        )
    ends = [*(section.first for section in in_order[1:]), None]
    return [_with_rounds(section, contest.rounds, end) for section, end in zip(in_order, ends, strict=True)]


def _begun(contest: Contest, begun: Collection[int]) -> Sequence[CutFacts]:
    """The cuts up to the last final in which a deal was played; an earlier final may have been closed without one."""
    latest = max(begun, default=0)
    return [cut for cut in contest.cuts if contest.format.first_round(cut.stage) <= latest]


def tallies(
    entry: int,
    sections: Sequence[RankingSection],
    shares: RoundShares,
    adjustments: Iterable[AdjustmentFacts],
    contest: Contest,
) -> list[Tally]:
    """What an entry has at the end of each section it plays, from its shares of the rounds and its adjustments."""
    own = list(takewhile(lambda section: section.played_by(entry), sections))
    adjusted = _by_section(sections, len(own), adjustments)
    by_section: list[Tally] = []
    counting: tuple[int, ...]
    for section, adjustment in zip(own, adjusted, strict=True):
        carried, counting = 0, ()
        if by_section and not section.from_zero:
            carried, counting = by_section[-1].points, by_section[-1].counting
        played = {
            round: shares[round] for round in section.rounds if round in shares and shares[round].best is not None
        }
        points = _round_points(entry, section, played, contest)
        bonus = sum([share.bonus for share in played.values()])
        by_section.append(Tally(points, bonus, adjustment, carried, (*counting, *played)))
    return by_section


def _with_rounds(section: RankingSection, rounds: Iterable[int], end: int | None) -> RankingSection:
    own = tuple(round for round in rounds if round >= section.first and (end is None or round < end))
    return replace(section, rounds=own)


def _round_points(entry: int, section: RankingSection, shares: RoundShares, contest: Contest) -> dict[int, int]:
    """Deal points by round. A round that was sat out gives the average of the rounds played, rounded down."""
    points = {round: share.points for round, share in shares.items()}
    if contest.format.sit_out == "average" and shares:
        average = sum(share.points + share.bonus for share in shares.values()) // len(shares)
        points |= {round: average for round in section.rounds if (round, entry) in contest.sat_out}
    return points


def _by_section(sections: Sequence[RankingSection], count: int, adjustments: Iterable[AdjustmentFacts]) -> list[int]:
    """The adjustments of each of the first `count` sections, those that the entry plays.

    An adjustment about a round belongs to that round's section, and does not count if the entry does not play it. Any
    other belongs to the section in which it was decided, or to the last one the entry plays.
    """
    sums = [0] * count
    for adjustment in adjustments:
        if adjustment.round is None:
            at = sum(section.last_decision < adjustment.decision for section in sections[1:])
            sums[min(at, count - 1)] += adjustment.points
        elif (at := sum(section.first <= adjustment.round for section in sections[1:])) < count:
            sums[at] += adjustment.points
    return sums
