"""One deal of a table's sheet, for reading: what was played, what it gave each seat, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Result, RuleSet, explain, words
from scoring.points.score import annulled
from tournament.ranking.records import DealCorrection


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A seat: who sits there now, from which deal on, and the names of earlier occupants."""

    position: int
    entry: int
    name: str
    club: str
    captain: bool
    from_deal: int = 1
    earlier_names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetCell:
    """What a deal gave a seat: `points` is None if the seat did not play or there is no result yet."""

    position: int
    points: int | None
    total: int
    dealer: bool
    declarer: bool
    resting: bool = False


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One deal of a sheet. `result` is what scores, `played` what was entered if a ruling replaced it.

    A deal that was not `entered` may still have a result: the jury ruled before the table wrote. A `mixed` deal waits
    for the jury's points, a `waiting` one for its answer: the result scores only then. In an `uncalled` one nobody
    called the jury. `corrected` says when and why the result was corrected by somebody other than the
    table. `announced` is what is being played, until the deal is over; `answers` what the jury has said of it by then.
    """

    number: int
    result: Result | None
    played: Result | None
    annulled: bool
    cells: tuple[SheetCell, ...]
    passes: int
    misdeals: int
    version: int
    ruleset: RuleSet = field(repr=False)
    entered: bool = True
    mixed: bool = False
    corrected: DealCorrection | None = None
    announced: Mapping[str, Any] | None = None
    waiting: bool = False
    uncalled: bool = False
    answers: tuple[str, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the table has nothing left to play: there is a result, or the deal was annulled."""
        return self.result is not None or self.annulled

    @property
    def settled(self) -> bool:
        """Whether the deal counts: it is over and does not wait for the jury."""
        return self.over and not self.waiting

    @property
    def stands(self) -> bool:
        """Whether the table has written the deal and has nothing left to write about it."""
        return self.entered and self.over

    @property
    def ruled(self) -> bool:
        """Whether the result that counts is the jury's, not the table's."""
        return self.result is not None and (self.played is not None or not self.entered)

    @property
    def contract(self) -> str:
        """The key of the contract; "" while there is none."""
        return self.result.contract if self.result else ""

    @property
    def verdict(self) -> str:
        """Why the deal gives nobody points, in a few words: it waits, the jury was not called, or annulled it."""
        if self.waiting:
            return _("waits for the jury")
        if self.uncalled:
            return _("jury not called: annulled, 0 points")
        return pgettext("a deal", "annulled") if self.annulled else ""

    def explanation(self, language: str, position: int | None = None, names: Mapping[int, str] | None = None) -> str:
        """Why the deal gave its points, or what it gave one position and why; "" while there is no result.

        `names`, by position, are used instead of seat numbers.
        """
        if self.result is None:
            return ""
        if self.waiting:
            return waits_for_jury()
        if self.annulled and not annulled(self.result, self.ruleset):
            return _("Annulled by the jury")
        return words.explanation(explain(self.result, self.ruleset), language, self.ruleset, position, names)


def waits_for_jury() -> str:
    """What becomes of a deal that waits for the jury."""
    return _("Waits for the jury: it counts once the jury has allowed the contract.")
