"""The result of one deal: what happened at the table.  Impossible results are refused."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.errors import ResultError, quote
from scoring.game.contracts import CONTRACTS, Contract
from scoring.rules.lines import ContractLine
from scoring.rules.rulesets import RuleSet

Jury = Literal["allowed", "not_called"]
Lost = Literal["lost"]
# A declarer's own tricks in a personal contract.
Own = int | Lost

SEATS = (1, 2, 3, 4)
MAX_SEATS = 5
MAX_DOUBLES = 9
MAX_POINTS = 1_000_000

# Instead of the tricks of a declarer who missed their target, if nobody counted them: the points do not depend on them.
LOST: Lost = "lost"

_REQUIRED = ("contract", "declarers", "tricks")
_OPTIONAL = ("trump", "jury", "doubles", "seats")


@dataclass(frozen=True, slots=True)
class Result:
    """What happened in one deal, without its points.

    `declarers` are seats in ascending order.  `tricks` is one number for the declaring side of a team contract; for a
    personal contract it is one number, or LOST, for each declarer, in the order of `declarers`.  `seats` are the four
    who played the deal, at a table of four or five.  When only points are entered, `points` holds them in the order of
    `seats` and the contract is empty.
    """

    contract: str
    declarers: tuple[int, ...]
    tricks: int | tuple[Own, ...]
    trump: str | None = None
    jury: Jury | None = None
    doubles: int = 0
    seats: tuple[int, ...] = SEATS
    points: tuple[int, ...] | None = None

    @classmethod
    def read(cls, data: Mapping[str, object], ruleset: RuleSet) -> "Result":
        """The result in this data, in the format of the command line; raises ResultError if it is impossible."""
        if not isinstance(data, Mapping):
            raise ResultError("not_an_object")
        if ruleset.points_only:
            return _read_points(data)
        _check_fields(data)
        line = _read_contract(data["contract"], ruleset)
        seats = _read_seats(data.get("seats", SEATS))
        declarers = _read_declarers(data["declarers"], line, seats)
        return cls(
            line.contract.key,
            declarers,
            _read_tricks(data["tricks"], line.contract, declarers),
            _read_trump(data["trump"], line) if "trump" in data else None,
            _read_jury(data["jury"], line, ruleset) if "jury" in data else None,
            _read_doubles(data["doubles"], ruleset) if "doubles" in data else 0,
            seats,
        )

    def to_dict(self) -> dict[str, object]:
        """The result as canonical data: fixed order, fields with default values left out."""
        data: dict[str, object] = {}
        if self.points is None:
            data |= {"contract": self.contract, "declarers": list(self.declarers), "tricks": self._tricks()}
        else:
            data["points"] = {str(seat): points for seat, points in zip(self.seats, self.points, strict=True)}
        for name, value in (("trump", self.trump), ("jury", self.jury), ("doubles", self.doubles)):
            if value:
                data[name] = value
        if self.seats != SEATS:
            data["seats"] = list(self.seats)
        return data

    def makers(self) -> tuple[int, ...]:
        """The seats of the declarers who made their target: individually in a personal contract, else all or none."""
        if self.points is not None:
            return ()
        contract = CONTRACTS[self.contract]
        if isinstance(self.tricks, int):
            return self.declarers if contract.made_with(self.tricks) else ()
        tricks = zip(self.declarers, self.tricks, strict=True)
        return tuple(seat for seat, tricks_won in tricks if tricks_won == contract.target)

    def _tricks(self) -> object:
        if isinstance(self.tricks, int):
            return self.tricks
        return {str(seat): tricks for seat, tricks in zip(self.declarers, self.tricks, strict=True)}


def read_announced(data: Mapping[str, object], ruleset: RuleSet) -> dict[str, object]:
    """What was announced in one deal, before anybody won a trick: contract, declarers, and the trump if it is given.

    `data` has these fields and may name the `seats` that play. Returns it as canonical data, without the seats; raises
    ResultError if these rules do not allow it.
    """
    if ruleset.points_only:
        raise ResultError("only_points", {"field": "contract"})
    line = _read_contract(data.get("contract"), ruleset)
    declarers = _read_declarers(data.get("declarers"), line, _read_seats(data.get("seats", SEATS)))
    trump = {"trump": _read_trump(data["trump"], line)} if "trump" in data else {}
    return {"contract": line.contract.key, "declarers": list(declarers), **trump}


def _whole(value: object) -> int | None:
    """The value if it is a whole number, else None: neither True nor 10.0 is one."""
    return value if type(value) is int else None


def _check_fields(data: Mapping[str, object]) -> None:
    for name in data:
        if name == "points":
            raise ResultError("points_not_played")
        if name not in _REQUIRED and name not in _OPTIONAL:
            raise ResultError("unknown_field", {"field": quote(name)})
    for name in _REQUIRED:
        if name not in data:
            raise ResultError("missing_field", {"field": name})


def _read_contract(value: object, ruleset: RuleSet) -> ContractLine:
    if not isinstance(value, str) or value not in CONTRACTS:
        raise ResultError("unknown_contract", {"given": quote(value)})
    line = ruleset.lines.get(value)
    if line is None:
        raise ResultError("contract_not_played", {"contract": value, "ruleset": ruleset.key})
    return line


def _read_seat_list(value: object, code: str, most: int) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)):
        raise ResultError(code, {"given": quote(value)})
    for seat in value:
        if type(seat) is not int or not 1 <= seat <= most:
            raise ResultError(code, {"given": quote(seat)})
    for seat in value:
        if value.count(seat) > 1:
            raise ResultError("seat_twice", {"seat": seat})
    return tuple(sorted(value))


def _read_seats(value: object) -> tuple[int, ...]:
    seats = _read_seat_list(value, "bad_seats", MAX_SEATS)
    if len(seats) != len(SEATS):
        raise ResultError("seats_number", {"given": len(seats)})
    return seats


def _read_declarers(value: object, line: ContractLine, seats: tuple[int, ...]) -> tuple[int, ...]:
    declarers = _read_seat_list(value, "bad_declarers", MAX_SEATS)
    for seat in declarers:
        if seat not in seats:
            raise ResultError("declarer_not_seated", {"seat": seat, "seats": list(seats)})
    if len(declarers) not in line.declarers:
        details = {"contract": line.contract.key, "allowed": list(line.declarers), "given": len(declarers)}
        raise ResultError("declarers_number", details)
    return declarers


def _read_tricks(value: object, contract: Contract, declarers: tuple[int, ...]) -> int | tuple[Own, ...]:
    if contract.kind == "team":
        return _read_number_of_tricks(value, contract)
    return _read_personal_tricks(value, contract, declarers)


def _read_number_of_tricks(value: object, contract: Contract) -> int:
    tricks = _whole(value)
    if tricks is None:
        raise ResultError("tricks_not_whole", {"contract": contract.key, "given": quote(value)})
    if not 0 <= tricks <= contract.played:
        raise ResultError("tricks_range", {"contract": contract.key, "most": contract.played, "given": quote(tricks)})
    return tricks


def _read_personal_tricks(value: object, contract: Contract, declarers: tuple[int, ...]) -> tuple[Own, ...]:
    keys = [str(seat) for seat in declarers]
    if not isinstance(value, Mapping) or set(value) != set(keys):
        raise ResultError("tricks_per_declarer", {"contract": contract.key, "seats": list(declarers)})
    tricks = tuple(_read_own_tricks(value[key], contract) for key in keys)
    fault = add_up(contract, tricks)
    if fault:
        counted = sum(own for own in tricks if own != LOST)
        raise ResultError(fault, {"contract": contract.key, "played": contract.played, "given": counted})
    return tricks


def add_up(contract: Contract, tricks: Sequence[Own]) -> str | None:
    """The code of the error if the declarers of a personal contract cannot have won these tricks, else None."""
    known = [own for own in tricks if own != LOST]
    left = contract.played - sum(known)
    if left < 0:
        return "tricks_too_many"
    possible = _sums_of_lost(contract, len(tricks) - len(known), left)
    if possible and (len(tricks) < len(SEATS) or left in possible):
        return None
    return "tricks_not_all" if len(known) == len(tricks) else "tricks_not_lost"


def _read_own_tricks(value: object, contract: Contract) -> Own:
    return LOST if value == LOST else _read_number_of_tricks(value, contract)


def _sums_of_lost(contract: Contract, count: int, most: int) -> set[int]:
    """The tricks, at most `most`, that `count` declarers who missed their target can have won together."""
    sums = {0}
    for _ in range(count):
        sums = {won + own for won in sums for own in range(most - won + 1) if own != contract.target}
    return sums


def _read_trump(value: object, line: ContractLine) -> str:
    trumps = line.contract.trumps(line.trump)
    if not trumps:
        raise ResultError("trump_none", {"contract": line.contract.key})
    if not isinstance(value, str) or value not in trumps:
        details = {"contract": line.contract.key, "allowed": list(trumps), "given": quote(value)}
        raise ResultError("bad_trump", details)
    return value


def _read_jury(value: object, line: ContractLine, ruleset: RuleSet) -> Jury:
    contract = line.contract.key
    if contract not in ruleset.jury:
        raise ResultError("jury_not_needed", {"contract": contract, "ruleset": ruleset.key})
    if value == "refused":
        # The player had to pass, so there is no such deal (world championship 2018, articles 3 and 9).
        raise ResultError("jury_refused", {"contract": contract})
    if value == "allowed":
        return "allowed"
    if value == "not_called":
        return "not_called"
    raise ResultError("bad_jury", {"given": quote(value)})


def _read_doubles(value: object, ruleset: RuleSet) -> int:
    if not ruleset.doubles:
        raise ResultError("doubles_not_played", {"ruleset": ruleset.key})
    doubles = _whole(value)
    if doubles is None or not 0 <= doubles <= MAX_DOUBLES:
        raise ResultError("bad_doubles", {"most": MAX_DOUBLES, "given": quote(value)})
    return doubles


def _read_points(data: Mapping[str, object]) -> Result:
    for name in data:
        if name not in ("points", "seats"):
            raise ResultError("only_points", {"field": quote(name)})
    if "points" not in data:
        raise ResultError("missing_field", {"field": "points"})
    seats = _read_seats(data.get("seats", SEATS))
    points = data["points"]
    if not isinstance(points, Mapping) or set(points) != {str(seat) for seat in seats}:
        raise ResultError("points_per_seat", {"seats": list(seats)})
    return Result("", (), (), seats=seats, points=tuple(_read_point(points[str(seat)]) for seat in seats))


def _read_point(value: object) -> int:
    points = _whole(value)
    if points is None:
        raise ResultError("points_not_whole", {"given": quote(value)})
    if abs(points) > MAX_POINTS:
        raise ResultError("points_range", {"most": MAX_POINTS, "given": quote(points)})
    return points
