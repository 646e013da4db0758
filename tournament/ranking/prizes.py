"""The prizes of an event: lists of prizes, each for the ranking, for some of its players, or for the clubs. Pure data.

    {"lists": [{"name": "", "of": "ranking", "prizes": ["500 € and the cup", "300 €"]},
               {"name": "First lady", "of": "players", "prizes": ["A basket"], "members": [3, 17], "clubs": []},
               {"name": "Clubs", "of": "clubs", "prizes": ["A ham"]}],
     "single": true,
     "ties": "points"}

The prizes of a list are those of its places, best first; "" for a place without one. Who is in a list `of` players is
named by number, or by club. With `single`, nobody wins in two lists: the prizes are given in the order of the lists,
and whoever has one is passed over. With `ties` by "points", those with equal points share their places' prizes even if
the ranking's tie-breaks separate them.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.naming import is_storable

SOURCES = ("ranking", "players", "clubs")
TIES = ("ranking", "points")
MAX_LISTS = 20
MAX_PRIZES = 200
MAX_LENGTH = 120


@dataclass(frozen=True, slots=True)
class PrizeList:
    """One list of prizes, for the best of the ranking, of the players or clubs it names, or of the clubs."""

    name: str
    of: str
    prizes: tuple[str, ...]
    members: tuple[int, ...] = ()
    clubs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Prizes:
    """All prizes of an event, in the order in which they are given."""

    lists: tuple[PrizeList, ...] = ()
    single: bool = True
    ties: str = "ranking"

    def to_dict(self) -> dict[str, Any]:
        """The prizes as data, in a fixed order; {} for an event without any list."""
        if not self.lists:
            return {}
        rows = [{name: list(v) if isinstance(v, tuple) else v for name, v in asdict(row).items()} for row in self.lists]
        return {"lists": rows, "single": self.single, "ties": self.ties}


def read(data: Mapping[str, Any]) -> Prizes:
    """The prizes described by data without faults."""
    lists = [
        PrizeList(row["name"], row["of"], *(tuple(row.get(name, ())) for name in ("prizes", "members", "clubs")))
        for row in data.get("lists", ())
    ]
    return Prizes(tuple(lists), data.get("single", True), data.get("ties", "ranking"))


def fault(prizes: Prizes) -> Any:
    """What is wrong with these prizes, as a translated sentence; "" if nothing is."""
    if len(prizes.lists) > MAX_LISTS or any(len(row.prizes) > MAX_PRIZES for row in prizes.lists):
        return _("There can be at most %(lists)s lists of %(prizes)s prizes.") % {
            "lists": MAX_LISTS,
            "prizes": MAX_PRIZES,
        }
    texts = [text for row in prizes.lists for text in (row.name, *row.prizes, *row.clubs)]
    if any(len(text) > MAX_LENGTH or not is_storable(text) for text in texts):
        return _("A name or a prize is too long, or contains a character that cannot be stored.")
    if any(row.of not in SOURCES for row in prizes.lists) or prizes.ties not in TIES:
        return _("This is not one of the choices.")
    return ""
