"""What the rules say of bidding, as a page and a paper show it."""

from dataclasses import dataclass, replace

from scoring import RuleSet, words
from scoring.game.auction import bidding_of
from scoring.rules.defined import BiddingTopic, bidding_topics, silent_topics
from tournament.reading.event.points import MARK, Interpreted, interpreted, marked


@dataclass(frozen=True, slots=True)
class Regulation:
    """What is said of bidding by topic, the names of the topics on which nothing is said, and by which source.

    `ladder` holds the names of the contracts from high to low, equals together; `borrowed` says that the source is not
    the one of the rules; `interpreted` are our readings of what is said.
    """

    ladder: tuple[tuple[str, ...], ...]
    topics: tuple[BiddingTopic, ...]
    silent: tuple[str, ...]
    source: str
    borrowed: bool
    interpreted: tuple[Interpreted, ...]


def regulation(rules: RuleSet, lang: str) -> Regulation:
    """The words on bidding of a rule set, in a language."""
    ours = tuple(reading for reading in interpreted(rules, lang) if "." in reading.rule_parts[0])
    places = marked(ours)
    named = [
        tuple(words.contract(key, lang, rules) + MARK * (f"ladder.{key}" in places) for key in rank)
        for rank in reversed(rules.ladder)
    ]
    topics = (
        replace(topic, name=topic.name + MARK * (f"bidding.{topic.topic}" in places))
        for topic in bidding_topics(rules, lang)
    )
    bidding = bidding_of(rules)
    return Regulation(
        tuple(named), tuple(topics), tuple(silent_topics(rules, lang)), bidding.source, bidding.borrowed, ours
    )
