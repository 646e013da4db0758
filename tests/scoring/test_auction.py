"""Which bid beats which, by every rule set; what its regulation says of bidding; what each contract asks."""

import json
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import ResultError, RuleSet, keys, load
from scoring.catalogue import catalogue
from scoring.game.auction import Bid, BidVerdict, beats, bid, bidding_of, bids, compare, compile_auction
from scoring.rules.bidding import TOPICS
from scoring.rules.defined import auction_data, bidding_topics, definitions, silent_topics, verdict
from scoring.words import LANGUAGES, contract
from tests.support.files.any_rules import any_rules

PLAYED = [key for key in keys() if key != "points-only"]
SUITS = {"♥": "H", "♦": "D", "♣": "C", "♠": "S", "–": "NT"}


def read(text: str) -> Bid:
    """A bid as it is written in an example: S8♥, PM, S12– (without trump)."""
    return Bid(text[:-1], SUITS[text[-1]]) if text[-1] in SUITS else Bid(text)


def by(key: str, *examples: tuple[str, str]) -> list[tuple[str, str, str]]:
    """Examples of a rule set: the first bid beats the second."""
    return [(key, higher, lower) for higher, lower in examples]


# What the sources say in their examples and sentences, by rule set.
EXAMPLES = [
    *by("wallonia", ("PC8♦", "PC8♠"), ("PC9♠", "PC8♦"), ("PC9♦", "PC9♠"), ("PC10♠", "PC9♦")),
    *by("wallonia", ("PC10♠", "S6♥"), ("S7♥", "PC10♠"), ("S8♠", "S7♥"), ("S8♥", "S8♠")),
    *by("wallonia", ("A9♥", "A9♦"), ("A10♠", "A9♥"), ("PIC", "PM"), ("GM", "A9♥"), ("GMT", "TR9")),
    *by("wallonia", ("S12♥", "S12♠"), ("S12–", "S12♥"), ("S13♠", "S12–"), ("S13–", "S13♥"), ("TR9", "A11♥")),
    *by("flanders", ("PC8♦", "S5♣"), ("S8♥", "PC8♦"), ("S5♥", "PC8♦"), ("PC11♥", "S8♦"), ("S13–", "S13♥")),
    *by("flanders", ("A9♠", "PC13♥"), ("GM", "A12♥"), ("TR9", "GM"), ("GMT", "TR8"), ("S13♠", "GMT")),
    *by("standard-v06", ("PC8♥", "PC8♦"), ("PC9♦", "PC8♥"), ("PC9♥", "PC9♦"), ("S7♣", "PC9♦"), ("S6♥", "PC9♦")),
    *by("standard-v06", ("PC9♦", "S6♣"), ("S10♥", "S9♥")),
    *by("iwwa-2025", ("A9♥", "A9♦"), ("S12♠", "S12–"), ("S13♥", "S13♦"), ("S13♠", "S13–"), ("S8♠", "PM")),
    *by("iwwa-2025", ("PC12♠", "S8♥"), ("TR9", "PC13♥"), ("A9♠", "TR9"), ("S13–", "S12♥"), ("PC8♥", "PC8♦")),
    *by("jeux-de-cartes", ("S6♥", "S6♦"), ("PM", "S6♥"), ("P2", "S7♥"), ("S8♠", "P2"), ("PIC", "S8♥"), ("AT9", "GM")),
    *by("jeux-de-cartes", ("S13", "AT9"), ("PC8♣", "PC8♠"), ("S6♠", "TR8")),
    *by("world-2018", ("PC9♣", "PC8♥"), ("PC9♥", "PC9♣"), ("A9♥", "A9♦"), ("A10♠", "A9♥"), ("A11♠", "A10♥")),
    *by("world-2018", ("TR9", "A9♥"), ("S8♠", "PC12♥"), ("PIC", "S8♥"), ("PC13♠", "PIC"), ("S12♥", "S12♦")),
    *by("interclub-2025", ("PMT", "PIC"), ("PC13♠", "PMT"), ("TR9", "A9♥"), ("S13♠", "S12–")),
]  # fmt: skip


@pytest.mark.parametrize(("key", "higher", "lower"), EXAMPLES)
def test_what_the_sources_say_beats_what(key: str, higher: str, lower: str) -> None:
    ruleset = load(key)
    one, other = (bid(each.contract, each.suit, ruleset) for each in map(read, (higher, lower)))
    assert beats(one, other, ruleset) is True
    assert beats(other, one, ruleset) is False


ORDERS = {
    "world-2018": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PC13 A9 TR9 GM A10 A11 GMT S12 S13",
    "iwwa-2025": "PC8 PC9 S6 PC10 S7 PC11 PM S8 PC12 PIC PC13 TR9 A9 GM A10 A11 GMT S12 S13",
    "interclub-2025": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PMT PC13 A9 TR9 GM A10 A11 GMT S12 S13",
    "wallonia": "PC8 PC9 S6 PC10 S7 PC11 PM PC12 S8 PIC PC13 A9 GM A10 A11 TR9 GMT S12 S13",
    "jeux-de-cartes": "PC8 TR9 S6 PM S7 P2 S8 PIC A9 GM AT9 S13",
    "flanders": "PC8 PC9 PC10 PC11 PC12 PC13 A9 A10 A11 A12 GM TR9 GMT S13",
    "standard-v06": "S5 S6 S7 S8 S9 S10",
}


@pytest.mark.parametrize("key", PLAYED)
def test_a_higher_contract_beats_a_lower_one_in_any_suit(key: str) -> None:
    """The lists that the regulations print, typed over."""
    ruleset, order = load(key), ORDERS[key].split()
    for low, high in ((low, high) for at, low in enumerate(order) for high in order[at + 1 :]):
        for one, other in product(in_every_suit(high, ruleset), in_every_suit(low, ruleset)):
            assert beats(one, other, ruleset) is True, (one, other)


def in_every_suit(key: str, ruleset: RuleSet) -> list[Bid]:
    return [each for each in bids(ruleset) if each.contract == key]


@pytest.mark.parametrize(
    ("key", "one", "other", "expected"),
    [
        ("world-2018", "S12–", "S12♥", BidVerdict(None, "silent_no_trump")),
        ("interclub-2025", "S13♥", "S13–", BidVerdict(None, "silent_no_trump")),
        ("flanders", "S5♥", "PC8♥", BidVerdict(None, "silent_equal")),
        ("standard-v06", "PC13♠", "S10♠", BidVerdict(None, "silent_equal")),
        ("iwwa-2025", "PC8", "PC8♥", BidVerdict(None, "which_suit")),
        ("iwwa-2025", "PC8♥", "PC8♥", BidVerdict(False, "same")),
        ("jeux-de-cartes", "A9", "A9", BidVerdict(False, "same")),
        ("flanders", "GMT", "GMT", BidVerdict(False, "same")),
        ("flanders", "TR8", "TR9", BidVerdict(False, "one_troel")),
        ("world-2018", "PM", "PM", BidVerdict(False, "beside")),
        ("world-2018", "GMT", "GMT", BidVerdict(False, "beside")),
        ("world-2018", "GM", "GM", BidVerdict(False, "beside", interpreted=True)),
        ("iwwa-2025", "PIC", "PIC", BidVerdict(False, "beside", interpreted=True)),
        ("wallonia", "GM", "GM", BidVerdict(False, "beside")),
        ("jeux-de-cartes", "PIC", "PIC", BidVerdict(False, "beside")),
        ("interclub-2025", "PMT", "PC13♠", BidVerdict(False, "ladder", interpreted=True)),
        ("jeux-de-cartes", "S6♠", "TR9", BidVerdict(True, "ladder", interpreted=True)),
    ],
)
def test_what_neither_suit_nor_ladder_decides(key: str, one: str, other: str, expected: BidVerdict) -> None:
    assert compare(read(one), read(other), load(key)) == expected


def holds(ruleset: RuleSet) -> None:
    """No two bids beat each other, and what beats a bid beats everything that this one beats."""
    every = bids(ruleset)
    over = {(one, other) for one, other in product(every, every) if beats(one, other, ruleset)}
    assert not [pair for pair in over if pair[::-1] in over]
    below: dict[Bid, set[Bid]] = {one: set() for one in every}
    for one, other in over:
        below[one].add(other)
    assert all(below[other] <= below[one] for one, other in over)
    # Between two suited bids with all suits known there is always an answer, unless the regulation is silent.
    for one, other in permutations(every, 2):
        found = compare(one, other, ruleset)
        assert (found.beats is None) == (found.why in ("which_suit", "silent_no_trump", "silent_equal"))


@pytest.mark.parametrize("key", PLAYED)
def test_the_order_is_one(key: str) -> None:
    holds(load(key))


@pytest.mark.long
@given(any_rules())
def test_the_order_of_any_rules_is_one(ruleset: RuleSet) -> None:
    few = list(ruleset.lines)[:5]
    ladder = tuple(kept for rank in ruleset.ladder if (kept := tuple(key for key in rank if key in few)))
    holds(RuleSet.from_dict(without(ruleset, few, ladder)))


def without(ruleset: RuleSet, few: list[str], ladder: Any) -> dict[str, Any]:
    """The data of a rule set with only these of its contracts."""
    data: dict[str, Any] = ruleset.to_dict()
    data |= {"ladder": [list(rank) for rank in ladder], "lines": {key: data["lines"][key] for key in few}}
    data |= {"jury": [key for key in data["jury"] if key in few], "all13": {"mode": "none"}}
    return data


@pytest.mark.parametrize("key", keys())
def test_what_a_page_looks_up_is_what_the_comparison_says(key: str) -> None:
    ruleset = load(key)
    compiled = compile_auction(ruleset)
    assert list(compiled.bids) == bids(ruleset)
    for at, one in enumerate(compiled.bids):
        for to, other in enumerate(compiled.bids):
            assert compiled.signs[compiled.verdicts[at][to]] == compare(one, other, ruleset)
    json.dumps(auction_data(ruleset, "nl"))


@pytest.mark.parametrize(
    ("contract", "suit", "told"),
    [
        ("S5", "", "Solo 5 is not played"),
        ("BRIDGE", "H", "There is no contract “BRIDGE”"),
        ("PM", "H", "Petite misère is played without trump"),
        ("TR9", "H", "Troel 9: trump is chosen later"),
        ("PC8", "NT", "Prop & cop 8 cannot be bid without trump"),
        ("PC8", "X", "not “X”"),
    ],
)
def test_a_bid_that_nobody_can_make(contract: str, suit: str, told: str) -> None:
    with pytest.raises(ResultError, match=told):
        bid(contract, suit, load("iwwa-2025"))


def test_a_verdict_in_words() -> None:
    wallonia, world = load("wallonia"), load("world-2018")
    told = verdict(read("S8♠"), read("S7♥"), "en", wallonia)
    assert told == "Yes: Solo 8 in spades beats Solo 7 in hearts, which is lower on the ladder."
    assert verdict(read("S12♥"), read("S12–"), "nl", wallonia).startswith("Nee: Kleine soloslim 12 harten gaat niet")
    assert "our reading" in verdict(read("GM"), read("GM"), "en", world)
    assert verdict(read("S12–"), read("S12♥"), "fr", world).startswith("Le règlement ne dit pas")


# --- What the regulation says.


@pytest.mark.parametrize("key", [key for key in PLAYED if "troel" in bidding_of(load(key)).topic_rules])
def test_what_may_be_bid_over_troel_ranks_above_it(key: str) -> None:
    ruleset, row = load(key), bidding_of(load(key)).topic_rules.get("after_troel")
    for higher in row.contracts if row else ():
        assert beats(Bid(higher), Bid("TR9"), ruleset) is True


def test_everything_that_can_be_said_is_said_by_somebody_and_in_every_language() -> None:
    codes = {f"bidding.{topic}.{phrase}" for topic, phrases in TOPICS.items() for phrase in phrases}
    said = {f"bidding.{topic}.{phrase}" for key in PLAYED for topic, row in bidding_of(load(key)).topic_rules.items()
            for phrase in row.says}  # fmt: skip
    assert said == codes
    for lang in LANGUAGES:
        assert {code for code in catalogue(lang) if code.startswith("bidding.")} == codes


@pytest.mark.parametrize(
    ("key", "topic", "told"),
    [
        ("iwwa-2025", "before", "First there must be a round of “pas troel”."),
        ("iwwa-2025", "after_troel", "The holder of the three aces may do so too."),
        ("iwwa-2025", "waited", "May later only join or pass."),
        ("iwwa-2025", "word", "Not allowed."),
        ("iwwa-2025", "abundance", "In later rounds too."),
        ("iwwa-2025", "s8_over_pm", "propose a suit first"),
        ("iwwa-2025", "misere", "A suit may still be proposed after it if somebody can still join,"),
        ("iwwa-2025", "misere", "but no lower suit that nobody can join."),
        ("iwwa-2025", "misere", "Who bid misère or piccolo may then raise."),
        ("wallonia", "waited", "May also join a petite misère."),
        ("wallonia", "several", "three petites misères force the fourth player"),
        ("wallonia", "misere", "At any turn: Grande misère, Grande misère on the table."),
        ("wallonia", "raising", "Who is not overcalled may not change their bid."),
        ("wallonia", "word", "Proposer and joiner then change roles."),
        ("wallonia", "misere", "Some play: no new suit after it;"),
        ("flanders", "troel", "calls the highest missing king."),
        ("flanders", "misere", "At any turn: Grande misère, "),
        ("world-2018", "waited", "May join a suit in the second round; no special game and no solo."),
        ("world-2018", "abundance", "Only in the first round of bidding."),
        ("world-2018", "after_troel", "Grande misère, Abundance 10, Abundance 11"),
        ("wallonia", "before", "With three or four aces, troel must be called."),
        ("wallonia", "several", "A piccolo cancels every petite misère."),
        ("flanders", "troel", "8 tricks are enough"),
        ("standard-v06", "again", "Three rounds at most"),
        ("jeux-de-cartes", "joining", "Only the last bid, and only for: Couleur 8, Petite misère, Piccolo."),
    ],
)
def test_what_each_regulation_says(key: str, topic: str, told: str) -> None:
    [said] = [said for said in bidding_topics(load(key), "en") if said.topic == topic]
    assert told in " ".join(said.sentences)


def test_where_the_regulation_is_silent() -> None:
    assert silent_topics(load("iwwa-2025"), "en") == ["Several players at once"]
    assert "Proposing again" in silent_topics(load("world-2018"), "en")
    assert silent_topics(load("standard-v06"), "en") == ["When the joiner passes"]


def told(key: str, name: str, lang: str = "en") -> str:
    [found] = [found for found in definitions(load(key), lang) if found.name == name]
    return " ".join(found.sentences)


@pytest.mark.parametrize(
    ("key", "name", "said"),
    [
        ("world-2018", "Prop & cop 8–13", "Two together: at least as many tricks as bid. Trump: a suit. The player on"),
        (
            "world-2018",
            "Grande misère on the table",
            "once the fifth card has been laid. The jury must allow it first.",
        ),
        ("iwwa-2025", "Grande misère on the table", "after the first trick, before the second"),
        ("iwwa-2025", "Piccolo", "The rules do not say who leads."),
        ("iwwa-2025", "Petite misère", "12 tricks are played. That several may play it at once is our reading."),
        ("wallonia", "Abundance 9–11", "The declarer leads."),
        ("flanders", "Troel 8", "Three aces and the fourth together: at least 8 tricks."),
        ("jeux-de-cartes", "Abundance 9 on the table", "The cards lie open throughout the deal."),
        ("jeux-de-cartes", "Petite misère", "Alone, or two who must each make it: no trick"),
        ("interclub-2025", "Petite misère on the table", "The rules do not say when the cards go on the table."),
    ],
)
def test_what_a_contract_asks(key: str, name: str, said: str) -> None:
    assert said in told(key, name)


@pytest.mark.parametrize(("key", "lang"), list(product(PLAYED, LANGUAGES)))
def test_every_contract_is_defined_once(key: str, lang: str) -> None:
    ruleset = load(key)
    names = [found.name for found in definitions(ruleset, lang)]
    assert len(set(names)) == len(names)
    for line in ruleset.lines.values():
        first = contract(line.contract.key, lang, ruleset).rsplit(" ", 1)[0]
        assert any(name.startswith(first) for name in names), first


# --- As data of a rule set.


def test_a_rule_set_of_before_is_read_as_it_was_and_finds_what_its_preset_says() -> None:
    data = load("iwwa-2025").to_dict()
    del data["bidding"]
    old = RuleSet.from_dict(data)
    assert old.to_dict() == data and old.hash != load("iwwa-2025").hash
    assert bidding_of(old) == load("iwwa-2025").bidding
    unknown = RuleSet.from_dict({**data, "key": "club"})
    assert not bidding_topics(unknown, "en") and "Joining" in silent_topics(unknown, "en")
    assert compare(Bid("S12", "NT"), Bid("S12", "H"), unknown).beats is None
    assert beats(Bid("S8", "S"), Bid("PM"), unknown) is True


@pytest.mark.parametrize("key", PLAYED)
def test_it_comes_back_from_a_database_that_keeps_no_order(key: str) -> None:
    again = RuleSet.from_dict(json.loads(json.dumps(load(key).to_dict(), sort_keys=True)))
    assert again == load(key) and bidding_topics(again, "nl") == bidding_topics(load(key), "nl")


def test_a_variant_borrows_it_and_says_what_differs() -> None:
    interclub, world = bidding_of(load("interclub-2025")), bidding_of(load("world-2018"))
    assert interclub.borrowed and not world.borrowed
    assert (interclub.topic_rules, interclub.source) == (world.topic_rules, world.source)
    assert interclub.interpreted == ("PMT",)


@given(st.sampled_from(PLAYED), st.data())
def test_every_sentence_of_every_verdict_is_whole(key: str, data: st.DataObject) -> None:
    ruleset = load(key)
    one, other = (data.draw(st.sampled_from(bids(ruleset))) for _each in range(2))
    for lang in LANGUAGES:
        assert "{" not in verdict(one, other, lang, ruleset)
