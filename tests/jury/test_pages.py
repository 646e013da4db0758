"""The jury's pages: penalties, the list of decisions, cancelling."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scoring import RuleSet
from tests.support.events import cast
from tests.support.pages.jury_pages import at, begun
from tests.support.pages.no_script import Visit
from tournament.acts.jury import rulings
from tournament.models import Decision, Event
from tournament.ranking import facts
from tournament.reading.jury.decision_words import outcome
from tournament.wording import cited

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return begun()


# --- Penalties -------------------------------------------------------------------------------------------------


def test_a_penalty_asks_who_then_how_much_and_why(event: Event, juror: Client) -> None:
    with cast.nothing_written():
        assert "Card laid by mistake" in cast.shown(juror.get(at(event, "new/")))
        assert juror.get(at(event, "penalty/card-by-mistake/")).status_code == 200
        asked = juror.get(at(event, "penalty/card-by-mistake/?offence=taken-back&players=3"))
    assert cast.filled_in(asked) == {"points_3": "0", "article": "2.1", "expected": "1"}
    answer = juror.post(
        at(event, "penalty/card-by-mistake/?offence=taken-back&players=3"),
        {"points_3": "-2", "reason": "Niet gevolgd", "article": "2.1", "expected": "1"},
    )
    decision = Decision.objects.get(event=event)
    assert (answer.status_code, answer["Location"]) == (303, at(event, "1/"))
    assert (decision.kind, decision.reason, decision.article) == ("card-by-mistake", "Niet gevolgd", "2.1")
    assert cast.given(decision) == {3: -2}
    assert decision.table is not None
    assert 3 in cast.seated(decision.table).values()


def test_points_that_are_fixed_are_told_as_one_number(event: Event, juror: Client) -> None:
    asked = cast.shown(juror.get(at(event, "penalty/false-play/?players=3&round=1&table=1&deal=1")))
    assert "Points (−15)" in asked and "−15 to −15" not in asked


def test_a_decision_is_told_with_the_colon_of_the_language(event: Event) -> None:
    annulled = Decision(kind="ruling", ruling=Decision.Ruling.ANNULLED)
    with translation.override("fr"):
        assert outcome(annulled, facts.ruleset(event)) == "Décision sur une donne\N{NO-BREAK SPACE}: annulé"


def test_from_a_table_its_numbers_go_along(event: Event, juror: Client) -> None:
    page = Visit(juror, f"/staff/{event.slug}/rounds/1/tables/2/").follow("Penalty")
    assert page.status == 200
    page.follow("Card laid by mistake")
    assert page.status == 200
    assert {"round": "1", "table": "2"}.items() <= cast.filled_in(page.response).items()
    ruling = Visit(juror, f"/staff/{event.slug}/rounds/1/tables/2/").follow("Rule on a deal")
    assert ruling.status == 200
    assert {"round": "1", "table": "2"}.items() <= cast.filled_in(ruling.response).items()


def test_a_penalty_is_for_the_round_that_is_being_played(event: Event, juror: Client) -> None:
    cast.next_round(event)
    address, player = at(event, "penalty/card-by-mistake/"), cast.seated(cast.table(event, 1))[1]

    def place(query: str) -> str:
        return str(juror.get(f"{address}?offence=taken-back&players={query}").context["place"])

    idle = cast.seated(cast.table(event, 2))[1]
    # Table 1 has begun round 1; nothing was played at table 2, and round 2 is only published.
    assert place(str(player)) == place(f"{player}&table=1") == "Round 1, table 1"
    assert place(str(idle)) == place(f"{idle}&table=2") == "Round 1, table 2"
    later = cast.table(event, 2, round=2)
    cast.write(later, 1)
    for number in cast.seated(later).values():
        assert place(str(number)) == "Round 2, table 2"
    assert place(f"{player}&round=1") == "Round 1, table 1"
    assert juror.get(f"{address}?offence=taken-back&players={player}&table=9").status_code == 422
    assert "Leave empty for the player’s table in the round being played." in cast.shown(juror.get(address))


def test_who_may_not_rule_is_not_asked_to(event: Event) -> None:
    page = Visit(cast.client(cast.desk(event)), f"/staff/{event.slug}/rounds/1/tables/2/")
    assert "Rule on a deal" not in page.words


def test_the_first_mistake_is_free_and_the_second_is_not(event: Event, juror: Client) -> None:
    address = at(event, "penalty/card-by-mistake/?offence=taken-back&players=3")
    cast.penalty(event, 3, 0, offence="taken-back")
    again = juror.get(address)
    assert cast.filled_in(again)["points_3"] == "-3"
    assert "Earlier decisions (1)" in cast.shown(again)


def test_each_offence_has_a_first_time_of_its_own(event: Event, juror: Client) -> None:
    def suggested(offence: str) -> str:
        page = juror.get(at(event, f"penalty/card-by-mistake/?players=3&offence={offence}"))
        assert page.status_code == 200
        return cast.filled_in(page)["points_3"]

    address = at(event, "penalty/card-by-mistake/?players=3&offence=out-of-turn")
    given = {"points_3": "0", "reason": "Uitgekomen", "expected": "1"}
    assert juror.post(address, given).status_code == 303
    decision = Decision.objects.get(event=event)
    assert decision.offence == "out-of-turn"
    assert "Card laid by mistake: Led out of turn" in cast.shown(juror.get(at(event, "1/")))
    assert (suggested("out-of-turn"), suggested("taken-back")) == ("-3", "0")
    rulings.cancel_decision(decision, "system", "It was another player.")
    assert suggested("out-of-turn") == "0"


def test_an_offence_that_is_counted_apart_must_be_chosen(event: Event, juror: Client) -> None:
    asked = juror.get(at(event, "penalty/card-by-mistake/"))
    assert "Led out of turn" in cast.shown(asked)
    address = at(event, "penalty/card-by-mistake/?players=3")
    given = {"points_3": "-2", "reason": "Niet gevolgd", "expected": "1"}
    with cast.nothing_written():
        assert cast.filled_in(juror.get(address))["players"] == "3"
        assert juror.get(f"{address}&offence=noise").status_code == 422
        assert juror.post(address, given).status_code == 422
    with cast.refused("do not count this offence apart"):
        cast.penalty(event, 3, offence="noise")


def test_rules_of_before_count_all_of_a_kind_together(event: Event, juror: Client) -> None:
    rules = event.rules | {"penalties": {k: dict(v) for k, v in event.rules["penalties"].items()}}
    del rules["penalties"]["card-by-mistake"]["offences"]
    Event.objects.filter(pk=event.pk).update(rules=rules)
    assert json.loads(json.dumps(RuleSet.from_dict(rules).to_dict())) == rules, "its hash would be another"
    cast.penalty(cast.fresh(event), 3, 0)
    page = juror.get(at(event, "penalty/card-by-mistake/?players=3"))
    assert cast.filled_in(page)["points_3"] == "-3"


def test_others_at_the_table_get_what_the_rule_gives(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event))
    asked = cast.filled_in(juror.get(at(event, f"penalty/misdeal/?players={seats[2]}")))
    assert {name: asked[name] for name in asked if name.startswith("points_")} == {
        f"points_{seats[2]}": "-3",
        **{f"points_{seats[position]}": "1" for position in (1, 3, 4)},
    }


def test_a_player_is_named_by_a_part_of_the_name(event: Event, juror: Client) -> None:
    assert "points_3" in cast.filled_in(juror.get(at(event, "penalty/hints/?players=CECILE")))
    doubtful = juror.get(at(event, "penalty/hints/?players=e"))
    assert doubtful.status_code == 422
    assert "“e” could be 1 Annelies Vandenbroucke, 2 Bertrand Dubois" in cast.shown(doubtful)


def test_a_house_rule_is_as_free_as_the_jury(event: Event, juror: Client) -> None:
    address = at(event, "penalty/house/?players=3,4&nowhere=on")
    data = {"points_3": "-7", "points_4": "20", "reason": "Taart voor de tafel", "expected": "1"}
    assert juror.post(address, data).status_code == 303
    decision = Decision.objects.get(event=event)
    assert (decision.kind, decision.table, cast.given(decision)) == ("house", None, {3: -7, 4: 20})


def test_a_warning_stands_against_the_player_without_points(event: Event, juror: Client) -> None:
    address = at(event, "penalty/noise/?players=3")
    assert juror.post(address, {"points_3": "0", "reason": "Geroep", "expected": "1"}).status_code == 303
    assert cast.given(Decision.objects.get(event=event)) == {3: 0}


def test_who_sits_at_the_table_in_the_address_is_ticked_not_typed(event: Event, juror: Client) -> None:
    seats = cast.seated(cast.table(event, 1))
    here = at(event, "penalty/hints/?round=1&table=1")
    asked = juror.get(here)
    assert [int(value) for value, _name in asked.context["form"].fields["here"].choices] == list(seats.values())
    assert set(cast.filled_in(juror.get(f"{here}&players=&here={seats[2]}"))) >= {f"points_{seats[2]}"}
    both = cast.filled_in(juror.get(f"{here}&players={seats[3]}&here={seats[2]}"))
    assert set(both) >= {f"points_{seats[2]}", f"points_{seats[3]}"}
    for none in ("&players=", "&players=&here=99", "&players=&here=x"):
        assert juror.get(here + none).status_code == 422
    for elsewhere in ("?round=9&table=1", "?round=x&table=1", "?table=1"):
        assert "here" not in juror.get(at(event, f"penalty/hints/{elsewhere}")).context["form"].fields


WHO = """players= players=99 players=niemand players=1,2,3,4,5,6,7,8,1 players=%00 players=3&table=9 players=&round=1
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
        answer = juror.post(at(event, "penalty/card-by-mistake/?offence=taken-back&players=3"), {**data, **wrong})
    assert 400 <= answer.status_code < 500
    assert 'role="alert"' in answer.content.decode()


def test_a_penalty_sent_twice_is_given_once(event: Event, juror: Client) -> None:
    address = at(event, "penalty/card-by-mistake/?offence=taken-back&players=3")
    data = {"points_3": "-2", "reason": "Niet gevolgd", "expected": "1"}
    first = juror.post(address, data)
    with cast.nothing_written():
        again = juror.post(address, data)
    assert (again.status_code, again["Location"]) == (303, first["Location"])
    assert Decision.objects.filter(event=event).count() == 1


def test_a_decision_made_meanwhile_is_looked_at_first(event: Event, juror: Client) -> None:
    cast.penalty(event, 4)
    address = at(event, "penalty/card-by-mistake/?offence=taken-back&players=3")
    data = {"points_3": "-2", "reason": "Niet gevolgd", "expected": "1"}
    with cast.nothing_written():
        answer = juror.post(address, data)
    assert answer.status_code == 409
    assert "Another decision was made in the meantime." in cast.shown(answer)
    assert cast.filled_in(answer)["expected"] == "2"
    assert juror.post(address, {**data, "expected": "2"}).status_code == 303


def test_there_is_no_such_penalty(event: Event, juror: Client) -> None:
    for kind in ("nothing", "capitulation", "exclusion", "jury_call"):
        assert juror.get(at(event, f"penalty/{kind}/?players=3")).status_code == 404


def test_the_points_stand_under_the_name_of_whom_they_are_for(event: Event, juror: Client) -> None:
    answer = juror.get(at(event, "penalty/card-by-mistake/?offence=taken-back&players=3"))
    assert "<legend>3 Cécile Desmet</legend>" in answer.content.decode()
    assert "Points (−3 to 0) Use a minus sign to deduct points." in cast.shown(answer)


def test_several_articles_are_cited_as_several() -> None:
    assert [cited(article) for article in ("5", "3, 9")] == ["Article 5", "Articles 3, 9"]


# --- The list, one decision, cancelling ------------------------------------------------------------------------


def test_decisions_are_listed_and_told(event: Event, django_assert_max_num_queries: Any) -> None:
    for _time in range(20):
        cast.penalty(event, 3, -1)
    client = cast.client(cast.auditor(event))
    with django_assert_max_num_queries(18):
        page = cast.shown(client.get(at(event)))
    assert page.count("Card laid by mistake Cécile Desmet −1") == 20
    assert page.count("Suit not followed, twice. Troel itself") == 20
    one = cast.shown(client.get(at(event, "1/")))
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
    assert "This decision is cancelled" in cast.shown(head.get(at(event, "1/")))
    assert "cancelled" in cast.shown(head.get(at(event)))
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
            reads = who.username.startswith("auditor") and path == "ruling/1/1/1/"
            with cast.nothing_written():
                assert cast.client(who).get(at(event, path)).status_code == (200 if reads else 403)
                assert cast.client(who).post(at(event, path), {"reason": "Zomaar", "expected": "1"}).status_code in (
                    403,
                    405,
                )


def test_a_closed_event_takes_no_decision(event: Event, juror: Client) -> None:
    Event.objects.filter(pk=event.pk).update(state=Event.State.CLOSED)
    with cast.nothing_written():
        answer = juror.post(at(event, "ruling/1/1/1/annulled/"), {"reason": "Zomaar", "expected": "1"})
    assert answer.status_code == 409
    assert "This event is closed." in cast.shown(answer)


def test_the_same_words_for_another_player_are_another_decision(event: Event, juror: Client) -> None:
    path = at(event, "penalty/card-by-mistake/?offence=taken-back&players=")
    given = {"reason": "Te laat.", "expected": "1"}
    assert juror.post(f"{path}3", {**given, "points_3": "-2"}).status_code == 303
    with cast.nothing_written():
        assert juror.post(f"{path}3", {**given, "points_3": "-2"}).status_code == 303
        assert juror.post(f"{path}4", {**given, "points_4": "-2"}).status_code == 409
        assert juror.post(f"{path}3", {**given, "points_3": "-1"}).status_code == 409
