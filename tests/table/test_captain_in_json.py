"""What a phone that sends a form in the background is answered: the acts and refusals of the pages, as JSON."""

import json
from typing import Any

import pytest

from tests.support.events import cast, other_rules
from tests.support.pages.captain_phone import PC9, path
from tournament.acts.kernel.submissions import phone_digest
from tournament.acts.rounds import rounds
from tournament.acts.table import deals, redeals, tables
from tournament.models import Deal, Event, Table

pytestmark = pytest.mark.django_db
BY = "user:1"


@pytest.fixture
def event() -> Event:
    return cast.playing(8, deals=2)


def sent(table: Table, rest: str, **data: Any) -> tuple[int, dict[str, Any]]:
    """The status and the JSON with which a form that a script sends is answered."""
    answer = cast.client().post(path(table, rest), data, headers={"accept": "application/json"})
    assert answer["Content-Type"] == "application/json"
    return answer.status_code, json.loads(answer.content)


def test_each_act_says_what_it_did_and_where_to_go(event: Event, table: Table) -> None:
    sheet = path(table)
    written = {"done": "written", "deal": 1, "version": 1, "revision": 1, "go": f"{sheet}?done=written&deal=1"}
    assert sent(table, "deal/1/", **PC9, key="a") == (200, written)
    acts: list[tuple[str, dict[str, Any], str, int]] = [
        ("deal/2/pass/", {"version": 0}, "passed", 1),
        ("deal/2/pass/undo/", {"version": 1}, "back", 2),
        ("deal/2/misdeal/", {"version": 2, "waived": "1"}, "misdealt", 3),
        ("deal/2/misdeal/undo/", {"version": 3}, "back", 4),
        ("deal/2/", {**PC9, "version": 4}, "written", 5),
        ("deal/2/undo/", {"version": 5}, "undone", 6),
        ("deal/2/", {**PC9, "version": 6}, "written", 7),
    ]
    for revision, (rest, data, done, version) in enumerate(acts, 2):
        status, answer = sent(table, rest, **data, key=f"k{revision}")
        assert (status, answer.pop("go")) == (200, f"{sheet}?done={done}&deal=2")
        assert answer == {"done": done, "deal": 2, "version": version, "revision": revision}
    status, answer = sent(table, "close/", of=8, key="c")
    assert (status, answer["done"], answer["revision"], answer["go"]) == (200, "closed", 9, sheet)


def test_a_form_that_a_page_sends_still_gets_a_page(table: Table) -> None:
    answer = cast.client().post(path(table, "deal/1/"), {**PC9, "key": "a"})
    assert (answer.status_code, answer["Location"]) == (303, f"{path(table)}?done=written&deal=1")


def test_the_same_key_gets_the_same_answer_even_once_the_round_is_over(event: Event, table: Table) -> None:
    first = sent(table, "deal/1/", **PC9, key="a")
    redeals.all_pass(table, BY, 2)
    deals.undo_deal(table, BY, 1, replaces=1)
    with cast.nothing_written():
        status, again = sent(table, "deal/1/", **PC9, key="a")
    assert (status, {**again, "revision": 1}) == first
    rounds.close_round(cast.round_of(event), BY, reason="Not all came.")
    with cast.nothing_written():
        status, again = sent(table, "deal/1/", **PC9, key="a")
        assert (status, again["deal"], again["version"]) == (200, 1, 1)
        status, refused = sent(table, "deal/1/", **PC9, key="b")
    assert (status, refused["code"]) == (404, "dead_link") and "This round is over" in refused["sentence"]


def test_what_was_recorded_is_answered_the_same_once_the_rules_are_corrected(event: Event, table: Table) -> None:
    shown = {**PC9, "rules": other_rules.of(event)}
    first = sent(table, "deal/1/", **shown, key="a")
    other_rules.correct(event, other_rules.with_line(event, "PC9", over=7))
    with cast.nothing_written():
        assert sent(table, "deal/1/", **shown, key="a") == first
        status, refused = sent(table, "deal/2/", **shown, key="b")
    assert status == 409 and "The rules were corrected" in refused["sentence"]


def test_a_deal_that_another_wrote_comes_with_what_stands_there(table: Table) -> None:
    cast.write(table, 1, cast.result("PC9", (1, 3), 9))
    with cast.nothing_written():
        status, refused = sent(table, "deal/1/", **PC9, key="a")
    assert (status, refused["code"], refused["correct"]) == (409, "recorded", path(table, "deal/1/correct/"))
    assert refused["sentence"] == "Deal 1 has already been recorded."
    assert "P&amp;C 9" in refused["there"] and "+10" in refused["there"]


def test_what_is_refused_is_refused_with_its_sentence(table: Table) -> None:
    refusals: list[tuple[str, dict[str, Any], int, str]] = [
        ("deal/1/", {**PC9, "tricks": ""}, 422, "Still to fill in"),
        ("deal/1/", {**PC9, "tricks": "11"}, 409, "You changed something after it was shown"),
        ("deal/1/", {**PC9, "version": "3"}, 409, "changed deal 1 in the meantime"),
        ("deal/2/", PC9, 409, "Deal 1 comes first"),
        ("deal/9/", PC9, 422, "This table has no such deal"),
        ("deal/1/pass/", {}, 422, "Open this page again"),
        ("deal/1/pass/undo/", {"version": 0}, 409, "has not been passed out"),
        ("deal/1/misdeal/", {"version": 0}, 422, "Say whether the dealer pays"),
        ("deal/1/pass/", {"version": 0, "phone": "é" * 9}, 422, "Open this page again"),
        ("close/", {"of": 0}, 409, "These deals are still missing"),
        ("take/", {}, 422, "Open this page again"),
    ]
    for rest, data, status, sentence in refusals:
        with cast.nothing_written():
            said = sent(table, rest, **data, key="k")
        assert (said[0], said[1]["status"]) == (status, status) and sentence in said[1]["sentence"]
    assert sent(table, "deal/1/", **PC9)[0] == 422  # without a key
    assert not Deal.objects.exists()


def test_a_phone_takes_the_table_and_the_other_is_told(event: Event, table: Table) -> None:
    name = cast.entry(event, cast.seated(table)[2]).player.name
    taken = sent(table, "take/", phone="jan", position=2, of="", key="a")[1]
    assert (taken["done"], taken["phone"]) == ("taken", phone_digest("jan"))
    status, refused = sent(table, "take/", phone="marie", position=3, of="", key="b")
    assert (status, refused["code"], refused["phone"]) == (409, "other_phone", phone_digest("jan"))
    assert name in refused["sentence"]
    status, refused = sent(table, "deal/1/", **PC9, phone="marie", key="c")
    assert (status, refused["code"]) == (409, "other_phone")
    sent(table, "take/", phone="marie", of=phone_digest("jan"), key="d")
    assert (cast.table(event).phone, cast.table(event).writer) == (phone_digest("marie"), None)
    assert sent(table, "deal/1/", **PC9, phone="marie", key="c")[0] == 200
    assert cast.client().post(path(table, "deal/2/pass/"), {"version": 0, "key": "e"}).status_code == 303
    # It says no seat, and is still whose it was; “None of these” says that it is nobody's.
    for rest, seat in (({}, 2), ({"position": ""}, None)):
        sent(table, "take/", phone="marie", of=phone_digest("jan"), key=f"marie{seat}")
        sent(table, "take/", phone="jan", of=phone_digest("marie"), key=f"jan{seat}", **rest)
        assert (cast.table(event).phone, cast.table(event).writer) == (phone_digest("jan"), seat)


def test_a_link_that_was_renewed_is_dead_for_a_script_too(event: Event, table: Table) -> None:
    tables.renew_link(cast.table(event), BY)
    with cast.nothing_written():
        status, refused = sent(table, "deal/1/", **PC9, key="a")
    assert (status, refused["code"]) == (404, "dead_link") and "Scan the code" in refused["sentence"]
