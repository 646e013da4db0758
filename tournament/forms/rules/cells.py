"""The form for the rules as a template shows it: fields, rows, faults, and the whole."""

from dataclasses import dataclass
from typing import Literal

from scoring.rules.penalties import MAX_PENALTIES

Control = Literal["whole", "list", "tick", "choice", "text", "long"]


@dataclass(frozen=True, slots=True)
class RuleCell:
    """One field.

    `origin` is its text in the rule set it came from, None if that lacks the field's line; `was` is the same as a
    person reads it. `fresh` says that the field has the initial focus.
    """

    name: str
    label: str
    control: Control
    text: str
    origin: str | None
    was: str
    differs: bool
    faults: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class RuleRow:
    """The fields of a contract or a penalty by column, None where a column does not apply.

    `fixed` is what cannot be typed: how many declare a contract, the article of a preset. `note` is the preset's own.
    """

    key: str
    name: str
    cells: tuple[tuple[str, RuleCell | None], ...]
    fixed: str = ""
    note: str = ""

    @property
    def faulty(self) -> list[RuleCell]:
        """The fields in which something is wrong."""
        return [cell for _column, cell in self.cells if cell and cell.faults]

    @property
    def touched(self) -> bool:
        """Whether it has an amount, or a fault."""
        amounts = any(cell and cell.text and cell.control in ("whole", "list") for _column, cell in self.cells)
        return amounts or bool(self.faulty)


@dataclass(frozen=True, slots=True)
class NamedFault:
    """A fault in one field: the field, its name, and the sentence."""

    field: str
    place: str
    sentence: str


@dataclass(frozen=True, slots=True)
class RulesFormView:
    """The whole form, in the order in which the organiser reads it."""

    origin: str
    head: tuple[tuple[str, str], ...]
    words: tuple[RuleCell, ...]
    settling: tuple[RuleCell, ...]
    played: tuple[RuleRow, ...]
    others: tuple[RuleRow, ...]
    rare: tuple[RuleRow, ...]
    presets: tuple[RuleRow, ...]
    house: tuple[RuleRow, ...]
    faults: tuple[NamedFault, ...]

    @property
    def open_others(self) -> bool:
        """Whether something was typed for a contract that is not played."""
        return any(row.touched for row in self.others)

    @property
    def open_rare(self) -> bool:
        """Whether something is wrong in the columns that are rarely needed."""
        return any(row.faulty for row in self.rare)

    @property
    def full(self) -> bool:
        """Whether no house rule can be added."""
        return len(self.house) >= MAX_PENALTIES
