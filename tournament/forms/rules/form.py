"""The form for the rules: every figure of a rule set, typed as it is on paper, and checked as a whole.

    form = unbound(start, origin, lang)                a form that shows a rule set
    form = bound(data, start, origin, lang)            what was sent; `form.ruleset` when nothing is wrong with it
    form = restored(proposed, start, origin, lang)     what was sent once more, from the rules it made; see `restorable`

It is not a Django form: a rule set has some three hundred fields, whose faults the scoring package reports itself.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from scoring import RuleSet, words
from scoring.errors import FaultyRuleSetError, RuleSetFault
from scoring.game.contracts import CONTRACTS
from scoring.rules.parts import parts
from scoring.rules.reading import MAX_LENGTH
from tournament.forms.rules import penalties, sheet
from tournament.forms.rules.names import named, nobodys

Texts = dict[str, str]
# The fields beside the grid that every rule set has.
WORDS = ("name", "source")
# Where the reader of a rule set names one place, the form has another field, or several.
_ELSEWHERE = {"names": "name", "player": "heaviest", "notes": "note", "kind": "effect"}


@dataclass(frozen=True, slots=True)
class RulesForm:
    """The state of a form for the rules.

    `start` is the event's rule set, `origin` the one its figures come from. `texts` holds the text of each field that
    is not empty, `faults` the faults by field ("" for the form as a whole), `house` the keys of its house rules.
    `ruleset` is what was typed; None if anything is wrong with it.
    """

    start: RuleSet
    origin: RuleSet
    lang: str
    texts: Mapping[str, str]
    house: tuple[str, ...]
    faults_by_field: Mapping[str, list[RuleSetFault]] = field(default_factory=dict)
    ruleset: RuleSet | None = None


def unbound(start: RuleSet, origin: RuleSet, lang: str) -> RulesForm:
    """The form showing the event's rule set, before anything was typed."""
    house = penalties.house_rules(start, {})
    return RulesForm(start, origin, lang, texts_of(start, lang), tuple(house), ruleset=start)


def bound(data: Mapping[str, str], start: RuleSet, origin: RuleSet, lang: str) -> RulesForm:
    """The form as it was sent, with its faults by field; fields that it does not have are ignored."""
    house = tuple(penalties.house_rules(start, data))
    texts = {name: data[name][: MAX_LENGTH + 1] for name in _names(start, house) if data.get(name)}
    ruleset, faults = _judged(texts, start, house, lang)
    if ruleset is not None:
        ruleset = named(ruleset, texts["name"].strip(), start, origin, lang)
    return RulesForm(start, origin, lang, texts, house, _by_field(faults, start, house), ruleset)


def restored(proposed: RuleSet, start: RuleSet, origin: RuleSet, lang: str) -> RulesForm:
    """The form as it was sent when these rules became a proposal."""
    texts = texts_of(proposed, lang)
    if nobodys(proposed, origin) and nobodys(start, origin):
        # Sent unchanged, it would count as a name that somebody gave in this language.
        texts["name"] = words.ruleset_name(start, lang)
    return bound(texts, start, origin, lang)


def restorable(proposed: RuleSet, start: RuleSet, origin: RuleSet, lang: str) -> bool:
    """Whether the form can restore these rules completely.

    A file may hold more than the form asks for: other presets of penalties, names of contracts, a name per language.
    """
    again = restored(proposed, start, origin, lang).ruleset
    return again is not None and _content(again) == _content(proposed)


def _content(ruleset: RuleSet) -> tuple[object, ...]:
    """The parts of a rule set that somebody reads."""
    return dict(ruleset.names), ruleset.source, parts(ruleset), ruleset.lines, ruleset.penalties


def texts_of(ruleset: RuleSet, lang: str) -> Texts:
    """A rule set as the texts in the fields of its form."""
    texts = {"name": words.ruleset_name(ruleset, lang), "source": ruleset.source}
    grid = {} if ruleset.points_only else sheet.texts_of(ruleset)
    return texts | grid | penalties.texts_of(ruleset, lang)


def _names(start: RuleSet, house: Collection[str]) -> Iterator[str]:
    yield from WORDS
    if not start.points_only:
        yield from sheet.names()
    yield from penalties.names(start, house)


def _judged(
    texts: Mapping[str, str], start: RuleSet, house: Collection[str], lang: str
) -> tuple[RuleSet | None, list[RuleSetFault]]:
    """The rule set that was typed, under the names it had, or None; and all faults."""
    data = {**start.to_dict(), "penalties": penalties.data_of(texts, start, house, lang)}
    typed = {
        "names": penalties.retold(start.names, texts.get("name", "").strip(), lang),
        "source": texts.get("source", "").strip(),
    }
    data = {name: value for name, value in {**data, **typed}.items() if value or name not in typed}
    faults: list[RuleSetFault] = []
    if not start.points_only:
        grid, faults = sheet.data_of(texts, start)
        data |= grid
    try:
        ruleset = RuleSet.from_dict(data)
    except FaultyRuleSetError as error:
        return None, faults + error.faults
    return (None, faults) if faults else (ruleset, faults)


def _by_field(faults: Iterable[RuleSetFault], start: RuleSet, house: Collection[str]) -> dict[str, list[RuleSetFault]]:
    known = set(_names(start, house))
    by_field: dict[str, list[RuleSetFault]] = {}
    for fault in faults:
        by_field.setdefault(_field(fault.place, known), []).append(fault)
    return by_field


def _field(place: str, known: set[str]) -> str:
    """The field of a place in the rule set: its own, the one that stands for it, or its line's; "" if there is none."""
    table, _, last = place.rpartition(".")
    elsewhere = ".".join(filter(None, (table, _ELSEWHERE.get(last, last))))
    first, *_more = [*place.split(".")[1:2], ""]
    line = f"lines.{first}.place" if first in CONTRACTS else ""
    return next((field for field in (place, elsewhere, line) if field in known), "")
