"""The rules of an event as everybody may read them, and as programs do."""

import json
from typing import Any

import pytest
from django.test import Client

from scoring import compile_table, keys, load, words
from tests.support.events import cast
from tests.support.pages.reading import read
from tournament.models import Event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_the_rules_are_told_as_they_are_printed(key: str, language: str) -> None:
    ruleset = load(key)
    event = cast.event(0, rules=key)
    page = read(f"{event.get_absolute_url()}rules/", language)
    assert words.ruleset_name(ruleset, language) in page
    assert (ruleset.source in page) is not ruleset.points_only
    assert ("Unverified figures." in page) is (language == "en" and not ruleset.points_only)
    assert " ".join(words.why(ruleset, language).split()) in page
    at = -1
    for rank in ruleset.ladder:
        for contract in rank:
            at = page.index(words.contract(contract, language, ruleset), at + 1)


def test_the_rules_of_the_federation_show_the_figures_of_the_grid() -> None:
    page = read(f"{cast.event(0).get_absolute_url()}rules/")
    assert "1 Prop & cop 8 2 +7 +3 +30 −7 −3 +7 +3 –" in page
    assert "17 Grande misère on the table° 1–3 +72 – – −72 – +48 – jury" in page
    assert "Misdeal article 1 The player: −3. Each of the others at the table: +1." in page
    assert "Looking at another’s cards, false play° article 5 The player: −15. Each opponent: +5." in page
    assert "The player: 0 … −15." in page
    assert "borrowed from the World Championship rules of 2018" in page


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", "na een rondpas telt het volgende spel dubbel"),
        ("fr", "après une donne passée par tous, la suivante compte double"),
        ("en", "the deal after an all-pass counts double"),
    ],
)
def test_the_rules_of_flanders_say_what_an_all_pass_does(language: str, told: str) -> None:
    event = cast.event(0, rules="flanders")
    assert told in cast.shown(cast.client(None, language).get(f"{event.get_absolute_url()}rules/"))


def test_where_there_is_room_a_contract_is_explained() -> None:
    page = cast.shown(cast.client(None, "nl").get(f"{cast.event(0).get_absolute_url()}rules/"))
    assert "Samen 8 (vragen en meegaan)" in page and "Solo 6 (alleen)" in page


def test_how_we_read_the_first_free_offence_is_told_as_our_reading() -> None:
    event = cast.event(rules="world-2018")
    told = "its own first time is our reading; the rules do not say so themselves."
    pages = [cast.client().get(f"{event.get_absolute_url()}rules/")]
    pages += [cast.client(cast.organiser(event)).get(f"/staff/{event.slug}/rules/")]
    pages += [cast.client(cast.juror(event)).get(f"/staff/{event.slug}/decisions/penalty/card-by-mistake/")]
    assert [cast.shown(page).count(told) for page in pages] == [1, 1, 1], "beside this penalty and beside no other"


def test_the_rules_tell_what_this_event_decided() -> None:
    event = cast.event(0, tie_breaks=["best_round", "lot"], planned_rounds=5, deals_per_round=20, rules="world-2018")
    page = read(f"{event.get_absolute_url()}rules/")
    assert "1. best round 2. drawing lots" in page
    assert "Rounds 5 Deals per round 20" in page
    assert "borrowed" not in page
    equal = cast.event(0, "equal", tie_breaks=[])
    assert "Equal points share a rank." in read(f"{equal.get_absolute_url()}rules/")


def test_the_rules_are_those_the_event_carries_not_those_of_the_preset() -> None:
    event = cast.event(0)
    rules: Any = load("iwwa-2025").to_dict()
    rules["lines"]["PC8"]["made"] = 8
    Event.objects.filter(pk=event.pk).update(rules=rules)
    assert "1 Prop & cop 8 2 +8 " in read(f"{event.get_absolute_url()}rules/")


@pytest.mark.parametrize("key", keys())
def test_the_compiled_table_is_there_for_programs(key: str) -> None:
    event = cast.event(0, rules=key)
    client, address = Client(), f"{event.get_absolute_url()}rules.json"
    answer = client.get(address)
    assert answer["Content-Type"] == "application/json"
    assert json.loads(answer.content) == json.loads(json.dumps(compile_table(load(key))))
    assert client.get(address, headers={"if-none-match": answer["ETag"]}).status_code == 304
