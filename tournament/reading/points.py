"""What a deal is worth under a rule set, as a page and a paper show it: the grid as printed, and what explains it."""

from dataclasses import dataclass

from scoring import RuleSet, printed, words


@dataclass(frozen=True, slots=True)
class Points:
    """The head and the rows of the grid, each with its contract, from low to high; both empty without contracts.

    `mark` tells these rules from any others; `notes` are sentences; `borrowed` says that the penalties are another rule
    set's.
    """

    name: str
    mark: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    notes: tuple[str, ...]
    borrowed: bool


def points_of(rules: RuleSet, lang: str) -> Points:
    """The points of a rule set, in a language."""
    head, *grid = printed.grid(rules, lang) or [()]
    return Points(
        name=words.ruleset_name(rules, lang),
        mark=rules.mark,
        head=head,
        rows=tuple(zip((key for rank in rules.ladder for key in rank), grid, strict=True)),
        notes=tuple(printed.notes(rules, lang)),
        borrowed=any(penalty.borrowed for penalty in rules.penalties),
    )
