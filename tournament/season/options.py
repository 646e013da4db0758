"""How a season is counted, as data; `docs/season.md` has the rules in words.

    {"score": "points",             what an evening gives: its points, the mean of a deal, place points, or a table
     "table": [10, 8, 6, 4],        for score "table": the points of the places, best first
     "best": 18,                    the best 18 evenings count; without it all do
     "least": 10, "meal": 15,       presences that are needed for a rank, and for the meal
     "periods": [{"evenings": 6, "best": 4, "name": ""}, …]   or "ends_on": "2026-10-15" instead of "evenings"
     "weights": {"2026-12-17": 2},  by the planned date of an evening; others weigh 1
     "absence": "fixed", "absence_points": -20,
     "jokers": "out",
     "ties": ["wins", "best_evening"]}

Every part is optional. The empty season adds up the points of all evenings, and equal totals share a rank.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from itertools import pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

SCORES = ("points", "mean", "places", "table")
ABSENCES = ("nothing", "average", "fixed")
JOKERS = ("in", "out")
TIES = ("wins", "best_evening", "presences", "average")
CHOICES: Mapping[str, Sequence[str]] = {"score": SCORES, "absence": ABSENCES, "jokers": JOKERS}

MAX_EVENINGS = 400
MAX_PLACES = 200
MAX_POINTS = 100_000
MAX_PERIODS = 60
MAX_WEIGHT = 10
MAX_NAME = 40
NO_DATE = _("This is not a date.")


class SeasonFault(NamedTuple):
    """What is wrong with a season: where (`periods.2.best`, counted from 1), and a translated sentence."""

    place: str
    sentence: Any


class SeasonError(ValueError):
    """Raised for data that is not a season; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: list[SeasonFault]) -> None:
        super().__init__("; ".join(f"{fault.place}: {fault.sentence}" for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Period:
    """A part of the season: so many `evenings`, or those up to a day. Its `best` count; 0 means all of them."""

    evenings: int = 0
    ends_on: date | None = None
    best: int = 0
    name: str = ""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Period":
        """The period described by data without faults."""
        return cls(**{**data, **({"ends_on": date.fromisoformat(data["ends_on"])} if "ends_on" in data else {})})

    def to_dict(self) -> dict[str, Any]:
        """The period as data, without default values."""
        data = {"evenings": self.evenings, "ends_on": self.ends_on and self.ends_on.isoformat(), "best": self.best}
        return {name: part for name, part in {**data, "name": self.name}.items() if part}


@dataclass(frozen=True, slots=True)
class SeasonOptions:
    """How a season is counted. Without `periods` it is one, of all its evenings, of which the `best` count; 0: all."""

    score: str = "points"
    table: tuple[int, ...] = ()
    best: int = 0
    least: int = 0
    meal: int = 0
    periods: tuple[Period, ...] = ()
    weights: Mapping[date, int] = field(default_factory=lambda: MappingProxyType({}))
    absence: str = "nothing"
    absence_points: int = 0
    jokers: str = "in"
    ties: tuple[str, ...] = ()

    def weight(self, day: date) -> int:
        """How often the evening of a day counts."""
        return self.weights.get(day, 1)

    def period_of(self, number: int, day: date) -> int | None:
        """The period, from 1, of the evening of this number and planned date; None if it is after the last one."""
        if not self.periods:
            return 1
        last = 0
        for at, period in enumerate(self.periods, 1):
            last += period.evenings
            if (day <= period.ends_on) if period.ends_on else number <= last:
                return at
        return None

    def best_of(self, period: int) -> int:
        """How many evenings of a period count; 0: all."""
        return self.periods[period - 1].best if self.periods else self.best

    def to_dict(self) -> dict[str, Any]:
        """The options as data, in a fixed order and without default values: a plain season is {}."""
        usual = SeasonOptions()
        names = [part.name for part in fields(self) if getattr(self, part.name) != getattr(usual, part.name)]
        data = {
            "table": list(self.table),
            "periods": [period.to_dict() for period in self.periods],
            "weights": {day.isoformat(): weight for day, weight in sorted(self.weights.items()) if weight > 1},
            "ties": list(self.ties),
        }
        return {name: data.get(name, getattr(self, name)) for name in names if data.get(name, True)}


def read_season(data: Mapping[str, Any]) -> SeasonOptions:
    """The season described by data. Raises SeasonError with every fault."""
    if faults := list(season_faults(data)):
        raise SeasonError(faults)
    days = {date.fromisoformat(day): weight for day, weight in data.get("weights", {}).items()}
    return SeasonOptions(
        **{
            **data,
            "table": tuple(data.get("table", ())),
            "periods": tuple(Period.of(period) for period in data.get("periods", ())),
            "weights": MappingProxyType(days),
            "ties": tuple(data.get("ties", ())),
        }
    )


def season_faults(data: Any) -> Iterator[SeasonFault]:
    """Every fault in data that should describe a season."""
    if not isinstance(data, Mapping):
        yield SeasonFault("season", _("This is not a season."))
        return
    known = {part.name for part in fields(SeasonOptions)}
    for name in data:
        yield from _unless(name in known, str(name), _("A season does not have this part."))
        yield from _unless(data[name] in CHOICES.get(name, [data[name]]), name, _("This is not one of the choices."))
    for name in ("best", "least", "meal"):
        yield from _count_faults(name, data.get(name, 0))
    yield from _table_faults(data.get("table", []), data.get("score", "points"))
    yield from _period_faults(data.get("periods", []))
    yield from _weight_faults(data.get("weights", {}))
    yield from _joint_faults(data)


def _unless(sound: bool, place: str, sentence: Any, **bounds: int) -> Iterator[SeasonFault]:
    if not sound:
        yield SeasonFault(place, sentence % bounds if bounds else sentence)


def _count_faults(place: str, count: Any, least: int = 0) -> Iterator[SeasonFault]:
    sentence = _("This must be a number of evenings from %(least)s to %(most)s.")
    yield from _unless(_whole(count, least, MAX_EVENINGS), place, sentence, least=least, most=MAX_EVENINGS)


def _table_faults(table: Any, score: Any) -> Iterator[SeasonFault]:
    if not isinstance(table, list) or len(table) > MAX_PLACES:
        yield SeasonFault("table", _("A table can have at most %(most)s places.") % {"most": MAX_PLACES})
    elif not all(_whole(points, -MAX_POINTS, MAX_POINTS) for points in table):
        yield SeasonFault("table", _("The points of a place must be whole numbers."))
    elif table != sorted(table, reverse=True):
        yield SeasonFault("table", _("A better place cannot have fewer points."))
    elif bool(table) != (score == "table"):
        yield SeasonFault("table", _("A table of points is needed to count by a table, and only then."))


def _period_faults(periods: Any) -> Iterator[SeasonFault]:
    if not isinstance(periods, list) or len(periods) > MAX_PERIODS:
        yield SeasonFault("periods", _("A season can have at most %(most)s periods.") % {"most": MAX_PERIODS})
    elif faults := [fault for at, period in enumerate(periods, 1) for fault in _one_period(f"periods.{at}", period)]:
        yield from faults
    elif len({"ends_on" in period for period in periods}) > 1:
        yield SeasonFault("periods", _("All periods go by dates, or all by numbers of evenings."))
    else:
        for at, (before, period) in enumerate(pairwise(periods), 2):
            later = "evenings" in period or period["ends_on"] > before["ends_on"]
            yield from _unless(later, f"periods.{at}.ends_on", _("A period must end after the one before it."))


def _one_period(place: str, period: Any) -> Iterator[SeasonFault]:
    if not isinstance(period, Mapping) or not set(period) <= {"evenings", "ends_on", "best", "name"}:
        yield SeasonFault(place, _("A period does not have this part."))
        return
    evenings, best, name = period.get("evenings", MAX_EVENINGS), period.get("best", 0), period.get("name", "")
    length = _("A period must say how many evenings it has, or until when it lasts.")
    yield from _unless(("evenings" in period) != ("ends_on" in period), place, length)
    yield from _count_faults(f"{place}.evenings", evenings, 1)
    yield from _unless("ends_on" not in period or _is_day(period["ends_on"]), f"{place}.ends_on", NO_DATE)
    yield from _count_faults(f"{place}.best", best)
    if _whole(evenings, 1, MAX_EVENINGS) and _whole(best, 0, MAX_EVENINGS):
        yield from _unless(best <= evenings, f"{place}.best", _("More evenings cannot count than the period has."))
    short = isinstance(name, str) and len(name) <= MAX_NAME
    yield from _unless(short, f"{place}.name", _("A name can have at most %(most)s letters."), most=MAX_NAME)


def _weight_faults(weights: Any) -> Iterator[SeasonFault]:
    if not isinstance(weights, Mapping) or len(weights) > MAX_EVENINGS:
        most = {"most": MAX_EVENINGS}
        yield SeasonFault("weights", _("At most %(most)s evenings can have a weight of their own.") % most)
        return
    sentence = _("An evening can count 1 to %(most)s times.")
    for day, weight in weights.items():
        yield from _unless(_is_day(day), f"weights.{day}", NO_DATE)
        yield from _unless(_whole(weight, 1, MAX_WEIGHT), f"weights.{day}", sentence, most=MAX_WEIGHT)


def _joint_faults(data: Mapping[str, Any]) -> Iterator[SeasonFault]:
    """Parts that do not go together, and tie-breaks."""
    absence, points, ties = data.get("absence", "nothing"), data.get("absence_points", 0), data.get("ties", [])
    if not isinstance(ties, list) or not all(isinstance(tie, str) and tie in TIES for tie in ties):
        yield SeasonFault("ties", _("This is not one of the choices."))
    else:
        yield from _unless(len(set(ties)) == len(ties), "ties", _("Each way to break a tie can be named once."))
    if data.get("periods") and data.get("best"):
        yield SeasonFault("best", _("In a season with periods, each period says how many of its evenings count."))
    if data.get("score") == "mean" and absence != "nothing":
        no_deals = _("An average per deal gives nothing for an absence: no deals were played.")
        yield SeasonFault("absence", no_deals)
    if not _whole(points, -MAX_POINTS, MAX_POINTS):
        yield SeasonFault("absence_points", _("The points for an absence must be a whole number."))
    elif points and absence != "fixed":
        yield SeasonFault("absence_points", _("Only an absence with fixed points can have this."))


def _whole(value: Any, minimum: int, maximum: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum


def _is_day(text: Any) -> bool:
    """Whether a text is a day as Troel writes it, 2026-10-15."""
    try:
        return isinstance(text, str) and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
