"""Bidding in a file of rules: what is refused, with its place, and what a house may say otherwise."""

import pytest

from scoring import RuleSet
from scoring.errors import FaultyRuleSetError
from scoring.game.auction import Bid, beats
from scoring.rules.defined import bidding_topics
from scoring.rules.presets import read_text

FILE = """
extends = "world-2018"
key = "club"
source = "x"
verified = false
names = { nl = "x", fr = "x", en = "x" }
why = { nl = "x", fr = "x", en = "x" }
sums = [-161, 225]
"""


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("bidding = 3", "bidding", "not_table"),
        ("[bidding]\nsource = 3", "bidding.source", "not_text"),
        ('[bidding]\ncolour = "x"', "bidding.colour", "unknown_field"),
        ('[bidding]\nleads = { PC = "right" }', "bidding.leads.PC", "not_choice"),
        ('[bidding]\nleads = { PC8 = "left" }', "bidding.leads.PC8", "unknown_field"),
        ('[bidding]\ninterpreted = ["PC7"]', "bidding.interpreted", "no_line"),
        ('[bidding.says]\nweather = { says = ["joins"] }', "bidding.says.weather", "unknown_field"),
        ('[bidding.says]\nwaited = { says = ["leaves"] }', "bidding.says.waited.says", "not_choice"),
        ('[bidding.says]\nwaited = ["joins"]', "bidding.says.waited", "not_table"),
        ("[bidding.says]\nwaited = { says = 1 }", "bidding.says.waited.says", "not_list"),
        (
            '[bidding.says]\nwaited = { says = ["joins"], contracts = ["X"] }',
            "bidding.says.waited.contracts",
            "no_line",
        ),
    ],
)
def test_faults_are_named_with_their_place(text: str, place: str, code: str) -> None:
    with pytest.raises(FaultyRuleSetError) as refused:
        RuleSet.from_dict(read_text((FILE + text).encode()))
    assert (place, code) in [(fault.place, fault.code) for fault in refused.value.faults]


def test_a_house_may_say_otherwise() -> None:
    house = RuleSet.from_dict(read_text(f'{FILE}[bidding.says]\nslams = {{ says = ["none_above"] }}'.encode()))
    assert beats(Bid("S12", "NT"), Bid("S12", "H"), house) is True
    assert [said.topic for said in bidding_topics(house, "en")] == ["slams"]
