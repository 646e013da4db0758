"""The wishes that an organiser chooses among for a draw, each with the fact about players that it is about."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# One fact about players: by number, for each of whom it is known.
Fact = Mapping[int, Any]
# The facts that wishes are about, by the name of the wish.
Facts = Mapping[str, Fact]


def _labelled(fact: Fact) -> dict[int, str]:
    """A number in place of each club or family, so that no trace contains a name."""
    labels = {name: str(label) for label, name in enumerate(dict.fromkeys(fact.values()), 1)}
    return {player: labels[name] for player, name in fact.items()}


def _shared(fact: Fact) -> bool:
    return max(Counter(fact.values()).values(), default=0) > 1


def _in_tuples(fact: Fact) -> dict[int, tuple[str, ...]]:
    return {player: (language,) for player, language in fact.items()}


def _different(fact: Fact) -> bool:
    return len(set(fact.values())) > 1


@dataclass(frozen=True, slots=True)
class WishKind:
    """A wish in words, and the field of an entry that holds its fact; "" for a wish about no fact.

    `in_engine` gives the fact as the engine's `Wish` has it in the field of this name, `possible` whether such facts
    allow the wish. `usual` says whether a form has chosen it at first.
    """

    # Short, with the distinctive words first: a phone shows some twenty letters of the choice.
    words: Promise
    fact: str = ""
    in_engine: Callable[[Fact], Any] = dict
    possible: Callable[[Fact], bool] = bool
    usual: bool = True


# In the order in which a form offers them.
KINDS = {
    "repeats": WishKind(_("nobody meets twice")),
    "families": WishKind(_("families apart"), "player__family", _labelled, _shared),
    "clubs": WishKind(_("clubs apart"), "player__club", _labelled, _shared),
    "captains": WishKind(_("someone who keeps score"), "player__writes", tuple),
    # Not usual: it would split a field into halves that hardly meet.
    "languages": WishKind(_("one language per table"), "player__language", _in_tuples, _different, usual=False),
}
WISHES = tuple(KINDS)
USUAL = tuple(name for name, kind in KINDS.items() if kind.usual)
# The fields of an entry that hold the facts.
FIELDS = {name: kind.fact for name, kind in KINDS.items() if kind.fact}


def possible(facts: Facts) -> tuple[str, ...]:
    """Those of WISHES that these facts allow."""
    return tuple(name for name, kind in KINDS.items() if name not in facts or kind.possible(facts[name]))


def in_engine(facts: Facts, players: Mapping[int, int]) -> dict[str, Any]:
    """These facts as fields of the engine's `Wish`, about those to whom `players` gives a number there."""
    return {
        name: KINDS[name].in_engine({players[number]: value for number, value in fact.items() if number in players})
        for name, fact in facts.items()
    }
