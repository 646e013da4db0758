"""What a regulation says of bidding, and what each contract asks, in sentences."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring import catalogue as texts
from scoring import words
from scoring.game.auction import Bid, BidVerdict, bidding_of, compare, compile_auction
from scoring.game.contracts import ALL_TRICKS
from scoring.rules.bidding import PARTICULAR, Bidding, is_about, topics
from scoring.rules.lines import ContractLine
from scoring.rules.rulesets import RuleSet

# The contracts that are played with the cards on the table, as `Contract.word`.
_OPEN = ("PMT", "GMT", "AT")
_AIMS = {1: "one", 2: "two"}


@dataclass(frozen=True, slots=True)
class BiddingTopic:
    """What the regulation says on one topic; `about` are the contracts of the rule set that it concerns."""

    topic: str
    name: str
    sentences: tuple[str, ...]
    article: str
    about: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Definition:
    """A contract, or those that differ only in their number: what is asked, who leads, when cards are shown."""

    name: str
    sentences: tuple[str, ...]


def bid_name(bid: Bid, lang: str, ruleset: RuleSet) -> str:
    """A bid in words: "Solo 8 in hearts"."""
    name = words.contract(bid.contract, lang, ruleset)
    suit = texts.text(f"suit.{bid.suit}", lang) if bid.suit else ""
    return texts.text("auction.bid", lang, contract=name, suit=suit) if suit else name


def verdict(first_bid: Bid, second_bid: Bid, lang: str, ruleset: RuleSet) -> str:
    """Whether the first bid beats the second, in a sentence, and a second one if that is an interpretation."""
    return _sentence(
        compare(first_bid, second_bid, ruleset),
        bid_name(first_bid, lang, ruleset),
        bid_name(second_bid, lang, ruleset),
        lang,
    )


def _sentence(verdict: BidVerdict, first_name: str, second_name: str, lang: str) -> str:
    decided = verdict.why in ("ladder", "suit", "none_above", "none_below")
    code = f"auction.{verdict.why}.{'yes' if verdict.beats else 'no'}" if decided else f"auction.{verdict.why}"
    text = texts.text(code, lang, one=first_name, other=second_name)
    return f"{text} {texts.text('auction.interpreted', lang)}" if verdict.interpreted else text


def auction_data(ruleset: RuleSet, lang: str) -> dict[str, object]:
    """What a page needs to compare bids by itself, JSON-serialisable.

    `bids` are pairs of contract and suit ("" if not known), `names` their names in the same order; `verdicts` has a
    text per bid with a sign per other bid, `said` the sentence of each sign with `{one}` and `{other}` for the names.
    """
    compiled = compile_auction(ruleset)
    return {
        "bids": [[bid.contract, bid.suit] for bid in compiled.bids],
        "names": [bid_name(bid, lang, ruleset) for bid in compiled.bids],
        "verdicts": list(compiled.verdicts),
        "said": {sign: _sentence(verdict, "{one}", "{other}", lang) for sign, verdict in compiled.signs.items()},
    }


def bidding_topics(ruleset: RuleSet, lang: str) -> list[BiddingTopic]:
    """What the regulation says, topic by topic; without the topics that concern no contract of the rule set."""
    bidding = bidding_of(ruleset)
    return [
        _bidding_topic(topic, bidding, ruleset, lang) for topic in topics(ruleset.lines) if topic in bidding.topic_rules
    ]


def silent_topics(ruleset: RuleSet, lang: str) -> list[str]:
    """The names of the topics on which the regulation is silent."""
    topic_rules = bidding_of(ruleset).topic_rules
    return [
        texts.text(f"topic.{topic}", lang)
        for topic in topics(ruleset.lines)
        if topic not in (*topic_rules, *PARTICULAR)
    ]


def _bidding_topic(topic: str, bidding: Bidding, ruleset: RuleSet, lang: str) -> BiddingTopic:
    row = bidding.topic_rules[topic]
    played = [words.contract(key, lang, ruleset) for key in ruleset.lines if key in row.contracts]
    sentences = (texts.text(f"bidding.{topic}.{phrase}", lang, contracts=", ".join(played)) for phrase in row.says)
    about = tuple(key for key in ruleset.lines if is_about(topic, key) or key in row.contracts)
    return BiddingTopic(topic, texts.text(f"topic.{topic}", lang), tuple(sentences), row.article, about)


def definitions(ruleset: RuleSet, lang: str) -> list[Definition]:
    """What each contract asks, from low to high; those of which the number is bid are told together."""
    groups: dict[str, list[ContractLine]] = {}
    for key, line in ruleset.lines.items():
        alone = line.names or line.contract.word == "TR"
        groups.setdefault(key if alone else line.contract.word, []).append(line)
    return [_definition(lines, ruleset, lang) for lines in groups.values()]


def _definition(contract_lines: list[ContractLine], ruleset: RuleSet, lang: str) -> Definition:
    first = contract_lines[0].contract
    targets = sorted(line.contract.target for line in contract_lines)
    several = f"{targets[0]}–{targets[-1]}" if len(targets) > 1 else ""
    alone = words.contract_full(first.key, lang, ruleset)
    name = texts.text(f"full.{first.word}", lang, n=several) if several else alone
    return Definition(name, tuple(_sentences(contract_lines, ruleset, lang)))


def _sentences(contract_lines: list[ContractLine], ruleset: RuleSet, lang: str) -> Iterator[str]:
    line, bidding = contract_lines[0], bidding_of(ruleset)
    word = line.contract.word
    yield texts.text("defined.what", lang, who=_who(line, ruleset, lang), aim=_aim(contract_lines, lang))
    if _is_interpreted(line, bidding):
        yield texts.text("defined.interpreted", lang)
    yield texts.text(f"defined.trump.{line.trump}", lang)
    yield texts.text(f"defined.lead.{bidding.leads.get(word, 'silent')}", lang)
    if word in _OPEN:
        yield texts.text(f"defined.shown.{bidding.open_cards.get(word, 'silent')}", lang)
    if all(each.contract.key in ruleset.jury for each in contract_lines):
        yield texts.text("defined.jury", lang)


def _is_interpreted(line: ContractLine, bidding: Bidding) -> bool:
    """Whether it is an interpretation that several may play it at once."""
    several = line.contract.kind == "personal" and max(line.declarers) > 1
    return several and not bidding.names("several", line.contract.key)


def _aim(contract_lines: list[ContractLine], lang: str) -> str:
    contract = contract_lines[0].contract
    if len(contract_lines) > 1:
        return texts.text("defined.aim.bid", lang)
    if contract.kind == "team":
        code = "all" if contract.target == ALL_TRICKS else "least"
        return texts.text(f"defined.aim.{code}", lang, n=contract.target)
    if contract.target:
        return texts.text(f"defined.aim.{_AIMS[contract.target]}", lang)
    code = "none" if contract.played == ALL_TRICKS else "none_of"
    return texts.text(f"defined.aim.{code}", lang, n=contract.played)


def _who(line: ContractLine, ruleset: RuleSet, lang: str) -> str:
    most = max(line.declarers)
    if line.contract.word == "TR":
        code = "troel"
    elif line.contract.kind == "personal" and most > 1:
        code = "together" if ruleset.together == "together" else "several"
    elif most > 1:
        code = "one_or_two" if 1 in line.declarers else "pair"
    else:
        code = "alone"
    return texts.text(f"defined.who.{code}", lang, n=most)
