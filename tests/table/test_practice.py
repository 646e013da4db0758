"""The practice table: the steps and points of a real one, and nothing is written."""

import pytest
from django.test import Client

from scoring.rules.presets import keys, load
from tests.support.events import cast
from tests.support.pages.no_script import Visit

pytestmark = pytest.mark.django_db


def opened(address: str = "/practice/") -> Visit:
    return Visit(Client(headers={"accept-language": "en"}), address)


def test_three_deals_are_played_as_at_a_table() -> None:
    with cast.nothing_written():
        page = opened().follow("Deal 1").follow("P&C 9").press("Continue", who=["1", "3"], tricks="10")
        assert "+13" in page.words
        page.press("Right, keep it")
        page.follow("Deal 2").follow("Petite mis.").press("Continue", who=["2"])
        page.press("Continue", tricks2="lost").press("Right, keep it")
        page.follow("Deal 3").follow("Solo 6").press("Continue", who="4", tricks="6").press("Right, keep it")
    assert "All 3 deals so far" in page.words and "Deal 4" in page.links
    page.follow("Take back deal 3")
    assert "Deal 3" in page.links
    assert "Nothing has been recorded yet." in page.follow("Begin again").words


def test_what_is_kept_is_what_was_shown() -> None:
    page = opened().follow("Deal 1").follow("P&C 9").press("Continue", who=["1", "3"], tricks="10")
    assert "+13" in page.words and "Continue" not in page.words
    page.press("Right, keep it", tricks="9")
    assert "+10" in page.words and "Deal 2" not in page.links, "first what the other choice gives"
    assert "Deal 2" in page.press("Right, keep it").links and "9 tricks" in page.words


@pytest.mark.parametrize("rules", [*filter(lambda key: not load(key).points_only, keys())])
def test_each_rule_set_has_a_table(rules: str) -> None:
    page = opened(f"/practice/{rules}/").follow("Deal 1")
    contract = next(text for text in page.links if text and "contract=" in dict(page.page.links)[text])
    assert page.follow(contract).status == 200


def test_after_the_last_deal_there_is_no_next() -> None:
    page = opened("/practice/?deals=" + ",".join(["19 13 10"] * 30))
    assert "All 12 deals so far" in page.words and not [text for text in page.links if text.startswith("Deal")]
    assert "All 12 deals so far" in opened(f"{page.address}&deal=13").words


@pytest.mark.parametrize("deals", ["", "x", "19", "19 13 99", "19 13 10\x00", "9" * 5000, "%s", "0 0 19 13 10"])
def test_what_is_no_deal_is_not_there(deals: str) -> None:
    page = opened("/practice/")
    response = Client(headers={"accept-language": "en"}).get("/practice/", {"deals": deals})
    assert page.status == response.status_code == 200
    assert "Nothing has been recorded yet." in cast.shown(response)


def test_there_is_no_table_by_other_rules() -> None:
    for rules in ("none", "points-only"):
        assert opened(f"/practice/{rules}/").status == 404
    assert Client().post("/practice/").status_code == 405
