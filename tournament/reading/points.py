"""What a deal is worth under a rule set, as a page and a paper show it: the grid as printed, and what explains it."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import RuleSet, printed, words
from scoring.interpreted import interpretations
from tournament.reading.decided import preset_name


@dataclass(frozen=True, slots=True)
class Interpreted:
    """How a place of the source is understood: what it is about, in words, and the source's own words."""

    about: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class Points:
    """The head and the rows of the grid, each with its contract, from low to high; both empty without contracts.

    `mark` tells these rules from any others; `notes` are sentences; `borrowed` says that the penalties are another rule
    set's; `interpreted` are our readings of the source.
    """

    name: str
    mark: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    notes: tuple[str, ...]
    borrowed: bool
    interpreted: tuple[Interpreted, ...]


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
        interpreted=tuple(interpreted(rules, lang)),
    )


def interpreted(rules: RuleSet, lang: str) -> Iterator[Interpreted]:
    """Our readings of the source of a rule set, in a language."""
    called = {penalty.key: preset_name(penalty) for penalty in rules.penalties}
    called |= {"all13": words.text("table.all13", lang), "pass": _("Everybody passed")}
    called |= {key: words.contract(key, lang, rules) for key in rules.lines}
    for one, places in interpretations(rules):
        yield Interpreted(", ".join(called[place] for place in places), one.text(lang), one.source)
