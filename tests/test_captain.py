"""The captain's pages behind the link of a table, without scripts: what one sees, writes, takes back, is refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from tests import cast
from tests.no_script import Visit
from tournament.acts import deals, events, jury, redeals, registration, rounds
from tournament.acts.events import Plan
from tournament.acts.registration import Person
from tournament.models import Adjustment, Deal, Decision, Event, LogEntry, Submission, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return cast.playing(players=8, deals=4)


@pytest.fixture
def table(event: Event) -> Table:
    return cast.table(event)


def path(table: Table, rest: str = "") -> str:
    return f"/t/{cast.token(table)}/{rest}"


def opened(table: Table, rest: str = "", language: str = "en") -> Visit:
    """A page of the table, as a phone that was never here opens it: full CSRF checks, no cookie."""
    return Visit(Client(enforce_csrf_checks=True, headers={"accept-language": language}), path(table, rest))


def stored(table: Table, number: int) -> Any:
    return Deal.objects.get(table=table, number=number).result


def posted(table: Table, rest: str, **data: Any) -> Any:
    return cast.client().post(path(table, rest), data)


PC9: dict[str, Any] = {
    "contract": "PC9",
    "who": ["1", "3"],
    "tricks": "10",
    "seen": '{"contract":"PC9","declarers":[1,3],"tricks":10}',
}
# Pages of a table whose first deal is written, to be looked at.
LOOKS = ("", "deal/2/", "deal/2/?contract=PC9&who=1&who=3&tricks=10", "deal/2/pass/", "deal/2/misdeal/", "undo/")


# --- The sheet -------------------------------------------------------------------------------------------------


def test_an_empty_sheet_leads_to_the_first_deal(event: Event, table: Table) -> None:
    page = opened(table)
    assert page.status == 200
    names = [cast.entry(event, number).player.name for number in cast.seated(table).values()]
    assert all(name in page.words for name in names)
    assert [text for text, address in page.page.links if "/deal/" in address and "misdeal" not in address] == [
        "Write deal 1"
    ]
    assert "Take back" not in page.words


def test_the_sheet_has_points_and_running_totals(table: Table) -> None:
    cast.write(table, 1, cast.result("PC9", (1, 3), 10))
    cast.write(table, 2, cast.result("S8", (2,), 6))
    page = opened(table)
    assert "P&C 9 · 10 tricks played it +13 dealer 13 0 0 played it +13 13 0 0" in page.words
    assert "Solo 8 · 6 tricks +18 31 played it −27 dealer −27 +18 31 +18 18" in page.words
    assert "Write deal 3" in page.words


def test_the_open_deal_says_who_deals_it(event: Event, table: Table) -> None:
    cast.write(table, 1)
    name = cast.entry(event, cast.seated(table)[2]).player.name
    assert f"To be written · Dealer: {name}" in opened(table).words


def test_who_plays_for_himself_is_named_with_his_tricks(event: Event, table: Table) -> None:
    first, second = (cast.entry(event, cast.seated(table)[seat]).player.name for seat in (1, 3))
    shown = opened(table, "deal/1/?contract=GM&who=1&who=3&tricks1=0&tricks3=1").words
    assert f"{first} with 0 tricks" in shown and f"{second} with 1 trick:" in shown
    cast.write(table, 1, cast.result("GM", (1, 3), {"1": 0, "3": 1}))
    assert f"· {first} 0, {second} 1" in opened(table).words


def test_an_earlier_mistake_is_for_the_organiser(table: Table) -> None:
    assert "Ask the organiser" not in opened(table).words
    cast.write(table, 1)
    assert "A mistake in an earlier deal? Ask the organiser: he corrects it." in opened(table).words


def test_decisions_at_the_table_stand_below_the_deals(table: Table) -> None:
    cast.write(table, 1, cast.result("PC9", (1, 3), 10))
    redeals.misdeal(table, cast.captain(table), 2, waived=False)
    page = opened(table)
    assert "Decisions, and the total with them +1 14 −3 −3 +1 14 +1 1" in page.words
    assert "Deal 2: Misdeal" in page.words


def test_totals_count_the_decisions_when_a_deal_is_shown_and_when_the_table_is_closed(table: Table) -> None:
    hint = "Totals with the decisions at this table."
    shown = "deal/1/?contract=PC9&who=1&who=3&tricks=10"
    assert hint not in opened(table, shown).words
    redeals.misdeal(table, cast.captain(table), 1, waived=False)  # seat 1 deals: −3, the others +1
    page = opened(table, shown)
    assert hint in page.words and page.words.count("+13 10") == page.words.count("+13 14") == 1
    page.press("Write deal 1")
    for number in (2, 3, 4):
        cast.write(table, number)
    assert hint in opened(table, "close/").words


def test_the_sheet_says_what_the_jury_made_of_a_deal(table: Table) -> None:
    cast.write(table, 1, cast.result("PC9", (1, 3), 10))
    jury.rule(table, "user:1", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    assert "P&C 9 · 10 tricks · annulled" in opened(table).words


def test_unverified_figures_are_called_so_in_the_visitors_language(table: Table) -> None:
    assert "Unverified figures." in opened(table).words
    assert "Niet nagekeken punten." in opened(table, language="nl").words
    assert "Unverified figures." in opened(table, "deal/1/").words


def test_the_pages_need_no_cookie_and_are_not_kept(table: Table) -> None:
    cast.write(table, 1)
    for rest in LOOKS:
        answer = opened(table, rest).response
        assert not answer.cookies, rest
        assert "no-store" in answer.headers["Cache-Control"], rest
        assert answer.headers["Referrer-Policy"] == "same-origin", rest


def test_the_sheet_costs_the_same_whatever_was_played(
    table: Table, django_assert_max_num_queries: Callable[..., Any]
) -> None:
    cast.play(table)
    with django_assert_max_num_queries(9):
        cast.client().get(path(table))


def test_at_a_table_of_five_the_dealer_rests() -> None:
    event = cast.event(players=10, slug="five")
    events.change_state(event, "system", Event.State.LIVE)
    rounds.publish_round(rounds.lay_round(event, "system", [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]], deals=5), "system")
    table = cast.table(event)
    page = opened(table, "deal/1/?contract=PC8")
    assert page.page.forms[-1].offers["who"] == ["2", "3", "4", "5"]
    page.press("Continue", who=["2", "5"], tricks="9").press("Write deal 1")
    assert stored(table, 1) == {"contract": "PC8", "declarers": [2, 5], "tricks": 9, "seats": [2, 3, 4, 5]}
    assert "rests" in opened(table).words


def test_a_substitute_is_named_from_his_deal_on(event: Event, table: Table) -> None:
    cast.write(table, 1, cast.result("S6", (1,), 6))
    registration.add_entries(event, "system", [Person("Zoë Zwart")])
    before = cast.entry(event, cast.seated(table)[1]).player.name
    rounds.substitute(table, "system", 1, 9, 2)
    assert f"Zoë Zwart before: {before}" in opened(table).words
    assert "Zoë Zwart" in opened(table, "deal/2/?contract=S6").words


# --- Writing ---------------------------------------------------------------------------------------------------


def test_a_whole_table_is_written_without_scripts(event: Event, table: Table) -> None:
    page = opened(table)

    page.follow("Write deal 1").follow("P&C 9")
    assert "Prop & cop 9" in page.words and "Choose 2 players." in page.words
    page.press("Continue", who=["1", "3"], tricks="10")
    assert "+13" in page.words and "10 + 1 overtrick × 3 = 13" in page.words
    page.press("Write deal 1")
    assert "Deal 1 is written." in page.words

    page.follow("Write deal 2").follow("Petite mis.").press("Continue", who=["1", "2"])
    page.press("Continue", tricks1="0", tricks2="1")
    page.press("Write deal 2")
    assert stored(table, 2) == {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 1}}

    page.follow("Write deal 3").follow("Solo 12").press("Continue", who="4", tricks="12", jury="allowed")
    assert "This is rare. Is that right?" in page.words
    page.press("Write deal 3")

    page.press("Everybody passed")
    assert "Everybody passed deal 4." in page.words
    page.follow("Write deal 4").follow("Grande mis. table").press("Continue", who="2")
    page.press("Continue", tricks2="0", jury="not_called")
    assert "annulled" in page.words
    page.press("Write deal 4")

    page.follow("Close the table").press("Close the table")
    assert "Thank you." in page.words and "See the ranking" in page.words
    assert "Write deal" not in page.words and "Take back" not in page.words
    assert cast.table(event).closed
    # 13 + 18, −18, 13 + 12, 12 + 100: the last deal was annulled.
    assert "0 31 played it 0 −18 0 25 0 dealer 112" in page.words
    acts = list(LogEntry.objects.filter(event=event, by="table:1/1").values_list("act", flat=True))
    assert acts == ["record_deal", "record_deal", "record_deal", "count_passes", "record_deal", "close_table"]


def test_every_contract_of_the_event_can_be_chosen(table: Table) -> None:
    page = opened(table, "deal/1/")
    choices = [address for _text, address in page.page.links if address.startswith("?contract=")]
    assert len(choices) == len(table.round.event.rules["lines"])
    for address in choices:
        chosen = opened(table, f"deal/1/{address}")
        assert chosen.status == 200 and "Who played it?" in chosen.words


def test_points_alone_are_four_numbers() -> None:
    table = cast.table(cast.playing(slug="points", rules="points-only"))
    page = opened(table).follow("Write deal 1")
    page.press("Continue", points1="5", points2="-5", points3="0", points4="0").press("Write deal 1")
    assert stored(table, 1) == {"points": {"1": 5, "2": -5, "3": 0, "4": 0}}


def test_passed_out_deals_double_the_next_one_in_flanders() -> None:
    table = cast.table(cast.playing(slug="flanders", rules="flanders"))
    page = opened(table).press("Everybody passed").press("Everybody passed")
    page.follow("Write deal 1").follow("Solo 6")
    assert "Everybody passed 2 times before this deal" in page.words
    page.press("Continue", who="1", tricks="6", double="1").press("Write deal 1")
    assert stored(table, 1)["doubles"] == 3
    assert "+24" in page.words  # 2 × (1 + 3), from each of three


def test_the_trump_is_asked_where_the_event_records_it() -> None:
    table = cast.table(cast.playing(slug="trump", records_trump=True))
    page = opened(table).follow("Write deal 1").follow("Solo 6").press("Continue", who="2", tricks="6")
    assert "Still to be filled in: the trump." in page.words
    page.press("Continue", trump="H").press("Write deal 1")
    assert stored(table, 1)["trump"] == "H"


def test_what_is_chosen_goes_along_when_the_contract_changes(table: Table) -> None:
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10&key=mine").follow("Change").follow("P&C 10")
    assert page.page.forms[-1].sends["who"] == ["1", "3"] and page.page.forms[-1].sends["key"] == ["mine"]
    page.press("Write deal 1")
    assert stored(table, 1)["contract"] == "PC10"


def test_the_key_is_made_once_and_carried_along(table: Table) -> None:
    page = opened(table).follow("Write deal 1").follow("Solo 6")
    key = page.page.forms[-1].sends["key"]
    page.press("Continue", who="2", tricks="6")
    assert page.page.forms[-1].sends["key"] == key
    page.press("Write deal 1")
    assert Submission.objects.get(table=table).key == key[0]


def test_the_enter_key_shows_and_never_writes(table: Table) -> None:
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10")
    first = page.page.forms[-1].buttons[0]
    assert (first.words, first.method) == ("Continue", "")


def test_looking_writes_nothing(table: Table) -> None:
    cast.write(table, 1)
    with cast.nothing_written():
        for rest in LOOKS:
            assert opened(table, rest).status == 200
    assert not Deal.objects.filter(table=table, number=2).exists()


def test_full_names_for_those_at_the_table_initials_for_the_public(event: Event, table: Table) -> None:
    entry = cast.entry(event, cast.seated(table)[1])
    registration.change_entry(entry, "system", Person("Hendrika Verborgen", initials_only=True))
    assert "Hendrika Verborgen" in opened(table).words


# --- Twice, and meanwhile --------------------------------------------------------------------------------------


def test_a_doubled_submit_writes_once_and_answers_the_same(table: Table) -> None:
    first = posted(table, "deal/1/", key="k1", **PC9)
    with cast.nothing_written():
        second = posted(table, "deal/1/", key="k1", **PC9)
    assert first.status_code == second.status_code == 303
    assert first["Location"] == second["Location"] == path(table, "?done=written&deal=1#deal-1")
    assert Deal.objects.filter(table=table).count() == 1


def test_another_phone_finds_the_deal_written(table: Table) -> None:
    posted(table, "deal/1/", key="k1", **PC9)
    with cast.nothing_written():
        other = posted(table, "deal/1/", key="k2", **PC9)
    page = other.content.decode()
    assert other.status_code == 409
    assert "Deal 1 has already been written" in page and "10 tricks" in page and "+13" in page
    assert stored(table, 1)["tricks"] == 10


def test_going_back_to_a_written_deal_shows_what_stands_there(table: Table) -> None:
    cast.write(table, 1)
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10")
    assert page.status == 409 and "Deal 1 has already been written" in page.words and "P&C 8" in page.words
    page.follow("Back to the sheet")
    assert page.status == 200


def test_what_was_changed_after_it_was_shown_is_shown_again(table: Table) -> None:
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10")
    with cast.nothing_written():
        page.press("Write deal 1", tricks="11")
    assert "You changed something after it was shown." in page.words and "+16" in page.words
    page.press("Write deal 1")
    assert stored(table, 1)["tricks"] == 11


def test_what_was_never_shown_is_shown_first(table: Table) -> None:
    unseen = {name: value for name, value in PC9.items() if name != "seen"}
    with cast.nothing_written():
        assert posted(table, "deal/1/", key="k1", **unseen).status_code == 303


def test_a_message_is_only_said_while_it_is_so(table: Table) -> None:
    assert "is written" not in opened(table, "?done=written&deal=1").words
    cast.write(table, 1)
    assert "Deal 1 is written." in opened(table, "?done=written&deal=1").words
    for junk in ("?done=written&deal=99", "?done=written&deal=x", "?done=<b>&deal=1", "?deal=1", "?done=undone&deal=1"):
        assert "Deal 1 is" not in opened(table, junk).words and "taken back" not in opened(table, junk).words


def test_a_second_hit_on_all_pass_counts_once(table: Table) -> None:
    key = opened(table).page.forms[-1].sends["key"][0]
    for _ in range(2):
        assert posted(table, "deal/1/pass/", key=key).status_code == 303
    assert Deal.objects.get(table=table, number=1).passes == 1


# --- Passes, misdeals, taking back -----------------------------------------------------------------------------


def test_a_misdeal_costs_the_dealer_unless_it_is_waived(event: Event, table: Table) -> None:
    page = opened(table).follow("Misdeal")
    assert "dealt wrongly" in page.words and "−3 for the dealer" in page.words
    page.press("−3 for the dealer")
    assert "The misdeal of deal 1 is noted." in page.words
    given = {each.entry.number: each.points for each in Adjustment.objects.filter(decision__event=event)}
    seated = cast.seated(table)
    assert given == {seated[1]: -3, seated[2]: 1, seated[3]: 1, seated[4]: 1}
    page.follow("Misdeal").press("No penalty")
    assert Decision.objects.filter(event=event).count() == 1
    assert Deal.objects.get(table=table, number=1).misdeals == 2


def test_rules_without_a_penalty_let_the_table_waive_it(event: Event, table: Table) -> None:
    mild = replace(Plan.of(event), rules={**event.rules, "penalties": {}})
    events.change_event(event, "system", mild)
    table = cast.table(event)
    page = opened(table).follow("Misdeal")
    assert [button.words for button in page.page.forms[-1].buttons] == ["No penalty: the table waives it"]
    with cast.nothing_written():
        refused = posted(table, "deal/1/misdeal/", key="k", waived="0")
    assert refused.status_code == 422 and "no penalty for a misdeal" in refused.content.decode()
    page.press("No penalty")
    assert Deal.objects.get(table=table, number=1).misdeals == 1


def test_everybody_passed_asks_when_it_is_opened_as_a_page(table: Table) -> None:
    page = opened(table, "deal/1/pass/")
    assert "Did everybody pass deal 1?" in page.words
    page.press("Everybody passed")
    assert Deal.objects.get(table=table, number=1).passes == 1


def test_the_last_thing_said_is_taken_back_first(table: Table) -> None:
    cast.write(table, 1)
    page = opened(table).press("Everybody passed").follow("Misdeal").press("−3 for the dealer")
    page.follow("Take back the misdeal").press("Take back")
    assert Deal.objects.get(table=table, number=2).misdeals == 0
    assert not Decision.objects.filter(cancelled=False).exists()
    page.follow("Take back: everybody passed").press("Take back")
    assert Deal.objects.get(table=table, number=2).passes == 0
    page.follow("Take back deal 1").press("Take back")
    assert stored(table, 1) is None
    assert "Deal 1 has been taken back." in page.words and "Write deal 1" in page.words


def test_a_misdeal_before_a_pass_is_taken_back_after_it(table: Table) -> None:
    page = opened(table).follow("Misdeal").press("No penalty").press("Everybody passed")
    page.follow("Take back: everybody passed").press("Take back")
    assert "Take back the misdeal" in page.words


def test_a_deal_taken_back_is_written_again_under_a_new_key(table: Table) -> None:
    page = opened(table, "deal/1/?contract=S6&who=1&tricks=6").press("Write deal 1")
    page.follow("Take back deal 1").press("Take back")
    page.follow("Write deal 1").follow("Solo 7").press("Continue", who="1", tricks="7").press("Write deal 1")
    assert stored(table, 1)["contract"] == "S7"


def test_a_deal_that_changed_meanwhile_is_not_taken_back(table: Table) -> None:
    cast.write(table, 1)
    page = opened(table, "undo/")
    deals.correct_deal(table, "user:1", 1, cast.result(tricks=10), replaces=1, reason="Misread.")
    with cast.nothing_written():
        page.press("Take back")
    assert page.status == 409 and "Somebody changed deal 1 meanwhile." in page.words


def test_a_deal_the_jury_ruled_on_is_not_taken_back(table: Table) -> None:
    cast.write(table, 1)
    jury.rule(table, "user:1", 1, Decision.Ruling.ANNULLED, "Cards were seen.")
    with cast.nothing_written():
        page = opened(table, "undo/").press("Take back")
    assert page.status == 409 and "The jury ruled on this deal." in page.words


def test_after_a_refusal_of_the_jury_the_table_writes_what_was_played_instead(table: Table) -> None:
    cast.write(table, 1, cast.result("S12", (1,), 12, jury="allowed"))
    jury.rule(table, "user:1", 1, Decision.Ruling.REFUSED, "Not agreed.", contract="S12")
    page = opened(table)
    assert "The jury refused this contract" in page.words
    page.follow("Write deal 1").follow("Solo 12").press("Continue", who="1", tricks="12", jury="allowed")
    with cast.nothing_written():
        page.press("Write deal 1")
    assert page.status == 422 and "The jury refused this contract" in page.words
    page.go(path(table, "deal/1/?contract=PC8&who=1&who=2&tricks=8")).press("Write deal 1")
    assert stored(table, 1)["contract"] == "PC8"


# --- Refusals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rest", "status", "sentence"),
    [
        ("deal/2/", 409, "Deal 1 comes first."),
        ("deal/0/", 404, "This table has no such deal."),
        ("deal/5/", 404, "This table has no such deal."),
        ("deal/99999999999999999999/", 404, "This table has no such deal."),
        ("deal/2/pass/", 409, "Deal 1 comes first."),
        ("deal/3/misdeal/", 409, "Deal 1 comes first."),
        ("undo/", 409, "There is nothing to take back."),
        ("close/", 409, "Deal 1 has not been written yet."),
    ],
)
def test_what_is_not_to_be_done_now_is_said(table: Table, rest: str, status: int, sentence: str) -> None:
    with cast.nothing_written():
        page = opened(table, rest)
    assert page.status == status and sentence in page.words


@pytest.mark.parametrize(
    ("rest", "data", "status"),
    [
        ("deal/1/", {}, 422),
        ("deal/1/", {"key": "k"}, 422),
        ("deal/1/", {"key": "k", "contract": "PC9", "who": ["1"], "tricks": "9", "seen": "x"}, 422),
        ("deal/1/", {"key": "k", "contract": "☠" * 500, "who": ["1", "x"], "tricks": "9e9", "seen": "☠"}, 422),
        ("deal/1/", {**PC9, "key": ""}, 422),
        ("deal/1/", {**PC9, "key": "k" * 65}, 422),
        ("deal/1/", {**PC9, "key": "\0"}, 422),
        ("deal/2/", {**PC9, "key": "k"}, 409),
        ("deal/9/", {**PC9, "key": "k"}, 404),
        ("deal/1/pass/", {}, 422),
        ("deal/2/pass/", {"key": "k"}, 409),
        ("deal/1/misdeal/", {"key": "k"}, 422),
        ("deal/1/misdeal/", {"key": "k", "waived": "maybe"}, 422),
        ("deal/1/misdeal/", {"waived": "1"}, 422),
        ("deal/1/undo/", {"key": "k", "version": "1"}, 409),
        ("deal/1/undo/", {"key": "k", "version": "☠"}, 422),
        ("deal/1/undo/", {"version": "1"}, 422),
        ("deal/1/pass/undo/", {"key": "k"}, 409),
        ("deal/1/misdeal/undo/", {"key": "k"}, 409),
        ("deal/7/misdeal/undo/", {"key": "k"}, 422),
        ("close/", {"key": "k"}, 409),
        ("close/", {}, 422),
    ],
)
def test_junk_writes_nothing_and_gets_a_sentence(table: Table, rest: str, data: dict[str, Any], status: int) -> None:
    with cast.nothing_written():
        answer = posted(table, rest, **data)
    assert answer.status_code == status
    assert "<h1>" in answer.content.decode()
    assert not Deal.objects.filter(table=table).exists()


def test_an_unfinished_deal_comes_back_as_it_was_with_what_is_missing(table: Table) -> None:
    answer = posted(table, "deal/1/", key="k", contract="PM", who=["1", "2"], tricks1="0")
    page = answer.content.decode()
    assert answer.status_code == 422 and "Still to be filled in: the tricks of" in page
    assert 'id="tricks1-0"' in page and "checked" in page


@pytest.mark.parametrize("rest", ["deal/1/undo/", "deal/1/pass/undo/", "deal/1/misdeal/undo/"])
def test_taking_back_is_posted(table: Table, rest: str) -> None:
    cast.write(table, 1)
    assert opened(table, rest).status == 405


def test_a_token_opens_its_own_table_only(event: Event, table: Table) -> None:
    other = cast.table(event, 2)
    cast.write(table, 1)
    assert "Write deal 1" in opened(other).words


@pytest.mark.parametrize("token", ["x", "1-", "0-aaaa", "1-aaaaaaaaaaaaaaaaaaaaaaaaaa", "☠", "9" * 40, "1-%00", "-1-a"])
def test_a_token_of_nothing_gets_a_sentence(table: Table, token: str) -> None:
    for rest in ("", "deal/1/", "undo/", "close/", "deal/1/pass/"):
        with cast.nothing_written():
            answer = cast.client().get(f"/t/{token}/{rest}")
            written = cast.client().post(f"/t/{token}/deal/1/", {**PC9, "key": "k"})
        assert answer.status_code == written.status_code == 404
        assert "Scan the code on your table again." in answer.content.decode()


def test_a_revoked_link_is_dead_and_the_new_one_lives(table: Table) -> None:
    old = path(table)
    rounds.renew_link(table, "user:1")
    with cast.nothing_written():
        assert cast.client().get(old).status_code == 404
        assert cast.client().post(f"{old}deal/1/", {**PC9, "key": "k"}).status_code == 404
    assert opened(cast.table(table.round.event)).status == 200


def test_before_the_round_is_published_and_after_it_is_closed_the_link_is_dead(event: Event, table: Table) -> None:
    hidden = Table.objects.get(round=cast.next_round(event, publish=False), number=1)
    assert "This round has not started yet." in opened(hidden).words
    rounds.close_round(table.round, "user:1", anyway=True)
    page = opened(table)
    assert page.status == 404 and "This round is over" in page.words and "Table 1, round 1" in page.words
    onward = {address for _text, address in page.page.links}
    assert {event.get_absolute_url(), f"{event.get_absolute_url()}seating/"} <= onward
    with cast.nothing_written():
        assert posted(table, "deal/1/", key="k", **PC9).status_code == 404


def test_a_closed_table_only_shows(table: Table) -> None:
    cast.play(table)
    deals.close_table(table, "user:1")
    assert opened(table).status == 200
    for rest in ("undo/", "close/"):
        with cast.nothing_written():
            page = opened(table, rest)
        assert page.status == 409 and "This table is closed." in page.words
    with cast.nothing_written():
        assert posted(table, "deal/4/undo/", key="k", version="1").status_code == 409


def test_a_closed_event_writes_no_more(event: Event, table: Table) -> None:
    events.change_state(event, "user:1", Event.State.CLOSED)
    with cast.nothing_written():
        answer = posted(table, "deal/1/", key="k", **PC9)
    assert answer.status_code == 409 and "This event is closed." in answer.content.decode()


def test_where_nobody_signs_the_table_is_not_closed_by_its_captain() -> None:
    table = cast.table(cast.playing(slug="free", confirmation=Event.Confirmation.NONE))
    cast.play(table)
    page = opened(table)
    assert "Every deal is written." in page.words and "Close the table" not in page.words


# --- Two at once -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("keys", "answers"), [(("k", "k"), [303, 303]), (("k1", "k2"), [303, 409])])
def test_two_captains_at_once(keys: tuple[str, str], answers: list[int]) -> None:
    table = cast.table(cast.playing(slug=f"at-once-{keys[1]}"))
    start = Barrier(2)

    def write(key: str) -> int:
        start.wait(10)
        try:
            return int(posted(table, "deal/1/", key=key, **PC9).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(write, keys)) == answers
    assert LogEntry.objects.filter(event=table.round.event, act="record_deal").count() == 1
