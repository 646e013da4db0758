"""A player's card: every deal with its points and why, and what was decided about them."""

import re

import pytest

from tests.support.events import cast
from tests.support.pages.reading import ranking, read, row_of
from tournament.acts.jury import rulings
from tournament.acts.people import no_shows, registration
from tournament.acts.people.registration import Entrant
from tournament.acts.table.tables import substitute
from tournament.models import Entry

pytestmark = pytest.mark.django_db


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


@pytest.mark.long
def test_a_card_adds_up_to_what_the_ranking_says() -> None:
    event = cast.played(8)
    cast.penalty(event, 2)
    page = ranking(event)
    for number in range(1, 9):
        card = cast.client().get(f"{event.get_absolute_url()}player/{number}/").content.decode()
        rank, points = re.findall(r"<dt>(?:Rank|Shared rank|Points)</dt>\s*<dd>(.*?)</dd>", card)
        row = row_of(page, number)
        assert (row["rank"].removesuffix(" ="), row["sum"]) == (rank, points)


def test_a_card_tells_decisions_with_article_and_reason_but_not_those_that_were_cancelled() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    cast.write(table, 1)
    rulings.penalise(event, "system", "card-by-mistake", {1: -3}, "Twice a revoke.", article="2.1", table=table, deal=1)
    gone = rulings.penalise(event, "system", "house", {1: -40}, "Wore a hat.")
    rulings.cancel_decision(gone, "system", "Hats are fine.")
    page = read(f"{event.get_absolute_url()}player/1/")
    assert "Card laid by mistake, article 2.1 Round 1, table 1, deal 1 Twice a revoke. ° " in page
    assert "Wore a hat." not in page and "−40" not in page


def test_a_card_tells_what_the_jury_ruled() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S13", (1,), 13, jury="not_called"))
    cast.write(table, 2, cast.result("PC8", (1, 2), 8))
    rulings.rule(table, "system", 2, "result", "Claimed too early.", result=cast.result("PC8", (1, 2), 7))
    page = read(f"{event.get_absolute_url()}player/{cast.seated(table)[1]}/")
    assert "annulled: the jury was not called" in page
    assert "as ruled by the jury" in page and "−10" in page


def test_a_card_does_not_explain_a_deal_that_the_jury_annulled_as_if_it_counted() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    seats = cast.seated(table)
    names = {seat: cast.entry(event, number).player.name for seat, number in seats.items()}
    for deal in (1, 2, 3):
        cast.write(table, deal, cast.result("PC9", (1, 2), 9))
    rulings.rule(table, "system", 1, "annulled", "Marked cards.")
    scores = {seats[1]: 5, seats[2]: -5, seats[3]: 10, seats[4]: -10}
    rulings.rule(table, "system", 2, "annulled", "Both were wrong.", points=scores)
    gone = rulings.rule(table, "system", 3, "annulled", "Seen by nobody.")
    rulings.cancel_decision(gone, "system", "It was seen.")
    page = read(f"{event.get_absolute_url()}player/{seats[1]}/")
    played = f"Prop & cop 9 {names[1]} + {names[2]}"
    assert f"1 {played} Annulled by the jury Ruling on a deal: annulled · Marked cards. 0" in page
    assert f"2 {played} Annulled by the jury Ruling on a deal: annulled +5 · Both were wrong. 0" in page
    assert page.count("9 tricks: 10") == 1 and "Seen by nobody." not in page


def test_a_substitute_and_who_went_home_each_have_their_own_deals() -> None:
    event = cast.playing(4)
    late = registration.add_entries(event, "system", [Entrant("Late Guest")])[0]
    table = cast.table(event)
    leaver = cast.seated(table)[1]
    cast.write(table, 1, cast.result("S6", (1,), 6))
    substitute(table, "system", 1, late.number, 2)
    cast.write(table, 2, cast.result("S7", (1,), 8))
    assert "Round 1, table 1 +12" in read(f"{event.get_absolute_url()}player/{leaver}/")
    page = read(f"{event.get_absolute_url()}player/{late.number}/")
    assert "Round 1, table 1 +18" in page and "previously:" in page
    assert "from deal 2" in read(f"{event.get_absolute_url()}seating/")


@pytest.mark.parametrize(
    ("out", "said"), [("withdraw", "has left the event"), ("exclude", "was excluded"), ("joker", "is not ranked")]
)
def test_a_card_of_who_is_not_ranked_says_why(out: str, said: str) -> None:
    event = cast.played(4)
    if out == "withdraw":
        registration.withdraw(cast.entry(event, 1), "system")
    elif out == "exclude":
        registration.exclude(cast.entry(event, 1), "system", "Threw the cards.")
    else:
        Entry.objects.filter(event=event, number=1).update(role=Entry.PlayerRole.JOKER)
    page = read(f"{event.get_absolute_url()}player/1/")
    assert said in page
    assert "Rank" not in page.split("Round 1")[0].replace("Ranking", "")


@pytest.mark.long
def test_a_card_costs_the_same_queries_however_much_was_played(django_assert_max_num_queries) -> None:
    event = cast.played(16)
    address = f"{event.get_absolute_url()}player/1/"
    cast.client().get(address)
    # One of them for the state of the event in the header.
    with django_assert_max_num_queries(18):
        cast.client().get(address)


@pytest.mark.parametrize("number", ["0", "99", "4294967296", "9" * 40])
def test_nobody_has_a_card_under_a_number_that_was_not_given(number: str) -> None:
    event = cast.playing(4)
    assert "No player has this number." in read(f"{event.get_absolute_url()}player/{number}/", status=404)


@pytest.mark.long
def test_the_card_of_a_no_show_says_that_they_did_not_come() -> None:
    event = cast.playing(8)
    seats = cast.seated(cast.table(event))
    late, *gone = registration.add_entries(event, "system", [Entrant("Late Guest"), Entrant("Nobody Came")])
    cast.play(cast.table(event))
    registration.check_in(late, "system", True)
    registration.check_in(cast.entry(event, seats[1]), "system", False)
    no_shows.close_desk(event, "system", sorted([seats[1], gone[0].number]))
    page = read(f"{event.get_absolute_url()}player/{gone[0].number}/")
    assert "This player did not come and is not ranked." in page
    assert "has left the event" not in page and "has not sat at a table" not in page
    played = read(f"{event.get_absolute_url()}player/{seats[1]}/")
    assert "has left the event" in played and "did not come" not in played
    assert "has not sat at a table yet" in read(f"{event.get_absolute_url()}player/{late.number}/")
