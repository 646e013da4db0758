"""The bidding card: under every rule set and in every language it is whole, and two of them fit on a page."""

from pathlib import Path

import pytest

from scoring import keys, words
from tests.support.events import cast
from tests.support.files.paper import printed, squeezed
from tests.support.servers.nightly import by_day
from tournament.errors import UserError
from tournament.printing.lists.bidding import bidding
from tournament.printing.paper import Order
from tournament.ranking import facts
from tournament.reading.event.bidding import regulation

pytestmark = pytest.mark.django_db

PLAYED = [key for key in keys() if key != "points-only"]
# In millimetres: where the page is cut, and what a printer leaves white.
CUT, MARGIN = 148.5, 6


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.long) for key in PLAYED])
@pytest.mark.parametrize("language", by_day(words.LANGUAGES))
def test_everything_is_on_the_card_and_nothing_reaches_the_cut(key: str, language: str, tmp_path: Path) -> None:
    event = cast.event(0, rules=key, name="Kampioenschap – Championnat, 28ᵉ")
    paper = printed(event, "bidding", tmp_path, "--language", language)
    found = regulation(facts.ruleset(event), language)
    for text in (
        *(name for rank in found.ladder for name in rank),
        *(line for said in found.topics for line in said.sentences),
    ):
        assert paper.squeezed.count(squeezed(text)) >= 2, text
    for text in found.silent:
        assert squeezed(text) in paper.squeezed
    edges = [(top, bottom) for _left, top, _right, bottom, _word in paper.words()]
    assert not [edge for edge in edges if CUT - MARGIN < edge[1] < CUT + MARGIN]
    assert max(bottom for _top, bottom in edges) < 2 * CUT - MARGIN
    assert len(paper.pages) == 1


@pytest.mark.long
def test_the_card_of_the_federation(tmp_path: Path) -> None:
    text = printed(cast.event(0), "bidding", tmp_path, "--language", "en").text
    assert "♥ > ♦ > ♣ > ♠ Soloslim 13 Solo 12 Grande misère on the table" in text
    assert "Who has waited. May later only join or pass." in text
    assert "Call the jury before play: Grande misère on the table, Solo 12, Soloslim 13." in text


def test_rules_without_contracts_have_no_card() -> None:
    with pytest.raises(UserError, match="no bidding"):
        bidding(Order(cast.event(0, rules="points-only")))
