"""A rule set as a person goes through it: part by part beside the paper, deal by deal to see what it does."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring import Result, ResultError, RuleSet, explain, printed, score, words
from scoring.contracts import CONTRACTS
from scoring.differences import differences
from scoring.differences import told as difference_told
from scoring.examples import examples
from scoring.parts import PENALTIES, content, part_name
from scoring.values import Voice, written
from tournament.models import Event
from tournament.ranking import facts
from tournament.ranking.facts import Tick
from tournament.reading.history import names_of


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules: what it is called, what it says, and who compared it when (both nothing where nobody did).

    Of a contract `cells` is its line of the printed grid without the name, of any other part `said` its sentences.
    """

    key: str
    name: str
    cells: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    tick: Tick | None = None
    who: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """What a seat gets of a deal, and whether it declared."""

    number: int
    points: int
    declares: bool


@dataclass(frozen=True, slots=True)
class Example:
    """An example deal: why it gives what it gives, the four seats, and their points by another rule set.

    `before` is empty where those are the same, and holds None where that rule set does not know such a deal.
    """

    told: str
    seats: tuple[Seat, ...]
    before: tuple[int | None, ...] = ()


def parts(event: Event, lang: str) -> tuple[list[Part], list[Part]]:
    """The parts of an event's rules: the lines of the grid, and what stands beside it."""
    ruleset, ticks = facts.ruleset(event), facts.compared(event)
    who = names_of({tick.by for tick in ticks.values()})
    rows = dict(zip(ruleset.lines, printed.grid(ruleset, lang)[1:], strict=True))
    found = [
        Part(
            key,
            part_name(key, ruleset, lang),
            cells=tuple(rows.get(key, ())),
            said=tuple(_said(key, ruleset, lang)),
            tick=ticks.get(key),
            who=who[ticks[key].by] if key in ticks else "",
        )
        for key in content(ruleset)
    ]
    return [part for part in found if part.key in CONTRACTS], [part for part in found if part.key not in CONTRACTS]


def _said(part: str, ruleset: RuleSet, lang: str) -> Iterator[str]:
    """What a part beside the grid says, a line each; the penalties have a list of their own."""
    if part in CONTRACTS or part == PENALTIES:
        return
    voice = Voice(lang, ruleset)
    said = {field: written(part, field, value, voice) for field, value in content(ruleset)[part].items()}
    if len(said) == 1:
        yield from said.values()
    else:
        yield from (f"{words.text(f'field.{field}', lang)}: {value}" for field, value in said.items() if value != "–")


def changes(was: RuleSet, now: RuleSet, lang: str) -> list[str]:
    """What differs between two rule sets, a short sentence each."""
    return [difference_told(difference, lang, now) for difference in differences(was, now)]


def deals(ruleset: RuleSet, origin: RuleSet, lang: str) -> list[Example]:
    """Ten example deals by a rule set, beside their points by the one it came from."""
    return [_example(result, ruleset, origin, lang) for result in examples(ruleset)]


def _example(result: Result, ruleset: RuleSet, origin: RuleSet, lang: str) -> Example:
    points = score(result, ruleset)
    before = _points_by(result, origin)
    seats = tuple(Seat(seat, amount, seat in result.declarers) for seat, amount in points.items())
    told = words.explanation(explain(result, ruleset), lang, ruleset)
    return Example(told, seats, () if before == tuple(points.values()) else before)


def _points_by(result: Result, ruleset: RuleSet) -> tuple[int | None, ...]:
    try:
        known = Result.read(result.to_dict(), ruleset)
    except ResultError:
        return (None,) * len(result.seats)
    return tuple(score(known, ruleset).values())
