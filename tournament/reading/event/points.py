"""What a deal is worth under a rule set, as a page and a paper show it: the grid as printed, and what explains it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import RuleSet, words
from scoring.game.contracts import ALL_TRICKS
from scoring.rules import printed
from scoring.rules.defined import bidding_topics
from scoring.rules.interpreted import Interpretation, interpretations
from tournament.reading.jury.decision_words import preset_name
from tournament.reading.table.sheet_lines import SheetLine

# Beside what follows our reading, where that is told below.
MARK = "°"


@dataclass(frozen=True, slots=True)
class Interpreted:
    """How a place of the source is understood: what it is about, as keys and in words, and the source's own words."""

    rule_parts: tuple[str, ...]
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
    headings: tuple[str, ...]
    grid_rows: tuple[tuple[str, tuple[str, ...]], ...]
    notes: tuple[str, ...]
    borrowed: bool
    interpreted: tuple[Interpreted, ...]

    @property
    def marked(self) -> frozenset[str]:
        """The places that follow our reading, as keys."""
        return marked(self.interpreted)


def points_of(rules: RuleSet, lang: str) -> Points:
    """The points of a rule set, in a language."""
    head, *grid = printed.grid(rules, lang) or [()]
    readings = tuple(interpreted(rules, lang))
    ours = marked(readings)
    if "all13" in ours:
        head = tuple(cell + MARK * (cell == words.text("table.all13", lang)) for cell in head)
    keys = [key for rank in rules.ladder for key in rank]
    return Points(
        name=words.ruleset_name(rules, lang),
        mark=rules.short_hash,
        headings=head,
        grid_rows=tuple(
            (key, (row[0], row[1] + MARK * (key in ours), *row[2:])) for key, row in zip(keys, grid, strict=True)
        ),
        notes=tuple(printed.notes(rules, lang)),
        borrowed=any(penalty.borrowed for penalty in rules.penalties),
        interpreted=readings,
    )


def interpreted(rules: RuleSet, lang: str) -> list[Interpreted]:
    """Our readings of the source of a rule set, in a language."""
    return [_in_words(reading, places, rules, lang) for reading, places in interpretations(rules)]


def interpreted_in(line: SheetLine, lang: str) -> list[Interpreted]:
    """Our readings that bear on the points of one deal."""
    if line.result is None or not line.contract:
        return []
    places = {line.contract} | ({"all13"} if line.result.tricks == ALL_TRICKS else set())
    places |= {"jury-not-called"} if line.uncalled else set()
    return bearing_on(places, line.ruleset, lang, len(line.result.declarers) - len(line.result.makers()))


def bearing_on(rule_parts: Collection[str], rules: RuleSet, lang: str, failed: int = 0) -> list[Interpreted]:
    """Our readings of these places that bear on points where so many declarers failed."""
    bearing = (pair for pair in interpretations(rules) if not {*pair[1]}.isdisjoint(rule_parts))
    return [_in_words(reading, about, rules, lang) for reading, about in bearing if reading.least_failed <= failed]


def marked(readings: Iterable[Interpreted]) -> frozenset[str]:
    """The places that follow our reading, as keys."""
    return frozenset(place for reading in readings for place in reading.rule_parts)


def _in_words(reading: Interpretation, rule_parts: Sequence[str], rules: RuleSet, lang: str) -> Interpreted:
    called = ", ".join(_called(place, rules, lang) for place in rule_parts)
    return Interpreted(tuple(rule_parts), called, reading.text(lang), reading.source)


def _called(place: str, rules: RuleSet, lang: str) -> str:
    kind, _dot, name = place.rpartition(".")
    if kind == "bidding":
        return next(topic.name for topic in bidding_topics(rules, lang) if topic.topic == name)
    if name in rules.lines:
        return words.contract(name, lang, rules)
    if name == "all13":
        return words.text("table.all13", lang)
    if name == "pass":
        return _("Everybody passed")
    return next(preset_name(penalty) for penalty in rules.penalties if penalty.key == name)
