"""The page that compares two bids: with and without its script, what it refuses, what keeps it without a network."""

import json
import re
from pathlib import Path

import pytest
from django.test import Client

from scoring import keys, load
from scoring.game.auction import bids
from scoring.rules.defined import auction_data, verdict
from tests.support.events import cast
from tests.support.pages.reading import read, text_of
from tests.support.servers.in_node import needs_node, run
from tournament.models import Event
from tournament.ranking import facts

SCRIPT = Path(__file__).resolve().parents[2] / "tournament" / "static" / "troel" / "bidding.js"
# Every pair of bids, compared by the page's own program.
ASK = f"""
const {{ readFileSync }} = await import("node:fs");
const source = readFileSync({json.dumps(str(SCRIPT))}, "utf8");
const {{ verdict }} = await import("data:text/javascript," + encodeURIComponent(source));
const data = JSON.parse(readFileSync(0, "utf8"));
const every = data.bids.map(([contract, suit]) => ({{ contract, suit }}));
const none = verdict(data, {{ contract: "", suit: "" }}, every[0]);
console.log(JSON.stringify([none, every.map((one) => every.map((other) => verdict(data, one, other)))]));
"""
# The federation’s rules, and those with most bids.
FAST = ("iwwa-2025", "flanders")
PLAYED = [key for key in keys() if key != "points-only"]


@needs_node
@pytest.mark.parametrize("key", [key if key in FAST else pytest.param(key, marks=pytest.mark.long) for key in PLAYED])
def test_the_page_says_of_every_two_bids_what_the_game_says(key: str) -> None:
    ruleset = load(key)
    none, said = run(ASK, auction_data(ruleset, "nl"))
    every = bids(ruleset)
    assert none == ""
    assert said == [[verdict(one, other, "nl", ruleset) for other in every] for one in every]


def at(event: Event, query: str = "") -> str:
    return f"{event.get_absolute_url()}bidding/{query}"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", "Ja: Solo 8 schoppen gaat boven Kleine miserie, want het staat hoger in de rangorde."),
        ("fr", "Oui : Solo 8 à pique l’emporte sur Petite misère, plus bas dans l’ordre des contrats."),
        ("en", "Yes: Solo 8 in spades beats Petite misère, which is lower on the ladder."),
    ],
)
def test_two_bids_are_compared_without_a_script(language: str, told: str) -> None:
    # Words are read with plain spaces between them.
    assert told in read(at(cast.event(0), "?bid=S8&suit=S&over=PM&over_suit="), language)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("?bid=PM&suit=H&over=S8", "Petite misère is played without trump."),
        ("?bid=S8&over=TR9&over_suit=C", "Troel 9: trump is chosen later."),
        ("?bid=S8&suit=NT&over=PM", "Solo 8 cannot be bid without trump."),
        ("?bid=S8&suit=%00&over=PM", "Solo 8: the trump must be"),
        ("?bid=P2&over=PM", "Piccolissimo is not played"),
        ("?bid=bridge&over=PM", "There is no contract “bridge”."),
        (f"?bid={'x' * 5000}", "There is no contract"),
    ],
)
def test_what_cannot_be_bid_is_refused_with_a_sentence(query: str, told: str) -> None:
    assert told in read(at(cast.event(0), query), status=422)


@pytest.mark.django_db
def test_before_both_are_chosen_there_is_no_answer() -> None:
    event = cast.event(0)
    for query in ("", "?bid=S8&suit=H", "?over=PM", "?suit=X"):
        page = cast.client().get(at(event, query))
        assert page.status_code == 200
        assert re.search(r'id="verdict"\s+hidden></p>', page.content.decode()), query


@pytest.mark.django_db
def test_the_page_says_what_the_regulation_says_and_on_what_it_is_silent() -> None:
    page = read(at(cast.event(0)))
    assert "Source: Federatie IWWA, “Specifiek reglement kleurenwiezen”, 1, 2025-10-01" in page
    assert "Who has waited article 1 May later only join or pass." in page
    assert "The rules are silent on: Several players at once" in page
    ladder = page[page.index("From the highest bid") :]
    assert ladder.index("Soloslim 13") < ladder.index("Troel 9") < ladder.index("Prop & cop 8")


@pytest.mark.django_db
def test_what_is_borrowed_is_called_so() -> None:
    told = "The source of these rules says nothing of bidding. This is borrowed, as our reading"
    assert told in read(at(cast.event(0, rules="interclub-2025", slug="interclub")))
    assert "is borrowed" not in read(at(cast.event(0, rules="world-2018")))


@pytest.mark.django_db
def test_rules_without_contracts_have_no_such_page_and_no_link_to_it(client: Client) -> None:
    event = cast.event(0, rules="points-only")
    assert "There is no bidding under these rules." in text_of(client.get(at(event)).content.decode())
    assert client.get(at(event)).status_code == 404
    assert "bidding/" not in client.get(f"{event.get_absolute_url()}rules/").content.decode()


@pytest.mark.django_db
def test_an_event_of_before_reads_what_the_preset_says_today() -> None:
    event = cast.event(0)
    digest = facts.ruleset(event).hash
    event.rules = {name: value for name, value in event.rules.items() if name != "bidding"}
    event.save()
    assert facts.ruleset(cast.fresh(event)).hash != digest and "bidding" not in facts.ruleset(event).to_dict()
    assert "Who has waited" in read(at(event)) and "The holder of the fourth ace leads." in read(
        f"{event.get_absolute_url()}rules/"
    )


@pytest.mark.django_db
def test_the_rules_define_every_contract_and_lead_to_the_page() -> None:
    event = cast.event(0)
    page = read(f"{event.get_absolute_url()}rules/")
    assert "Abundance 9–11 Alone: at least as many tricks as bid. Trump: a suit. The declarer leads." in page
    link = f"/e/{event.slug}/bidding/?rules={facts.ruleset(event).hash[:8]}"
    for address in (f"{event.get_absolute_url()}rules/", f"/staff/{event.slug}/decisions/"):
        assert link in cast.client(cast.juror(event)).get(address).content.decode()


@pytest.mark.django_db
def test_a_table_has_the_link_at_hand() -> None:
    table = cast.table(cast.playing(8, deals=4))
    assert "/bidding/?rules=" in cast.client().get(f"/t/{cast.token(table)}/").content.decode()


@pytest.mark.django_db
def test_a_browser_keeps_it_only_under_the_address_of_these_rules() -> None:
    event = cast.event(0)
    digest = facts.ruleset(event).hash[:8]
    kept, asked, other = (cast.client().get(at(event, query)) for query in (f"?rules={digest}", "", "?rules=0"))
    assert kept["Cache-Control"] == "private, max-age=21600"
    assert "max-age=21600" not in f"{asked.headers} {other.headers}"


@pytest.mark.django_db
def test_its_worker_keeps_this_page_and_no_other() -> None:
    event = cast.event(0)
    worker = cast.client().get(at(event, "sw.js"))
    assert (worker["Content-Type"], worker["Cache-Control"]) == ("text/javascript; charset=utf-8", "no-cache")
    assert f'const SHELL = "/e/{event.slug}/bidding/";' in worker.content.decode()
    assert cast.client().get("/e/nowhere/bidding/sw.js").status_code == 404
    assert cast.client().post(at(event)).status_code == 405
