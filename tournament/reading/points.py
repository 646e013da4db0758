"""What a deal is worth under a rule set, as a page and a paper show it: the grid as printed, and what explains it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import RuleSet, printed, words
from scoring.contracts import ALL_TRICKS
from scoring.defined import said_of_bidding
from scoring.interpreted import interpretations
from tournament.reading.decided import preset_name
from tournament.reading.sheet_lines import SheetLine

# Beside what follows our reading, where that is told below.
MARK = "°"


@dataclass(frozen=True, slots=True)
class Interpreted:
    """How a place of the source is understood: what it is about, as keys and in words, and the source's own words."""

    places: tuple[str, ...]
    about: str
    text: str
    source: str
    least_failed: int = 0


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

    @property
    def marked(self) -> frozenset[str]:
        """The places that follow our reading, as keys."""
        return frozenset(place for one in self.interpreted for place in one.places)


def points_of(rules: RuleSet, lang: str) -> Points:
    """The points of a rule set, in a language."""
    head, *grid = printed.grid(rules, lang) or [()]
    found = tuple(interpreted(rules, lang))
    marked = {place for one in found for place in one.places}
    if "all13" in marked:
        head = tuple(cell + MARK * (cell == words.text("table.all13", lang)) for cell in head)
    keys = [key for rank in rules.ladder for key in rank]
    return Points(
        name=words.ruleset_name(rules, lang),
        mark=rules.mark,
        head=head,
        rows=tuple(
            (key, (row[0], row[1] + MARK * (key in marked), *row[2:])) for key, row in zip(keys, grid, strict=True)
        ),
        notes=tuple(printed.notes(rules, lang)),
        borrowed=any(penalty.borrowed for penalty in rules.penalties),
        interpreted=found,
    )


def interpreted(rules: RuleSet, lang: str) -> Iterator[Interpreted]:
    """Our readings of the source of a rule set, in a language."""
    called = {penalty.key: preset_name(penalty) for penalty in rules.penalties}
    called |= {"all13": words.text("table.all13", lang), "pass": _("Everybody passed")}
    called |= {key: words.contract(key, lang, rules) for key in rules.lines}
    called |= {f"ladder.{key}": words.contract(key, lang, rules) for key in rules.lines}
    called |= {f"bidding.{said.topic}": said.name for said in said_of_bidding(rules, lang)}
    for one, places in interpretations(rules):
        yield Interpreted(
            tuple(places), ", ".join(called[place] for place in places), one.text(lang), one.source, one.least_failed
        )


def interpreted_in(line: SheetLine, lang: str) -> list[Interpreted]:
    """Our readings that bear on the points of one deal."""
    if line.result is None or not line.contract:
        return []
    places = {line.contract} | ({"all13"} if line.result.tricks == ALL_TRICKS else set())
    places |= {"jury-not-called"} if line.uncalled else set()
    return bearing_on(places, line.ruleset, lang, len(line.result.declarers) - len(line.result.makers()))


def bearing_on(places: Collection[str], rules: RuleSet, lang: str, failed: int = 0) -> list[Interpreted]:
    """Our readings of these places that bear on points where so many declarers failed."""
    bearing = (one for one in interpreted(rules, lang) if not {*one.places}.isdisjoint(places))
    return [one for one in bearing if one.least_failed <= failed]
