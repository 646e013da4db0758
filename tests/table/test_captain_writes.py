"""The captain's pages, without scripts: what is written, once, also when two write."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connections

from tests.support.events import cast
from tests.support.pages.captain_phone import LOOKS, PC9, opened, path, posted
from tests.support.servers.waiting import PATIENCE
from tournament.acts.people import registration
from tournament.acts.people.registration import Entrant
from tournament.models import Deal, Event, LogEntry, Submission, Table
from tournament.reading.table import sheets

pytestmark = pytest.mark.django_db


# --- Writing ---------------------------------------------------------------------------------------------------


def test_a_whole_table_is_written_without_scripts(event: Event, table: Table) -> None:
    page = opened(table)

    page.follow("Deal 1").follow("P&C 9")
    assert "Prop & cop 9" in page.words and "Choose 2 players." in page.words
    page.press("Continue", who=["1", "3"], tricks="10")
    assert "+13" in page.words and "10 + 1 overtrick × 3 = 13" in page.words
    page.press("Right, keep it")
    assert "Deal 1 is recorded." in page.words

    page.follow("Deal 2").follow("Petite mis.").press("Continue", who=["1", "2"])
    page.press("Continue", tricks1="0", tricks2="1")
    page.press("Right, keep it")
    assert cast.stored(table, 2) == {"contract": "PM", "declarers": [1, 2], "tricks": {"1": 0, "2": 1}}

    page.follow("Deal 3").follow("Solo 12").press("Continue", who="4", tricks="12", jury="allowed")
    fourth = cast.entry(event, cast.seated(table)[4]).player.name
    assert f"Really? {fourth}, solo 12, 12 tricks?" in page.words
    page.press("Right, keep it")

    page.press("Everybody passed")
    assert "Everybody passed deal 4." in page.words
    page.follow("Deal 4").follow("Grande mis. table").press("Continue", who="2")
    page.press("Continue", tricks2="0", jury="not_called")
    assert "annulled" in page.words
    page.press("Right, keep it")

    page.follow("Close the table").press("Close the table")
    assert "Thank you." in page.words and "View the ranking" in page.words
    assert not [words for words in page.links if words.startswith("Deal")] and "Take back" not in page.words
    assert cast.table(event).closed
    # 13 + 18, −18, 13 + 12, 12 + 100: the last deal was annulled.
    assert "0 31 played it 0 −18 0 25 0 dealer 112" in page.words
    acts = list(LogEntry.objects.filter(event=event, by="table:1/1").values_list("act", flat=True))
    assert acts == ["record_deal", "record_deal", "record_deal", "count_passes", "record_deal", "close_table"]


@pytest.mark.long
def test_every_contract_of_the_event_can_be_chosen(table: Table) -> None:
    page = opened(table, "deal/1/")
    choices = [address for _text, address in page.page.links if address.startswith("?contract=")]
    assert len(choices) == len(table.round.event.rules["lines"])
    for address in choices:
        chosen = opened(table, f"deal/1/{address}")
        assert chosen.status == 200 and "Who played it?" in chosen.words


def test_points_alone_are_four_numbers() -> None:
    table = cast.table(cast.playing(slug="points", rules="points-only"))
    page = opened(table).follow("Deal 1")
    page.press("Continue", points1="5", points2="-5", points3="0", points4="0").press("Right, keep it")
    assert cast.stored(table, 1) == {"points": {"1": 5, "2": -5, "3": 0, "4": 0}}


@pytest.mark.long
def test_passed_out_deals_double_the_next_one_in_flanders() -> None:
    table = cast.table(cast.playing(slug="flanders", rules="flanders"))
    page = opened(table).press("Everybody passed").press("Everybody passed")
    page.follow("Deal 1").follow("Solo 6")
    assert "Everybody passed 2 times before this deal" in page.words
    page.press("Continue", who="1", tricks="6", double="1").press("Right, keep it")
    assert cast.stored(table, 1)["doubles"] == 3
    assert "+24" in page.words  # 2 × (1 + 3), from each of three


@pytest.mark.long
def test_the_trump_is_asked_where_the_event_records_it() -> None:
    table = cast.table(cast.playing(slug="trump", records_trump=True))
    page = opened(table).follow("Deal 1").follow("Solo 6").press("Continue", who="2", tricks="6")
    assert "Still to fill in: the trump." in page.words
    page.press("Continue", trump="H").press("Right, keep it")
    assert cast.stored(table, 1)["trump"] == "H"


def test_what_is_chosen_goes_along_when_the_contract_changes(table: Table) -> None:
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10&key=mine").follow("Change").follow("P&C 10")
    assert page.page.forms[-1].sends["who"] == ["1", "3"] and page.page.forms[-1].sends["key"] == ["mine"]
    page.press("Right, keep it")
    assert cast.stored(table, 1)["contract"] == "PC10"


def test_the_key_is_made_once_and_carried_along(table: Table) -> None:
    page = opened(table).follow("Deal 1").follow("Solo 6")
    key = page.page.forms[-1].sends["key"]
    page.press("Continue", who="2", tricks="6")
    assert page.page.forms[-1].sends["key"] == key
    page.press("Right, keep it")
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
    registration.change_entry(entry, "system", Entrant("Hendrika Verborgen", initials_only=True))
    assert "Hendrika Verborgen" in opened(table).words


def test_a_deal_costs_the_same_queries_whatever_was_written(
    event: Event, django_assert_num_queries: Callable[..., Any]
) -> None:
    # Two of them begin and end the transaction; five write: line, deal, submission, table and event.
    for table in (cast.table(event, 1), cast.table(event, 2)):
        seats = sheets.sheet(table).seats
        for number in range(1, 5):
            with django_assert_num_queries(12):
                answer = posted(table, f"deal/{number}/", key=f"k{number}", seats=seats, **PC9)
            assert answer.status_code == 303


# --- Twice, and meanwhile --------------------------------------------------------------------------------------


def test_a_doubled_submit_writes_once_and_answers_the_same(table: Table) -> None:
    first = posted(table, "deal/1/", key="k1", **PC9)
    with cast.nothing_written():
        second = posted(table, "deal/1/", key="k1", **PC9)
    assert first.status_code == second.status_code == 303
    assert first["Location"] == second["Location"] == path(table, "?done=written&deal=1")
    assert Deal.objects.filter(table=table).count() == 1


ELEVEN = {"tricks": "11", "seen": PC9["seen"].replace("10", "11")}


def test_another_phone_finds_the_deal_written(table: Table) -> None:
    posted(table, "deal/1/", key="k1", **PC9)
    with cast.nothing_written():
        other = posted(table, "deal/1/", key="k2", **{**PC9, **ELEVEN})
    page = other.content.decode()
    assert other.status_code == 409
    assert "Deal 1 has already been recorded" in page and "10 tricks" in page and "+13" in page
    assert cast.stored(table, 1)["tricks"] == 10


def test_going_back_to_a_written_deal_shows_what_stands_there(table: Table) -> None:
    cast.write(table, 1)
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10")
    assert page.status == 409 and "Deal 1 has already been recorded" in page.words and "P&C 8" in page.words
    page.follow("Back to the sheet")
    assert page.status == 200


def test_what_was_changed_after_it_was_shown_is_shown_again(table: Table) -> None:
    page = opened(table, "deal/1/?contract=PC9&who=1&who=3&tricks=10")
    with cast.nothing_written():
        page.press("Right, keep it", tricks="11")
    assert "You changed something after it was shown." in page.words and "+16" in page.words
    page.press("Right, keep it")
    assert cast.stored(table, 1)["tricks"] == 11


def test_what_was_never_shown_is_shown_first(table: Table) -> None:
    unseen = {name: value for name, value in PC9.items() if name != "seen"}
    with cast.nothing_written():
        assert posted(table, "deal/1/", key="k1", **unseen).status_code == 303


def test_a_message_is_only_said_while_it_is_so(table: Table) -> None:
    assert "is recorded" not in opened(table, "?done=written&deal=1").words
    cast.write(table, 1)
    assert "Deal 1 is recorded." in opened(table, "?done=written&deal=1").words
    for junk in ("?done=written&deal=99", "?done=written&deal=x", "?done=<b>&deal=1", "?deal=1", "?done=undone&deal=1"):
        assert "Deal 1 is" not in opened(table, junk).words and "taken back" not in opened(table, junk).words


def test_a_second_hit_on_all_pass_counts_once(table: Table) -> None:
    key = opened(table).page.forms[-1].sends["key"][0]
    for _ in range(2):
        assert posted(table, "deal/1/pass/", key=key, version="0").status_code == 303
    assert Deal.objects.get(table=table, number=1).passes == 1


# --- Two at once -----------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("sent", "answers"),
    [
        (({"key": "k"}, {"key": "k"}), [303, 303]),
        (({"key": "k1"}, {"key": "k2"}), [303, 303]),
        (({"key": "k1"}, {"key": "k2", **ELEVEN}), [303, 409]),
    ],
)
def test_two_captains_at_once(sent: tuple[dict[str, str], dict[str, str]], answers: list[int]) -> None:
    table = cast.table(cast.playing(slug=f"at-once-{len(sent[1])}-{sent[1]['key']}"))
    start = Barrier(2)

    def write(fields: dict[str, str]) -> int:
        start.wait(PATIENCE)
        try:
            return int(posted(table, "deal/1/", **{**PC9, **fields}).status_code)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(write, sent)) == answers
    assert LogEntry.objects.filter(event=table.round.event, act="record_deal").count() == 1
