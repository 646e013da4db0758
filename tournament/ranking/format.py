"""The format of an event: its stages in order, the bonus for a place at a table, how clubs are ranked. Pure data.

    {"stages": [{"kind": "preliminary", "rounds": 3},
                {"kind": "final", "rounds": 2, "cut": 32, "draw": "snake", "points": "zero", "deals": 20, "bonus": []}],
     "bonus": [90, 60, 30, 0],
     "clubs": {"count": "best", "best": 4, "least": 4},
     "sit_out": "average",
     "unplayed": "average"}

Every part is optional. The empty format is what most events have: one preliminary stage of the planned rounds, no
bonus, clubs ranked by the average of all their members, no points for sitting out a round or for deals that a table
which was stopped early did not play. A stage has the event's number of deals per round and the format's bonus, unless
it names its own.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

KINDS = ("preliminary", "ranked", "final")
# By rank: neighbours in the ranking who have not met; snake: tables of equal strength; strict: the ranking in fours.
DRAWS = ("rank", "snake", "strict")
POINTS = ("carried", "zero")
COUNTS = ("average", "best")
SIT_OUTS = ("nothing", "average")

# What a stage of each kind may have besides its rounds and its cut; OWNERS says who has what not only finals may have.
OWN: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "preliminary": {},
    "ranked": {"draw": DRAWS},
    "final": {"draw": DRAWS, "points": POINTS},
}
OF_ANY = ("rounds", "deals", "bonus")
OWNERS: Mapping[str, Any] = {"draw": _("Only rounds by rank and finals can have this.")}

MAX_STAGES = 5
MAX_ROUNDS = 50
MAX_DEALS = 100
MAX_FINALISTS = 5_000
MAX_MEMBERS = 100
# A table has five seats at most.
MAX_PLACES = 5
MAX_BONUS = 1_000


class FormatFault(NamedTuple):
    """What is wrong with a format: where (`stages.2.cut`, counted from 1), and a translated sentence."""

    place: str
    sentence: Any


class FormatError(ValueError):
    """Raised for data that is not a format; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: list[FormatFault]) -> None:
        super().__init__("; ".join(f"{fault.place}: {fault.sentence}" for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Stage:
    """Rounds that are drawn in the same way, by lot or as `draw` says. The best `cut` of the stage before play a final.

    `deals` (per round) and `bonus` are the stage's own; 0 and None mean those of the event and of the format.
    """

    kind: str
    rounds: int
    cut: int = 0
    draw: str = "rank"
    points: str = "carried"
    deals: int = 0
    bonus: tuple[int, ...] | None = None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Stage":
        """The stage described by data without faults."""
        return cls(**{**data, **({"bonus": tuple(data["bonus"])} if "bonus" in data else {})})

    @property
    def final(self) -> bool:
        """Whether only those who qualified play it."""
        return self.kind == "final"

    @property
    def by_ranking(self) -> bool:
        """Whether its rounds are drawn by the ranking."""
        return self.kind != "preliminary"

    @property
    def from_zero(self) -> bool:
        """Whether points from earlier stages are left behind."""
        return self.final and self.points == "zero"


@dataclass(frozen=True, slots=True)
class Clubs:
    """How clubs are ranked: by the average of all members, or by the sum of the `best` members' points."""

    count: str = "average"
    best: int = 4
    least: int = 1


@dataclass(frozen=True, slots=True)
class Format:
    """The format of an event. Without `stages` it is one preliminary stage of all rounds (see `with_rounds`)."""

    stages: tuple[Stage, ...] = ()
    bonus: tuple[int, ...] = ()
    clubs: Clubs = field(default_factory=Clubs)
    sit_out: str = "nothing"
    unplayed: str = "nothing"

    @property
    def rounds(self) -> int:
        """How many rounds the stages have."""
        return sum(stage.rounds for stage in self.stages)

    @property
    def finals(self) -> tuple[int, ...]:
        """The numbers of the stages that are finals."""
        return tuple(number for number, stage in enumerate(self.stages, 1) if stage.final)

    def with_rounds(self, planned: int) -> "Format":
        """The same format with its stages; if it names none, with one preliminary stage of the planned rounds."""
        if self.stages:
            return self
        return replace(self, stages=(Stage("preliminary", planned),))

    def plain(self) -> "Format":
        """The same format without its stages, where they only repeat the number of planned rounds."""
        if self.stages != (Stage("preliminary", self.rounds),):
            return self
        return replace(self, stages=())

    def stage_number(self, round: int) -> int:
        """The number, from 1, of the stage a round belongs to; rounds beyond the plan belong to the last stage."""
        ends = accumulate(stage.rounds for stage in self.stages)
        return next((number for number, end in enumerate(ends, 1) if round <= end), max(1, len(self.stages)))

    def stage_of(self, round: int) -> Stage:
        """The stage a round belongs to."""
        return self.stages[self.stage_number(round) - 1] if self.stages else Stage("preliminary", round)

    def bonus_of(self, round: int) -> tuple[int, ...]:
        """The bonus of the places at a table in a round, best first."""
        own = self.stage_of(round).bonus
        return self.bonus if own is None else own

    @property
    def gives_bonus(self) -> bool:
        """Whether the places at a table give a bonus in any round."""
        return bool(self.bonus) or any(stage.bonus for stage in self.stages)

    def first_round(self, stage: int) -> int:
        """The number of the first round of a stage."""
        return 1 + sum(before.rounds for before in self.stages[: stage - 1])

    def to_dict(self) -> dict[str, Any]:
        """The format as data, in a fixed order and without default values: the format of a plain event is {}."""
        clubs = {"count": self.clubs.count, "best": self.clubs.best, "least": self.clubs.least}
        parts = {
            "stages": [_stage_data(stage) for stage in self.stages],
            "bonus": list(self.bonus),
            "clubs": clubs if self.clubs != Clubs() else {},
            "sit_out": self.sit_out if self.sit_out != "nothing" else "",
            "unplayed": self.unplayed if self.unplayed != "nothing" else "",
        }
        return {name: part for name, part in parts.items() if part}


def read(data: Mapping[str, Any]) -> Format:
    """The format described by data. Raises FormatError with every fault."""
    wrong = list(faults(data))
    if wrong:
        raise FormatError(wrong)
    clubs = data.get("clubs") or {}
    return Format(
        stages=tuple(Stage.of(stage) for stage in data.get("stages", ())),
        bonus=tuple(data.get("bonus", ())),
        clubs=Clubs(**clubs),
        sit_out=data.get("sit_out", "nothing"),
        unplayed=data.get("unplayed", "nothing"),
    )


@lru_cache(maxsize=64)
def stored_format(text: str) -> Format:
    """The format in a stored JSON text, which was checked before it was stored."""
    return read(json.loads(text))


def faults(data: Any) -> Iterator[FormatFault]:
    """Every fault in data that should describe a format, in the order of the data."""
    if not isinstance(data, Mapping):
        yield FormatFault("format", _("This is not a format."))
        return
    for name in data:
        if name not in ("stages", "bonus", "clubs", "sit_out", "unplayed"):
            yield FormatFault(str(name), _("A format does not have this part."))
    yield from _stages_faults(data.get("stages", []))
    yield from _bonus_faults(data.get("bonus", []))
    yield from _clubs_faults(data.get("clubs", {}))
    for name in ("sit_out", "unplayed"):
        if data.get(name, "nothing") not in SIT_OUTS:
            yield FormatFault(name, _("This is not one of the choices."))


def _stages_faults(stages: Any) -> Iterator[FormatFault]:
    if not isinstance(stages, list) or len(stages) > MAX_STAGES:
        yield FormatFault("stages", _("An event can have at most %(most)s stages.") % {"most": MAX_STAGES})
        return
    wrong = [fault for number, stage in enumerate(stages, 1) for fault in _stage_faults(f"stages.{number}", stage)]
    yield from wrong
    if not wrong:
        yield from _order_faults([Stage.of(stage) for stage in stages])


def _stage_faults(place: str, stage: Any) -> Iterator[FormatFault]:
    if not isinstance(stage, Mapping) or not {"kind", "rounds"} <= set(stage):
        yield FormatFault(place, _("A stage must say what it is and how many rounds it has."))
        return
    allowed = {"kind": KINDS, **(OWN[stage["kind"]] if stage["kind"] in KINDS else {})}
    if stage["kind"] == "final" and not _whole(stage.get("cut"), 4, MAX_FINALISTS):
        yield FormatFault(f"{place}.cut", _("A final must have 4 to %(most)s players.") % {"most": MAX_FINALISTS})
    for name in stage:
        if name in allowed and stage[name] not in allowed[name]:
            yield FormatFault(f"{place}.{name}", _("This is not one of the choices."))
        elif name not in (*allowed, *OF_ANY, "cut") or (name == "cut" and stage["kind"] != "final"):
            yield FormatFault(f"{place}.{name}", OWNERS.get(name, _("Only a final can have this.")))
    if not _whole(stage["rounds"], 1, MAX_ROUNDS):
        yield FormatFault(f"{place}.rounds", _("A stage must have 1 to %(most)s rounds.") % {"most": MAX_ROUNDS})
    yield from _own_faults(place, stage)


def _own_faults(place: str, stage: Mapping[str, Any]) -> Iterator[FormatFault]:
    """The faults in the deals and the bonus that a stage names for itself."""
    if "deals" in stage and not _whole(stage["deals"], 1, MAX_DEALS):
        yield FormatFault(f"{place}.deals", _("A round must have 1 to %(most)s deals.") % {"most": MAX_DEALS})
    if "bonus" in stage:
        yield from _bonus_faults(stage["bonus"], f"{place}.bonus")


def _order_faults(stages: list[Stage]) -> Iterator[FormatFault]:
    """Faults in the order of the stages: rounds for everybody, then finals, each smaller than the one before."""
    if sum(stage.rounds for stage in stages) > MAX_ROUNDS:
        yield FormatFault("stages", _("All stages together can have at most %(most)s rounds.") % {"most": MAX_ROUNDS})
    if stages and stages[0].final:
        yield FormatFault("stages.1.kind", _("A final must come after other rounds."))
    for number, (before, stage) in enumerate(pairwise(stages), 2):
        if before.final and not stage.final:
            yield FormatFault(f"stages.{number}.kind", _("Only smaller finals can follow a final."))
        elif before.final and stage.cut >= before.cut:
            yield FormatFault(f"stages.{number}.cut", _("Each final must have fewer players than the one before."))


def _bonus_faults(bonus: Any, place: str = "bonus") -> Iterator[FormatFault]:
    if not isinstance(bonus, list) or len(bonus) > MAX_PLACES:
        yield FormatFault(place, _("A table can have at most %(most)s places.") % {"most": MAX_PLACES})
    elif not all(_whole(points, -MAX_BONUS, MAX_BONUS) for points in bonus):
        yield FormatFault(place, _("A bonus must be a whole number, at most %(most)s.") % {"most": MAX_BONUS})
    elif bonus != sorted(bonus, reverse=True):
        yield FormatFault(place, _("A better place cannot have a lower bonus."))


def _clubs_faults(clubs: Any) -> Iterator[FormatFault]:
    if not isinstance(clubs, Mapping) or not set(clubs) <= {"count", "best", "least"}:
        yield FormatFault("clubs", _("A format does not have this part."))
        return
    if clubs.get("count", "average") not in COUNTS:
        yield FormatFault("clubs.count", _("This is not one of the choices."))
    for name in ("best", "least"):
        if not _whole(clubs.get(name, 1), 1, MAX_MEMBERS):
            yield FormatFault(f"clubs.{name}", _("This must be a number from 1 to %(most)s.") % {"most": MAX_MEMBERS})


def _whole(value: Any, minimum: int, maximum: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and minimum <= value <= maximum


def _stage_data(stage: Stage) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": stage.kind, "rounds": stage.rounds}
    own = ({"deals": stage.deals} if stage.deals else {}) | (
        {"bonus": list(stage.bonus)} if stage.bonus is not None else {}
    )
    if stage.final:
        return {**plain, "cut": stage.cut, "draw": stage.draw, "points": stage.points, **own}
    return plain | ({"draw": stage.draw} if stage.draw != "rank" else {}) | own
