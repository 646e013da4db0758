"""What each act declares of itself. Every list of acts, anywhere in Troel, is derived from these declarations.

    @Act("sign", _("Signed"), scope=Scope.TABLE)
    def apply_sign(line: LogLine) -> None: …

`apply_sign` carries out the sealed lines of the act on the rows. It never refuses, reads no clock and uses no chance,
because a replay calls it too: all it needs is in the line and in the appendix of texts.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from datetime import datetime
from enum import Enum, auto
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import FunctionType, MappingProxyType
from typing import Any, TypeVar, cast

from django.utils.functional import Promise

from tournament import acts
from tournament.acts.kernel.text_references import Facts as Facts
from tournament.acts.kernel.text_references import People, TextReference
from tournament.models import ChainOwner, Event, Organisation


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of a chain as its act is applied.

    `loaded` is what the act has already read under the lock, so that it is not read again; None in a replay.
    """

    owner: ChainOwner
    at: datetime
    by: str
    act: str
    version: int
    facts: Facts
    loaded: object = None

    @property
    def event(self) -> Event:
        """The event of whose logbook this is a line."""
        return cast("Event", self.owner)

    @property
    def organisation(self) -> Organisation:
        """The organisation of whose register this is a line."""
        return cast("Organisation", self.owner)

    def words(self, *digests: str) -> list[str]:
        """The texts behind digests of the appendix, in order; "" for an empty digest or an anonymised text."""
        digests_of_texts = [digest for digest in digests if digest]
        rows = self.owner.texts.all()
        if len(digests_of_texts) <= 500:
            rows = rows.filter(digest__in=digests_of_texts)
        texts = dict(rows.values_list("digest", "text"))
        return [texts[digest] if digest else "" for digest in digests]

    def opened(self, rows: Sequence[Mapping[str, Any]], *names: str) -> list[dict[str, Any]]:
        """The rows that `logbook.store_row_texts` gave, with their texts."""
        return with_texts(rows, names, lambda digests: self.words(*digests))


def with_texts(
    rows: Sequence[Mapping[str, Any]], names: Sequence[str], changed: Callable[[list[str]], list[str]]
) -> list[dict[str, Any]]:
    """The rows with the texts of these names changed, all at once."""
    texts = changed([row.get(name, "") for name in names for row in rows])
    by_row = (texts[at :: len(rows)] for at in range(len(rows)))
    return [{**row, **dict(zip(names, own, strict=True))} for row, own in zip(rows, by_row, strict=True)]


Applier = Callable[[LogLine], None]
A = TypeVar("A", bound=Applier)


class Scope(Enum):
    """Whom the line of an act concerns."""

    # Everybody, also those of another table. An act is of this scope unless it is proved to be of a narrower one.
    EVENT = auto()
    # The pages of its own table only.
    TABLE = auto()
    # One player, whose number is the fact `number`; at a table, that is a deal's.
    ENTRY = auto()
    # Some players, whose numbers are in the fact `entries`.
    ENTRIES = auto()


class PointsOf(Enum):
    """Whose points an act can change."""

    # Who plays the deal, or at the table, that the line names.
    TABLE = auto()
    # Whom the decision concerns that the line makes.
    DECISION = auto()
    # Whom an earlier decision concerns, which the line names.
    EARLIER_DECISION = auto()
    # Everybody's.
    EVENT = auto()


class DeclarationError(Exception):
    """An act that is declared twice, or not at all."""


@dataclass(eq=False)
class Act:
    """An act: its name in the logbook and in words, and what is to be known of it. Decorates `apply_<name>`.

    All `versions` of its lines are applied by the same function, so that old logbooks can be replayed.
    """

    name: str
    title: Promise | str
    _: KW_ONLY
    # Whose chain its lines are in.
    owner: type[ChainOwner] = Event
    versions: tuple[int, ...] = (1,)
    scope: Scope = Scope.EVENT
    points_of: PointsOf | None = None
    # After it, others may sit where the deals of a wiped rehearsal were played, or its results and cuts fit no more.
    blocks_rehearsal: bool = False
    # It notes something of a deal.
    notes_play: bool = False
    # It is done at a table without anything having begun there.
    beside_play: bool = False
    # Whether it changes a deal, of which it names a whole table or more: from its facts, a table and a deal.
    changes_deal: Callable[[Facts, int, int], bool] | None = None
    # Texts that are players' own, their details or their words, by the names of these facts: whose, and which.
    player_texts: Callable[[Facts], Iterable[tuple[Collection[int], Facts]]] | None = None
    # Reasons that were given about people.
    reasons: Callable[[Facts, People], Iterable[TextReference]] | None = None
    apply: Applier = field(init=False)

    def __call__(self, apply: A) -> A:
        """Declares the act, which this function applies."""
        if (self.owner, self.name) in _declared or getattr(apply, "__name__", "") != f"apply_{self.name}":
            raise DeclarationError(f"{self.name} is declared twice, or by another function than apply_{self.name}.")
        self.apply = apply
        _declared[self.owner, self.name] = self
        return apply


_declared: dict[tuple[type[ChainOwner], str], Act] = {}


@cache
def declared(owner: type[ChainOwner] = Event) -> Mapping[str, Act]:
    """Every act of a kind of chain by its name; imports all modules of acts.

    Raises DeclarationError if one of them applies an act that it does not declare.
    """
    modules = [import_module(module.name) for module in walk_packages(acts.__path__, f"{acts.__name__}.")]
    appliers = {f"apply_{name}" for _owner, name in _declared}
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, FunctionType) and name.startswith("apply_") and name not in appliers:
                raise DeclarationError(f"{module.__name__}.{name} applies an act that is not declared.")
    return MappingProxyType({name: act for (whose, name), act in _declared.items() if whose is owner})


def declaration(name: str) -> Act:
    """What is known of an event’s act; one of a later version is of the widest scope, and keeps its name as title."""
    return declared().get(name) or Act(name, name)


def acts_where(holds: Callable[[Act], object]) -> frozenset[str]:
    """The names of the acts of which this holds."""
    return frozenset(name for name, act in declared().items() if holds(act))


def carry_out(line: LogLine) -> None:
    """Applies one line. Raises LookupError if no act of its name, or none of its version, is declared."""
    act = declared(type(line.owner))[line.act]
    if line.version not in act.versions:
        raise LookupError(f"{line.act} has no version {line.version}")
    act.apply(line)
