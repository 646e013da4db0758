"""A player's public page: its figures are those of the ranking, each leads to its deals, nothing hidden is in it."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.support import club_evenings, season_evenings
from tests.support.events import cast, finals
from tests.support.events.long_day import long_day
from tests.support.pages.reading import read, rename
from tournament.acts.event import reveal
from tournament.acts.event.events import change_state
from tournament.acts.lifecycle.anonymity import anonymise
from tournament.acts.people import registration
from tournament.acts.rounds import rounds
from tournament.models import Event
from tournament.ranking import live
from tournament.reading.people.player_deals import PlayerDeal, by_contract, companions, contract_share, counting_deals
from tournament.reading.ranking import cards
from tournament.reading.ranking.components import components
from tournament.wording import contract

pytestmark = pytest.mark.django_db
BY = "system"


def page(event: Event, number: int) -> str:
    return read(f"{event.get_absolute_url()}player/{number}/")


def source(event: Event, number: int) -> str:
    return cast.client().get(f"{event.get_absolute_url()}player/{number}/").content.decode()


def deals_of(event: Event, number: int) -> list[PlayerDeal]:
    ranking = live.ranking(event, public=True)
    return counting_deals(cards.card(event, cast.entry(event, number)), components(ranking, number).notes)


def check_figures(event: Event) -> int:
    """Every figure of every ranked player, against the ranking; how many there are."""
    ranking = live.ranking(event, public=True)
    for place in ranking.places:
        own, row = deals_of(event, place.entry.number), place.standing.row
        share, together = contract_share(own), companions(own)
        assert (share.fulfilled, share.played - share.fulfilled) == (row.contracts_made, row.contracts_lost)
        assert len(own) == place.deals and sum(deal.points for deal in own) == place.deal_points
        assert sum(deal.points**2 for deal in own) == place.deal_squares
        assert sum(one.played for one in by_contract(own)) == share.played
        assert sum(one.deals for one in together) == sum(len(deal.others) for deal in own)
        answer = source(event, place.entry.number)
        last = re.findall(r'<polyline points="([^"]*)"', answer)[0].split()[-1]
        levels = [(float(at), int(value.replace("−", "-"))) for at, value in LEVEL.findall(answer)]
        (bottom, low), (top, high) = levels[0], levels[-1]
        drawn = low + (bottom - float(last.split(",")[1])) / (bottom - top) * (high - low)
        assert drawn == pytest.approx(row.points, abs=(high - low) / 1_000 + 0.01)
    return len(ranking.places)


LEVEL = re.compile(r'dx="-4" y="([\d.]+)" dy="4">(−?\d+)</text>')


def test_the_figures_are_those_of_the_ranking() -> None:
    event = cast.played(8)
    cast.penalty(event, 2)
    assert check_figures(cast.fresh(event)) == 8


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 3])
def test_the_figures_are_those_of_the_ranking_of_a_long_day(seed: int) -> None:
    assert check_figures(long_day(seed)) == 13


@pytest.mark.long
@pytest.mark.parametrize("points", ["carried", "zero"])
def test_a_day_ends_at_the_points_of_the_ranking_also_after_a_final(points: str) -> None:
    assert check_figures(finals.finished(points)) == 8


def test_every_link_inside_the_page_leads_to_something_in_it() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    cast.write(table, 1, cast.result("S13", (1,), 13, jury="allowed"))
    cast.write(table, 2, cast.result("PC9", (1, 2), 8))
    answer = source(event, cast.seated(table)[1])
    inside = re.findall(r'href="#([^"]+)"', answer)
    ids = re.findall(r' id="([^"]+)"', answer)
    assert {f"deal-1-1-{deal}" for deal in (1, 2)} < set(inside) <= set(ids) and len(ids) == len(set(ids))


def test_contracts_partners_and_honours_are_told() -> None:
    event = cast.playing(4)
    table = cast.table(event)
    seats = cast.seated(table)
    cast.write(table, 1, cast.result("S13", (1,), 13, jury="allowed"))
    for deal in (2, 3):
        cast.write(table, deal, cast.result("PC8", (1, 2), 6 + deal))
    cast.write(table, 4, cast.result("PM", (1, 3), {"1": 0, "3": 0}))
    rounds.close_round(cast.round_of(event), BY)
    text, partner = page(event, seats[1]), cast.entry(event, seats[2]).player.name
    assert "4 of 4 made" in text and f"Played a contract with: {partner} 2" in text
    assert f"{contract('S13')} made" in text and "Best of round 1" in text
    assert "%" not in text.split("Contracts")[1].split("Each")[0]
    assert "Best of round 1" not in page(event, seats[4])


def test_what_passes_the_next_is_said_while_play_goes_on_and_no_longer() -> None:
    event = finals.planned(finals.stages())
    finals.play_round(event, {number: 10 * number for number in range(1, 9)})
    event = cast.fresh(event)
    above = live.ranking(event, public=True).places[0].entry.name
    assert f"To pass {above}: 11 points more than they get from here on; 10 make it equal." in page(event, 7)
    assert "To pass" not in page(event, 8)
    reveal.freeze_ranking(event, BY, 1)
    assert "To pass" not in page(event, 7)


def test_a_hidden_or_frozen_round_is_neither_drawn_nor_counted() -> None:
    event = cast.played(8)
    event = cast.fresh(event)
    rounds.publish_round(cast.next_round(event, publish=False), BY)
    before = page(event, 1)
    cast.play_round(event, 2)
    rounds.show_round(cast.round_of(event, 2), BY, visible=False)
    hidden = page(cast.fresh(event), 1)
    assert "R2" not in hidden and "Round 2" not in hidden and "Round 2" in before
    rounds.show_round(cast.round_of(event, 2), BY, visible=True)
    assert "R2" in page(cast.fresh(event), 1)
    reveal.freeze_ranking(cast.fresh(event), BY, 1)
    frozen = source(cast.fresh(event), 1)
    assert "R2" not in frozen and "deal-2-" not in frozen


def test_initials_and_removed_names_are_all_that_is_told_of_a_companion() -> None:
    event = cast.played(4)
    rename(event, 2, "Zwart Zoë", initials_only=True)
    rounds.close_round(cast.round_of(event), BY)
    change_state(cast.fresh(event), BY, Event.State.CLOSED)
    anonymise(cast.fresh(event), BY, [3])
    for number in (1, 2, 3, 4):
        answer = source(cast.fresh(event), number)
        assert "Zwart" not in answer and "Z. Z." in answer and "player 3" in answer.lower()


def test_who_left_has_their_deals_but_no_rank_and_no_plot() -> None:
    event = cast.played(8)
    registration.withdraw(cast.entry(event, 1), BY, "Ill.")
    answer = source(cast.fresh(event), 1)
    assert "<dt>Rank</dt>" not in answer and 'class="plot"' not in answer and "made" in answer


def test_there_is_no_page_for_a_number_that_nobody_has() -> None:
    event = cast.playing(4)
    assert "No player has this number." in read(f"{event.get_absolute_url()}player/99/", status=404)


def test_a_clubs_evening_leads_to_the_season_unless_that_would_tell_a_name() -> None:
    organisation = club_evenings.club()
    club_evenings.members(organisation, 4)
    series = season_evenings.a_series(organisation)
    event = season_evenings.hold(series, 1, {1: 40, 2: 30, 3: 20, 4: 10})
    number = event.entries.get(link__person__number=2).number
    assert f"Place 2 of 4 in the season of {series.name}" in page(event, number)
    anonymise(event, BY, [number])
    assert "in the season of" not in page(cast.fresh(event), number)


@pytest.mark.long
def test_the_number_of_queries_does_not_grow_with_the_field() -> None:
    counts = []
    for players in (8, 24):
        event = cast.fresh(cast.played(players, slug=f"field-{players}"))
        page(event, 1)
        with CaptureQueriesContext(connection) as queries:
            page(event, 2)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_nothing_on_the_page_needs_what_the_policy_forbids() -> None:
    answer = source(cast.played(4), 1)
    assert " style=" not in answer and "<style" not in answer and 'role="img"' in answer
