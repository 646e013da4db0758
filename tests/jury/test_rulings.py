"""Ruling on a deal: what it needs, the effect that is shown first, and what it leaves standing."""

import re
from typing import Any

import pytest
from django.test import Client

from scoring import Result, load
from tests.support.events import cast
from tests.support.pages.jury_pages import at, begun
from tests.support.pages.no_script import Visit
from tests.support.pages.rulings import DECIDED, effect_of, ruling, totals
from tournament.acts.jury import rulings
from tournament.acts.table import deals
from tournament.errors import UserError
from tournament.models import Decision, Event
from tournament.ranking import verdicts
from tournament.ranking.standings import event_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return begun()


# --- Rulings ---------------------------------------------------------------------------------------------------


def test_a_deal_is_found_by_its_numbers(event: Event, juror: Client) -> None:
    answer = juror.get(at(event, "ruling/?round=1&table=1&deal=1"))
    assert (answer.status_code, answer["Location"]) == (303, at(event, "ruling/1/1/1/"))
    for junk in ("round=1&table=9&deal=1", "round=1&table=1&deal=5", "round=x&deal=1", "deal=1"):
        assert juror.get(at(event, f"ruling/?{junk}")).status_code == 422


def test_another_result_shows_its_effect_and_then_counts(event: Event, juror: Client) -> None:
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}
    with cast.nothing_written():
        assert effect_of(juror.get(ruling(event, "result"))) == [("+10", "+10"), ("0", "0"), ("+10", "+10"), ("0", "0")]
        looked = juror.get(ruling(event, "result", query="contract=PC8&who=1&who=3&tricks=7&next=1"))
    assert effect_of(looked) == [("+10", "−10"), ("0", "+10"), ("+10", "−10"), ("0", "+10")]
    answer = juror.post(ruling(event, "result", query="contract=PC8&who=1&who=3&tricks=7"), DECIDED)
    assert answer.status_code == 303
    assert totals(event) == {1: -10, 2: 10, 3: -10, 4: 10}
    decision = Decision.objects.get(event=event)
    assert (decision.kind, decision.ruling, decision.deal) == ("ruling", "result", 1)
    entered = cast.table(event).deals.get(number=1).result
    assert entered == {"contract": "PC8", "declarers": [1, 3], "tricks": 9}


def test_annulled_gives_everyone_nothing(event: Event, juror: Client) -> None:
    assert effect_of(juror.get(ruling(event, "annulled"))) == [("+10", "0"), ("0", "0"), ("+10", "0"), ("0", "0")]
    assert juror.post(ruling(event, "annulled"), DECIDED).status_code == 303
    assert totals(event) == {1: 0, 2: 0, 3: 0, 4: 0}


def test_a_capitulation_counts_as_made_and_is_paid_by_who_threw(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    with cast.nothing_written():
        asked = juror.get(ruling(event, "capitulation", query="contract=PC8&who=1&who=3&tricks=8&next=1"))
    assert asked.status_code == 422
    assert "Who threw in their cards?" in cast.shown(asked)
    query = "contract=PC8&who=1&who=3&tricks=8&about=2&next=1"
    looked = juror.get(ruling(event, "capitulation", query=query))
    # Lost by a trick, PC8 gives each opponent 7 + 3: that is what the companion would have gained.
    points = {name: value for name, value in cast.filled_in(looked).items() if name.startswith("points_")}
    assert points == {f"points_{seats[2]}": "-10", f"points_{seats[4]}": "10"}
    data = {**DECIDED, f"points_{seats[2]}": "-6", f"points_{seats[4]}": "6", "article": "5"}
    assert juror.post(ruling(event, "capitulation", query=query), data).status_code == 303
    decision = Decision.objects.get(event=event)
    assert (decision.kind, decision.ruling, cast.given(decision)) == (
        "capitulation",
        "result",
        {seats[2]: -6, seats[4]: 6},
    )
    assert totals(event) == {1: 7, 2: 0, 3: 7, 4: 0}


def test_claimed_too_early_begins_one_trick_short(event: Event, juror: Client) -> None:
    lost = [("+10", "−10"), ("0", "+10"), ("+10", "−10"), ("0", "+10")]
    assert effect_of(juror.get(ruling(event, "claimed-too-early"))) == lost


def test_a_ruling_sent_twice_is_made_once(event: Event, juror: Client) -> None:
    first = juror.post(ruling(event, "annulled"), DECIDED)
    with cast.nothing_written():
        again = juror.post(ruling(event, "annulled"), DECIDED)
    assert (again.status_code, again["Location"]) == (303, first["Location"])


def test_the_jury_answers_for_its_own_contracts_only(event: Event, juror: Client) -> None:
    table = cast.table(event)
    cast.write(table, 2, cast.result("GMT", (2,), {"2": 0}, jury="not_called"))
    assert totals(event) == {1: 10, 2: 0, 3: 10, 4: 0}
    assert juror.get(ruling(event, "jury-not-called")).status_code == 404
    assert effect_of(juror.get(ruling(event, "allowed", 2)))[1] == ("0", "+75")
    assert juror.post(ruling(event, "allowed", 2), {**DECIDED, "expected": "2"}).status_code == 303
    assert totals(event) == {1: 10, 2: 75, 3: 10, 4: 0}


def test_a_contract_refused_before_play_leaves_nothing_to_write(event: Event, juror: Client) -> None:
    asked = juror.get(ruling(event, "jury-refuses", 3))
    assert re.findall(r'name="contract" value="(\w+)"', asked.content.decode()) == ["GMT", "S12", "S13"]
    looked = juror.get(ruling(event, "jury-refuses", 3, "contract=S12&about=1&next=1"))
    assert "There are no points yet, so nothing changes." in cast.shown(looked)
    assert juror.post(ruling(event, "jury-refuses", 3, "contract=S12&about=1"), DECIDED).status_code == 303
    slam = cast.result("S12", (1,), 12, jury="allowed")
    cast.write(cast.table(event), 2, slam)
    with cast.refused("The jury refused this contract"):
        cast.write(cast.table(event), 3, slam)


def test_an_answer_about_a_contract_does_not_outlive_it(event: Event, juror: Client) -> None:
    table = cast.table(event)
    cast.write(table, 2, cast.result("GMT", (2,), {"2": 0}, jury="not_called"))
    juror.post(ruling(event, "allowed", 2), {**DECIDED, "expected": "2"})
    deals.correct_deal(table, "system", 2, cast.result("PC8", (1, 3), 8), replaces=1, reason="Verkeerd getypt")
    assert totals(event) == {1: 17, 2: 0, 3: 17, 4: 0}
    assert len(event_standings(event, public=True)) == 8


RULED = """contract=PC8&who=1&who=3&tricks=14 contract=PC8&who=1 contract=XX asked=1 contract=PC8&who=1&who=3&tricks=x
contract=GMT&who=1&tricks1=0"""


@pytest.mark.parametrize("query", RULED.split())
def test_a_result_that_cannot_be_is_asked_again(event: Event, juror: Client, query: str) -> None:
    with cast.nothing_written():
        for answer in (
            juror.get(ruling(event, "result", query=f"{query}&next=1")),
            juror.post(ruling(event, "result", query=query), DECIDED),
        ):
            assert answer.status_code == 422


@pytest.mark.parametrize("wrong", [{"reason": ""}, {"expected": "0"}, {"reason": "x" * 501}])
def test_a_ruling_needs_a_reason(event: Event, juror: Client, wrong: dict[str, str]) -> None:
    with cast.nothing_written():
        assert juror.post(ruling(event, "annulled"), {**DECIDED, **wrong}).status_code == 422


@pytest.mark.parametrize(
    "place", ["9/1/1", "1/9/1", "1/1/0", "1/1/5", "99999999999999999999/1/1", "1/1/99999999999999999999"]
)
def test_a_deal_that_is_not_there_is_not_found(event: Event, juror: Client, place: str) -> None:
    for path in (f"ruling/{place}/", f"ruling/{place}/annulled/"):
        with cast.nothing_written():
            assert juror.get(at(event, path)).status_code == 404
            assert juror.post(at(event, path), DECIDED).status_code in (404, 405)


def test_there_is_no_such_ruling(event: Event, juror: Client) -> None:
    for kind in ("nothing", "misdeal", "house"):
        assert juror.get(ruling(event, kind)).status_code == 404
    # Nothing was written in deal 3: nobody can have allowed or called anything.
    assert juror.get(ruling(event, "jury-not-called", 3)).status_code == 404


def test_points_alone_are_ruled_as_points() -> None:
    event = cast.playing(4, slug="punten", rules="points-only")
    cast.write(cast.table(event), 1, {"points": {"1": 5, "2": -5, "3": 0, "4": 0}})
    client = cast.client(cast.juror(event))
    page = client.get(at(event, "ruling/1/1/1/")).content.decode()
    assert re.findall(r"ruling/1/1/1/([\w-]+)/", page) == ["result", "scores", "annulled"]
    query = "points1=1&points2=2&points3=-3&points4=0"
    assert client.post(ruling(event, "result", query=query), DECIDED).status_code == 303
    assert totals(event) == {1: 1, 2: 2, 3: -3, 4: 0}


def test_where_opponents_pay_who_threw_pays_their_shares() -> None:
    ruleset = load("wallonia")
    made = verdicts.as_made(Result.read(cast.result("S6", (1,), 9), ruleset))
    # Made at its level, solo 6 costs each opponent 4.
    assert verdicts.capitulation(made, 2, ruleset) == {2: -8, 3: 4, 4: 4}


@pytest.mark.parametrize(
    ("contract", "declarers", "tricks", "as_made", "as_lost"),
    [
        ("PC9", (1, 2), 4, 9, 8),
        ("PM", (1, 2), {"1": 3, "2": 0}, (0, 0), ("lost", "lost")),
        ("PIC", (3,), {"3": 4}, (1,), ("lost",)),
        ("S12", (4,), 12, 12, 11),
    ],
)
def test_made_is_the_target_and_a_side_loses_by_one_trick(
    contract: str, declarers: tuple[int, ...], tricks: Any, as_made: Any, as_lost: Any
) -> None:
    result = Result.read(cast.result(contract, declarers, tricks), load("world-2018"))
    assert (verdicts.as_made(result).tricks, verdicts.as_lost(result).tricks) == (as_made, as_lost)


def test_a_decision_shows_what_it_ruled_and_what_it_does(event: Event, juror: Client) -> None:
    before = totals(event)
    assert juror.post(ruling(event, "annulled"), DECIDED).status_code == 303
    assert "Ruling on a deal: annulled" in cast.shown(juror.get(at(event)))
    answer = juror.get(at(event, "1/"))
    assert {one.before for one in answer.context["effect"]} == set(before.values())
    assert "What changes" in cast.shown(answer)
    assert all(one.after in (0, None) for one in answer.context["effect"])


def effects(answer: Any) -> list[tuple[int | None, int | None, int | None, int]]:
    """Per player what the page shows: before, after, given besides, and the change of all that."""
    return [(one.before, one.after, one.own_points, one.change) for one in answer.context["effect"]]


CAPITULATED = [(10, 7, 0, -3), (0, 0, -6, -6), (10, 7, 0, -3), (0, 0, 6, 6)]


def test_a_decision_shows_the_points_that_were_given_with_it(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    query = "contract=PC8&who=1&who=3&tricks=8&about=2&next=1"
    data = {**DECIDED, f"points_{seats[2]}": "-6", f"points_{seats[4]}": "6"}
    assert juror.post(ruling(event, "capitulation", query=query), data).status_code == 303
    page = juror.get(at(event, "1/"))
    assert effects(page) == CAPITULATED
    assert "Before After Extra Change" in cast.shown(page)
    juror.post(ruling(event, "annulled", deal=2), {**DECIDED, "expected": "2"})
    assert "Extra" not in cast.shown(juror.get(at(event, "2/")))


def test_the_points_of_all_four_are_shown_before_they_are_recorded(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    typed = {f"points_{seats[seat]}": str(points) for seat, points in ((1, 5), (2, -5), (3, 10), (4, -10))}
    four = [(10, 0, 5, -5), (0, 0, -5, -5), (10, 0, 10, 0), (0, 0, -10, -10)]
    words = {"reason": DECIDED["reason"]}
    with cast.nothing_written():
        page = Visit(juror, ruling(event, "scores"))
        assert effects(page.response) == [(10, 0, 0, -10), (0, 0, 0, 0), (10, 0, 0, -10), (0, 0, 0, 0)]
        page.press("Show the effect", **typed)
        assert (page.status, effects(page.response)) == (200, four) and "changed something" not in page.words
        page.press("Record the decision", **{**typed, f"points_{seats[1]}": "x"}, **words)
        assert page.status == 422
        other = {**typed, f"points_{seats[1]}": "6"}
        page.press("Record the decision", **other, **words)
        assert page.status == 409 and "changed something after it was shown" in page.words
        assert effects(page.response)[0] == (10, 0, 6, -4)
        assert other.items() <= cast.filled_in(page.response).items()
        assert DECIDED["reason"] in page.response.content.decode()
        page.press("Record the decision", **typed, **words)
        assert page.status == 409 and effects(page.response) == four
    page.press("Record the decision", **typed, **words)
    assert effects(page.response) == four and "Before After Extra Change" in page.words


def test_points_that_were_typed_do_not_go_along_with_other_answers(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    query = "contract=PC8&who=1&who=3&tricks=8&about=2&next=1"
    page = Visit(juror, ruling(event, "capitulation", query=query))
    page.press("Show the effect", **{f"points_{seats[2]}": "-6", f"points_{seats[4]}": "6"})
    assert effects(page.response) == CAPITULATED
    page.press("Show the effect", about="4")
    assert [given for _before, _after, given, _change in effects(page.response)] == [0, 10, 0, -10]


def test_a_cancelled_ruling_does_nothing(event: Event, juror: Client) -> None:
    juror.post(ruling(event, "annulled"), DECIDED)
    head = cast.client(cast.head_juror(event))
    assert head.post(at(event, "1/cancel/"), {"reason": "Toch niet"}).status_code == 303
    assert "What changes" not in cast.shown(head.get(at(event, "1/")))


def test_points_at_a_table_are_told_in_seat_order(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    address = at(event, f"penalty/misdeal/?players={seats[2]}")
    assert juror.post(address, cast.filled_in(juror.get(address)) | {"reason": "Vergeven"}).status_code == 303
    told = juror.get(at(event, "1/")).context["summary"]["gives"]
    assert [number for number, _name, _points in told] == [seats[position] for position in (1, 2, 3, 4)]


# --- What is written is what was shown -------------------------------------------------------------------------


def mark(answer: Any) -> str:
    """The mark of the ruling whose effect a page shows."""
    return re.search(r'name="seen" value="(\w+)"', answer.content.decode())[1]  # type: ignore[index]


def test_an_answer_changed_after_the_effect_was_shown_is_shown_first(event: Event, juror: Client) -> None:
    path = ruling(event, "claimed-too-early")
    answers = {"contract": "PC8", "who": ["1", "3"], "tricks": "5", "seen": mark(juror.get(path))}
    with cast.nothing_written():
        page = juror.post(path, {**answers, **DECIDED, "internal": "Zo zei de tafel."})
        assert page.status_code == 409 and "changed something after it was shown" in cast.shown(page)
        assert DECIDED["reason"] in page.content.decode() and "Zo zei de tafel." in page.content.decode()
        assert '"tricks" value="5" checked' in re.sub(r"\s+", " ", page.content.decode())
    assert juror.post(path, {**answers, **DECIDED, "seen": mark(page)}).status_code == 303
    assert Decision.objects.get(event=event).result == {"contract": "PC8", "declarers": [1, 3], "tricks": 5}
    assert juror.post(path, {**answers, **DECIDED, "seen": mark(page)}).status_code == 303
    assert Decision.objects.filter(event=event).count() == 1


def test_the_effect_is_shown_again_with_the_words_that_were_typed(event: Event, juror: Client) -> None:
    path = ruling(event, "result", query="contract=PC8&who=1&who=3&tricks=7&next=1")
    answers = {"contract": "PC8", "who": ["1", "3"], "tricks": "4", "seen": mark(juror.get(path)), "look": "1"}
    with cast.nothing_written():
        page = juror.post(path, {**answers, "reason": "Nageteld."})
    assert page.status_code == 200 and "Nageteld." in page.content.decode()
    assert effect_of(page)[0] == ("+10", "−19") and "changed something" not in cast.shown(page)


def test_answers_that_are_no_longer_whole_keep_the_words_that_were_typed(event: Event, juror: Client) -> None:
    path = ruling(event, "result", query="contract=PC8&who=1&who=3&tricks=7&next=1")
    answers = {"contract": "PC8", "who": [], "tricks": "7", "seen": mark(juror.get(path)), **DECIDED}
    with cast.nothing_written():
        for more, status in (({}, 409), ({"look": "1"}, 422)):
            page = juror.post(path, {**answers, **more})
            assert page.status_code == status and DECIDED["reason"] in page.content.decode()


def test_answers_that_are_not_whole_are_never_written(event: Event, juror: Client) -> None:
    path = ruling(event, "result", query="contract=PC8&who=1&who=3&tricks=7&next=1")
    answers = {"contract": "PC8", "tricks": "7", "seen": mark(juror.get(path)), **DECIDED}
    with cast.nothing_written():
        page = juror.post(path, answers)
        assert "Record the decision" not in cast.shown(page)
        assert juror.post(path, {**answers, "seen": mark(page)}).status_code in (409, 422)
        with pytest.raises(UserError):
            rulings.rule(cast.table(event), "system", 1, "", "No ruling at all.")


def test_a_deal_that_changed_since_its_effect_was_shown_is_shown_first(event: Event, juror: Client) -> None:
    path = ruling(event, "annulled")
    seen = mark(juror.get(path))
    deals.undo_deal(cast.table(event), "table:1/1", 1, replaces=1)
    cast.write(cast.table(event), 1, cast.result("PC8", (2, 4), 9))
    with cast.nothing_written():
        page = juror.post(path, {**DECIDED, "seen": seen})
        assert page.status_code == 409 and effect_of(page)[1] == ("+10", "0")
        with pytest.raises(UserError):
            rulings.rule(cast.table(event), "system", 1, "annulled", "Seen before.", replaces=1)
    assert juror.post(path, {**DECIDED, "seen": mark(page)}).status_code == 303


def test_another_ruling_under_the_same_number_is_not_taken_for_the_first(event: Event, juror: Client) -> None:
    assert juror.post(ruling(event, "annulled"), DECIDED).status_code == 303
    with cast.nothing_written():
        assert juror.post(ruling(event, "annulled"), DECIDED).status_code == 303
        assert juror.post(ruling(event, "annulled", deal=2), DECIDED).status_code == 409
        other = ruling(event, "result", query="contract=PC8&who=1&who=3&tricks=7")
        assert juror.post(other, DECIDED).status_code == 409


OTHER_REQUESTS: dict[str, Any] = {"actor": "user:2", "deal": 2, "ruling": "result", "kind": "house", "points": {1: -5}}
OTHER_REQUESTS |= {"about": [1], "reason": "Other.", "internal": "Other."}


@pytest.mark.parametrize("change", [{name: value} for name, value in OTHER_REQUESTS.items()])
def test_a_decision_is_repeated_only_for_the_same_request(event: Event, change: dict[str, Any]) -> None:
    request: dict[str, Any] = {"actor": "user:1", "deal": 1, "ruling": "annulled", "reason": "Why.", "expected": 1}
    decision = rulings.rule(cast.table(event), **request)
    with cast.nothing_written():
        assert rulings.rule(cast.table(event), **request) == decision
        with pytest.raises(UserError, match="Another decision was made in the meantime"):
            rulings.rule(cast.table(event), **{**request, **change})
