"""The desk: the page of one deal, on which it is corrected and taken back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.support.events import cast
from tests.support.pages.desk_pages import at
from tests.support.pages.no_script import Visit
from tests.support.pages.rulings import effect_of
from tournament.acts.jury import rulings
from tournament.acts.rounds import rounds
from tournament.acts.table import deals
from tournament.models import Deal, Decision, Event, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=16, deals=4)


def test_a_deal_is_corrected_with_a_reason(event: Event, table: Table, desk: Client) -> None:
    cast.write(table, 1)
    page = Visit(desk, at(table)).follow("1")
    form = next(form for form in page.page.forms if "reason" in form.types)
    assert [form.sends[name] for name in ("contract", "who", "tricks", "version")] == [["PC8"], ["13"], ["9"], ["1"]]
    page.press("Correct", tricks="11", reason="Nine was a one and a one.")
    assert "Deal 1 is corrected." in page.words and "+16" in page.words
    assert "Deal corrected" in page.words and "“Nine was a one and a one.”" in page.words
    assert "captain of table 1, round 1" in page.words and cast.desk(event).username in page.words
    assert cast.stored(table, 1)["tricks"] == 11 and Deal.objects.get(table=table, number=1).version == 2


def test_a_correction_takes_the_new_answer_of_the_jury(table: Table, desk: Client) -> None:
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="not_called"))
    page = Visit(desk, at(table, "deals/1/"))
    assert "annulled" in page.words
    page.press("Correct", jury="allowed", reason="The jury was there.")
    assert "+100" in page.words and "annulled" not in page.words.split("What happened")[0]


def test_a_correction_without_a_reason_is_not_made(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    page = Visit(desk, at(table, "deals/1/"))
    with cast.nothing_written():
        page.press("Correct", tricks="11", reason=" ")
    assert page.status == 422 and 'name="tricks" value="11"' in page.response.content.decode()


def test_a_correction_of_what_changed_meanwhile_is_shown_what_stands_there_now(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    page = Visit(desk, at(table, "deals/1/"))
    deals.correct_deal(table, "system", 1, cast.result(tricks=12), replaces=1, reason="Misread.")
    with cast.nothing_written():
        page.press("Correct", tricks="11", reason="Mine.")
    assert page.status == 409 and "Somebody changed deal 1 in the meantime." in page.words and "12 tricks" in page.words
    page.press("Correct", tricks="11", reason="Mine, all the same.")
    assert page.status == 200 and cast.stored(table, 1)["tricks"] == 11


def test_a_correction_to_what_cannot_be_is_refused(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    page = Visit(desk, at(table, "deals/1/"))
    with cast.nothing_written():
        page.press("Correct", tricks="14", reason="Typed.")
    assert page.status == 422 and "13" in page.words


def test_a_deal_is_corrected_after_its_table_and_its_round_are_closed(event: Event, table: Table, desk: Client) -> None:
    cast.play_round(event)
    deals.close_table(table, "system")
    assert "The captain’s link:" in cast.shown(desk.get(at(table)))
    rounds.close_round(table.round, "system")
    assert "The captain’s link:" not in cast.shown(desk.get(at(table))), "it opens nothing any more"
    page = Visit(desk, at(table, "deals/1/")).press("Show the effect", tricks="6", reason="Misread.").press("Correct")
    assert page.status == 200 and cast.stored(table, 1)["tricks"] == 6


def test_a_correction_shows_the_points_before_and_after_and_then_is_made(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    cast.write(table, 2)
    page = Visit(desk, at(table, "deals/1/"))
    with cast.nothing_written():
        page.press("Show the effect", tricks="7", reason="Misread.")
        assert effect_of(page.response) == [("+10", "−10"), ("0", "+10"), ("+10", "−10"), ("0", "+10")]
        page.press("Correct", tricks="6")
        assert page.status == 409 and "Nothing has been recorded yet" in page.words
        assert effect_of(page.response)[0] == ("+10", "−13")
    page.press("Correct")
    assert "Deal 1 is corrected." in page.words and cast.stored(table, 1)["tricks"] == 6
    assert "“Misread.”" in page.words


def test_a_correction_is_shown_again_when_the_jury_ruled_meanwhile(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    cast.write(table, 2)
    page = Visit(desk, at(table, "deals/1/")).press("Show the effect", tricks="7", reason="Misread.")
    rulings.rule(table, "system", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    with cast.nothing_written():
        page.press("Correct")
    assert page.status == 409 and effect_of(page.response) == [("0", "0")] * 4


def test_a_correction_shown_and_sent_twice_is_made_once(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    cast.write(table, 2)
    page = Visit(desk, at(table, "deals/1/")).press("Show the effect", tricks="7", reason="Misread.")
    sent = next(form.sends for form in page.page.forms if "seen" in form.types)
    assert desk.post(at(table, "deals/1/correct/"), sent).status_code == 303
    with cast.nothing_written():
        assert desk.post(at(table, "deals/1/correct/"), sent).status_code == 303


def test_what_the_jury_ruled_stands_beside_what_was_entered(event: Event, table: Table, desk: Client) -> None:
    cast.write(table, 1)
    ruled = cast.result(tricks=7)
    rulings.rule(table, "system", 1, Decision.Ruling.RESULT, "Claimed too early.", result=ruled)
    page = Visit(desk, at(table, "deals/1/"))
    assert "7 tricks · as ruled by the jury" in page.words and "The table recorded: P&C 8" in page.words
    assert "9 tricks" in page.words and "Claimed too early." in page.words


def test_the_last_deal_is_taken_back_and_no_other(table: Table, desk: Client) -> None:
    cast.write(table, 1)
    cast.write(table, 2)
    assert "Take back" not in Visit(desk, at(table, "deals/1/")).words
    page = Visit(desk, at(table, "deals/2/")).press("Take back deal 2")
    assert "Deal 2 has been taken back." in page.words and cast.stored(table, 2) is None
    with cast.nothing_written():
        assert desk.post(at(table, "deals/2/undo/"), {"key": "k", "version": "2"}).status_code == 409


def test_passes_and_misdeals_are_noted_and_taken_back(table: Table, desk: Client) -> None:
    page = Visit(desk, at(table, "deals/1/"))
    page.press("Everybody passed").press("Misdeal, with penalty").press("Misdeal, penalty waived")
    deal = Deal.objects.get(table=table, number=1)
    assert (deal.passes, deal.misdeals, Decision.objects.count()) == (1, 2, 1)
    page.press("Take back the misdeal").press("Take back the misdeal").press("Take back: everybody passed")
    deal.refresh_from_db()
    assert (deal.passes, deal.misdeals, Decision.objects.filter(cancelled=False).count()) == (0, 0, 0)


@pytest.mark.parametrize(
    ("rest", "status"),
    [("pass/", 422), ("pass/undo/", 422), ("misdeal/", 422), ("misdeal/undo/", 422), ("undo/", 422), ("correct/", 422)],
)
def test_a_button_without_its_key_does_nothing(table: Table, desk: Client, rest: str, status: int) -> None:
    with cast.nothing_written():
        assert desk.post(at(table, f"deals/1/{rest}")).status_code == status
        assert desk.get(at(table, f"deals/1/{rest}")).status_code == 405


def test_the_history_is_of_this_table_only(event: Event, desk: Client) -> None:
    many = cast.playing(players=48, slug="many", deals=4)
    cast.write(cast.table(many, 1), 1, cast.result("S6", (1,), 6))
    cast.write(cast.table(many, 12), 1, cast.result("S7", (1,), 7))
    page = Visit(cast.client(cast.desk(many)), at(cast.table(many, 1), "deals/1/"))
    history = page.words.split("What happened to this deal")[1]
    assert "Solo 6" in history and "Solo 7" not in history


def test_a_deal_page_costs_a_few_queries(
    table: Table, desk: Client, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    cast.play(table)
    with django_assert_max_num_queries(16):
        desk.get(at(table, "deals/4/"))
