"""The jury's pages: penalties, rulings with their effect, cancelling; and what a ruling leaves standing."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from scoring import Result, load
from tests import cast
from tournament import rulings
from tournament.acts import deals
from tournament.acts.refusal import Refusal
from tournament.models import Decision, Event
from tournament.sheets import sheet
from tournament.standings import event_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    event = cast.playing(8, rules="world-2018")
    cast.write(cast.table(event), 1, cast.result("PC8", (1, 3), 9))
    return event


@pytest.fixture
def juror(event: Event) -> Client:
    return cast.client(cast.juror(event))


def at(event: Event, path: str = "") -> str:
    """An address about the decisions of an event."""
    return f"/staff/{event.slug}/decisions/{path}"


def shown(answer: Any) -> str:
    """What a page says, without its tags."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode())))


def values(answer: Any) -> dict[str, str]:
    """The named fields of a page with the value they stand at."""
    tags = re.findall(r"<input[^>]*>", answer.content.decode())
    named = {re.search(r'name="([^"]*)"', tag): re.search(r'value="([^"]*)"', tag) for tag in tags}
    return {name[1]: value[1] for name, value in named.items() if name and value and name[1] != "csrfmiddlewaretoken"}


def totals(event: Event, table: int = 1) -> dict[int, int]:
    """The running totals at a table, by position."""
    return dict(sheet(cast.table(event, table)).totals)


def given(decision: Decision) -> dict[int, int]:
    """What a decision gives, by entry number."""
    return dict(decision.adjustments.values_list("entry__number", "points"))


# --- Penalties -------------------------------------------------------------------------------------------------


def test_a_penalty_asks_who_then_how_much_and_why(event: Event, juror: Client) -> None:
    with cast.nothing_written():
        assert "Card laid by mistake" in shown(juror.get(at(event, "new/")))
        assert juror.get(at(event, "penalty/card-by-mistake/")).status_code == 200
        asked = juror.get(at(event, "penalty/card-by-mistake/?players=3"))
    assert values(asked) == {"points_3": "0", "article": "2.1", "expected": "1"}
    answer = juror.post(
        at(event, "penalty/card-by-mistake/?players=3"),
        {"points_3": "-2", "reason": "Niet gevolgd", "article": "2.1", "expected": "1"},
    )
    decision = Decision.objects.get(event=event)
    assert (answer.status_code, answer["Location"]) == (303, at(event, "1/"))
    assert (decision.kind, decision.reason, decision.article) == ("card-by-mistake", "Niet gevolgd", "2.1")
    assert given(decision) == {3: -2}
    assert decision.table is not None
    assert 3 in cast.seated(decision.table).values()


def test_the_first_mistake_is_free_and_the_second_is_not(event: Event, juror: Client) -> None:
    address = at(event, "penalty/card-by-mistake/?players=3")
    cast.penalty(event, 3, 0)
    again = juror.get(address)
    assert values(again)["points_3"] == "-3"
    assert "Decided before (1)" in shown(again)


def test_others_at_the_table_get_what_the_rule_gives(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    asked = values(juror.get(at(event, f"penalty/misdeal/?players={seats[2]}")))
    assert {name: asked[name] for name in asked if name.startswith("points_")} == {
        f"points_{seats[2]}": "-3",
        **{f"points_{seats[position]}": "1" for position in (1, 3, 4)},
    }


def test_false_play_gives_to_the_opponents_of_that_deal(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))  # deal 1 was played by seats 1 and 3
    for player, opponents in ((1, (2, 4)), (2, (1, 3))):
        asked = values(juror.get(at(event, f"penalty/false-play/?players={seats[player]}&round=1&table=1&deal=1")))
        points = {name: value for name, value in asked.items() if name.startswith("points_")}
        assert points == {f"points_{seats[player]}": "-15"} | {
            f"points_{seats[position]}": "5" for position in opponents
        }


def test_a_player_is_named_by_a_part_of_the_name(event: Event, juror: Client) -> None:
    assert "points_3" in values(juror.get(at(event, "penalty/hints/?players=CECILE")))
    doubtful = juror.get(at(event, "penalty/hints/?players=e"))
    assert doubtful.status_code == 422
    assert "“e” may be 1 Annelies Vandenbroucke, 2 Bertrand Dubois" in shown(doubtful)


def test_a_house_rule_is_as_free_as_the_jury(event: Event, juror: Client) -> None:
    address = at(event, "penalty/house/?players=3,4&nowhere=on")
    data = {"points_3": "-7", "points_4": "20", "reason": "Taart voor de tafel", "expected": "1"}
    assert juror.post(address, data).status_code == 303
    decision = Decision.objects.get(event=event)
    assert (decision.kind, decision.table, given(decision)) == ("house", None, {3: -7, 4: 20})


def test_a_warning_stands_against_the_player_without_points(event: Event, juror: Client) -> None:
    address = at(event, "penalty/noise/?players=3")
    assert juror.post(address, {"points_3": "0", "reason": "Geroep", "expected": "1"}).status_code == 303
    assert given(Decision.objects.get(event=event)) == {3: 0}


WHO = """players= players=99 players=niemand players=1,2,3,4,5,6,7,8,1 players=%00 players=3&table=9 round=1
players=3&round=7&table=1 players=3&table=x players=3&deal=5 players=3&nowhere=on&deal=1"""


@pytest.mark.parametrize("who", WHO.split())
def test_who_cannot_be_meant_is_asked_again(event: Event, juror: Client, who: str) -> None:
    answer = juror.get(at(event, f"penalty/hints/?{who}"))
    assert answer.status_code == 422
    assert 'class="errorlist' in answer.content.decode()


@pytest.mark.parametrize(
    "wrong",
    [
        {"points_3": "1"},
        {"points_3": "-4"},
        {"points_3": ""},
        {"points_3": "half"},
        {"reason": ""},
        {"reason": "x" * 501},
        {"article": "x" * 21},
        {"expected": ""},
        {"expected": "99999999999999999999999"},
    ],
)
def test_a_penalty_that_cannot_be_is_shown_again(event: Event, juror: Client, wrong: dict[str, str]) -> None:
    data = {"points_3": "-2", "reason": "Niet gevolgd", "article": "2.1", "expected": "1"}
    with cast.nothing_written():
        answer = juror.post(at(event, "penalty/card-by-mistake/?players=3"), {**data, **wrong})
    assert 400 <= answer.status_code < 500
    assert 'role="alert"' in answer.content.decode()


def test_a_penalty_sent_twice_is_given_once(event: Event, juror: Client) -> None:
    address = at(event, "penalty/card-by-mistake/?players=3")
    data = {"points_3": "-2", "reason": "Niet gevolgd", "expected": "1"}
    first = juror.post(address, data)
    with cast.nothing_written():
        again = juror.post(address, data)
    assert (again.status_code, again["Location"]) == (303, first["Location"])
    assert Decision.objects.filter(event=event).count() == 1


def test_a_decision_made_meanwhile_is_looked_at_first(event: Event, juror: Client) -> None:
    cast.penalty(event, 4)
    address = at(event, "penalty/card-by-mistake/?players=3")
    data = {"points_3": "-2", "reason": "Niet gevolgd", "expected": "1"}
    with cast.nothing_written():
        answer = juror.post(address, data)
    assert answer.status_code == 409
    assert "Another decision was made meanwhile." in shown(answer)
    assert values(answer)["expected"] == "2"
    assert juror.post(address, {**data, "expected": "2"}).status_code == 303


def test_there_is_no_such_penalty(event: Event, juror: Client) -> None:
    for kind in ("nothing", "capitulation", "exclusion", "jury_call"):
        assert juror.get(at(event, f"penalty/{kind}/?players=3")).status_code == 404


# --- Rulings ---------------------------------------------------------------------------------------------------


def ruling(event: Event, kind: str, deal: int = 1, query: str = "") -> str:
    """The address of a ruling on a deal of table 1."""
    return at(event, f"ruling/1/1/{deal}/{kind}/{'?' if query else ''}{query}")


DECIDED = {"reason": "Zoals gezien aan tafel", "expected": "1"}


def test_a_deal_is_found_by_its_numbers(event: Event, juror: Client) -> None:
    answer = juror.get(at(event, "ruling/?round=1&table=1&deal=1"))
    assert (answer.status_code, answer["Location"]) == (303, at(event, "ruling/1/1/1/"))
    for junk in ("round=1&table=9&deal=1", "round=1&table=1&deal=5", "round=x", "deal=1"):
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


def effect_of(answer: Any) -> list[tuple[str, str]]:
    """The points before and after, by seat, as the page shows them."""
    section = answer.content.decode().split('class="preview effect"')[1].split("</section>")[0]
    rows = re.findall(r"<tr>(.*?)</tr>", section.split("<tbody>")[1], re.DOTALL)
    cells = [[re.sub(r"<[^>]*>|\s", "", cell) for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)] for row in rows]
    return [(row[0], row[1]) for row in cells]


def test_annulled_gives_everyone_nothing(event: Event, juror: Client) -> None:
    assert effect_of(juror.get(ruling(event, "annulled"))) == [("+10", "0"), ("0", "0"), ("+10", "0"), ("0", "0")]
    assert juror.post(ruling(event, "annulled"), DECIDED).status_code == 303
    assert totals(event) == {1: 0, 2: 0, 3: 0, 4: 0}


def test_a_capitulation_counts_as_made_and_is_paid_by_who_threw(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    with cast.nothing_written():
        asked = juror.get(ruling(event, "capitulation", query="contract=PC8&who=1&who=3&tricks=8&next=1"))
    assert asked.status_code == 422
    assert "Who threw in his cards?" in shown(asked)
    query = "contract=PC8&who=1&who=3&tricks=8&thrower=2&next=1"
    looked = juror.get(ruling(event, "capitulation", query=query))
    # Lost by a trick, PC8 gives each opponent 7 + 3: that is what the companion would have gained.
    points = {name: value for name, value in values(looked).items() if name.startswith("points_")}
    assert points == {f"points_{seats[2]}": "-10", f"points_{seats[4]}": "10"}
    data = {**DECIDED, f"points_{seats[2]}": "-6", f"points_{seats[4]}": "6", "article": "5"}
    assert juror.post(ruling(event, "capitulation", query=query), data).status_code == 303
    decision = Decision.objects.get(event=event)
    assert (decision.kind, decision.ruling, given(decision)) == ("capitulation", "result", {seats[2]: -6, seats[4]: 6})
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
    assert juror.get(ruling(event, "allowed")).status_code == 404
    assert effect_of(juror.get(ruling(event, "allowed", 2)))[1] == ("0", "+75")
    assert juror.post(ruling(event, "allowed", 2), {**DECIDED, "expected": "2"}).status_code == 303
    assert totals(event) == {1: 10, 2: 75, 3: 10, 4: 0}


def test_a_contract_refused_before_play_leaves_nothing_to_write(event: Event, juror: Client) -> None:
    asked = juror.get(ruling(event, "jury-refuses", 3))
    assert re.findall(r'name="contract" value="(\w+)"', asked.content.decode()) == ["GMT", "S12", "S13"]
    looked = juror.get(ruling(event, "jury-refuses", 3, "contract=S12&next=1"))
    assert "There are no points yet, and so none change." in shown(looked)
    assert juror.post(ruling(event, "jury-refuses", 3, "contract=S12"), DECIDED).status_code == 303
    slam = cast.result("S12", (1,), 12, jury="allowed")
    cast.write(cast.table(event), 2, slam)
    with cast.nothing_written(), pytest.raises(Refusal, match="The jury refused this contract"):
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
    # Nothing was written in deal 3: there is nothing to annul.
    assert juror.get(ruling(event, "annulled", 3)).status_code == 404


def test_points_alone_are_ruled_as_points() -> None:
    event = cast.playing(4, slug="punten", rules="points-only")
    cast.write(cast.table(event), 1, {"points": {"1": 5, "2": -5, "3": 0, "4": 0}})
    client = cast.client(cast.juror(event))
    page = client.get(at(event, "ruling/1/1/1/")).content.decode()
    assert re.findall(r"ruling/1/1/1/([\w-]+)/", page) == ["jury-not-called", "result", "annulled"]
    query = "points1=1&points2=2&points3=-3&points4=0"
    assert client.post(ruling(event, "result", query=query), DECIDED).status_code == 303
    assert totals(event) == {1: 1, 2: 2, 3: -3, 4: 0}


def test_where_opponents_pay_who_threw_pays_their_shares() -> None:
    ruleset = load("wallonia")
    made = rulings.as_made(Result.read(cast.result("S6", (1,), 9), ruleset))
    # Made at its level, solo 6 costs each opponent 4.
    assert rulings.capitulation(made, 2, ruleset) == {2: -8, 3: 4, 4: 4}


@pytest.mark.parametrize(
    ("contract", "declarers", "tricks", "as_made", "as_lost"),
    [
        ("PC9", (1, 2), 4, 9, 8),
        ("PM", (1, 2), {"1": 3, "2": 0}, (0, 0), (1, 1)),
        ("PIC", (3,), {"3": 4}, (1,), (2,)),
        ("S12", (4,), 12, 12, 11),
    ],
)
def test_made_is_the_level_and_lost_is_one_off(
    contract: str, declarers: tuple[int, ...], tricks: Any, as_made: Any, as_lost: Any
) -> None:
    result = Result.read(cast.result(contract, declarers, tricks), load("world-2018"))
    assert (rulings.as_made(result).tricks, rulings.as_lost(result).tricks) == (as_made, as_lost)


# --- The list, one decision, cancelling ------------------------------------------------------------------------


def test_decisions_are_listed_and_told(event: Event, django_assert_max_num_queries: Any) -> None:
    for _time in range(20):
        cast.penalty(event, 3, -1)
    client = cast.client(cast.auditor(event))
    with django_assert_max_num_queries(11):
        page = shown(client.get(at(event)))
    assert page.count("Card laid by mistake Cécile Desmet −1") == 20
    one = shown(client.get(at(event, "1/")))
    assert "Suit not followed, twice." in one
    assert "2.1" in one


def test_a_decision_is_cancelled_with_a_reason(event: Event) -> None:
    cast.penalty(event, 3, -3)
    head = cast.client(cast.head_juror(event))
    path = at(event, "1/cancel/")
    with cast.nothing_written():
        assert head.get(path).status_code == 200
        assert head.post(path, {"reason": ""}).status_code == 422
    assert head.post(path, {"reason": "Verkeerde speler"}).status_code == 303
    assert "This decision is cancelled" in shown(head.get(at(event, "1/")))
    assert "cancelled" in shown(head.get(at(event)))
    with cast.nothing_written():
        assert head.post(path, {"reason": "Nog eens"}).status_code == 409
        assert head.post(at(event, "9/cancel/"), {"reason": "Niets"}).status_code == 404


def test_who_may_rule_may_not_cancel(event: Event, juror: Client) -> None:
    cast.penalty(event, 3, -3)
    with cast.nothing_written():
        assert juror.post(at(event, "1/cancel/"), {"reason": "Toch niet"}).status_code == 403
    assert "1/cancel/" not in juror.get(at(event, "1/")).content.decode()


def test_only_the_jury_decides(event: Event) -> None:
    paths = ("new/", "penalty/misdeal/?players=3", "ruling/", "ruling/1/1/1/", "ruling/1/1/1/annulled/")
    others = (cast.desk(event), cast.auditor(event), cast.outsider(), cast.juror(cast.event(0, slug="elders")))
    for who in others:
        for path in paths:
            with cast.nothing_written():
                assert cast.client(who).get(at(event, path)).status_code == 403
                assert cast.client(who).post(at(event, path), DECIDED).status_code in (403, 405)


def test_a_closed_event_takes_no_decision(event: Event, juror: Client) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    with cast.nothing_written():
        answer = juror.post(ruling(event, "annulled"), DECIDED)
    assert answer.status_code == 409
    assert "This event is closed." in shown(answer)
