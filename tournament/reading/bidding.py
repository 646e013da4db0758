"""What the rules say of bidding, as a page and a paper show it."""

from dataclasses import dataclass

from scoring import RuleSet, words
from scoring.auction import bidding_of
from scoring.defined import Said, said_of_bidding, silent_on


@dataclass(frozen=True, slots=True)
class Regulation:
    """What is said of bidding by topic, the names of the topics on which nothing is said, and by which source.

    `ladder` holds the names of the contracts from high to low, equals together; `borrowed` says that the source is not
    the one of the rules.
    """

    ladder: tuple[tuple[str, ...], ...]
    said: tuple[Said, ...]
    silent: tuple[str, ...]
    source: str
    borrowed: bool


def regulation(rules: RuleSet, lang: str) -> Regulation:
    """The words on bidding of a rule set, in a language."""
    named = [tuple(words.contract(key, lang, rules) for key in rank) for rank in reversed(rules.ladder)]
    bidding = bidding_of(rules)
    said, silent = said_of_bidding(rules, lang), silent_on(rules, lang)
    return Regulation(tuple(named), tuple(said), tuple(silent), bidding.source, bidding.borrowed)
