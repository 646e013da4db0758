"""The table of points on paper: under every rule set and in every language it is whole, on one page or on one card."""

from pathlib import Path
from typing import Any

import pytest

from scoring import keys, load, words
from scoring.reworded import reworded
from tests.support.events import cast
from tests.support.files.paper import printed, squeezed
from tests.support.servers.nightly import by_day
from tournament.errors import UserError
from tournament.models import Event
from tournament.printing.lists.points import cards
from tournament.printing.paper import Order
from tournament.ranking import facts
from tournament.reading.event.points import points_of

pytestmark = pytest.mark.django_db

PLAYED = [key for key in keys() if key != "points-only"]
# In millimetres: where the page is cut, and what a printer leaves white.
CUT, MARGIN = 148.2, 4


def five_at_a_table(key: str) -> Event:
    event = cast.event(5, rules=key, name="Kampioenschap – Championnat, 28ᵉ")
    cast.given_round(event, [[1, 2, 3, 4, 5]])
    return event


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.long) for key in keys()])
@pytest.mark.parametrize("language", by_day(words.LANGUAGES))
def test_the_whole_table_is_on_one_page(key: str, language: str, tmp_path: Path) -> None:
    event = five_at_a_table(key)
    paper = printed(event, "points", tmp_path, "--language", language)
    rules, told = facts.ruleset(event), points_of(facts.ruleset(event), language)
    for text in (*told.headings, *(cell for _key, row in told.grid_rows for cell in row), told.mark, told.name):
        assert squeezed(text) in paper.squeezed, text
    for text in (*(note[1:] for note in told.notes), *(reworded(preset.names[language]) for preset in rules.presets)):
        assert squeezed(text) in paper.squeezed, text
    assert len(paper.pages) == 1 and paper.outside() == [] and paper.tagged
    assert paper.squeezed.count(squeezed("1–3")) >= sum(row[2] == "1–3" for _key, row in told.grid_rows)


@pytest.mark.parametrize("key", [pytest.param(key, marks=pytest.mark.long) for key in PLAYED])
@pytest.mark.parametrize("language", by_day(words.LANGUAGES))
def test_two_cards_are_alike_and_nothing_reaches_the_cut(key: str, language: str, tmp_path: Path) -> None:
    event = five_at_a_table(key)
    paper = printed(event, "points-cards", tmp_path, "--language", language)
    told = points_of(facts.ruleset(event), language)
    for text in (*(row[1] for _key, row in told.grid_rows), *(note[1:] for note in told.notes), told.mark):
        assert paper.squeezed.count(squeezed(text)) >= 2, text
    edges = [(top, bottom) for _left, top, _right, bottom, _word in paper.words()]
    assert not [edge for edge in edges if edge[0] < CUT + MARGIN and edge[1] > CUT - MARGIN]
    assert max(bottom for _top, bottom in edges) < 2 * CUT - MARGIN
    assert (len(paper.pages), paper.sizes, paper.outside()) == (1, {(210, 297)}, [])


def test_it_is_the_events_own_table_with_the_events_own_mark(tmp_path: Path) -> None:
    event = cast.event(0)
    rules: dict[str, Any] = load("iwwa-2025").to_dict()
    assert "+77" not in str(points_of(facts.ruleset(event), "en"))
    rules["lines"]["PC8"]["made"] = [77]
    Event.objects.filter(pk=event.pk).update(rules=rules)
    own = printed(cast.fresh(event), "points", tmp_path)
    assert "+77" in own.text and facts.ruleset(cast.fresh(event)).short_hash in own.text
    assert load("iwwa-2025").short_hash not in own.text


@pytest.mark.long
def test_a_table_of_five_is_told_only_where_there_is_one(tmp_path: Path) -> None:
    five, four = five_at_a_table("iwwa-2025"), cast.playing(slug="four")
    said = "At a table of five the dealer does not play"
    assert said in printed(five, "points", tmp_path).text
    assert said not in printed(four, "points", tmp_path).text


@pytest.mark.long
def test_rules_with_too_many_words_go_on_to_a_second_page_and_lose_none(tmp_path: Path) -> None:
    event = cast.event(0)
    rules: dict[str, Any] = load("iwwa-2025").to_dict()
    any_of_them = rules["penalties"]["noise"]
    for at in range(30):
        notes = dict.fromkeys(words.LANGUAGES, f"{'Word ' * 110} end of {at}.")
        rules["penalties"][f"own-{at}"] = {**any_of_them, "notes": notes}
    Event.objects.filter(pk=event.pk).update(rules=rules)
    paper = printed(cast.fresh(event), "points", tmp_path)
    assert len(paper.pages) > 1 and paper.outside() == []
    assert all(squeezed(f"end of {at}.") in paper.squeezed for at in range(30))


def test_rules_without_contracts_have_no_cards() -> None:
    with pytest.raises(UserError, match="no table of points"):
        cards(Order(cast.event(0, rules="points-only")))
