"""What a rule set takes from its source by interpretation: beside the rule sets, outside what is hashed of them."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring.catalogue import FALLBACK
from scoring.game.auction import bidding_of
from scoring.rules.presets import keys, load
from scoring.rules.rulesets import RuleSet

_FILE = Path(__file__).with_name("interpreted.toml")


@dataclass(frozen=True, slots=True)
class Interpretation:
    """How one place of a source is understood, in the rule sets `rules`; in all that have the place if there are none.

    It is `about` contracts, keys of penalties, "all13" or "pass" (a deal that everybody passes), topics of bidding
    ("bidding.solo") or places on the ladder ("ladder.PMT"). `source` is a few of the source's own words with where they
    stand. It bears on the points of a deal if at least `least_failed` declarers fail.
    """

    ruleset_keys: tuple[str, ...]
    about: tuple[str, ...]
    source: str
    least_failed: int
    texts: dict[str, str]

    def text(self, lang: str) -> str:
        """How it is understood, in a language."""
        return self.texts.get(lang) or self.texts[FALLBACK]


@cache
def all_interpretations() -> tuple[Interpretation, ...]:
    """Every interpretation of a source that has a bearing on points."""
    return tuple(
        Interpretation(
            tuple(entry.pop("rules", ())),
            tuple(entry.pop("about")),
            entry.pop("source"),
            entry.pop("least_failed", 0),
            entry,
        )
        for entry in tomllib.loads(_FILE.read_text("utf-8"))["interpretation"]
    )


def interpretations(ruleset: RuleSet) -> Iterator[tuple[Interpretation, list[str]]]:
    """Those of a rule set, each with the places it is about there.

    A figure that an organiser corrected is no longer our interpretation.
    """
    for interpretation in all_interpretations():
        if ruleset.key in interpretation.ruleset_keys or not interpretation.ruleset_keys:
            places = [place for place in interpretation.about if _is_in(place, ruleset)]
            if places:
                yield interpretation, places


def _is_in(place: str, ruleset: RuleSet) -> bool:
    if place == "pass":
        return not ruleset.points_only
    kind, _dot, name = place.partition(".")
    if name:
        bidding = bidding_of(ruleset)
        return name in (bidding.topic_rules if kind == "bidding" else bidding.interpreted)
    if place == "all13":
        return ruleset.key in keys() and ruleset.all13 == load(ruleset.key).all13
    if place in ruleset.lines:
        return ruleset.key in keys() and ruleset.lines[place] == load(ruleset.key).lines.get(place)
    return any(penalty.key == place for penalty in ruleset.penalties)
