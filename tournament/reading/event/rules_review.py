"""A rule set for review: part by part, to compare with the printed sheet, and by example deals."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring import Result, ResultError, RuleSet, explain, score, words
from scoring.game.contracts import CONTRACTS
from scoring.points.examples import examples
from scoring.rules import printed
from scoring.rules.differences import describe as describe_difference
from scoring.rules.differences import differences
from scoring.rules.parts import PENALTIES, content, part_name
from scoring.rules.values import RuleSetLanguage, written
from tournament.models import Event
from tournament.ranking import facts
from tournament.ranking.facts import Tick
from tournament.reading.logbook.history import names_of


@dataclass(frozen=True, slots=True)
class RulesPart:
    """A part of the rules: its name, its content, and who compared it when (both empty if nobody did).

    For a contract, `cells` is its row of the printed grid without the name; other parts have `sentences`.
    """

    key: str
    name: str
    cells: tuple[str, ...] = ()
    sentences: tuple[str, ...] = ()
    tick: Tick | None = None
    checked_by: str = ""


@dataclass(frozen=True, slots=True)
class ExampleSeat:
    """What a seat gets from a deal, and whether it declared."""

    number: int
    points: int
    declares: bool


@dataclass(frozen=True, slots=True)
class Example:
    """An example deal: the explanation of its points, the four seats, and their points under another rule set.

    `other_points` is empty if those points are the same, and contains None if the deal is impossible there.
    """

    explanation: str
    example_seats: tuple[ExampleSeat, ...]
    other_points: tuple[int | None, ...] = ()


def parts(event: Event, lang: str) -> tuple[list[RulesPart], list[RulesPart]]:
    """The parts of an event's rules: the lines of the grid, and the other parts."""
    ruleset, ticks = facts.ruleset(event), facts.compared_parts(event)
    who = names_of({tick.actor for tick in ticks.values()})
    rows = dict(zip(ruleset.lines, printed.grid(ruleset, lang)[1:], strict=True))
    rules_parts = [
        RulesPart(
            key,
            part_name(key, ruleset, lang),
            cells=tuple(rows.get(key, ())),
            sentences=tuple(_sentences(key, ruleset, lang)),
            tick=ticks.get(key),
            checked_by=who[ticks[key].actor] if key in ticks else "",
        )
        for key in content(ruleset)
    ]
    return [part for part in rules_parts if part.key in CONTRACTS], [
        part for part in rules_parts if part.key not in CONTRACTS
    ]


def _sentences(part: str, ruleset: RuleSet, lang: str) -> Iterator[str]:
    """The lines of a part outside the grid; empty for the penalties, which have their own list."""
    if part in CONTRACTS or part == PENALTIES:
        return
    language = RuleSetLanguage(lang, ruleset)
    values = {field: written(part, field, value, language) for field, value in content(ruleset)[part].items()}
    if len(values) == 1:
        yield from values.values()
    else:
        yield from (
            language.text("change.inventory", name=language.text(f"field.{field}"), said=value)
            for field, value in values.items()
            if value != "–"
        )


def changes(old: RuleSet, new: RuleSet, lang: str) -> list[str]:
    """The differences between two rule sets, one short sentence each."""
    return [describe_difference(difference, lang, new) for difference in differences(old, new)]


def deals(ruleset: RuleSet, origin: RuleSet, lang: str) -> list[Example]:
    """Ten example deals under a rule set, with their points under the one it came from."""
    return [_example(result, ruleset, origin, lang) for result in examples(ruleset)]


def _example(result: Result, ruleset: RuleSet, origin: RuleSet, lang: str) -> Example:
    points = score(result, ruleset)
    before = _points_by(result, origin)
    seats = tuple(ExampleSeat(seat, amount, seat in result.declarers) for seat, amount in points.items())
    explanation = words.explanation(explain(result, ruleset), lang, ruleset)
    return Example(explanation, seats, () if before == tuple(points.values()) else before)


def _points_by(result: Result, ruleset: RuleSet) -> tuple[int | None, ...]:
    try:
        known = Result.read(result.to_dict(), ruleset)
    except ResultError:
        return (None,) * len(result.seats)
    return tuple(score(known, ruleset).values())
