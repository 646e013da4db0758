"""What a regulation says of bidding and of how contracts are played: data of a rule set that gives no points.

Each topic holds phrases that are texts of the catalogue, so that rule sets which say the same say it in one sentence.
A topic that is not there is one on which the regulation is silent.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from scoring.errors import quote
from scoring.game.contracts import CONTRACTS
from scoring.rules.reading import RuleSetReader

# The phrases of each topic, in the order in which they are shown.
TOPICS: Mapping[str, tuple[str, ...]] = {
    "before": ("round", "says", "announced", "three", "three_or_four", "four_is_none"),
    "after_troel": ("in_turn", "only", "now", "holder_too", "pas"),
    "troel": ("fourth", "not_trump", "not_ace", "shows", "own_suit", "four_aces", "royal"),
    "first": ("asks", "bids", "special", "alone_waits", "premier"),
    "waited": ("joins", "misere", "second_round", "last"),
    "joining": ("open", "next", "second_round", "holds_one", "upward", "last_bid"),
    "again": ("local", "three_rounds", "keeps"),
    "raising": ("joiner", "nothing_else", "not_overcalled"),
    "word": ("above_10", "once", "reversed", "none"),
    "left": ("own_suit", "any_suit"),
    "solo": ("not_joined", "nobody", "proposed", "any_suit", "any_time", "not_waited"),
    "s8_over_pm": ("proposes",),
    "several": ("each", "pair", "piccolo", "fourth"),
    "misere": ("any_turn", "proposes", "lower", "raises", "no_suit"),
    "abundance": ("first_turn", "later", "at_once", "suit", "more"),
    "slams": ("first_turn", "later", "either", "none_above", "none_below", "no_suit"),
}
# The contracts that a topic is about, as `Contract.word`; the topics that are not here are about bidding a suit.
ABOUT: Mapping[str, tuple[str, ...]] = {
    "before": ("TR",),
    "after_troel": ("TR",),
    "troel": ("TR",),
    "joining": ("PC",),
    "again": ("PC",),
    "raising": ("PC",),
    "word": ("PC",),
    "left": ("PC",),
    "solo": ("S",),
    "s8_over_pm": ("S8", "PM"),
    "several": ("PM", "PMT", "PIC", "P2", "GM", "GMT"),
    "misere": ("PM", "PMT", "PIC", "P2", "GM", "GMT"),
    "abundance": ("A", "AT"),
    "slams": ("S12", "S13"),
}
# Not missed where a regulation does not speak of it.
PARTICULAR = ("s8_over_pm", "misere")
LEADS = ("left", "declarer", "fourth_ace")
SHOWN = ("trick_1", "card_5", "always")

_WORDS = frozenset(contract.word for contract in CONTRACTS.values())


@dataclass(frozen=True, slots=True)
class TopicRule:
    """What is said on one topic: its phrases, the contracts they name, and the article of the source."""

    says: tuple[str, ...]
    contracts: tuple[str, ...] = ()
    article: str = ""

    def to_dict(self) -> dict[str, object]:
        """The row as data, without contracts or an article if there are none."""
        data: dict[str, object] = {"says": list(self.says)}
        if self.contracts:
            data["contracts"] = list(self.contracts)
        return {**data, "article": self.article} if self.article else data


@dataclass(frozen=True, slots=True)
class Bidding:
    """What `source` says of bidding, by topic.

    `leads` says who leads to the first trick, `open_cards` when the cards go on the table, by `Contract.word`.
    `interpreted` are the contracts whose place on the ladder is an interpretation; `borrowed` says that the source is
    another rule set's.
    """

    source: str = ""
    topic_rules: Mapping[str, TopicRule] = field(default_factory=dict)
    leads: Mapping[str, str] = field(default_factory=dict)
    open_cards: Mapping[str, str] = field(default_factory=dict)
    interpreted: tuple[str, ...] = ()
    borrowed: bool = False

    def says(self, topic: str, phrase: str) -> bool:
        """Whether this phrase is said on this topic."""
        return topic in self.topic_rules and phrase in self.topic_rules[topic].says

    def names(self, topic: str, contract: str) -> bool:
        """Whether what is said on this topic names this contract."""
        return topic in self.topic_rules and contract in self.topic_rules[topic].contracts

    def to_dict(self) -> dict[str, object]:
        """As data that `read_bidding` reads back."""
        return {
            "source": self.source,
            "borrowed": self.borrowed,
            "interpreted": list(self.interpreted),
            "leads": dict(self.leads),
            "shown": dict(self.open_cards),
            "says": {topic: row.to_dict() for topic, row in self.topic_rules.items()},
        }


SILENT = Bidding()


def is_about(topic: str, key: str) -> bool:
    """Whether a topic is about this contract."""
    return key in ABOUT.get(topic, ()) or CONTRACTS[key].word in ABOUT.get(topic, ())


def topics(contracts: Collection[str]) -> tuple[str, ...]:
    """The topics that concern rules which play these contracts."""
    return tuple(topic for topic in TOPICS if topic not in ABOUT or any(is_about(topic, key) for key in contracts))


def read_bidding(reader: RuleSetReader) -> Bidding:
    """The table `bidding` of a rule set; faults are added to the reader's."""
    bidding = Bidding(
        source=reader.text("source"),
        topic_rules=_read_topic_rules(reader),
        leads=_read_by_word(reader, "leads", LEADS),
        open_cards=_read_by_word(reader, "shown", SHOWN),
        interpreted=_read_contracts(reader, "interpreted"),
        borrowed=reader.flag("borrowed", False),
    )
    reader.close()
    return bidding


def _read_topic_rules(reader: RuleSetReader) -> dict[str, TopicRule]:
    """The rows in the order of `TOPICS`, because a database may not keep a table's order."""
    tables = dict(reader.tables("says")) if reader.has("says") else {}
    for topic, table in tables.items():
        if topic not in TOPICS:
            table.fault("", "unknown_field")
    return {topic: _read_topic_rule(topic, tables[topic]) for topic in TOPICS if topic in tables}


def _read_topic_rule(topic: str, reader: RuleSetReader) -> TopicRule:
    says = reader.strings("says")
    for phrase in says:
        if phrase not in TOPICS[topic]:
            reader.fault("says", "not_choice", options=list(TOPICS[topic]), given=quote(phrase))
    rule = TopicRule(
        tuple(phrase for phrase in TOPICS[topic] if phrase in says),
        _read_contracts(reader, "contracts"),
        reader.text("article") if reader.has("article") else "",
    )
    reader.close()
    return rule


def _read_contracts(reader: RuleSetReader, name: str) -> tuple[str, ...]:
    keys = reader.strings(name, ())
    for key in keys:
        if key not in CONTRACTS:
            reader.fault(name, "no_line", given=quote(key))
    return tuple(key for key in CONTRACTS if key in keys)


def _read_by_word(reader: RuleSetReader, name: str, options: tuple[str, ...]) -> dict[str, str]:
    if not reader.has(name):
        return {}
    table = reader.table(name)
    by_word = {word: table.choice(word, options) for word in sorted(_WORDS) if table.has(word)}
    table.close()
    return by_word
