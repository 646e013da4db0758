"""How often something may be tried, counted in the database: the same on all servers, and after a restart.

A rule is asked how long the next try has to wait, and what is kept if that is made and wrong. Moments are in seconds
since 1970. A clock that was put back shuts nobody out for longer than the rule itself would: what seems to lie too far
ahead is taken to end as late as it can.
"""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from tournament.models import Tries
from tournament.site.turns import take_turn

T = TypeVar("T")
Tally = list[float]

# So many rows of one rule are kept; beyond that, those that would be forgotten first go.
MAX_ROWS = 10_000
# So many at a time; the next wrong try goes on.
MAX_DELETED = 500
DAY = 24 * 3600.0
MAX_NAME = 300
MAX_LABEL = 20


@dataclass(frozen=True)
class Rule(ABC):
    """How often something may be tried. `label` names its rows; a `forgiving` one forgets all at a right try."""

    label: str
    forgiving: ClassVar[bool] = False

    def __post_init__(self) -> None:
        # SQLite stores a longer one, PostgreSQL refuses it with the first wrong try.
        if len(self.label) > MAX_LABEL:
            raise ValueError(f"{self.label} is too long for a label.")

    @abstractmethod
    def judge(self, tally: Tally, at: float) -> tuple[float, Tally]:
        """How long (s) the next try has to wait, and the tally until then; 0 and the tally once it was wrong."""

    @abstractmethod
    def until(self, tally: Tally, at: float) -> float:
        """When a tally means nothing any more."""


class TooOftenError(Exception):
    """A try was not admitted by a rule, and would be in so many seconds."""

    def __init__(self, rule: Rule, seconds: float) -> None:
        super().__init__(f"{rule.label}: {seconds:.0f} s")
        self.rule, self.seconds = rule, seconds


@dataclass(frozen=True)
class Throttle(Rule):
    """Admits `burst` tries at once, and after that one every `seconds`. Keeps when all tries are forgotten."""

    burst: int
    seconds: float

    def judge(self, tally: Tally, at: float) -> tuple[float, Tally]:
        """As in `Rule`."""
        most = self.burst * self.seconds
        past = min(tally[0], at + most) if tally else at
        until = max(at, past) + self.seconds
        return (until - at - most, [past]) if until - at > most else (0.0, [until])

    def until(self, tally: Tally, at: float) -> float:
        """As in `Rule`."""
        return tally[0]


@dataclass(frozen=True)
class Patience(Rule):
    """Admits some wrong tries at once; after each further one the next has to wait, twice as long every time.

    The pause never exceeds `longest` seconds: nobody is locked out for good. At that pace, whoever guesses four digits
    needs days. Keeps how often somebody was wrong, and when they may try again; a right try ends it, or a day without.
    """

    free: int
    first: float
    longest: float
    forgiving: ClassVar[bool] = True

    def judge(self, tally: Tally, at: float) -> tuple[float, Tally]:
        """As in `Rule`."""
        times, past = tally or (0.0, 0.0)
        until = min(past, at + self.longest)
        if until > at:
            return until - at, [times, until]
        pause = self.first * 2 ** min(times - self.free, 30) if times >= self.free else 0.0
        return 0.0, [times + 1, at + min(pause, self.longest)]

    def until(self, tally: Tally, at: float) -> float:
        """As in `Rule`."""
        return at + DAY


@dataclass(frozen=True)
class Ration(Rule):
    """Admits `most` wrong tries in `seconds`, from however many addresses they come. Keeps the moment of each."""

    most: int
    seconds: float

    def judge(self, tally: Tally, at: float) -> tuple[float, Tally]:
        """As in `Rule`."""
        tries = [min(moment, at) for moment in tally if moment > at - self.seconds]
        return (tries[0] + self.seconds - at, tries) if len(tries) >= self.most else (0.0, [*tries, at])

    def until(self, tally: Tally, at: float) -> float:
        """As in `Rule`."""
        return max(tally) + self.seconds


def attempt(counted: Sequence[tuple[Rule, str]], prove: Callable[[], T | None], place: str = "") -> T | None:
    """What `prove` returns if every rule admits one more try under its name; None is wrong, and counts.

    Raises TooOftenError otherwise, and then nothing counts. Over all servers one try under the first name is judged at
    a time, so it must be the widest of them. It is to be asked before an act begins, as a transaction of its own: what
    was tried stays counted, whatever becomes of the act. A right try writes nothing, unless there were wrong ones to
    forget. `place` is the link behind which it was tried, for `is_spent`.
    """
    names = [_digest(rule.label, name[:MAX_NAME]) for rule, name in counted]
    with transaction.atomic():
        take_turn(connection, names[0])
        at = time.time()
        stored: dict[str, Tally] = dict(Tries.objects.filter(name__in=names, until__gt=at).values_list("name", "tally"))
        verdicts = [
            (rule, name, *rule.judge(stored.get(name, []), at)) for (rule, _), name in zip(counted, names, strict=True)
        ]
        refusals = [TooOftenError(rule, wait) for rule, _name, wait, _tally in verdicts if wait]
        proof = None if refusals else prove()
        if proof is None:
            # Of what was refused a tally changes only where the clock was put back.
            _keep(
                [
                    Tries(name=name, rule=rule.label, place=_place(place), tally=tally, until=rule.until(tally, at))
                    for rule, name, wait, tally in verdicts
                    if (wait or not refusals) and tally != stored.get(name)
                ]
            )
        elif forgiven := [name for rule, name, *_rest in verdicts if rule.forgiving and name in stored]:
            Tries.objects.filter(name__in=forgiven).delete()
    if refusals:
        raise refusals[0]
    if proof is None:
        for rule, name, *_rest in verdicts:
            if name not in stored:
                _make_room(rule)
    return proof


def admits(*counted: tuple[Rule, str]) -> bool:
    """Whether one more try is admitted under each of these names, the widest first; if so, it is counted."""
    try:
        attempt(counted, lambda: None)
    except TooOftenError:
        return False
    return True


def is_spent(ration: Ration, *tokens: str) -> bool:
    """Whether nothing more is admitted now under some name that was tried behind one of these links."""
    at = time.time()
    rows = Tries.objects.filter(rule=ration.label, place__in=map(_place, tokens), until__gt=at)
    return any(ration.judge(tally, at)[0] for tally in rows.values_list("tally", flat=True))


def _place(link: str) -> str:
    return _digest("place", link) if link else ""


def _digest(kind: str, text: str) -> str:
    return salted_hmac(f"tournament.tries {kind}", text, algorithm="sha256").hexdigest()


def _keep(tries: Sequence[Tries]) -> None:
    fields = ["rule", "place", "tally", "until"]
    Tries.objects.bulk_create(tries, update_conflicts=True, unique_fields=["name"], update_fields=fields)


def _make_room(rule: Rule) -> None:
    """Deletes what is forgotten, and what a rule keeps beyond MAX_ROWS."""
    _delete(Tries.objects.filter(until__lte=time.time()))
    rows = Tries.objects.filter(rule=rule.label)
    if (more := rows.count() - MAX_ROWS) > 0:
        _delete(rows.order_by("until")[:more])


def _delete(tries: QuerySet[Tries]) -> None:
    """Deletes rows, but waits for none that somebody else writes or deletes: two who wait for each other are stuck."""
    with transaction.atomic():
        free = tries.select_for_update(skip_locked=True).values_list("pk", flat=True)
        Tries.objects.filter(pk__in=[*free[:MAX_DELETED]]).delete()
