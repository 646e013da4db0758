"""The ranking, and what holds for all public pages: anybody reads them without signing in."""

import re
from datetime import date

import pytest
from django.utils import timezone

from scoring import load, words
from scoring.rules.parts import parts
from tests.support.events import cast
from tests.support.pages.reading import ranking, read, rename, row_of, text_of, words_in
from tournament.acts.event import events
from tournament.acts.event.rules import compare_rules
from tournament.acts.jury import rulings
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.models import Entry, Event, Player
from tournament.ranking import facts

pytestmark = pytest.mark.django_db


def test_before_the_first_deal_the_ranking_lists_the_players_and_no_ranks() -> None:
    event = cast.playing(8)
    page = read(event.get_absolute_url())
    assert "8 players have been entered." in page
    assert "No. Name 7 Claes Gérard Hartenaas 3 Desmet Cécile " in page


def test_the_menu_has_clubs_only_where_somebody_is_of_one() -> None:
    event = cast.playing(8)
    link = f'href="{event.get_absolute_url()}clubs/"'
    rules = f"{event.get_absolute_url()}rules/"
    assert link in cast.client().get(rules).content.decode()
    Player.objects.update(club="")
    assert link not in cast.client().get(rules).content.decode()


def test_many_clubs_come_in_parts_and_one_is_found_by_its_name_or_a_member() -> None:
    event = cast.playing(players=32)
    for number in range(1, 33):
        Player.objects.filter(entries__event=event, entries__number=number).update(club=f"Club {number:02}")
    cast.play_round(event)
    base = f"{event.get_absolute_url()}clubs/"
    pages = [cast.client().get(f"{base}{part}").content.decode() for part in ("", "?part=2", "?part=0", "?part=x")]
    clubs = [re.findall(r"Club \d\d", page) for page in pages]
    assert [len(names) for names in clubs] == [20, 12, 32, 20] and clubs[2] == clubs[0] + clubs[1]
    assert 'href="/e/ledegem/clubs/?part=2"' in pages[0]
    for query in ("club 07", cast.entry(event, 7).player.name):
        found = cast.client().get(base, {"q": query}).content.decode()
        assert re.findall(r"Club \d\d", found[found.index('id="found"') : found.index('id="clubs"')]) == ["Club 07"]
    assert "Nobody here is called" in read(f"{base}?q=Zzyzx")


def test_an_event_without_players_says_so() -> None:
    assert "No player has been entered yet." in read(cast.event(0).get_absolute_url())


def test_the_ranking_shows_rank_name_club_points_per_round_adjustments_and_total() -> None:
    event = cast.playing(4)
    seats = cast.seated(cast.table(event))
    cast.write(cast.table(event), 1, cast.result("PC9", (1, 2), 10))
    cast.penalty(event, seats[1], -3)
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    cast.next_round(event)
    seat = next(seat for seat, number in cast.seated(cast.table(event, 1, 2)).items() if number == seats[1])
    cast.write(cast.table(event, 1, 2), 1, cast.result("S6", (seat,), 5))
    page = ranking(event)
    player = cast.entry(event, seats[1]).player
    row = row_of(page, seats[1])
    assert (row["rank"], row["name"], row["club"]) == ("4", player.name, player.club)
    assert (row["round"], row["sum"]) == ("13 −15 −3", "−5")
    assert row["rounds"] == "R1 13 · R2 −15 · Jury −3"
    assert (row_of(page, seats[2])["rank"], row_of(page, seats[2])["sum"]) == ("1", "23")
    assert "# Movement since round 1 Name R1 R2 Jury ↑ Points" in text_of(page)
    assert "Provisional" in text_of(page)


def test_a_round_of_which_a_player_has_no_deal_yet_shows_a_dash_and_one_that_gave_nothing_shows_0() -> None:
    event = cast.playing(8)
    seats = cast.seated(cast.table(event))
    cast.write(cast.table(event), 1, cast.result("PC9", (1, 2), 10))
    page = ranking(event)
    waiting = cast.seated(cast.table(event, 2))[1]
    told = [(row_of(page, number)["round"], row_of(page, number)["rounds"]) for number in (seats[1], seats[3], waiting)]
    assert told == [("13", "R1 13"), ("0", "R1 0"), ("–", "R1 –")]


def test_a_card_begins_with_the_round_being_played() -> None:
    event = cast.closed(4)
    cast.next_round(event)
    card = read(f"{event.get_absolute_url()}player/1/")
    assert (
        card.index("Round 2, table 1") < card.index("No deal has been recorded yet.") < card.index("Round 1, table 1")
    )


def test_a_tie_that_was_broken_says_by_what_and_one_that_was_not_is_marked_as_shared() -> None:
    event = cast.playing(4, tie_breaks=["contracts_made"])
    table = cast.table(event)
    seats = cast.seated(table)
    cast.write(table, 1, cast.result("PC8", (1, 2), 8))
    cast.write(table, 2, cast.result("PC8", (1, 3), 8))
    cast.penalty(event, seats[1], -7)
    page = ranking(event)
    told = [(row_of(page, seats[seat])["rank"], row_of(page, seats[seat])["tie-break"]) for seat in (1, 2, 3, 4)]
    assert told == [
        ("1", "contracts made: 2"),
        ("2 =", "contracts made: 1"),
        ("2 =", "contracts made: 1"),
        ("4", ""),
    ]


def test_who_left_or_was_excluded_or_only_completes_a_table_is_not_in_the_ranking() -> None:
    event = cast.played(8)
    registration.withdraw(cast.entry(event, 3), "system")
    registration.exclude(cast.entry(event, 4), "system", "Fought with the jury.")
    Entry.objects.filter(event=event, number=5).update(role=Entry.PlayerRole.JOKER)
    page = ranking(event)
    assert {int(number) for number in re.findall(r'<tr id="n(\d+)"', page)} == {1, 2, 6, 7, 8}


def test_a_closed_event_has_a_final_ranking_that_no_longer_asks_for_news() -> None:
    event = cast.played(4)
    assert "every 5s" in ranking(event)
    events.change_state(event, "system", Event.State.CLOSED)
    assert "Final ranking" in text_of(ranking(event))
    assert "every " not in ranking(event)


def test_a_hidden_round_counts_for_nothing_and_its_decisions_neither() -> None:
    event = cast.closed(4)
    cast.next_round(event)
    table = cast.table(event, 1, 2)
    cast.write(table, 1, cast.result("S13", (1,), 13, jury="allowed"))
    rulings.penalise(event, "system", "house", {cast.seated(table)[2]: -50}, "Late.", table=table)
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
    event = cast.played(4)
    base = event.get_absolute_url()
    for address in (base, f"{base}player/1/", f"{base}rules/"):
        page = read(address)
        assert "Unverified figures." in page
        assert words.why(load("iwwa-2025"), "en") in page
    for page in (read(base), read(f"{base}player/1/")):
        # Above all rows too: the end of a long ranking is a long way from its beginning.
        assert page.index("Unverified figures.") < page.index("A player who prefers initials")
    ruleset = facts.ruleset(event)
    compare_rules(event, "system", list(parts(ruleset)), ruleset.hash)
    for address in (base, f"{base}player/1/", f"{base}rules/"):
        assert "Unverified" not in read(address)


@pytest.mark.long
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


def test_the_first_day_of_an_event_is_told_in_the_visitors_language() -> None:
    cast.event(0, starts_on=date(2026, 3, 14))
    assert "14 maart 2026" in read("/", "nl")


def test_a_round_that_is_kept_secret_is_announced_as_such() -> None:
    event = cast.playing(4)
    assert "secret" not in text_of(ranking(event))
    rounds.show_round(cast.round_of(event), "system", False)
    assert "A round is hidden." in text_of(ranking(event))


@pytest.mark.long
@pytest.mark.parametrize(
    ("count", "breadth"), [(5, "ranking"), (6, "ranking many-rounds"), (10, "ranking most-rounds")]
)
def test_many_rounds_stand_in_one_line_under_the_name(count: int, breadth: str) -> None:
    event = cast.playing(4, deals=1)
    for number in range(1, count + 1):
        cast.write(cast.table(event, 1, number), 1)
        rounds.close_round(cast.round_of(event, number), "system")
        if number < count:
            cast.next_round(event)
    assert f'<table class="{breadth}">' in ranking(event)
    assert row_of(ranking(event), 1)["rounds"].count(" · ") == count - 1


@pytest.mark.parametrize("junk", ["player/-1/", "player/x/", "seating/x/", "seating/-1/names/", "rows/x", "nothing/"])
def test_junk_under_an_event_is_not_there(junk: str) -> None:
    event = cast.playing(4)
    assert "This page does not exist" in read(f"{event.get_absolute_url()}{junk}", status=404)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "rows/",
        "all/",
        "find/",
        "around/1/",
        "player/1/",
        "seating/",
        "seating/1/",
        "seating/1/names/",
        "rules/",
        "rules.json",
    ],
)
def test_public_pages_take_nothing_that_is_sent(page: str) -> None:
    event = cast.playing(4)
    with cast.nothing_written():
        answer = cast.client().post(f"{event.get_absolute_url()}{page}", {"a": "b"})
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


def test_the_header_says_how_far_an_event_is_and_nothing_that_is_hidden() -> None:
    event = cast.event(8)

    def state() -> str:
        page = cast.client().get(f"{event.get_absolute_url()}rules/").content.decode()
        return words_in(page[page.index('<div id="state"') :].partition("</div>")[0])

    assert state() == ""
    events.change_state(event, "system", Event.State.LIVE)
    cast.next_round(event)
    assert state() == "R1 · live Round 1 is being played."
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    assert state() == "after R1 Round 1 is over."
    cast.next_round(event)
    assert state() == "R2 · live Round 2 is being played."
    rounds.show_round(cast.round_of(event, 2), "system", False)
    assert state() == "after R1 Round 1 is over."
    rounds.show_round(cast.round_of(event, 2), "system", True)
    Event.objects.filter(pk=event.pk).update(final_at=timezone.now())
    assert state() == "final The ranking is final."
    # While places are being revealed nothing is.
    Event.objects.filter(pk=event.pk).update(frozen_after=1)
    assert state() == "R2 · live Round 2 is being played."
