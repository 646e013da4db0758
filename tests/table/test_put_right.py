"""A deal put right by its table: the last one at once, an earlier one for a reason; with what stood there before."""

import json
from typing import Any

import pytest

from tests.support.events import cast
from tests.support.events.two_moments import refused
from tests.support.pages.captain_phone import opened, path, posted
from tests.support.pages.desk_pages import at
from tournament.acts.event import events
from tournament.acts.jury import rulings
from tournament.acts.rounds import rounds, seat_swaps
from tournament.acts.table import deals, redeals
from tournament.models import Deal, Decision, Event, LogEntry, PersonalText, Table

pytestmark = pytest.mark.django_db
EIGHT = cast.result("S6", (2,), 8)
WHY = "Miscounted."


def right(table: Table, number: int, given: dict[str, Any], **more: Any) -> Any:
    """The captain corrects a deal."""
    more = {"replaces": 1, **more}
    return deals.correct_deal(table, cast.captain(table), number, given, at_table=True, **more)


def form(given: dict[str, Any], version: int = 1, **more: Any) -> dict[str, Any]:
    """What the page of a correction sends."""
    fields = {"contract": given["contract"], "who": given["declarers"], "tricks": given["tricks"]}
    return {**fields, "seen": json.dumps(given, separators=(",", ":")), "version": version, "key": "k", **more}


# --- The act ---------------------------------------------------------------------------------------------------


def test_the_last_deal_needs_no_reason_and_an_earlier_one_does(event: Event, table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 7))
    cast.write(table, 2, cast.result("S7", (1,), 7))
    assert right(table, 2, EIGHT) == {"act": "correct_deal", "deal": 2, "version": 2}
    assert "Enter a reason" in refused(422, lambda: right(table, 1, EIGHT))
    assert "Enter a reason" in refused(422, lambda: right(table, 1, EIGHT, reason="  "))
    refused(422, lambda: right(table, 1, EIGHT, reason="x" * 501))
    right(table, 1, EIGHT, reason=WHY)
    assert cast.stored(table, 1) == cast.stored(table, 2) == EIGHT
    assert PersonalText.objects.filter(event=event, text=WHY).count() == 1
    row = Deal.objects.get(table=table, number=1)
    assert row.corrected_at is None, "who sits there saw it"


def test_it_is_one_act_with_the_staff_s(table: Table) -> None:
    cast.write(table, 1)
    refused(422, lambda: deals.correct_deal(table, "user:1", 1, EIGHT, replaces=1))
    right(table, 1, EIGHT)
    deals.correct_deal(table, "user:1", 1, cast.result(), replaces=2, reason=WHY)
    assert set(LogEntry.objects.filter(event=table.round.event).values_list("act", flat=True)) >= {"correct_deal"}


def test_sent_twice_it_is_done_once_and_a_late_resend_changes_nothing(table: Table) -> None:
    cast.write(table, 1)
    answer = right(table, 1, EIGHT, key="a")
    with cast.nothing_written():
        assert right(table, 1, EIGHT, key="a") == answer
    right(table, 1, cast.result(), replaces=2)
    deals.undo_deal(table, cast.captain(table), 1, replaces=3)
    with cast.nothing_written():
        assert right(table, 1, EIGHT, key="a") == answer
    assert cast.stored(table, 1) is None
    assert "has not been recorded yet" in refused(409, lambda: right(table, 1, EIGHT, replaces=4))


def test_what_stands_there_already_is_not_written_again(table: Table) -> None:
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    with cast.nothing_written():
        right(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    right(table, 1, cast.result("S12", (1,), 12, jury="not_called"))
    calls = Decision.objects.filter(table=table, kind=Decision.JURY_CALL, cancelled=False)
    assert [call.ruling for call in calls] == ["not_called"]


def test_another_phone_came_first(table: Table) -> None:
    cast.write(table, 1)
    right(table, 1, EIGHT)
    assert "Somebody changed deal 1" in refused(409, lambda: right(table, 1, cast.result("S7", (1,), 7)))


def test_a_deal_that_the_jury_ruled_on_stays(table: Table) -> None:
    cast.write(table, 1)
    rulings.rule(table, "system", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    assert "The jury ruled on this deal." in refused(409, lambda: right(table, 1, EIGHT))


def test_a_closed_table_or_round_is_corrected_by_the_staff_only(event: Event, table: Table) -> None:
    cast.play(table)
    deals.close_table(table, "system")
    assert "This table is closed." in refused(409, lambda: right(table, 4, EIGHT))
    deals.reopen_table(table, "system")
    rounds.close_round(cast.round_of(event), "system", reason="Not all came.")
    by = "table:1/1"
    assert "This round is closed." in refused(
        409, lambda: deals.correct_deal(table, by, 4, EIGHT, replaces=1, at_table=True)
    )
    deals.correct_deal(table, "user:1", 4, EIGHT, replaces=1, reason=WHY)


def test_it_is_refused_for_others_than_were_seen(event: Event, table: Table) -> None:
    cast.write(table, 1)
    assert "Somebody else sits" in refused(409, lambda: right(table, 1, EIGHT, seated=[1, 2, 3, 99]))


def test_impossible_results_are_refused(table: Table) -> None:
    cast.write(table, 1)
    refused(422, lambda: right(table, 1, cast.result("S6", (2,), 14)))
    refused(422, lambda: right(table, 9, EIGHT))


@pytest.mark.long
def test_at_a_table_of_five_the_dealer_plays_nothing() -> None:
    event = cast.event(5, deals_per_round=5)
    events.change_state(event, "system", Event.State.LIVE)
    rounds.publish_round(cast.given_round(event, [[1, 2, 3, 4, 5]]), "system")
    table = cast.table(event)
    cast.write(table, 1, cast.result("S6", (5,), 7))
    refused(422, lambda: right(table, 1, cast.result("S6", (1,), 7)))
    right(table, 1, cast.result("S6", (5,), 8))
    assert cast.stored(table, 1) == {**cast.result("S6", (5,), 8), "seats": [2, 3, 4, 5]}
    page = opened(table, "deal/1/correct/")
    assert page.page.forms[-1].offers["who"] == ["2", "3", "4", "5"] and page.page.forms[-1].sends["who"] == ["5"]
    page.press("Continue", tricks="9").press("Correct deal 1")
    assert cast.stored(table, 1)["tricks"] == 9


# --- The pages, without scripts --------------------------------------------------------------------------------


def test_the_last_deal_is_put_right_in_place(table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 7))
    page = opened(table).follow("Correct deal 1")
    assert "This is what is recorded." in page.words and page.page.forms[-1].sends["tricks"] == ["7"]
    page.press("Continue")
    assert "This is what is recorded." in page.words and 'role="alert"></p>' not in page.response.content.decode()
    page.press("Continue", tricks="8")
    assert "Before After" in page.words and "Why is it being corrected?" not in page.words
    page.press("Correct deal 1")
    assert cast.stored(table, 1) == EIGHT
    name = cast.entry(table.round.event, cast.seated(table)[2]).player.name
    assert f"Deal 1 is corrected. Solo 6, {name}: 7 tricks → 8 tricks" in page.words


@pytest.mark.long
def test_an_earlier_deal_is_put_right_by_tapping_its_number(table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 7))
    cast.write(table, 2)
    page = opened(table)
    assert "A mistake? Tap the number of its deal." in page.words and "Ask the organiser" not in page.words
    numbers = [address for text, address in page.page.links if text.strip() == "1"]
    assert numbers == [path(table, "deal/1/correct/")]
    page.go(numbers[0]).press("Continue", tricks="8")
    with cast.nothing_written():
        page.press("Correct deal 1", reason=" ")
    assert page.status == 422 and "Enter a reason for the correction." in page.words
    # Looking again, or in another language, leaves the reason where it was typed.
    page.press("Continue", tricks="9", reason=WHY).press("Continue", tricks="8")
    assert [form.sends["reason"] for form in page.page.forms if "reason" in form.sends] == [[WHY]]
    page.press("Correct deal 1")
    assert cast.stored(table, 1) == EIGHT and "Deal 1 is corrected." in page.words
    desk = cast.client(cast.desk(table.round.event))
    assert WHY in cast.shown(desk.get(at(table, "deals/1/")))


@pytest.mark.long
def test_another_contract_is_chosen(table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 7))
    page = opened(table, "deal/1/correct/").follow("Change").follow("Solo 7")
    assert page.page.forms[-1].sends["who"] == ["2"]
    page.press("Continue", tricks="7").press("Correct deal 1")
    assert cast.stored(table, 1) == cast.result("S7", (2,), 7)


@pytest.mark.long
def test_a_misere_and_its_answers_are_filled_in(table: Table) -> None:
    cast.write(table, 1, cast.result("GM", (1, 3), {"1": 0, "3": "lost"}))
    sends = opened(table, "deal/1/correct/").page.forms[-1].sends
    assert (sends["who"], sends["tricks1"], sends["tricks3"]) == (["1", "3"], ["0"], ["lost"])


@pytest.mark.long
def test_where_only_points_are_entered_they_are_put_right(event: Event) -> None:
    table = cast.table(cast.playing(4, "points", rules="points-only"))
    cast.write(table, 1, {"points": {"1": 3, "2": -1, "3": -1, "4": -1}})
    page = opened(table, "deal/1/correct/")
    assert page.page.forms[-1].sends["points1"] == ["3"]
    page.press("Continue", points1="6", points2="-2", points3="-2", points4="-2").press("Correct deal 1")
    assert cast.stored(table, 1)["points"]["1"] == 6
    assert "Deal 1 is corrected." in page.words


@pytest.mark.long
def test_what_changed_meanwhile_is_shown_beside_what_was_chosen(table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 7))
    page = opened(table, "deal/1/correct/").press("Continue", tricks="8")
    right(table, 1, cast.result("S7", (1,), 9))
    with cast.nothing_written():
        page.press("Correct deal 1")
    assert page.status == 409 and "Somebody changed deal 1 in the meantime." in page.words
    assert "9 tricks" in page.words and "8 tricks" in page.words
    page.press("Correct it to this")
    assert cast.stored(table, 1) == EIGHT and "Deal 1 is corrected." in page.words


@pytest.mark.long
def test_an_undone_deal_is_not_put_right(table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 7))
    page = opened(table, "deal/1/correct/").press("Continue", tricks="8")
    deals.undo_deal(table, cast.captain(table), 1, replaces=1)
    with cast.nothing_written():
        page.press("Correct deal 1")
    assert page.status == 409 and "has not been recorded yet" in page.words
    assert not any("Correct" in button.words for one in page.page.forms for button in one.buttons)


@pytest.mark.long
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_pages_that_could_only_be_refused(table: Table, method: str) -> None:
    def status(number: int, **more: Any) -> int:
        there = path(table, f"deal/{number}/correct/")
        sent = form(cast.result("S6", (2,), 8), **more)
        return (cast.client().get(there) if method == "GET" else cast.client().post(there, sent)).status_code

    with cast.nothing_written():
        assert status(1) == 409 and status(9) == 404
    cast.write(table, 1)
    rulings.rule(table, "system", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    with cast.nothing_written():
        assert status(1) == 409
        assert method == "GET" or status(1, key="") == 422
        assert method == "GET" or status(1, seen="") == 303
        assert method == "GET" or status(1, version="") == 422
    assert path(table, "deal/1/correct/") not in [address for _text, address in opened(table).page.links]
    cast.play(cast.table(table.round.event, 2))
    deals.close_table(cast.table(table.round.event, 2), "system")
    closed = cast.table(table.round.event, 2)
    with cast.nothing_written():
        assert cast.client().post(path(closed, "deal/4/correct/"), form(EIGHT)).status_code == 409
        assert cast.client().get(path(closed, "deal/4/correct/")).status_code == 409
    assert not any("correct" in address for _text, address in opened(closed).page.links)


def test_a_script_is_answered_in_json(table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (2,), 7))
    cast.write(table, 2)
    please = {"accept": "application/json"}
    there = path(table, "deal/1/correct/")
    refused = cast.client().post(there, form(EIGHT), headers=please)
    assert refused.status_code == 422 and "reason" in refused.json()["sentence"]
    done = cast.client().post(there, form(EIGHT, reason=WHY), headers=please).json()
    assert (done["done"], done["deal"], done["version"]) == ("corrected", 1, 2)
    late = cast.client().post(there, form(cast.result("S6", (2,), 9), key="l", reason=WHY), headers=please)
    assert late.status_code == 409 and late.json()["correct"] == there and "8 tricks" in late.json()["there"]


# --- A number already taken ------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_deal_recorded_twice_shows_both_and_the_table_keeps_what_is_recorded(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6&who=2&tricks=8")
    cast.write(table, 1, cast.result("S7", (1,), 9))
    with cast.nothing_written():
        page.press("Right, keep it")
        assert page.status == 409 and "Deal 1 has already been recorded" in page.words
        assert page.words.index("9 tricks") < page.words.index("What you entered") < page.words.index("8 tricks")
        page.follow("Keep what is recorded")
    assert cast.stored(table, 1) == cast.result("S7", (1,), 9)


@pytest.mark.long
def test_or_it_is_corrected_to_what_was_entered(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6&who=2&tricks=8")
    cast.write(table, 1, cast.result("S7", (1,), 9))
    page.press("Right, keep it").press("Correct it to this")
    assert cast.stored(table, 1) == EIGHT and Deal.objects.get(table=table, number=1).version == 2


@pytest.mark.long
def test_an_earlier_one_asks_why(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6&who=2&tricks=8")
    cast.write(table, 1, cast.result("S7", (1,), 9))
    cast.write(table, 2)
    page.press("Right, keep it").press("Correct it to this", reason=WHY)
    assert cast.stored(table, 1) == EIGHT


def test_the_same_recorded_on_both_phones_is_nothing_to_choose(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6&who=2&tricks=8")
    cast.write(table, 1, EIGHT)
    with cast.nothing_written():
        page.press("Right, keep it")
    assert page.status == 200 and "Deal 1 is recorded." in page.words


def test_what_the_jury_ruled_on_is_kept(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6&who=2&tricks=8")
    cast.write(table, 1, cast.result("S7", (1,), 9))
    rulings.rule(table, "system", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    page.press("Right, keep it")
    assert page.status == 409 and "The jury ruled on this deal." in page.words
    assert not any("Correct" in button.words for one in page.page.forms for button in one.buttons)


def test_correcting_keeps_the_passes_and_what_was_announced_is_over(table: Table) -> None:
    redeals.all_pass(table, cast.captain(table), 1)
    cast.write(table, 1)
    right(table, 1, EIGHT, replaces=2)
    row = Deal.objects.get(table=table, number=1)
    assert (row.passes, row.announced, row.result) == (1, None, EIGHT)


def test_nobody_changed_places_since_the_deal(event: Event, table: Table) -> None:
    cast.write(table, 1)
    refused(409, lambda: seat_swaps.exchange_places(cast.round_of(event), "system", (1, 5), "Brothers."))
    assert posted(table, "deal/1/correct/", **form(EIGHT, seats="1.1.1 2.1.2 3.1.3 4.1.99")).status_code == 409
