"""The public pages: ranking, cards, seating and rules, as anybody reads them without signing in."""

import html
import json
import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from scoring import compile_table, keys, load, words
from tests import cast
from tournament.acts import events, jury, registration, rounds
from tournament.acts.registration import Person
from tournament.models import Entry, Event, LogEntry, Player

pytestmark = pytest.mark.django_db


def read(address: str, language: str = "en", status: int = 200) -> str:
    """The words of a page, tags taken out; every page answers without a cookie and without writing."""
    before = LogEntry.objects.count()
    answer = cast.client(language=language).get(address)
    assert answer.status_code == status, answer.status_code
    assert not answer.cookies
    assert LogEntry.objects.count() == before
    return text_of(answer.content.decode())


def text_of(page: str) -> str:
    """What is read of a page from the content on."""
    return words_in(page[page.index("<main") :])


def words_in(markup: str) -> str:
    """What is read of a piece of a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())


def row_of(page: str, number: int) -> dict[str, str]:
    """One line of the ranking, read cell by cell: rank, name, round (all of them, with the adjustments), sum, tie."""
    found = re.search(rf'<tr id="n{number}">(.*?)</tr>', page, re.S)
    assert found
    cells: dict[str, str] = {"tie": ""}
    for kind, markup in re.findall(r'<t[dh] class="(\w+)"[^>]*>(.*?)</t[dh]>', found[1], re.S):
        cells[kind] = f"{cells[kind]} {words_in(markup)}" if kind in cells else words_in(markup)
    for kind, markup in re.findall(r'<small class="(\w+)">(.*?)</small>', found[1]):
        cells[kind] = words_in(markup)
    cells["name"] = words_in(re.findall(r"<a [^>]*>(.*?)</a>", found[1])[0])
    return cells


def ranking(event: Event, language: str = "en") -> str:
    return cast.client(language=language).get(event.get_absolute_url()).content.decode()


def rename(event: Event, number: int, name: str, **more: Any) -> None:
    registration.change_entry(cast.entry(event, number), "system", Person(name=name, **more))


# --- The ranking -----------------------------------------------------------------------------------------------


def test_before_the_first_deal_the_ranking_lists_the_players_and_no_ranks() -> None:
    event = cast.playing(8)
    page = read(event.get_absolute_url())
    assert "8 players have been entered." in page
    assert "No. Name 1 Annelies Vandenbroucke De Troefkaart 2 " in page


def test_an_event_without_players_says_so() -> None:
    assert "No player has been entered yet." in read(cast.event(0).get_absolute_url())


def test_the_ranking_shows_rank_name_club_points_per_round_adjustments_and_total() -> None:
    event = cast.playing(4)
    seats = cast.seated(cast.table(event))
    cast.write(cast.table(event), 1, cast.result("PC9", (1, 2), 10))
    cast.penalty(event, seats[1], -3)
    rounds.close_round(cast.round_of(event), "system", anyway=True)
    cast.next_round(event)
    seat = next(seat for seat, number in cast.seated(cast.table(event, 1, 2)).items() if number == seats[1])
    cast.write(cast.table(event, 1, 2), 1, cast.result("S6", (seat,), 5))
    page = ranking(event)
    player = cast.entry(event, seats[1]).player
    row = row_of(page, seats[1])
    assert (row["rank"], row["name"], row["club"]) == ("4", player.name, player.club)
    assert (row["round"], row["sum"]) == ("13 −15 −3", "−5")
    assert row["rounds"] == "13 · −15 · Jury −3"
    assert (row_of(page, seats[2])["rank"], row_of(page, seats[2])["sum"]) == ("1", "23")
    assert "# Name R1 R2 Jury Points" in text_of(page)
    assert "Provisional" in text_of(page)


def test_a_tie_that_was_broken_says_by_what_and_one_that_was_not_is_marked_as_shared() -> None:
    event = cast.playing(4, tie_breaks=["contracts_made"])
    table = cast.table(event)
    seats = cast.seated(table)
    cast.write(table, 1, cast.result("PC8", (1, 2), 8))
    cast.write(table, 2, cast.result("PC8", (1, 3), 8))
    cast.penalty(event, seats[1], -7)
    page = ranking(event)
    told = [(row_of(page, seats[seat])["rank"], row_of(page, seats[seat])["tie"]) for seat in (1, 2, 3, 4)]
    assert told == [
        ("1", "contracts made: 2"),
        ("2 =", "contracts made: 1"),
        ("2 =", "contracts made: 1"),
        ("4", ""),
    ]


def test_who_left_or_was_excluded_or_only_completes_a_table_is_not_in_the_ranking() -> None:
    event = cast.playing(8)
    cast.play_round(event)
    registration.withdraw(cast.entry(event, 3), "system")
    registration.exclude(cast.entry(event, 4), "system", "Fought with the jury.")
    Entry.objects.filter(event=event, number=5).update(role=Entry.Role.JOKER)
    page = ranking(event)
    assert {int(number) for number in re.findall(r'<tr id="n(\d+)"', page)} == {1, 2, 6, 7, 8}


def test_a_closed_event_has_a_final_ranking_that_no_longer_asks_for_news() -> None:
    event = cast.playing(4)
    cast.play_round(event)
    assert "hx-get=" in ranking(event)
    events.change_state(event, "system", Event.State.CLOSED)
    assert "Final ranking" in text_of(ranking(event))
    assert "hx-get=" not in ranking(event)


def test_a_hidden_round_counts_for_nothing_and_its_decisions_neither() -> None:
    event = cast.playing(4)
    cast.play_round(event)
    rounds.close_round(cast.round_of(event), "system")
    cast.next_round(event)
    table = cast.table(event, 1, 2)
    cast.write(table, 1, cast.result("S13", (1,), 13, jury="allowed"))
    jury.penalise(event, "system", "house", {cast.seated(table)[2]: -50}, "Late.", table=table)
    before = ranking(event)
    assert "S13" not in before and "150" in text_of(before) and "−50" in text_of(before)
    rounds.show_round(cast.round_of(event, 2), "system", False)
    page = text_of(ranking(event))
    assert "R2" not in page and "150" not in page and "−50" not in page
    for number in cast.seated(table).values():
        card = read(f"{event.get_absolute_url()}player/{number}/")
        assert "Round 2" not in card and "150" not in card and "−50" not in card
    assert "not shown" in read(f"{event.get_absolute_url()}seating/2/", status=404)
    assert "Round 2" not in read(f"{event.get_absolute_url()}seating/")


def test_a_name_is_escaped_and_may_be_initials_or_gone() -> None:
    event = cast.playing(4)
    rename(event, 1, "<script>alert(1)</script>", club='"><img src=x>')
    rename(event, 2, "Marie Antoinette", initials_only=True)
    Player.objects.filter(entries__event=event, entries__number=3).update(name="")
    cast.play_round(event)
    base = event.get_absolute_url()
    for address in (base, f"{base}seating/", f"{base}seating/1/names/", f"{base}player/1/", f"{base}player/4/"):
        page = cast.client().get(address).content.decode()
        assert "<script>alert" not in page and "<img src=x>" not in page
        assert "Antoinette" not in page
        if address != f"{base}player/1/":
            assert "M. A." in page and "player 3" in page
    assert "M. A." in read(f"{base}player/2/")
    assert "player 3" in read(f"{base}player/3/")


def test_the_notice_that_names_are_public_says_whom_to_ask() -> None:
    event = cast.playing(4)
    base = event.get_absolute_url()
    for address in (base, f"{base}player/1/", f"{base}seating/", f"{base}seating/1/names/"):
        assert "A player who prefers initials can ask the organiser." in read(address)


def test_figures_that_nobody_verified_are_marked_wherever_points_are_shown() -> None:
    event = cast.playing(4)
    cast.play_round(event)
    base = event.get_absolute_url()
    for address in (base, f"{base}player/1/", f"{base}rules/"):
        page = read(address)
        assert "Unverified figures." in page
        assert words.why(load("iwwa-2025"), "en") in page
    verified = {**load("iwwa-2025").to_dict(), "verified": True}
    Event.objects.filter(pk=event.pk).update(rules=verified, revision=event.revision + 99)
    for address in (base, f"{base}player/1/", f"{base}rules/"):
        assert "Unverified" not in read(address)


def test_an_unlisted_event_is_reached_by_its_address_and_kept_from_search_engines() -> None:
    event = cast.playing(4, listed=False)
    base = event.get_absolute_url()
    for address in (base, f"{base}player/1/", f"{base}seating/", f"{base}rules/", f"{base}rules.json"):
        assert cast.client().get(address)["X-Robots-Tag"] == "noindex"
    for address in (base, f"{base}player/1/", f"{base}seating/", f"{base}rules/"):
        assert '<meta name="robots" content="noindex">' in cast.client().get(address).content.decode()
    listed = cast.playing(4, "listed")
    assert "noindex" not in ranking(listed)
    assert "X-Robots-Tag" not in cast.client().get(listed.get_absolute_url()).headers


def test_a_demo_says_so_on_every_page() -> None:
    event = cast.playing(4)
    Event.objects.filter(pk=event.pk).update(demo=True)
    base = event.get_absolute_url()
    for address in (base, f"{base}player/1/", f"{base}seating/", f"{base}seating/1/names/", f"{base}rules/"):
        assert "DEMO" in cast.client().get(address).content.decode()


# --- A card ----------------------------------------------------------------------------------------------------


def test_a_card_tells_every_deal_with_its_points_and_why() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    seats = cast.seated(table)
    names = {seat: cast.entry(event, number).player.name for seat, number in seats.items()}
    cast.write(table, 1, cast.result("PC9", (1, 2), 10))
    cast.write(table, 2, cast.result("PM", (1, 3), {"1": 0, "3": 1}))
    page = read(f"{event.get_absolute_url()}player/{seats[1]}/")
    assert "Round 1, table 1 +31" in page
    assert f"{names[1]} + {names[2]} Prop & cop 9, 10 tricks: 10 + 1 overtrick × 3 = 13 +13" in page
    assert f"{names[1]} + {names[3]}" in page and "+18" in page
    for name in names.values():
        assert name in page
    other = read(f"{event.get_absolute_url()}player/{seats[4]}/")
    assert "Round 1, table 1 +12" in other
    assert "as an opponent 12" in other


def test_a_card_adds_up_to_what_the_ranking_says() -> None:
    event = cast.playing(8)
    cast.play_round(event)
    cast.penalty(event, 2)
    page = ranking(event)
    for number in range(1, 9):
        card = cast.client().get(f"{event.get_absolute_url()}player/{number}/").content.decode()
        rank, points = re.findall(r"<dt>(?:Rank|Rank, shared|Points)</dt><dd>(.*?)</dd>", card)
        row = row_of(page, number)
        assert (row["rank"].removesuffix(" ="), row["sum"]) == (rank, points)


def test_a_card_tells_decisions_with_article_and_reason_but_not_those_that_were_cancelled() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    cast.write(table, 1)
    jury.penalise(event, "system", "card-by-mistake", {1: -3}, "Twice a revoke.", article="2.1", table=table, deal=1)
    gone = jury.penalise(event, "system", "house", {1: -40}, "Wore a hat.")
    jury.cancel_decision(gone, "system", "Hats are fine.")
    page = read(f"{event.get_absolute_url()}player/1/")
    assert "Card laid by mistake, article 2.1 Round 1, table 1, deal 1 Twice a revoke. −3" in page
    assert "Wore a hat." not in page and "−40" not in page


def test_a_card_tells_what_the_jury_ruled() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S13", (1,), 13, jury="not_called"))
    cast.write(table, 2, cast.result("PC8", (1, 2), 8))
    jury.rule(table, "system", 2, "result", "Claimed too early.", result=cast.result("PC8", (1, 2), 7))
    page = read(f"{event.get_absolute_url()}player/{cast.seated(table)[1]}/")
    assert "annulled: the jury was not called" in page
    assert "as the jury ruled" in page and "−10" in page


def test_a_substitute_and_who_went_home_each_have_their_own_deals() -> None:
    event = cast.playing(4)
    late = registration.add_entries(event, "system", [Person("Late Guest")])[0]
    table = cast.table(event)
    leaver = cast.seated(table)[1]
    cast.write(table, 1, cast.result("S6", (1,), 6))
    rounds.substitute(table, "system", 1, late.number, 2)
    cast.write(table, 2, cast.result("S7", (1,), 8))
    assert "Round 1, table 1 +12" in read(f"{event.get_absolute_url()}player/{leaver}/")
    page = read(f"{event.get_absolute_url()}player/{late.number}/")
    assert "Round 1, table 1 +18" in page and "before:" in page
    assert "from deal 2" in read(f"{event.get_absolute_url()}seating/")


@pytest.mark.parametrize(
    ("out", "said"), [("withdraw", "has left the event"), ("exclude", "was excluded"), ("joker", "is not ranked")]
)
def test_a_card_of_who_is_not_ranked_says_why(out: str, said: str) -> None:
    event = cast.playing(4)
    cast.play_round(event)
    if out == "withdraw":
        registration.withdraw(cast.entry(event, 1), "system")
    elif out == "exclude":
        registration.exclude(cast.entry(event, 1), "system", "Threw the cards.")
    else:
        Entry.objects.filter(event=event, number=1).update(role=Entry.Role.JOKER)
    page = read(f"{event.get_absolute_url()}player/1/")
    assert said in page
    assert "Rank" not in page.split("Round 1")[0].replace("Ranking", "")


def test_a_card_costs_the_same_queries_however_much_was_played(django_assert_max_num_queries) -> None:
    event = cast.playing(16)
    cast.play_round(event)
    address = f"{event.get_absolute_url()}player/1/"
    cast.client().get(address)
    with django_assert_max_num_queries(11):
        cast.client().get(address)


@pytest.mark.parametrize("number", ["0", "99", "4294967296", "9" * 40])
def test_nobody_has_a_card_under_a_number_that_was_not_given(number: str) -> None:
    event = cast.playing(4)
    assert "Nobody plays under this number." in read(f"{event.get_absolute_url()}player/{number}/", status=404)


@pytest.mark.parametrize("junk", ["player/-1/", "player/x/", "seating/x/", "seating/-1/names/", "rows/x", "nothing/"])
def test_junk_under_an_event_is_not_there(junk: str) -> None:
    event = cast.playing(4)
    assert "This page does not exist" in read(f"{event.get_absolute_url()}{junk}", status=404)


@pytest.mark.parametrize(
    "page", ["", "rows/", "player/1/", "seating/", "seating/1/", "seating/1/names/", "rules/", "rules.json"]
)
def test_public_pages_take_nothing_that_is_sent(page: str) -> None:
    event = cast.playing(4)
    with cast.nothing_written():
        answer = cast.client().post(f"{event.get_absolute_url()}{page}", {"a": "b"})
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


# --- The seating -----------------------------------------------------------------------------------------------


def test_the_seating_is_told_by_table_and_by_name_for_each_visible_round() -> None:
    event = cast.playing(8)
    base = event.get_absolute_url()
    seats = cast.seated(cast.table(event, 2))
    tables = read(f"{base}seating/")
    table_two = tables[tables.index("Table 2") :]
    for number in seats.values():
        assert cast.entry(event, number).player.name in table_two
    assert len(re.findall(r"\bwrites (?!keeps)", table_two)) == 1
    names = read(f"{base}seating/1/names/")
    assert f"{cast.entry(event, seats[3]).player.name} " in names
    rounds.close_round(cast.round_of(event), "system", anyway=True)
    cast.next_round(event)
    assert "Seating of round 2" in read(f"{base}seating/")
    assert "Seating of round 1" in read(f"{base}seating/1/")


def test_names_stand_in_the_order_of_the_alphabet_accents_aside() -> None:
    event = cast.event(4)
    for number, name in enumerate(("Zoë", "élise", "Eddy", "Fons"), 1):
        rename(event, number, name)
    cast.next_round(event)
    page = read(f"{event.get_absolute_url()}seating/1/names/")
    assert page.index("Eddy") < page.index("élise") < page.index("Fons") < page.index("Zoë")


def test_a_round_that_is_not_published_has_no_seating() -> None:
    event = cast.event(8)
    cast.next_round(event, publish=False)
    base = event.get_absolute_url()
    assert "No round has been drawn yet." in read(f"{base}seating/")
    for page in ("seating/1/", "seating/1/names/", "seating/0/", "seating/99999999999999999999/"):
        assert "Table 1" not in read(f"{base}{page}", status=200 if page == "seating/0/" else 404)


def test_a_captain_who_was_chosen_is_shown_at_once() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    read(f"{event.get_absolute_url()}seating/")
    rounds.choose_captain(table, "system", 2)
    name = cast.entry(event, cast.seated(table)[2]).player.name
    assert f"{name} writes" in read(f"{event.get_absolute_url()}seating/")


# --- The rules -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
@pytest.mark.parametrize("language", ["nl", "fr", "en"])
def test_the_rules_are_told_as_they_are_printed(key: str, language: str) -> None:
    ruleset = load(key)
    event = cast.event(0, rules=key)
    page = read(f"{event.get_absolute_url()}rules/", language)
    assert words.ruleset_name(ruleset, language) in page
    assert " ".join(ruleset.source.split()) in page
    assert " ".join(words.why(ruleset, language).split()) in page
    at = -1
    for rank in ruleset.ladder:
        for contract in rank:
            at = page.index(words.contract(contract, language, ruleset), at + 1)


def test_the_rules_of_the_federation_show_the_figures_of_the_grid() -> None:
    page = read(f"{cast.event(0).get_absolute_url()}rules/")
    assert "1 Prop & cop 8 2 +7 +3 +30 −7 −3 +7 +3 –" in page
    assert "17 Grande misère on the table 1–3 +72 – – −72 – +48 – jury" in page
    assert "Misdeal article 1 The player: −3. Each of the others at the table: +1." in page
    assert "Looking at another’s cards, false play article 5 The player: −15. Each opponent: +5." in page
    assert "The player: 0 … −15." in page
    assert "borrowed from the World Championship rules of 2018" in page


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


def test_the_first_day_of_an_event_is_told_in_the_visitors_language() -> None:
    cast.event(0, starts_on=date(2026, 3, 14))
    assert "14 maart 2026" in read("/", "nl")


def test_a_round_that_is_kept_secret_is_announced_as_such() -> None:
    event = cast.playing(4)
    assert "secret" not in text_of(ranking(event))
    rounds.show_round(cast.round_of(event), "system", False)
    assert "A round is kept secret." in text_of(ranking(event))


@pytest.mark.parametrize(("count", "breadth"), [(5, "ranking"), (6, "ranking many"), (10, "ranking most")])
def test_many_rounds_stand_in_one_line_under_the_name(count: int, breadth: str) -> None:
    event = cast.playing(4, deals=1)
    for number in range(1, count + 1):
        cast.write(cast.table(event, 1, number), 1)
        rounds.close_round(cast.round_of(event, number), "system")
        if number < count:
            cast.next_round(event)
    assert f'<table class="{breadth}">' in ranking(event)
    assert row_of(ranking(event), 1)["rounds"].count(" · ") == count - 1
