"""What goes into a season: its evenings, and what each gave to whoever was there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from tournament.season.options import SeasonOptions

BEST_PLACE_POINTS = 1000


@dataclass(frozen=True, slots=True)
class SeasonResult:
    """What an evening gave somebody.

    `person` is their number in the register; None for a player who is linked to nobody, or to somebody who was
    forgotten (`withdrawn`): they take a place among the others, and are never added to anything.
    `points` are those of the evening's ranking; `deals` how many deals were played and counted, `deal_points` what
    these gave by themselves, without bonus, averages and the jury's adjustments. `rank` is the place in the evening's
    ranking; None where it has none, as on paper, or did not rank them.
    """

    person: int | None
    points: int
    deals: int
    deal_points: int
    rank: int | None = None
    joker: bool = False
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class SeasonEvening:
    """An evening that took place or is being played, by its planned date, which no two evenings share."""

    date: date
    results: Sequence[SeasonResult]


@dataclass(frozen=True, slots=True)
class EveningGain:
    """What an evening is worth to somebody in this season: their place among those who count, and its exact worth.

    Both are None where a joker does not count; the worth also where no deal was played and the mean of a deal counts.
    """

    result: SeasonResult
    place: int | None = None
    worth: Fraction | None = None


def round_score(score: Fraction) -> Decimal:
    """A score as people see it: to two decimals, halves away from zero. Nothing is computed from it."""
    sign = -1 if score < 0 else 1
    return Decimal(sign * int(abs(score) * 100 + Fraction(1, 2))).scaleb(-2)


def evening_gains(evening: SeasonEvening, options: SeasonOptions) -> list[EveningGain]:
    """What an evening is worth to each who was there; several results of one person are taken together."""
    apart = [result for result in evening.results if result.joker and options.jokers == "out"]
    counting = _one_each(result for result in evening.results if not (result.joker and options.jokers == "out"))
    ranked = all(result.rank is not None for result in counting)
    keys = [result.rank if ranked and result.rank is not None else -result.points for result in counting]
    gains = [EveningGain(result) for result in apart]
    order = sorted(keys)
    for result, key in zip(counting, keys, strict=True):
        place = 1 + order.index(key)
        gains.append(EveningGain(result, place, _worth(result, place, keys.count(key), len(keys), options)))
    return gains


def _one_each(results: Iterable[SeasonResult]) -> list[SeasonResult]:
    """The results, those of one person added up; such a sum has no rank, as no place in the evening is that of both."""
    people: dict[int, SeasonResult] = {}
    nameless = []
    for result in results:
        if result.person is None:
            nameless.append(result)
        elif before := people.get(result.person):
            sums = {name: getattr(before, name) + getattr(result, name) for name in ("points", "deals", "deal_points")}
            people[result.person] = replace(result, **sums, rank=None, joker=before.joker and result.joker)
        else:
            people[result.person] = result
    return [*people.values(), *nameless]


def _worth(result: SeasonResult, place: int, sharing: int, count: int, options: SeasonOptions) -> Fraction | None:
    """What a place among `count`, shared by `sharing`, or the points behind it are worth."""
    match options.score:
        case "mean":
            return Fraction(result.deal_points, result.deals) if result.deals else None
        case "places":
            # Those who share places have the mean of them; who is alone is first.
            middle = Fraction(2 * place + sharing - 1, 2)
            return BEST_PLACE_POINTS * (count - middle) / (count - 1) if count > 1 else Fraction(BEST_PLACE_POINTS)
        case "table":
            return Fraction(sum(options.table[place - 1 : place - 1 + sharing]), sharing)
    return Fraction(result.points)
