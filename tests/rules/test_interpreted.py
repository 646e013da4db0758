"""Our readings of the sources: each is shown where its rule set is, and none is part of a hash."""

from pathlib import Path
from typing import Any

import pytest

from scoring import RuleSet, keys, load, words
from scoring.rules.interpreted import all_interpretations, interpretations
from tests.support.events import cast
from tests.support.files.paper import printed, squeezed
from tests.support.pages.reading import read
from tests.support.servers.nightly import by_day
from tournament.acts.jury import rulings

pytestmark = pytest.mark.django_db


def shown(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize(
    ("language", "mark"), [("nl", "onze interpretatie"), ("fr", "notre interprétation"), ("en", "our reading")]
)
def test_each_is_shown_on_the_rules_page_of_its_rule_set(key: str, language: str, mark: str) -> None:
    page = read(f"{cast.event(0, rules=key).get_absolute_url()}rules/", language)
    mine = [one for one in all_interpretations() if key in one.ruleset_keys]
    assert {one.source for one in mine} <= {one.source for one, _places in interpretations(load(key))}
    for one, _places in interpretations(load(key)):
        assert shown(one.text(language)) in page and shown(one.source) in page
        assert f"({mark})" in page and page.count("°") > len(mine), "at its place, and before the reading"


def test_each_is_about_something_in_all_its_rule_sets_and_in_three_languages() -> None:
    for one in all_interpretations():
        assert set(one.texts) == {"nl", "fr", "en"}
        for key in one.ruleset_keys:
            assert (one, list(one.about)) in list(interpretations(load(key))), one
    told = [one for key in keys() for one, _places in interpretations(load(key))]
    assert all(one in told for one in all_interpretations())


def test_english_has_one_word_for_it_also_where_a_hash_keeps_another() -> None:
    texts = [words.why(load(key), "en") for key in keys()]
    assert any("those points are our reading" in text for text in texts)
    assert not any("interpretation" in text for text in texts)


def test_a_corrected_figure_is_no_longer_our_reading() -> None:
    data: dict[str, Any] = load("world-2018").to_dict()
    data["lines"]["TR9"]["lost"] = 16
    assert not any(places == ["TR9"] for _one, places in interpretations(RuleSet.from_dict(data)))


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.long) for key in keys()])
@pytest.mark.parametrize("language", by_day(["nl", "fr", "en"]))
def test_each_is_on_the_papers_that_have_its_place(key: str, language: str, tmp_path: Path) -> None:
    event = cast.event(0, rules=key)
    told: dict[str, list[str]] = {}
    for one, places in interpretations(load(key)):
        told.setdefault("bidding" if "." in places[0] else "points", []).append(squeezed(one.text(language)))
    for what, texts in told.items():
        paper = printed(event, what, tmp_path, "--language", language).squeezed
        assert [text for text in texts if text not in paper] == []


def test_each_is_told_with_the_points_of_a_deal() -> None:
    event = cast.playing(rules="world-2018")
    cast.write(cast.table(event), 1, {"contract": "PC8", "declarers": [1, 2], "tricks": 13})
    page = read(f"{event.get_absolute_url()}player/1/", "en")
    [doubled] = [one for one in all_interpretations() if one.about == ("all13",)]
    assert shown(doubled.text("en")) in page


def test_what_a_failure_gives_is_our_reading_only_where_so_many_failed() -> None:
    event = cast.playing(deals=4, rules="world-2018")
    table = cast.table(event)
    for deal, tricks in ((1, {"1": 0, "2": 1}), (2, {"1": 1, "2": 1})):
        cast.write(table, deal, {"contract": "PM", "declarers": [1, 2], "tricks": tricks})
    cast.write(table, 3, {"contract": "TR9", "declarers": [1, 2], "tricks": 9})
    page = read(f"{event.get_absolute_url()}player/1/", "en")
    assert page.count("What opponents get when two or three fail") == 1
    assert "A lost troel costs" not in page
    cast.write(table, 4, {"contract": "TR9", "declarers": [1, 2], "tricks": 8})
    assert "A lost troel costs" in read(f"{event.get_absolute_url()}player/1/", "en")


def test_it_is_told_with_a_decision() -> None:
    event = cast.playing(rules="world-2018")
    rulings.penalise(event, "system", "false-play", {1: -15}, "Looked at a card.")
    page = read(f"{event.get_absolute_url()}player/1/", "en")
    assert "Against two players only these two get 5 points" in page
